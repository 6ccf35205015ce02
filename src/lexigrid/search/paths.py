"""Words along paths of touching cells: each word once, with its first path in canonical order."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from .. import _core
from .._util.options import describe_options
from .._util.plain_text import count_noun
from .._util.sequences import LazyTuple
from .._util.validation import NO_LIMIT, check_flag
from ..cpu import use_environment
from ..geometry import Cell, TopologyLike
from ..grid import Grid, GridLike, as_grid
from ..lexicon import Lexicon, WordsLike, name_band
from .answer import Answer, cells_of
from .encode import (
    MAX_STORED_CELLS,
    PATHS_WANTED,
    WORD_ORDERS,
    as_lexicon,
    lexicon_for,
    resolve_words,
    tile_texts,
)
from .options import PathOptions, Paths, Sort, min_length_for, path_options
from .scoring import Scoring, points_table

if TYPE_CHECKING:
    import numpy as np

_SHOWN_AT_MOST = 20


@dataclass(frozen=True, slots=True)
class FoundWord:
    """A word that the grid spells, with its score and its paths."""

    word: str
    """The word as shown: its first spelling."""
    score: int
    """Its points."""
    path: tuple[Cell, ...] | None
    """Its first path; None with paths="none"."""
    paths: Sequence[tuple[Cell, ...]]
    """The requested paths; each is made when read, because a word can have a million."""
    spellings: tuple[str, ...]
    """All spellings given for the word."""
    band: int | None = None
    """How common it is, from 0; None for a lexicon without bands."""

    if TYPE_CHECKING:  # so that a type checker accepts `"oat" in found`

        def __eq__(self, other: object) -> bool: ...

    def __str__(self) -> str:
        return self.word


class PathArrays(NamedTuple):
    """Found words as flat arrays, without an object per word.

    The paths of word i are `path_at[i]` to `path_at[i + 1]`, the cells of path p are
    `cells[cell_at[p]:cell_at[p + 1]]`. These three arrays are empty with paths="none".
    """

    word_ids: np.ndarray[Any, Any]
    """The numbers of the words, for `FoundWords.word_at`."""
    scores: np.ndarray[Any, Any]
    """The points of each word."""
    path_at: np.ndarray[Any, Any]
    """Where the paths of each word start, then where the last word's end."""
    cell_at: np.ndarray[Any, Any]
    """Where the cells of each path start, then where the last path's end."""
    cells: np.ndarray[Any, Any]
    """The cells, each row * columns + column."""


