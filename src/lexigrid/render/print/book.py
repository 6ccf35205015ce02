"""Books as sheets: title page, contents, chapters of puzzles, and answers at the back.

A book with a gutter is bound: left and right pages have mirrored margins. Puzzles of several pages
begin on left-hand pages, so that the grid faces its words; a blank page comes before one only where
the chapter has no puzzle of one page.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, chain, count

from ...errors import PuzzleError
from ...puzzle import Puzzle
from ...strings import Strings
from ..listing import title_of
from .contents import Contents, Entry
from .documents import answer_sheets, bled, fonts_for, with_link
from .options import PageOptions
from .page_setup import PageSetup
from .pdf import DocumentInfo, sheets_to_pdf
from .puzzle_page import PuzzleLayout
from .sheet import Part, Sheet
from .solutions import Solution
from .text_pages import rules_sheets, text_sheets, title_sheet

#: Solutions per page unless the options say otherwise.
_SOLUTIONS = 4


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
    copyright: str = ""
    """The text of the page after the title; may be empty."""
    how_to: bool = False
    """Is there a page that says how to solve the puzzles?"""
    title_page: bool = True
    """Is there a title page?"""
    openers: bool = False
    """Does a page with its title come before each chapter?"""

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
        return self.title or title_of(replace(self.puzzles[0], title=""))


@dataclass(frozen=True, slots=True)
class _Planned:
    """A puzzle of a book, with the number of its first page."""

    layout: PuzzleLayout
    name: str
    page: int
    entries: tuple[Entry, ...]
    """Its lines in the contents: its name, after the chapter's title if it is the first there."""
    opener: Sheet | None = None
    """The page before it, with the title of its chapter."""

    @property
    def numbers(self) -> tuple[int, ...]:
        """The page of each line in the contents."""
        first = self.page - (self.opener is not None)
        return (first, self.page)[-len(self.entries) :]


