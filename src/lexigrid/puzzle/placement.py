"""Words as letters, and the lines and paths of cells that hold them."""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise, repeat
from typing import Annotated, Any, Literal, get_args

from .._util.codec import FLAT, OMIT
from .._util.plain_text import shorten
from ..alphabet import Alphabet, is_punctuation
from ..errors import InputError, PuzzleError
from ..geometry import Cell, Direction
from ..grid import Grid
from .facts import NO_FACTS, WordFacts, make_many

Letters = tuple[str, ...]
#: How the words of a puzzle run.
PuzzleKind = Literal["lines", "cover", "trail", "bent"]
#: The kinds whose words use every cell of the board.
FILLING = ("cover", "trail")
KINDS: tuple[PuzzleKind, ...] = get_args(PuzzleKind)
#: How bent words turn: at right angles only, or anyhow.
Angles = Literal["right", "any"]


def letters_of(alphabet: Alphabet, text: str) -> Letters:
    """Split text into the letters that go into the grid, without blanks and punctuation.

    >>> letters_of(Alphabet(), "Ice Cream")
    ('i', 'c', 'e', 'c', 'r', 'e', 'a', 'm')
    """
    letters = alphabet.split(text)
    if text.isalpha():  # the common case
        return letters
    return tuple(letter for letter in letters if not is_punctuation(letter))


def count_turns(path: Sequence[Cell], angles: Angles = "any") -> int | None:
    """Count the changes of direction along a path; None if one is not of the angles allowed.

    >>> path = [Cell(0, 0), Cell(0, 1), Cell(1, 1), Cell(2, 2)]
    >>> count_turns(path), count_turns(path, "right"), count_turns(path[:3], "right")
    (2, None, 1)
    """
    steps = [(b.row - a.row, b.column - a.column) for a, b in pairwise(path)]
    turns = [(before, after) for before, after in pairwise(steps) if before != after]
    if angles == "right" and any(a * c + b * d for (a, b), (c, d) in turns):
        return None
    return len(turns)


def diagonal_block(a: Cell, b: Cell) -> Cell | None:
    """Return the first cell of the 2x2 block that a step crosses; None if it is not diagonal.

    >>> diagonal_block(Cell(1, 1), Cell(2, 0)), diagonal_block(Cell(1, 1), Cell(1, 2))
    (Cell(row=1, column=0), None)
    """
    if a.row == b.row or a.column == b.column:
        return None
    return Cell(min(a.row, b.row), min(a.column, b.column))


def is_right_to_left(words: Sequence[Sequence[str]]) -> bool:
    """Do most letters belong to a script that is written from right to left?

    >>> is_right_to_left([tuple("שלום")]), is_right_to_left([tuple("oat")])
    (True, False)
    """
    from unicodedata import bidirectional

    text = "".join(map("".join, words))
    if text.isascii() or not any(bidirectional(letter) in ("R", "AL") for letter in {*text}):
        return False
    counts = Counter(chain.from_iterable(words))
    from_right = sum(n for letter, n in counts.items() if bidirectional(letter[0]) in ("R", "AL"))
    return 2 * from_right > counts.total()


