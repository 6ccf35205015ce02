"""A contest in this process: its clock, its listeners, who is present, and its log in the store.

An entry is computed from the contest as a value, appended to the store, and only then takes effect.
If another process was faster, its entries are read and the change is tried again.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import time
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

from ..errors import GameError
from ..play.clock import Clock
from ..play.log import Entry, Stage
from ..play.match import Match
from ..play.match_view import event_of, state_of
from .problems import ConflictError, Problem
from .store import Store, StoreError
from .streams import Listener

#: The most events kept for listeners that reconnect; those that missed more get the whole state.
REPLAYED = 500
#: Seconds between two looks at what is due.
HEARTBEAT_SECONDS = 1.0
#: Seconds without a listener after which a contest with one person pauses.
_PAUSE_SECONDS = 10.0
#: Seconds after their last request or stream for which people count as present.
_PRESENT_SECONDS = 10.0
_TRIES = 20
#: Returns the entry for a change, given the contest and the time on its clock.
Change = Callable[[Match, int], Entry]


class Room:
    """A contest in this process."""

    def __init__(self, store: Store, contest: Match) -> None:
        self.id, self._store, self.contest = contest.id, store, contest
        self.used = time.monotonic()
        self.listeners: set[Listener] = set()
        self._lock = asyncio.Lock()
        self._clock = Clock()
        self._alone_since: float | None = None
        self._events: deque[tuple[int, int | None, bytes, bytes]] = deque(maxlen=REPLAYED)
        #: The entry of each move, by seat and key.
        self.moves: dict[tuple[int, str], Entry] = {}
        #: The id of the game that follows, once somebody has asked for it.
        self.rematch: str | None = None
        self._seen: dict[int, float] = {}
        self._told: dict[str, Any] = {}
        self._task: asyncio.Task[None] | None = None

    def now(self) -> int:
        """Return the time of the contest in milliseconds."""
        return max(self._clock.now(), self.contest.now)

    @property
    def is_running(self) -> bool:
        """Is the clock running in this process?"""
        return self._clock.is_running and self.contest.stage is Stage.PLAYING

    def seat_of(self, digest: str) -> int | None:
        """Return the seat that has a ticket with this digest."""
        found = (
            number
            for number, seat in enumerate(self.contest.seats)
            if seat.ticket and secrets.compare_digest(seat.ticket, digest)
        )
        return next(found, None)

    @property
    def staying(self) -> list[int]:
        """The seats of people who have not left."""
        seats = self.contest.seats
        return [number for number in self.contest.people if not seats[number].has_left]

    @property
    def company(self) -> dict[str, Any]:
        """Who is present, who may start and end the game, and the game that follows.

        No log has it, because it changes with every connection. If the first person is away, the
        next one who is present may start and end the game too.
        """
        old = time.monotonic() - _PRESENT_SECONDS
        here = {each.seat for each in self.listeners if each.seat is not None}
        here |= {seat for seat, at in self._seen.items() if at > old}
        staying = self.staying
        acting = [seat for seat in staying if seat in here]
        hosts = sorted({*staying[:1], *acting[:1]})
        return {"present": sorted(here), "hosts": hosts, "rematch": self.rematch}

    def tell_company(self, new: Listener | None = None) -> None:
        """Send the listeners who is present, if that has changed, and a new one in any case."""
        now = self.company if self.listeners else self._told
        told = self.listeners if now != self._told else {new} if new else set()
        self._told = now
        data = json.dumps({"kind": "presence"} | now)
        for listener in tuple(told):
            listener.put(f"event: presence\ndata: {data}\n\n".encode())

    async def touch(self, seat: int) -> None:
        """Restart the clock of an interrupted or paused contest, because a player is back."""
        self.used = self._seen[seat] = time.monotonic()
        if self.contest.stage is Stage.PLAYING and not self._clock.is_running:
            self._start(self.now())
        elif self.contest.stage is Stage.PAUSED:
            with contextlib.suppress(ConflictError):
                await self.change(lambda contest, _: contest.request("resumed"))

    async def play(self, seat: int, word: str, key: str) -> Entry:
        """Play a word; a known key is the same move."""
        return await self.change(
            lambda contest, now: contest.play(word, seat=seat, at=now, key=key),
            key=(seat, key),
            is_instant=self.contest.game.solution.find(word) is not None,
        )

    async def change(
        self, change: Change, *, key: tuple[int, str] | None = None, is_instant: bool = False
    ) -> Entry:
        """Make a change, and return its entry once it is stored.

        A move with a known `key` is not made again. A change that is not instant is computed in a
        thread, because proving that a word is not on the board may take long.

        Raises:
            ConflictError: the contest does not allow the change.
            Problem: the contest cannot be stored now.
        """
        async with self._lock:
            for _ in range(_TRIES):
                if key is not None and (known := self.moves.get(key)) is not None:
                    return known
                try:
                    if is_instant:
                        entry = change(self.contest, self.now())
                    else:
                        entry = await asyncio.to_thread(change, self.contest, self.now())
                except GameError as error:
                    if not await self._catch_up():  # no other process has changed the contest
                        raise ConflictError(str(error), **error.facts) from error
                    continue
                if await self._append(entry):
                    self._take(entry)
                    return entry
                await self._catch_up()
        raise Problem(503, "this game is changing too fast; try again")

    async def advance(self) -> None:
        """Make every change that is due."""
        async with self._lock:
            while (entry := self.contest.due(self.now())) is not None:
                if await self._append(entry):
                    self._take(entry)
                else:
                    await self._catch_up()

    async def catch_up(self) -> None:
        """Read what other processes have appended."""
        async with self._lock:
            await self._catch_up()

    def state(self, viewer: int | None) -> dict[str, Any]:
        """Return the state as a viewer may see it."""
        return state_of(self.contest, viewer, self.now()) | self.company

    def listen(self, seat: int | None, after: int | None) -> Listener:
        """Return a listener for the events after a number, or for the state and later events."""
        listener = Listener(seat)
        if after is None or not self._can_replay(after):
            listener.put(frame(self.contest.number, self.state(seat), "snapshot"))
        else:
            missed = [_seen(each, seat) for each in self._events if each[0] > after]
            if missed:
                listener.put(b"".join(missed))
        self.listeners.add(listener)
        self.tell_company(listener)
        return listener

    def forget(self, listener: Listener) -> None:
        """Forget a listener, whose stream has ended."""
        self.listeners.discard(listener)
        if listener.seat is not None:
            self._seen[listener.seat] = time.monotonic()

    def events_after(self, seat: int | None, after: int) -> list[bytes] | None:
        """Return the events after a number; None if they are no longer kept."""
        if not self._can_replay(after):
            return None
        return [_seen(each, seat) for each in self._events if each[0] > after]

    def close(self) -> None:
        """End all streams and the clock."""
        for listener in self.listeners:
            listener.close()
        if self._task is not None:
            self._task.cancel()

    def restore(self, entries: list[Entry]) -> None:
        """Apply the entries of a stored contest to a new one."""
        kept = len(entries) - REPLAYED
        for place, entry in enumerate(entries):
            self._take(entry, is_shown=place >= kept)

    def set_clock(self, clock: int, is_running: bool) -> None:
        """Set the time of a restored contest."""
        self._clock.stop(clock)
        if is_running and self.contest.stage is Stage.PLAYING:
            self._start(self.now())

    async def pause_if_left(self) -> None:
        """Pause a contest with one person who has not listened for a while."""
        if self.listeners or len(self.contest.people) != 1 or not self.is_running:
            self._alone_since = None
        elif self._alone_since is None:
            self._alone_since = time.monotonic()
        elif time.monotonic() - self._alone_since > _PAUSE_SECONDS:
            with contextlib.suppress(ConflictError):
                await self.change(lambda contest, now: contest.request("paused", now))

    # --- parts ----------------------------------------------------------------------------------

    def _can_replay(self, after: int) -> bool:
        first = self._events[0][0] if self._events else self.contest.number + 1
        return first - 1 <= after <= self.contest.number

    async def _append(self, entry: Entry) -> bool:
        try:
            return await self._store.append(self.id, entry)
        except StoreError as error:
            raise unavailable("saved", error) from error

    async def _catch_up(self) -> bool:
        """Read what other processes have appended; return whether there was anything."""
        try:
            entries = await self._store.entries_after(self.id, self.contest.number)
        except (StoreError, GameError) as error:
            raise unavailable("read", error) from error
        for entry in entries:
            self._take(entry)
        return bool(entries)

    def _take(self, entry: Entry, *, is_shown: bool = True) -> None:
        self.contest = self.contest.after(entry)
        if entry.key is not None and entry.seat is not None:
            self.moves[entry.seat, entry.key] = entry
        if entry.kind == "joined" and entry.seat is not None:
            self._seen[entry.seat] = time.monotonic()
        if is_shown:
            self._show(entry)
        if entry.kind in ("began", "resumed"):
            self._start(entry.at)
        elif entry.kind in ("paused", "over"):
            self._clock.stop(entry.at)

    def _show(self, entry: Entry) -> None:
        everybody = frame(entry.number, event_of(self.contest, entry, None))
        own = everybody
        if entry.seat is not None and entry.kind in ("word", "hint"):
            own = frame(entry.number, event_of(self.contest, entry, entry.seat))
        event = (entry.number, entry.seat, everybody, own)
        self._events.append(event)
        for listener in tuple(self.listeners):
            listener.put(_seen(event, listener.seat))

    def _start(self, at: int) -> None:
        self._clock.start(at)
        with contextlib.suppress(RuntimeError):  # while a contest is restored
            if self._task is None or self._task.done():
                self._task = asyncio.get_running_loop().create_task(self._run())

    async def _run(self) -> None:
        """Advance the contest whenever a change is due."""
        while self.is_running and (due := self.contest.next_at()) is not None:
            await asyncio.sleep(max(0.0, (due - self.now()) / 1000))
            try:
                await self.advance()
                await asyncio.sleep(0.005)
            except (Problem, GameError):  # the change cannot be stored now
                await asyncio.sleep(HEARTBEAT_SECONDS)


def unavailable(done: str, error: Exception) -> Problem:
    text = f"the game cannot be {done} now: {error}; try again"
    return Problem(503, text, {"Retry-After": "1"})


def frame(number: int, data: Mapping[str, Any], kind: str = "") -> bytes:
    """Return an event as it is sent; its kind is by default that of the data."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return f"id: {number}\nevent: {kind or data['kind']}\ndata: {text}\n\n".encode()


def _seen(event: tuple[int, int | None, bytes, bytes], seat: int | None) -> bytes:
    return event[3] if seat is not None and seat == event[1] else event[2]
