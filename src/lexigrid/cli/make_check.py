"""`lexigrid make --check`: is this puzzle valid, and if not, why not?

Knows puzzles and their check; imported when it is called.
Rule: a valid puzzle is status 0, one that breaks its promise 1, what is no puzzle 2.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from .make_inputs import read_lines
from .output import Output
from .status import FOUND, MISSING

if TYPE_CHECKING:
    from ..puzzle import PuzzleReport


def check_file(
    choices: dict[str, Any], words: tuple[str, ...], files: tuple[str, ...], answer: Output
) -> int:
    """Check a puzzle file and tell what was found."""
    from ..errors import InputError
    from ..puzzle import check_puzzle
    from ..puzzle.generate.words import avoid_words
    from ..puzzle.io import read_puzzles

    if answer.format and answer.format not in ("text", "json"):
        raise InputError(f"a check has no {answer.format} form, expected text or json")
    listed = [*words, *(word for path in files for word in read_lines(path))]
    avoid = [word for path in choices["avoid"] for word in read_lines(path)]
    avoid += avoid_words() if choices["avoid_rude"] else ()
    reports = [
        check_puzzle(puzzle, allow_subwords=choices["allow_subwords"], avoid=avoid)
        for puzzle in read_puzzles(choices["check_file"], listed or None)
    ]
    if answer.format == "json":
        import json

        answer.send_document([json.dumps(_to_json(reports), ensure_ascii=False) + "\n"])
    else:
        answer.send_page(_lines(reports))
    return FOUND if all(report.is_valid for report in reports) else MISSING


def _to_json(reports: Sequence[PuzzleReport]) -> dict[str, object]:
    """Give the JSON form: of a book, one form with the reports of its puzzles in their order."""
    if len(reports) == 1:
        return reports[0].to_json()
    return {
        "format": "lexigrid/check",
        "version": 1,
        "valid": all(report.is_valid for report in reports),
        "words": sum(report.words for report in reports),
        "puzzles": [report.to_json() for report in reports],
    }


def _lines(reports: Sequence[PuzzleReport]) -> Iterator[str]:
    """Yield what was found, then the verdict."""
    from ..render.terminal.text import count_noun

    is_book = len(reports) > 1
    for number, report in enumerate(reports, 1):
        which = f"puzzle {number}: " if is_book else ""
        yield from (f"{which}{fault}" for fault in report.faults)
        yield from (f"{which}note: {note}" for note in report.notes)
    faults = sum(len(report.faults) for report in reports)
    told = [f"not valid: {count_noun(faults, 'fault')}" if faults else "valid"]
    told += [count_noun(len(reports), "puzzle")] if is_book else []
    told += [count_noun(sum(report.words for report in reports), "word")]
    yield ", ".join(told)
