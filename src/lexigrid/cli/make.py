"""`lexigrid make`: a word-search puzzle of given or drawn words."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from .._util.plain_text import count_noun
from ..errors import InputError, PuzzleError
from ..puzzle.generate.edit import EditOptions, edit_puzzle
from ..puzzle.generate.options import PuzzleOptions
from .help import Command, option
from .options import add_options, derive_options, given_options, number_option, read_options
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
@option(
    "--edit",
    metavar="FILE",
    completes="file",
    help="Change a puzzle of a file, and keep everything else.",
    group="Edit",
)
@add_options(derive_options(EditOptions))
@number_option("--copies", "Versions A, B, ... of the same words on other grids.", _MAX_COPIES)
@page_options
def command(
    source: WordSource,
    code: str | None,
    edit: str | None,
    copies: int | None,
    answers: tuple[Output, ...],
    page: FileOptions,
    **choices: Any,
) -> int:
    """Make a word-search puzzle of the WORDs: each occurs in the grid exactly once.

    Each puzzle is checked by searching every direction for every word. A word that does not fit is
    reported with the reason, and the exit status is 1.

    With --edit, a finished puzzle is changed: words are moved, or letters of the fillers banned.

    \b
      lexigrid make oat rye barley wheat --size 8x8 --seed 1
      lexigrid make --theme birds --pool 20 --mask heart --format pdf --output birds.pdf
      lexigrid make --random 15 --length 5-8 --output random.html
      lexigrid make --theme birds --pool 12 --copies 25 --output class.pdf
      lexigrid make --edit birds.json --move owl --ban J --output birds-2.json
    """
    if copies is None:
        check_destinations(answers, page)
    else:
        check_versions(answers, page, copies)
    try:
        if edit is not None or read_options(EditOptions, choices):
            puzzle = _edit(edit, source, choices, answers)
            seed = puzzle.seed
        else:
            options = _read_options(source, code, choices)
            if copies is not None:
                return _make_copies(options, copies, answers, page)
            puzzle = _make(options, answers)
            seed = options.seed
    except PuzzleError as error:
        report_unplaced(error)
        return MISSING
    is_terminal = sys.stderr is not None and sys.stderr.isatty()
    for answer, pages in zip(answers, send_puzzle(puzzle, answers, page), strict=True):
        # Without its random seed, the puzzle could not be made again.
        if answer.output or choices["seed"] is None or is_terminal:
            confirm(puzzle, answer, pages, seed)
    return FOUND


def _edit(
    path: str | None, source: WordSource, choices: dict[str, Any], answers: Sequence[Output]
) -> Puzzle:
    """Change the puzzle of a file."""
    if path is None:
        raise InputError("--move, --pin and --ban change a finished puzzle; give --edit FILE too")
    if source.is_given:
        raise InputError("--edit keeps the words of the puzzle; leave out the others")
    changes = read_options(EditOptions, choices)
    for flag, name in given_options().items():
        if name in {**choices, "code": "", "copies": 0} and name not in {*changes, "seed"}:
            other = "; `lexigrid render` gives it another" if name == "title" else ""
            raise InputError(f"--edit keeps everything else of the puzzle; leave out {flag}{other}")
    from ..puzzle import Puzzle
    from ..puzzle.io import with_places

    old = with_places(Puzzle.read(path))
    puzzle = edit_puzzle(old, EditOptions(**changes, seed=choices["seed"]))
    for before, after in zip(old.key, puzzle.key, strict=True):
        if before != after:
            places = (str(each).removeprefix(each.word) for each in (before, after))
            answers[0].say(f"{before.word}:{' ->'.join(places)} (counted from 0, as in --pin)")
    for note in puzzle.notes:
        answers[0].say(f"note: {note}")
    return puzzle


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
        answer.say(
            f"{f'{name}: ' if name else ''}{count_noun(copies, 'version')} of "
            f"{len(versions[0][1].words)} words, seed {options.seed}"
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
    from ..puzzle.generate.share_code import parse_code

    return parse_code(code)


def _make(options: PuzzleOptions, answers: Sequence[Output]) -> Puzzle:
    from ..puzzle.generate.make import make_from_options

    puzzle = make_from_options(options)
    for note in puzzle.notes:
        answers[0].say(f"note: {note}")
    for word, reason in puzzle.missing:
        answers[0].say(f"left out: {word}: {reason}")
    return puzzle
