"""A match: a game with its people, opponents, turns and clocks.

People play one after another, each against a clock; the opponents play along with each of them. A
match is a value that is given the time; only a session reads a clock.
"""

from __future__ import annotations

import enum
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from .._util import schema
from ..errors import GameError
from ..game import Game, Hint, Scores, Verdict, check_format
from ..lexicon import Lexicon
from .history import COMPUTER, HUMAN, GameRecord, PlayerRecord, WordRecord
from .opponents import Opponent, TimedWord

FORMAT = "lexigrid/match"
VERSION = 1


class Stage(enum.StrEnum):
    """The stage of a match: the next person is about to begin, is playing, or all is over."""

    READY = "ready"
    PLAYING = "playing"
    OVER = "over"


_TIMED_WORD = schema.sequence(schema.text, schema.integer())
_MATCH = schema.record(
    {
        "id": schema.text,
        "started": schema.text,
        "game": schema.anything,
        "opponents": schema.list_of(schema.sequence(schema.integer(), schema.text)),
        "findings": schema.list_of(schema.list_of(_TIMED_WORD)),
        "elapsed": schema.list_of(schema.integer(), least=1),
        "turn": schema.integer(),
        "stage": schema.choice(*Stage),
        "dice": schema.text,
        "seed": schema.text,
        "share": schema.text,
    }
)


