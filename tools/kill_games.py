"""Kill games while they are played, on clocks that jump; no answered word may be lost.

Each game is played line by line in a process whose wall clock is years off. The process is killed
at a random moment after some answers, other games begin, and the game is resumed later. Meanwhile
the history is locked for a moment, and a second process tries to resume a game in progress.
`python tools/kill_games.py [KILLS [SEED]]` prints a line of JSON.
"""

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
from contextlib import closing
from pathlib import Path

import lexigrid as lg

#: Runs the command line with a wall clock that is off by the first argument, in days.
PLAYER = """
import datetime, sys
from lexigrid.play import session
from lexigrid.cli import main
days = float(sys.argv[1])
def now():
    off = datetime.timedelta(days=days)
    return (datetime.datetime.now(tz=datetime.UTC) + off).isoformat(timespec="milliseconds")
session._utc_now = now
main(sys.argv[2:])
"""
BOARDS = ["perslatgsineters", "teaantoatneatins", "storaneilesmadet"]
LEXICON = lg.Lexicon.default()
BEGIN = ("--size", "4x4", "--alone", "--no-limit", "--plain")


def command(rng: random.Random, *options: str) -> list[str]:
    """Return the command of a player whose clock is up to ten years off."""
    return [sys.executable, "-c", PLAYER, str(rng.uniform(-3650, 3650)), "play", *options]


def begin_others(rng: random.Random, count: int) -> None:
    """Begin games and quit them at once."""
    for _ in range(count):
        run = command(rng, rng.choice(BOARDS), *BEGIN)
        done = subprocess.run(run, input=":quit\n", capture_output=True, text=True)
        if done.returncode != 3:
            raise AssertionError(f"a game ended with {done.returncode}: {done.stderr}")


def play(rng: random.Random, options: tuple[str, ...], words: list[str]) -> list[str]:
    """Play words until the process is killed; return those that were answered."""
    process = subprocess.Popen(
        command(rng, *options), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True, bufsize=1,
    )  # fmt: skip
    assert process.stdin is not None
    assert process.stdout is not None
    answered: list[str] = []
    process.stdin.write("\n")  # a game that is resumed waits for Enter
    for word in words:
        process.stdin.write(f"{word}\n")
        while f"+ {word}: " not in (line := process.stdout.readline()):
            if not line:
                assert process.stderr is not None
                raise AssertionError(f"the game ended: {process.stderr.read()}")
        answered.append(word)
    if rng.random() < 0.2:
        check_holder(rng, process.pid)
    time.sleep(rng.uniform(0, 0.02))
    process.kill()
    process.communicate()
    return answered


def check_holder(rng: random.Random, holder: int) -> None:
    """Resume a game in progress: the second process must name the one that plays it."""
    second = subprocess.run(
        command(rng, "--resume", "--plain"),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    if second.returncode != 2 or f"(process {holder} on " not in second.stderr:
        raise AssertionError(f"two processes played one game: {second.stderr}")
    seen["refused"] += 1


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


seen: Counter[str] = Counter()


def main(kills: int, seed: int) -> None:
    """Kill games and compare the answered words with the saved ones."""
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["LEXIGRID_DATA"] = folder
        path = Path(folder) / "history.sqlite3"
        begin_others(rng, 25)  # more than are kept
        while seen["kills"] < kills:
            board = rng.choice(BOARDS)
            words = [
                word.word for word in lg.find_paths(lg.Grid.parse(board, size=(4, 4)), LEXICON)
            ]
            rng.shuffle(words)
            answered: list[str] = []
            options: tuple[str, ...] = (board, *BEGIN)
            for _ in range(rng.randint(1, 5)):
                count = rng.randint(1, 6)
                locker = threading.Thread(target=lock, args=(path, rng.uniform(0, 0.3)))
                locker.start()
                answered += play(rng, options, words[len(answered) : len(answered) + count])
                locker.join()
                seen["kills"] += 1
                kept = saved_words(path)
                if lost := set(answered) - set(kept):
                    raise AssertionError(f"{lost} of {answered} were lost; kept were {kept}")
                options = ("--resume", "--plain")
            seen["words"] += len(answered)
            seen["games"] += 1
            begin_others(rng, rng.randint(0, 2))
        left = [name for name in os.listdir(folder) if name.endswith(".lock")]
    print(json.dumps({**seen, "words lost": 0, "lock files left": len(left)}))


if __name__ == "__main__":
    main(*(int(each) for each in (sys.argv[1:] + ["100", "1"][len(sys.argv) - 1 :])))
