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
from .encode import (
    MAX_STORED_CELLS,
    lexicon_for,
    native_topology,
    resolve_words,
    tile_texts,
)
from .found_words import FoundWords, StoredPaths
from .options import PathOptions, Paths, Sort, min_length_for, path_options
from .scoring import Scoring, points_table

#: What the core stores for each word.
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

    Words come in the order in which the grid first spells them, unless `sort` is "alpha", "length"
    (longest first) or "score" (best first).

    >>> from lexigrid import Grid
    >>> found = find_paths(Grid.parse("tea/ant/oat"), ["eat", "oat", "tan", "dog"])
    >>> [word.word for word in found], found.score, found.complete
    (['tan', 'eat', 'oat'], 3, True)
    >>> found[1].path
    (Cell(row=0, column=1), Cell(row=0, column=2), Cell(row=1, column=2))

    Args:
        grid: a `Grid`, text, rows or a 2-D array.
        lexicon: a `Lexicon` or words; None means the built-in one.
        topology: "king", "rook", "bishop", "hex", a `Topology`, or pairs of cells that touch;
            None uses the grid's.
        wrap: cells touch across the edges; None uses the grid's setting.
        reuse: a path may visit a cell again, though never twice in a row.
        min_length: the fewest letters of a word; None means 3 with the built-in lexicon, else 1.
        common: only common words: True for those most readers know, or the highest band (see
            `Lexicon.band`). The lexicon must have bands, as the built-in one does.
        scoring: the name of a scheme, or points by number of letters (0 for those missing).
        paths: "one" (the first in canonical order), "all", or "none" for words and scores only.
        sort: the order of the words: "grid", "alpha", "length" or "score"; words of equal length
            or score are in alphabetical order.
        count_only: only `count` and `score` (and with paths="all" `path_count`), no words; with
            `limit`, they cover the first `limit` words.
        limit: only the first `limit` words in that order.
        deadline: seconds after which the answer so far is returned, with `complete` False.

    Raises:
        AlphabetError: grid and lexicon were given two different alphabets.
        GridError: text, rows or an array that is not a grid.
        LexiconError: words that cannot be compiled, or no words.
        InputError: an option has an invalid value.
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
    """Find words as `find_paths` does, given its options as an object.

    An answer whose paths have more than `max_cells` cells ends with complete=False.
    """
    grid = as_grid(board)
    use_environment()
    given = resolve_words(words)
    min_length = min_length_for(given, options.min_length)
    if options.common is not None:
        given = (given if isinstance(given, Lexicon) else Lexicon(given)).common(options.common)
    lexicon = lexicon_for(grid, given)
    points = points_table(options.scoring, lexicon.max_length)
    topology = native_topology(options.topology_on(grid.topology), grid.rows, grid.columns)
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
            *topology,
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
    # In another order, the first words are known only when all have been found.
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
    """Search for all paths of the found words only, unless the deadline has passed."""
    found._path_count = len(found)
    if not found or found.cut_by == "deadline":
        return found
    lexicon = found._lexicon
    result: Any
    if found.cut_by == "limit":
        # Both lexicons number words by length, then alphabetically.
        numbers = sorted(found._result.words[place] for place in found._order)
        result = search(lexicon.restricted_to(numbers))
        stored = {name: getattr(result, name) for name in StoredPaths._fields}
        result = StoredPaths(**stored | {"words": [numbers[word] for word in result.words]})
    else:
        result = search(lexicon)
    every = FoundWords(found._grid, found._columns, lexicon, result, found._points, found._sort)
    every._cut_by = every._cut_by or found._cut_by
    return every