class FoundWords(Answer[FoundWord]):
    """The words that `find_paths` found, in the requested order; each is made when read.

    >>> from lexigrid import find_paths
    >>> found = find_paths(Grid.parse("tea/ant/oat"), ["eat", "oat", "tan", "dog"])
    >>> found["oat"].score, "dog" in found
    (1, False)
    """

    __slots__ = ("_columns", "_grid", "_points")
    _noun = "word"
    _members = "words"
    _result: _core.PathResult

    def __init__(
        self,
        grid: Grid | None,
        columns: int,
        lexicon: Lexicon,
        result: _core.PathResult,
        points: array[int],
        count_all: Callable[[float], _core.PathResult] | None = None,
    ) -> None:
        self._grid, self._lexicon, self._result = grid, lexicon, result
        self._count_all = count_all
        self._columns = columns
        self._points = points

    def __reduce__(self) -> tuple[Any, ...]:
        arguments = self._grid, self._columns, self._lexicon, self._result, self._points
        return FoundWords, arguments, (None, {"_total": self.total})

    def __repr__(self) -> str:
        words, points = count_noun(self.count, "word"), count_noun(self.score, "point")
        return f"<FoundWords: {words}, {points}{self._preview()}>"

    @overload
    def __getitem__(self, key: int | str) -> FoundWord: ...
    @overload
    def __getitem__(self, key: slice) -> tuple[FoundWord, ...]: ...
    def __getitem__(self, key: int | str | slice) -> FoundWord | tuple[FoundWord, ...]:
        """Return the word at an index or with a spelling; raise KeyError if it was not found."""
        if not isinstance(key, str):
            return super().__getitem__(key)
        place = self._find(key)
        if place is None:
            raise KeyError(f"{key!r} is not among the {len(self)} words found")
        return self._item(place)

    def __contains__(self, word: object) -> bool:
        """Was this word, given as text or as a `FoundWord`, found?"""
        return self._find(word) is not None if isinstance(word, str) else word in tuple(self)

    @property
    def grid(self) -> Grid | None:
        """The grid that was searched; None for boards of `find_paths_many`."""
        return self._grid

    @property
    def words(self) -> tuple[str, ...]:
        """The text of each word, in order."""
        return self._lexicon.core.texts(self._result.word_ids)

    @property
    def word_ids(self) -> Sequence[int]:
        """The number of each word, in order."""
        return self._result.word_ids

    @property
    def score(self) -> int:
        """The points of all the words together."""
        return self._result.score

    @property
    def path_count(self) -> int | None:
        """The number of paths of all the words together; None unless paths="all"."""
        return self._result.path_count

    def to_numpy(self) -> PathArrays:
        """Return the answer as flat arrays, in the order of the words; see `PathArrays`.

        >>> from lexigrid import find_paths
        >>> found = find_paths(Grid.parse("tea/ant/oat"), ["eat", "oat"])
        >>> arrays = found.to_numpy()
        >>> arrays.scores.tolist(), arrays.cells[arrays.cell_at[0] : arrays.cell_at[1]].tolist()
        ([1, 1], [1, 2, 5])
        """
        import numpy as np

        result = self._result
        word_ids = np.asarray(result.word_ids)
        points = np.array(self._points, np.int64)
        lengths = np.asarray(self._lexicon.core.lengths()).searchsorted(word_ids, "right") - 1
        path_at, cell_at = (
            np.asarray(places).view(np.int64) for places in (result.path_of, result.cell_of)
        )
        return PathArrays(word_ids, points[lengths], path_at, cell_at, np.asarray(result.cells))

    def _repr_html_(self) -> str:
        """Return the grid and the first words with their points, for a notebook."""
        from html import escape  # slow

        rows = "".join(
            f"<tr><td>{escape(each.word)}</td><td>{each.score}</td></tr>"
            for each in self[:_SHOWN_AT_MOST]
        )
        more = len(self) - _SHOWN_AT_MOST
        picture = self._grid._repr_svg_() if self._grid is not None else None
        return (
            f"{picture or ''}<table><caption style='white-space:nowrap'>"
            f"{count_noun(self.count, 'word')}, {count_noun(self.score, 'point')}</caption>"
            f"<tr><th>word</th><th>points</th></tr>{rows}</table>"
            + (f"<p>and {more} more</p>" if more > 0 else "")
        )

    def iter_json(self, *, commonness: bool = False) -> Iterator[str]:
        """Yield the `lexigrid/paths` document in pieces of many words.

        With `commonness`, each word has the name of its band, or null if there are no bands.

        >>> from lexigrid import find_paths
        >>> print(*list(find_paths("tea/ant/oat", ["ant"]).iter_json())[0].splitlines()[1:-1])
          {"word": "ant", "score": 1, "paths": [[[0, 2], [1, 1], [0, 0]]]}
        """
        rows = 0 if self._grid is None else self._grid.rows
        bands = list(map(name_band, range(256))) if check_flag(commonness, "commonness") else []
        return self._pieces(
            lambda first, last: self._result.to_json(
                self._lexicon.core, self._points, rows, self._columns, first, last, bands
            )
        )

    def _find(self, word: str) -> int | None:
        """Return the place of a word, by any of its spellings."""
        number = self._lexicon.id_of(word)
        return None if number is None else self._result.find(number)

    def _item(self, index: int) -> FoundWord:
        number, first, end = self._result.word(index)
        paths: Sequence[tuple[Cell, ...]] = ()
        if end - first == 1:
            paths = (self._path(first),)
        elif end > first:
            paths = LazyTuple(end - first, lambda i: self._path(first + i))
        lexicon = self._lexicon
        spellings = lexicon.spellings_of(number)
        score = self._points[lexicon.core.length(number)]
        band = lexicon.core.band(number) if lexicon.has_bands else None
        return FoundWord(spellings[0], score, paths[0] if paths else None, paths, spellings, band)

    def _path(self, number: int) -> tuple[Cell, ...]:
        return cells_of(self._result.path(number), self._columns)


@describe_options(PathOptions)
def find_paths(
    grid: GridLike,
    words: WordsLike | None = None,
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
    """Find every word that a path of touching cells spells, no cell twice.

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
        words: a `Lexicon` or words; None means the built-in one.

    Raises:
        AlphabetError: grid and words were given two different alphabets.
        GridError: text, rows or an array that is not a grid.
        LexiconError: words that cannot be compiled, or no words.
        InputError: an option has an invalid value.
    """
    options = path_options(
        limit, deadline, topology, wrap, reuse, min_length, common, scoring, paths, sort, count_only
    )
    return search_paths(grid, words, options)


def search_paths(
    board: GridLike,
    words: WordsLike | None,
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
        given = as_lexicon(given).common(options.common)
    lexicon = lexicon_for(grid, given)
    points = points_table(options.scoring, lexicon.max_length)

    def search(paths: Paths, count_only: bool, limit: int, deadline: float) -> _core.PathResult:
        return _core.find_paths(
            lexicon.core,
            tile_texts(grid.tile_table, lexicon.alphabet),
            grid.codes,
            options.native_topology(grid),
            bool(options.reuse),
            min_length,
            PATHS_WANTED[paths],
            count_only,
            WORD_ORDERS[options.sort],
            limit,
            max_cells,
            points,
            deadline,
        )

    result = search(
        options.paths, bool(options.count_only), options.native_limit, options.native_deadline
    )
    count_all = partial(search, "none", True, NO_LIMIT)
    return FoundWords(grid, grid.columns, lexicon, result, points, count_all)
