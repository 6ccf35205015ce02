"""The moves of a game: words entered and hints taken by players."""

from __future__ import annotations

from dataclasses import dataclass

from ..geometry import Cell
from ..strings import Strings, check_language
from .verdict import Verdict


@dataclass(frozen=True, slots=True)
class Move:
    """A word that a player entered, with its verdict, or a hint that the player took."""

    player: int
    """The number of the player."""
    at: int
    """The time on that player's clock, in milliseconds."""
    word: str
    """The word entered, or the word of the hint."""
    verdict: Verdict | None = None
    """The verdict on the word; None for a hint."""

    @property
    def is_hint(self) -> bool:
        """Is the move a hint rather than a word?"""
        return self.verdict is None


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint at a word that a player has not found yet.

    >>> Hint("planet", "p", 6, Cell(0, 0)).clue
    'p····· (6 letters)'
    """

    word: str
    """The word itself, not to be shown to the player."""
    first: str
    """Its first letter."""
    letters: int
    """The number of its letters."""
    start: Cell
    """The first cell of its path."""

    @property
    def clue(self) -> str:
        """The hint as text for the player."""
        return self.clue_in(None)

    def clue_in(self, language: str | None) -> str:
        """Return the hint as text in a language of the terminal game, or in English."""
        letters = Strings.of_game(check_language(language)).format("letters", number=self.letters)
        return f"{self.first}{'·' * (self.letters - 1)} ({letters})"
