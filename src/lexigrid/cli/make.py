"""`lexigrid make`: a word-search puzzle of given or drawn words."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from .._util.plain_text import count_noun
from ..errors import InputError, PuzzleError
from ..puzzle.generate.options import PuzzleOptions
from .help import Command, option
from .options import given_options, number_option
from .output import Output
from .puzzle_inputs import WordSource, puzzle_options, read_puzzle_options, word_source
from .puzzle_output import (
    FileOptions,
    check_destinations,
    check_versions,
    confirm,
    page_options,
    report_unplaced,
    send_puzzle,
    send_versions,
)
from .status import FOUND, MISSING

if TYPE_CHECKING:
    from ..puzzle import Puzzle

#: The most versions of a class set.
_MAX_COPIES = 500


@click.command("make", cls=Command)
@word_source
@puzzle_options()
@option("--code", metavar="CODE", help="Make the puzzle of a share code.", group="Repeat")
@number_option("--copies", "Versions A, B, ... of the same words on other grids.", _MAX_COPIES)
@page_options
def command(
    source: WordSource,
    code: str | None,
    copies: int | None,
    answers: tuple[Output, ...],
    page: FileOptions,
    **choices: Any,
) -> int:
    """Make a word-search puzzle of the WORDs: each occurs in the grid exactly once.

    Each puzzle is checked by searching every direction for every word. A word that does not fit is
    reported with the reason, and the exit status is 1.

    \b
      lexigrid make oat rye barley wheat --size 8x8 --seed 1
      lexigrid make --theme birds --pool 20 --mask heart --format pdf --output birds.pdf
      lexigrid make --random 15 --length 5-8 --output random.html
      lexigrid make --theme birds --pool 12 --copies 25 --output class.pdf
    """
    if copies is None:
        check_destinations(answers, page)
    else:
        check_versions(answers, page, copies)
    try:
        options = _read_options(source, code, choices)
        if copies is not None:
            return _make_copies(options, copies, answers, page)
        puzzle = _make(options, answers)
    except PuzzleError as error:
        if not error.facts.get("unplaced") and "nearest" not in error.facts:
            raise
        report_unplaced(error)
        return MISSING
    is_terminal = sys.stderr is not None and sys.stderr.isatty()
    for answer, pages in zip(answers, send_puzzle(puzzle, answers, page), strict=True):
        # Without its random seed, the puzzle could not be made again.
        if answer.output or choices["seed"] is None or is_terminal:
            confirm(puzzle, answer, pages, options.seed)
    return FOUND


def _make_copies(
    options: PuzzleOptions, copies: int, answers: Sequence[Output], page: FileOptions
) -> int:
    """Make and write a class set."""
    from ..puzzle.generate.versions import make_versions

    versions = [*make_versions(options, copies)]
    for note in versions[0][1].notes:
        answers[0].say(f"note: {note}")
    for answer in answers:
        name = send_versions(versions, answer, page)
        seed = f", seed {options.seed}"
        answer.say(
            f"{name}: {count_noun(copies, 'version')} of {len(versions[0][1].words)} words{seed}"
        )
    return FOUND


def _read_options(source: WordSource, code: str | None, choices: dict[str, Any]) -> PuzzleOptions:
    if code is None:
        return read_puzzle_options(source, choices)
    if source.is_given:
        raise InputError("--code already holds the words; give words or --code, not both")
    for flag, name in given_options().items():
        if name in choices:
            raise InputError(f"--code names a finished puzzle; leave out {flag}")
    from ..puzzle.generate import parse_code

    return parse_code(code)


def _make(options: PuzzleOptions, answers: Sequence[Output]) -> Puzzle:
    from ..puzzle.generate import make_from_options

    puzzle = make_from_options(options)
    for note in puzzle.notes:
        answers[0].say(f"note: {note}")
    for word, reason in puzzle.missing:
        answers[0].say(f"left out: {word}: {reason}")
    return puzzle
