"""Bounds, lines, checks and traces of a batch; if a search fails, its row gets the error."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from ...errors import LexigridError
from ...grid import Grid
from ...lexicon import Lexicon
from ...search.bulk.bounds import bound_pattern
from ...search.bulk.options import bulk_options
from ...search.line_options import line_options
from ...search.lines import Lines, search_lines
from ...search.trace import TracePaths, trace_options, trace_word
from ..job import TASKS, Job
from ..progress import PartWatch
from ..readers.records import parse_words
from ..rows import Column, Rows
from .grids import check_complete, parse_grid

#: Exact counts of traces may exceed 64 bits; this value means "this many or more".
MAX_COUNT = 2**63 - 1

Answer = dict[str, Any]
Words = Lexicon | list[str]


def search_rows(
    job: Job, lexicon: Lexicon | None, rows: Rows, watch: PartWatch
) -> dict[str, Column]:
    """Run the task of the job on each grid of a batch."""
    search: Callable[[Job, Grid, Words, PartWatch], Answer] = {
        "bound": _bound_boards,
        "lines": _find_lines,
        "check": _check_puzzle,
        "trace": _trace_words,
    }[job.task]
    columns: dict[str, list[Any]] = {name: [] for name in TASKS[job.task]}
    no_answer: Answer = dict.fromkeys(columns)
    for row in range(len(rows)):
        watch.advance(row, len(rows), rows.share)
        answer = no_answer
        words = _words_of_row(rows, row) if lexicon is None else lexicon
        grid = parse_grid(job, rows, row)
        if grid is not None:
            try:
                answer = search(job, grid, words, watch)
            except LexigridError as error:
                rows.errors[row] = str(error)
        for name, values in columns.items():
            values.append(answer[name])
    return dict(columns)


def _words_of_row(rows: Rows, row: int) -> list[str]:
    """Parse the words of a row; if they are unusable, note the error of the row."""
    if row in rows.errors:
        return []
    words, error = parse_words(rows.words[row] if rows.words is not None else None)
    if error is not None:
        rows.errors[row] = error
    return words


def _bound_boards(job: Job, grid: Grid, words: Words, watch: PartWatch) -> Answer:
    options = bulk_options(
        qu=job.qu,
        min_length=job.min_length,
        scoring=job.points,
        topology=job.topology,
        wrap=job.wrap,
    )
    found = bound_pattern(grid, words, options, job.at_least)
    boards = [board.format(one_line=True) for board in found.boards]
    return {"bound": found.bound, "boards": boards}


def _find_lines(job: Job, grid: Grid, words: Words, watch: PartWatch) -> Answer:
    found = _find_all_lines(job, grid, words)
    occurrences = missing = None
    if "occurrences" in job.keep:
        occurrences = [
            {
                "word": each.word,
                "start": list(each.start),
                "end": list(each.end),
                "direction": None if each.direction is None else str(each.direction),
            }
            for each in found
        ]
    if "missing" in job.keep:
        missing = _list_missing(found, watch)
    return {"count": found.count, "missing": missing, "occurrences": occurrences}


def _check_puzzle(job: Job, grid: Grid, words: Words, watch: PartWatch) -> Answer:
    """Check a word-search puzzle: each listed word occurs exactly once."""
    found = _find_all_lines(job, grid, words)
    counts = Counter(each.word for each in found)
    repeated = [word for word, count in counts.items() if count > 1]
    missing = _list_missing(found, watch)
    return {"ok": not (missing or repeated), "missing": missing, "repeated": repeated}


def _find_all_lines(job: Job, grid: Grid, words: Words) -> Lines:
    found = search_lines(grid, words, line_options(threads=1, deadline=job.deadline))
    check_complete(found)
    return found


def _list_missing(found: Lines, watch: PartWatch) -> list[str]:
    """List the words that do not occur; 100,000 of them take a third of a second to list."""
    missing: list[str] = []
    for word in found.iter_missing():
        if len(missing) % 1024 == 0:
            watch.check()
        missing.append(word)
    return missing


def _trace_words(job: Job, grid: Grid, words: Words, watch: PartWatch) -> Answer:
    """Trace each word; paths are counted only if the count is kept."""
    paths: TracePaths = "one"
    if "count" in job.keep:
        paths = "all" if "paths" in job.keep else "count"
    options = trace_options(paths=paths, limit=1, deadline=job.deadline)
    traces = []
    for word in words:
        watch.check()
        traces.append(trace_word(grid, word, options))
    return {
        "words": [each.word for each in traces],
        "status": [each.status for each in traces],
        "count": [min(each.count, MAX_COUNT) for each in traces],
        "paths": [[list(cell) for path in each.paths[:1] for cell in path] for each in traces],
    }