@dataclass(frozen=True, slots=True)
class Match:
    """A game with its people and opponents, the current turn, and the clocks.

    The players of the game are the people, then the opponents. `planned` holds the words that each
    opponent will find, `elapsed` the milliseconds on each person's clock. Made by `begin_match`.
    """

    id: str
    started: str
    game: Game
    opponents: tuple[Opponent, ...]
    planned: tuple[tuple[TimedWord, ...], ...]
    elapsed: tuple[int, ...]
    turn: int = 0
    stage: Stage = Stage.READY
    dice: str = ""
    seed: str = ""
    share: str = ""

    @property
    def people(self) -> tuple[str, ...]:
        """The names of the people, in the order of their turns."""
        return self.game.players[: len(self.elapsed)]

    @property
    def person(self) -> str:
        """The person whose turn it is."""
        return self.people[self.turn]

    @property
    def now(self) -> int:
        """Milliseconds on the clock of the current person."""
        return self.elapsed[self.turn]

    @property
    def left(self) -> int | None:
        """Milliseconds that the current person has left; None without a time limit."""
        seconds = self.game.rules.seconds
        return None if seconds is None else max(0, seconds * 1000 - self.now)

    @property
    def current_scores(self) -> Scores:
        """The scores of the current person before duplicate words cancel."""
        return self.game.scores(replace(self.game.rules, cancel=False))[self.turn]

    def found_by_now(self, number: int) -> tuple[TimedWord, ...]:
        """Return the words that an opponent has found at this time of the clock."""
        return tuple(each for each in self.planned[number] if each.at <= self.now)

    def points_by_now(self, number: int) -> int:
        """Return an opponent's points at this time of the clock, before duplicate words cancel."""
        find = self.game.solution.find
        found = (find(each.word) for each in self.found_by_now(number))
        return sum(word.score for word in found if word)

    # --- moves ----------------------------------------------------------------------------------

    def start_turn(self) -> Match:
        """Start the turn of the current person.

        Raises:
            GameError: the match is over.
        """
        if self.stage is Stage.OVER:
            raise GameError("the match is over; begin a new one")
        return replace(self, stage=Stage.PLAYING)

    def passed(self, milliseconds: int) -> Match:
        """Return the match some time later; the turn ends when no time is left."""
        if self.stage is not Stage.PLAYING or milliseconds <= 0:
            return self
        now = self.now + milliseconds
        seconds = self.game.rules.seconds
        if seconds is not None:
            now = min(now, seconds * 1000)
        clocks = (*self.elapsed[: self.turn], now, *self.elapsed[self.turn + 1 :])
        match = replace(self, elapsed=clocks)
        return match.end_turn() if match.left == 0 else match

    def play(self, word: str) -> tuple[Match, Verdict]:
        """Play a word for the current person.

        Raises:
            GameError: no clock is running.
        """
        self._check_playing()
        game, verdict = self.game.play(word, player=self.turn, at=self.now)
        return replace(self, game=game), verdict

    def hint(self) -> tuple[Match, Hint]:
        """Give the current person a hint.

        Raises:
            GameError: no clock is running, or no hint is left.
        """
        self._check_playing()
        game, hint = self.game.hint(player=self.turn, at=self.now)
        return replace(self, game=game), hint

    def rotated(self) -> Match:
        """Return the match with the board rotated a quarter turn clockwise.

        Raises:
            GameError: the rules forbid it, or the board cannot be rotated.
        """
        return replace(self, game=self.game.rotated())

    def end_turn(self) -> Match:
        """End the turn: the next person becomes current, or the match is over."""
        if self.stage is Stage.OVER:
            return self
        if self.turn + 1 < len(self.people):
            return replace(self, turn=self.turn + 1, stage=Stage.READY)
        return replace(self, game=self._finished_game(), stage=Stage.OVER)

    def _check_playing(self) -> None:
        if self.stage is not Stage.PLAYING:
            raise GameError(f"no clock is running: the match is {self.stage}")

    def _finished_game(self) -> Game:
        """Return the game with the words that the opponents found while the people played."""
        game = self.game
        last = max(self.elapsed)
        for number, planned in enumerate(self.planned, len(self.people)):
            for each in planned:
                if each.at <= last:
                    game, _ = game.play(each.word, player=number, at=each.at)
        return game.finished()

    # --- JSON and records -----------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        """Return the match as JSON values; the inverse of `from_json`."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "id": self.id,
            "started": self.started,
            "game": self.game.to_json(),
            "opponents": [[each.level, each.called] for each in self.opponents],
            "findings": [[[each.word, each.at] for each in words] for words in self.planned],
            "elapsed": list(self.elapsed),
            "turn": self.turn,
            "stage": str(self.stage),
            "dice": self.dice,
            "seed": self.seed,
            "share": self.share,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any], lexicon: Lexicon) -> Match:
        """Make a match from JSON values.

        Raises:
            GameError: another format, version or lexicon, or values that do not fit together.
        """
        check_format(data, "match", FORMAT, VERSION)
        found = schema.read(_MATCH, data, "the damaged match", GameError)
        match = cls(
            found["id"],
            found["started"],
            Game.from_json(found["game"], lexicon),
            tuple(Opponent(level, called) for level, called in found["opponents"]),
            tuple(tuple(TimedWord(*each) for each in words) for words in found["findings"]),
            tuple(found["elapsed"]),
            found["turn"],
            Stage(found["stage"]),
            found["dice"],
            found["seed"],
            found["share"],
        )
        match._check()
        return match

    def _check(self) -> None:
        """Raise GameError if players, clocks and turn do not fit together."""
        if not (
            self.turn < len(self.elapsed)
            and len(self.planned) == len(self.opponents)
            and len(self.game.players) == len(self.elapsed) + len(self.opponents)
        ):
            raise GameError(
                "the match is damaged: its players, clocks and turn do not fit together"
            )

    def record(self, finished: str) -> GameRecord:
        """Return the record of a finished match for the history.

        Raises:
            GameError: the match is not over.
        """
        if self.stage is not Stage.OVER:
            raise GameError("the match is not over yet")
        game = self.game
        return GameRecord(
            self.id,
            self.started,
            finished,
            game.grid.format(one_line=True),
            self.dice,
            self.seed,
            self.share,
            game.lexicon.fingerprint,
            json.dumps(game.rules.to_json()),
            game.solution.count,
            game.solution.score,
            tuple(map(self._record_player, range(len(game.players)), game.scores())),
        )

    def _record_player(self, number: int, scores: Scores) -> PlayerRecord:
        is_person = number < len(self.people)
        level = None if is_person else self.opponents[number - len(self.people)].level
        words = tuple(
            WordRecord(move.verdict.word, move.verdict.points, move.at, str(move.verdict.reason))
            for move in self.game.moves
            if move.player == number and move.verdict is not None
        )
        return PlayerRecord(
            scores.player,
            HUMAN if is_person else COMPUTER,
            level,
            scores.points,
            scores.found,
            len(scores.cancelled),
            scores.wrong,
            scores.hints,
            (self.elapsed[number] if is_person else max(self.elapsed)) / 1000,
            words,
        )
