"""The Puzzle: an immutable value with a grid, the words to find in it, and where they are."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from .._util.io import atomic_write
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

    def __str__(self) -> str:
        """Return the title, the grid and the words, as `print` shows them."""
        from ..render.puzzle_file import puzzle_to_text

        return puzzle_to_text(self)

    def _repr_svg_(self) -> str | None:
        """Return the page of the puzzle, for notebooks."""
        return self.to_svg()

    def save(
        self,
        path: str | os.PathLike[str],
        *,
        with_key: bool | None = None,
        paper: str = "a4",
        large_print: bool = False,
        fonts: Sequence[str] = (),
    ) -> None:
        """Write the puzzle to a file, whole or not at all; the suffix says how.

        `.txt`, `.json` and `.csv` are read again by `read`; `.svg`, `.png`, `.pdf` and `.html` are
        pages. An existing file is overwritten.

        >>> import tempfile, pathlib
        >>> from lexigrid import Cell, Direction, Placement
        >>> grid = Grid.parse("CAT/XDX/XXO")
        >>> puzzle = Puzzle(grid, (Placement("cat", Cell(0, 0), Direction.E, 3),))
        >>> path = pathlib.Path(tempfile.mkdtemp(), "cat.json")
        >>> puzzle.save(path)
        >>> Puzzle.read(path) == puzzle
        True

        Args:
            with_key: with the answers; None: in PDF and HTML.
            paper: a4, a5, letter, 6x9 or 8.5x11.
            large_print: large letters.
            fonts: paths of TrueType fonts to use before others.

        Raises:
            InputError: a suffix that means no format, or a file that cannot be written.
        """
        from ..render.puzzle_file import PageOptions, format_of, puzzle_to_bytes

        page = PageOptions(with_key, paper, large_print, fonts)
        data, _ = puzzle_to_bytes(self, format_of(os.fspath(path)), page)
        with atomic_write(path) as file:
            file.write(data)

    def to_svg(self, *, with_key: bool = False) -> str:
        """Return a page of the puzzle, or of its answers, as SVG."""
        return self._to_bytes("svg", with_key).decode()

    def to_html(self, *, with_key: bool = True) -> str:
        """Return a page to play on in a browser, with a button for the answers."""
        return self._to_bytes("html", with_key).decode()

    def to_pdf(self, *, with_key: bool = True) -> bytes:
        """Return the pages of the puzzle and of its answers as PDF."""
        return self._to_bytes("pdf", with_key)

    def _to_bytes(self, form: str, with_key: bool) -> bytes:
        from ..render.puzzle_file import PageOptions, puzzle_to_bytes

        return puzzle_to_bytes(self, form, PageOptions(with_key))[0]

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
