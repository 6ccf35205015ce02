"""The setup of a page: paper, margins, font sizes, and text that wraps or shrinks to fit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ..._util.time_limit import check_time
from ...alphabet import graphemes
from ...strings import Strings
from .fonts import EstimatedMetrics, Metrics
from .looks import LOOKS, Look
from .options import LARGE_TEXT, PageOptions
from .sheet import Anchor, Canvas, Ink, Shape, Text, paper_size

#: Distance of baselines in running text, relative to the font size.
LEADING = 1.38
#: Margins relative to the shorter side of the paper, and their limits in points.
_MARGIN, _NARROW_MARGIN, _LEAST_MARGIN, _MOST_MARGIN = 0.07, 0.05, 26.0, 44.0
#: Points at the edges where many printers cannot print.
_UNPRINTABLE = 13.0
#: Letters of a grid below this font size are too small to read.
LEGIBLE = 5.0
#: The greatest share of the height for a title.
_TITLE_SHARE = 0.22


@dataclass(frozen=True, slots=True)
class Sizes:
    """Font sizes in points."""

    least_title: float = 15.0
    body: float = 13.0
    small: float = 9.5
    list_most: float = 22.0
    list_least: float = 8.5
    letter_most: float = 48.0
    letter_least: float = 0.0
    title_growth: float = 1.0


_NORMAL = Sizes()


def _sizes_of(options: PageOptions) -> Sizes:
    least = options.least_letter
    if not least:
        return _NORMAL
    return Sizes(
        least_title=max(22.0, least),
        body=LARGE_TEXT,
        small=LARGE_TEXT,
        list_most=max(26.0, 1.25 * least),
        list_least=least,
        letter_least=least,
        title_growth=1.15,
    )


@dataclass(frozen=True, slots=True)
class PageSetup:
    """Everything about a page except its contents."""

    options: PageOptions
    metrics: Metrics
    strings: Strings
    width: float
    height: float
    margin: float
    sizes: Sizes

    @classmethod
    def of(
        cls, options: PageOptions, strings: Strings, metrics: Metrics | None = None
    ) -> PageSetup:
        """Return the portrait page of the options; without metrics, widths are estimated."""
        width, height = paper_size(options.paper)
        sizes = _sizes_of(options)
        setup = cls(options, metrics or EstimatedMetrics(), strings, width, height, 0.0, sizes)
        return setup.with_margin(_MARGIN)

    @property
    def look(self) -> Look:
        """The look of the page."""
        return LOOKS[self.options.style]

    @property
    def rtl(self) -> bool:
        """Is the page read from right to left?"""
        return self.strings.direction == "rtl"

    @property
    def left(self) -> float:
        """The left margin, with half of the gutter; books shift their pages by the other half."""
        return self.margin + self.options.gutter_points / 2

    @property
    def edges(self) -> tuple[float, float]:
        """The positions of the left and right margins."""
        return self.left, self.width - self.left

    @property
    def inner_width(self) -> float:
        """The width between the margins."""
        return self.width - 2 * self.left

    @property
    def inner_height(self) -> float:
        """The height between the margins."""
        return self.height - 2 * self.margin

    @property
    def footer(self) -> float:
        """The distance of the footer's baseline from the bottom edge, whatever the margin is."""
        usual = self.with_margin(_MARGIN).margin
        return max(usual * 0.55, _UNPRINTABLE + self.sizes.small * 0.3)

    @property
    def middle(self) -> float:
        """The horizontal middle of the page."""
        return self.width / 2

    def with_margin(self, share: float) -> PageSetup:
        """Return the page with another margin, as a share of its shorter side."""
        margin = share * min(self.width, self.height)
        least = max(_LEAST_MARGIN, self.options.least_margin)
        return replace(self, margin=min(max(margin, least), _MOST_MARGIN))

    def text_size(self, usual: float) -> float:
        """Return a font size, which is never small in large print."""
        return max(usual, LARGE_TEXT) if self.options.large_print else usual

    def in_normal_print(self) -> PageSetup:
        """Return the page with the font sizes of normal print."""
        return replace(self, sizes=_NORMAL)

    def narrowed(self) -> PageSetup:
        """Return the page with narrow margins, for large grids."""
        return self.with_margin(_NARROW_MARGIN)

    def turned(self) -> PageSetup:
        """Return the page in the other orientation."""
        return replace(self, width=self.height, height=self.width)

    def canvas(self) -> Canvas:
        """Return an empty page."""
        return Canvas(self.width, self.height)

    def measure(self, text: str, size: float, bold: bool = False) -> float:
        """Return the width of a text."""
        return self.metrics.width(text, size, bold)

    def fit(self, text: str, size: float, width: float, bold: bool = False) -> float:
        """Return the font size, reduced if the text would be wider than `width`."""
        current = self.measure(text, size, bold)
        return size if current <= width else size * width / current

    def wrap(self, text: str, size: float, width: float, bold: bool = False) -> list[str]:
        """Break text into as few lines as possible, of about equal width."""
        lines = self._wrap_greedily(text, size, width, bold)
        if len(lines) < 2:
            return lines
        widest = max(self.measure(word, size, bold) for word in text.split(" "))
        low, high = max(width / len(lines) / 1.2, min(widest, width)), width
        for _ in range(6):  # find the narrowest width that gives the same number of lines
            middle = (low + high) / 2
            if len(self._wrap_greedily(text, size, middle, bold)) > len(lines):
                low = middle
            else:
                high = middle
        return self._wrap_greedily(text, size, high, bold)

    def _wrap_greedily(self, text: str, size: float, width: float, bold: bool) -> list[str]:
        lines: list[str] = []
        for word in filter(None, text.split(" ")):  # no-break spaces stay
            check_time()
            if lines and self.measure(f"{lines[-1]} {word}", size, bold) <= width:
                lines[-1] += f" {word}"
                continue
            if lines and self.measure(word, size, bold) > width:
                word = f"{lines.pop()} {word}"  # is broken anyway, so it begins on this line
            *full, word = self._break(word, size, width, bold)
            lines += [*full, word]
        return lines

    def _break(self, word: str, size: float, width: float, bold: bool) -> Iterator[str]:
        """Break a word that is wider than a line."""
        if self.measure(word, size, bold) <= width:
            yield word
            return
        piece = ""
        for cluster in graphemes(word):
            if piece and self.measure(piece + cluster, size, bold) > width:
                check_time()
                yield piece.strip(" ")  # it may begin with the words before
                piece = ""
            piece += cluster
        yield piece.strip(" ")

    def fit_title(self, title: str) -> tuple[float, list[str]]:
        """Return the font size and lines of a title: more than two only at the least size."""
        look, sizes = self.look, self.sizes
        size = look.title * sizes.title_growth * min(1.0, self.width / 480)
        size = max(size, sizes.least_title)
        width = self.inner_width - (2 * size if look.banner else 0)
        bold = look.title_bold
        while True:
            lines = self.wrap(title, size, width, bold)
            # A line break replaces the separator of chapter and puzzle.
            lines = [line.removeprefix("· ").removesuffix(" ·") for line in lines]
            longest = max(title.split(), key=len, default="")
            is_whole = self.measure(longest, size, bold) <= width
            enough = 2 if size > sizes.least_title else 99
            most = max(1, int(_TITLE_SHARE * self.height / (size * LEADING)))
            if (is_whole and len(lines) <= min(enough, most)) or size < 7:
                return size, lines
            if size <= sizes.least_title and (len(lines) <= most or sizes.letter_least):
                return size, lines
            size *= 0.92
            if size < sizes.least_title and len(lines) <= most:
                size = sizes.least_title

    def put(
        self,
        text: str,
        x: float,
        y: float,
        size: float,
        anchor: Anchor = "middle",
        *,
        bold: bool = False,
        ink: Ink = (0.0, 0.0, 0.0),
    ) -> Text:
        """Return a text, in the page's reading direction."""
        return Text(round(x, 2), round(y, 2), text, round(size, 2), anchor, ink, bold, self.rtl)

    def put_at_start(
        self, text: str, left: float, right: float, y: float, size: float, *, bold: bool = False
    ) -> Text:
        """Return a text on the side where reading begins."""
        return self.put(
            text, *((right, y, size, "end") if self.rtl else (left, y, size, "start")), bold=bold
        )

    def put_at_end(
        self,
        text: str,
        left: float,
        right: float,
        y: float,
        size: float,
        *,
        ink: Ink = (0.0, 0.0, 0.0),
    ) -> Text:
        """Return a text on the side where lines end."""
        return self.put(
            text, *((left, y, size, "start") if self.rtl else (right, y, size, "end")), ink=ink
        )

    def put_lines(
        self, lines: Sequence[str], middle: float, top: float, size: float
    ) -> list[Shape]:
        """Return lines centred at `middle` below `top`."""
        return [
            self.put(line, middle, top + size * (0.95 + LEADING * number), size)
            for number, line in enumerate(lines)
        ]
