"""The history: what is stored, what survives a kill, and the progress of players.

The kills are real: a hundred, each while the program writes.
"""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import lexigrid as lg
from checkout import TESTS
from games import record
from lexigrid.play.history.database import History, UnfinishedGame, default_path
from lexigrid.play.history.progress import measure_progress

KILLS = 100


def test_a_game_is_read_as_it_was_stored(tmp_path: Path) -> None:
    with History(tmp_path / "deep" / "er" / "h.sqlite3") as history:
        assert history.add(record(1))
        assert history.add(record(2))
        assert not history.add(record(1, points=99))
        assert [record(1), record(2)] == history.games()
    with History(tmp_path / "deep" / "er" / "h.sqlite3") as history:
        assert [record(1), record(2)] == history.games()
        assert 2 == history.count()


def test_unfinished_games_are_replaced_and_finished(tmp_path: Path) -> None:
    with History(tmp_path / "h.sqlite3") as history:
        history.save_unfinished(UnfinishedGame("a", "2026-01-01", "{}"))
        history.save_unfinished(UnfinishedGame("a", "2026-01-02", '{"x": 1}'))
        history.save_unfinished(UnfinishedGame("game-000001", "2026-01-03", "{}"))
        assert ["game-000001", "a"] == [each.id for each in history.unfinished()]
        history.add(record(1))
        assert [UnfinishedGame("a", "2026-01-02", '{"x": 1}')] == history.unfinished()


def test_only_the_last_unfinished_games_are_stored(tmp_path: Path) -> None:
    with History(tmp_path / "h.sqlite3") as history:
        for number in range(30):
            history.save_unfinished(UnfinishedGame(f"g{number}", f"2026-01-{number + 1:02}", "{}"))
        assert [f"g{number}" for number in range(29, 9, -1)] == [
            each.id for each in history.unfinished()
        ]


def test_the_file_has_a_version_and_a_write_ahead_log(tmp_path: Path) -> None:
    with History(tmp_path / "h.sqlite3"):
        base = sqlite3.connect(tmp_path / "h.sqlite3")
        assert (1,) == base.execute("PRAGMA user_version").fetchone()
        assert ("wal",) == base.execute("PRAGMA journal_mode").fetchone()
        base.close()


def test_a_later_version_is_not_changed(tmp_path: Path) -> None:
    path = tmp_path / "h.sqlite3"
    base = sqlite3.connect(path)
    base.execute("PRAGMA user_version = 99")
    base.close()
    before = path.read_bytes()
    with pytest.raises(lg.InputError, match="version 99"):
        History(path)
    assert before == path.read_bytes()


def test_other_files_are_reported(tmp_path: Path) -> None:
    path = tmp_path / "h.sqlite3"
    path.write_bytes(b"no database at all, but long enough to look at" * 50)
    with pytest.raises(lg.InputError, match="LEXIGRID_DATA"):
        History(path)
    (tmp_path / "file").write_text("x")
    with pytest.raises(lg.InputError, match="cannot open"):
        History(tmp_path / "file" / "h.sqlite3")
    with History(tmp_path / "broken.sqlite3") as history:
        history._connection.execute("DROP TABLE words")
        with pytest.raises(lg.InputError, match="words"):
            history.games()


def test_a_damaged_file_is_refused_without_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "h.sqlite3"
    with History(path) as history:
        history.add(record(1))
    data = bytearray(path.read_bytes())
    data[44:48] = (9).to_bytes(4, "big")  # the format of the tables
    path.write_bytes(data)
    monkeypatch.setattr(time, "sleep", lambda seconds: pytest.fail("waits for other processes"))
    with pytest.raises(lg.InputError, match="unsupported file format; move the file away"):
        History(path)


def test_the_path_is_in_the_users_data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LEXIGRID_DATA", str(tmp_path))
    assert tmp_path / "history.sqlite3" == default_path()
    monkeypatch.delenv("LEXIGRID_DATA")
    assert "lexigrid" == default_path().parent.name


