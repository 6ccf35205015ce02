"""Words in straight lines: an occurrence is a word on a set of cells."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, overload

from .. import _core
from .._util.documents import dump_json
from .._util.plain_text import count_noun
from .._util.sequences import LazySequence, own_memory, restore_slots
from ..cpu import use_environment
from ..errors import InputError
from ..geometry import ALL_DIRECTIONS, Cell, Direction
from ..grid import Grid, as_grid, draw_for_notebook
from ..lexicon import Lexicon
from .documents import lines_to_json, occurrence_to_dict
from .encode import (
    CUT_BY,
    MAX_STORED_LINES,
    lexicon_for,
    resolve_words,
    text_of_word,
    tile_texts,
)
from .options import LineOptions, line_options

if TYPE_CHECKING:
    import numpy as np

WILDCARD = "?"
_MARKED_AT_MOST = 200


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A word on one line of the grid."""

    word: str
    """The word as shown: its first spelling."""
    start: Cell
    """The cell of the first letter."""
    end: Cell
    """The cell of the last letter."""
    direction: Direction | None
    """The direction from start to end; None for a word on a single cell."""
    cells: tuple[Cell, ...]
    """The cells of the word, first letter first."""
    spellings: tuple[str, ...]
    """All spellings given for the word."""

    if TYPE_CHECKING:  # so that a type checker accepts `"oat" in lines`

        def __eq__(self, other: object) -> bool: ...

    def __str__(self) -> str:
        direction = "" if self.direction is None else f" {self.direction}"
        return f"{self.word} {self.start.row},{self.start.column}{direction}"


@dataclass(frozen=True, slots=True)
class StoredLines:
    """The attributes of a `_core.LineResult` as Python values."""

    size: int
    occurrences: Any
    finish: str
    count: int
    seen: bytes

    def saw(self, word: int) -> bool:
        """Does the word with this number occur?"""
        return bool(self.seen[word])


