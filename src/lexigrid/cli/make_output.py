"""The outputs of `lexigrid make`: text, JSON, CSV, SVG, PNG, PDF or HTML, to a file or a stream.

The format is that of --format or of the file's suffix; no file is overwritten without --force.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .._util.io import atomic_write
from ..errors import InputError
from ..puzzle import Puzzle
from ..render.print.sheet import PAPERS
from .complete import complete_file
from .options import csv_raw_option, gather_options, parse_output, value_parser
from .output import Output, find_output

if TYPE_CHECKING:
    from ..render.print.fonts import Fonts
    from ..render.print.puzzle_sheet import Style

FORMATS = ("text", "json", "csv", "svg", "png", "pdf", "html")
BOOK_FORMATS = ("text", "json", "pdf")
#: Formats that a terminal cannot show.
_BINARY = ("png", "pdf")
_SUFFIXES = {f".{name}": name for name in FORMATS} | {".txt": "text", ".htm": "html"}

_DEFAULT_TITLE = "Word search"


@dataclass(frozen=True, slots=True)
class PageOptions:
    """The appearance of printed pages, and whether a file may be overwritten."""

    force: bool = False
    with_key: bool | None = None
    paper: str = "a4"
    large_print: bool = False
    fonts: tuple[str, ...] = ()

    def style(self, fonts: Fonts | None) -> Style:
        """Return the sizes of the page; without fonts, widths of text are estimated."""
        from ..render.print.puzzle_sheet import style_for
        from ..render.print.sheet import estimate_width, paper_size

        measure = estimate_width if fonts is None else fonts.width
        return style_for(paper_size(self.paper), large_print=self.large_print, measure=measure)


def page_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of the output, which the command receives as `answer` and `page`."""
    output = gather_options(
        "answer",
        Output,
        [
            click.option(
                "--format",
                type=click.Choice(FORMATS),
                help="The format: that of the file's suffix unless given, else text.",
            ),
            click.option(
                "--output",
                metavar="FILE",
                shell_complete=complete_file,
                callback=value_parser(parse_output),
                help="Write to FILE, completely or not at all.",
            ),
            click.option("--quiet", is_flag=True, help="No messages on standard error but errors."),
            csv_raw_option,
        ],
    )
    page = gather_options(
        "page",
        PageOptions,
        [
            click.option("--force", is_flag=True, help="Overwrite an existing file."),
            click.option(
                "--key/--no-key",
                "with_key",
                default=None,
                help="With or without the answers; PDF and HTML have them unless --no-key.",
            ),
            click.option(
                "--paper",
                type=click.Choice(tuple(PAPERS)),
                default="a4",
                show_default=True,
                help="The size of the pages.",
            ),
            click.option("--large-print", is_flag=True, help="Large letters, one puzzle per page."),
            click.option(
                "--font",
                "fonts",
                metavar="FILE",
                multiple=True,
                help="A TrueType font to use before others.",
            ),
        ],
    )
    return output(page(command))


def choose_format(answer: Output) -> str:
    """Return the given format, which must fit the file's suffix, or that of the suffix."""
    suffix = Path(answer.output).suffix.lower() if answer.output else ""
    implied = _SUFFIXES.get(suffix)
    if not answer.format:
        if suffix and implied is None:
            raise InputError(
                f"no format for {suffix!r} files; give --format, one of {', '.join(FORMATS)}"
            )
        return implied or "text"
    if implied is not None and implied != answer.format:
        raise InputError(
            f"--format {answer.format} contradicts the file name {answer.output!r}, which means "
            f"{implied}"
        )
    return answer.format


def check_destination(answer: Output, page: PageOptions, *, is_book: bool = False) -> None:
    """Refuse an unusable destination before any work is done.

    Raises:
        InputError: the file exists, its folder cannot be written, or a terminal cannot show the
            format.
    """
    form = choose_format(answer)
    if is_book and form not in BOOK_FORMATS:
        raise InputError(f"a book has no {form} form, expected {', '.join(BOOK_FORMATS)}")
    if answer.output is None:
        if form in _BINARY and (sys.stdout is None or sys.stdout.isatty()):
            raise InputError(f"a terminal cannot show {form}; give --output FILE")
        return
    path = find_output(answer.output)
    if path is None:
        return
    if os.path.exists(path) and not page.force:
        raise InputError(f"{answer.output!r} exists; give --force to overwrite it", path=path)
    if not os.access(os.path.dirname(path), os.W_OK):
        raise InputError(f"cannot write {answer.output!r}: its folder cannot be written")


