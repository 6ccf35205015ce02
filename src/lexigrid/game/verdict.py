"""The verdict on a word that a player enters: a value with a reason, never an error."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from ..geometry import Cell


class Reason(enum.StrEnum):
    """Why a word counts, or why it does not."""

    ACCEPTED = "accepted"
    TOO_SHORT = "too short"
    NOT_ON_BOARD = "not on the board"
    NOT_A_WORD = "not a word"
    ALREADY_FOUND = "already found"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict on one word; true if the word was accepted.

    `word` is spelled as in the lexicon, or as it was entered. `path` holds the cells that spell
    it; for a word that is not on the board, those of its longest prefix that is: `prefix`, of
    `traced` letters.

    >>> Verdict("oats", Reason.NOT_ON_BOARD, letters=4, traced=3, prefix="oat").explain()
    "not on the board (it has 'oat')"
    """

    word: str
    reason: Reason
    points: int = 0
    letters: int = 0
    path: tuple[Cell, ...] = ()
    traced: int = 0
    prefix: str = ""

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
