"""Books as sheets: title page, contents, chapters of puzzles, and answers at the back.

A book with a gutter is bound: left and right pages have mirrored margins. Contents, chapters and
answers begin on right-hand pages, and puzzles of several pages on left-hand pages, so that the grid
faces its words; a blank page comes before them where necessary.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count, pairwise

from ...errors import PuzzleError
from ...puzzle import Puzzle
from ...strings import Strings
from .answers import Solution, key_sheets, solution_sheets
from .documents import fonts_for, with_link
from .head_foot import draw_title, title_height
from .options import PageOptions
from .page_setup import PageSetup
from .pdf import DocumentInfo, sheets_to_pdf
from .puzzle_page import PuzzleLayout
from .sheet import GREY, Box, Link, Part, Shape, Sheet, with_bleed

#: Solutions per page unless the options say otherwise.
_SOLUTIONS = 4
#: Font sizes of the contents: the largest at which one column holds everything, else the last.
_ENTRIES = (13.0, 12.0, 11.0, 10.0)
#: Line height in the contents, relative to the font size, and the space between columns.
_LINE = 1.55
_GUTTER = 26.0
#: Space for dots and page number in a line of the contents, and the greatest width of a line.
_PAGE_WIDTH = 45.0
_MOST_COLUMN = 330.0


@dataclass(frozen=True, slots=True)
class Chapter:
    """Puzzles with a title and page options of their own."""

    puzzles: tuple[Puzzle, ...]
    title: str = ""
    options: PageOptions | None = None


@dataclass(frozen=True, slots=True)
class Book:
    """The contents of a book: its chapters and the texts of its title page."""

    chapters: tuple[Chapter, ...]
    title: str = ""
    subtitle: str = ""
    author: str = ""

    @property
    def puzzles(self) -> tuple[Puzzle, ...]:
        """All puzzles, in order."""
        return tuple(puzzle for chapter in self.chapters for puzzle in chapter.puzzles)

    @property
    def strings(self) -> Strings:
        """The fixed texts, in the language of the first puzzle."""
        return self.puzzles[0].strings

    @property
    def shown_title(self) -> str:
        """The title, by default the name of this kind of puzzle."""
        return self.title or self.strings.format("word_search")


@dataclass(frozen=True, slots=True)
class _Entry:
    """A line of the contents; level 0 is a chapter."""

    level: int
    name: str
    page: int


@dataclass(frozen=True, slots=True)
class _Planned:
    """A puzzle of a book, with the number of its first page."""

    layout: PuzzleLayout
    name: str
    page: int
    entries: tuple[_Entry, ...]
    """Its lines in the contents: its name, after the chapter's title if it is the first there."""


def book_to_pdf(book: Book, options: PageOptions) -> tuple[bytes, int]:
    """Return a book as PDF, and its number of pages."""
    fonts = fonts_for(options, book.strings.language)
    sheets = book_sheets(book, PageSetup.of(options, book.strings, fonts))
    info = DocumentInfo(book.shown_title, book.strings.language, book.author, book.subtitle)
    return sheets_to_pdf(sheets, fonts, info), len(sheets)


