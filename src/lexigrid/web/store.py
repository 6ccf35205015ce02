"""The logs of contests in a database: nothing is acknowledged before it is committed.

One thread writes. It takes all waiting changes, commits them in one transaction, and only then
answers them. So they share the cost of a commit, and no change is answered before it is safe.
`entries` is append-only; its primary key decides between two processes that write the same number.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar

from .._util import schema
from .._util.io import reason_of
from .._util.lock import hold_lock
from ..errors import GameError, InputError
from ..play.log import Entry

_logger = logging.getLogger("lexigrid.web")
Value = TypeVar("Value")
Work = Callable[["Cursor"], Value]

#: The most changes of one transaction.
_AT_ONCE = 512
_OPEN_SECONDS, _OVER_SECONDS = 24 * 3600.0, 30 * 24 * 3600.0
TABLES = (
    """CREATE TABLE IF NOT EXISTS contests (
        id TEXT PRIMARY KEY, setup TEXT NOT NULL, clock BIGINT NOT NULL,
        seen DOUBLE PRECISION NOT NULL, is_over INTEGER NOT NULL)""",
    """CREATE TABLE IF NOT EXISTS entries (
        contest TEXT NOT NULL, number INTEGER NOT NULL, at BIGINT NOT NULL, kind TEXT NOT NULL,
        seat INTEGER, data TEXT NOT NULL, key TEXT, PRIMARY KEY (contest, number),
        UNIQUE (contest, seat, key))""",
)
_INSERT = "INSERT INTO entries VALUES (?,?,?,?,?,?,?)"
_COLUMNS = "number, at, kind, seat, data, key"
_ENTRIES = f"SELECT {_COLUMNS} FROM entries WHERE contest = ? AND number > ? ORDER BY number"
#: The rows of a contest and of its log: SQLite does not check types.
_WHOLE, _TEXT = schema.integer(), schema.text
_CONTEST = schema.sequence(_TEXT, _WHOLE, schema.number(0, 2**37))
_ENTRY = (_WHOLE, _WHOLE, _TEXT, schema.optional(_WHOLE), _TEXT, schema.optional(_TEXT))
_PARSE = partial(schema.parse_json, name="the damaged contest: ", error=GameError)
_LOG = schema.list_of(schema.sequence(*_ENTRY))


class Cursor(Protocol):
    """The common interface of SQLite and PostgreSQL; parameters are written `?`."""

    def execute(self, statement: str, values: Sequence[Any] = ()) -> Any:
        """Run a statement and return its rows."""


class Backend(Protocol):
    """A connection to a database."""

    #: The errors raised if a row already exists.
    conflicts: tuple[type[Exception], ...]

    def begin(self) -> Cursor:
        """Begin a transaction; connect first if necessary."""

    def commit(self) -> None:
        """Make the transaction permanent."""

    def roll_back(self) -> None:
        """Undo the transaction, or give up the connection."""

    def notify(self, cursor: Cursor, contest: str) -> None:
        """Tell other processes of new entries of a contest, once they are committed."""

    def listen(self, tell: Callable[[str], None]) -> None:
        """Call a function with each contest that another process changes."""

    def close(self) -> None:
        """Close the connection."""


class StoreError(Exception):
    """The database cannot be used now; the message may be shown to anyone."""


class Stored(NamedTuple):
    """A stored contest; `seen` is when a process last saved its clock, in seconds of UTC."""

    setup: dict[str, Any]
    entries: list[Entry]
    clock: int
    seen: float


class Store:
    """The database of contests, used by one thread."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        #: When the monotonic clock was 0: the system clock may be changed while the process runs.
        self._since = time.time() - time.monotonic()
        self._is_failing = False
        self._queue: queue.SimpleQueue[tuple[Work[Any], asyncio.Future[Any]] | None] = (
            queue.SimpleQueue()
        )
        self._create_tables()
        self._thread = threading.Thread(target=self._serve, name="lexigrid-store", daemon=True)
        self._thread.start()

    def now(self) -> float:
        """Return the seconds of UTC; they never jump, even if the system clock is changed."""
        return self._since + time.monotonic()

    def close(self) -> None:
        """Finish the waiting changes, and close the database."""
        self._queue.put(None)
        self._thread.join()
        self._backend.close()

    def listen(self, tell: Callable[[str], None]) -> None:
        """Call a function with each contest that another process changes."""
        self._backend.listen(tell)

    async def create(self, id: str, setup: Mapping[str, Any], entries: Iterable[Entry]) -> bool:
        """Store a new contest with its first entries; False if there is one with this id."""
        text, rows = json.dumps(setup), [_row(id, entry) for entry in entries]

        def work(cursor: Cursor) -> bool:
            values = (id, text, 0, self.now(), 0)
            cursor.execute("INSERT INTO contests VALUES (?,?,?,?,?)", values)
            for row in rows:
                cursor.execute(_INSERT, row)
            return True

        return bool(await self._run(work))

    async def append(self, id: str, entry: Entry) -> bool:
        """Append to the log of a contest; False if another process was faster."""
        row = _row(id, entry)

        def work(cursor: Cursor) -> bool:
            cursor.execute(_INSERT, row)
            if entry.kind != "word":  # during play, the clock is saved every second anyway
                cursor.execute(
                    "UPDATE contests SET clock = ?, seen = ?, is_over = ? WHERE id = ?",
                    (entry.at, self.now(), int(entry.kind == "over"), id),
                )
            self._backend.notify(cursor, id)
            return True

        return bool(await self._run(work))

    async def load(self, id: str) -> Stored | None:
        """Return a contest with its log; None if the id is unknown.

        Raises:
            GameError: its rows are damaged. Those of others are not affected.
        """

        def work(cursor: Cursor) -> tuple[list[Any], list[Any]]:
            query = "SELECT setup, clock, seen FROM contests WHERE id = ?"
            return list(cursor.execute(query, (id,))), list(cursor.execute(_ENTRIES, (id, 0)))

        rows, log = await self._run(work)
        return _read_contest(rows[0], log) if rows else None

    async def entries_after(self, id: str, number: int) -> list[Entry]:
        """Return the entries of a log after a number."""
        return _read_log(await self._run(lambda c: list(c.execute(_ENTRIES, (id, number)))))

    async def save_clocks(self, clocks: Mapping[str, int]) -> None:
        """Store the clocks of running contests."""

        def work(cursor: Cursor) -> None:
            now = self.now()
            for id, clock in clocks.items():
                cursor.execute(
                    "UPDATE contests SET clock = ?, seen = ? WHERE id = ? AND clock <= ?",
                    (clock, now, id, clock),
                )

        await self._run(work)

    async def count_open(self) -> int:
        """Return the number of contests that are not over."""

        def work(cursor: Cursor) -> int:
            query = "SELECT count(*) FROM contests WHERE is_over = 0"
            return int(next(iter(cursor.execute(query)))[0])

        return int(await self._run(work))

    async def remove_old(self) -> None:
        """Remove contests that nobody has played for a day, and finished ones after 30 days."""

        def work(cursor: Cursor) -> None:
            now = self.now()
            old = "(is_over = 0 AND seen < ?) OR seen < ?"
            values = (now - _OPEN_SECONDS, now - _OVER_SECONDS)
            chosen = f"DELETE FROM entries WHERE contest IN (SELECT id FROM contests WHERE {old})"
            cursor.execute(chosen, values)
            cursor.execute(f"DELETE FROM contests WHERE {old}", values)

        await self._run(work)

    async def _run(self, work: Work[Value]) -> Any:
        """Let the thread do some work; return False for a conflict.

        Raises:
            StoreError: the database cannot be used.
        """
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._queue.put((work, future))
        return await asyncio.shield(future)

    def _create_tables(self) -> None:
        for is_last in (False, True):
            try:
                cursor = self._backend.begin()
                for statement in TABLES:
                    cursor.execute(statement)
                self._backend.commit()
                return
            except self._backend.conflicts:  # another process is creating them
                self._backend.roll_back()
                if is_last:
                    raise

    # --- the thread -----------------------------------------------------------------------------

    def _serve(self) -> None:
        is_open = True
        while is_open:
            waiting = [self._queue.get()]
            while len(waiting) < _AT_ONCE:
                try:
                    waiting.append(self._queue.get_nowait())
                except queue.Empty:
                    break
            is_open = None not in waiting
            self._commit([each for each in waiting if each is not None])

    def _commit(self, waiting: Sequence[tuple[Work[Any], asyncio.Future[Any]]]) -> None:
        try:
            try:
                results = self._transact(waiting)
            except self._backend.conflicts:
                self._backend.roll_back()
                results = self._transact(waiting, are_apart=True)
            self._is_failing = False
        except Exception as error:
            with contextlib.suppress(Exception):
                self._backend.roll_back()
            if not self._is_failing:  # log one line, not one per word
                _logger.error("the games cannot be saved: %s", error)
            self._is_failing = True
            failure = StoreError(_explain(error))
            failure.__cause__ = error
            results = [failure] * len(waiting)
        futures = [future for _, future in waiting]
        if futures:
            with contextlib.suppress(RuntimeError):  # the loop may be closed
                futures[0].get_loop().call_soon_threadsafe(_settle, futures, results)

    def _transact(
        self, waiting: Sequence[tuple[Work[Any], asyncio.Future[Any]]], *, are_apart: bool = False
    ) -> list[Any]:
        """Commit the changes together; a conflict undoes all of them unless `are_apart`."""
        cursor, conflicts = self._backend.begin(), self._backend.conflicts
        results = [
            _do_apart(work, cursor, conflicts) if are_apart else work(cursor) for work, _ in waiting
        ]
        self._backend.commit()
        return results


