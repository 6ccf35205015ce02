"""Lines, checks and traces of the grids of a batch.

Knows jobs, rows and the searches of one grid; known by the work.
Rule: a question that a row cannot be asked becomes its error.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from ..._core import Halt
from ...errors import InputError, LexigridError
from ...grid import Grid
from ...lexicon import Lexicon
from ...search import Lines, TracePaths, find_lines, trace
from ..job import TASKS, Job
from ..rows import Column, Rows
from .boards import read_grid

#: Counts of traces are exact, and may not fit a column of 64 bits: then this stands for "or more".
MOST_COUNTED = 2**63 - 1

Answer = dict[str, Any]
Words = Lexicon | list[str]


def ask_rows(job: Job, lexicon: Lexicon | None, rows: Rows, halt: Halt) -> dict[str, Column]:
    """Ask the question of the job to each grid of a batch."""
    ask: Callable[[Job, Grid, Words, Halt], Answer] = {
        "lines": _lines_of,
        "check": _check_of,
        "trace": _traces_of,
    }[job.task]
    made: dict[str, list[Any]] = {name: [] for name in TASKS[job.task]}
    nothing: Answer = dict.fromkeys(made)
    for row in range(len(rows)):
        if halt.is_set():
            raise InterruptedError
        answer = nothing
        grid = read_grid(job, rows, row)
        if grid is not None:
            try:
                answer = ask(job, grid, _words_for(lexicon, rows, row), halt)
            except LexigridError as error:
                rows.errors[row] = str(error)
        for name, values in made.items():
            values.append(answer[name])
    return dict(made)


def _words_for(lexicon: Lexicon | None, rows: Rows, row: int) -> Words:
    if lexicon is not None:
        return lexicon
    words = rows.words[row] if rows.words is not None else None
    if not words:
        raise InputError("there are no words, expected some, such as oat;eat")
    return words


def _lines_of(job: Job, grid: Grid, words: Words, halt: Halt) -> Answer:
    found = find_lines(grid, words, threads=1, deadline=job.deadline)
    _check_complete(found.complete)
    occurrences = (
        [
            {
                "word": each.word,
                "start": list(each.start),
                "end": list(each.end),
                "direction": None if each.direction is None else str(each.direction),
            }
            for each in found
        ]
        if "occurrences" in job.keep
        else None
    )
    missing = _missing_of(found, halt) if "missing" in job.keep else None
    return {"count": found.count, "missing": missing, "occurrences": occurrences}


def _check_of(job: Job, grid: Grid, words: Words, halt: Halt) -> Answer:
    """Check a word-search puzzle: each listed word stands on exactly one line."""
    found = find_lines(grid, words, threads=1, deadline=job.deadline)
    _check_complete(found.complete)
    times = Counter(each.word for each in found)
    repeated = [word for word, count in times.items() if count > 1]
    missing = _missing_of(found, halt)
    return {"ok": not (missing or repeated), "missing": missing, "repeated": repeated}


def _missing_of(found: Lines, halt: Halt) -> list[str]:
    """List the words that do not occur; 100,000 of them take a third of a second."""
    listed: list[str] = []
    for word in found.iter_missing():
        if len(listed) % 1024 == 0 and halt.is_set():
            raise InterruptedError
        listed.append(word)
    return listed


def _traces_of(job: Job, grid: Grid, words: Words, halt: Halt) -> Answer:
    """Trace each word; the count is asked for only if it is kept."""
    listed: Iterable[str] = words
    mode: TracePaths = "count" if "count" in job.keep and "paths" not in job.keep else "one"
    if {"count", "paths"} <= set(job.keep):
        mode = "all"
    answers = []
    for word in listed:
        if halt.is_set():
            raise InterruptedError
        answers.append(trace(grid, word, paths=mode, limit=1, deadline=job.deadline))
    return {
        "words": [each.word for each in answers],
        "status": [each.status for each in answers],
        "count": [min(each.count, MOST_COUNTED) for each in answers],
        "paths": [[list(cell) for path in each.paths[:1] for cell in path] for each in answers],
    }


def _check_complete(complete: bool) -> None:
    if not complete:
        raise InputError("the time for this grid was up; give a longer --deadline")
