"""Words in straight lines: an occurrence is a word on a set of cells."""

from __future__ import annotations

import functools
from array import array
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, overload

from .. import _core
from .._util.options import describe_options
from .._util.plain_text import count_noun
from .._util.progress import Progress, check_progress
from .._util.validation import NO_LIMIT
from ..cpu import use_environment
from ..errors import InputError
from ..geometry import ALL_DIRECTIONS, Cell, Direction
from ..grid import Grid, GridLike, as_grid, draw_for_notebook
from ..grid.cells import Tiles
from ..lexicon import Lexicon, WordsLike
from ..lexicon.compiled import ROOT
from .answer import Answer, make_cell
from .encode import MAX_STORED_LINES, compile_few, lexicon_for, resolve_words, tile_texts
from .line_options import LineOptions, line_options

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


class Lines(Answer[Occurrence]):
    """The occurrences that `find_lines` found, in canonical order; each is made when read.

    >>> lines = find_lines(Grid.parse("tea/ant/oat"), ["oat", "dog"])
    >>> [str(found) for found in lines["oat"]], "dog" in lines
    (['oat 2,0 N', 'oat 2,0 E'], False)
    """

    __slots__ = ("_board", "_given", "_missing")
    _noun = "occurrence"
    _members = "occurrences"
    _result: _core.LineResult

    def __init__(
        self,
        board: GridLike,
        lexicon: Lexicon,
        result: _core.LineResult,
        given: tuple[str, ...] | None,
        count_all: Callable[[float], _core.LineResult] | None = None,
    ) -> None:
        self._board, self._lexicon, self._result = board, lexicon, result
        self._count_all = count_all
        self._given = given

    def __reduce__(self) -> tuple[Any, ...]:
        arguments = self.grid, self._lexicon, self._result, self._given
        return Lines, arguments, (None, {"_total": self.total})

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
        places = (self.word_ids == self._lexicon.id_of(key)).nonzero()[0]
        return tuple(map(self._item, places.tolist()))

    def __contains__(self, word: object) -> bool:
        """Was this word, given as text, or this `Occurrence` found?"""
        if not isinstance(word, str):
            return any(word == seen for seen in self)
        number = self._lexicon.id_of(word)
        return number is not None and self._result.saw(number)

    def _repr_svg_(self) -> str | None:
        """Return the grid with the first occurrences marked, for a notebook."""
        return draw_for_notebook(self.grid, (seen.cells for seen in self[:_MARKED_AT_MOST]))

    @property
    def grid(self) -> Grid:
        """The grid that was searched."""
        if type(self._board) is not Grid:
            self._board = as_grid(self._board)
        return self._board

    @property
    def words(self) -> tuple[str, ...]:
        """The words that occur, each once, in the order of their first occurrences."""
        return self._lexicon.core.texts(array("I", dict.fromkeys(self.word_ids.tolist())))

    @property
    def word_ids(self) -> np.ndarray[Any, Any]:
        """The number of the word of each occurrence, in order."""
        ids: np.ndarray[Any, Any] = self.to_numpy()["word_id"]
        return ids

    @property
    def missing(self) -> tuple[str, ...]:
        """The words that do not occur: in the order given, or alphabetically for a Lexicon.

        Words are looked for beyond a limit, but those of a Lexicon are not. If the answer was cut
        short otherwise, words that were not reached are missing too.
        """
        if not hasattr(self, "_missing"):
            self._missing = tuple(self.iter_missing())
        return self._missing

    def iter_missing(self) -> Iterator[str]:
        """Yield the words of `missing`, for callers that may stop early: there can be very many."""
        lexicon = self._lexicon
        listed: Any
        if self._given is None:
            listed = lexicon.core.words_below(ROOT)
        else:
            given = map(lexicon.id_of, self._given)
            listed = array("I", (number for number in given if number is not None))
        return map(lexicon.text_of, self._result.missing(listed))

    def iter_json(self) -> Iterator[str]:
        """Yield the `lexigrid/lines` document in pieces of many occurrences."""
        grid, core = self.grid, self._lexicon.core

        def write(first: int, last: int) -> str:
            missing = self.missing if last >= len(self) else ()
            return self._result.to_json(core, grid.rows, grid.columns, first, last, missing)

        return self._pieces(write)

    def to_numpy(self) -> np.ndarray[Any, Any]:
        """Return the occurrences as a NumPy record array, without a copy.

        Fields: `word_id` (a number for `word_at`), `row`, `column`, `length` in cells, `direction`
        (0 to 7 for N to NW, 8 on a single cell).
        """
        frombuffer, record = _record_reader()
        records: np.ndarray[Any, Any] = frombuffer(self._result, record)
        return records

    def _item(self, index: int) -> Occurrence:
        word, row, column, length, number = self._result.occurrence(index)
        rows, columns = self.grid.rows, self.grid.columns
        direction = ALL_DIRECTIONS[number] if number < len(ALL_DIRECTIONS) else None
        down, right = _STEPS[number]
        steps = range(length)
        lines = [(row + k * down) % rows for k in steps]
        along = [(column + k * right) % columns for k in steps]
        cells = tuple(map(make_cell, zip(lines, along, strict=True)))
        spellings = self._lexicon.spellings_of(word)
        return Occurrence(spellings[0], cells[0], cells[-1], direction, cells, spellings)


