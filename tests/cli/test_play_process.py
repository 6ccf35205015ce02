"""The game as a process: its clock, kills, Ctrl-C, and a second process with the same game."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from commands import call, error_of
from games import play, standing
from lexigrid.play.history.database import History, default_path

pytestmark = pytest.mark.usefixtures("game_folder")
PROGRAM = [sys.executable, "-m", "lexigrid"]


# --- processes ------------------------------------------------------------------------------------


def begin(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*PROGRAM, "play", "--plain", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
    )


def read_until(process: subprocess.Popen[str], part: str) -> str:
    assert process.stdout is not None
    seen = ""
    while part not in seen:
        piece = process.stdout.read(1)
        assert piece, f"ended before {part!r}: {seen!r}"
        seen += piece
    return seen


def test_the_time_ends_a_turn_without_input() -> None:
    process = begin("--seconds", "1", "--seed", "7", "--level", "10")
    assert process.stdout is not None
    text = read_until(process, "ALL WORDS")
    assert "you: time is up" in text
    assert 0 == process.wait(20)
    process.communicate()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no kill -9")
def test_a_killed_game_is_resumed(game_folder: Path) -> None:
    process = begin("--seed", "7", "--alone", "--seconds", "100")
    assert process.stdin is not None
    process.stdin.write("show\nnod\n")
    process.stdin.flush()
    read_until(process, "+ nod")
    process.kill()
    process.communicate()
    text = play("--resume", typed="\nshow\n:end\n")
    assert "= show: already found" in text
    assert [2, 2, 0, 0] == standing(text, "you")
    with History(default_path()) as history:
        assert (1, []) == (history.count(), history.unfinished())


@pytest.mark.skipif(os.name == "nt", reason="signals work differently on Windows")
def test_ctrl_c_exits_with_130_and_saves_the_game() -> None:
    process = begin("--seed", "7", "--alone")
    read_until(process, "> ")
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=20)
    assert 130 == process.returncode
    assert "the game is saved; resume it with" in errors
    assert "Traceback" not in errors
    assert "= show" in play("--resume", typed="\nshow\nshow\n:end\n")


@pytest.mark.skipif(os.name == "nt", reason="Windows cannot read from two pipes")
def test_a_second_process_is_told_who_plays_the_game() -> None:
    process = begin("--seed", "7", "--alone")
    read_until(process, "> ")
    error = error_of("play", "--resume")
    assert f"this game is being played already (process {process.pid} on " in error
    process.kill()
    process.communicate()
    assert "+ show" in play("--resume", typed="\nshow\n:end\n")


def test_a_game_that_is_not_saved_is_not_said_to_be() -> None:
    for options, is_said in ((("--no-history",), False), ((), True)):
        result = call("play", "--seed", "7", "--alone", *options, given="show\n:quit\n")
        assert (3, is_said) == (result.exit_code, "is saved" in result.stderr)
