"""Words as letters, and the lines of cells that hold them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from ..alphabet import Alphabet, is_punctuation
from ..geometry import Cell, Direction

Letters = tuple[str, ...]


def letters_of(alphabet: Alphabet, text: str) -> Letters:
    """Split text into the letters that go into the grid, without blanks and punctuation.

    >>> letters_of(Alphabet(), "Ice Cream")
    ('i', 'c', 'e', 'c', 'r', 'e', 'a', 'm')
    """
    letters = alphabet.split(text)
    if text.isalpha():  # the common case
        return letters
    return tuple(letter for letter in letters if not is_punctuation(letter))


def is_right_to_left(words: Sequence[Sequence[str]]) -> bool:
    """Do most letters belong to a script that is written from right to left?

    >>> is_right_to_left([tuple("שלום")]), is_right_to_left([tuple("oat")])
    (True, False)
    """
    from unicodedata import bidirectional

    counts = Counter(chain.from_iterable(words))
    from_right = sum(n for letter, n in counts.items() if bidirectional(letter[0]) in ("R", "AL"))
    return 2 * from_right > counts.total()


@dataclass(frozen=True, slots=True)
class Placement:
    """A word of a puzzle and the line of cells it occupies.

    >>> str(Placement("oat", Cell(2, 0), Direction.E, 3))
    'oat 2,0 E'
    """

    word: str
    """The word as it is listed."""
    start: Cell
    """The cell of the first letter."""
    direction: Direction | None
    """The direction of reading; None for a word on a single cell."""
    length: int
    """The number of cells; 0 if the place is unknown."""
    secret: bool = False
    """Is the word in the grid but not in the list?"""
    inside: int = 0
    """How often the word also occurs inside other words of the list."""

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells of the word, first letter first."""
        if self.direction is None:
            return (self.start,)
        row, column = self.start
        down, right = self.direction.row_step, self.direction.column_step
        return tuple(Cell(row + i * down, column + i * right) for i in range(self.length))

    @property
    def end(self) -> Cell:
        """The cell of the last letter."""
        if self.direction is None:
            return self.start
        row, column = self.start
        steps = max(self.length - 1, 0)
        return Cell(
            row + steps * self.direction.row_step, column + steps * self.direction.column_step
        )

    def __str__(self) -> str:
        direction = "" if self.direction is None else f" {self.direction}"
        return f"{self.word} {self.start.row},{self.start.column}{direction}"
