"""What is kept of a game.

Knows nothing; known by the history and by matches.
Rule: plain values; what they are made of is named as in the export.
"""

from __future__ import annotations

from dataclasses import dataclass

HUMAN = "human"
COMPUTER = "computer"


@dataclass(frozen=True, slots=True)
class WordRecord:
    """A word that a player said: its points, its time in milliseconds, what became of it."""

    word: str
    points: int
    at: int
    verdict: str


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """A player of a game: human or computer (with a level), and what it came to."""

    name: str
    kind: str
    level: int | None
    points: int
    found: int
    cancelled: int
    wrong: int
    hints: int
    seconds: float
    words: tuple[WordRecord, ...] = ()


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A finished game. Times are UTC in ISO form; `rules` is JSON text."""

    id: str
    started: str
    finished: str
    board: str
    dice: str
    seed: str
    share: str
    lexicon: str
    rules: str
    board_words: int
    board_points: int
    players: tuple[PlayerRecord, ...] = ()
