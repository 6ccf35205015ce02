"""The words of many boards as flat arrays; words are numbers until their texts are read."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Any, NamedTuple

from ... import _core
from ..._util.io import import_extra
from ..._util.plain_text import count_noun
from ..._util.sequences import LazySequence, LazyTuple
from ..._util.validation import NO_LIMIT, is_int
from ...cpu import use_environment
from ...geometry import TopologyLike
from ...lexicon import Lexicon
from ..encode import lexicon_for, resolve_words, text_of_word
from ..found_words import FoundWords, StoredPaths, reorder_runs, sort_words
from ..options import BulkOptions, BulkPathsMode, BulkSort, bulk_options, seconds_until
from ..paths import STORE_FIRST_PATH, STORE_WORDS
from ..scoring import Scoring, points_table
from .fallback import SearchedGrid, search_grids
from .pack import Shape, pack, read_grids
from .solver import byte_letters, solver_for

if TYPE_CHECKING:
    import numpy as np

    Numbers = np.ndarray[Any, Any]

#: The sort orders, as the core numbers them.
_SORTS = ("grid", "tiles", "alpha", "length", "score")
#: The ways a search ends, as the core numbers them.
_FINISHES = ("complete", "limited", "deadline", "overflow", "interrupted")


class BulkArrays(NamedTuple):
    """The words of many boards as flat arrays.

    The words of board i are `first[i]` to `first[i + 1]`, the cells of word w are
    `cells[cell_at[w]:cell_at[w + 1]]`.
    """

    words: Numbers
    """The numbers of the words, for `BulkPaths.word_at`."""
    scores: Numbers
    """The points of each board."""
    first: Numbers
    """Where the words of each board start, then where the last board's end."""
    cell_at: Numbers | None
    """Where the cells of each word start, then where the last word's end; None without paths."""
    cells: Numbers | None
    """The cells, each row * columns + column of its board; None without paths."""


class BulkPaths(LazySequence[FoundWords]):
    """The words of many boards: a sequence of the words of each, and flat arrays in `to_numpy`.

    The words of board i are `words[first[i]:first[i + 1]]`. With paths="one", the path of word w is
    `cells[cell_at[w]:cell_at[w + 1]]`.
    """

    __slots__ = (
        "_cell_at",
        "_columns",
        "_finishes",
        "_first_numbers",
        "_lexicons",
        "_points",
        "_readings",
        "_words",
        "cells",
        "first",
        "scores",
    )

    scores: Numbers
    """The points of each board."""
    first: Numbers
    """Where the words of each board start in `words`, then where the last board's end."""
    cells: Numbers | None
    """The cells of the paths, each row * columns + column of its board; None without paths."""
    _noun = "board"

    def __init__(
        self,
        lexicons: tuple[Lexicon, ...],
        readings: tuple[int, ...] | None,
        points: array[int],
        columns: int | tuple[int, ...],
        scores: Numbers,
        first: Numbers,
        words: Numbers,
        cell_at: Numbers | None,
        cells: Numbers | None,
        finishes: Numbers,
    ) -> None:
        self._lexicons = lexicons
        self._readings = readings  # the place of each board's lexicon; None if there is only one
        self._first_numbers = tuple(accumulate(map(len, lexicons[:-1]), initial=0))
        self._points = points
        self._columns = columns
        self._cell_at = cell_at  # or numbers of tiles (uint8), summed when read
        self.scores = scores
        self.first = first
        self._words = words
        self.cells = cells
        self._finishes = finishes

    @property
    def complete(self) -> bool:
        """Are these all the words of every board? If not, see `complete` of each board."""
        return not self._finishes.any()

    @property
    def words(self) -> Sequence[str]:
        """The text of each word, board after board; each is made when read."""
        return LazyTuple(len(self._words), lambda place: self.word_at(self._words[place]))

    @property
    def count(self) -> int:  # type: ignore[override]  # as in other results
        """The number of words of all boards."""
        return len(self._words)

    @property
    def score(self) -> int:
        """The points of all boards."""
        return int(self.scores.sum())

    @property
    def counts(self) -> Numbers:
        """The number of words of each board."""
        import numpy as np

        return np.diff(self.first)

    @property
    def cell_at(self) -> Numbers | None:
        """Where the cells of each word start in `cells`, then where the last word's end."""
        import numpy as np

        if self._cell_at is not None and self._cell_at.dtype == np.uint8:
            ends = np.zeros(len(self._cell_at) + 1, np.int64)
            np.cumsum(self._cell_at, out=ends[1:])
            self._cell_at = ends
        return self._cell_at

    def word_at(self, number: int) -> str:
        """Return the word for a number in `to_numpy().words`."""
        reading = 0
        if len(self._first_numbers) > 1 and is_int(number):
            reading = max(0, bisect_right(self._first_numbers, number) - 1)
            number = number - self._first_numbers[reading]
        return text_of_word(self._lexicons[reading], number)

    def __len__(self) -> int:
        return len(self.scores)

    def __repr__(self) -> str:
        return (
            f"<BulkPaths: {count_noun(len(self), 'board')}, {count_noun(len(self._words), 'word')}>"
        )

    def to_numpy(self) -> BulkArrays:
        """Return the words of all boards as flat arrays; see `BulkArrays`."""
        return BulkArrays(self._words, self.scores, self.first, self.cell_at, self.cells)

    def to_arrow(self) -> Any:
        """Return a pyarrow Table with a row per board: score, words and, with paths, the cells.

        Words are a dictionary column: each text is stored once.

        Raises:
            InputError: pyarrow is not installed (`pip install lexigrid[arrow]`).
        """
        pa = import_extra("pyarrow", "arrow", "to_arrow")
        import numpy as np

        distinct, places = np.unique(self._words, return_inverse=True)
        texts = pa.array([self.word_at(word) for word in distinct], pa.string())
        words = pa.DictionaryArray.from_arrays(pa.array(places.astype(np.int32)), texts)
        columns = {
            "score": pa.array(self.scores),
            "words": pa.LargeListArray.from_arrays(pa.array(self.first), words),
        }
        if self.cells is not None:
            paths = pa.LargeListArray.from_arrays(pa.array(self.cell_at), pa.array(self.cells))
            columns["paths"] = pa.LargeListArray.from_arrays(pa.array(self.first), paths)
        return pa.table(columns)

    def _item(self, index: int) -> FoundWords:
        columns = self._columns if isinstance(self._columns, int) else self._columns[index]
        reading = 0 if self._readings is None else self._readings[index]
        begin, end = int(self.first[index]), int(self.first[index + 1])
        words = self._words[begin:end] - self._first_numbers[reading]
        path_of: Sequence[int] = ()
        cell_of: Sequence[int] = ()
        cells: Sequence[int] = ()
        if self.cells is not None and self.cell_at is not None:
            ends = self.cell_at[begin : end + 1]
            path_of = range(end - begin + 1)
            cell_of = (ends - ends[0]).data
            cells = self.cells[ends[0] : ends[-1]].data
        finish, score = _FINISHES[self._finishes[index]], int(self.scores[index])
        result = StoredPaths(words.data, path_of, cell_of, cells, finish, score, end - begin)
        return FoundWords(None, columns, self._lexicons[reading], result, self._points)


