"""One puzzle as a PDF, or as pictures of its page and its answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import Literal

from ...puzzle import Puzzle
from ..listing import title_of
from .answers import key_sheets
from .fonts import Fonts
from .looks import LOOKS
from .options import PageOptions
from .page_setup import PageSetup
from .pdf import DocumentInfo, sheets_to_pdf
from .puzzle_page import PuzzleLayout
from .sheet import Link, Part, Sheet, with_bleed
from .solutions import Solution, solution_sheets
from .svg import sheet_to_png, sheet_to_svg

#: Answers of a class set on a page.
_VERSIONS_A_PAGE = 4


def fonts_for(options: PageOptions, language: str) -> Fonts:
    """Return the fonts for the options' style and a language."""
    return Fonts(options.fonts, first=LOOKS[options.style].fonts, language=language)


def puzzle_to_pdf(puzzle: Puzzle, options: PageOptions) -> tuple[bytes, int, int]:
    """Return a PDF, its number of pages, and the page of the answers (0 for none)."""
    fonts = fonts_for(options, puzzle.strings.language)
    setup, title = PageSetup.of(options, puzzle.strings, fonts), title_of(puzzle)
    info = DocumentInfo(title, puzzle.strings.language)
    answers: list[Sheet] = []
    if options.with_key is not False:
        answers = _answer_sheets(puzzle, setup, title)
    if options.key_only:
        answers[0] = replace(answers[0], bookmarks=((0, title),))
        return _to_pdf(answers, options, fonts, info), len(answers), 0
    sheets = PuzzleLayout.of(puzzle, setup, title=title).draw()
    count = len(sheets)
    sheets[0] = replace(sheets[0], bookmarks=((0, title),))
    if answers:  # of which the page of the pupils says nothing
        answers[0] = replace(answers[0], bookmarks=((0, puzzle.strings.format("answers")),))
    data = _to_pdf([*sheets, *answers], options, fonts, info)
    return data, count + len(answers), count + 1 if answers else 0


def _to_pdf(sheets: list[Sheet], options: PageOptions, fonts: Fonts, info: DocumentInfo) -> bytes:
    return sheets_to_pdf([bled(each, options) for each in sheets], fonts, info)


def bled(sheet: Sheet, options: PageOptions, number: int = 1) -> Sheet:
    """Return a page with the bleed and marks of the options; KDP takes no bleed at the spine."""
    is_right = number % 2 == 1
    inner: Literal["left", "right", ""] = "left" if is_right else "right"
    return with_bleed(
        sheet,
        options.bleed_points,
        marks=options.trim_marks,
        inner=inner if options.preset == "kdp" else "",
    )


def versions_to_pdf(versions: Sequence[tuple[str, Puzzle]], options: PageOptions) -> bytes:
    """Return a class set as PDF: a page for each version, then the answers of all, four a page."""
    first = versions[0][1]
    fonts = fonts_for(options, first.strings.language)
    setup = PageSetup.of(options, first.strings, fonts)
    sheets: list[Sheet] = []
    solutions: list[Solution] = []
    for _, puzzle in versions:
        title = title_of(puzzle)
        pages = PuzzleLayout.of(puzzle, setup, title=title).draw()
        pages[0] = replace(pages[0], bookmarks=((0, title),))
        solutions.append(Solution(puzzle, title, 0 if options.key_only else len(sheets) + 1))
        sheets += pages
    per_page = options.answers_on_page(_VERSIONS_A_PAGE)
    answers = [*chain(*answer_sheets(solutions, setup, per_page))]
    answers[0] = replace(answers[0], bookmarks=((0, first.strings.format("answers")),))
    shown = [] if options.key_only else sheets
    shown = shown if options.with_key is False else [*shown, *answers]
    info = DocumentInfo(title_of(first), first.strings.language)
    return _to_pdf(shown, options, fonts, info)


def _answer_sheets(puzzle: Puzzle, setup: PageSetup, title: str) -> list[Sheet]:
    per_page = setup.options.answers_on_page(1)
    copies = per_page if setup.options.answer_slips else 1
    return [*chain(*answer_sheets([Solution(puzzle, title)] * copies, setup, per_page))]


def answer_sheets(
    solutions: Sequence[Solution], setup: PageSetup, per_page: int
) -> Iterator[list[Sheet]]:
    """Yield the page of several answers, or the pages of each."""
    if per_page > 1:
        yield from ([each] for each in solution_sheets(solutions, setup, per_page=per_page))
        return
    for solution in solutions:
        page, strings = solution.page, solution.puzzle.strings
        footer = strings.format("page", page=page) if page else ""
        sheets = key_sheets(solution.puzzle, setup, title=solution.name, footer=footer)
        yield [with_link(sheets[0], setup, page), *sheets[1:]] if page else sheets


def with_link(sheet: Sheet, setup: PageSetup, page: int) -> Sheet:
    """Return a sheet whose footer links to another page."""
    top = sheet.height - setup.margin
    link = Link(setup.left, top, sheet.width - setup.left, sheet.height - setup.margin * 0.4, page)
    return replace(sheet, parts=(*sheet.parts, Part("decoration", (link,))))


def puzzle_to_pictures(
    puzzle: Puzzle, form: str, options: PageOptions
) -> Iterator[tuple[str, bytes]]:
    """Yield the pages of a puzzle as SVG or PNG, each with an ending for its file name.

    The endings are "" for the first page, "-2" for the second, and "-key" for the answers, unless
    they alone are wanted.
    """
    language = puzzle.strings.language
    # SVG needs no fonts: without them, the widths of texts are estimated.
    fonts = fonts_for(options, language) if form == "png" or options.fonts else None
    setup, title = PageSetup.of(options, puzzle.strings, fonts), title_of(puzzle)
    if options.key_only:
        pages = key_sheets(puzzle, setup, title=title)
    else:
        pages = PuzzleLayout.of(puzzle, setup, title=title).draw()
    sheets = [(_end("", number), sheet) for number, sheet in enumerate(pages, 1)]
    if options.with_key and not options.key_only:
        keys = key_sheets(puzzle, setup, title=title)
        sheets += ((_end("-key", number), sheet) for number, sheet in enumerate(keys, 1))
    for name, sheet in sheets:
        sheet = bled(sheet, options)
        if form == "png":
            assert fonts is not None
            yield name, sheet_to_png(sheet, fonts, dpi=options.dpi, title=title)
        else:
            yield name, sheet_to_svg(sheet, title=title, language=language).encode()


def _end(name: str, number: int) -> str:
    return name if number == 1 else f"{name}-{number}"
