"""Write puzzles as text, JSON, CSV, SVG, PNG, PDF or HTML, to files or standard output.

--format or the file's suffix chooses the format; no file is replaced without --overwrite.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from .._util.io import atomic_write
from .._util.plain_text import join_words
from ..errors import InputError
from ..puzzle import Puzzle
from ..render.print.looks import STYLES
from ..render.print.options import (
    LIST_MARKS,
    MAX_DPI,
    MIN_DPI,
    ORIENTATIONS,
    SOLUTIONS,
    PageOptions,
)
from ..render.print.sheet import PAPERS
from ..render.puzzle_file import (
    FORMATS,
    PAGE_OPTION_FORMATS,
    PICTURES,
    SUFFIXES,
    puzzle_to_files,
)
from .complete import complete_file
from .options import (
    csv_raw_option,
    gather_options,
    number_option,
    overwrite_option,
    quiet_option,
    value_parser,
)
from .output import (
    Output,
    check_csv_raw,
    check_overwrite,
    check_suffix,
    find_output,
    parse_output,
)

BOOK_FORMATS = ("text", "json", "pdf")
#: Formats that a terminal cannot show.
_BINARY = ("png", "pdf")
#: Formats with pages to print.
_PRINTED = {"svg", "png", "pdf"}


@dataclass(frozen=True, slots=True)
class FileOptions:
    """The appearance of printed pages, and whether a file may be overwritten."""

    pages: PageOptions
    overwrite: bool = False

    @classmethod
    def of(cls, *, overwrite: bool, solutions: str | None, **page: Any) -> FileOptions:
        """Make the options from command-line values."""
        if page["mini_key"] and page["with_key"] is False:
            raise InputError(
                "--mini-key prints the answers, and --no-key leaves them out; give one of them"
            )
        if solutions is not None and page["with_key"] is False:
            raise InputError(
                "--solutions places the answers, and --no-key leaves them out; give one of them"
            )
        number = None if solutions is None else int(solutions)
        return cls(PageOptions.of(solutions=number, **page), overwrite)


def page_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the output options, which the command receives as `answers` and `page`."""
    output = gather_options(
        "answers",
        _make_outputs,
        [
            click.option(
                "--format",
                type=click.Choice(FORMATS),
                help="The format; default: that of the file's suffix, else text.",
            ),
            click.option(
                "--output",
                "outputs",
                metavar="FILE",
                multiple=True,
                shell_complete=complete_file,
                callback=value_parser(lambda paths: tuple(map(parse_output, dict.fromkeys(paths)))),
                help="Write to FILE, whole or not at all; repeatable.",
            ),
            quiet_option,
            csv_raw_option,
        ],
    )
    page = gather_options(
        "page",
        FileOptions.of,
        [
            overwrite_option,
            click.option(
                "--key/--no-key",
                "with_key",
                default=None,
                help="With or without the answers; PDF and HTML have them by default.",
            ),
            click.option(
                "--paper",
                type=click.Choice(tuple(PAPERS), case_sensitive=False),
                default="a4",
                show_default=True,
                help="The size of the pages.",
            ),
            click.option(
                "--orientation",
                type=click.Choice(ORIENTATIONS),
                default="auto",
                show_default=True,
                help="The page orientation; auto gives the larger letters.",
            ),
            click.option(
                "--style",
                type=click.Choice(STYLES),
                default="classic",
                show_default=True,
                help="The look of the pages.",
            ),
            click.option(
                "--large-print",
                is_flag=True,
                help="Letters of at least 20 points; refuses a grid too large for them.",
            ),
            click.option(
                "--list-marks",
                type=click.Choice(LIST_MARKS),
                default="none",
                show_default=True,
                help="Check boxes or numbers in the word list.",
            ),
            click.option("--name-line", is_flag=True, help="Lines for name and date at the top."),
            click.option(
                "--direction-line/--no-direction-line",
                default=True,
                show_default=True,
                help="Arrows that show the directions of the words.",
            ),
            click.option(
                "--solutions",
                type=click.Choice([str(number) for number in SOLUTIONS]),
                help="Solutions per page: 1 with a list of positions, 4 or 6 (1; 4 in books).",
            ),
            click.option(
                "--mini-key",
                is_flag=True,
                help="A small upside-down key at the foot of the page.",
            ),
            click.option(
                "--bleed",
                metavar="MM",
                type=str,
                default="0",
                help="Bleed with trim marks: 3mm, 0.125in.",
            ),
            click.option(
                "--gutter",
                metavar="MM",
                default="0",
                help="Extra inner margin of left and right pages in a bound book: 10mm.",
            ),
            number_option(
                "--dpi",
                "Dots per inch of PNG.",
                MAX_DPI,
                least=MIN_DPI,
                default="144",
                show_default=True,
            ),
            click.option(
                "--font",
                "fonts",
                metavar="FILE",
                multiple=True,
                help="A TrueType or OpenType font to try first; repeatable.",
            ),
        ],
    )
    return output(page(command))


def _make_outputs(*, outputs: tuple[str | None, ...], **others: Any) -> tuple[Output, ...]:
    return tuple(Output(output=output, **others) for output in outputs or (None,))


def choose_format(answer: Output) -> str:
    """Return the given format, which must match the file's suffix, or that of the suffix."""
    suffix = Path(answer.output).suffix.lower() if answer.output else ""
    implied = SUFFIXES.get(suffix)
    if not answer.format:
        if suffix and implied is None:
            raise InputError(
                f"no format for {suffix!r} files; end the name in one of {', '.join(SUFFIXES)}, "
                f"or give --format, one of {', '.join(FORMATS)}"
            )
        return implied or "text"
    if answer.output:
        check_suffix(answer.format, implied, answer.output)
    return answer.format


