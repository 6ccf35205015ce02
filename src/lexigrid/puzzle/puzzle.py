"""The Puzzle: an immutable value with a grid, the words to find in it, and where they are."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..geometry import Direction
from ..grid import Grid
from .difficulty import Difficulty, measure_difficulty
from .placement import Placement


@dataclass(frozen=True)
class Puzzle:
    """A grid, the words to find in it, and the key to them.

    >>> from lexigrid import Cell
    >>> grid = Grid.parse("CAT/XDX/XXO")
    >>> puzzle = Puzzle(grid, (Placement("cat", Cell(0, 0), Direction.E, 3),))
    >>> puzzle.words, puzzle.solution_cells == {(0, 0), (0, 1), (0, 2)}
    (('cat',), True)
    """

    grid: Grid
    """The grid."""
    key: tuple[Placement, ...]
    """A placement for each word of the list, in its order, and for each secret word."""
    title: str = ""
    """The title; may be empty."""
    message: str = ""
    """What the leftover cells spell; may be empty."""
    seed: int | None = None
    """The seed; None for a puzzle of another program."""
    code: str = ""
    """The share code, from which `make_puzzle(code=...)` makes the puzzle again."""
    missing: tuple[tuple[str, str], ...] = ()
    """Words that were left out, each with the reason."""
    notes: tuple[str, ...] = ()
    """What the maker should know, such as words to avoid inside listed words."""
    right_to_left: bool = False
    """Are the words read from right to left?"""
    directions: tuple[Direction, ...] = tuple(Direction)
    """The directions that words may run in."""

    @property
    def words(self) -> tuple[str, ...]:
        """The words to find, as they are shown."""
        return tuple(placed.word for placed in self.key if not placed.secret)

    @property
    def secret_words(self) -> tuple[str, ...]:
        """The words that are in the grid but not in the list."""
        return tuple(placed.word for placed in self.key if placed.secret)

    @property
    def solution_cells(self) -> frozenset[tuple[int, int]]:
        """The cells that some word of the key uses."""
        return frozenset(cell for placed in self.key for cell in placed.cells)

    @cached_property
    def difficulty(self) -> Difficulty:
        """How hard the puzzle is, measured on the grid."""
        return measure_difficulty(self.grid, self.key, self.right_to_left)

    def to_json(self) -> dict[str, Any]:
        """Return the JSON form, `lexigrid/puzzle`; `from_json` reads it."""
        from .io import puzzle_to_json

        return puzzle_to_json(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Puzzle:
        """Make a puzzle from its JSON form.

        Raises:
            PuzzleError: another format or version, or an invalid key.
        """
        from .io import puzzle_from_json

        return puzzle_from_json(data)

    @classmethod
    def read(cls, path: str | os.PathLike[str], *, words: Sequence[str] | None = None) -> Puzzle:
        """Read a puzzle file of lexigrid or another program: JSON, CSV, or text.

        Text is a grid, a blank line, and words. `words` replace those of the file.

        Raises:
            InputError: the file cannot be read.
            PuzzleError: the file is not a puzzle.
        """
        from .io import read_puzzle

        return read_puzzle(path, words)
