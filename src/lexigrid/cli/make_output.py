"""Where a puzzle goes: text, JSON, CSV, SVG, PNG, PDF, HTML; a file or standard output.

Knows the pages, imported when they are needed; known by the make commands.
Rule: the form is what was asked for or what the suffix says, never a third; nothing is overwritten
unasked.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from .._util.io import atomic_write
from ..errors import InputError
from ..puzzle import Puzzle
from .output import Output, find_output

if TYPE_CHECKING:
    from ..render.print.fonts import Fonts
    from ..render.print.puzzle_sheet import Style

FORMATS = ("text", "json", "csv", "svg", "png", "pdf", "html")
BOOK_FORMATS = ("text", "json", "pdf")
#: The formats that no terminal shows.
_BINARY = ("png", "pdf")
_SUFFIXES = {
    ".txt": "text",
    ".text": "text",
    ".json": "json",
    ".csv": "csv",
    ".svg": "svg",
    ".png": "png",
    ".pdf": "pdf",
    ".html": "html",
    ".htm": "html",
}
PAPERS = ("a4", "letter", "6x9", "8.5x11", "a5")


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a printed page looks like, and whether a file may be overwritten."""

    force: bool = False
    with_key: bool | None = None
    paper: str = "a4"
    large_print: bool = False
    fonts: tuple[str, ...] = ()


def format_of(answer: Output) -> str:
    """Tell the format: the one asked for, which must fit the suffix, or the suffix's."""
    suffix = Path(answer.output).suffix.lower() if answer.output else ""
    told = _SUFFIXES.get(suffix)
    if not answer.format:
        if suffix and told is None:
            raise InputError(
                f"no format for {suffix!r} files; give --format, one of {', '.join(FORMATS)}"
            )
        return told or "text"
    if told is not None and told != answer.format:
        raise InputError(
            f"--format {answer.format} contradicts the name {answer.output!r}, which says {told}"
        )
    return answer.format


def check_destination(answer: Output, sheet: Sheet, *, is_book: bool = False) -> None:
    """Refuse, before any work is done, a place that cannot be written to.

    Raises:
        InputError: it exists, or its folder cannot be written, or a terminal cannot show the form.
    """
    form = format_of(answer)
    if is_book and form not in BOOK_FORMATS:
        raise InputError(f"a book has no {form} form, expected {', '.join(BOOK_FORMATS)}")
    if answer.output is None:
        if form in _BINARY and (sys.stdout is None or sys.stdout.isatty()):
            raise InputError(f"a {form} file cannot be shown here; give --output FILE")
        return
    place = find_output(answer.output)
    if place is None:
        return
    if os.path.exists(place) and not sheet.force:
        raise InputError(f"{answer.output!r} exists; give --force to overwrite it", path=place)
    if not os.access(os.path.dirname(place), os.W_OK):
        raise InputError(f"cannot write {answer.output!r}: its folder cannot be written")


def send_puzzle(puzzle: Puzzle, answer: Output, sheet: Sheet) -> None:
    """Write one puzzle."""
    form = format_of(answer)
    if form == "text":
        from ..render.terminal.puzzle_text import render_puzzle

        answer.send_page(render_puzzle(puzzle, answer.page(), with_key=bool(sheet.with_key)))
    elif form == "json":
        import json

        answer.send_document([json.dumps(puzzle.to_json(), ensure_ascii=False) + "\n"])
    elif form == "csv":
        from ..render.terminal.puzzle_text import puzzle_to_csv

        answer.send_document(puzzle_to_csv(puzzle))
    else:
        send_bytes(drawn(puzzle, form, sheet), answer)


def drawn(puzzle: Puzzle, form: str, sheet: Sheet) -> bytes:
    """Draw one puzzle as SVG, PNG, PDF or HTML."""
    if form == "html":
        from ..render.html import puzzle_to_html

        return puzzle_to_html(puzzle, with_key=sheet.with_key is not False).encode()
    from ..render.print.fonts import Fonts
    from ..render.print.puzzle_sheet import key_sheet, puzzle_sheets

    fonts = Fonts(sheet.fonts)
    style = _style(sheet, fonts if form != "svg" else None)
    shown = puzzle.title or "Word search"
    if form in ("svg", "png"):
        from ..render.print.svg import sheet_to_svg, svg_to_png

        if sheet.with_key:
            page = key_sheet(puzzle, style, title=shown)
        else:
            page = puzzle_sheets(puzzle, style, title=shown)[0]
        if form == "svg":
            return sheet_to_svg(page, title=shown).encode()
        return svg_to_png(sheet_to_svg(page, title=shown, fonts=fonts), fonts)
    from ..render.print.pdf import sheets_to_pdf

    pages = puzzle_sheets(puzzle, style, title=shown)
    if sheet.with_key is not False:
        pages.append(key_sheet(puzzle, style, title=f"{shown}: answers"))
    return sheets_to_pdf(pages, fonts, title=shown)


def _style(sheet: Sheet, fonts: Fonts | None) -> Style:
    from ..render.print.puzzle_sheet import style_for
    from ..render.print.sheet import paper_size, rough_width

    measure = rough_width if fonts is None else fonts.width
    return style_for(paper_size(sheet.paper), large_print=sheet.large_print, measure=measure)


def send_book(puzzles: Sequence[Puzzle], answer: Output, sheet: Sheet, title: str) -> None:
    """Write a book."""
    form = format_of(answer)
    if form == "json":
        from ..puzzle.io import BOOK_FORMAT
        from ..render.documents import render_document

        head = {"format": BOOK_FORMAT, "version": 1, "title": title}
        members = (puzzle.to_json() for puzzle in puzzles)
        answer.send_document(render_document(head, "puzzles", members, {}))
    elif form == "text":
        from ..render.terminal.puzzle_text import render_puzzle

        answer.send_page(
            line
            for number, puzzle in enumerate(puzzles, 1)
            for line in (
                f"PUZZLE {number}",
                "",
                *render_puzzle(puzzle, answer.page(), with_key=bool(sheet.with_key)),
                "",
            )
        )
    else:
        from ..render.print.book import book_sheets
        from ..render.print.fonts import Fonts
        from ..render.print.pdf import sheets_to_pdf

        fonts = Fonts(sheet.fonts)
        pages = book_sheets(
            puzzles, _style(sheet, fonts), title=title, with_key=sheet.with_key is not False
        )
        send_bytes(sheets_to_pdf(pages, fonts, title=title or "Word search"), answer)


def send_bytes(data: bytes, answer: Output) -> None:
    """Write bytes to the file, whole or not at all, or to standard output."""
    if answer.output is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    place = find_output(answer.output)
    if place is None:
        with open(answer.output, "wb") as file:
            file.write(data)
        return
    with atomic_write(place) as file:
        file.write(data)
