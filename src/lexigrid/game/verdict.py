"""The answer to a word that a player says.

Knows cells; known by games and everything above.
Rule: a verdict is a value with a reason, never an error.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass

from ..geometry import Cell


class Reason(enum.StrEnum):
    """Why a word counts or does not."""

    ACCEPTED = "accepted"
    TOO_SHORT = "too short"
    NOT_ON_BOARD = "not on the board"
    NOT_A_WORD = "not a word"
    ALREADY_FOUND = "already found"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a word: true if it was accepted.

    `word` is as the lexicon spells it, or as it was said. `path` are the cells that spell it; of
    a word that is not on the board, those of its longest beginning that is, `traced` letters.

    >>> Verdict("oats", Reason.NOT_ON_BOARD, letters=4, traced=3).explain()
    "not on the board (it has 'oat')"
    """

    word: str
    reason: Reason
    points: int = 0
    letters: int = 0
    path: tuple[Cell, ...] = ()
    traced: int = 0
    beginning: str = ""

    def __bool__(self) -> bool:
        """Was it accepted?"""
        return self.reason is Reason.ACCEPTED

    @property
    def is_wrong(self) -> bool:
        """Does it cost the penalty, if there is one?"""
        return self.reason in (Reason.NOT_A_WORD, Reason.NOT_ON_BOARD)

    def explain(self) -> str:
        """Say it in a few words."""
        if self.reason is Reason.ACCEPTED:
            return f"{self.points} point{'' if self.points == 1 else 's'}"
        if self.reason is Reason.NOT_ON_BOARD and self.traced:
            return f"{self.reason} (it has {self.beginning or self.word[: self.traced]!r})"
        if self.reason is Reason.TOO_SHORT:
            return f"{self.reason} ({self.letters} letter{'' if self.letters == 1 else 's'})"
        return str(self.reason)
