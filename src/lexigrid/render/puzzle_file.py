"""A puzzle as the bytes of a file: text, JSON, CSV, SVG, PNG, PDF or HTML."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

from .._util.validation import check_choice
from ..errors import InputError
from ..puzzle import Puzzle
from .terminal.page import Page
from .terminal.text import count_noun

if TYPE_CHECKING:
    from .print.fonts import Fonts
    from .print.puzzle_sheet import Style

PuzzleFormat = Literal["text", "json", "csv", "svg", "png", "pdf", "html"]
FORMATS: tuple[PuzzleFormat, ...] = get_args(PuzzleFormat)
#: The format that the end of a file's name means.
SUFFIXES = {f".{name}": name for name in FORMATS} | {".txt": "text", ".htm": "html"}
#: The title of pages of a puzzle without a title.
DEFAULT_TITLE = "Word search"


@dataclass(frozen=True, slots=True)
class PageOptions:
    """The appearance of pages.

    With `with_key` None, PDF and HTML have the answers, other formats not.
    """

    with_key: bool | None = None
    paper: str = "a4"
    large_print: bool = False
    fonts: Sequence[str] = ()

    def style(self, fonts: Fonts | None) -> Style:
        """Return the sizes of the page; without fonts, widths of text are estimated."""
        from .print.puzzle_sheet import style_for
        from .print.sheet import PAPERS, estimate_width, paper_size

        check_choice(self.paper, "paper", PAPERS)
        measure = estimate_width if fonts is None else fonts.width
        return style_for(paper_size(self.paper), large_print=self.large_print, measure=measure)


def format_of(path: str) -> str:
    """Return the format that the name of a file means.

    >>> format_of("birds.pdf")
    'pdf'

    Raises:
        InputError: the name means none; the message lists the known ones.
    """
    suffix = Path(path).suffix.lower()
    if suffix not in SUFFIXES:
        found = f"no format for {suffix!r} files" if suffix else f"{path!r} has no suffix"
        raise InputError(f"{found}; expected one of {', '.join(SUFFIXES)}", path=path)
    return SUFFIXES[suffix]


def puzzle_to_text(puzzle: Puzzle, *, with_key: bool = False) -> str:
    """Return the grid, a blank line and the words; then the key, if wanted."""
    from .terminal.puzzle_text import render_puzzle

    return "\n".join(render_puzzle(puzzle, Page(), with_key=with_key))


def puzzle_to_bytes(
    puzzle: Puzzle, form: str, page: PageOptions, *, csv_raw: bool = False
) -> tuple[bytes, str]:
    """Return the contents of a file, and what to say about its pages, or ""."""
    if form == "text":
        return f"{puzzle_to_text(puzzle, with_key=bool(page.with_key))}\n".encode(), ""
    if form == "json":
        return f"{json.dumps(puzzle.to_json(), ensure_ascii=False)}\n".encode(), ""
    if form == "csv":
        from ..puzzle.io import puzzle_to_csv

        return "".join(puzzle_to_csv(puzzle, raw=csv_raw)).encode(), ""
    if form == "html":
        from .html import puzzle_to_html

        return puzzle_to_html(puzzle, with_key=page.with_key is not False).encode(), ""
    return _draw(puzzle, form, page)


def _draw(puzzle: Puzzle, form: str, page: PageOptions) -> tuple[bytes, str]:
    from .print.fonts import Fonts
    from .print.puzzle_sheet import key_sheet, puzzle_sheets

    fonts = Fonts(tuple(page.fonts))
    style = page.style(None if form == "svg" else fonts)
    title = puzzle.title or DEFAULT_TITLE
    if form == "pdf":
        from .print.pdf import sheets_to_pdf

        sheets = puzzle_sheets(puzzle, style, title=title)
        if page.with_key is not False:
            sheets.append(key_sheet(puzzle, style, title=f"{title}: answers"))
        pages = count_noun(len(sheets), "page")
        pages += "" if page.with_key is False else f", answers on page {len(sheets)}"
        return sheets_to_pdf(sheets, fonts, title=title), pages
    from .print.svg import sheet_to_svg, svg_to_png

    if page.with_key:
        sheet = key_sheet(puzzle, style, title=title)
    else:
        sheet = puzzle_sheets(puzzle, style, title=title)[0]
    if form == "svg":
        return sheet_to_svg(sheet, title=title).encode(), ""
    return svg_to_png(sheet_to_svg(sheet, title=title, fonts=fonts), fonts), ""
