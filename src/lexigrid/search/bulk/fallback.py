"""Search grids of any kind on several threads, each as `find_paths` would."""

from __future__ import annotations

import math
import time
from array import array
from collections.abc import Iterable, Iterator
from itertools import islice, takewhile
from typing import Any, NamedTuple

from ... import _core
from ..._util.validation import NO_LIMIT, check_threads
from ...grid import Grid
from ...lexicon import Lexicon
from ..encode import MAX_STORED_CELLS, lexicon_for, native_tiles, native_topology
from ..options import BulkOptions, min_length_for, seconds_until
from ..scoring import points_table

#: Grids per thread and round: enough to keep threads busy, few enough to report errors soon.
_GRIDS_PER_THREAD = 32
#: The seconds after the end in which callers can still take what was found before it.
_GRACE = 0.02


class SearchedGrid(NamedTuple):
    """A grid, the lexicon and points of its search, and the result."""

    grid: Grid
    lexicon: Lexicon
    points: array[int]
    result: _core.PathResult


def search_grids(
    grids: Iterable[Grid],
    words: Lexicon | tuple[str, ...],
    options: BulkOptions,
    store: int,
    limit: int = NO_LIMIT,
    end: float = math.inf,
) -> Iterator[SearchedGrid | None]:
    """Search grids in order; yield None for those that were cut short at `end` (`time.monotonic`).

    After it, the iterator ends: the grids that are left are not read, and count as not reached.
    """
    threads = check_threads(options.threads)
    min_length = min_length_for(words, options.min_length)
    waiting = takewhile(lambda _: time.monotonic() < end, grids)
    tables: dict[int, array[int]] = {}
    while batch := list(islice(waiting, _GRIDS_PER_THREAD * threads)):
        adapted = [lexicon_for(grid, words) for grid in batch]
        for each in adapted:
            if each.max_length not in tables:
                tables[each.max_length] = points_table(options.scoring, each.max_length)
        points = [tables[each.max_length] for each in adapted]
        jobs = [_job(*each, options) for each in zip(batch, adapted, points, strict=True)]
        results = _core.search_grids(
            jobs, min_length, store, limit, MAX_STORED_CELLS, threads, seconds_until(end)
        )
        for found in map(SearchedGrid, batch, adapted, points, results):
            if time.monotonic() >= end + _GRACE:
                return
            yield None if found.result.finish == "deadline" else found


def _job(grid: Grid, lexicon: Lexicon, points: array[int], options: BulkOptions) -> tuple[Any, ...]:
    tiles = native_tiles(grid, lexicon.letter_codes, lexicon.alphabet)
    topology = native_topology(options.topology_on(grid.topology), grid.rows, grid.columns)
    return lexicon.core, tiles, grid.codes, *topology, points