def send_puzzle(puzzle: Puzzle, answer: Output, page: PageOptions) -> None:
    """Write one puzzle."""
    form = choose_format(answer)
    if form == "text":
        from ..render.terminal.puzzle_text import render_puzzle

        answer.send_page(render_puzzle(puzzle, answer.page(), with_key=bool(page.with_key)))
    elif form == "json":
        import json

        answer.send_document([json.dumps(puzzle.to_json(), ensure_ascii=False) + "\n"])
    elif form == "csv":
        from ..puzzle.io import puzzle_to_csv

        answer.send_document(puzzle_to_csv(puzzle, raw=answer.csv_raw))
    elif form == "html":
        from ..render.html import puzzle_to_html

        _send_bytes(puzzle_to_html(puzzle, with_key=page.with_key is not False).encode(), answer)
    else:
        _send_bytes(_draw(puzzle, form, page), answer)


def _draw(puzzle: Puzzle, form: str, page: PageOptions) -> bytes:
    """Draw one puzzle as SVG, PNG or PDF."""
    from ..render.print.fonts import Fonts
    from ..render.print.puzzle_sheet import key_sheet, puzzle_sheets

    fonts = Fonts(page.fonts)
    style = page.style(None if form == "svg" else fonts)
    title = puzzle.title or _DEFAULT_TITLE
    if form == "pdf":
        from ..render.print.pdf import sheets_to_pdf

        sheets = puzzle_sheets(puzzle, style, title=title)
        if page.with_key is not False:
            sheets.append(key_sheet(puzzle, style, title=f"{title}: answers"))
        return sheets_to_pdf(sheets, fonts, title=title)
    from ..render.print.svg import sheet_to_svg, svg_to_png

    if page.with_key:
        sheet = key_sheet(puzzle, style, title=title)
    else:
        sheet = puzzle_sheets(puzzle, style, title=title)[0]
    if form == "svg":
        return sheet_to_svg(sheet, title=title).encode()
    return svg_to_png(sheet_to_svg(sheet, title=title, fonts=fonts), fonts)


def send_book(puzzles: Sequence[Puzzle], answer: Output, page: PageOptions, title: str) -> None:
    """Write a book."""
    form = choose_format(answer)
    if form == "json":
        from .._util.documents import render_document
        from ..puzzle.io import BOOK_FORMAT

        head = {"format": BOOK_FORMAT, "version": 1, "title": title}
        members = (puzzle.to_json() for puzzle in puzzles)
        answer.send_document(render_document(head, "puzzles", members, {}))
    elif form == "text":
        from ..render.terminal.puzzle_text import render_puzzle

        text_page, with_key = answer.page(), bool(page.with_key)
        answer.send_page(
            line
            for number, puzzle in enumerate(puzzles, 1)
            for line in (
                f"PUZZLE {number}",
                "",
                *render_puzzle(puzzle, text_page, with_key=with_key),
                "",
            )
        )
    else:
        from ..render.print.book import book_sheets
        from ..render.print.fonts import Fonts
        from ..render.print.pdf import sheets_to_pdf

        fonts = Fonts(page.fonts)
        with_key = page.with_key is not False
        sheets = book_sheets(puzzles, page.style(fonts), title=title, with_key=with_key)
        _send_bytes(sheets_to_pdf(sheets, fonts, title=title or _DEFAULT_TITLE), answer)


def _send_bytes(data: bytes, answer: Output) -> None:
    """Write bytes to the file, completely or not at all, or to standard output."""
    if answer.output is not None:
        with atomic_write(answer.output) as file:
            file.write(data)
        return
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()
