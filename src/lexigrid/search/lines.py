"""Words in straight lines.

Knows the shared query and the native core; known by everything above.
Rule: an occurrence is a word on a set of cells; order is start cell, direction, length, letters.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, overload

from .. import _core
from ..cpu import use_environment
from ..errors import InputError
from ..geometry import ALL_DIRECTIONS, Cell, Direction, parse_directions
from ..grid import Grid
from ..lexicon import Lexicon
from . import _arguments as query

if TYPE_CHECKING:
    import numpy as np

WILDCARD = "?"
_ALL = 0xFF
_CUT_BY = {"complete": None, "limited": "limit", "deadline": "deadline", "overflow": "storage"}


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One word seen on one line of the grid.

    `direction` is None where the word stands on a single cell. `spellings` are all that were
    given for the word, `word` the first of them.
    """

    word: str
    start: Cell
    end: Cell
    direction: Direction | None
    cells: tuple[Cell, ...]
    spellings: tuple[str, ...]

    def __str__(self) -> str:
        way = "" if self.direction is None else f" {self.direction}"
        return f"{self.word} {self.start.row},{self.start.column}{way}"


class Lines(Sequence[Occurrence]):
    """The occurrences that a search found: immutable, in canonical order, dressed lazily."""

    __slots__ = ("_dressing", "_given", "_grid", "_lexicon", "_missing", "_result")

    def __init__(
        self, grid: Grid, lexicon: Lexicon, result: _core.LineResult, given: tuple[str, ...] | None
    ) -> None:
        self._grid = grid
        self._lexicon = lexicon
        self._result = result
        self._given = given
        self._dressing: memoryview | None = None
        self._missing: tuple[str, ...] | None = None

    @property
    def _flat(self) -> memoryview:
        """Four numbers an occurrence; who takes them as an array does without."""
        if self._dressing is None:
            self._dressing = self._result.occurrences
        return self._dressing

    def __len__(self) -> int:
        return self._result.size

    @overload
    def __getitem__(self, index: int) -> Occurrence: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Occurrence, ...]: ...
    def __getitem__(self, index: int | slice) -> Occurrence | tuple[Occurrence, ...]:
        if isinstance(index, slice):
            return tuple(self._dressed(i) for i in range(*index.indices(len(self))))
        place = index + len(self) if index < 0 else index
        if not 0 <= place < len(self):
            raise IndexError(f"no occurrence {index}, there are {len(self)}")
        return self._dressed(place)

    def __iter__(self) -> Iterator[Occurrence]:
        return map(self._dressed, range(len(self)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence) or isinstance(other, str):
            return NotImplemented
        return len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"<Lines: {', '.join(map(str, self[:4]))}{', ...' if len(self) > 4 else ''}>"

    @property
    def complete(self) -> bool:
        """Is this all there is?"""
        return self.cut_by is None

    @property
    def cut_by(self) -> str | None:
        """What cut the answer short: "limit", "deadline", "storage" (a limit of ours), or None."""
        return _CUT_BY[self._result.finish]

    @property
    def count(self) -> int:  # type: ignore[override]  # as in the JSON answer
        """Number of occurrences; those found so far in an answer cut short."""
        return len(self) if self.cut_by == "limit" else self._result.count

    @property
    def missing(self) -> tuple[str, ...]:
        """Words that do not occur (so far), in the order given; of a Lexicon, alphabetically."""
        if self._missing is None:
            self._missing = tuple(self._unseen())
        return self._missing

    def to_numpy(self) -> np.ndarray[Any, Any]:
        """Give the occurrences as a NumPy record array, without a copy.

        Fields: `word` (index for `word_at`), `row`, `column`, `length` in cells, `direction`
        (0 to 7 for N to NW, 8 on a single cell).
        """
        frombuffer, record = _record_reader()
        records: np.ndarray[Any, Any] = frombuffer(self._result, record)
        return records

    def word_at(self, index: int) -> str:
        """Give the word for a `word` index of `to_numpy`."""
        return self._lexicon._text(index)

    def _unseen(self) -> Iterator[str]:
        if self._given is None:
            native = self._lexicon._native
            for word in native.words_below(1):
                if not self._result.saw(word):
                    yield self._lexicon._text(word)
            return
        told: set[int] = set()
        for spelling in self._given:
            found = self._lexicon._find(spelling)
            if found is not None and found not in told and not self._result.saw(found):
                told.add(found)
                yield self._lexicon._text(found)

    def _dressed(self, index: int) -> Occurrence:
        word, row, column, packed = self._flat[4 * index : 4 * index + 4]
        length, way = packed & 0xFFFF, packed >> 16 & 0xFF
        direction = Direction(way) if way < 8 else None
        rows, columns = self._grid.rows, self._grid.columns
        down = direction.row_step if direction is not None else 0
        right = direction.column_step if direction is not None else 0
        cells = tuple(
            Cell((row + k * down) % rows, (column + k * right) % columns) for k in range(length)
        )
        spellings = self._lexicon._spellings(word)
        return Occurrence(spellings[0], cells[0], cells[-1], direction, cells, spellings)


@functools.cache
def _record_reader() -> tuple[Any, np.dtype[Any]]:
    """Give NumPy's reader, and the 16 bytes of `LineOccurrence` in native/occurrences.hpp."""
    import numpy as np

    layout = [
        ("word", "<u4"),
        ("row", "<u4"),
        ("column", "<u4"),
        ("length", "<u2"),
        ("direction", "u1"),
        ("unused", "u1"),
    ]
    return np.frombuffer, np.dtype(layout)


def find_lines(
    grid: Grid,
    words: Lexicon | Iterable[str],
    *,
    directions: str | Iterable[Direction | str] = ALL_DIRECTIONS,
    wrap: bool | None = None,
    first: bool = False,
    wildcards: bool = False,
    count_only: bool = False,
    through: tuple[int, int] | None = None,
    limit: int | None = None,
    deadline: float | None = None,
    threads: int | None = None,
    progress: Callable[[float], object] | None = None,
) -> Lines:
    """Find every straight line of the grid that spells one of the words.

    Occurrences stand in canonical order: start cell in reading order, direction (N NE E SE S SW W
    NW), number of cells, letters. One cell can start two of them:

    >>> grid = Grid.parse("tea/ant/oat")
    >>> [str(found) for found in find_lines(grid, ["oat"])]
    ['oat 2,0 N', 'oat 2,0 E']

    Args:
        wrap: may a line cross the edge? None takes it from the grid.
        first: only the first occurrence of each word.
        wildcards: `?` in a word is any one letter.
        count_only: `count` and `missing`, no occurrences.
        through: only lines through this cell, (row, column) from 0: a look around it, however
            large the grid is. `missing` are the words that do not go through it.
        limit: at most so many occurrences, the first ones.
        deadline: seconds after which the answer so far is given, `complete` False.
        threads: threads to use at most; None takes one a core.
        progress: called with the fraction done, 0 to 1: some fifty times a second while the
            search runs, and with 1 at its end. What it raises ends the search.

    Raises:
        AlphabetError: grid and lexicon were given two different alphabets.
        LexiconError: words that cannot be compiled, or none.
        InputError: an option value that cannot be used.
    """
    query.check_grid(grid)
    use_environment()
    given = None if isinstance(words, Lexicon) else _listed(words)
    lexicon = query.reading(
        grid, words if given is None else given, keep=WILDCARD if wildcards else ""
    )
    result = _core.find_lines(
        lexicon._native,
        query.tile_texts(grid, lexicon._alphabet),
        grid._codes,
        grid._rows,
        grid._columns,
        _ALL if directions is ALL_DIRECTIONS else _mask_of(directions),
        grid._topology.wrap if wrap is None else bool(wrap),
        bool(first),
        bool(count_only),
        lexicon._code_of.get(WILDCARD) if wildcards else None,
        query.NO_LIMIT if limit is None else query.limit_number(limit),
        query.MAX_STORED_LINES,
        query.thread_count(threads),
        -1.0 if deadline is None else query.deadline_seconds(deadline),
        progress,
        None if through is None else _cell_through(grid, through),
    )
    if progress is not None:
        progress(1.0)
    return Lines(grid, lexicon, result, given)


def _mask_of(directions: str | Iterable[Direction | str]) -> int:
    return sum(1 << direction for direction in parse_directions(directions))


def _cell_through(grid: Grid, through: object) -> int:
    if (
        not isinstance(through, tuple)
        or len(through) != 2
        or not all(isinstance(each, int) and not isinstance(each, bool) for each in through)
    ):
        raise InputError(f"through is {through!r}, expected a cell (row, column)")
    row, column = through
    if not (0 <= row < grid.rows and 0 <= column < grid.columns):
        raise InputError(
            f"through is the cell {row},{column}, the grid is {grid.rows}x{grid.columns}; "
            "rows and columns count from 0"
        )
    return int(row * grid.columns + column)


def _listed(words: Iterable[str]) -> tuple[str, ...]:
    if isinstance(words, str):
        raise InputError(f"words are {words!r}, expected several words, such as [{words!r}]")
    return tuple(words)
