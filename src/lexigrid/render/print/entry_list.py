"""A list of entries that may have several lines, a picture and a heading, in balanced columns.

An entry is never divided between columns or pages, and a heading stays with its first entry.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Self

from .page_setup import PageSetup
from .sheet import Anchor, Line, Picture, Shape, Text
from .word_list import BOX, BOX_GAP, LEAST_GAP, MOST_GAP, ListShape, check_box

#: Narrowest and widest columns of text, relative to the font size.
_NARROW, _WIDE = 11.0, 36.0
#: The distance between lines, and the space after an entry, in rows of a list of words.
_LINE, _SPACE = 0.88, 0.32
#: The side of a picture relative to the font size, and its height in rows.
_PICTURE, _PICTURE_ROWS = 5.2, 4.2
_MOST_COLUMNS = 6


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry: its text, its picture, or both, and the heading before it."""

    text: str
    image: str = ""
    heading: str = ""


@dataclass(frozen=True, slots=True)
class EntryList:
    """Entries with their marks, measured on a page."""

    words: tuple[Entry, ...]
    setup: PageSetup
    rtl: bool
    mark: float
    """The width of the check box and the number at a font size of 1."""
    natural: float
    """The width of a column that breaks no entry, at a font size of 1."""
    first: int = 1
    """The number of the first entry."""
    most_leading: float = 1.55
    _lines: dict[float, list[list[str]]] = field(default_factory=dict)
    _widths: dict[str, list[float]] = field(default_factory=dict)

    @classmethod
    def of(cls, entries: Sequence[Entry], setup: PageSetup, *, rtl: bool) -> Self:
        """Measure entries on a page."""
        bold = setup.look.list_bold
        mark = BOX + BOX_GAP if setup.options.has_boxes else 0.0
        if setup.options.has_numbers:
            mark += setup.measure(f"{len(entries)}.", 1.0, bold) + BOX_GAP
        widths = (
            _PICTURE if each.image else setup.measure(each.text, 1.0, bold) for each in entries
        )
        heads = (setup.measure(each.heading, 1.0, True) for each in entries)
        natural = max(max(widths, default=0.0) + mark, *heads, 1.0)
        return cls(tuple(entries), setup, rtl, mark, natural)

    def part(self, start: int, end: int) -> EntryList:
        """Return some of the entries, with their numbers; a heading is repeated."""
        words = [*self.words[start:end]]
        heading = next((each.heading for each in self.words[start::-1] if each.heading), "")
        if words and heading:
            words[0] = replace(words[0], heading=heading)
        return replace(self, words=tuple(words), first=self.first + start, _lines={})

    def shape(self, size: float, width: float, most: int = _MOST_COLUMNS) -> ListShape:
        """Return the columns that give the lowest list in a width."""
        best: ListShape | None = None
        for columns in range(1, min(len(self.words), most, _MOST_COLUMNS) + 1):
            own = (width - LEAST_GAP * size * (columns - 1)) / columns / size
            measure = min(int(own * 4) / 4, _WIDE + self.mark)
            measure = self.natural if self.natural < own and self.natural < _WIDE else measure
            if best and measure < min(self.natural, _NARROW + self.mark):
                break
            ends, rows = self._balance(columns, measure)
            total = (columns * measure + LEAST_GAP * (columns - 1)) * size
            if best is None or rows < best.rows - 0.01:
                best = ListShape(len(ends), rows, total, measure)
        return best or ListShape(1, 0.0, 0.0, 1.0)

    def draw(
        self,
        setup: PageSetup,
        shape: ListShape,
        size: float,
        leading: float,
        area: tuple[float, float, float],
        *,
        centred: bool = True,
    ) -> tuple[list[list[Shape]], list[Shape]]:
        """Return the shapes of each entry, and the check boxes, in an area (left, top, width)."""
        left, top, breadth = area
        column, row = shape.measure * size, leading * size
        total = shape.columns * column
        gap = 0.0
        if shape.columns > 1:
            gap = min((breadth - total) / (shape.columns - 1), MOST_GAP * size)
        free = breadth - total - gap * (shape.columns - 1)
        x, side = left + (free / 2 if centred else 0.0), 1
        step = column + gap
        if self.rtl:
            x, side, step = left + breadth - (x - left), -1, -step
        members: list[list[Shape]] = []
        marks: list[Shape] = []
        start = 0
        for end in self._balance(shape.columns, shape.measure)[0]:
            y = top
            for index in range(start, end):
                entry = self.words[index]
                own: list[Shape] = []
                if entry.heading:
                    y += 0.0 if index == start else _SPACE * row
                    for line in self._heading(index, shape.measure):
                        own.append(self._text(line, x, y + size * 0.9, size, bold=True))
                        y += _LINE * row
                    if setup.look.list_bold:  # as bold as the words, so a line is below it
                        line_y = round(y + size * 0.14, 2)
                        own.append(Line(x, line_y, x + side * column, line_y, 0.7))
                    y += _SPACE * row / 2
                own += self._entry(index, x, y, size, row, side, shape.measure)
                if setup.options.has_boxes:
                    marks.append(check_box(x, y + size * 0.9, size, side, setup.look.round_boxes))
                members.append(own)
                y += self._rows(index, shape.measure, with_heading=False) * row
            x += step
            start = end
        return members, marks

    def _entry(
        self, index: int, x: float, y: float, size: float, row: float, side: int, measure: float
    ) -> Iterator[Shape]:
        entry, bold, base = self.words[index], self.setup.look.list_bold, y + size * 0.9
        inner = x + side * self.mark * size
        if self.setup.options.has_numbers:
            number = f"{index + self.first}."
            right = self.setup.measure(number, size, bold)
            yield self._text(number, inner - side * (BOX_GAP * size + right), base, size)
        if entry.image:
            across = min(_PICTURE, measure - self.mark) * size
            edges = sorted((inner, inner + side * across))
            down = (_PICTURE_ROWS - _SPACE) * row - size * 0.2
            yield Picture(edges[0], y + size * 0.1, edges[1], y + down, entry.image, entry.text)
            return
        for at, line in enumerate(self._even_lines(index, measure)):
            yield self._text(line, inner, base + at * _LINE * row, size)

    def _text(self, text: str, x: float, y: float, size: float, *, bold: bool = False) -> Text:
        anchor: Anchor = "end" if self.rtl else "start"
        is_bold = bold or self.setup.look.list_bold
        return Text(
            *(round(x, 2), round(y, 2), text, round(size, 2), anchor), bold=is_bold, rtl=self.rtl
        )

    def _wrapped(self, measure: float) -> list[list[str]]:
        """Return the lines of each entry in columns of this width, at a font size of 1."""
        if measure not in self._lines:
            width = measure - self.mark + 1e-6
            self._lines[measure] = [[*self._wrap(each.text, width)] for each in self.words]
        return self._lines[measure]

    def _heading(self, index: int, measure: float) -> list[str]:
        """Return the lines of the heading before an entry in a column."""
        return self.setup.wrap(self.words[index].heading, 1.0, measure + 1e-6, bold=True)

    def _even_lines(self, index: int, measure: float) -> list[str]:
        """Return the lines of an entry in a column, of about equal width."""
        lines = self._wrapped(measure)[index]
        if len(lines) == 1:
            return lines
        bold = self.setup.look.list_bold
        even = self.setup.wrap(self.words[index].text, 1.0, measure - self.mark + 1e-6, bold)
        return even if len(even) == len(lines) else lines

    def _wrap(self, text: str, width: float) -> Iterator[str]:
        """Yield the lines of a text; its words are measured once, since many widths are tried."""
        words, bold = text.split(" "), self.setup.look.list_bold
        widths = self._widths.get(text)
        if widths is None:
            widths = [self.setup.measure(f"{word} ", 1.0, bold) for word in words]
            self._widths[text] = widths
        blank = self.setup.measure(" ", 1.0, bold)
        if max(widths) > width + blank:  # some word must be broken
            yield from self.setup.wrap(text, 1.0, width, bold)
            return
        start, used = 0, 0.0
        for at, own in enumerate(widths):
            if used + own > width + blank and at > start:
                yield " ".join(words[start:at])
                start, used = at, 0.0
            used += own
        yield " ".join(words[start:])

    def _rows(self, index: int, measure: float, *, with_heading: bool = True) -> float:
        entry = self.words[index]
        rows = _LINE * len(self._wrapped(measure)[index]) + _SPACE
        rows = _PICTURE_ROWS if entry.image else rows
        if entry.heading and with_heading:
            rows += _LINE * len(self._heading(index, measure)) + 1.5 * _SPACE
        return rows

    def _balance(self, columns: int, measure: float) -> tuple[list[int], float]:
        """Divide the entries into at most this many columns, as low as possible.

        Return where each column ends, and the height of the highest one in rows.
        """
        heights = [self._rows(index, measure) for index in range(len(self.words))]
        limit = max(sum(heights) / columns, max(heights, default=0.0))
        while len(ends := _fill(heights, limit)) > columns:
            limit += 0.1
        starts = [0, *ends[:-1]]
        highest = max((sum(heights[a:b]) for a, b in zip(starts, ends, strict=True)), default=0.0)
        return ends, highest

    def pages(self, size: float, leading: float, width: float, height: float) -> list[int]:
        """Return the first entry of each page of a list on pages of its own."""
        starts, rows = [0], height / (leading * size)
        while True:
            low, high = starts[-1], len(self.words)
            while low < high:  # the most entries that fit
                middle = (low + high + 1) // 2
                fits = self.part(starts[-1], middle).shape(size, width).rows <= rows
                low, high = (middle, high) if fits else (low, middle - 1)
            if low >= len(self.words):
                return starts
            starts.append(max(low, starts[-1] + 1))


def _fill(heights: Sequence[float], limit: float) -> list[int]:
    """Return where each column ends if each is filled up to a height."""
    ends: list[int] = []
    used = 0.0
    for index, height in enumerate(heights):
        if used and used + height > limit + 1e-6:
            ends.append(index)
            used = 0.0
        used += height
    return [*ends, len(heights)]
