"""`lexigrid make`: a word-search puzzle of given or drawn words."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from ..errors import InputError, PuzzleError
from ..puzzle.generate.options import PuzzleOptions
from .help import Command, option
from .options import given_options
from .output import Output
from .puzzle_inputs import WordSource, puzzle_options, read_puzzle_options, word_source
from .puzzle_output import (
    FileOptions,
    check_destinations,
    confirm,
    page_options,
    report_unplaced,
    send_puzzle,
)
from .status import FOUND, MISSING

if TYPE_CHECKING:
    from ..puzzle import Puzzle


@click.command("make", cls=Command)
@word_source
@puzzle_options()
@option("--code", metavar="CODE", help="Make the puzzle of a share code.", group="Repeat")
@page_options
def command(
    source: WordSource,
    code: str | None,
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
    """
    check_destinations(answers, page)
    try:
        options = _read_options(source, code, choices)
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
