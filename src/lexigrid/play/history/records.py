"""Records of finished games: plain values with the field names of the export."""

from __future__ import annotations

from dataclasses import dataclass

HUMAN = "human"
COMPUTER = "computer"
ACCEPTED = "accepted"


@dataclass(frozen=True, slots=True)
class WordRecord:
    """A word that a player entered: its points, its time in milliseconds, its verdict."""

    word: str
    points: int
    at: int
    verdict: str


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """A player of a game, human or computer (with a level), and the player's scores."""

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

    @property
    def accepted(self) -> tuple[WordRecord, ...]:
        """The accepted words, including those that were cancelled."""
        return tuple(word for word in self.words if word.verdict == ACCEPTED)


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A finished game. Times are UTC in ISO format; `rules` is JSON text."""

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
