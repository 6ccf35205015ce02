"""A contest: one game for several seats at once, against one clock.

A contest is a value, and the fold of its log: `Contest.replay(setup, entries)` restores it. Each
event is a method that returns the next contest and the log entry. The time is passed in; only a
server reads a clock. `contest_view` decides what a viewer sees of an entry.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from .._util import schema
from ..errors import GameError
from ..game import Game, Move, Reason, Verdict
from ..geometry import Cell
from .contest_setup import ContestSetup
from .history import GameRecord, record_game
from .opponents import Opponent, TimedWord, with_distinct_names

MAX_NAME = 24
MAX_WORD = 64
#: Milliseconds after the end in which words still count, at the last moment, for everybody.
GRACE = 750

#: Rules that need a clock per player.
_OWN_CLOCK = ("gain", "tries", "find_all", "target")

_VERDICT = schema.record(
    {
        "word": schema.text,
        "reason": schema.choice(*Reason),
        "points": schema.integer(),
        "letters": schema.integer(),
        "path": schema.list_of(schema.sequence(schema.integer(), schema.integer())),
        "traced": schema.integer(),
        "prefix": schema.text,
    }
)


class Stage(enum.StrEnum):
    """The stage of a contest: open to join, playing, paused by its only person, or over."""

    OPEN = "open"
    PLAYING = "playing"
    PAUSED = "paused"
    OVER = "over"


class Entry(NamedTuple):
    """An entry of the log: its number, its time on the clock in milliseconds, and what happened."""

    number: int
    at: int
    kind: str
    """One of joined, began, word, hint, paused, resumed, over."""
    seat: int | None = None
    data: Mapping[str, Any] = {}
    """The details of that kind of entry, as JSON values."""
    key: str | None = None
    """The key by which a client recognizes its move."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A player and the player's public scores; the points are those before duplicates cancel."""

    name: str
    level: int | None = None
    """The level of an opponent; None for a person."""
    ticket: str = ""
    """The digest of the secret that proves that a request comes from this person."""
    points: int = 0
    found: int = 0
    wrong: int = 0
    hints: int = 0

    def counted(self, verdict: Verdict, penalty: int) -> Seat:
        """Return the seat after a word."""
        if verdict:
            return replace(self, points=self.points + verdict.points, found=self.found + 1)
        if verdict.is_wrong:
            return replace(self, points=self.points - penalty, wrong=self.wrong + 1)
        return self


