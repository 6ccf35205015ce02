"""Damaged input of every format is answered or refused; `tests/stress fuzz` runs longer."""

from __future__ import annotations

import builtins
import importlib
import os
import subprocess
import sys

import pytest

from checkout import TESTS

needs_posix = pytest.mark.skipif(os.name == "nt", reason="memory is limited as POSIX does it")


@needs_posix
def test_fuzzing_needs_no_statistics_of_the_scheduler(monkeypatch: pytest.MonkeyPatch) -> None:
    fuzz = importlib.import_module("fuzz")

    def refuse(name: str) -> None:
        raise FileNotFoundError(name)

    monkeypatch.setattr(builtins, "open", refuse)
    before = fuzz.seconds_ready()
    assert before <= fuzz.seconds_ready()


@needs_posix
@pytest.mark.parametrize("share", range(4))
def test_damaged_input_of_every_format_is_an_answer_or_an_error(share: int) -> None:
    runs = "2000" if os.environ.get("LEXIGRID_TEST_PROFILE") == "deep" else "150"
    options = ["--runs", runs, "--share", f"{share}/4"]
    command = [sys.executable, str(TESTS / "stress"), "fuzz", *options]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert (0, "") == (done.returncode, done.stderr), done.stdout
