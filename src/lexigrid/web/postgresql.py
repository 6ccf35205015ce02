"""PostgreSQL for the logs of contests, shared by several server processes.

LISTEN and NOTIFY announce changes of a contest between the processes. A lost connection is opened
again; clients then send again what was not acknowledged.
"""

from __future__ import annotations

import contextlib
import secrets
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

from .._util.io import import_extra
from ..errors import InputError
from .store import Cursor

_CHANNEL = "lexigrid"
_RETRY_SECONDS = 0.5


class PostgresqlBackend:
    """A connection to a database named by a URL such as `postgresql://host/games`.

    Raises:
        InputError: psycopg is not installed, or the database cannot be reached.
    """

    def __init__(self, url: str) -> None:
        self._psycopg: Any = import_extra("psycopg", "postgresql", "--database")
        self.conflicts: tuple[type[Exception], ...] = (self._psycopg.errors.UniqueViolation,)
        self._url = url
        self._own = secrets.token_hex(4)
        self._is_open = True
        self._listener: threading.Thread | None = None
        try:
            self._connection: Any = self._connect()
        except self._psycopg.Error as error:
            raise InputError(f"the database of --database cannot be used: {error}") from error

    def begin(self) -> Cursor:
        """Begin a transaction, on a new connection if the old one is lost."""
        if self._connection is None or self._connection.closed:
            self._connection = self._connect()
        self._connection.execute("BEGIN")
        return _Cursor(self._connection)

    def commit(self) -> None:
        """Make the transaction permanent."""
        self._connection.execute("COMMIT")

    def roll_back(self) -> None:
        """Undo the transaction, or give up a lost connection."""
        try:
            self._connection.execute("ROLLBACK")
        except (AttributeError, self._psycopg.Error):
            connection, self._connection = self._connection, None
            if connection is not None:
                connection.close()

    def notify(self, cursor: Cursor, contest: str) -> None:
        """Tell other processes of new entries of a contest, once they are committed."""
        cursor.execute("SELECT pg_notify(?, ?)", (_CHANNEL, f"{self._own} {contest}"))

    def listen(self, tell: Callable[[str], None]) -> None:
        """Call a function with each contest that another process changes."""
        self._listener = threading.Thread(
            target=self._hear, args=(tell,), name="lexigrid-listen", daemon=True
        )
        self._listener.start()

    def close(self) -> None:
        """Close the connections."""
        self._is_open = False
        if self._listener is not None:
            self._listener.join()
        if self._connection is not None:
            self._connection.close()

    def _connect(self) -> Any:
        return self._psycopg.connect(self._url, autocommit=True, connect_timeout=5)

    def _hear(self, tell: Callable[[str], None]) -> None:
        while self._is_open:
            with contextlib.suppress(self._psycopg.Error), self._connect() as connection:
                connection.execute(f"LISTEN {_CHANNEL}")
                tell("")  # any contest may have changed before
                while self._is_open:
                    for note in connection.notifies(timeout=_RETRY_SECONDS):
                        own, _, contest = note.payload.partition(" ")
                        if own != self._own:
                            tell(contest)
            if self._is_open:
                time.sleep(_RETRY_SECONDS)


class _Cursor:
    def __init__(self, connection: Any) -> None:
        self._connection = connection

    def execute(self, statement: str, values: Sequence[Any] = ()) -> Any:
        return self._connection.execute(statement.replace("?", "%s"), values)