class Lines(LazySequence[Occurrence]):
    """The occurrences that `find_lines` found, in canonical order; each is made when read.

    >>> lines = find_lines(Grid.parse("tea/ant/oat"), ["oat", "dog"])
    >>> [str(found) for found in lines["oat"]], "dog" in lines
    (['oat 2,0 N', 'oat 2,0 E'], False)
    """

    __slots__ = ("_given", "_grid", "_lexicon", "_missing", "_records", "_result")
    _noun = "occurrence"

    def __init__(
        self, grid: Grid, lexicon: Lexicon, result: _core.LineResult, given: tuple[str, ...] | None
    ) -> None:
        self._grid = grid
        self._lexicon = lexicon
        self._result: _core.LineResult | StoredLines = result
        self._given = given
        self._records: Any = None
        self._missing: tuple[str, ...] | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        result = self._result
        seen = bytes(map(result.saw, range(len(self._lexicon))))
        records = own_memory(result.occurrences)
        stored = StoredLines(result.size, records, result.finish, result.count, seen)
        slots = {name: getattr(self, name) for name in self.__slots__}
        return restore_slots, (Lines, slots | {"_result": stored, "_records": None})

    def __len__(self) -> int:
        return self._result.size

    def __repr__(self) -> str:
        return f"<Lines: {count_noun(self.count, 'occurrence')}{self._preview()}>"

    @overload
    def __getitem__(self, key: int) -> Occurrence: ...
    @overload
    def __getitem__(self, key: slice | str) -> tuple[Occurrence, ...]: ...
    def __getitem__(self, key: int | slice | str) -> Occurrence | tuple[Occurrence, ...]:
        """Return the occurrence at an index, or all of a word; raise KeyError if it has none."""
        if not isinstance(key, str):
            return super().__getitem__(key)
        if key not in self:
            raise KeyError(f"{key!r} is not among the words found")
        places = (self.to_numpy()["word"] == self._lexicon.id_of(key)).nonzero()[0]
        return tuple(map(self._item, places.tolist()))

    def __contains__(self, word: object) -> bool:
        """Was this word, given as text, or this `Occurrence` found?"""
        if not isinstance(word, str):
            return any(word == seen for seen in self)
        number = self._lexicon.id_of(word)
        return number is not None and self._result.saw(number)

    def _repr_svg_(self) -> str | None:
        """Return the grid with the first occurrences marked, for a notebook."""
        return draw_for_notebook(self._grid, (seen.cells for seen in self[:_MARKED_AT_MOST]))

    @property
    def grid(self) -> Grid:
        """The grid that was searched."""
        return self._grid

    @property
    def words(self) -> tuple[str, ...]:
        """The words that occur, each once, in the order of their first occurrences."""
        return tuple(dict.fromkeys(self.word_at(number) for number in self.to_numpy()["word"]))

    @property
    def complete(self) -> bool:
        """Are these all the occurrences?"""
        return self.cut_by is None

    @property
    def cut_by(self) -> str | None:
        """What cut the answer short: "limit", "deadline", "storage" (it got too large), or None."""
        return CUT_BY[self._result.finish]

    @property
    def count(self) -> int:  # type: ignore[override]  # as in the JSON answer
        """The number of occurrences, even with `count_only`; if cut short, those found so far."""
        return self._result.count

    @property
    def missing(self) -> tuple[str, ...]:
        """The words that do not occur: in the order given, or alphabetically for a Lexicon.

        If the answer was cut short, also words whose occurrences were not reached.
        """
        if self._missing is None:
            self._missing = tuple(self.iter_missing())
        return self._missing

    def iter_missing(self) -> Iterator[str]:
        """Yield the words of `missing`, for callers that may stop early: there can be very many."""
        return map(self._lexicon.text_of, self._missing_ids())

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return the occurrences as dictionaries: `word`, `start`, `end`, `direction`.

        Words with several spellings also have `spellings`.
        """
        return list(map(occurrence_to_dict, self))

    def to_json(self) -> str:
        """Return the `lexigrid/lines` document as text."""
        return "".join(lines_to_json(self))

    def iter_json(self) -> Iterator[str]:
        """Yield the occurrences as JSON text, ten times as fast as through `to_dicts`."""
        rows, columns = self._grid.rows, self._grid.columns
        numbers = iter(self._result.occurrences)
        texts: dict[int, tuple[str, str]] = {}
        for word, row, column, packed in zip(numbers, numbers, numbers, numbers, strict=True):
            if word not in texts:
                first, *more = spellings = self._lexicon.spellings_of(word)
                others = f', "spellings": {dump_json(spellings)}' if more else ""
                texts[word] = dump_json(first), others
            text, others = texts[word]
            down, right, name = _STEPS[packed >> 16 & 0xFF]
            last = (packed & 0xFFFF) - 1
            yield (
                f'{{"word": {text}, "start": [{row}, {column}], "end": '
                f"[{(row + last * down) % rows}, {(column + last * right) % columns}], "
                f'"direction": {name}{others}}}'
            )

    def to_numpy(self) -> np.ndarray[Any, Any]:
        """Return the occurrences as a NumPy record array, without a copy.

        Fields: `word` (a number for `word_at`), `row`, `column`, `length` in cells, `direction`
        (0 to 7 for N to NW, 8 on a single cell).
        """
        frombuffer, record = _record_reader()
        result = self._result
        buffer = result.occurrences if isinstance(result, StoredLines) else result
        records: np.ndarray[Any, Any] = frombuffer(buffer, record)
        return records

    def word_at(self, number: int) -> str:
        """Return the word for a number in the field `word` of `to_numpy`."""
        return text_of_word(self._lexicon, number)

    def _missing_ids(self) -> Iterator[int]:
        occurs = self._result.saw
        if self._given is None:
            yield from (word for word in self._lexicon.core.words_below(1) if not occurs(word))
            return
        listed: set[int] = set()
        for spelling in self._given:
            word = self._lexicon.id_of(spelling)
            if word is not None and word not in listed and not occurs(word):
                listed.add(word)
                yield word

    def _item(self, index: int) -> Occurrence:
        if self._records is None:  # not made earlier: `to_numpy` does without
            self._records = self._result.occurrences
        word, row, column, packed = self._records[4 * index : 4 * index + 4]
        length, number = packed & 0xFFFF, packed >> 16 & 0xFF
        direction = ALL_DIRECTIONS[number] if number < 8 else None
        rows, columns = self._grid.rows, self._grid.columns
        down, right, _ = _STEPS[number]
        cells = tuple(
            Cell((row + k * down) % rows, (column + k * right) % columns) for k in range(length)
        )
        spellings = self._lexicon.spellings_of(word)
        return Occurrence(spellings[0], cells[0], cells[-1], direction, cells, spellings)


#: For each direction number: the steps down and to the right, and the name as JSON.
_STEPS = (*((each.row_step, each.column_step, f'"{each}"') for each in Direction), (0, 0, "null"))


@functools.cache
def _record_reader() -> tuple[Any, np.dtype[Any]]:
    """Return `np.frombuffer` and the dtype of the core's `LineOccurrence` of 16 bytes."""
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
    grid: Any,
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

    Occurrences come in canonical order: start cell in reading order, direction (N NE E SE S SW W
    NW), number of cells, letters. Two of them can start on one cell:

    >>> grid = Grid.parse("tea/ant/oat")
    >>> [str(found) for found in find_lines(grid, ["oat"])]
    ['oat 2,0 N', 'oat 2,0 E']

    Args:
        grid: a `Grid`, text, rows or a 2-D array.
        words: words, or a `Lexicon`.
        directions: names or values, or one string such as "N,E".
        wrap: lines may cross the edges; None uses the grid's setting.
        first: only the first occurrence of each word.
        wildcards: `?` in a word matches any one letter.
        count_only: only `count` and `missing`, no occurrences.
        through: only lines through this cell (row, column), counted from 0. The time does not
            depend on the size of the grid. `missing` has the words without a line through the cell.
        limit: only the first `limit` occurrences.
        deadline: seconds after which the answer so far is returned, with `complete` False.
        threads: the most threads to use; None uses one per core.
        progress: called with the fraction done, 0 to 1, about fifty times a second, and with 1 at
            the end. If it raises an exception, the search ends.

    Raises:
        AlphabetError: grid and lexicon were given two different alphabets.
        GridError: text, rows or an array that is not a grid.
        LexiconError: words that cannot be compiled, or no words.
        InputError: an option has an invalid value.
    """
    options = line_options(
        limit, deadline, directions, wrap, first, wildcards, count_only, through, threads
    )
    return search_lines(grid, words, options, progress)


def search_lines(
    board: Any,
    words: Lexicon | Iterable[str],
    options: LineOptions,
    progress: Callable[[float], object] | None = None,
) -> Lines:
    """Find lines as `find_lines` does, given its options as an object."""
    grid = board if type(board) is Grid else as_grid(board)
    use_environment()
    given = resolve_words(words, default=False)
    lexicon = lexicon_for(grid, given, keep=WILDCARD if options.wildcards else "")
    if progress is not None and not callable(progress):
        raise InputError(f"progress is {progress!r}, expected a function of the fraction done")
    result = _core.find_lines(
        lexicon.core,
        tile_texts(grid, lexicon.alphabet),
        grid.codes,
        grid.rows,
        grid.columns,
        options.direction_mask,
        grid.topology.wrap if options.wrap is None else bool(options.wrap),
        bool(options.first),
        bool(options.count_only),
        lexicon.letter_codes.get(WILDCARD) if options.wildcards else None,
        options.native_limit,
        MAX_STORED_LINES,
        options.native_threads,
        options.native_deadline,
        progress,
        None if options.through is None else _cell_number(grid, options.through),
    )
    if progress is not None:
        progress(1.0)
    return Lines(grid, lexicon, result, None if isinstance(given, Lexicon) else given)


def search_missing(found: Lines, named: Lexicon | Iterable[str], options: LineOptions) -> Lines:
    """Return lines whose `missing` covers all the named words, which takes an unlimited search.

    `found` has the lines of these words, or of more, with these options.
    """
    if found.cut_by != "limit" or not named:
        return found
    unlimited = replace(options, limit=None, first=True, count_only=True)
    return search_lines(found.grid, named, unlimited)


def _cell_number(grid: Grid, cell: tuple[int, int]) -> int:
    row, column = cell
    if not (0 <= row < grid.rows and 0 <= column < grid.columns):
        raise InputError(
            f"through is {row},{column}, expected a cell from 0,0 to "
            f"{grid.rows - 1},{grid.columns - 1}: rows and columns count from 0"
        )
    return row * grid.columns + column
