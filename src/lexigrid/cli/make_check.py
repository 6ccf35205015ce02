"""`lexigrid make --check`: is this puzzle valid, and if not, why not?

Knows puzzles and their check; imported when it is called.
Rule: a valid puzzle is status 0, one that breaks its promise 1, what is no puzzle 2.
"""

from __future__ import annotations

from typing import Any

from .make_inputs import read_lines
from .output import Output
from .status import FOUND, MISSING


def check_file(
    choices: dict[str, Any], words: tuple[str, ...], files: tuple[str, ...], answer: Output
) -> int:
    """Check a puzzle file and tell what was found."""
    from ..errors import InputError
    from ..generate.sources import avoid_words
    from ..puzzle import Puzzle, check_puzzle

    if answer.format and answer.format not in ("text", "json"):
        raise InputError(f"a check has no {answer.format} form, expected text or json")
    listed = [*words, *(word for path in files for word in read_lines(path))]
    puzzle = Puzzle.read(choices["check_file"], words=listed or None)
    avoid = [word for path in choices["avoid"] for word in read_lines(path)]
    avoid += avoid_words() if choices["avoid_rude"] else ()
    report = check_puzzle(puzzle, allow_subwords=choices["allow_subwords"], avoid=avoid)
    if answer.format == "json":
        import json

        answer.send_document([json.dumps(report.to_json(), ensure_ascii=False) + "\n"])
    else:
        lines = [str(fault) for fault in report.faults]
        lines += [f"note: {note}" for note in report.notes]
        number = len(report.faults)
        verdict = "valid" if report.is_valid else f"not valid: {number} fault{'s'[: number > 1]}"
        answer.send_page([*lines, f"{verdict}, {report.words} words"])
    return FOUND if report.is_valid else MISSING