def _do_apart(work: Work[Any], cursor: Cursor, conflicts: tuple[type[Exception], ...]) -> Any:
    """Make a change in a savepoint, so that a conflict leaves others alone; it returns False."""
    cursor.execute("SAVEPOINT change")
    try:
        result = work(cursor)
    except conflicts:
        cursor.execute("ROLLBACK TO SAVEPOINT change")
        result = False
    cursor.execute("RELEASE SAVEPOINT change")
    return result


def read_finished(backend: Backend) -> list[tuple[str, Stored]]:
    """Return the finished contests with their ids, in the order in which they ended.

    Raises:
        StoreError: the database cannot be used.
        GameError: the rows of a contest are damaged.
    """
    query = "SELECT id, setup, clock, seen FROM contests WHERE is_over = 1 ORDER BY seen, id"
    try:
        cursor = backend.begin()
        rows = list(cursor.execute(query))
        found = [(str(id), row, list(cursor.execute(_ENTRIES, (id, 0)))) for id, *row in rows]
        backend.roll_back()
    except Exception as error:
        raise StoreError(str(error)) from error
    finally:
        backend.close()
    return [(id, _read_contest(row, log)) for id, row, log in found]


def _explain(error: Exception) -> str:
    """Return what anyone may know of an error."""
    if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL:
        return "the disk of the server is full"
    return "its database cannot be used"


