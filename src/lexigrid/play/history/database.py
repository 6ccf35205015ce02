"""The database of finished and unfinished games: one SQLite file.

Knows records, errors and SQLite; known by matches, the terminal game and the command line.
Rule: every change is one transaction in WAL mode with full synchronisation; ids are unique.
"""

from __future__ import annotations

import os
import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from types import TracebackType
from typing import Any

from ...errors import InputError
from .records import GameRecord, PlayerRecord, WordRecord

#: Version of the tables, kept in the file itself (PRAGMA user_version).
SCHEMA = 1
#: Names another folder for the history.
FOLDER_VARIABLE = "LEXIGRID_DATA"
_FILE = "history.sqlite3"
#: Games that were left and can go on, at most.
MAX_UNFINISHED = 20
_WAIT_SECONDS = 5.0

_TABLES = """
CREATE TABLE games (
    id TEXT PRIMARY KEY, started TEXT NOT NULL, finished TEXT NOT NULL, board TEXT NOT NULL,
    dice TEXT NOT NULL, seed TEXT NOT NULL, share TEXT NOT NULL, lexicon TEXT NOT NULL,
    rules TEXT NOT NULL, board_words INTEGER NOT NULL, board_points INTEGER NOT NULL
);
CREATE TABLE players (
    game TEXT NOT NULL REFERENCES games, number INTEGER NOT NULL, name TEXT NOT NULL,
    kind TEXT NOT NULL, level INTEGER, points INTEGER NOT NULL, found INTEGER NOT NULL,
    cancelled INTEGER NOT NULL, wrong INTEGER NOT NULL, hints INTEGER NOT NULL,
    seconds REAL NOT NULL, PRIMARY KEY (game, number)
) WITHOUT ROWID;
CREATE TABLE words (
    game TEXT NOT NULL REFERENCES games, player INTEGER NOT NULL, number INTEGER NOT NULL,
    word TEXT NOT NULL, points INTEGER NOT NULL, at INTEGER NOT NULL, verdict TEXT NOT NULL,
    PRIMARY KEY (game, player, number)
) WITHOUT ROWID;
CREATE TABLE unfinished (
    id TEXT PRIMARY KEY, saved TEXT NOT NULL, state TEXT NOT NULL
);
CREATE INDEX games_by_time ON games (finished, id);
"""


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A game that was left: its id, when it was saved, and its state as JSON text."""

    id: str
    saved: str
    state: str


def default_path() -> Path:
    """Give the place of the history: in the user's data folder, or where LEXIGRID_DATA says."""
    named = os.environ.get(FOLDER_VARIABLE)
    if named:
        return Path(named).expanduser() / _FILE
    if os.name == "nt":
        base = os.environ.get("LOCALAPPDATA") or str(Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = str(Path.home() / "Library" / "Application Support")
    else:
        base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base) / "lexigrid" / _FILE


