"""The words that a search for paths found, as an immutable sequence over flat arrays."""

from __future__ import annotations

import json
from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from .. import _core
from .._util.plain_text import count_noun
from .._util.sequences import LazySequence, LazyTuple, own_memory, restore_slots
from ..geometry import Cell
from ..grid import Grid
from ..lexicon import Lexicon
from .documents import paths_to_json, word_to_dict
from .encode import CUT_BY, text_of_word
from .options import Sort

if TYPE_CHECKING:
    import numpy as np

_WORDS_AT_ONCE = 1_000
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

    words: np.ndarray[Any, Any]
    """The numbers of the words, for `FoundWords.word_at`."""
    scores: np.ndarray[Any, Any]
    """The points of each word."""
    path_at: np.ndarray[Any, Any]
    """Where the paths of each word start, then where the last word's end."""
    cell_at: np.ndarray[Any, Any]
    """Where the cells of each path start, then where the last path's end."""
    cells: np.ndarray[Any, Any]
    """The cells, each row * columns + column."""


class StoredPaths(NamedTuple):
    """The attributes of a `_core.PathResult` as Python values."""

    words: Sequence[int]
    path_of: Sequence[int]
    cell_of: Sequence[int]
    cells: Sequence[int]
    finish: str
    score: int
    word_count: int
    path_count: int = 0
    paths_counted: bool = False