def find_paths_many(
    grids: Any,
    lexicon: Lexicon | Iterable[str] | None = None,
    *,
    size: Shape | None = None,
    qu: bool = False,
    min_length: int | None = None,
    scoring: Scoring = "classic",
    topology: TopologyLike | None = None,
    wrap: bool | None = None,
    paths: BulkPathsMode = "one",
    sort: BulkSort = "grid",
    limit: int | None = None,
    deadline: float | None = None,
    threads: int | None = None,
) -> BulkPaths:
    """Find the words of many boards: for each, in order, what `find_paths` finds.

    Boards take any form that `score_grids` takes. The words of a board come in the order in which
    it first spells them, unless `sort` is "alpha", "length" or "score", as in `find_paths`, or
    "tiles" (by number of tiles, then as the board spells them), the fastest.

    >>> found = find_paths_many(["teaantoat", "catsatpat"], ["eat", "oat", "sat"], size=(3, 3))
    >>> [[word.word for word in board] for board in found], found.scores.tolist()
    ([['eat', 'oat'], ['sat']], [2, 1])
    >>> found.words[:], found.first.tolist(), found.to_numpy().words.tolist()
    (('eat', 'oat', 'sat'), [0, 2, 3], [0, 1, 2])

    Args:
        lexicon: a `Lexicon` or words; None means the built-in one.
        size: the rows and columns into which bare strings are folded; without it, bare strings are
            squares.
        qu: every tile Q spells QU; a Grid with a tile Q is refused.
        min_length: the fewest letters of a word; None means 3 with the built-in lexicon, else 1.
        scoring: the name of a scheme, or points by number of letters (0 for those missing).
        topology: which cells touch, as for `find_paths`; None uses that of a Grid.
        wrap: cells touch across the edges; None uses the setting of a Grid.
        paths: "one" (the first in canonical order), or "none" for words and scores only.
        limit: only the first `limit` words of each board.
        deadline: seconds for all boards; boards not reached have no words and `complete` False.
        threads: the most threads to use; None uses one per core.

    Raises:
        GridError: a board is not a grid, or does not fit the size.
        InputError: an option has an invalid value.
    """
    options = bulk_options(
        size=size,
        qu=qu,
        min_length=min_length,
        scoring=scoring,
        topology=topology,
        wrap=wrap,
        paths=paths,
        sort=sort,
        limit=limit,
        deadline=deadline,
        threads=threads,
    )
    return search_boards(grids, lexicon, options)


