"""The verdict on a word that a player enters: a value with a reason, never an error."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from ..geometry import Cell


class Reason(enum.StrEnum):
    """Why a word counts, or why it does not."""

    ACCEPTED = "accepted"
    """The word counts."""
    TOO_SHORT = "too short"
    """The word has fewer letters than the rules require."""
    NOT_ON_BOARD = "not on the board"
    """No path of the board spells the word."""
    NOT_A_WORD = "not a word"
    """The lexicon does not have the word."""
    ALREADY_FOUND = "already found"
    """The player has found the word before."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict on one word; true if the word was accepted.

    >>> Verdict("oats", Reason.NOT_ON_BOARD, letters=4, traced=3, prefix="oat").explain()
    "not on the board (it has 'oat')"
    """

    word: str
    """The word as in the lexicon, or as it was entered."""
    reason: Reason
    """Why it counts, or why not."""
    points: int = 0
    """Its points; 0 if it does not count."""
    letters: int = 0
    """The number of its letters."""
    path: tuple[Cell, ...] = ()
    """The cells that spell the word or, if it is not on the board, `prefix`."""
    traced: int = 0
    """The number of letters that the board can spell."""
    prefix: str = ""
    """The longest beginning of a word that is not on the board."""

    def __bool__(self) -> bool:
        """Was the word accepted?"""
        return self.reason is Reason.ACCEPTED

    @property
    def is_wrong(self) -> bool:
        """Does the word cost the penalty, if the rules have one?"""
        return self.reason in (Reason.NOT_A_WORD, Reason.NOT_ON_BOARD)

    def explain(self) -> str:
        """Return the verdict as a short phrase."""
        if self.reason is Reason.ACCEPTED:
            return f"{self.points} point{'' if self.points == 1 else 's'}"
        if self.reason is Reason.NOT_ON_BOARD and self.traced:
            return f"{self.reason} (it has {self.prefix!r})"
        if self.reason is Reason.TOO_SHORT:
            return f"{self.reason} ({self.letters} letter{'' if self.letters == 1 else 's'})"
        return str(self.reason)