@dataclass(frozen=True, slots=True)
class Contest:
    """A contest so far.

    >>> from lexigrid import Grid, Lexicon, Rules
    >>> setup = ContestSetup(Grid.parse("tea/ant/oat"), Lexicon(["tea", "oat"]), Rules(), "1")
    >>> contest, _ = Contest.open(setup).join("Ann", ticket="...")
    >>> contest, _ = contest.begin()
    >>> contest, entry = contest.play(0, "tea", at=1500, key="a-1")
    >>> contest.seats[0].points, entry.kind, entry.data["reason"]
    (1, 'word', 'accepted')
    """

    setup: ContestSetup
    game: Game
    seats: tuple[Seat, ...] = ()
    stage: Stage = Stage.OPEN
    number: int = 0
    """The number of the last entry of the log."""
    clock: int = 0
    """The time of the last entry, in milliseconds."""
    planned: tuple[tuple[TimedWord, int], ...] = field(default=(), repr=False)
    """The words that opponents are about to find, with their seats."""

    @classmethod
    def open(cls, setup: ContestSetup) -> Contest:
        """Open a contest with its opponents.

        Raises:
            GameError: the board is too large or has too many words, or there are too many
                opponents.
        """
        for rule in _OWN_CLOCK:
            if getattr(setup.rules, rule):
                raise GameError(f"{rule} is for games in turns; a contest has one clock for all")
        if len(setup.opponents) >= setup.seats:
            raise GameError(
                f"there are {len(setup.opponents)} opponents and {setup.seats} seats, expected at "
                "least one more seat"
            )
        opponents = with_distinct_names(map(Opponent, setup.opponents))
        names = tuple(each.name for each in opponents)
        game = Game.start(setup.grid, setup.lexicon, rules=setup.rules, players=names or ("-",))
        seats = tuple(map(Seat, names, setup.opponents))
        return cls(setup, replace(game, players=names), seats)

    @classmethod
    def replay(cls, setup: ContestSetup, entries: Iterable[Entry]) -> Contest:
        """Return the contest that a log leads to.

        Raises:
            GameError: the entries are not the log of a contest.
        """
        contest = cls.open(setup)
        for entry in entries:
            contest = contest.after(entry)
        return contest

    def after(self, entry: Entry) -> Contest:
        """Return the contest after an entry of its log."""
        if entry.number != self.number + 1:
            raise GameError(f"the entry {entry.number} follows {self.number}")
        seat, data, at = entry.seat, entry.data, entry.at
        match entry.kind, seat:
            case "joined", int():
                return self.join(data["name"], ticket=data.get("ticket", ""))[0]
            case "began", None:
                return self.begin()[0]
            case "word", int():
                # The entry has the verdict, so that long logs are restored quickly.
                verdict = _verdict_from_dict(data)
                move = Move(seat, at, data["said"].strip(), verdict)
                game = replace(self.game, moves=(*self.game.moves, move))
                return self._count(seat, data["said"], at, verdict, game)
            case "hint", int():
                return self.hint(seat, at=at)[0]
            case "paused", None:
                return self.pause(at)[0]
            case "resumed", None:
                return self.resume()[0]
            case "over", None:
                return self.end(at)[0]
        raise GameError(f"the damaged contest has an entry {entry.kind!r}")

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.level is None)

    @property
    def ends_at(self) -> int | None:
        """The time when the contest ends; None without a limit."""
        seconds = self.setup.rules.seconds
        return None if seconds is None else seconds * 1000

    def left(self, at: int) -> int | None:
        """Return the milliseconds left at a time; None without a limit."""
        return None if self.ends_at is None else max(0, self.ends_at - at)

    # --- events ---------------------------------------------------------------------------------

    def join(self, name: str, *, ticket: str) -> tuple[Contest, Entry]:
        """Give somebody a seat; `ticket` is the digest of a secret.

        Raises:
            GameError: the contest has begun or is full, or the name is taken or invalid.
        """
        self._check_stage(Stage.OPEN)
        name = " ".join(name.split())
        if not 1 <= len(name) <= MAX_NAME or not name.isprintable():
            raise GameError(f"the name has {len(name)} characters, expected 1 to {MAX_NAME}")
        if len(self.seats) >= self.setup.seats:
            raise GameError(f"all {self.setup.seats} seats are taken")
        if name.casefold() in (seat.name.casefold() for seat in self.seats):
            raise GameError(f"the name {name!r} is taken; choose another one")
        seats = (*self.seats, Seat(name, ticket=ticket))
        game = replace(self.game, players=tuple(seat.name for seat in seats))
        after = replace(self, seats=seats, game=game)
        return after._logged("joined", 0, len(seats) - 1, {"name": name, "ticket": ticket})

    def begin(self) -> tuple[Contest, Entry]:
        """Start the clock.

        Raises:
            GameError: the contest has begun already, or nobody has joined.
        """
        self._check_stage(Stage.OPEN)
        if not self.people:
            raise GameError("nobody has taken a seat yet")
        planned: list[tuple[TimedWord, int]] = []
        for number, level in enumerate(self.setup.opponents):
            found = Opponent(level).find_words(
                self.game.solution, seed=self.setup.seed, number=number
            )
            planned += ((each, number) for each in found)
        planned.sort(key=lambda each: (each[0].at, each[1]))
        after = replace(self, stage=Stage.PLAYING, planned=tuple(planned))
        return after._logged("began", 0)

    def play(self, seat: int, word: str, *, at: int, key: str | None) -> tuple[Contest, Entry]:
        """Play a word for a seat; the entry has the verdict.

        Raises:
            GameError: no clock is running, or the word is too long.
        """
        if len(word) > MAX_WORD:
            raise GameError(f"the word has {len(word)} characters, expected at most {MAX_WORD}")
        return self._say(seat, word, at, key)

    def hint(self, seat: int, *, at: int) -> tuple[Contest, Entry]:
        """Give a seat a hint.

        Raises:
            GameError: no clock is running, or no hints are left.
        """
        at = self._time(at)
        game, hint = self.game.hint(player=seat, at=at)
        own = replace(self.seats[seat], hints=self.seats[seat].hints + 1)
        data = {"clue": hint.clue, "start": list(hint.start)}
        return self._with_seat(seat, own, game)._logged("hint", at, seat, data)

    def advance(self, at: int) -> tuple[Contest, Entry] | None:
        """Return the contest after the next event that is due on the clock; None if none is due."""
        if self.stage is not Stage.PLAYING:
            return None
        if self.planned and self.planned[0][0].at <= at:
            word, seat = self.planned[0]
            return self._say(seat, word.word, word.at, None)
        if self.ends_at is not None and at >= self.ends_at + GRACE:
            return self.end(self.ends_at)
        return None

    def next_at(self) -> int | None:
        """Return when `advance` has something to do; None if never."""
        if self.stage is not Stage.PLAYING:
            return None
        end = None if self.ends_at is None else self.ends_at + GRACE
        first = self.planned[0][0].at if self.planned else end
        return first if end is None or first is None else min(first, end)

    def pause(self, at: int) -> tuple[Contest, Entry]:
        """Stop the clock."""
        self._check_stage(Stage.PLAYING)
        return replace(self, stage=Stage.PAUSED)._logged("paused", at)

    def resume(self) -> tuple[Contest, Entry]:
        """Restart the clock."""
        self._check_stage(Stage.PAUSED)
        return replace(self, stage=Stage.PLAYING)._logged("resumed", self.clock)

    def end(self, at: int) -> tuple[Contest, Entry]:
        """End the contest.

        Raises:
            GameError: the contest has not begun, or is over.
        """
        self._check_stage(Stage.PLAYING, Stage.PAUSED)
        after = replace(self, stage=Stage.OVER, planned=(), game=self.game.finished())
        return after._logged("over", at)

    def record(self, id: str, finished: datetime) -> GameRecord:
        """Return the record of a finished contest, for the history."""
        started = finished - timedelta(milliseconds=self.clock)
        return record_game(
            self.game,
            [(seat.level, self.clock / 1000) for seat in self.seats],
            id=id,
            started=started.isoformat(timespec="milliseconds"),
            finished=finished.isoformat(timespec="milliseconds"),
            dice=self.setup.dice,
            seed=self.setup.seed,
        )

    # --- parts ----------------------------------------------------------------------------------

    def _say(self, seat: int, word: str, at: int, key: str | None) -> tuple[Contest, Entry]:
        at = self._time(at)
        game, verdict = self.game.play(word, player=seat, at=at)
        after = self._count(seat, word, at, verdict, game)
        data = _verdict_to_dict(verdict) | {"said": word}
        return after, Entry(after.number, at, "word", seat, data, key)

    def _count(self, seat: int, word: str, at: int, verdict: Verdict, game: Game) -> Contest:
        """Return the contest after a word that `game` has already judged."""
        own = self.seats[seat].counted(verdict, self.setup.rules.penalty)
        after = self._with_seat(seat, own, game)
        if own.level is not None:
            rest = (each for each in self.planned if (each[0].word, each[1]) != (word, seat))
            after = replace(after, planned=tuple(rest))
        return replace(after, number=self.number + 1, clock=max(at, self.clock))

    def _with_seat(self, number: int, seat: Seat, game: Game) -> Contest:
        seats = (*self.seats[:number], seat, *self.seats[number + 1 :])
        return replace(self, seats=seats, game=game)

    def _time(self, at: int) -> int:
        """Return the time of a move, limited to between the last entry and the end."""
        self._check_stage(Stage.PLAYING)
        at = max(at, self.clock)
        return at if self.ends_at is None else min(at, self.ends_at)

    def _check_stage(self, *stages: Stage) -> None:
        if self.stage not in stages:
            expected = " or ".join(stages)
            raise GameError(
                f"the contest is {self.stage}, expected {expected}", stage=str(self.stage)
            )

    def _logged(
        self, kind: str, at: int, seat: int | None = None, data: Mapping[str, Any] | None = None
    ) -> tuple[Contest, Entry]:
        at = max(at, self.clock)
        entry = Entry(self.number + 1, at, kind, seat, data or {})
        return replace(self, number=entry.number, clock=at), entry


def _verdict_to_dict(verdict: Verdict) -> dict[str, Any]:
    return {
        "word": verdict.word,
        "reason": verdict.reason.value,
        "points": verdict.points,
        "letters": verdict.letters,
        "path": [list(cell) for cell in verdict.path],
        "traced": verdict.traced,
        "prefix": verdict.prefix,
    }


def _verdict_from_dict(data: Mapping[str, Any]) -> Verdict:
    found = schema.read(_VERDICT, data, "the damaged contest", GameError)
    path = tuple(Cell(*cell) for cell in found.pop("path"))
    return Verdict(**found | {"reason": Reason(found["reason"]), "path": path})
