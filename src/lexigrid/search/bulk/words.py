"""The words of many boards in one call, as flat arrays.

Knows the shared query, the packing, the solvers, the path search and the native core; known by
everything above.
Rule: words are numbers until someone asks for a word; boards keep their order.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, overload

from ...errors import InputError
from ...lexicon import Lexicon
from .. import _arguments as query
from ..paths import FoundWords
from ..scoring import points_table
from .fallback import Searched, search_each
from .pack import Shape, grids_of, pack
from .solver import least_length, solver_of

if TYPE_CHECKING:
    import numpy as np

    Numbers = np.ndarray[Any, Any]

PATHS = ("none", "one")
SORTS = ("grid", "tiles", "alpha", "length", "score")
#: What the core calls the ends of a search.
FINISHES = ("complete", "limited", "deadline", "overflow", "interrupted")


class BulkPaths(Sequence[FoundWords]):
    """The words of many boards: a sequence with the words of each, and flat arrays for programs.

    `scores` and `counts` have an element a board. The words of board i are
    `words[first[i]:first[i + 1]]`: numbers, for which `word_at` gives the text. With paths="one"
    word w was spelled by `cells[cell_at[w]:cell_at[w + 1]]`, each row * columns + column of its
    board. `complete` says whether a limit or the deadline cut any of them; of which board, its own
    `complete` and `cut_by` say.
    """

    __slots__ = (
        "_cell_at",
        "_columns",
        "_finishes",
        "_lexicon",
        "_points",
        "cells",
        "first",
        "scores",
        "words",
    )

    def __init__(
        self,
        lexicon: Lexicon,
        points: array[int],
        columns: int | tuple[int, ...],
        scores: Numbers,
        first: Numbers,
        words: Numbers,
        tiles: Numbers | None,
        cells: Numbers | None,
        finishes: Numbers,
    ) -> None:
        self._lexicon = lexicon
        self._points = points
        self._columns = columns
        self._cell_at: Numbers | None = tiles  # numbers of tiles until their sums are asked for
        self.scores = scores
        self.first = first
        self.words = words
        self.cells = cells
        self._finishes = finishes

    @property
    def complete(self) -> bool:
        """Is this all there is, of every board?"""
        return not self._finishes.any()

    @property
    def counts(self) -> Numbers:
        """Number of words of each board."""
        import numpy as np

        return np.diff(self.first)

    @property
    def cell_at(self) -> Numbers | None:
        """Where the cells of each word begin and, last, where all end; None without paths."""
        import numpy as np

        if self._cell_at is not None and self._cell_at.dtype == np.uint8:
            ends = np.zeros(len(self._cell_at) + 1, np.int64)
            np.cumsum(self._cell_at, out=ends[1:])
            self._cell_at = ends
        return self._cell_at

    def word_at(self, number: int) -> str:
        """Give the text of a number in `words`."""
        return self._lexicon._text(int(number))

    def __len__(self) -> int:
        return len(self.scores)

    @overload
    def __getitem__(self, index: int) -> FoundWords: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[FoundWords, ...]: ...
    def __getitem__(self, index: int | slice) -> FoundWords | tuple[FoundWords, ...]:
        if isinstance(index, slice):
            return tuple(self._dressed(i) for i in range(*index.indices(len(self))))
        place = index + len(self) if index < 0 else index
        if not 0 <= place < len(self):
            raise IndexError(f"no board {index}, there are {len(self)}")
        return self._dressed(place)

    def __iter__(self) -> Iterator[FoundWords]:
        return map(self._dressed, range(len(self)))

    def __repr__(self) -> str:
        return f"<BulkPaths: {len(self):,} boards, {len(self.words):,} words>"

    def to_arrow(self) -> Any:
        """Give a pyarrow Table, a board a row: score, words (text) and, with paths, their cells.

        Words are a dictionary column: each text is stored once.

        Raises:
            InputError: pyarrow is not installed (`pip install lexigrid[arrow]`).
        """
        try:
            import pyarrow as pa
        except ImportError as error:
            raise InputError(
                "pyarrow is not installed, which tables need; pip install 'lexigrid[arrow]'"
            ) from error
        import numpy as np

        distinct, places = np.unique(self.words, return_inverse=True)
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

    def _dressed(self, board: int) -> FoundWords:
        columns = self._columns if isinstance(self._columns, int) else self._columns[board]
        piece = _Piece(self, board)
        return FoundWords(columns, self._lexicon, piece, self._points, "grid", None)


class _Piece:
    """The words of one board, as the core gives those of one grid."""

    __slots__ = ("cell_of", "cells", "finish", "path_of", "score", "word_count", "words")

    paths_counted = False
    path_count = 0

    def __init__(self, many: BulkPaths, board: int) -> None:
        begin, end = int(many.first[board]), int(many.first[board + 1])
        self.words: Sequence[int] = many.words[begin:end].data
        self.score = int(many.scores[board])
        self.finish = FINISHES[many._finishes[board]]
        self.word_count = end - begin
        self.path_of: Sequence[int] = ()
        self.cell_of: Sequence[int] = ()
        self.cells: Sequence[int] = ()
        if many.cells is not None and many.cell_at is not None:
            self.path_of = range(end - begin + 1)
            self.cell_of = many.cell_at[begin : end + 1].data
            self.cells = many.cells.data


def find_paths_many(
    grids: Any,
    lexicon: Lexicon | Iterable[str],
    *,
    size: Shape | None = None,
    qu: bool = False,
    min_length: int | None = None,
    scoring: str | Mapping[int, int] = "classic",
    topology: Any = "king",
    wrap: bool = False,
    paths: str = "one",
    sort: str = "grid",
    limit: int | None = None,
    deadline: float | None = None,
    threads: int | None = None,
) -> BulkPaths:
    """Find the words of many boards: for each, in the order of the boards, what `find_paths` finds.

    Boards come as for `score_grids`. Words stand as their grid spells them first, or as `sort`
    says: "alpha", "length", "score" as in `find_paths`, or "tiles", by number of tiles and then as
    the grid spells them, which is how the kernels meet them: the fastest. Boards are searched on
    all cores unless `threads` says otherwise, and without a Python object for a word.

    >>> found = find_paths_many(["teaantoat", "catsatpat"], ["eat", "oat", "sat"], size=(3, 3))
    >>> [[word.word for word in board] for board in found], found.scores.tolist()
    ([['eat', 'oat'], ['sat']], [2, 1])
    >>> found.words.tolist(), found.first.tolist(), found.word_at(1)
    ([0, 1, 2], [0, 2, 3], 'oat')

    Args:
        paths: "one" (the first in canonical order), or "none" for words and scores only.
        limit: at most so many words of each board, the first in the order asked for.
        deadline: seconds for all boards; those it leaves out have no words, `complete` False.

    Raises:
        GridError: a board that is no grid, or does not fit the size.
        InputError: an option value that cannot be used.
    """
    query.prepare()
    query.choice(paths, "paths", PATHS)
    query.choice(sort, "sort", SORTS)
    if threads is not None:
        query.thread_count(threads)
    most = query.limit_number(limit)
    seconds = query.deadline_seconds(deadline)
    words = lexicon if isinstance(lexicon, Lexicon) else Lexicon(lexicon)
    points = points_table(scoring, words.max_length)
    listed, packed = pack(grids, size)
    with_paths = paths == "one"
    if packed is not None:
        data, shape = packed
        solver = solver_of(words, shape, qu, min_length, scoring, topology, wrap)
        if solver.serves:
            made = solver.list(data, with_paths, SORTS.index(sort), most, threads or 0, seconds)
            return _flat(words, points, shape[1], made, with_paths)
    # The number of tiles is that of a path; of other orders the limit cuts what is sorted.
    wanted = 2 if with_paths or sort == "tiles" else 1
    searched = search_each(
        grids_of(listed, size, qu, topology, wrap),
        words,
        min_length=least_length(words, min_length),
        scoring=scoring,
        wanted=wanted,
        limit=most if sort == "grid" else query.NO_LIMIT,
        threads=threads,
        deadline=seconds,
    )
    return _gathered(words, points, searched, with_paths, sort, most)


def _flat(
    lexicon: Lexicon, points: array[int], columns: int, made: Any, with_paths: bool
) -> BulkPaths:
    """Wrap what the core has made, without a copy."""
    import numpy as np

    return BulkPaths(
        lexicon,
        points,
        columns,
        np.asarray(made.scores).view(np.int64),
        np.asarray(made.first).view(np.int64),
        np.asarray(made.words),
        np.asarray(made.tiles) if with_paths else None,
        np.asarray(made.cells) if with_paths else None,
        np.asarray(made.finishes),
    )


def _gathered(
    lexicon: Lexicon,
    points: array[int],
    searched: Iterable[Searched],
    with_paths: bool,
    sort: str,
    limit: int,
) -> BulkPaths:
    """Join the answers of boards that were searched as grids."""
    import numpy as np

    words: list[int] = []
    ends: list[int] = [0]
    cells: list[int] = []
    first: list[int] = [0]
    columns: list[int] = []
    scores: list[int] = []
    finishes: list[int] = []
    for each in searched:
        result = each.result
        columns.append(each.grid.columns)
        # An answer that the deadline cut counts as not reached, as on other boards.
        is_reached = result.finish != "deadline"
        order: Sequence[int] = range(len(result.words) if is_reached else 0)
        at = result.cell_of
        if sort == "tiles":
            order = sorted(order, key=lambda place: at[place + 1] - at[place])
        elif sort != "grid" and is_reached:
            order = FoundWords(1, each.lexicon, result, each.points, sort, None)._order
        finish, score = FINISHES.index(result.finish), result.score if is_reached else 0
        if is_reached and limit < len(order):
            order, finish = order[:limit], FINISHES.index("limited")
            length = each.lexicon._native.length
            score = sum(each.points[length(result.words[place])] for place in order)
        finishes.append(finish)
        scores.append(score)
        words += [result.words[place] for place in order]
        if with_paths:
            for place in order:
                cells += result.cells[at[place] : at[place + 1]]
                ends.append(len(cells))
        first.append(len(words))
    most = max(cells, default=0)
    return BulkPaths(
        lexicon,
        points,
        tuple(columns),
        np.array(scores, np.int64),
        np.array(first, np.int64),
        np.array(words, np.uint32),
        np.array(ends, np.int64) if with_paths else None,
        np.array(cells, np.uint8 if most < 256 else np.uint32) if with_paths else None,
        np.array(finishes, np.uint8),
    )
