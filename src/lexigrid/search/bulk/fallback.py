"""Grids of any kind searched together, each as `find_paths` would search it.

Knows the shared query, scoring, lexicons and the native core; known by the searches over boards.
Rule: grids are read one by one and searched by the handful, on several threads; order is kept.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple

from ... import _core
from ...grid import Grid
from ...lexicon import Lexicon
from .. import _arguments as query
from ..scoring import points_table

#: Grids that a thread gets at a time: enough to keep it busy, few enough to hear of an error soon.
SHARE = 32


class Searched(NamedTuple):
    """What a search found on one grid, and in whose letters and points."""

    grid: Grid
    lexicon: Lexicon
    points: array[int]
    result: _core.PathResult


def search_each(
    grids: Iterable[Grid],
    lexicon: Lexicon,
    *,
    min_length: int,
    scoring: str | Mapping[int, int],
    wanted: int,
    limit: int = query.NO_LIMIT,
    threads: int | None = None,
    deadline: float = -1.0,
) -> Iterator[Searched]:
    """Search grids in their order; `deadline` is for all of them, negative for none."""
    wide = query.thread_count(threads)
    waiting = iter(grids)
    left = deadline
    tables: dict[int, array[int]] = {}
    while some := list(islice(waiting, SHARE * wide)):
        read = [query.reading(grid, lexicon) for grid in some]
        for each in read:
            if each.max_length not in tables:
                tables[each.max_length] = points_table(scoring, each.max_length)
        jobs = [
            _job(grid, each, tables[each.max_length]) for grid, each in zip(some, read, strict=True)
        ]
        results, seconds = _core.search_grids(
            jobs, min_length, wanted, limit, query.MAX_STORED_CELLS, wide, left
        )
        if deadline >= 0:
            left = max(0.0, left - seconds)
        for grid, each, result in zip(some, read, results, strict=True):
            yield Searched(grid, each, tables[each.max_length], result)


def _job(grid: Grid, lexicon: Lexicon, points: array[int]) -> tuple[Any, ...]:
    footing = query.footing_of(grid, None, None)
    return (
        lexicon._native,
        query.native_tiles(grid, lexicon._code_of, lexicon.alphabet),
        grid.codes,
        grid.rows,
        grid.columns,
        footing.kind,
        footing.wrap,
        footing.pairs,
        points,
    )