def _settle(futures: Iterable[asyncio.Future[Any]], results: Iterable[Any]) -> None:
    for future, result in zip(futures, results, strict=True):
        if future.done():
            continue
        if isinstance(result, Exception):
            future.set_exception(result)
        else:
            future.set_result(result)


def _row(id: str, entry: Entry) -> tuple[Any, ...]:
    data = json.dumps(entry.data)
    return id, entry.number, entry.at, entry.kind, entry.seat, data, entry.key


def _read_contest(row: Sequence[Any], log: Sequence[Sequence[Any]]) -> Stored:
    setup, clock, seen = schema.read(_CONTEST, row, "the damaged contest", GameError)
    return Stored(_PARSE(setup), _read_log(log), clock, seen)


def _read_log(rows: Sequence[Sequence[Any]]) -> list[Entry]:
    found = schema.read(_LOG, rows, "the damaged log of a contest", GameError)
    return [Entry(n, at, kind, seat, _PARSE(data), key) for n, at, kind, seat, data, key in found]


class SqliteBackend:
    """A database file, used by one server at a time; readers may open it as well.

    Raises:
        InputError: another server uses it, or it is not a database.
    """

    conflicts: tuple[type[Exception], ...] = (sqlite3.IntegrityError,)

    def __init__(self, path: Path, *, is_reader: bool = False) -> None:
        self._held = contextlib.ExitStack()
        self._begin = "BEGIN" if is_reader else "BEGIN IMMEDIATE"
        address = f"{path.absolute().as_uri()}?mode={'rw' if is_reader else 'rwc'}"
        try:
            if not is_reader:
                path.parent.mkdir(parents=True, exist_ok=True)
                lock = hold_lock(f"{path}.lock", "another server already uses these games")
                self._held.enter_context(lock)
            self._connection = sqlite3.connect(
                address, uri=True, isolation_level=None, check_same_thread=False
            )
            self._held.callback(self._connection.close)
            # Committed changes survive a power cut.
            self._connection.executescript("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
        except (OSError, sqlite3.Error) as error:
            self._held.close()
            raise InputError(
                f"{str(path)!r} cannot keep games: {reason_of(error)}; give another --data FOLDER",
                path=str(path),
            ) from error

    def begin(self) -> Cursor:
        """Begin a transaction."""
        self._connection.execute(self._begin)
        return self._connection

    def commit(self) -> None:
        """Make the transaction permanent."""
        self._connection.execute("COMMIT")

    def roll_back(self) -> None:
        """Undo the transaction."""
        self._connection.execute("ROLLBACK")

    def notify(self, cursor: Cursor, contest: str) -> None:
        """Do nothing: no other process uses the file."""

    def listen(self, tell: Callable[[str], None]) -> None:
        """Do nothing: no other process uses the file."""

    def close(self) -> None:
        """Close the file, so that another server can use it."""
        self._held.close()
