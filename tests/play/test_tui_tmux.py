"""The terminal game played in tmux; skipped without tmux.

The tests read the screens, not the state of the program.
"""

from __future__ import annotations

import shutil

import pytest

from record_play import SESSION, STEPS, record_session


@pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is missing")
def test_a_game_played_in_tmux() -> None:
    text = record_session()
    for part in ("against Emil (5), Bo (2)", "+ show: 1 point", "4        1", "PAUSE", "SHARE"):
        assert part in text
    assert max(map(len, text.splitlines())) <= 90


def test_the_recorded_session_is_current() -> None:
    """The session in docs/ has the board of its seed, and every step that is recorded."""
    text = SESSION.read_text("utf-8")
    assert "V        E        W        F" in text
    assert len(STEPS) == 12
    assert all(f"> {step}" in text for step, _, _ in STEPS)
