"""Records of finished games: plain values with the field names of the export."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from ...game import Game

HUMAN = "human"
COMPUTER = "computer"
ACCEPTED = "accepted"


@dataclass(frozen=True, slots=True)
class WordRecord:
    """A word that a player entered, with its points, time in milliseconds, and verdict."""

    word: str
    points: int
    at: int
    verdict: str


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """A human or computer player (only the latter has a level) and the player's scores."""

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


def record_game(
    game: Game,
    clocks: Sequence[tuple[int | None, float]],
    *,
    id: str,
    started: str,
    finished: str,
    dice: str,
    seed: str,
    share: str = "",
) -> GameRecord:
    """Return the record of a finished game.

    `clocks` has the level (None for people) and the seconds of each player.
    """
    players = []
    for number, ((level, seconds), scores) in enumerate(zip(clocks, game.scores(), strict=True)):
        words = tuple(
            WordRecord(move.verdict.word, move.verdict.points, move.at, str(move.verdict.reason))
            for move in game.moves
            if move.player == number and move.verdict is not None
        )
        players.append(
            PlayerRecord(
                scores.player,
                HUMAN if level is None else COMPUTER,
                level,
                scores.points,
                scores.found,
                len(scores.cancelled),
                scores.wrong,
                scores.hints,
                seconds,
                words,
            )
        )
    return GameRecord(
        id,
        started,
        finished,
        game.grid.format(one_line=True),
        dice,
        seed,
        share,
        game.lexicon.fingerprint,
        json.dumps(game.rules.to_dict()),
        game.solution.count,
        game.solution.score,
        tuple(players),
    )
