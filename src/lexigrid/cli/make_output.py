"""The outputs of `lexigrid make`: text, JSON, CSV, SVG, PNG, PDF or HTML, to a file or a stream.

The format is that of --format or of the file's suffix; no file is overwritten without --force.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from .._util.io import atomic_write
from ..errors import InputError
from ..puzzle import Puzzle
from ..render.print.sheet import PAPERS
from ..render.puzzle_file import DEFAULT_TITLE, FORMATS, SUFFIXES, PageOptions, puzzle_to_bytes
from ..render.terminal.text import count_noun
from .complete import complete_file
from .options import csv_raw_option, gather_options, parse_output, value_parser
from .output import Output, find_output

BOOK_FORMATS = ("text", "json", "pdf")
#: Formats that a terminal cannot show.
_BINARY = ("png", "pdf")


@dataclass(frozen=True, slots=True)
class FileOptions(PageOptions):
    """The appearance of printed pages, and whether a file may be overwritten."""

    force: bool = False


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
        FileOptions,
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
    implied = SUFFIXES.get(suffix)
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


def check_destination(answer: Output, page: FileOptions, *, is_book: bool = False) -> None:
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


def send_puzzle(puzzle: Puzzle, answer: Output, page: FileOptions) -> str:
    """Write one puzzle; return how many pages it has and where the answers are, or ""."""
    form = choose_format(answer)
    if form == "text" and answer.output is None:
        from ..render.terminal.puzzle_text import render_puzzle

        answer.send_page(render_puzzle(puzzle, answer.page(), with_key=bool(page.with_key)))
        return ""
    data, pages = puzzle_to_bytes(puzzle, form, page, csv_raw=answer.csv_raw)
    _send_bytes(data, answer)
    return pages


def send_book(puzzles: Sequence[Puzzle], answer: Output, page: FileOptions, title: str) -> str:
    """Write a book; return how many pages it has, or ""."""
    form = choose_format(answer)
    answer = replace(answer, confirms=False)
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
        _send_bytes(sheets_to_pdf(sheets, fonts, title=title or DEFAULT_TITLE), answer)
        return count_noun(len(sheets), "page")
    return ""


def _send_bytes(data: bytes, answer: Output) -> None:
    """Write bytes to the file, completely or not at all, or to standard output."""
    if answer.output is not None:
        with atomic_write(answer.output) as file:
            file.write(data)
        return
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()