@dataclass(frozen=True, slots=True)
class Placement:
    """A word of a puzzle and the line or path of cells it occupies.

    >>> str(Placement("oat", Cell(2, 0), Direction.E, 3))
    'oat 2,0 E'
    >>> Placement.along("tea", [(0, 0), (0, 1), (1, 1)]).end
    Cell(row=1, column=1)
    """

    word: str
    """The word as it is listed."""
    start: Cell
    """The cell of the first letter."""
    direction: Direction | None
    """The direction of reading; None for a word on a single cell or along a path."""
    length: int
    """The number of cells; 0 if the place is unknown."""
    secret: bool = False
    """Is the word in the grid but not in the list?"""
    inside: int = 0
    """How often the word also occurs inside other words of the list."""
    path: tuple[Cell, ...] = ()
    """The cells of a word along a path, first letter first; empty for a line."""
    facts: WordFacts = NO_FACTS
    """Its clue, translation, group and picture, if it has any."""

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells of the word, first letter first."""
        if self.path:
            return self.path
        if self.direction is None:
            return (self.start,)
        row, column = self.start
        down, right = self.direction.row_step, self.direction.column_step
        return tuple(Cell(row + i * down, column + i * right) for i in range(self.length))

    @property
    def end(self) -> Cell:
        """The cell of the last letter."""
        if self.path:
            return self.path[-1]
        if self.direction is None:
            return self.start
        row, column = self.start
        steps = max(self.length - 1, 0)
        return Cell(
            row + steps * self.direction.row_step, column + steps * self.direction.column_step
        )

    def __repr__(self) -> str:
        # A puzzle may have half a million words; the one of dataclasses takes 7 times as long.
        row, column = self.start
        shown = f"word={self.word!r}, start=Cell(row={row}, column={column}), "
        shown += f"direction={self.direction!r}, length={self.length}"
        if self.secret or self.inside or self.path or self.facts is not NO_FACTS:
            shown += f", secret={self.secret}, inside={self.inside}, path={self.path!r}"
            shown += f", facts={self.facts!r}"
        return f"Placement({shown})"

    def __str__(self) -> str:
        direction = "" if self.direction is None else f" {self.direction}"
        return f"{self.word} {self.start.row},{self.start.column}{direction}"

    @classmethod
    def along(cls, word: str, path: Iterable[tuple[int, int]], secret: bool = False) -> Placement:
        """Return the placement of a word along a path of cells.

        Raises:
            InputError: the path is empty, or not made of cells.
        """
        try:
            cells = tuple(Cell(*map(operator.index, cell)) for cell in path)
        except TypeError:
            cells = ()
        if not cells:
            raise InputError(f"the path is {path!r}, expected cells such as [(0, 0), (0, 1)]")
        return cls(word, cells[0], None, len(cells), secret, path=cells)

    @classmethod
    def nowhere(cls, word: str, secret: bool = False) -> Placement:
        """Return the placement of a word whose place is unknown."""
        return cls(word, _CORNER, None, 0, secret)


def place_nowhere(words: Sequence[str], facts: Mapping[str, WordFacts]) -> tuple[Placement, ...]:
    """Return the placements of many words whose places are unknown, in a tenth of the time.

    >>> place_nowhere(["oat"], {}) == (Placement.nowhere("oat"),)
    True
    """
    blank = Placement.nowhere("")
    values: dict[str, Iterable[Any]] = {
        name: repeat(getattr(blank, name)) for name in Placement.__slots__
    }
    values["word"] = words
    if facts:
        values["facts"] = map(facts.get, words, repeat(NO_FACTS))
    return make_many(Placement, len(words), values)


_CORNER = Cell(0, 0)


@dataclass(frozen=True, slots=True)
class PlacementForm:
    """A placement on a line in JSON; the ends are None if the place is unknown."""

    word: str
    start: Cell | None
    end: Cell | None
    direction: Direction | None = None
    inside: Annotated[int, OMIT] = 0
    facts: Annotated[WordFacts, FLAT] = NO_FACTS

    @classmethod
    def of(cls, placed: Placement) -> PlacementForm:
        """Return the form of a placement."""
        word, facts = placed.word, placed.facts
        if not placed.length:
            return cls(word, None, None, facts=facts)
        return cls(word, placed.start, placed.end, placed.direction, placed.inside, facts)

    def find(self, grid: Grid, *, is_secret: bool) -> Placement:
        """Return the placement on a grid.

        Raises:
            PuzzleError: there is no such line.
        """
        word, start, end, direction = self.word, self.start, self.end, self.direction
        if start is None or end is None:
            return replace(Placement.nowhere(word, is_secret), facts=self.facts)
        down, right = (0, 0) if direction is None else (direction.row_step, direction.column_step)
        steps = max(abs(end.row - start.row), abs(end.column - start.column))
        if end != (start.row + steps * down, start.column + steps * right):
            raise PuzzleError(
                f"{shorten(word)} does not run {direction} from {start.row},{start.column}"
            )
        for cell in (start, end):
            if cell.row >= grid.rows or cell.column >= grid.columns:
                raise PuzzleError(
                    f"{shorten(word)} runs over {list(cell)}, which is not on the grid"
                )
        is_plain = grid.alphabet is None and word.isascii() and word.isalpha()
        letters = word if is_plain else letters_of(grid.alphabet or Alphabet(), word)
        if steps and steps >= len(letters):
            raise PuzzleError(
                f"{shorten(word)} has fewer letters than its line has cells, {steps + 1}"
            )
        own = (is_secret, self.inside, (), self.facts)
        return Placement(word, start, direction, steps + 1, *own)


@dataclass(frozen=True, slots=True)
class PathForm:
    """A placement along a path in JSON."""

    word: str
    cells: tuple[Cell, ...]
    facts: Annotated[WordFacts, FLAT] = NO_FACTS

    @classmethod
    def of(cls, placed: Placement) -> PathForm:
        """Return the form of a placement."""
        return cls(placed.word, placed.path, placed.facts)

    def find(self, grid: Grid, *, is_secret: bool) -> Placement:
        """Return the placement on a grid.

        Raises:
            PuzzleError: a cell is not on the grid or comes twice, or two that follow do not touch.
        """
        if not self.cells:
            raise PuzzleError(f"{self.word!r} has an empty path")
        for cell in self.cells:
            if cell not in grid:
                raise PuzzleError(f"{self.word!r} runs over {list(cell)}, which is not on the grid")
        if len({*self.cells}) < len(self.cells):
            raise PuzzleError(f"{self.word!r} runs over a cell twice")
        for cell, after in pairwise(self.cells):
            if after not in grid.topology.neighbours(grid.rows, grid.columns, cell):
                raise PuzzleError(f"{self.word!r} jumps from {list(cell)} to {list(after)}")
        placed = Placement.along(self.word, self.cells, is_secret)
        return replace(placed, facts=self.facts)
