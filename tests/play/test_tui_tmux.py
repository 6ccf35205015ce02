"""The terminal game played in tmux; skipped without tmux.

The tests read the screens, not the state of the program.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from checkout import ROOT


@pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is missing")
def test_a_game_played_in_tmux(tmp_path: Path) -> None:
    place = tmp_path / "session.txt"
    tool = ROOT / "tools" / "record_play.py"
    done = subprocess.run(
        [sys.executable, tool, place], capture_output=True, text=True, timeout=300
    )
    assert 0 == done.returncode, done.stderr
    text = place.read_text("utf-8")
    for part in ("against Emil (5), Bo (2)", "+ show: 1 point", "4        1", "PAUSE", "SHARE"):
        assert part in text
    assert max(map(len, text.splitlines())) <= 90


def test_the_recorded_session_is_current() -> None:
    """The session in docs/ has the board of its seed, and every step that is recorded."""
    text = (ROOT / "docs" / "play-session.txt").read_text("utf-8")
    assert "V        E        W        F" in text
    source = (ROOT / "tools" / "record_play.py").read_text("utf-8")
    steps = [line.split('"')[1] for line in source.splitlines() if line.startswith('    ("')]
    assert len(steps) == 12
    assert all(f"> {step}" in text for step in steps)
