"""Words along paths of touching cells.

Knows the shared query, scoring and the native core; known by everything above.
Rule: a word is reported once, with its first path in canonical order.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from .. import _core
from ..geometry import Cell
from ..grid import Grid
from ..lexicon import Lexicon
from . import _arguments as query
from .scoring import points_table

if TYPE_CHECKING:
    import numpy as np

PATHS = {"none": 1, "one": 2, "all": 3}
SORTS = ("grid", "alpha", "length", "score")
#: Letters that a word needs with the built-in lexicon, unless said otherwise.
DEFAULT_MIN_LENGTH = 3
_COUNT = 0
_CUT_BY = {"complete": None, "limited": "limit", "deadline": "deadline", "overflow": "storage"}


@dataclass(frozen=True, slots=True)
class FoundWord:
    """One word that the grid spells: its score and its paths, the first of them in `path`."""

    word: str
    score: int
    path: tuple[Cell, ...] | None
    paths: tuple[tuple[Cell, ...], ...]
    spellings: tuple[str, ...]

    def __str__(self) -> str:
        return self.word


class PathArrays(NamedTuple):
    """What a search found, without an object for a word.

    The paths of word i are `path_at[i]` to `path_at[i + 1]`, the cells of path p are
    `cells[cell_at[p]:cell_at[p + 1]]`, each row * columns + column; these three are empty where no
    paths were asked for.
    """

    words: np.ndarray[Any, Any]  # numbers, for FoundWords.word_at
    scores: np.ndarray[Any, Any]
    path_at: np.ndarray[Any, Any]
    cell_at: np.ndarray[Any, Any]
    cells: np.ndarray[Any, Any]


class FoundWords(Sequence[FoundWord]):
    """The words that a search found: immutable, in the order asked for, dressed lazily."""

    __slots__ = ("_columns", "_cut_by", "_lexicon", "_order", "_points", "_result", "_score")

    def __init__(
        self,
        columns: int,
        lexicon: Lexicon,
        result: Any,  # a _core.PathResult, or what looks like one
        points: array[int],
        sort: str,
        limit: int | None,
    ) -> None:
        self._columns = columns
        self._lexicon = lexicon
        self._result = result
        self._points = points
        self._cut_by = _CUT_BY[result.finish]
        self._order: Sequence[int] = range(len(result.words))
        self._score: int = result.score
        if sort != "grid":
            self._order = sorted(self._order, key=self._key(sort))
            if limit is not None and limit < len(self._order):
                self._order = self._order[:limit]
                self._cut_by = self._cut_by or "limit"
                self._score = sum(map(self._score_at, range(len(self._order))))

    def _key(self, sort: str) -> Any:
        native, words, points = self._lexicon._native, self._result.words, self._points
        if sort == "alpha":
            return lambda i: native.sort_key(words[i])
        if sort == "length":  # ids of one length are alphabetical
            return lambda i: (-native.length(words[i]), words[i])
        return lambda i: (-points[native.length(words[i])], native.sort_key(words[i]))

    def __len__(self) -> int:
        return len(self._order)

    @overload
    def __getitem__(self, index: int) -> FoundWord: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[FoundWord, ...]: ...
    def __getitem__(self, index: int | slice) -> FoundWord | tuple[FoundWord, ...]:
        if isinstance(index, slice):
            return tuple(self._dressed(i) for i in range(*index.indices(len(self))))
        place = index + len(self) if index < 0 else index
        if not 0 <= place < len(self):
            raise IndexError(f"no word {index}, there are {len(self)}")
        return self._dressed(place)

    def __iter__(self) -> Iterator[FoundWord]:
        return map(self._dressed, range(len(self)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence) or isinstance(other, str):
            return NotImplemented
        return len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        some = ", ".join(found.word for found in self[:4])
        return f"<FoundWords: {some}{', ...' if len(self) > 4 else ''}; {self.score} points>"

    @property
    def words(self) -> FoundWords:
        """The words: this sequence itself."""
        return self

    @property
    def score(self) -> int:
        """Points of all the words."""
        return self._score

    @property
    def count(self) -> int:  # type: ignore[override]  # as in the JSON answer
        """Number of words, with `count_only` too."""
        words: int = self._result.word_count
        return len(self) or words

    @property
    def path_count(self) -> int | None:
        """Number of paths of all the words with paths="all", else None (they are not counted)."""
        return self._result.path_count if self._result.paths_counted else None

    @property
    def complete(self) -> bool:
        """Is this all there is?"""
        return self._cut_by is None

    @property
    def cut_by(self) -> str | None:
        """What cut the answer short: "limit", "deadline", "storage" (a limit of ours), or None."""
        return self._cut_by

    def to_numpy(self) -> PathArrays:
        """Give the answer as flat arrays, in the order asked for; see `PathArrays`.

        >>> found = find_paths(Grid.parse("tea/ant/oat"), ["eat", "oat"])
        >>> arrays = found.to_numpy()
        >>> arrays.scores.tolist(), arrays.cells[arrays.cell_at[0] : arrays.cell_at[1]].tolist()
        ([1, 1], [1, 2, 5])
        """
        import numpy as np

        result = self._result
        words = np.asarray(result.words, np.uint32)
        path_at = np.asarray(result.path_of, np.int64)
        cell_at = np.asarray(result.cell_of, np.int64)
        cells = np.asarray(result.cells)
        if not isinstance(self._order, range):
            order = np.array(self._order, np.int64)
            words = words[order]
            if len(path_at):
                paths, path_at = _ragged(path_at, order)
                places, cell_at = _ragged(cell_at, paths)
                cells = cells[places]
        points = np.array(self._points, np.int64)
        lengths = np.searchsorted(np.asarray(self._lexicon._native.lengths()), words, "right") - 1
        return PathArrays(words, points[lengths], path_at, cell_at, cells)

    def word_at(self, number: int) -> str:
        """Give the text of a number in `to_numpy().words`."""
        return self._lexicon._text(int(number))

    def _score_at(self, index: int) -> int:
        word: int = self._result.words[self._order[index]]
        return self._points[self._lexicon._native.length(word)]

    def _dressed(self, index: int) -> FoundWord:
        result = self._result
        place = self._order[index]
        paths: tuple[tuple[Cell, ...], ...] = ()
        if len(result.path_of):
            paths = tuple(
                tuple(
                    Cell(*divmod(cell, self._columns))
                    for cell in result.cells[result.cell_of[path] : result.cell_of[path + 1]]
                )
                for path in range(result.path_of[place], result.path_of[place + 1])
            )
        spellings = self._lexicon._spellings(result.words[place])
        path = paths[0] if paths else None
        return FoundWord(spellings[0], self._score_at(index), path, paths, spellings)


def find_paths(
    grid: Grid,
    lexicon: Lexicon | Iterable[str],
    *,
    topology: Any = None,
    wrap: bool | None = None,
    reuse: bool = False,
    min_length: int | None = None,
    scoring: str | Mapping[int, int] = "classic",
    paths: str = "one",
    sort: str = "grid",
    count_only: bool = False,
    limit: int | None = None,
    deadline: float | None = None,
    threads: int | None = None,
) -> FoundWords:
    """Find every word of the lexicon that a path of touching cells spells, no cell twice.

    Words stand as the grid spells them first, or as `sort` says ("alpha", "length": longest
    first, "score": best first).

    >>> found = find_paths(Grid.parse("tea/ant/oat"), ["eat", "oat", "tan", "dog"])
    >>> [word.word for word in found], found.score, found.complete
    (['tan', 'eat', 'oat'], 3, True)
    >>> found[1].path
    (Cell(row=0, column=1), Cell(row=0, column=2), Cell(row=1, column=2))

    Args:
        topology: "king", "rook", "bishop", "hex", a `Topology`, or pairs of cells that touch;
            None takes it from the grid.
        wrap: do cells touch across the edge? None takes it from the grid.
        reuse: may a cell come again, though never twice in a row?
        min_length: letters a word needs; 3 with the built-in lexicon, else 1.
        scoring: a scheme's name, or points by number of letters (0 for those it lacks).
        paths: "one" (the first in canonical order), "all", or "none" for words and scores only.
        count_only: `count` and `score`, no words; with paths="all" also `path_count`.
        limit: at most so many words, the first in the order asked for.
        deadline: seconds after which the answer so far is given, `complete` False.
        threads: threads to use at most (one grid is searched by one thread).

    Raises:
        AlphabetError: grid and lexicon were given two different alphabets.
        LexiconError: words that cannot be compiled, or none.
        InputError: an option value that cannot be used.
    """
    query.check_grid(grid)
    query.prepare()
    query.choice(paths, "paths", PATHS)
    query.choice(sort, "sort", SORTS)
    query.thread_count(threads)
    is_default = isinstance(lexicon, Lexicon) and lexicon is Lexicon.default()
    least = DEFAULT_MIN_LENGTH if is_default else 1
    read = query.reading(grid, lexicon)
    points = points_table(scoring, read.max_length)
    footing = query.footing_of(grid, topology, wrap)
    native_limit = query.limit_number(limit)
    result = _core.find_paths(
        read._native,
        query.tile_texts(grid, read.alphabet),
        grid.codes,
        grid.rows,
        grid.columns,
        footing.kind,
        footing.wrap,
        footing.pairs,
        bool(reuse),
        least if min_length is None else query.number(min_length, "min_length"),
        _COUNT if count_only else PATHS[paths],
        paths == "all",
        native_limit if sort == "grid" else query.NO_LIMIT,
        query.MAX_STORED_CELLS,
        points,
        query.deadline_seconds(deadline),
    )
    return FoundWords(grid.columns, read, result, points, sort, limit)


def _ragged(
    begins: np.ndarray[Any, Any], order: np.ndarray[Any, Any]
) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Bring runs into another order: places of their members, and where each run begins."""
    import numpy as np

    lengths = begins[order + 1] - begins[order]
    at = np.zeros(len(order) + 1, np.int64)
    np.cumsum(lengths, out=at[1:])
    return np.arange(at[-1]) + np.repeat(begins[order] - at[:-1], lengths), at