class FoundWords(LazySequence[FoundWord]):
    """The words that `find_paths` found, in the requested order; each is made when read.

    >>> from lexigrid import find_paths
    >>> found = find_paths(Grid.parse("tea/ant/oat"), ["eat", "oat", "tan", "dog"])
    >>> found["oat"].score, "dog" in found
    (1, False)
    """

    __slots__ = (
        "_columns",
        "_count",
        "_cut_by",
        "_grid",
        "_lexicon",
        "_order",
        "_path_count",
        "_points",
        "_result",
        "_score",
        "_sort",
    )
    _noun = "word"

    def __init__(
        self,
        grid: Grid | None,
        columns: int,
        lexicon: Lexicon,
        result: Any,  # a _core.PathResult, or an object with its attributes
        points: array[int],
        sort: Sort = "grid",
        limit: int | None = None,
    ) -> None:
        self._grid = grid
        self._columns = columns
        self._lexicon = lexicon
        self._result = result
        self._points = points
        self._cut_by = CUT_BY[result.finish]
        self._sort = sort
        self._order = sort_words(lexicon, result.words, points, sort)
        self._count: int = result.word_count
        self._score: int = result.score
        self._path_count: int | None = result.path_count if result.paths_counted else None
        if limit is not None and limit < len(self._order):
            self._order = self._order[:limit]
            self._cut_by = self._cut_by or "limit"
            self._count = limit
            self._score = sum(map(self._score_at, range(limit)))

    def __reduce__(self) -> tuple[Any, ...]:
        stored = [getattr(self._result, name) for name in StoredPaths._fields]
        result = StoredPaths(*(own_memory(value) for value in stored))
        slots = {name: getattr(self, name) for name in self.__slots__}
        return restore_slots, (FoundWords, slots | {"_result": result})

    def __len__(self) -> int:
        return len(self._order)

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
        words, text_of = self._result.words, self._lexicon.text_of
        return tuple(text_of(words[place]) for place in self._order)

    @property
    def score(self) -> int:
        """The points of all the words together."""
        return self._score

    @property
    def count(self) -> int:  # type: ignore[override]  # as in the JSON answer
        """The number of words, even with `count_only`."""
        return self._count

    @property
    def path_count(self) -> int | None:
        """The number of paths of all the words together; None unless paths="all"."""
        return self._path_count

    @property
    def complete(self) -> bool:
        """Are these all the words?"""
        return self._cut_by is None

    @property
    def cut_by(self) -> str | None:
        """What cut the answer short: "limit", "deadline", "storage" (it got too large), or None."""
        return self._cut_by

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
        words = np.asarray(result.words, np.uint32)
        path_at = np.asarray(result.path_of, np.int64)
        cell_at = np.asarray(result.cell_of, np.int64)
        cells = np.asarray(result.cells)
        if not isinstance(self._order, range):
            order = np.array(self._order, np.int64)
            words = words[order]
            if len(path_at):
                paths, path_at = reorder_runs(path_at, order)
                places, cell_at = reorder_runs(cell_at, paths)
                cells = cells[places]
        points = np.array(self._points, np.int64)
        lengths = np.searchsorted(np.asarray(self._lexicon.core.lengths()), words, "right") - 1
        return PathArrays(words, points[lengths], path_at, cell_at, cells)

    def _repr_html_(self) -> str:
        """Return the grid and the first words with their points, for a notebook."""
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

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return the words as dictionaries, as in JSON: `word`, `score`, `paths`.

        Words with several spellings also have `spellings`.
        """
        return [word_to_dict(word) for word in self]

    def to_json(self) -> str:
        """Return the `lexigrid/paths` document as text.

        >>> from lexigrid import find_paths
        >>> found = find_paths(Grid.parse("tea/ant/oat"), ["ant"])
        >>> json.loads(found.to_json())["words"]
        [{'word': 'ant', 'score': 1, 'paths': [[[0, 2], [1, 1], [0, 0]]]}]
        """
        return "".join(paths_to_json(self))

    def iter_json(self) -> Iterator[str]:
        """Yield the words as JSON text, many at a time, separated by commas and line breaks."""
        if not isinstance(self._result, _core.PathResult):
            yield from (json.dumps(each, ensure_ascii=False) for each in self.to_dicts())
            return
        for start in range(0, len(self), _WORDS_AT_ONCE):
            yield self._result.words_to_json(
                self._lexicon.core,
                self._points,
                self._columns,
                list(self._order[start : start + _WORDS_AT_ONCE]),
            )

    def word_at(self, number: int) -> str:
        """Return the word for a number in `to_numpy().words`."""
        return text_of_word(self._lexicon, number)

    def _find(self, word: str) -> int | None:
        """Return the place of a word, by any of its spellings."""
        number = self._lexicon.id_of(word)
        words = self._result.words
        return next((i for i, place in enumerate(self._order) if words[place] == number), None)

    def _score_at(self, index: int) -> int:
        word: int = self._result.words[self._order[index]]
        return self._points[self._lexicon.core.length(word)]

    def _item(self, index: int) -> FoundWord:
        result = self._result
        place = self._order[index]
        paths: Sequence[tuple[Cell, ...]] = ()
        if len(result.path_of):
            first, end = result.path_of[place : place + 2]
            paths = LazyTuple(end - first, lambda i: self._path(first + i))
            if end - first == 1:
                paths = tuple(paths)
        word = result.words[place]
        spellings = self._lexicon.spellings_of(word)
        path = paths[0] if paths else None
        band = self._lexicon.core.band(word) if self._lexicon.has_bands else None
        return FoundWord(spellings[0], self._score_at(index), path, paths, spellings, band)

    def _path(self, number: int) -> tuple[Cell, ...]:
        begin, end = self._result.cell_of[number : number + 2]
        return tuple(Cell(*divmod(cell, self._columns)) for cell in self._result.cells[begin:end])


def sort_words(
    lexicon: Lexicon, words: Sequence[int], points: array[int], sort: Sort
) -> Sequence[int]:
    """Return the indexes of found words in the order of `sort`."""
    if sort == "grid":
        return range(len(words))
    length, alphabetical = lexicon.core.length, lexicon.core.sort_key
    keys: dict[str, Callable[[int], Any]] = {
        "alpha": lambda place: alphabetical(words[place]),
        # Words of one length are numbered alphabetically.
        "length": lambda place: (-length(words[place]), words[place]),
        "score": lambda place: (-points[length(words[place])], alphabetical(words[place])),
    }
    return sorted(range(len(words)), key=keys[sort])


def reorder_runs(
    starts: np.ndarray[Any, Any], order: np.ndarray[Any, Any]
) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Reorder runs: return the old places of their members, and where each run now starts."""
    import numpy as np

    lengths = starts[order + 1] - starts[order]
    at = np.zeros(len(order) + 1, np.int64)
    np.cumsum(lengths, out=at[1:])
    return np.arange(at[-1]) + np.repeat(starts[order] - at[:-1], lengths), at
