"""Write puzzles as text, JSON, CSV, SVG, PNG, PDF or HTML, to files or standard output.

--format or the file's suffix chooses the format; no file is replaced without --overwrite.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Any

import click

from .._util.options import options_of
from .._util.plain_text import count_noun, join_words
from ..errors import InputError, PuzzleError
from ..puzzle import Puzzle
from ..render.print.options import PageOptions
from ..render.puzzle_file import (
    FORMATS,
    PICTURES,
    SUFFIXES,
    check_page_options,
    puzzle_to_files,
)
from .help import Parsed, option
from .messages import print_error
from .options import (
    add_options,
    csv_raw_option,
    derive_options,
    gather_options,
    given_options,
    overwrite_option,
    quiet_option,
    read_options,
)
from .output import Output, check_csv_raw, check_overwrite, check_suffix, find_output, parse_output

BOOK_FORMATS = ("text", "json", "pdf")
#: Formats that a terminal cannot show.
_BINARY = ("png", "pdf", "docx", "scorm")
#: The most words that do not fit to name.
_MOST_UNPLACED = 20
#: Formats with pages to print.
_PRINTED = {"svg", "png", "pdf"}


@dataclass(frozen=True, slots=True)
class FileOptions:
    """The appearance of printed pages, and whether a file may be overwritten."""

    pages: PageOptions
    overwrite: bool = False

    @classmethod
    def of(cls, *, overwrite: bool, **page: Any) -> FileOptions:
        """Make the options from command-line values."""
        values, given = read_options(PageOptions, page), {*given_options().values()}
        named = {name: value for name, value in values.items() if name in given}
        return cls(PageOptions.of(**named), overwrite)


def page_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the page and output options, which the command receives as `page` and `answers`."""
    pages = add_options(derive_options(PageOptions), "Pages")
    outputs = [
        option(
            "--format",
            type=click.Choice(FORMATS),
            help="The format; default: that of the file's suffix, else text.",
        ),
        option(
            "--output",
            "outputs",
            metavar="FILE",
            multiple=True,
            completes="file",
            type=Parsed(parse_output),
            callback=lambda _context, _param, paths: (*dict.fromkeys(paths),),
            help="Write to FILE, whole or not at all; repeatable.",
        ),
        quiet_option,
        csv_raw_option,
    ]
    add_outputs = gather_options("answers", _make_outputs, outputs)
    return gather_options("page", FileOptions.of, [pages, overwrite_option])(add_outputs(command))


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
    check_overwrite([each.output for each in answers], overwrite=page.overwrite)
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
    given = {
        name: flag.replace("--", "--no-") if getattr(page.pages, name) is False else flag
        for flag, name in given_options().items()
        if name in options_of(PageOptions)
    }
    check_page_options(given, forms, page.pages)


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
    if form in PICTURES and page.pages.with_key and not (is_book or page.pages.key_only):
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
    say_words_without([(puzzle, page.pages)], answers[0])
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


def check_versions(answers: Sequence[Output], page: FileOptions, copies: int) -> None:
    """Check the files of a class set before it is made."""
    from ..puzzle.generate.versions import name_versions

    for answer in answers:
        is_one = choose_format(answer) == "pdf"
        if answer.output is None and not is_one:
            raise InputError(
                "--copies needs --output FILE, whose name gets the letter of each copy"
            )
        if answer.output is None:
            check_destinations([answer], page)
            continue
        check_destinations([answer], replace(page, overwrite=True))
        names = [_with_end(answer.output, f"-{name}") for name in name_versions(copies)]
        check_overwrite([answer.output] if is_one else names, overwrite=page.overwrite)


def send_versions(versions: Sequence[tuple[str, Puzzle]], answer: Output, page: FileOptions) -> str:
    """Write a class set, as one PDF or as a file for each version; return the names."""
    output = answer.output or ""
    form = choose_format(answer)
    if form == "pdf":
        from ..render.print.documents import versions_to_pdf

        send_bytes(versions_to_pdf(versions, page.pages), answer)
        return output
    drawn = [
        (f"-{name}{end}", data)
        for name, puzzle in versions
        for end, data in puzzle_to_files(puzzle, form, page.pages, csv_raw=answer.csv_raw)[
            0
        ].items()
    ]
    for end, data in drawn:
        send_bytes(data, answer._replace(output=_with_end(output, end)))
    return f"{_with_end(output, drawn[0][0])} to {_with_end(output, drawn[-1][0])}"


