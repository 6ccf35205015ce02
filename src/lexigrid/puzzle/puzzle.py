"""The Puzzle: a grid, the words to find in it, and where they are.

Knows grids and geometry; known by everything that makes, checks or shows puzzles.
Rule: a puzzle never changes, and `from_json` gives back what `to_json` wrote.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ..alphabet import Alphabet, is_punctuation
from ..geometry import Cell, Direction
from ..grid import Grid

Letters = tuple[str, ...]


def letters_of(alphabet: Alphabet, text: str) -> Letters:
    """Split text into the letters that go into the grid: no blanks, no punctuation.

    >>> letters_of(Alphabet(), "Ice Cream")
    ('i', 'c', 'e', 'c', 'r', 'e', 'a', 'm')
    """
    letters = alphabet.split(text)
    if text.isalpha():  # the common case
        return letters
    return tuple(letter for letter in letters if not is_punctuation(letter))


@dataclass(frozen=True, slots=True)
class Placement:
    """One word of a puzzle and the line it was put on.

    `direction` is None where the word is a single cell. A `secret` word is in the grid but not in
    the list. `inside` counts how often the word stands within other words of the list.

    >>> str(Placement("oat", Cell(2, 0), Direction.E, 3))
    'oat 2,0 E'
    """

    word: str
    start: Cell
    direction: Direction | None
    length: int
    secret: bool = False
    inside: int = 0

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells of the word, in its order."""
        down, right = (
            (0, 0)
            if self.direction is None
            else (self.direction.row_step, self.direction.column_step)
        )
        row, column = self.start
        return tuple(Cell(row + i * down, column + i * right) for i in range(self.length))

    @property
    def end(self) -> Cell:
        """The cell of the last letter."""
        if self.direction is None:
            return self.start
        last = self.length - 1
        return Cell(
            self.start.row + last * self.direction.row_step,
            self.start.column + last * self.direction.column_step,
        )

    def __str__(self) -> str:
        way = "" if self.direction is None else f" {self.direction}"
        return f"{self.word} {self.start.row},{self.start.column}{way}"


@dataclass(frozen=True, slots=True)
class Difficulty:
    """How hard a puzzle is to solve, 0 to 100, and what it comes from, each part 0 to 1.

    `directions`: how unusual the ways of reading are. `overlaps`: share of the words' cells that
    several words use. `decoys`: near misses for each word. `letters`: how common the rarest letter
    of each word is in the grid. `density`: share of the cells that no word uses. `size`: cells.
    """

    score: float
    directions: float
    overlaps: float
    decoys: float
    letters: float
    density: float
    size: float

    def to_json(self) -> dict[str, float]:
        """Give the JSON form."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True)
class Puzzle:
    """A grid, the words to find in it, and the key to them.

    `words` are the words of the list in its order, as they are shown; `key` holds a placement for
    each of them and for each secret word. `missing` are words that were asked for and left out,
    with the reason. `code` reproduces the puzzle: `make_puzzle(code=...)`.

    >>> grid = Grid.parse("CAT/XDX/XXO")
    >>> puzzle = Puzzle(grid, (Placement("cat", Cell(0, 0), Direction.E, 3),))
    >>> puzzle.words, puzzle.solution_cells == {(0, 0), (0, 1), (0, 2)}
    (('cat',), True)
    """

    grid: Grid
    key: tuple[Placement, ...]
    title: str = ""
    message: str = ""
    seed: int | None = None
    code: str = ""
    missing: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()
    right_to_left: bool = False
    directions: tuple[Direction, ...] = tuple(Direction)
    _made: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @property
    def words(self) -> tuple[str, ...]:
        """The words to find, as they are shown."""
        return tuple(placed.word for placed in self.key if not placed.secret)

    @property
    def secret_words(self) -> tuple[str, ...]:
        """Words that are in the grid but not in the list."""
        return tuple(placed.word for placed in self.key if placed.secret)

    @property
    def solution_cells(self) -> frozenset[tuple[int, int]]:
        """The cells that some word of the key covers."""
        return frozenset(cell for placed in self.key for cell in placed.cells)

    @cached_property
    def difficulty(self) -> Difficulty:
        """How hard it is, measured on the grid."""
        from .difficulty import measure_difficulty

        return measure_difficulty(self)

    def to_json(self) -> dict[str, Any]:
        """Give the JSON form, `lexigrid/puzzle`; twin of `from_json`."""
        from . import io as files

        return files.to_json(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Puzzle:
        """Make a puzzle of its JSON form.

        Raises:
            PuzzleError: another format or version, or a key that is none.
        """
        from . import io as files

        return files.from_json(data)

    @classmethod
    def read(
        cls, path: str | os.PathLike[str], *, words: tuple[str, ...] | list[str] | None = None
    ) -> Puzzle:
        """Read a puzzle file, ours or foreign: JSON, CSV, or text (a grid, a blank line, words).

        `words` are those to find in a grid whose file has none.

        Raises:
            InputError: the file cannot be read.
            PuzzleError: it is no puzzle.
        """
        from . import io as files

        return files.read_puzzle(path, words)
