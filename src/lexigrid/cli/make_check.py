"""`lexigrid make --check`: check a puzzle file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from .._util.plain_text import count_noun
from ..errors import InputError
from .make_inputs import WordSource, reading_options
from .make_output import choose_format
from .output import Output, check_csv_raw
from .status import FOUND, MISSING
from .word_files import read_lines, read_word_lists

if TYPE_CHECKING:
    from .._util.report import Report


def check_file(path: str, source: WordSource, choices: dict[str, Any], answer: Output) -> int:
    """Check a puzzle file: status 0 for a valid puzzle, 1 for an invalid one."""
    from ..puzzle import check_puzzle
    from ..puzzle.io import read_puzzles

    answer = replace(answer, format=choose_format(answer))
    if answer.format not in ("text", "json"):
        raise InputError(f"a check cannot be written as {answer.format}, expected text or json")
    check_csv_raw([answer], [answer.format])
    words = [*source.words, *(word for file in source.files for word in read_lines(file))]
    avoid = read_word_lists(choices["avoid"])
    reports = [
        check_puzzle(puzzle, allow_subwords=choices["allow_subwords"], avoid=avoid)
        for puzzle in read_puzzles(path, words or None, **reading_options(choices))
    ]
    if answer.format == "json":
        answer.send_json(_reports_to_dict(reports))
    else:
        answer.send_page(_format_reports(reports))
    return FOUND if all(report.is_valid for report in reports) else MISSING


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
