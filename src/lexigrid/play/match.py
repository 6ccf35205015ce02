"""A match: a game with its people and opponents, as the fold of its log.

People play one after another, each on a clock of their own, while the opponents play along with
each of them; or all play at once on one clock, which is a contest. A match is a value. A request,
such as `join` or `play`, is checked and returned as an entry of the log, and `after` returns the
match after an entry. Times are arguments: only a session and a server read a clock.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import Any

from .._util.codec import read, write
from ..errors import GameError
from ..game.game import Game
from ..game.moves import Move
from ..render.terminal.width import isolate, printable
from ..search.paths import FoundWord
from ..strings import Strings
from .log import IN_TURNS, STAGE_AFTER, STAGES_OF, Entry, Said, Seat, Stage
from .opponents import TimedWord, with_distinct_names
from .setup import SENDER, YOU, MatchSetup, Rival

MAX_NAME = 24
MAX_WORD = 64
#: Milliseconds after the end of a contest in which words still count, at the last moment.
GRACE = 750
#: Rules that need a clock per person.
_OWN_CLOCK = ("gain", "tries", "find_all", "target")


@dataclass(frozen=True, slots=True)
class Match:
    """A match so far.

    >>> from lexigrid import Grid, Lexicon, Rules
    >>> board = {"grid": Grid.parse("tea/ant/oat"), "lexicon": Lexicon(["tea", "oat"])}
    >>> match = Match.open(MatchSetup(**board, rules=Rules(), seed="1", is_shared=True))
    >>> match = match.after(match.join("Ann", ticket="..."))
    >>> match = match.after(match.begin())
    >>> entry = match.play("tea", seat=0, at=1500, key="a-1")
    >>> match.after(entry).seats[0].points, entry.kind, entry.data["reason"]
    (1, 'word', 'accepted')
    """

    setup: MatchSetup
    game: Game
    seats: tuple[Seat, ...]
    """The players of the game: people, then opponents; in a contest, opponents come first."""
    planned: tuple[tuple[TimedWord, ...], ...] = field(repr=False)
    """The words that each opponent will find, in a contest from now on."""
    clocks: tuple[int, ...]
    """Milliseconds on the clock of each person, or on the one clock of a contest."""
    stage: Stage
    turn: int = 0
    """The clock that runs, and the person whose turn it is."""
    rival: Rival | None = None
    id: str = ""
    started: str = ""
    number: int = field(default=0, compare=False)
    """The number of the last entry."""

    @classmethod
    def open(cls, setup: MatchSetup, *, id: str = "", started: str = "") -> Match:
        """Open a match with its people, if they are known, and its opponents.

        Raises:
            GameError: there are no players, too many, or two with the same name, the rules do not
                fit a contest, or the board is too large or has too many words.
        """
        people, is_shared = setup.people, setup.is_shared
        if is_shared:
            _check_contest(setup)
        elif not people:
            raise GameError("there are no players, expected at least one person")
        setup = replace(setup, opponents=with_distinct_names(setup.opponents))
        names = (*people, *(each.name for each in setup.opponents))
        game = Game.start(setup.grid, setup.lexicon, rules=setup.rules, players=names or ("-",))
        planned = tuple(
            each.find_words(game.solution, seed=setup.seed, number=number, avoid=setup.avoid)
            for number, each in enumerate(setup.opponents)
        )
        return cls(
            setup,
            replace(game, players=names),
            seats_of(setup),
            planned,
            (0,) * (len(people) or 1),
            Stage.OPEN if is_shared else Stage.READY,
            rival=setup.find_rival(game),
            id=id,
            started=started,
        )

    @classmethod
    def replay(cls, setup: MatchSetup, entries: Iterable[Entry], *, id: str = "") -> Match:
        """Return the match that a log leads to.

        Raises:
            GameError: the entries are not the log of a match.
        """
        return reduce(cls.after, entries, cls.open(setup, id=id))

    # --- facts ----------------------------------------------------------------------------------

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.level is None)

    @property
    def person(self) -> Seat:
        """The person whose turn it is."""
        return self.seats[self.turn]

    @property
    def now(self) -> int:
        """Milliseconds on the clock that runs."""
        return self.clocks[self.turn]

    @property
    def limit(self) -> int | None:
        """Milliseconds when the time is up; None without a time limit."""
        rules = self.setup.rules
        return rules.time_limit(self.person.found if rules.gain else 0)

    @property
    def left(self) -> int | None:
        """Milliseconds left; None without a time limit."""
        return self.left_at(self.now)

    def left_at(self, at: int) -> int | None:
        """Return the milliseconds left at a time; None without a time limit."""
        return None if self.limit is None else max(0, self.limit - at)

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each player on all boards of the series so far."""
        points = [scores.points for scores in self.game.scores()]
        return tuple(map(sum, zip(points, self.setup.carried or (0,) * len(points), strict=True)))

    @property
    def is_series_over(self) -> bool:
        """Is this the last board? Only a series to a number of points has several."""
        target = self.setup.rules.target
        return self.stage is Stage.OVER and (target is None or max(self.totals) >= target)

    def found_by_now(self, number: int) -> list[FoundWord]:
        """Return the words that an opponent who plays along has found by now."""
        find = self.game.solution.find
        found = (find(each.word) for each in self.planned[number] if each.at <= self.now)
        return [word for word in found if word]

    @property
    def strings(self) -> Strings:
        """The fixed texts, in the language of the words if there is a translation."""
        lexicon = self.setup.lexicon
        return Strings.of_game(lexicon.language or lexicon.alphabet.name)

    def format(self, name: str, /, **values: object) -> str:
        """Return a text of the game in that language, with values filled in."""
        return self.strings.format(f"game.{name}", **values)

    def name_of(self, player: str) -> str:
        """Return the name of a player as shown, in its own direction."""
        text = {YOU: "you", SENDER: "sender"}.get(player)
        return self.format(text) if text else isolate(printable(player))

    # --- requests -------------------------------------------------------------------------------

    def request(self, kind: str, at: int | None = None) -> Entry:
        """Return an entry without details, such as "paused".

        Raises:
            GameError: it is not possible at this stage.
        """
        self._check_stage(kind)
        return self._entry(kind, self.now if at is None else at)

    def join(self, name: str, *, ticket: str) -> Entry:
        """Give somebody a seat; `ticket` is the digest of a secret.

        Raises:
            GameError: the contest has begun or is full, or the name is taken or invalid.
        """
        self._check_stage("joined")
        name = " ".join(name.split())
        if not 1 <= len(name) <= MAX_NAME or not name.isprintable():
            raise GameError(f"the name has {len(name)} characters, expected 1 to {MAX_NAME}")
        taken = [seat for seat in self.seats if not seat.has_left]
        if len(taken) >= self.setup.seats:
            raise GameError(f"all {self.setup.seats} seats are taken")
        if name.casefold() in (seat.name.casefold() for seat in taken):
            raise GameError(f"the name {name!r} is taken; choose another one")
        return self._entry("joined", 0, len(self.seats), {"name": name, "ticket": ticket})

    def leave(self, seat: int) -> Entry:
        """Give up the seat of a person; before the beginning, its name is free again.

        Raises:
            GameError: the person has left already, or the contest is over.
        """
        self._check_stage("left")
        if self.seats[seat].has_left:
            raise GameError("this person has left already")
        return self._entry("left", self.now, seat)

    def begin(self) -> Entry:
        """Start the clock, of the next person if there are several.

        Raises:
            GameError: it is running, the match is over, or nobody has joined.
        """
        if not self.people:
            raise GameError("nobody has taken a seat yet")
        return self.request("began")

    def play(
        self, word: str, *, seat: int | None = None, at: int | None = None, key: str | None = None
    ) -> Entry:
        """Play a word for a seat, by default for the current person now.

        Raises:
            GameError: no clock is running, or the word is too long.
        """
        if self.setup.is_shared and len(word) > MAX_WORD:
            raise GameError(f"the word has {len(word)} characters, expected at most {MAX_WORD}")
        return self._say(word, self.turn if seat is None else seat, at, key)

    def hint(self, *, seat: int | None = None, at: int | None = None) -> Entry:
        """Give a seat a hint, by default the current person now.

        Raises:
            GameError: no clock is running, or no hints are left.
        """
        at, seat = self._time(at, "hint"), self.turn if seat is None else seat
        _, hint = self.game.hint(player=seat, at=at)
        return self._entry("hint", at, seat, {"clue": hint.clue, "start": list(hint.start)})

    def end(self, at: int | None = None) -> Entry:
        """End the turn; with that of the last person, or in a contest, the match.

        Raises:
            GameError: the contest has not begun, or the match is over.
        """
        return self.request("over" if self.turn + 1 == len(self.clocks) else "ended", at)

    def due(self, at: int) -> Entry | None:
        """Return the next entry that is due by a time of the clock; None if there is none."""
        next_at = self.next_at()
        if next_at is None or next_at > at:
            return None
        found = self._next_word()
        if found is not None and found[0] == next_at:
            _, seat, word = found
            return self._say(word, seat, next_at, None)
        return self.end(self.limit if self.setup.is_shared else next_at)

    def next_at(self) -> int | None:
        """Return when something is due; None for never."""
        if self.stage is not Stage.PLAYING:
            return None
        if not self.setup.is_shared:
            return self.now if self.game.is_done(self.turn) else self.limit
        end = None if self.limit is None else self.limit + GRACE
        found = self._next_word()
        times = [each for each in (end, found and found[0]) if each is not None]
        return min(times, default=None)

    # --- the fold -------------------------------------------------------------------------------

    def after(self, entry: Entry) -> Match:
        """Return the match after an entry of its log.

        Raises:
            GameError: the entry does not follow the log.
        """
        if entry.number != self.number + 1:
            raise GameError(f"the entry {entry.number} follows {self.number}")
        self._check_stage(entry.kind)
        clocks, changes = self._clocks_at(entry.at), self._changes(entry)
        return replace(self, number=entry.number, clocks=clocks, **changes)

    def _changes(self, entry: Entry) -> dict[str, Any]:
        """Return what an entry changes, besides its number and the clock."""
        _, at, kind, seat, data, _, verdict = entry
        if kind in STAGE_AFTER:
            return {"stage": STAGE_AFTER[kind], "turn": self.turn + (kind == "ended")}
        if kind == "joined":
            seats = (*self.seats, read(Seat, data, "the damaged contest", GameError))
            players = tuple(each.name for each in seats)
            return {"seats": seats, "game": replace(self.game, players=players)}
        if kind == "rotated":
            return {"game": self.game.rotated()}
        if kind == "over":
            return self._ending(max(self._clocks_at(at)))
        if seat is None or not 0 <= seat < len(self.seats):
            raise GameError(f"the damaged contest has an entry {kind!r} of the seat {seat}")
        if kind == "left":
            own = replace(self.seats[seat], has_left=True)
            return {"seats": (*self.seats[:seat], own, *self.seats[seat + 1 :])}
        if kind == "hint":
            return self._moved(self.game.hint(player=seat, at=at)[0], seat)
        if verdict is None:
            said: Said = read(Said, data, "the damaged contest", GameError)
            data, verdict = {"said": said.said}, said.verdict
        move = Move(seat, at, data["said"].strip(), verdict)
        changes = self._moved(replace(self.game, moves=(*self.game.moves, move)), seat)
        if self.setup.is_shared and seat < len(self.planned):
            rest = tuple(each for each in self.planned[seat] if each.word != data["said"])
            changes["planned"] = (*self.planned[:seat], rest, *self.planned[seat + 1 :])
        return changes

    def until(self, at: int) -> Match:
        """Return the match at a time of the clock, after everything that is due by then."""
        match = self
        while (entry := match.due(at)) is not None:
            match = match.after(entry)
        is_playing = match.stage is Stage.PLAYING
        return replace(match, clocks=match._clocks_at(at)) if is_playing else match

    # --- parts ----------------------------------------------------------------------------------

    def _say(self, word: str, seat: int, at: int | None, key: str | None) -> Entry:
        at = self._time(at, "word")
        verdict = self.game.try_word(word, player=seat, at=at)
        entry = self._entry("word", at, seat, write(Said(verdict, word)), key)
        return entry._replace(verdict=verdict)

    def _next_word(self) -> tuple[int, int, str] | None:
        """Return when an opponent in a contest finds the next word, the seat, and the word."""
        first = ((own[0], seat) for seat, own in enumerate(self.planned) if own)
        waiting = ((each.at, seat, each.word) for each, seat in first if self.setup.is_shared)
        return min(waiting, default=None)

    def _moved(self, game: Game, seat: int) -> dict[str, Any]:
        """Return what the last move of a game changes, which is of this seat."""
        own = self.seats[seat].counted(game.moves[-1].verdict, game.rules.penalty)
        return {"game": game, "seats": (*self.seats[:seat], own, *self.seats[seat + 1 :])}

    def _ending(self, longest: int) -> dict[str, Any]:
        """Return what the end changes: opponents who played along get their words."""
        match = self
        for number, planned in enumerate(self.planned, len(self.setup.people)):
            for each in planned if not self.setup.is_shared else ():
                if each.at <= longest:
                    game, _ = match.game.play(each.word, player=number, at=each.at)
                    match = replace(match, **match._moved(game, number))
        return {"stage": Stage.OVER, "game": match.game.finished(), "seats": match.seats}

    def _time(self, at: int | None, kind: str) -> int:
        """Return the time of a move, limited to between the last entry and the end."""
        self._check_stage(kind)
        at = self.now if at is None else max(at, self.now)
        return at if self.limit is None else min(at, self.limit)

    def _clocks_at(self, at: int) -> tuple[int, ...]:
        return (*self.clocks[: self.turn], max(at, self.now), *self.clocks[self.turn + 1 :])

    def _check_stage(self, kind: str) -> None:
        """Check that a kind of entry is possible now."""
        stages = STAGES_OF.get(kind)
        if stages is None or (self.setup.is_shared and kind in IN_TURNS):
            raise GameError(f"the damaged contest has an entry {kind!r}")
        if self.stage not in stages:
            others = (Stage.READY,) if self.setup.is_shared else (Stage.OPEN, Stage.PAUSED)
            expected = " or ".join(each for each in stages if each not in others)
            raise GameError(f"the game is {self.stage}, expected {expected}", stage=str(self.stage))

    def _entry(
        self, kind: str, at: int, seat: int | None = None, data: Mapping[str, Any] | None = None,
        key: str | None = None,
    ) -> Entry:  # fmt: skip
        return Entry(self.number + 1, max(at, self.now), kind, seat, data or {}, key)


def seats_of(setup: MatchSetup, game: Game | None = None) -> tuple[Seat, ...]:
    """Return the seats of people and opponents, with the moves of a game counted."""
    seats = [Seat(name) for name in setup.people]
    seats += (Seat(each.name, each.level) for each in setup.opponents)
    for move in game.moves if game else ():
        seats[move.player] = seats[move.player].counted(move.verdict, setup.rules.penalty)
    return tuple(seats)


def _check_contest(setup: MatchSetup) -> None:
    for rule in _OWN_CLOCK:
        if getattr(setup.rules, rule):
            raise GameError(f"{rule} is for games in turns; a contest has one clock for all")
    if len(setup.opponents) >= setup.seats:
        raise GameError(
            f"there are {len(setup.opponents)} opponents and {setup.seats} seats, expected at "
            "least one more seat"
        )
