"""The contests in progress, by id: opened, found in the store, kept while they are used."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import time
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import count

from .._util.rng import check_seed, fresh_seed
from ..errors import GameError
from ..lexicon import Lexicon
from ..play.log import Entry, Stage
from ..play.match import Match
from ..play.saved import SavedContest
from ..play.setup import rematch_setup
from .problems import ConflictError, Problem
from .room import HEARTBEAT_SECONDS, Room, unavailable
from .store import Store, Stored, StoreError
from .streams import QUIET

#: A contest whose clock no process has saved for this many seconds was interrupted.
_LIVE_SECONDS = 3.0
#: Heartbeats between two lines that keep quiet streams open, and between two removals.
_QUIET_BEATS, _REMOVAL_BEATS = 15, 3600
#: Seconds after its last use at which a contest that is not running is dropped from memory.
_KEPT_SECONDS = 600.0


class Rooms:
    """All contests in this process."""

    def __init__(self, store: Store, lexicons: Mapping[str, Lexicon], most: int) -> None:
        self.store, self._lexicons, self._most = store, lexicons, most
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to save clocks and to listen to other processes."""
        loop = asyncio.get_running_loop()
        self._task = loop.create_task(self._beat())

        def tell(id: str) -> None:
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(self._hear, id)

        self.store.listen(tell)

    async def close(self) -> None:
        """End all streams and clocks, and close the store."""
        if self._task is not None:
            self._task.cancel()
        with contextlib.suppress(StoreError):
            await self._save_clocks()
        for room in self._rooms.values():
            room.close()
        self.store.close()

    @property
    def gauges(self) -> dict[str, int]:
        """The numbers of games in memory and of open streams."""
        streams = sum(len(room.listeners) for room in self._rooms.values())
        return {"games": len(self._rooms), "streams": streams}

    def end_streams(self) -> None:
        """End all streams, because the server is about to end."""
        for room in self._rooms.values():
            for listener in tuple(room.listeners):
                listener.close()

    async def create(self, contest: Match, host: str, digest: str) -> tuple[Room, int]:
        """Open a contest with its host; return the room and the host's seat.

        Raises:
            GameError: an opponent has that name.
            Problem: too many contests are open, or this one cannot be stored.
        """
        room = await self._create(contest, [(host, digest)])
        assert room is not None
        return room, room.contest.people[0]

    async def rematch(self, before: Room) -> Room:
        """Return the game that follows a finished one, in which everybody keeps the ticket.

        Whoever asks first opens it; its id follows from that of the finished game.

        Raises:
            ConflictError: the game is not over, or its board has no dice.
            Problem: too many contests are open, or this one cannot be stored.
        """
        old = before.contest
        if old.stage is not Stage.OVER:
            raise ConflictError("the game is not over yet", stage=str(old.stage))
        id = hashlib.blake2b(f"after {old.id}".encode(), digest_size=8).hexdigest()
        if before.rematch is None:
            people = [(old.seats[seat].name, old.seats[seat].ticket) for seat in before.staying]
            try:
                setup = await asyncio.to_thread(rematch_setup, old.setup, check_seed(fresh_seed()))
            except GameError as error:
                raise ConflictError(str(error)) from error
            contest = await asyncio.to_thread(partial(Match.open, setup, id=id))
            await self._create(contest, people)
            before.rematch = id
            before.tell_company()
        return await self.find(id)

    async def _create(self, contest: Match, people: Sequence[tuple[str, str]]) -> Room | None:
        """Store a new contest with its people, names and tickets; None if it exists already."""
        id, entries = contest.id, list[Entry]()
        opened = contest
        for name, digest in people:
            entries.append(opened.join(name, ticket=digest))
            opened = opened.after(entries[-1])
        try:
            if await self.store.count_open() >= self._most:
                raise Problem(503, f"{self._most} games are open; try again later")
            setup = SavedContest.of(contest.setup).to_dict()
            if not await self.store.create(id, setup, entries):
                return None
        except StoreError as error:
            raise unavailable("saved", error) from error
        room = self._rooms[id] = Room(self.store, contest)
        room.restore(entries)
        return room

    def seat_of(self, id: str, digest: str) -> int | None:
        """Return the seat of a ticket in a contest that is in memory."""
        room = self._rooms.get(id)
        return None if room is None else room.seat_of(digest)

    async def find(self, id: str) -> Room:
        """Return the room of a contest.

        Raises:
            Problem: there is no such contest, or it cannot be read now.
        """
        room = self._rooms.get(id)
        if room is None:
            task = self._loading.get(id)
            if task is None:
                task = self._loading[id] = asyncio.create_task(self._load(id))
                task.add_done_callback(lambda _: self._loading.pop(id, None))
            room = await asyncio.shield(task)
        return room

    async def _load(self, id: str) -> Room:
        try:
            stored = await self.store.load(id)
            if stored is None:
                raise Problem(404, "there is no such game")
            room = await asyncio.to_thread(self._restore, id, stored)
        except (StoreError, GameError) as error:  # damaged, or without its lexicon
            raise unavailable("read", error) from error
        since = self.store.now() - stored.seen
        is_live = abs(since) < _LIVE_SECONDS  # another process runs it
        passed = int(max(0.0, since) * 1000) if is_live else 0
        room.set_clock(stored.clock + passed, is_live)
        self._rooms[id] = room
        return room

    def _restore(self, id: str, stored: Stored) -> Room:
        setup = SavedContest.from_dict(stored.setup).restore(self._lexicons)
        room = Room(self.store, Match.open(setup, id=id))
        room.restore(stored.entries)
        return room

    def _hear(self, id: str) -> None:
        rooms = [self._rooms[id]] if id in self._rooms else []
        for room in rooms if id else self._rooms.values():
            task = asyncio.ensure_future(room.catch_up())
            task.add_done_callback(lambda done: done.cancelled() or done.exception())

    async def _beat(self) -> None:
        for beats in count(1):
            await asyncio.sleep(HEARTBEAT_SECONDS)
            with contextlib.suppress(StoreError, Problem):
                await self._save_clocks()
                for room in tuple(self._rooms.values()):
                    room.tell_company()
                    await room.pause_if_left()
                if beats % _REMOVAL_BEATS == 0:  # not at the start: the system clock may be unset
                    await self.store.remove_old()
            if beats % _QUIET_BEATS == 0:
                for room in self._rooms.values():
                    for listener in tuple(room.listeners):
                        listener.put(QUIET)
            self._forget()

    async def _save_clocks(self) -> None:
        clocks = {room.id: room.now() for room in self._rooms.values() if room.is_running}
        if clocks:
            await self.store.save_clocks(clocks)

    def _forget(self) -> None:
        old = time.monotonic() - _KEPT_SECONDS
        for id, room in tuple(self._rooms.items()):
            if not room.listeners and room.used < old and not room.is_running:
                del self._rooms[id]
