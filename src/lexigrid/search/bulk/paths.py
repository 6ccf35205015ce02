"""The words of many boards as flat arrays; words are numbers until their texts are read."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Any, NamedTuple

from ... import _core
from ..._util.io import import_extra
from ..._util.plain_text import count_noun
from ..._util.progress import Progress, check_progress
from ..._util.sequences import LazySequence, LazyTuple
from ..._util.validation import is_int
from ...geometry import TopologyLike
from ...grid import GridsLike
from ...lexicon import Lexicon, WordsLike
from ..encode import PATHS_WANTED, WORD_ORDERS, text_of_word
from ..paths import FoundWords
from ..scoring import Scoring, points_table
from .options import BulkOptions, BulkPathsMode, BulkSort, bulk_options, seconds_until
from .pack import Shape, read_grids
from .solver import prepare, search_grids

if TYPE_CHECKING:
    import numpy as np

    Numbers = np.ndarray[Any, Any]

#: The boards of a table in a notebook, and the words of each.
_SHOWN_BOARDS, _SHOWN_WORDS = 20, 10


class BulkArrays(NamedTuple):
    """The words of many boards as flat arrays.

    The words of board i are `first[i]` to `first[i + 1]`, the cells of word w are
    `cells[cell_at[w]:cell_at[w + 1]]`.
    """

    word_ids: Numbers
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
    """The words of many boards: a sequence of the words of each, and flat arrays.

    The words of board i are `words[first[i]:first[i + 1]]`. With paths="one", the path of word w is
    `cells[cell_at[w]:cell_at[w + 1]]`.
    """

    __slots__ = ("_arrays", "_first_ids", "_lexicons", "_points", "_result")
    _noun = "board"

    def __init__(
        self, result: _core.ManyWords, lexicons: tuple[Lexicon, ...], points: array[int]
    ) -> None:
        self._result = result
        self._lexicons = lexicons  # numbered one after the other
        self._first_ids = tuple(accumulate(map(len, lexicons[:-1]), initial=0))
        self._points = points
        self._arrays: dict[str, Numbers] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        return BulkPaths, (self._result, self._lexicons, self._points)

    @property
    def complete(self) -> bool:
        """Are these all the words of every board? If not, see `complete` of each board."""
        return self._result.complete

    @property
    def words(self) -> Sequence[str]:
        """The text of each word, board after board; each is made when read."""
        ids = self.word_ids
        return LazyTuple(len(ids), lambda place: self.word_at(ids[place]))

    @property
    def word_ids(self) -> Numbers:
        """The number of each word, board after board."""
        return self._array("word_ids")

    @property
    def count(self) -> int:  # type: ignore[override]  # as in other results
        """The number of words of all boards."""
        return len(self.word_ids)

    @property
    def counts(self) -> Numbers:
        """The number of words of each board."""
        import numpy as np

        return np.diff(self.first)

    @property
    def score(self) -> int:
        """The points of all boards."""
        return int(self.scores.sum())

    @property
    def scores(self) -> Numbers:
        """The points of each board."""
        return self._array("scores")

    @property
    def first(self) -> Numbers:
        """Where the words of each board start in `words`, then where the last board's end."""
        return self._array("first")

    @property
    def cell_at(self) -> Numbers | None:
        """Where the cells of each word start in `cells`, then where the last word's end."""
        return self._array("cell_at") if self._result.has_paths else None

    @property
    def cells(self) -> Numbers | None:
        """The cells of the paths, each row * columns + column of its board; None without paths."""
        return self._array("cells") if self._result.has_paths else None

    def word_at(self, number: int) -> str:
        """Return the word for a number of `word_ids`."""
        place = 0
        if len(self._first_ids) > 1 and is_int(number):
            place = max(0, bisect_right(self._first_ids, number) - 1)
            number = number - self._first_ids[place]
        return text_of_word(self._lexicons[place], number)

    def __len__(self) -> int:
        return len(self._result)

    def __repr__(self) -> str:
        return f"<BulkPaths: {count_noun(len(self), 'board')}, {count_noun(self.count, 'word')}>"

    def _repr_html_(self) -> str:
        """Return the words and points of the first boards, for a notebook."""
        from html import escape  # slow

        rows = "".join(
            f"<tr><td>{number}</td><td>{found.count}</td><td>{found.score}</td>"
            f"<td>{escape(', '.join(each.word for each in found[:_SHOWN_WORDS]))}</td></tr>"
            for number, found in enumerate(self[:_SHOWN_BOARDS])
        )
        more = len(self) - _SHOWN_BOARDS
        return (
            f"<table><caption>{escape(repr(self)[1:-1])}</caption><tr><th>board</th><th>words</th>"
            f"<th>points</th><th>first words</th></tr>{rows}</table>"
            + (f"<p>and {more} more</p>" if more > 0 else "")
        )

    def to_numpy(self) -> BulkArrays:
        """Return the words of all boards as flat arrays; see `BulkArrays`."""
        return BulkArrays(self.word_ids, self.scores, self.first, self.cell_at, self.cells)

    def _array(self, name: str) -> Numbers:
        if name not in self._arrays:
            import numpy as np

            array = np.asarray(getattr(self._result, name))
            self._arrays[name] = array.view(np.int64) if array.dtype == np.uint64 else array
        return self._arrays[name]

    def to_arrow(self) -> Any:
        """Return a pyarrow Table with a row per board: score, words and, with paths, the cells.

        Words are a dictionary column: each text is stored once.

        Raises:
            InputError: pyarrow is not installed (`pip install lexigrid[arrow]`).
        """
        pa = import_extra("pyarrow", "arrow", "to_arrow")
        import numpy as np

        distinct, places = np.unique(self.word_ids, return_inverse=True)
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
        answer, columns, first_id = self._result.board(index)
        lexicon = self._lexicons[self._first_ids.index(first_id)]
        return FoundWords(None, columns, lexicon, answer, self._points)


