"""The database of finished and unfinished games: one SQLite file.

Every change is one transaction in WAL mode with full synchronisation: a game is written once, and
completely or not at all, even if the program is killed.
"""

from __future__ import annotations

import hashlib
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from typing import Any, Self

from ..._util import schema
from ..._util.codec import schemas_of
from ..._util.folders import DATA_VARIABLE, data_folder
from ..._util.io import reason_of, remove_abandoned
from ..._util.lock import hold_lock
from ...errors import InputError
from .records import GameRecord, PlayerRecord, WordRecord

#: Version of the tables, stored in the file (PRAGMA user_version).
SCHEMA = 1
_FILE = "history.sqlite3"
#: The greatest number of unfinished games stored, and of puzzles.
MAX_UNFINISHED = 20
_WAIT_SECONDS = 5.0
#: Shorter while a game is played, which a locked history must not stop.
_WAIT_SECONDS_IN_PLAY = 0.5

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
#: Made when it is needed: earlier releases read the file too.
_PUZZLES = "CREATE TABLE IF NOT EXISTS puzzles (id TEXT PRIMARY KEY, lines TEXT NOT NULL)"

#: A damaged file can cause a message that is not UTF-8, or a number that is too long.
#: By the beginnings of names of SQLite errors: what to do.
_REMEDIES = {
    "SQLITE_BUSY": "another program uses it, so try again later",
    "SQLITE_LOCKED": "another program uses it, so try again later",
    "SQLITE_FULL": "free some space on the disk",
    "SQLITE_IOERR": "free some space on the disk, or check it",
    "SQLITE_READONLY": "allow writing, play with --no-history",
    "SQLITE_CANTOPEN": "allow writing, play with --no-history",
}
_SQLITE_ERRORS = (sqlite3.Error, ValueError, OverflowError)


@dataclass(frozen=True, slots=True)
class UnfinishedGame:
    """An unfinished game: its id, when it was saved, and its state as JSON text."""

    id: str
    saved: str
    state: str


#: The rows of the tables, checked when read: SQLite stores any value in any column.
_GAME_ROW = schema.sequence(*schemas_of(GameRecord)[:-1])
_PLAYER_ROW = schema.sequence(schema.text, schema.integer(), *schemas_of(PlayerRecord)[:-1])
_WORD_ROW = schema.sequence(schema.text, schema.integer(), *schemas_of(WordRecord))
_PUZZLE_ROW = schema.sequence(schema.text, schema.text)
_UNFINISHED_ROW = schema.sequence(*schemas_of(UnfinishedGame))


def default_path() -> Path:
    """Return the path of the history: in $LEXIGRID_DATA, or in the user's data folder."""
    return data_folder() / _FILE