def book_sheets(book: Book, setup: PageSetup) -> list[Sheet]:
    """Lay out a book, with the answers at the back unless the options have no key.

    Raises:
        PuzzleError: a puzzle does not fit on a page; the message has its number.
    """
    names, strings, options = _names(book), book.strings, setup.options
    is_bound, with_key = bool(options.gutter), options.with_key is not False
    contents_at = _right(2, is_bound)
    contents, length = _plan_contents(book, names, setup)
    planned = [*_plan(book, names, setup, contents_at + length)]
    answers_at = _right(planned[-1].page + planned[-1].layout.count, is_bound)
    per_page = options.solutions or _SOLUTIONS
    entries = [entry for each in planned for entry in each.entries]
    entries += [_Entry(0, strings.format("answers"), answers_at)] if with_key else []
    pages = {1: _title_sheet(book, setup)}
    pages |= dict(enumerate(_contents_sheets(entries, setup, contents), contents_at))
    for number, each in enumerate(planned):
        answers = answers_at + number // per_page
        sheets = each.layout.draw(strings.format("answers_on", page=answers) if with_key else "")
        bookmarks = tuple((entry.level, entry.name) for entry in each.entries)
        sheets[0] = replace(sheets[0], bookmarks=bookmarks)
        if with_key:
            sheets[0] = with_link(sheets[0], each.layout.setup, answers)
        pages |= dict(enumerate(sheets, each.page))
    if with_key:
        solutions = [Solution(each.layout.page.puzzle, each.name, each.page) for each in planned]
        sheets = [*_answer_sheets(solutions, setup, per_page)]
        sheets[0] = replace(sheets[0], bookmarks=((0, strings.format("answers")),))
        pages |= dict(enumerate(sheets, answers_at))
    last = _right(max(pages) + 1, is_bound) - 1  # a bound book ends with a left-hand page
    blank = Sheet(setup.width, setup.height)
    return [
        with_bleed(_numbered(pages.get(number, blank), number, setup), options.bleed_points)
        for number in range(1, last + 1)
    ]


def _right(page: int, is_bound: bool) -> int:
    """Return the page's number; in a bound book, that of the next right-hand page."""
    return page + 1 if is_bound and page % 2 == 0 else page


def _left(page: int, is_bound: bool) -> int:
    """Return the page's number; in a bound book, that of the next left-hand page."""
    return page + 1 if is_bound and page % 2 else page


def _names(book: Book) -> list[str]:
    """Return the name of each puzzle: its number, and its title unless the chapter has the same."""
    names = []
    numbers = count(1)
    for chapter in book.chapters:
        for puzzle in chapter.puzzles:
            number = next(numbers)
            is_own = puzzle.title and puzzle.title != chapter.title
            plain = book.strings.format("puzzle", number=number)
            names.append(f"{number}. {puzzle.title}" if is_own else plain)
    return names


def _plan(book: Book, names: Sequence[str], setup: PageSetup, page: int) -> Iterator[_Planned]:
    """Choose the sizes of each puzzle, and number its pages from `page`."""
    footer = (
        book.strings.format("answers_on", page=0) if setup.options.with_key is not False else ""
    )
    rest, is_bound = iter(names), bool(setup.options.gutter)
    for chapter in book.chapters:
        own = setup
        if chapter.options is not None:
            own = PageSetup.of(chapter.options, book.strings, setup.metrics)
        level = 1 if chapter.title else 0
        for place, puzzle in enumerate(chapter.puzzles):
            name = next(rest)
            is_named = not chapter.title or puzzle.title not in ("", chapter.title)
            title = name if is_named else f"{chapter.title} · {name}"
            try:
                layout = PuzzleLayout.of(puzzle, own, title=title, footer=footer)
            except PuzzleError as error:
                raise PuzzleError(f"{name}: {error}", **error.facts) from error
            if layout.count > 1:
                page = _left(page, is_bound)
            elif place == 0 and (chapter.title or chapter is book.chapters[0]):
                page = _right(page, is_bound)
            entries: tuple[_Entry, ...] = (_Entry(level, name, page),)
            if chapter.title and place == 0:
                entries = (_Entry(0, chapter.title, page), *entries)
            yield _Planned(layout, name, page, entries)
            page += layout.count


def _answer_sheets(
    solutions: Sequence[Solution], setup: PageSetup, per_page: int
) -> Iterator[Sheet]:
    if per_page > 1:
        yield from solution_sheets(solutions, setup, per_page=per_page)
        return
    for solution in solutions:
        footer = solution.puzzle.strings.format("page", page=solution.page)
        sheet, *_ = key_sheets(solution.puzzle, setup, title=solution.name, footer=footer)
        yield with_link(sheet, setup, solution.page)