def search_boards(
    boards: Any, lexicon: Lexicon | Iterable[str] | None, options: BulkOptions
) -> BulkPaths:
    """Find the words of boards as `find_paths_many` does, given its options as an object."""
    use_environment()
    words = resolve_words(lexicon)
    base = lexicon_for(None, words)
    end = options.end()
    listed, packed = pack(boards, options.size, byte_letters(base, qu=options.qu).special)
    if packed is not None:
        data, shape = packed
        solver = solver_for(base, shape, options)
        if solver.serves:
            result = solver.list(
                data,
                options.paths == "one",
                _SORTS.index(options.sort),
                options.native_limit,
                options.threads or 0,
                seconds_until(end),
            )
            return _wrap(base, shape[1], result, options)
    # Paths give the number of tiles. In any order but the grid's, words are sorted before the cut.
    needs_paths = options.paths == "one" or options.sort == "tiles"
    searched = search_grids(
        read_grids(listed, options),
        words,
        options,
        STORE_FIRST_PATH if needs_paths else STORE_WORDS,
        options.native_limit if options.sort == "grid" else NO_LIMIT,
        end,
    )
    return _join(base, searched, len(listed), options)


def _wrap(lexicon: Lexicon, columns: int, result: Any, options: BulkOptions) -> BulkPaths:
    """Return the answer over the arrays of the core, without a copy."""
    import numpy as np

    with_paths = options.paths == "one"
    return BulkPaths(
        (lexicon,),
        None,
        points_table(options.scoring, lexicon.max_length),
        columns,
        np.asarray(result.scores).view(np.int64),
        np.asarray(result.first).view(np.int64),
        np.asarray(result.words),
        np.asarray(result.tiles) if with_paths else None,
        np.asarray(result.cells) if with_paths else None,
        np.asarray(result.finishes),
    )


def _join(
    base: Lexicon, searched: Iterable[SearchedGrid | None], boards: int, options: BulkOptions
) -> BulkPaths:
    """Join the answers of boards that were searched as grids; those at the end may be missing."""
    import numpy as np

    words = array("I")
    cells = array("B")
    cell_at = array("q", [0])
    with_paths = options.paths == "one"
    # Boards that the deadline leaves out, or cuts short, have no words.
    first = np.zeros(boards + 1, np.int64)
    scores = np.zeros(boards, np.int64)
    finishes = np.full(boards, _FINISHES.index("deadline"), np.uint8)
    columns = [1] * boards
    readings = [0] * boards
    # Grids read words differently. By the id of a lexicon: its place, first word number, itself.
    lexicons = {id(base): (0, 0, base)}
    word_count = len(base)
    for board, each in enumerate(searched):
        _core.check_stop()
        if each is None:
            continue
        grid, adapted, points, result = each
        if id(adapted) not in lexicons:
            lexicons[id(adapted)] = (len(lexicons), word_count, adapted)
            word_count += len(adapted)
        readings[board], first_number, _ = lexicons[id(adapted)]
        columns[board] = grid.columns
        found, at = np.asarray(result.words), np.asarray(result.cell_of, np.int64)
        finish, score = result.finish, result.score
        if options.sort == "grid":
            order = np.arange(len(found))
        elif options.sort == "tiles":
            order = np.argsort(np.diff(at), kind="stable")
        else:
            order = np.array(sort_words(adapted, result.words, points, options.sort), np.int64)
        if options.native_limit < len(order):
            order, finish = order[: options.limit], "limited"
            length = adapted.core.length
            score = sum(points[length(number)] for number in found[order].tolist())
        finishes[board] = _FINISHES.index(finish)
        scores[board] = score
        words.frombytes(np.add(found[order], first_number, dtype=np.uint32).tobytes())
        first[board + 1] = len(order)
        if with_paths:
            places, starts = reorder_runs(at, order)
            more = np.asarray(result.cells)[places]
            if cells.typecode == "B" and more.max(initial=0) > 255:
                cells = array("I", cells)
            cells.frombytes(more.astype(cells.typecode).tobytes())
            cell_at.frombytes((starts[1:] + cell_at[-1]).tobytes())
    known = tuple(lexicon for _, _, lexicon in lexicons.values())
    return BulkPaths(
        known,
        tuple(readings),
        points_table(options.scoring, max(lexicon.max_length for lexicon in known)),
        tuple(columns),
        scores,
        first.cumsum(),
        np.asarray(words),
        np.asarray(cell_at) if with_paths else None,
        np.asarray(cells) if with_paths else None,
        finishes,
    )
