"""Words along paths of touching cells: each word once, with its first path in canonical order."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Any

from .. import _core
from .._util.validation import NO_LIMIT
from ..cpu import use_environment
from ..geometry import TopologyLike
from ..grid import as_grid
from ..lexicon import Lexicon
from ._arguments import (
    MAX_STORED_CELLS,
    ResolvedTopology,
    lexicon_for,
    resolve_words,
    tile_texts,
)
from .found_words import FoundWords
from .options import PathOptions, Paths, Sort, min_length_for, path_options
from .scoring import Scoring, points_table

_WORDS_AT_ONCE = 1_000
_SHOWN_AT_MOST = 20
#: What the core stores of each word.
STORE_COUNT, STORE_WORDS, STORE_FIRST_PATH, STORE_ALL_PATHS = range(4)
_STORE = {"none": STORE_WORDS, "one": STORE_FIRST_PATH, "all": STORE_ALL_PATHS}


def find_paths(
    grid: Any,
    lexicon: Lexicon | Iterable[str] | None = None,
    *,
    topology: TopologyLike | None = None,
    wrap: bool | None = None,
    reuse: bool = False,
    min_length: int | None = None,
    common: bool | int | None = None,
    scoring: Scoring = "classic",
    paths: Paths = "one",
    sort: Sort = "grid",
    count_only: bool = False,
    limit: int | None = None,
    deadline: float | None = None,
) -> FoundWords:
    """Find every word of the lexicon that a path of touching cells spells, no cell twice.

    The order is that in which the grid spells the words first, or `sort`: "alpha", "length"
    (longest first), "score" (best first).

    >>> from lexigrid import Grid
    >>> found = find_paths(Grid.parse("tea/ant/oat"), ["eat", "oat", "tan", "dog"])
    >>> [word.word for word in found], found.score, found.complete
    (['tan', 'eat', 'oat'], 3, True)
    >>> found[1].path
    (Cell(row=0, column=1), Cell(row=0, column=2), Cell(row=1, column=2))

    Args:
        grid: a `Grid`, text, rows or a 2-D array.
        lexicon: a `Lexicon` or words; None is the built-in one.
        topology: "king", "rook", "bishop", "hex", a `Topology`, or pairs of cells that touch;
            None takes it from the grid.
        wrap: cells touch across the edges; None takes it from the grid.
        reuse: a path may visit a cell again, though never twice in a row.
        min_length: letters that a word needs; None is 3 with the built-in lexicon, else 1.
        common: only common words: True for those that most readers know, or the highest band (see
            `Lexicon.band`); for a lexicon with bands, such as the built-in one.
        scoring: the name of a scheme, or points by number of letters (0 for those missing).
        paths: "one" (the first in canonical order), "all", or "none" for words and scores only.
        sort: the order of the words: "grid", "alpha", "length" or "score".
        count_only: `count` and `score` only, no words; with paths="all" also `path_count`. Of the
            first `limit` words, if that is given.
        limit: only the first `limit` words of that order.
        deadline: seconds after which the answer so far is returned, with `complete` False.

    Raises:
        AlphabetError: grid and lexicon were given two different alphabets.
        GridError: text, rows or an array that is not a grid.
        LexiconError: words that cannot be compiled, or none.
        InputError: an option value that cannot be used.
    """
    options = path_options(
        topology=topology,
        wrap=wrap,
        reuse=reuse,
        min_length=min_length,
        common=common,
        scoring=scoring,
        paths=paths,
        sort=sort,
        count_only=count_only,
        limit=limit,
        deadline=deadline,
    )
    return search_paths(grid, lexicon, options)


def search_paths(
    board: Any,
    words: Lexicon | Iterable[str] | None,
    options: PathOptions,
    *,
    max_cells: int = MAX_STORED_CELLS,
) -> FoundWords:
    """Find words as `find_paths` does, with options that are made already.

    At most `max_cells` cells of paths are stored; beyond, the answer ends with complete=False.
    """
    grid = as_grid(board)
    use_environment()
    given = resolve_words(words)
    min_length = min_length_for(given, options.min_length)
    if options.common is not None:
        given = (given if isinstance(given, Lexicon) else Lexicon(given)).common(options.common)
    lexicon = lexicon_for(grid, given)
    points = points_table(options.scoring, lexicon.max_length)
    topology = ResolvedTopology(options.topology_on(grid.topology), grid.rows, grid.columns)
    begin = time.monotonic()

    def search(
        lexicon: Lexicon, store: int, *, limit: int = NO_LIMIT, counts_paths: bool = False
    ) -> _core.PathResult:
        seconds = options.native_deadline
        if seconds > 0:
            seconds = max(0.0, seconds - (time.monotonic() - begin))
        return _core.find_paths(
            lexicon.core,
            tile_texts(grid, lexicon.alphabet),
            grid.codes,
            grid.rows,
            grid.columns,
            topology.kind,
            topology.wrap,
            topology.pairs,
            bool(options.reuse),
            min_length,
            store,
            counts_paths,
            limit,
            max_cells,
            points,
            seconds,
        )

    store = STORE_COUNT if options.count_only else _STORE[options.paths]
    every_path = options.paths == "all"
    if options.limit is None or (
        options.sort == "grid" and not (every_path and options.count_only)
    ):
        result = search(lexicon, store, limit=options.native_limit, counts_paths=every_path)
        return FoundWords(grid, grid.columns, lexicon, result, points, options.sort)
    # Which words are the first in another order is known when all are found.
    result = search(lexicon, min(max(store, STORE_WORDS), STORE_FIRST_PATH))
    found = FoundWords(grid, grid.columns, lexicon, result, points, options.sort, options.limit)
    if every_path:
        found = _with_every_path(found, lambda words: search(words, store, counts_paths=True))
    if options.count_only:
        found._order = ()
    return found


def _with_every_path(
    found: FoundWords, search: Callable[[Lexicon], _core.PathResult]
) -> FoundWords:
    """Search the paths of found words only, unless the deadline is over."""
    found._path_count = len(found)
    if not found or found.cut_by == "deadline":
        return found
    lexicon = found._lexicon
    if found.cut_by == "limit":
        lexicon = lexicon.restricted_to(found._result.words[place] for place in found._order)
    result = search(lexicon)
    every = FoundWords(found._grid, found._columns, lexicon, result, found._points, found._sort)
    every._cut_by = every._cut_by or found._cut_by
    return every