def _numbered(sheet: Sheet, number: int, setup: PageSetup) -> Sheet:
    """Return a page with its number at the outer edge, and shifted away from the gutter."""
    parts = list(sheet.parts)
    is_right = (number % 2 == 1) != setup.rtl
    if parts and number > 1:
        size, y = setup.sizes.small, sheet.height - setup.footer
        x = sheet.width - setup.left if is_right else setup.left
        text = setup.put(str(number), x, y, size, "end" if is_right else "start")
        parts.append(Part("decoration", (text,)))
    if gutter := setup.options.gutter_points:
        parts = [part.moved(gutter / 2 if is_right else -gutter / 2, 0.0) for part in parts]
    return replace(sheet, parts=tuple(parts))


def _title_sheet(book: Book, setup: PageSetup) -> Sheet:
    look, canvas = setup.look, setup.canvas()
    title = book.shown_title
    size = look.title * 1.5
    width = setup.inner_width * 0.94
    longest = max(title.split(), key=len)
    size = min(size, setup.fit(longest, size, width, True))
    lines = setup.wrap(title, size, width, True)
    top = setup.height * 0.36 - len(lines) * size * 0.6
    bottom = top + len(lines) * size * 1.2
    if look.banner:
        # From edge to edge, with the bleed; `_numbered` then shifts the page by `moved`.
        moved = setup.options.gutter_points / 2 * (-1 if setup.rtl else 1)
        bleed = setup.options.bleed_points
        edges = (-bleed - moved, setup.width + bleed - moved)
        box = Box(edges[0], top - size * 0.9, edges[1], bottom + size * 0.7, fill=look.banner)
        canvas.add("decoration", [box])
    elif look.panel:
        box = Box(
            setup.left,
            top - size * 0.8,
            setup.width - setup.left,
            bottom + size * 0.6,
            18.0,
            fill=look.panel,
        )
        canvas.add("decoration", [box])
    ink = look.title_ink
    canvas.add(
        "title",
        [
            setup.put(
                line, setup.middle, top + size * (0.9 + 1.2 * number), size, bold=True, ink=ink
            )
            for number, line in enumerate(lines)
        ],
    )
    below = [
        (book.subtitle, 16.0),
        (book.strings.format("puzzles", number=len(book.puzzles)), 13.0),
    ]
    y = bottom + size * 1.3
    texts: list[Shape] = []
    for text, text_size in below:
        for line in setup.wrap(text, text_size, width):
            texts.append(setup.put(line, setup.middle, y, text_size))
            y += text_size * 1.6
    if book.author:
        texts.append(setup.put(book.author, setup.middle, setup.height * 0.86, 14.0))
    canvas.add("text", texts)
    return canvas.finish([(0, title)])


