"""The words of many boards in one call, as flat arrays.

Knows the shared query, the packing, the solvers, the path search and the native core; known by
everything above.
Rule: words are numbers until someone asks for a word; boards keep their order.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, overload

from ..errors import InputError
from ..lexicon import Lexicon
from . import query
from .packing import Shape, grids_of, pack
from .paths import FoundWords
from .paths import find_paths as find_paths_of_one
from .scoring import points_table
from .solvers import least_length, solver_of

if TYPE_CHECKING:
    import numpy as np

    Numbers = np.ndarray[Any, Any]

PATHS = ("none", "one")
SORTS = ("grid", "tiles")


class FoundInMany(Sequence[FoundWords]):
    """The words of many boards: a sequence with the words of each, and flat arrays for programs.

    `scores` and `counts` have an element a board. The words of board i are
    `words[first[i]:first[i + 1]]`: numbers, for which `word_at` gives the text. With paths="one"
    word w was spelled by `cells[cell_at[w]:cell_at[w + 1]]`, each row * columns + column of its
    board.
    """

    __slots__ = ("_cell_at", "_columns", "_lexicon", "_points", "cells", "first", "scores", "words")

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
    ) -> None:
        self._lexicon = lexicon
        self._points = points
        self._columns = columns
        self._cell_at: Numbers | None = tiles  # numbers of tiles until their sums are asked for
        self.scores = scores
        self.first = first
        self.words = words
        self.cells = cells

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
        return f"<FoundInMany: {len(self):,} boards, {len(self.words):,} words>"

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

    __slots__ = ("cell_of", "cells", "path_of", "score", "word_count", "words")

    finish = "complete"
    paths_counted = False
    path_count = 0

    def __init__(self, many: FoundInMany, board: int) -> None:
        begin, end = int(many.first[board]), int(many.first[board + 1])
        self.words: Sequence[int] = many.words[begin:end].data
        self.score = int(many.scores[board])
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
    threads: int | None = None,
) -> FoundInMany:
    """Find the words of many boards: for each, in the order of the boards, what `find_paths` finds.

    Boards come as for `score_grids`. Words stand as their grid spells them first, or with
    sort="tiles" by number of tiles and then so, which is how the kernels meet them: the fastest.
    Boards of up to 25 cells with plain letters are searched by a kernel, on all cores unless
    `threads` says otherwise, and without a Python object for a word.

    >>> found = find_paths_many(["teaantoat", "catsatpat"], ["eat", "oat", "sat"], size=(3, 3))
    >>> [[word.word for word in board] for board in found], found.scores.tolist()
    ([['eat', 'oat'], ['sat']], [2, 1])
    >>> found.words.tolist(), found.first.tolist(), found.word_at(1)
    ([0, 1, 2], [0, 2, 3], 'oat')

    Args:
        paths: "one" (the first in canonical order), or "none" for words and scores only.

    Raises:
        GridError: a board that is no grid, or does not fit the size.
        InputError: an option value that cannot be used.
    """
    query.prepare()
    query.choice(paths, "paths", PATHS)
    query.choice(sort, "sort", SORTS)
    if threads is not None:
        query.thread_count(threads)
    words = lexicon if isinstance(lexicon, Lexicon) else Lexicon(lexicon)
    points = points_table(scoring, words.max_length)
    listed, packed = pack(grids, size)
    if packed is not None:
        data, shape = packed
        solver = solver_of(words, shape, qu, min_length, scoring, topology, wrap)
        if solver.serves:
            made = solver.list(data, paths == "one", SORTS.index(sort), threads or 0)
            return _flat(words, points, shape[1], made, paths == "one")
    least = least_length(words, min_length)
    boards: list[FoundWords] = []
    columns: list[int] = []
    for grid in grids_of(listed, size, qu, topology, wrap):
        how = "one" if sort == "tiles" else paths  # the number of tiles is that of a path
        boards.append(find_paths_of_one(grid, words, min_length=least, scoring=scoring, paths=how))
        columns.append(grid.columns)
    return _gathered(words, points, tuple(columns), boards, paths == "one", sort)


def _flat(
    lexicon: Lexicon, points: array[int], columns: int, made: Any, with_paths: bool
) -> FoundInMany:
    """Wrap what the core has made, without a copy."""
    import numpy as np

    return FoundInMany(
        lexicon,
        points,
        columns,
        np.asarray(made.scores).view(np.int64),
        np.asarray(made.first).view(np.int64),
        np.asarray(made.words),
        np.asarray(made.tiles) if with_paths else None,
        np.asarray(made.cells) if with_paths else None,
    )


def _gathered(
    lexicon: Lexicon,
    points: array[int],
    columns: tuple[int, ...],
    boards: list[FoundWords],
    with_paths: bool,
    sort: str,
) -> FoundInMany:
    """Join the answers of boards that were searched one by one."""
    import numpy as np

    words: list[int] = []
    ends: list[int] = [0]
    cells: list[int] = []
    first: list[int] = [0]
    for found in boards:
        result = found._result
        order: Sequence[int] = range(len(result.words))
        at = result.cell_of
        if sort == "tiles":
            order = sorted(order, key=lambda place: at[place + 1] - at[place])
        words += [result.words[place] for place in order]
        if with_paths:
            for place in order:
                cells += result.cells[at[place] : at[place + 1]]
                ends.append(len(cells))
        first.append(len(words))
    most = max(cells, default=0)
    return FoundInMany(
        lexicon,
        points,
        columns,
        np.array([found.score for found in boards], np.int64),
        np.array(first, np.int64),
        np.array(words, np.uint32),
        np.array(ends, np.int64) if with_paths else None,
        np.array(cells, np.uint8 if most < 256 else np.uint32) if with_paths else None,
    )
