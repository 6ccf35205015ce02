"""The match: whose turn it is, how much time has passed, what the opponents have by now.

Knows games and opponents; known by the terminal game and the command line.
Rule: people play one after another, each with a clock of their own; opponents play beside each.
"""

from __future__ import annotations

import enum
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ...errors import GameError, LexigridError
from ...game import Game, Hint, Scores, Verdict
from ...game.scores import tally_moves
from ...lexicon import Lexicon
from ..history import GameRecord, PlayerRecord, WordRecord
from ..history.records import COMPUTER, HUMAN
from ..opponents import Finding, Opponent

FORMAT = "lexigrid/match"
VERSION = 1


class Stage(enum.StrEnum):
    """Where a match is: a person is about to begin, plays, or all is over."""

    READY = "ready"
    PLAYING = "playing"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Match:
    """A game with its people and opponents, whose turn it is, and the clocks.

    The players of the game are the people, then the opponents. `elapsed` are milliseconds on the
    clock of each person. `begin_match` makes one.
    """

    id: str
    started: str
    game: Game
    opponents: tuple[Opponent, ...]
    findings: tuple[tuple[Finding, ...], ...]
    elapsed: tuple[int, ...]
    turn: int = 0
    stage: Stage = Stage.READY
    dice: str = ""
    seed: str = ""
    share: str = ""

    # --- what a match is ------------------------------------------------------------------------

    @property
    def people(self) -> tuple[str, ...]:
        """The names of the people, in the order of their turns."""
        return self.game.players[: len(self.elapsed)]

    @property
    def person(self) -> str:
        """Whose turn it is."""
        return self.people[self.turn]

    @property
    def now(self) -> int:
        """Milliseconds on the clock of the person whose turn it is."""
        return self.elapsed[self.turn]

    @property
    def left(self) -> int | None:
        """Milliseconds that are left to that person; None without a limit."""
        seconds = self.game.rules.seconds
        return None if seconds is None else max(0, seconds * 1000 - self.now)

    @property
    def tally(self) -> Scores:
        """What that person has, before words of several players cancel."""
        rules = replace(self.game.rules, cancel=False)
        moves = [(move.player, move.verdict) for move in self.game.moves]
        return tally_moves(self.game.players, moves, rules)[self.turn]

    def found_by_now(self, number: int) -> tuple[Finding, ...]:
        """List what an opponent has found by this time of the clock."""
        return tuple(each for each in self.findings[number] if each.at <= self.now)

    def points_by_now(self, number: int) -> int:
        """Count the points of what an opponent has found by now, before words cancel."""
        find = self.game.solution.find
        found = (find(each.word) for each in self.found_by_now(number))
        return sum(word.score for word in found if word)

    # --- moves ----------------------------------------------------------------------------------

    def start_turn(self) -> Match:
        """Let the clock of the next person run.

        Raises:
            GameError: the match is over.
        """
        if self.stage is Stage.OVER:
            raise GameError("the match is over; begin another one")
        return replace(self, stage=Stage.PLAYING)

    def passed(self, milliseconds: int) -> Match:
        """Let time pass on the clock; when none is left, the turn ends."""
        if self.stage is not Stage.PLAYING or milliseconds <= 0:
            return self
        now = self.now + milliseconds
        seconds = self.game.rules.seconds
        if seconds is not None:
            now = min(now, seconds * 1000)
        clocks = (*self.elapsed[: self.turn], now, *self.elapsed[self.turn + 1 :])
        match = replace(self, elapsed=clocks)
        return match.end_turn() if match.left == 0 else match

    def say(self, word: str) -> tuple[Match, Verdict]:
        """Let the person say a word.

        Raises:
            GameError: nobody's clock is running.
        """
        self._check_playing()
        game, verdict = self.game.play(word, player=self.turn, at=self.now)
        return replace(self, game=game), verdict

    def hint(self) -> tuple[Match, Hint]:
        """Give the person a hint.

        Raises:
            GameError: nobody's clock is running, or no hints are left.
        """
        self._check_playing()
        game, hint = self.game.hint(player=self.turn, at=self.now)
        return replace(self, game=game), hint

    def turned(self) -> Match:
        """Turn the board a quarter.

        Raises:
            GameError: the rules forbid it, or the board cannot be turned.
        """
        return replace(self, game=self.game.turned())

    def end_turn(self) -> Match:
        """End the turn: the next person is ready, or the match is over."""
        if self.stage is Stage.OVER:
            return self
        if self.turn + 1 < len(self.people):
            return replace(self, turn=self.turn + 1, stage=Stage.READY)
        return replace(self, game=self._closed(), stage=Stage.OVER)

    def _check_playing(self) -> None:
        if self.stage is not Stage.PLAYING:
            raise GameError(f"no clock is running: the match is {self.stage}")

    def _closed(self) -> Game:
        """Give the game with what the opponents found while the people played."""
        game = self.game
        last = max(self.elapsed)
        for number, findings in enumerate(self.findings, len(self.people)):
            for each in findings:
                if each.at <= last:
                    game, _ = game.play(each.word, player=number, at=each.at)
        return game.finished()

    # --- kept and read back -----------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        """Give the match as JSON values; twin of `from_json`."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "id": self.id,
            "started": self.started,
            "game": self.game.to_json(),
            "opponents": [[each.level, each.called] for each in self.opponents],
            "findings": [[[each.word, each.at] for each in found] for found in self.findings],
            "elapsed": list(self.elapsed),
            "turn": self.turn,
            "stage": str(self.stage),
            "dice": self.dice,
            "seed": self.seed,
            "share": self.share,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any], lexicon: Lexicon) -> Match:
        """Make a match of JSON values.

        Raises:
            GameError: another format, version or lexicon; values that make no match.
        """
        if not isinstance(data, Mapping) or data.get("format") != FORMAT:
            raise GameError(f"this is no match, expected the format {FORMAT!r}")
        if data.get("version") != VERSION:
            raise GameError(f"the version is {data.get('version')!r}, this release reads {VERSION}")
        try:
            match = cls(
                data["id"],
                data["started"],
                Game.from_json(data["game"], lexicon),
                tuple(Opponent(level, called) for level, called in data["opponents"]),
                tuple(tuple(Finding(word, at) for word, at in found) for found in data["findings"]),
                tuple(data["elapsed"]),
                data["turn"],
                Stage(data["stage"]),
                data["dice"],
                data["seed"],
                data["share"],
            )
        except (KeyError, TypeError, ValueError) as error:
            if isinstance(error, LexigridError):
                raise
            raise GameError(f"the match is damaged: {type(error).__name__} {error}") from error
        match._check()
        return match

    def _check(self) -> None:
        """Refuse what was read and fits together in no match."""
        players = len(self.elapsed) + len(self.opponents)
        clocks = all(isinstance(each, int) and each >= 0 for each in self.elapsed)
        if not (
            clocks
            and isinstance(self.turn, int)
            and 0 <= self.turn < len(self.elapsed)
            and len(self.findings) == len(self.opponents)
            and len(self.game.players) == players
        ):
            raise GameError(
                "the match is damaged: its players, clocks and turn do not fit together"
            )

    def record(self, finished: str) -> GameRecord:
        """Give what the history keeps of a match that is over.

        Raises:
            GameError: it is not over.
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
            tuple(map(self._record_player, range(len(game.players)), game.tallies())),
        )

    def _record_player(self, number: int, tally: Scores) -> PlayerRecord:
        is_person = number < len(self.people)
        level = None if is_person else self.opponents[number - len(self.people)].level
        words = tuple(
            WordRecord(move.verdict.word, move.verdict.points, move.at, str(move.verdict.reason))
            for move in self.game.moves
            if move.player == number and move.verdict is not None
        )
        return PlayerRecord(
            tally.player,
            HUMAN if is_person else COMPUTER,
            level,
            tally.points,
            tally.found,
            len(tally.cancelled),
            tally.wrong,
            tally.hints,
            (self.elapsed[number] if is_person else max(self.elapsed)) / 1000,
            words,
        )