def book_to_pdf(book: Book, options: PageOptions) -> tuple[bytes, int]:
    """Return a book as PDF, and its number of pages."""
    fonts = fonts_for(options, book.strings.language)
    per_page = _answers_on_page(options)
    pages = len(book.puzzles) + -(-len(book.puzzles) // per_page)  # the gutter may depend on more
    for _ in range(3):
        gutter = options.gutter_for(pages)
        own = replace(options, gutter=gutter)
        bound = _with_options(book, own)
        if any(each.options and each.options.large_print for each in bound.chapters):
            own = replace(own, large_print=True)  # what all chapters share
        sheets = book_sheets(bound, PageSetup.of(own, book.strings, fonts))
        pages = len(sheets)
        if options.gutter_for(pages) == gutter:
            break
    info = DocumentInfo(book.shown_title, book.strings.language, book.author, book.subtitle)
    return sheets_to_pdf(sheets, fonts, info), len(sheets)


def book_sheets(book: Book, setup: PageSetup) -> list[Sheet]:
    """Lay out a book, with the answers at the back unless the options have no key, or only it.

    Raises:
        PuzzleError: a puzzle does not fit on a page; the message has its number.
    """
    strings, options = book.strings, setup.options
    is_bound, with_key = bool(options.gutter), options.with_key is not False
    front = [*_front_sheets(book, setup)]
    rules = [*rules_sheets(book.puzzles, setup)] if book.how_to else []
    contents_at, names = len(front) + 1, _names(book)
    contents = Contents.of([*_entries(book, names, with_key)], setup)
    start = contents_at + contents.count + len(rules)
    planned = [*_plan(book, names, setup, start)]
    counts = [each.layout.count for each in planned]
    if is_bound and max(counts) > 1:
        book = _without_gaps(book, counts, start)
        names = _names(book)
        contents = Contents.of([*_entries(book, names, with_key)], setup)
        start = contents_at + contents.count + len(rules)
        planned = [*_plan(book, names, setup, start)]
    answers_at = planned[-1].page + planned[-1].layout.count
    per_page = _answers_on_page(options)
    numbers = [number for each in planned for number in each.numbers]
    numbers += [answers_at] if with_key else []
    pages = dict(enumerate(front, 1))
    pages |= dict(enumerate(contents.draw(numbers), contents_at))
    pages |= dict(enumerate(rules, contents_at + contents.count))
    solutions = [
        Solution(each.layout.page.puzzle, each.name, 0 if options.key_only else each.page)
        for each in planned
    ]
    groups = [*answer_sheets(solutions, setup, per_page)] if with_key else []
    starts = [*accumulate(map(len, groups), initial=answers_at)]
    for number, each in enumerate(planned):
        answers = starts[number // per_page] if with_key else 0
        sheets = each.layout.draw(strings.format("answers_on", page=answers) if with_key else "")
        sheets[0] = replace(sheets[0], bookmarks=each.entries)
        if each.opener:
            sheets[0] = replace(sheets[0], bookmarks=each.entries[1:])
            pages[each.page - 1] = each.opener
        if with_key:
            sheets[0] = with_link(sheets[0], each.layout.setup, answers)
        pages |= dict(enumerate(sheets, each.page))
    if with_key:
        sheets = [*chain(*groups)]
        sheets[0] = replace(sheets[0], bookmarks=((0, strings.format("answers")),))
        pages = (
            dict(enumerate(sheets, 1))
            if options.key_only
            else pages | dict(enumerate(sheets, answers_at))
        )
    blank = Sheet(setup.width, setup.height)
    return [
        bled(_numbered(pages.get(number, blank), number, setup), options, number)
        for number in range(1, max(pages) + 1)
    ]


def _with_options(book: Book, options: PageOptions) -> Book:
    """Give each chapter the options of the whole, or its own with the gutter of the whole."""
    chapters = (
        replace(each, options=replace(each.options or options, gutter=options.gutter))
        for each in book.chapters
    )
    return replace(book, chapters=tuple(chapters))


def _answers_on_page(options: PageOptions) -> int:
    return options.answers_on_page(_SOLUTIONS)


def _without_gaps(book: Book, all_counts: Iterable[int], page: int) -> Book:
    """Return a book in whose chapters puzzles of one page come before others that need a left page.

    `all_counts` has the number of pages of each puzzle, and the first one is on `page`. A blank
    page is left only where a chapter has no puzzle of one page to fill it.
    """
    chapters, rest = [], iter(all_counts)
    for chapter in book.chapters:
        counts = [next(rest) for _ in chapter.puzzles]
        left, order = [*range(len(counts))], []
        page += bool(book.openers and chapter.title)
        while left:
            at = left[0]
            if counts[at] > 1 and page % 2:
                at = next((each for each in left if counts[each] == 1), at)
                page += counts[at] > 1
            left.remove(at)
            order.append(at)
            page += counts[at]
        chapters.append(replace(chapter, puzzles=tuple(chapter.puzzles[at] for at in order)))
    return replace(book, chapters=tuple(chapters))


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


def _entries(book: Book, names: Sequence[str], with_key: bool) -> Iterator[Entry]:
    """Yield the entries of the contents."""
    rest = iter(names)
    for chapter in book.chapters:
        if chapter.title:
            yield 0, chapter.title
        yield from ((1 if chapter.title else 0, next(rest)) for _ in chapter.puzzles)
    if with_key:
        yield 0, book.strings.format("answers")


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
            entries: tuple[Entry, ...] = ((level, name),)
            opener = None
            if chapter.title and place == 0:
                entries = ((0, chapter.title), *entries)
                if book.openers:
                    opener = title_sheet(own, chapter.title, len(chapter.puzzles))
                    page += 1
            if layout.count > 1:
                page = _left(page, is_bound)
            yield _Planned(layout, name, page, entries, opener)
            page += layout.count


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


def _front_sheets(book: Book, setup: PageSetup) -> Iterator[Sheet]:
    """Yield the title page and the page of the copyright."""
    if book.title_page:
        yield title_sheet(setup, book.shown_title, len(book.puzzles), book.subtitle, book.author)
    if book.copyright:
        yield from text_sheets(setup, book.copyright.splitlines(), setup.height * 0.72)