class History:
    """The open history of one user; close it, or use it in a `with` statement.

    >>> import tempfile
    >>> with History(Path(tempfile.mkdtemp()) / "history.sqlite3") as history:
    ...     history.count()
    0

    Raises:
        InputError: the file cannot be opened, is not a history, or is from a later release.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._held: set[str] = set()
        self._locks = ExitStack()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(
                path, timeout=_WAIT_SECONDS, isolation_level=None, check_same_thread=False
            )
        except (OSError, sqlite3.Error) as error:
            raise InputError(
                f"cannot open the history {str(path)!r}: {reason_of(error)}; name another folder "
                f"in {DATA_VARIABLE}, or play with --no-history"
            ) from error
        try:
            for lock in path.parent.glob(f"{path.name}.*.lock"):
                remove_abandoned(str(lock))
            self._prepare()
        except BaseException:
            self._connection.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file, and release the games that are held."""
        self._connection.close()
        self._locks.close()

    # --- holding --------------------------------------------------------------------------------

    def hold(self, id: str) -> None:
        """Hold a game until the history is closed, so that nobody else can play it.

        Raises:
            InputError: another process, or another open history, holds it.
        """
        if id not in self._held:
            name = hashlib.blake2b(id.encode(), digest_size=8).hexdigest()
            lock = hold_lock(f"{self._path}.{name}.lock", "this game is being played already")
            self._locks.enter_context(lock)
            self._held.add(id)

    def hold_unfinished(self) -> UnfinishedGame | None:
        """Hold the unfinished game that was saved last, and return it; None if there is none.

        Raises:
            InputError: another process holds it.
        """
        while unfinished := self.unfinished():
            id = unfinished[0].id
            self.hold(id)
            for game in self.unfinished():  # its holder may have played on, or finished it
                if game.id == id:
                    return game
        return None

    # --- writing --------------------------------------------------------------------------------

    def add(self, game: GameRecord) -> bool:
        """Store a finished game, which is no longer unfinished; False if it was stored already."""
        row = tuple(getattr(game, field.name) for field in fields(game) if field.name != "players")
        with self._transaction() as connection:
            connection.execute("DELETE FROM unfinished WHERE id = ?", (game.id,))
            marks = ",".join("?" * len(row))
            done = connection.execute(f"INSERT OR IGNORE INTO games VALUES ({marks})", row)
            if not done.rowcount:
                return False
            for number, player in enumerate(game.players):
                connection.execute(
                    "INSERT INTO players VALUES (?,?,?,?,?,?,?,?,?,?,?)",
                    (game.id, number, *astuple(player)[:-1]),
                )
                connection.executemany(
                    "INSERT INTO words VALUES (?,?,?,?,?,?,?)",
                    [(game.id, number, at, *astuple(word)) for at, word in enumerate(player.words)],
                )
        return True

    def save_unfinished(self, unfinished: UnfinishedGame, *, in_play: bool = False) -> None:
        """Store the state of an unfinished game, replacing its earlier state.

        Only the 20 games saved last remain, in the order of saving, not by the clock. With
        `in_play`, it waits half a second for other processes instead of five.
        """
        with self._transaction(_WAIT_SECONDS_IN_PLAY if in_play else _WAIT_SECONDS) as connection:
            connection.execute(
                "INSERT OR REPLACE INTO unfinished VALUES (?,?,?)",
                (unfinished.id, unfinished.saved, unfinished.state),
            )
            connection.execute(
                "DELETE FROM unfinished WHERE id NOT IN "
                "(SELECT id FROM unfinished ORDER BY rowid DESC LIMIT ?)",
                (MAX_UNFINISHED,),
            )

    def save_puzzle(self, id: str, lines: Sequence[str]) -> None:
        """Store what the player of an unfinished puzzle has typed; without lines, forget it."""
        with self._transaction(_WAIT_SECONDS_IN_PLAY) as connection:
            connection.execute(_PUZZLES)
            connection.execute("DELETE FROM puzzles WHERE id = ?", (id,))
            if lines:
                connection.execute("INSERT INTO puzzles VALUES (?,?)", (id, "\n".join(lines)))
                connection.execute(
                    "DELETE FROM puzzles WHERE id NOT IN "
                    "(SELECT id FROM puzzles ORDER BY rowid DESC LIMIT ?)",
                    (MAX_UNFINISHED,),
                )

    # --- reading --------------------------------------------------------------------------------

    def count(self) -> int:
        """Return the number of finished games."""
        return int(
            self._rows("SELECT count(*) FROM games", schema.sequence(schema.integer()))[0][0]
        )

    def games(self) -> list[GameRecord]:
        """Return the finished games with players and words, oldest first."""
        words: dict[tuple[str, int], list[WordRecord]] = {}
        for game, player, *rest in self._rows(
            "SELECT game, player, word, points, at, verdict FROM words "
            "ORDER BY game, player, number",
            _WORD_ROW,
        ):
            words.setdefault((game, player), []).append(WordRecord(*rest))
        players: dict[str, list[PlayerRecord]] = {}
        for game, number, *rest in self._rows(
            "SELECT * FROM players ORDER BY game, number", _PLAYER_ROW
        ):
            own = tuple(words.get((game, number), ()))
            players.setdefault(game, []).append(PlayerRecord(*(*rest, own)))
        return [
            GameRecord(*(*row, tuple(players.get(row[0], ()))))
            for row in self._rows("SELECT * FROM games ORDER BY finished, id", _GAME_ROW)
        ]

    def unfinished(self) -> list[UnfinishedGame]:
        """Return the unfinished games, last saved first."""
        query = "SELECT id, saved, state FROM unfinished ORDER BY rowid DESC"
        return [UnfinishedGame(*row) for row in self._rows(query, _UNFINISHED_ROW)]

    def puzzle(self, id: str) -> list[str]:
        """Return what `save_puzzle` has stored."""
        with self._transaction() as connection:
            connection.execute(_PUZZLES)
        rows = self._rows("SELECT id, lines FROM puzzles", _PUZZLE_ROW)
        return next((lines.split("\n") for own, lines in rows if own == id), [])

    # --- the file -------------------------------------------------------------------------------

    def _prepare(self) -> None:
        """Create the tables of a new file; raise InputError for a file that is not a history."""
        try:
            version = self._connection.execute("PRAGMA user_version").fetchone()[0]
            if version > SCHEMA:
                raise InputError(
                    f"the history {str(self._path)!r} has version {version}, this release reads "
                    f"{SCHEMA}; use a later release, or name another folder in {DATA_VARIABLE}"
                )
            self._enter_wal_mode()
            self._connection.execute("PRAGMA synchronous = FULL")
            self._connection.execute("PRAGMA foreign_keys = ON")
            if version == 0:
                self._create_tables()
        except _SQLITE_ERRORS as error:
            raise self._input_error(error) from error

    def _enter_wal_mode(self) -> None:
        """Switch to WAL mode; retry while another process does the same."""
        until = time.monotonic() + _WAIT_SECONDS
        while True:
            try:
                self._connection.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError as error:
                is_busy = error.sqlite_errorcode & 0xFF in (
                    sqlite3.SQLITE_BUSY,
                    sqlite3.SQLITE_LOCKED,
                    sqlite3.SQLITE_PROTOCOL,  # a race for the locks of the file
                )
                if not is_busy or time.monotonic() >= until:
                    raise
                time.sleep(0.02)

    def _create_tables(self) -> None:
        with self._transaction() as connection:
            # Another process may have created them in the meantime.
            if connection.execute("PRAGMA user_version").fetchone()[0]:
                return
            for statement in _TABLES.split(";"):
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {SCHEMA}")

    @contextmanager
    def _transaction(self, wait: float = _WAIT_SECONDS) -> Iterator[sqlite3.Connection]:
        """Commit all changes made inside, or none; wait `wait` seconds for other processes."""
        try:
            self._connection.execute(f"PRAGMA busy_timeout = {int(wait * 1000)}")
            self._connection.execute("BEGIN IMMEDIATE")
            with self._connection:
                yield self._connection
        except sqlite3.Error as error:
            raise self._input_error(error) from error

    def _rows(self, query: str, row: schema.Schema[list[Any]]) -> list[list[Any]]:
        try:
            found = self._connection.execute(query).fetchall()
        except _SQLITE_ERRORS as error:
            raise self._input_error(error) from error
        table = query.split(" FROM ")[1].split()[0]
        name = f"the history {str(self._path)!r}: a row of {table!r}"
        return [schema.read(row, values, name, InputError) for values in found]

    def _input_error(self, error: Exception) -> InputError:
        return InputError(
            f"the history {str(self._path)!r} cannot be used: {error}; {_find_remedy(error)}, or "
            f"name another folder in {DATA_VARIABLE}",
            path=str(self._path),
        )


def _find_remedy(error: Exception) -> str:
    """Return what to do about an error; only a damaged file has to go."""
    name = getattr(error, "sqlite_errorname", "")
    known = (remedy for begin, remedy in _REMEDIES.items() if name.startswith(begin))
    return next(known, "move the file away")