class History:
    """The history of one user, open; close it, or use it in a `with` statement.

    >>> import tempfile
    >>> with History(Path(tempfile.mkdtemp()) / "history.sqlite3") as history:
    ...     history.count()
    0

    Raises:
        InputError: the file cannot be made or opened, is no history, or of a later release.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._base = sqlite3.connect(
                path, timeout=_WAIT_SECONDS, isolation_level=None, check_same_thread=False
            )
        except (OSError, sqlite3.Error) as error:
            raise InputError(f"cannot open the history {str(path)!r}: {error}") from error
        try:
            self._prepare()
        except BaseException:
            self._base.close()
            raise

    def __enter__(self) -> History:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._base.close()

    # --- writing --------------------------------------------------------------------------------

    def add(self, game: GameRecord) -> bool:
        """Keep a finished game, and forget it as unfinished; False if it is already kept."""
        head = tuple(getattr(game, field.name) for field in fields(game) if field.name != "players")
        with self._change():
            self._base.execute("DELETE FROM unfinished WHERE id = ?", (game.id,))
            marks = ",".join("?" * len(head))
            done = self._base.execute(f"INSERT OR IGNORE INTO games VALUES ({marks})", head)
            if not done.rowcount:
                return False
            for number, player in enumerate(game.players):
                self._base.execute(
                    "INSERT INTO players VALUES (?,?,?,?,?,?,?,?,?,?,?)",
                    (game.id, number, *astuple(player)[:-1]),
                )
                self._base.executemany(
                    "INSERT INTO words VALUES (?,?,?,?,?,?,?)",
                    [(game.id, number, at, *astuple(word)) for at, word in enumerate(player.words)],
                )
        return True

    def keep_unfinished(self, unfinished: Unfinished) -> None:
        """Keep the state of a game that goes on, instead of what was kept of it before.

        Of many games that were left, the last saved are kept.
        """
        with self._change():
            self._base.execute(
                "INSERT OR REPLACE INTO unfinished VALUES (?,?,?)",
                (unfinished.id, unfinished.saved, unfinished.state),
            )
            self._base.execute(
                "DELETE FROM unfinished WHERE id NOT IN "
                "(SELECT id FROM unfinished ORDER BY saved DESC, id LIMIT ?)",
                (MAX_UNFINISHED,),
            )

    def drop_unfinished(self, id: str) -> None:
        """Forget a game that goes on."""
        with self._change():
            self._base.execute("DELETE FROM unfinished WHERE id = ?", (id,))

    # --- reading --------------------------------------------------------------------------------

    def count(self) -> int:
        """Give the number of finished games."""
        return int(self._rows("SELECT count(*) FROM games")[0][0])

    def games(self) -> list[GameRecord]:
        """List the finished games with players and words, the oldest first."""
        words: dict[tuple[str, int], list[WordRecord]] = {}
        for game, player, *rest in self._rows(
            "SELECT game, player, word, points, at, verdict FROM words "
            "ORDER BY game, player, number"
        ):
            words.setdefault((game, player), []).append(WordRecord(*rest))
        players: dict[str, list[PlayerRecord]] = {}
        for game, number, *rest in self._rows("SELECT * FROM players ORDER BY game, number"):
            said = tuple(words.get((game, number), ()))
            players.setdefault(game, []).append(PlayerRecord(*(*rest, said)))
        return [
            GameRecord(*(*row, tuple(players.get(row[0], ()))))
            for row in self._rows("SELECT * FROM games ORDER BY finished, id")
        ]

    def unfinished(self) -> list[Unfinished]:
        """List the games that were left, the last saved first."""
        rows = self._rows("SELECT id, saved, state FROM unfinished ORDER BY saved DESC, id")
        return [Unfinished(*row) for row in rows]

    # --- the file -------------------------------------------------------------------------------

    def _prepare(self) -> None:
        """Make the tables of a new file; refuse a file that is none of ours."""
        try:
            version = self._base.execute("PRAGMA user_version").fetchone()[0]
            if version > SCHEMA:
                raise InputError(
                    f"the history {str(self._path)!r} is of version {version}, this release reads "
                    f"{SCHEMA}; use a later release, or name another folder in {FOLDER_VARIABLE}"
                )
            self._use_wal()
            self._base.execute("PRAGMA synchronous = FULL")
            self._base.execute("PRAGMA foreign_keys = ON")
            if version == 0:
                self._make_tables()
        except sqlite3.Error as error:
            raise self._trouble(error) from error

    def _use_wal(self) -> None:
        """Switch to WAL; a process that does the same at this moment is waited for."""
        until = time.monotonic() + _WAIT_SECONDS
        while True:
            try:
                self._base.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError:
                if time.monotonic() >= until:
                    raise
                time.sleep(0.02)

    def _make_tables(self) -> None:
        with self._change():
            # Another process may have been faster.
            if self._base.execute("PRAGMA user_version").fetchone()[0]:
                return
            for statement in _TABLES.split(";"):
                if statement.strip():
                    self._base.execute(statement)
            self._base.execute(f"PRAGMA user_version = {SCHEMA}")

    @contextmanager
    def _change(self) -> Iterator[None]:
        """Run a change whole or not at all."""
        try:
            self._base.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                self._base.execute("ROLLBACK")
                raise
            self._base.execute("COMMIT")
        except sqlite3.Error as error:
            raise self._trouble(error) from error

    def _rows(self, query: str) -> list[Any]:
        try:
            return self._base.execute(query).fetchall()
        except sqlite3.Error as error:
            raise self._trouble(error) from error

    def _trouble(self, error: sqlite3.Error) -> InputError:
        return InputError(
            f"the history {str(self._path)!r} cannot be used: {error}; move the file away, or name "
            f"another folder in {FOLDER_VARIABLE}",
            path=str(self._path),
        )