def _send_files(puzzle: Puzzle, answer: Output, page: FileOptions, files: dict[str, bytes]) -> str:
    """Write the files of one destination; return the names of further files."""
    if answer.output is None and choose_format(answer) == "text":
        from ..render.terminal.puzzle_text import render_puzzle

        shown = page.pages
        text = render_puzzle(
            puzzle, answer.page(), with_key=bool(shown.with_key), list_as=shown.list_as
        )
        answer.send_page(text)
        return ""
    if answer.output is None:  # only one picture is written: that of the answers, if wanted
        send_bytes(files.get("-key", files[""]), answer)
        return ""
    for end, data in files.items():
        send_bytes(data, answer._replace(output=_with_end(answer.output, end)))
    others = ", ".join(_with_end(answer.output, end) for end in files if end)
    return f"and {others}" if others else ""


def _with_end(name: str, end: str) -> str:
    """Insert `end` into a file name before the suffix.

    >>> _with_end("birds.png", "-key")
    'birds-key.png'
    """
    stem, suffix = os.path.splitext(name)
    return f"{stem}{end}{suffix}"


def say_words_without(pages: Sequence[tuple[Puzzle, PageOptions]], answer: Output) -> None:
    """Print a note on words that are listed themselves, because they have no clue."""
    from ..render.listing import words_without

    lists = (words_without(puzzle, options.list_as) for puzzle, options in pages)
    if words := [*dict.fromkeys(chain.from_iterable(lists))]:
        more = ", ..." if len(words) > _MOST_UNPLACED else ""
        answer.say(
            f"note: listed as they are, because there is nothing else to show: "
            f"{', '.join(words[:_MOST_UNPLACED])}{more}"
        )


def warn_of_tiny_letters(pages: Sequence[tuple[Puzzle, PageOptions]], answer: Output) -> None:
    """Print a note on the largest grid whose letters are too small to read."""
    from ..render.print.puzzle_page import describe_tiny_letters

    at = max(range(len(pages)), key=lambda at: len(pages[at][0].grid.codes))
    if note := describe_tiny_letters(*pages[at]):
        name = f"puzzle {at + 1}: " if len(pages) > 1 else ""
        answer.say(f"note: {name}{note}")


def send_bytes(data: bytes, answer: Output) -> None:
    """Write bytes, which the command confirms."""
    answer._replace(confirms=False).send_bytes([data])


def confirm(puzzle: Puzzle, answer: Output, pages: str, seed: int | None) -> None:
    """Say what was written: words, size, pages, seed and difficulty."""
    facts = [f"{count_noun(len(puzzle.words), 'word')} on {puzzle.grid.rows}x{puzzle.grid.columns}"]
    facts += [pages] if pages else []
    facts += [] if seed is None else [f"seed {seed}"]
    name = f"{answer.output}: " if answer.output else ""
    if puzzle.kind == "lines":
        facts.append(f"difficulty {puzzle.difficulty.score:.0f} of 100")
    answer.say(f"{name}{', '.join(facts)}")


def report_unplaced(error: PuzzleError) -> None:
    """Report each word that does not fit and what helps, or a message that does not fit.

    Raises:
        PuzzleError: the error is about something else.
    """
    unplaced = error.facts.get("unplaced")
    if not unplaced:
        if "nearest" not in error.facts:
            raise error
        print_error(str(error))
        return
    chapter = error.facts.get("chapter")  # of the file that describes a book
    place = f"{chapter}: " if chapter else ""
    for word, reason in unplaced[:_MOST_UNPLACED]:
        print_error(f"{place}not placed: {word}: {reason}")
    if (more := len(unplaced) - _MOST_UNPLACED) > 0:
        print_error(f"{place}not placed: {count_noun(more, 'more word')}")
    if "wanted" in error.facts:
        print_error(f"{place}only {error.placed} of {count_noun(error.wanted, 'word')} fit")
    is_inside = ["is inside " in reason or " backwards" in reason for _, reason in unplaced]
    remedies = [] if all(is_inside) else ["--grow", "a larger --size"]
    remedies += ["--allow-subwords"] if any(is_inside) else []
    remedies += ["a smaller --pool" if "wanted" in error.facts else "--pool N", "--allow-missing"]
    if chapter:
        keys = join_words([*map(_write_key, remedies)], "or")
        print_error(f"no book was made; in the file, give {chapter} {keys}")
    else:
        print_error(f"no puzzle was made; give {join_words(remedies, 'or')}")


def _write_key(option: str) -> str:
    """Write an option as in the file of a book: --pool N is pool = N, and --grow is grow = true."""
    if not option.startswith("--"):
        return option.replace("--", "")
    name, _, value = option[2:].replace("-", "_").partition(" ")
    return f"{name} = {value or 'true'}"
