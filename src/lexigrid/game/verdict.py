"""The verdict on a word that a player enters: a value with a reason, never an error."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from ..geometry import Cell
from ..strings import Strings, check_language


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
    """The same player has found the word before; other players do not matter."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict on one word; true if the word was accepted.

    >>> Verdict("oats", Reason.NOT_ON_BOARD, letters=4, traced=3, prefix="oat").explain()
    "not on the board (it has 'oat')"
    """

    word: str
    """The word as in the lexicon, or as entered."""
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

    @property
    def is_try(self) -> bool:
        """Does the word use up a try, if the rules limit them?"""
        return bool(self) or self.is_wrong

    def explain(self, penalty: int = 0, *, language: str | None = None) -> str:
        """Return the verdict as a short phrase, with the penalty of the rules for a wrong word.

        The phrase is in a language of the terminal game, or in English.

        >>> Verdict("zzz", Reason.NOT_ON_BOARD).explain(2)
        'not on the board, costs 2 points'
        """
        strings = Strings.of_game(check_language(language))
        if self.is_wrong and penalty:
            points = strings.format("game.points", number=penalty)
            verdict = self.explain(language=language)
            return strings.format("game.costs", verdict=verdict, points=points)
        if self.reason is Reason.ACCEPTED:
            return strings.format("game.points", number=self.points)
        if self.reason is Reason.TOO_SHORT:
            letters = strings.format("letters", number=self.letters)
            return strings.format("game.too_short", letters=letters)
        if self.reason is Reason.NOT_ON_BOARD and self.traced:
            return strings.format("game.not_whole", prefix=self.prefix)
        return strings.format(f"game.{self.reason.name.lower()}")
