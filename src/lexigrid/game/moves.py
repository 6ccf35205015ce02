"""The values of a game: verdicts, moves, hints, scores, and the words of its review."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from ..geometry import Cell
from ..lexicon import COMMON_BAND, name_band
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


@dataclass(frozen=True, slots=True)
class Scores:
    """One player's words that count, cancelled words, wrong words, hints and points."""

    player: str
    """The name of the player."""
    words: tuple[Verdict, ...]
    """The words that count, in the order in which they were found."""
    cancelled: tuple[Verdict, ...]
    """Words that others found too, if the rules cancel them."""
    wrong: int
    """The number of wrong words."""
    hints: int
    """The number of hints taken."""
    points: int
    """The points minus penalties; may be negative."""

    @property
    def found(self) -> int:
        """The number of words found, including cancelled ones."""
        return len(self.words) + len(self.cancelled)


@dataclass(frozen=True, slots=True)
class ReviewedWord:
    """A word of the board: its points, path, band (None without bands) and finders."""

    word: str
    """The word, as in the lexicon."""
    points: int
    """Its points by the rules."""
    path: tuple[Cell, ...]
    """The first path that spells it."""
    band: int | None
    """Its commonness band; None if the lexicon has no bands."""
    players: tuple[int, ...]
    """The numbers of the players who found it."""

    @property
    def is_common(self) -> bool:
        """Do most readers know the word? Without bands, every word counts as common."""
        return is_common(self.band)

    @property
    def commonness(self) -> str:
        """The name of the band, or "all words" without bands."""
        return "all words" if self.band is None else name_band(self.band)


def is_common(band: int | None) -> bool:
    """Do most readers know a word of this band? Without bands, every word counts as common."""
    return band is None or band <= COMMON_BAND