#: The steps down and to the right by direction number; none on a single cell.
_STEPS = (*((each.row_step, each.column_step) for each in Direction), (0, 0))


@functools.cache
def _record_reader() -> tuple[Any, np.dtype[Any]]:
    """Return `np.frombuffer` and the dtype of the core's `LineOccurrence` of 16 bytes."""
    import numpy as np

    layout = [
        ("word_id", "<u4"),
        ("row", "<u4"),
        ("column", "<u4"),
        ("length", "<u2"),
        ("direction", "u1"),
        ("unused", "u1"),
    ]
    return np.frombuffer, np.dtype(layout)


@describe_options(LineOptions)
def find_lines(
    grid: GridLike,
    words: WordsLike,
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
    progress: Progress | None = None,
) -> Lines:
    """Find every straight line of the grid that spells one of the words.

    Occurrences come in canonical order: start cell in reading order, direction (N NE E SE S SW W
    NW), number of cells, letters. Two of them can start on one cell:

    >>> grid = Grid.parse("tea/ant/oat")
    >>> [str(found) for found in find_lines(grid, ["oat"])]
    ['oat 2,0 N', 'oat 2,0 E']

    Args:
        grid: a `Grid`, text, rows or a 2-D array.
        words: words, or a `Lexicon`; they are looked for beyond the limit.
        progress: called with the fraction done, 0 to 1, about fifty times a second, and with 1 at
            the end. If it raises an exception, the search ends.

    Raises:
        AlphabetError: grid and words were given two different alphabets.
        GridError: text, rows or an array that is not a grid.
        LexiconError: words that cannot be compiled, or no words.
        InputError: an option has an invalid value.
    """
    options = line_options(
        limit, deadline, directions, wrap, first, wildcards, count_only, through, threads
    )
    return search_lines(grid, words, options, progress)


def search_lines(
    board: GridLike,
    words: WordsLike,
    options: LineOptions,
    progress: Progress | None = None,
    *,
    named: WordsLike | None = None,
) -> Lines:
    """Find lines as `find_lines` does, given its options as an object.

    `named` are the only words that can be missing, and are looked for even beyond the limit.
    """
    if type(board) is not Grid and not hasattr(board, "shape"):
        board = as_grid(board)
    use_environment()
    given = resolve_words(words, default=False)
    if options.is_plain and progress is None and named is None:
        few = _find_few(board, given)
        if few is not None:
            return few
    grid = as_grid(board)
    listed = given if named is None else resolve_words(named, default=False)
    lexicon = lexicon_for(grid, given, keep=WILDCARD if options.wildcards else "")
    check_progress(progress)

    def search(
        count_only: bool, limit: int, progress: Progress | None, deadline: float
    ) -> _core.LineResult:
        return _core.find_lines(
            lexicon.core,
            tile_texts(grid.tile_table, lexicon.alphabet),
            grid.codes,
            grid.rows,
            grid.columns,
            options.direction_mask,
            grid.topology.wrap if options.wrap is None else bool(options.wrap),
            bool(options.first),
            count_only,
            len(listed) > 0 and (named is not None or not isinstance(listed, Lexicon)),
            lexicon.letter_codes.get(WILDCARD) if options.wildcards else None,
            limit,
            MAX_STORED_LINES,
            options.native_threads,
            deadline,
            progress,
            None if options.through is None else _cell_number(grid, options.through),
        )

    result = search(
        bool(options.count_only), options.native_limit, progress, options.native_deadline
    )
    if progress is not None:
        progress(1.0)
    given_words = None if isinstance(listed, Lexicon) else listed
    return Lines(grid, lexicon, result, given_words, partial(search, True, NO_LIMIT, None))


def _find_few(board: Any, words: Lexicon | tuple[str, ...]) -> Lines | None:
    """Find all lines of a small grid, or array, of single letters; None if it is another one."""
    tiles: Tiles | None = None
    codes, rows, columns = board, 0, 0
    if isinstance(board, Grid):
        if board.alphabet is not None or board.topology.wrap:
            return None
        if board.rows * board.columns > _core.FEW_CELLS:
            return None
        tiles, codes, rows, columns = board.tile_table, board.codes, board.rows, board.columns
    elif getattr(board, "nbytes", 0) > _core.FEW_CELLS:
        return None
    elif (flags := getattr(board, "flags", None)) is not None and flags.writeable:
        codes = board = board.copy()
        board.flags.writeable = False
    given, lexicon = (None, words) if isinstance(words, Lexicon) else (words, compile_few(words))
    if lexicon.core.has_punctuation:
        return None
    texts = tile_texts(tiles, lexicon.alphabet)
    result = _core.find_few_lines(lexicon.core, texts, codes, rows, columns)
    return None if result is None else Lines(board, lexicon, result, given)


def _cell_number(grid: Grid, cell: tuple[int, int]) -> int:
    row, column = cell
    if not (0 <= row < grid.rows and 0 <= column < grid.columns):
        raise InputError(
            f"through is {row},{column}, expected a cell from 0,0 to "
            f"{grid.rows - 1},{grid.columns - 1}: rows and columns count from 0"
        )
    return row * grid.columns + column
