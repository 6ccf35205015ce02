"""Records of finished games: plain values with the field names of the export."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Annotated, Literal

from ..._util.codec import Form, Range
from ..._util.schema import MAX_INTEGER, json_object
from ...errors import GameError
from ..log import Stage

if TYPE_CHECKING:
    from ..match import Match

HUMAN: Literal["human"] = "human"
COMPUTER: Literal["computer"] = "computer"
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
    kind: Literal["human", "computer"]
    level: int | None
    points: Annotated[int, Range(-MAX_INTEGER)]
    found: int
    cancelled: int
    wrong: int
    hints: int
    seconds: Annotated[float, Range(0, 1e9)]
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
    rules: Annotated[str, Form(json_object, str)]
    board_words: int
    board_points: int
    players: tuple[PlayerRecord, ...] = ()


def record_match(match: Match, finished: datetime) -> GameRecord:
    """Return the record of a finished match; a contest began when its clock did.

    Raises:
        GameError: the match is not over.
    """
    if match.stage is not Stage.OVER:
        raise GameError("the match is not over yet")
    game, setup, longest = match.game, match.setup, max(match.clocks)
    clocks = (*match.clocks, *(longest,) * len(match.seats))
    players = [
        PlayerRecord(
            scores.player,
            HUMAN if seat.level is None else COMPUTER,
            seat.level,
            scores.points,
            scores.found,
            len(scores.cancelled),
            scores.wrong,
            scores.hints,
            clock / 1000,
            tuple(
                WordRecord(each.word, each.points, move.at, str(each.reason))
                for move in game.moves
                if move.player == number and (each := move.verdict) is not None
            ),
        )
        for number, (seat, scores, clock) in enumerate(
            zip(match.seats, game.scores(), clocks, strict=False)
        )
    ]
    return GameRecord(
        match.id,
        match.started or format_time(finished - timedelta(milliseconds=longest)),
        format_time(finished),
        setup.grid.format(one_line=True),
        setup.dice,
        setup.seed,
        setup.share,
        setup.lexicon.fingerprint,
        json.dumps(setup.rules.to_dict()),
        game.solution.count,
        game.solution.score,
        tuple(players),
    )


def format_time(time: datetime) -> str:
    """Return a time as it is stored."""
    return time.isoformat(timespec="milliseconds")
