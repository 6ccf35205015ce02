"""`lexigrid check`: is each word of a puzzle in its grid exactly once?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from .._util.plain_text import count_noun
from ..errors import InputError
from ..puzzle.generate.options import PuzzleOptions
from .help import Command
from .inputs import STANDARD_INPUT, check_word, chosen_column, is_file, recover_text, say_notes
from .options import add_options, derive_options, words_file_option
from .output import Output, output_options
from .puzzle_inputs import reading_puzzles
from .status import FOUND, MISSING
from .word_files import read_lines, read_word_lists

if TYPE_CHECKING:
    from .._util.report import Report
    from ..puzzle import Puzzle


@click.command("check", cls=Command)
@reading_puzzles
@click.argument("words", metavar="[WORD...]", nargs=-1)
@words_file_option
@add_options(derive_options(PuzzleOptions, "avoid", "allow_subwords"))
@output_options
def command(
    path: str,
    how: dict[str, Any],
    words: tuple[str, ...],
    words_file: str | None,
    avoid: tuple[str, ...],
    allow_subwords: bool,
    answer: Output,
) -> int:
    """Check a puzzle: is each word in the grid exactly once, and where the key says?

    PUZZLE is a file of any program, a book of puzzles in JSON, or a grid such as tea/ant/oat; '-'
    is standard input. WORDs replace those of the file. If the puzzle is not valid, the answer says
    why, and the exit status is 1.

    \b
      lexigrid check puzzle.json
      lexigrid check tea/ant/oat oat ant
    """
    from ..puzzle import check_puzzle

    if answer.format == "csv":
        raise InputError("a check cannot be written as csv, expected text or json")
    listed = [check_word(recover_text(word, "a word")) for word in words]
    listed += read_lines(words_file, column=chosen_column()) if words_file is not None else []
    avoided = read_word_lists(avoid)
    reports = [
        check_puzzle(puzzle, allow_subwords=allow_subwords, avoid=avoided)
        for puzzle in _read_puzzles(path, listed, how)
    ]
    if answer.format == "json":
        answer.send_json(_reports_to_dict(reports))
    else:
        answer.send_page(_format_reports(reports))
    return FOUND if all(report.is_valid for report in reports) else MISSING


def _read_puzzles(path: str, words: Sequence[str], how: dict[str, Any]) -> Sequence[Puzzle]:
    from ..grid import Grid
    from ..lexicon.packs.installed import paper_alphabet
    from ..puzzle.io import create_puzzle, read_puzzles

    if path != STANDARD_INPUT and "/" in path and words and not is_file(path):
        alphabet, language = how.get("alphabet"), how["language"]
        if alphabet is None and language is not None:
            alphabet = paper_alphabet(language)
        return [create_puzzle(Grid.parse(recover_text(path, "PUZZLE"), alphabet=alphabet), words)]
    puzzles = read_puzzles(path, words or None, **how)
    for puzzle in puzzles:
        say_notes(puzzle.grid.notes)
    return puzzles


def _reports_to_dict(reports: Sequence[Report]) -> dict[str, Any]:
    """Return the JSON form of one report, or of the reports of a book."""
    if len(reports) == 1:
        return reports[0].to_dict()
    return {
        "format": "lexigrid/check",
        "version": 1,
        "valid": all(report.is_valid for report in reports),
        "words": sum(report.words for report in reports),
        "puzzles": [report.to_dict() for report in reports],
    }


def _format_reports(reports: Sequence[Report]) -> Iterator[str]:
    """Yield the faults and notes, then the verdict."""
    is_book = len(reports) > 1
    for number, report in enumerate(reports, 1):
        prefix = f"puzzle {number}: " if is_book else ""
        yield from (f"{prefix}{fault}" for fault in report.faults)
        yield from (f"{prefix}note: {note}" for note in report.notes)
    faults = sum(len(report.faults) for report in reports)
    verdict = [f"not valid: {count_noun(faults, 'fault')}" if faults else "valid"]
    verdict += [count_noun(len(reports), "puzzle")] if is_book else []
    verdict += [count_noun(sum(report.words for report in reports), "word")]
    yield ", ".join(verdict)