def find_paths_many(
    grids: GridsLike,
    words: WordsLike | None = None,
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
    progress: Progress | None = None,
) -> BulkPaths:
    """Find the words of many boards: for each, in order, what `find_paths` finds.

    Boards take any form that `score_grids` takes. The words of a board come in the order in which
    it first spells them, unless `sort` is "alpha", "length" or "score", as in `find_paths`, or
    "tiles" (by number of tiles, then as the board spells them), the fastest.

    >>> found = find_paths_many(["teaantoat", "catsatpat"], ["eat", "oat", "sat"], size=(3, 3))
    >>> [[word.word for word in board] for board in found], found.scores.tolist()
    ([['eat', 'oat'], ['sat']], [2, 1])
    >>> found.words[:], found.first.tolist(), found.word_ids.tolist()
    (('eat', 'oat', 'sat'), [0, 2, 3], [0, 1, 2])

    Args:
        words: a `Lexicon` or words; None means the built-in one.
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
        progress: called with the share of the boards done, 0 to 1, about fifty times a second.

    Raises:
        GridError: a board is not a grid, or does not fit the size.
        InputError: an option has an invalid value.
    """
    options = bulk_options(
        limit, deadline, topology, wrap, size, qu, min_length, scoring, paths, sort, threads
    )
    return search_boards(grids, words, options, progress)


def search_boards(
    boards: GridsLike,
    words: WordsLike | None,
    options: BulkOptions,
    progress: Progress | None = None,
) -> BulkPaths:
    """Find the words of boards as `find_paths_many` does, given its options as an object."""
    check_progress(progress)
    end = options.end()
    given = prepare(boards, words, options)
    lexicons: tuple[Lexicon, ...] = (given.lexicon,)
    if given.solver is not None and not given.others:
        result = given.solver.list(
            given.data,
            options.paths == "one",
            WORD_ORDERS[options.sort],
            options.native_limit,
            options.threads or 0,
            seconds_until(end),
            progress,
        )
    else:
        grids, wanted = read_grids(given.listed, options), PATHS_WANTED[options.paths]
        result, lexicons = search_grids(
            grids, len(given.listed), given.words, options, wanted, end, progress
        )
    if progress is not None:
        progress(1.0)
    longest = max(lexicon.max_length for lexicon in lexicons)
    return BulkPaths(result, lexicons, points_table(options.scoring, longest))
