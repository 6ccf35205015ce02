"""Kill games in the terminal, on clocks that jump."""

from __future__ import annotations

import json
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from unittest import mock

import lexigrid as lg
from common import Facts

#: Runs the command line with a wall clock that is off by the first argument, in days.
PLAYER = """
import datetime, sys
from lexigrid.play import session
from lexigrid.cli import main
off = datetime.timedelta(days=float(sys.argv[1]))
now = session._utc_now
session._utc_now = lambda: now() + off
main(sys.argv[2:])
"""
BOARDS = ["perslatgsineters", "teaantoatneatins", "storaneilesmadet"]
BEGIN = ("--size", "4x4", "--alone", "--no-limit", "--plain")
RESUME = ("--resume", "--plain")


def begin_player(rng: random.Random, *options: str) -> subprocess.Popen[str]:
    """Start a player whose clock is up to ten years off."""
    command = [sys.executable, "-c", PLAYER, str(rng.uniform(-3650, 3650)), "play", *options]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, bufsize=1)


def begin_others(rng: random.Random, count: int) -> None:
    """Begin games and quit them at once."""
    for _ in range(count):
        player = begin_player(rng, rng.choice(BOARDS), *BEGIN)
        errors = player.communicate(":quit\n")[1]
        assert player.returncode == 3, errors


def play(player: subprocess.Popen[str], words: list[str]) -> None:
    """Play words and wait for the answer to each."""
    assert player.stdin and player.stdout and player.stderr  # noqa: PT018
    player.stdin.write("\n")  # a game that is resumed waits for Enter
    for word in words:
        player.stdin.write(f"{word}\n")
        while f"+ {word}: " not in (line := player.stdout.readline()):
            assert line, player.stderr.read()


def saved_words(path: Path) -> list[str]:
    """Return the words of the most recently saved game."""
    with closing(sqlite3.connect(path)) as base:
        state = base.execute("SELECT state FROM unfinished ORDER BY rowid DESC").fetchone()[0]
    return [move["word"] for move in json.loads(state)["game"]["moves"]]


def lock(path: Path, seconds: float) -> None:
    """Lock the history, as a backup does."""
    with closing(sqlite3.connect(path, timeout=5, isolation_level=None)) as base:
        base.execute("BEGIN IMMEDIATE")
        time.sleep(seconds)
        base.execute("ROLLBACK")


def kill_games(kills: int = 100, seed: int = 1) -> Iterator[Facts]:
    """Kill games while they are played, on clocks that jump; no answered word may be lost.

    Each game is played line by line in a process whose wall clock is years off. The process is
    killed at a random moment after some answers, other games begin, and the game is resumed later.
    Meanwhile the history is locked for a moment, and a second process tries to resume a game in
    progress, which must name the first.
    """
    rng, seen = random.Random(seed), Counter[str]()
    with (
        tempfile.TemporaryDirectory() as folder,
        mock.patch.dict(os.environ, {"LEXIGRID_DATA": folder}),
    ):
        path = Path(folder) / "history.sqlite3"
        begin_others(rng, 25)  # more than are kept
        while seen["kills"] < kills:
            board = rng.choice(BOARDS)
            words = [each.word for each in lg.find_paths(lg.Grid.parse(board, size=(4, 4)))]
            rng.shuffle(words)
            answered: list[str] = []
            options: tuple[str, ...] = (board, *BEGIN)
            for _ in range(rng.randint(1, 5)):
                locker = threading.Thread(target=lock, args=(path, rng.uniform(0, 0.3)))
                locker.start()
                player = begin_player(rng, *options)
                following = words[len(answered) : len(answered) + rng.randint(1, 6)]
                play(player, following)
                answered += following
                if rng.random() < 0.2:
                    second = begin_player(rng, *RESUME)
                    errors = second.communicate()[1]
                    assert f"(process {player.pid} on " in errors, errors
                    assert second.returncode == 2
                    seen["refused"] += 1
                time.sleep(rng.uniform(0, 0.02))
                player.kill()
                player.communicate()
                locker.join()
                seen["kills"] += 1
                lost = set(answered) - set(saved_words(path))
                assert not lost, f"{lost} of {answered} were lost"
                options = RESUME
            seen["words"] += len(answered)
            seen["games"] += 1
            begin_others(rng, rng.randint(0, 2))
        left = [name for name in os.listdir(folder) if name.endswith(".lock")]
    yield {**seen, "lost": 0, "lock files left": len(left)}
