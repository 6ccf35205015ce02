"""A match: a game with its people, opponents, turns and clocks, perhaps one of a series.

People play one after another, each against a clock; the opponents play along with each of them. A
match is a value and gets the time as an argument; only a session reads a clock.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import astuple, dataclass, replace
from typing import Any

from .._util import schema
from .._util.codec import Head
from ..errors import GameError
from ..game import Game, Hint, Scores, Verdict
from ..lexicon import Lexicon
from ..render.terminal.width import isolate, printable
from ..strings import Strings
from .history import GameRecord, record_game
from .opponents import Opponent, TimedWord

#: The name of a sole person, which a share code leaves out, and of the sender of such a code.
YOU, SENDER = "you", "the sender"
FORMAT = "lexigrid/match"
VERSION = 1


class Stage(enum.StrEnum):
    """The stage of a match: the next person is about to begin, is playing, or the match is over."""

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
    },
    {
        "carried": schema.list_of(schema.integer(-schema.MAX_INTEGER)),
        "rival": schema.optional(
            schema.sequence(
                schema.text, schema.integer(-schema.MAX_INTEGER), schema.list_of(schema.text)
            )
        ),
    },
)


@dataclass(frozen=True, slots=True)
class Rival:
    """Somebody who played the same game before: the name, the points to beat, and the words."""

    name: str
    points: int
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Match:
    """A game with its people and opponents, the current turn, and the clocks; see `begin_match`.

    The players of the game are the people, then the opponents. `planned` holds the words that each
    opponent will find, `elapsed` the milliseconds on each person's clock, `carried` the points of
    each player on the earlier boards of a series.
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
    carried: tuple[int, ...] = ()
    rival: Rival | None = None

    @property
    def people(self) -> tuple[str, ...]:
        """The names of the people, in the order of their turns."""
        return self.game.players[: len(self.elapsed)]

    @property
    def person(self) -> str:
        """The person whose turn it is."""
        return self.people[self.turn]

    @property
    def strings(self) -> Strings:
        """The fixed texts, in the language of the words if there is a translation."""
        lexicon = self.game.lexicon
        return Strings.of_game(lexicon.language or lexicon.alphabet.name)

    def name_of(self, player: str) -> str:
        """Return the name of a player as shown, in its own direction."""
        text = {YOU: "you", SENDER: "sender"}.get(player)
        return self.strings.format(f"game.{text}") if text else isolate(printable(player))

    @property
    def now(self) -> int:
        """Milliseconds on the clock of the current person."""
        return self.elapsed[self.turn]

    @property
    def left(self) -> int | None:
        """Milliseconds that the current person has left; None without a time limit."""
        limit = self.game.time_limit(self.turn)
        return None if limit is None else max(0, limit - self.now)

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each player on all boards of the series so far."""
        points = [scores.points for scores in self.game.scores()]
        return tuple(map(sum, zip(points, self.carried or (0,) * len(points), strict=True)))

    @property
    def is_series_over(self) -> bool:
        """Is this the last board? Only a series to a number of points has several."""
        target = self.game.rules.target
        return self.stage is Stage.OVER and (target is None or max(self.totals) >= target)

    @property
    def current_scores(self) -> Scores:
        """The scores of the current person before duplicate words cancel."""
        return self.game.scores(replace(self.game.rules, cancel=False))[self.turn]

    def found_by_now(self, number: int) -> tuple[TimedWord, ...]:
        """Return the words that an opponent has found by now."""
        return tuple(each for each in self.planned[number] if each.at <= self.now)

    def points_by_now(self, number: int) -> int:
        """Return an opponent's points by now, before duplicate words cancel."""
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
        """Return the match after some time; the turn ends when no time is left."""
        if self.stage is not Stage.PLAYING or milliseconds <= 0:
            return self
        now = self.now + (milliseconds if self.left is None else min(milliseconds, self.left))
        clocks = (*self.elapsed[: self.turn], now, *self.elapsed[self.turn + 1 :])
        match = replace(self, elapsed=clocks)
        return match.end_turn() if match.left == 0 else match

    def play(self, word: str) -> tuple[Match, Verdict]:
        """Play a word for the current person; the turn ends when nothing is left to do.

        Raises:
            GameError: no clock is running.
        """
        self._check_playing()
        game, verdict = self.game.play(word, player=self.turn, at=self.now)
        match = replace(self, game=game)
        return match.end_turn() if game.is_done(self.turn) else match, verdict

    def hint(self) -> tuple[Match, Hint]:
        """Give the current person a hint.

        Raises:
            GameError: no clock is running, or no hints are left.
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

    def to_dict(self) -> dict[str, Any]:
        """Return the match as JSON values; the inverse of `from_dict`."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "id": self.id,
            "started": self.started,
            "game": self.game.to_dict(),
            "opponents": [[each.level, each.called] for each in self.opponents],
            "findings": [[[each.word, each.at] for each in words] for words in self.planned],
            "elapsed": list(self.elapsed),
            "turn": self.turn,
            "stage": str(self.stage),
            "dice": self.dice,
            "seed": self.seed,
            "share": self.share,
            "carried": list(self.carried),
            "rival": None if self.rival is None else list(astuple(self.rival)),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], lexicon: Lexicon) -> Match:
        """Make a match from JSON values.

        Raises:
            GameError: another format, version or lexicon, or inconsistent values.
        """
        Head("", GameError, FORMAT, noun="match").check(data)
        found = schema.read(_MATCH, data, "the damaged match", GameError)
        rival = found.get("rival")
        match = cls(
            found["id"],
            found["started"],
            Game.from_dict(found["game"], lexicon),
            tuple(Opponent(level, called) for level, called in found["opponents"]),
            tuple(tuple(TimedWord(*each) for each in words) for words in found["findings"]),
            tuple(found["elapsed"]),
            found["turn"],
            Stage(found["stage"]),
            found["dice"],
            found["seed"],
            found["share"],
            tuple(found.get("carried", ())),
            rival and Rival(rival[0], rival[1], tuple(rival[2])),
        )
        match._check()
        return match

    def _check(self) -> None:
        """Raise GameError if players, clocks and turn are inconsistent."""
        if not (
            self.turn < len(self.elapsed)
            and len(self.planned) == len(self.opponents)
            and len(self.game.players) == len(self.elapsed) + len(self.opponents)
            and len(self.carried) in (0, len(self.game.players))
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
        people = [(None, spent / 1000) for spent in self.elapsed]
        longest = max(self.elapsed) / 1000
        return record_game(
            self.game,
            [*people, *((opponent.level, longest) for opponent in self.opponents)],
            id=self.id,
            started=self.started,
            finished=finished,
            dice=self.dice,
            seed=self.seed,
            share=self.share,
        )