def test_concurrent_writers_wait_for_each_other(tmp_path: Path) -> None:
    path = tmp_path / "h.sqlite3"

    def write(first: int) -> None:
        with History(path) as history:
            for number in range(first, first + 25):
                history.add(record(number))

    threads = [threading.Thread(target=write, args=(first,)) for first in (0, 100)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with History(path) as history:
        assert 50 == history.count()


# --- killed while writing -------------------------------------------------------------------------

# Each line of input starts a process that stores games until it is killed. It is forked, as it
# would take a hundred times as long to start as to be killed. A line is one system call, so that
# none is cut in two, as `print` does where PYTHONUNBUFFERED is set.
_WRITER = """
import os, sys
sys.path.insert(0, {tests!r})
from pathlib import Path
from lexigrid.play.history.database import History, UnfinishedGame
from games import record

def say(line):
    os.write(1, f"{{line}}\\n".encode())

def write(first):
    history = History(Path(sys.argv[1]))
    say(os.getpid())
    for number in range(first, first + 10000):
        history.save_unfinished(UnfinishedGame(record(number).id, "now", "x" * 3000))
        history.add(record(number))
        say(number)

for first in sys.stdin:
    child = os.fork()
    if child == 0:
        write(int(first))
        sys.exit()
    say(f"ended {{os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])}}")
"""


def test_a_hundred_kills_lose_and_duplicate_nothing(tmp_path: Path) -> None:
    """After kill -9 at a random moment, each acknowledged game is there once, and complete."""
    if os.name == "nt":
        pytest.skip("Windows has no kill -9")
    path = tmp_path / "h.sqlite3"
    code = _WRITER.format(tests=str(TESTS / "support"))
    rng = random.Random(1)
    acknowledged: set[int] = set()
    requested = 0
    writer = subprocess.Popen(
        [sys.executable, "-c", code, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert writer.stdin is not None
    assert writer.stdout is not None
    for kill in range(KILLS):
        print(kill * 10_000, file=writer.stdin, flush=True)
        process = int(writer.stdout.readline())
        # Kill it shortly after it acknowledged 0 to 3 games of this run.
        first = [writer.stdout.readline() for _ in range(rng.randrange(4))]
        requested += len(first)
        time.sleep(rng.random() * 0.005)
        os.kill(process, signal.SIGKILL)
        while (line := writer.stdout.readline()).strip().isdigit():
            first.append(line)
        assert "ended -9\n" == line
        acknowledged |= {int(line) for line in first}
        with History(path) as history:
            assert ("ok",) == history._connection.execute("PRAGMA integrity_check").fetchone()
            stored = [game.id for game in history.games()] if kill % 20 == 19 else []
            waiting = history.unfinished()
        assert len(waiting) <= kill + 1
        assert len(stored) == len(set(stored))
    writer.stdin.close()
    assert writer.wait(30) == 0
    writer.stdout.close()
    with History(path) as history:
        games = history.games()
        left = {each.id for each in history.unfinished()}
    numbers = [int(game.seed) for game in games]
    assert len(numbers) == len(set(numbers))
    assert acknowledged <= set(numbers)
    # At most one game per kill was stored but not yet acknowledged.
    assert len(set(numbers) - acknowledged) <= KILLS
    assert all(game == record(int(game.seed)) for game in games)
    assert left.isdisjoint(game.id for game in games)
    assert len(acknowledged) >= requested > KILLS


# --- progress -------------------------------------------------------------------------------------


def test_progress_over_several_games() -> None:
    games = [record(n, points=n, theirs=6) for n in range(12)]
    (ann,) = measure_progress(games)
    assert ("ann", 12, 480, 12 * 180.0, 11, "word10") == (
        ann.player,
        ann.games,
        ann.words,
        ann.seconds,
        ann.best_points,
        ann.longest,
    )
    share = sum(at % 3 for at in range(40)) / 100
    assert share == pytest.approx(ann.share)
    assert ((5, 5, 12),) == ann.wins
    assert len(ann.shares) == 12
    assert ann.early == pytest.approx(ann.lately)
    assert () == measure_progress([])


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE games SET rules = '['",
        "UPDATE games SET rules = '[1]'",
        "UPDATE games SET board = x'ff00'",
        "UPDATE games SET board_points = -1",
        "UPDATE games SET board_words = 'many'",
        "UPDATE games SET finished = CAST(x'ff' AS TEXT)",
        "UPDATE players SET points = 1e300",
        "UPDATE players SET kind = 'ghost'",
        "UPDATE players SET level = 'high'",
        "UPDATE players SET seconds = 9e999",
        "UPDATE players SET name = x'00'",
        "UPDATE words SET word = x'00'",
        "UPDATE words SET points = 'two'",
        "UPDATE words SET at = 1.5",
    ],
)
def test_a_damaged_row_of_the_history_is_an_error(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "h.sqlite3"
    with History(path) as history:
        history.add(record(1))
    _execute(path, damage)
    with History(path) as history, pytest.raises(lg.InputError, match="the history"):
        measure_progress(history.games())


def test_a_damaged_unfinished_game_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "h.sqlite3"
    with History(path) as history:
        history.save_unfinished(UnfinishedGame("a", "2026-01-01", "{}"))
    _execute(path, "UPDATE unfinished SET state = x'ff'")
    with (
        History(path) as history,
        pytest.raises(lg.InputError, match=r"row of 'unfinished': \[2\]"),
    ):
        history.unfinished()


def _execute(path: Path, statement: str) -> None:
    base = sqlite3.connect(path)
    base.execute(statement)
    base.commit()
    base.close()