def check_destinations(
    answers: Sequence[Output], page: FileOptions, *, is_book: bool = False
) -> None:
    """Refuse unusable destinations before any work is done.

    Raises:
        InputError: a file exists or is named twice, its folder cannot be written, a terminal cannot
            show the format, a book has several destinations, or no format can leave out the key.
    """
    if is_book and len(answers) > 1:
        raise InputError(
            "--output is given several times, expected once for a book; for another format run "
            "the command again with the same --seed"
        )
    forms = {choose_format(answer) for answer in answers}
    check_csv_raw(answers, forms)
    _check_page_options(forms, page)
    paths: set[str] = set()
    for answer in answers:
        for name in _check_destination(answer, page, is_book):
            if (path := os.path.realpath(name)) in paths:
                raise InputError(
                    f"{name!r} would be written twice; give each --output its own name"
                )
            paths.add(path)


def _check_page_options(forms: set[str], page: FileOptions) -> None:
    """Refuse page options of the command line that no format uses."""
    if page.pages.with_key is False and forms <= {"json", "csv"}:
        raise InputError(
            "--no-key leaves out the answers of a page, but JSON and CSV always have them; choose "
            "another format, or leave out --no-key"
        )
    context = click.get_current_context()
    for option in context.command.params:
        users = PAGE_OPTION_FORMATS.get(option.name or "", FORMATS)
        is_given = context.get_parameter_source(option.name or "") is ParameterSource.COMMANDLINE
        if is_given and option.name != "with_key" and forms.isdisjoint(users):
            is_off = getattr(page.pages, option.name or "", None) is False
            names = option.secondary_opts if is_off else option.opts
            raise InputError(
                f"{names[0]} is for {list_formats(users, 'and')}, not for "
                f"{list_formats(sorted(forms), 'or')}; choose another format, or leave it out"
            )


def list_formats(names: Sequence[str], conjunction: str) -> str:
    """Return the names of formats as in a sentence.

    >>> list_formats(["text", "svg", "pdf"], "and")
    'text, SVG and PDF'
    """
    return join_words([name if name == "text" else name.upper() for name in names], conjunction)


def _check_destination(answer: Output, page: FileOptions, is_book: bool) -> list[str]:
    """Check a destination and return the names of its files."""
    form = choose_format(answer)
    if is_book and form not in BOOK_FORMATS:
        raise InputError(
            f"a book cannot be written as {form}, expected {join_words(BOOK_FORMATS, 'or')}"
        )
    if answer.output is None:
        if form in _BINARY and (sys.stdout is None or sys.stdout.isatty()):
            raise InputError(f"a terminal cannot show {form}; give --output FILE")
        return []
    path = find_output(answer.output)
    if path is None:
        return []
    name = answer.output
    names = [name]
    if form in PICTURES and page.pages.with_key and not is_book:
        names.append(_with_end(name, "-key"))
    check_overwrite(names, overwrite=page.overwrite)
    if not os.access(os.path.dirname(path), os.W_OK):
        raise InputError(f"cannot write {answer.output!r}: its folder cannot be written")
    return names


def send_puzzle(puzzle: Puzzle, answers: Sequence[Output], page: FileOptions) -> list[str]:
    """Write one puzzle to all destinations, after drawing all files.

    Return for each destination its number of pages and where the answers are, or "".
    """
    drawn = [
        puzzle_to_files(puzzle, choose_format(answer), page.pages, csv_raw=answer.csv_raw)
        for answer in answers
    ]
    if _PRINTED & set(map(choose_format, answers)):
        warn_of_tiny_letters([(puzzle, page.pages)], answers[0])
    for answer, (files, _) in zip(answers, drawn, strict=True):
        if answer.output is not None:  # further pages of pictures are known only now
            names = (_with_end(answer.output, end) for end in files if end)
            check_overwrite(names, overwrite=page.overwrite)
    return [
        _send_files(puzzle, answer, page, files) or pages
        for answer, (files, pages) in zip(answers, drawn, strict=True)
    ]


def _send_files(puzzle: Puzzle, answer: Output, page: FileOptions, files: dict[str, bytes]) -> str:
    """Write the files of one destination; return the names of further files."""
    if answer.output is None and choose_format(answer) == "text":
        from ..render.terminal.puzzle_text import render_puzzle

        answer.send_page(render_puzzle(puzzle, answer.page(), with_key=bool(page.pages.with_key)))
        return ""
    if answer.output is None:  # only one picture is written: that of the answers, if wanted
        send_bytes(files.get("-key", files[""]), answer)
        return ""
    for end, data in files.items():
        send_bytes(data, replace(answer, output=_with_end(answer.output, end)))
    others = ", ".join(_with_end(answer.output, end) for end in files if end)
    return f"and {others}" if others else ""


def _with_end(name: str, end: str) -> str:
    """Insert `end` into a file name before the suffix.

    >>> _with_end("birds.png", "-key")
    'birds-key.png'
    """
    stem, suffix = os.path.splitext(name)
    return f"{stem}{end}{suffix}"


def warn_of_tiny_letters(pages: Sequence[tuple[Puzzle, PageOptions]], answer: Output) -> None:
    """Print a note on the largest grid whose letters are too small to read."""
    from ..render.print.puzzle_page import describe_tiny_letters

    at = max(range(len(pages)), key=lambda at: len(pages[at][0].grid.codes))
    if note := describe_tiny_letters(*pages[at]):
        name = f"puzzle {at + 1}: " if len(pages) > 1 else ""
        answer.say(f"note: {name}{note}")


def send_bytes(data: bytes, answer: Output) -> None:
    """Write bytes to the file, whole or not at all, or to standard output."""
    if answer.output is not None:
        with atomic_write(answer.output) as file:
            file.write(data)
        return
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()
