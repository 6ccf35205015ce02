"""The contents of a book: a line per chapter and puzzle, in columns; long names are wrapped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from .head_foot import draw_title, title_height
from .page_setup import PageSetup
from .sheet import GREY, Link, Shape, Sheet

#: Font sizes: the largest that gives the fewest pages.
_SIZES = (13.0, 12.0, 11.0, 10.0)
#: Line height and indentation, relative to the font size, and the space between columns.
_LINE, _INDENT = 1.55, 1.2
_GUTTER = 26.0
#: Space for dots and page number in a line, and the greatest width of a column.
_PAGE_WIDTH = 45.0
_MOST_COLUMN = 330.0

#: A level, 0 for a chapter, and a name.
Entry = tuple[int, str]


@dataclass(frozen=True, slots=True)
class Contents:
    """The layout of the contents."""

    setup: PageSetup
    entries: Sequence[Entry]
    lines: Sequence[Sequence[str]]
    """The lines of each name."""
    has_chapters: bool
    size: float
    across: int
    """Columns per page."""
    down: int
    """Lines per column."""

    @classmethod
    def of(cls, entries: Sequence[Entry], setup: PageSetup) -> Contents:
        """Choose the layout: the fewest pages, and names in single lines, in the largest type."""
        head = title_height(setup, setup.look.title, 1)
        has_chapters = any(level for level, _ in entries)
        digits = len(str(2 * len(entries)))  # of the greatest page number

        def plan(size: float, across: int) -> Contents:
            down = int((setup.inner_height - head - size * 2.6) // (size * _LINE)) + 1
            room = _column(setup, across) - setup.measure("0" * digits, size) - size
            lines = [
                _wrap(setup, name, size, room - level * size * _INDENT, has_chapters and not level)
                for level, name in entries
            ]
            return cls(setup, entries, lines, has_chapters, size, across, down)

        sizes = (*dict.fromkeys(map(setup.text_size, _SIZES)),)
        widths = [setup.measure(name, 1.0, True) for _, name in entries]

        def most_columns(size: float) -> int:
            most = setup.inner_width - size - _PAGE_WIDTH - _GUTTER
            widest = max((each * size for each in widths if each * size <= most), default=most)
            column = widest + size + _PAGE_WIDTH + _GUTTER
            return min(4, max(1, int((setup.inner_width + _GUTTER) / column)))

        several = (plan(size, n) for size in sizes for n in range(1, most_columns(size) + 1))
        # The largest of the shortest, without names of several lines if possible.
        return min(several, key=lambda each: (each.count, max(map(len, each.lines)) > 1))

    @property
    def count(self) -> int:
        """The number of pages."""
        return len(self._pages())

    def draw(self, numbers: Sequence[int]) -> Iterator[Sheet]:
        """Draw the pages, given the page number of each entry."""
        setup, size, across = self.setup, self.size, self.across
        heading, title = setup.strings.format("contents"), setup.look.title
        top = setup.margin + title_height(setup, title, 1) + size * 2.6
        width = _column(setup, across)
        total = width * across + _GUTTER * (across - 1)
        left = setup.middle - total / 2
        if not setup.look.centred:  # below the title
            left = setup.width - setup.left - total if setup.rtl else setup.left
        for number, columns in enumerate(self._pages()):
            canvas = setup.canvas()
            draw_title(setup, canvas, (title, [heading]), setup.margin, setup.edges)
            members: list[list[Shape]] = []
            dots: list[Shape] = []
            for place, column in enumerate(columns):
                x = left + (across - 1 - place if setup.rtl else place) * (width + _GUTTER)
                y = top
                for at in column:
                    members.append(self._draw_entry(at, numbers[at], (x, y, width), dots))
                    y += len(self.lines[at]) * size * _LINE
            canvas.add("decoration", dots)
            canvas.add_list(members)
            yield canvas.finish([] if number else [(0, heading)])

    def _draw_entry(
        self, at: int, number: int, place: tuple[float, float, float], dots: list[Shape]
    ) -> list[Shape]:
        """Return the name and page number of an entry at (left, y, width).

        Dots, and a link over all, are added to `dots`.
        """
        setup, size, (level, _), lines = self.setup, self.size, self.entries[at], self.lines[at]
        is_bold = self.has_chapters and level == 0
        left, y, width = place
        shapes: list[Shape] = []
        for row, line in enumerate(lines):
            indent = (level + bool(row)) * size * _INDENT
            right, start = left + width, left + indent
            if setup.rtl:
                right, start = left + width - indent, left
            baseline = y + row * size * _LINE
            shapes.append(setup.put_at_start(line, start, right, baseline, size, bold=is_bold))
        page = str(number)
        page_width = setup.measure(page, size)
        room = width - indent - page_width - size
        count = int((room - setup.measure(lines[-1], size, is_bold)) / setup.measure(" .", size))
        if count > 1:
            beyond = page_width + size * 0.5
            edges = (start + beyond, right - beyond)
            dots.append(setup.put_at_end(" ." * count, *edges, baseline, size, ink=GREY))
        shapes.append(setup.put_at_end(page, left, left + width, baseline, size))
        dots.append(Link(left, y - size, left + width, baseline + size * 0.3, number))
        return shapes

    def _pages(self) -> list[list[range]]:
        """Divide the entries evenly among the fewest pages; no chapter's title ends a column."""
        levels = [level for level, _ in self.entries]
        is_chapter = [*(level < after for level, after in pairwise(levels)), False]

        def divide(down: int) -> list[list[range]]:
            pages: list[list[range]] = []
            while not pages or pages[-1][-1].stop < len(self.entries):
                pages.append(self._columns(is_chapter, pages[-1][-1].stop if pages else 0, down))
            return pages

        fewest = divide(self.down)
        shortest = -(-sum(map(len, self.lines)) // (self.across * len(fewest)))
        evener = (divide(down) for down in range(shortest, self.down))
        return next((each for each in evener if len(each) == len(fewest)), fewest)

    def _columns(self, is_chapter: Sequence[bool], start: int, down: int) -> list[range]:
        columns = []
        for _ in range(self.across):
            end, used = start, 0
            while end < len(is_chapter) and (end == start or used + len(self.lines[end]) <= down):
                used += len(self.lines[end])
                end += 1
            if start + 1 < end < len(is_chapter) and is_chapter[end - 1]:
                end -= 1
            columns.append(range(start, end))
            start = end
        return columns


def _column(setup: PageSetup, across: int) -> float:
    """Return the width of a column."""
    most = _MOST_COLUMN * (1.5 if across == 1 else 1)
    return min((setup.inner_width - _GUTTER * (across - 1)) / across, most)


def _wrap(setup: PageSetup, name: str, size: float, room: float, bold: bool) -> list[str]:
    """Return the lines of a name; those after the first are indented."""
    if setup.measure(name, size, bold) <= room:
        return [name]
    return setup.wrap(name, size, room - size * _INDENT, bold) or [name]