@dataclass(frozen=True, slots=True)
class _Contents:
    """The layout of the contents: font size, columns, and lines per column."""

    size: float
    across: int
    down: int

    @classmethod
    def of(cls, names: Sequence[str], setup: PageSetup) -> _Contents:
        """Choose the layout for the entries of a book."""
        head = title_height(setup, setup.look.title, 1)
        for size in _ENTRIES:
            down = int((setup.inner_height - head - size * 2.6) // (size * _LINE)) + 1
            widest = max(setup.measure(name, size, True) for name in names) + size
            width = widest + _PAGE_WIDTH + _GUTTER
            if len(names) <= down and width <= setup.inner_width:
                return cls(size, 1, down)
        is_one = len(names) <= down
        most = min(4, max(1, int((setup.inner_width + _GUTTER) / width)))
        return cls(size, 1 if is_one else most, down)

    def pages(self, is_chapter: Sequence[bool]) -> list[list[range]]:
        """Divide the entries among pages of columns; no chapter's title ends a column."""
        pages: list[list[range]] = []
        while not pages or pages[-1][-1].stop < len(is_chapter):
            start = pages[-1][-1].stop if pages else 0
            # Columns of equal length, and longer ones if moved titles need them.
            shortest = -(-(len(is_chapter) - start) // self.across)
            for down in range(min(shortest, self.down), self.down + 1):
                columns = self._columns(is_chapter, start, down)
                if columns[-1].stop == len(is_chapter):
                    break
            pages.append(columns)
        return pages

    def _columns(self, is_chapter: Sequence[bool], start: int, down: int) -> list[range]:
        columns = []
        for _ in range(self.across):
            end = min(start + down, len(is_chapter))
            if start + 1 < end < len(is_chapter) and is_chapter[end - 1]:
                end -= 1
            columns.append(range(start, end))
            start = end
        return columns


def _plan_contents(book: Book, names: Sequence[str], setup: PageSetup) -> tuple[_Contents, int]:
    """Lay out the contents, with a line for the answers, and count their pages."""
    titles = [chapter.title for chapter in book.chapters if chapter.title]
    plan = _Contents.of([*names, *titles, book.strings.format("answers")], setup)
    is_chapter: list[bool] = []
    for chapter in book.chapters:
        is_chapter += [True] * bool(chapter.title) + [False] * len(chapter.puzzles)
    return plan, len(plan.pages([*is_chapter, False]))


def _contents_sheets(
    entries: Sequence[_Entry], setup: PageSetup, plan: _Contents
) -> Iterator[Sheet]:
    heading, title = setup.strings.format("contents"), setup.look.title
    top = setup.margin + title_height(setup, title, 1) + plan.size * 2.6
    across = plan.across
    has_chapters = any(entry.level for entry in entries)
    width = min(
        (setup.inner_width - _GUTTER * (across - 1)) / across,
        _MOST_COLUMN * (1.5 if across == 1 else 1),
    )
    left = setup.middle - (width * across + _GUTTER * (across - 1)) / 2
    is_chapter = [entry.level < after.level for entry, after in pairwise(entries)]
    for number, columns in enumerate(plan.pages([*is_chapter, False])):
        canvas = setup.canvas()
        draw_title(setup, canvas, (title, [heading]), setup.margin, setup.edges)
        lines: list[Shape] = []
        dots: list[Shape] = []
        for place, column in enumerate(columns):
            x = left + (across - 1 - place if setup.rtl else place) * (width + _GUTTER)
            for row, entry in enumerate(entries[column.start : column.stop]):
                y = top + row * plan.size * _LINE
                is_bold = has_chapters and entry.level == 0
                _add_entry(setup, entry, plan.size, is_bold, (x, y, width), lines, dots)
        canvas.add("decoration", dots)
        canvas.add("list", lines, per_member=2)
        yield canvas.finish([] if number else [(0, heading)])


def _add_entry(
    setup: PageSetup,
    entry: _Entry,
    entry_size: float,
    bold: bool,
    place: tuple[float, float, float],
    lines: list[Shape],
    dots: list[Shape],
) -> None:
    """Add a line (left, y, width) of the contents: name, dots, page, with a link over all."""
    left, y, width = place
    indent = entry.level * entry_size * 1.2
    page = str(entry.page)
    right, start = left + width, left + indent
    if setup.rtl:
        right, start = left + width - indent, left
    page_width = setup.measure(page, entry_size)
    room = width - indent - page_width - entry_size
    size = setup.fit(entry.name, entry_size, room, bold)
    used = setup.measure(entry.name, size, bold)
    lines.append(setup.put_at_start(entry.name, start, right, y, size, bold=bold))
    step = setup.measure(" .", entry_size)
    number = int((room - used) / step)
    if number > 1:
        beyond = page_width + entry_size * 0.5
        edges = (start + beyond, right - beyond)
        dots.append(setup.put_at_end(" ." * number, *edges, y, entry_size, ink=GREY))
    lines.append(setup.put_at_end(page, left, left + width, y, entry_size))
    dots.append(Link(left, y - entry_size, left + width, y + entry_size * 0.3, entry.page))
