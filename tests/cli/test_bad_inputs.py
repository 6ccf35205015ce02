"""Bad input: every command of `bad_inputs.toml` is refused with a helpful message."""

from __future__ import annotations

import shlex
import tomllib
from pathlib import Path

import pytest

from commands import error_of

REFUSED: dict[str, str] = tomllib.loads(
    (Path(__file__).parent / "bad_inputs.toml").read_text("utf-8")
)


@pytest.mark.parametrize("command", REFUSED)
def test_bad_input_is_refused(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    message = error_of(*shlex.split(command), given="")
    assert REFUSED[command] in message
    assert "internal error" not in message
    assert [Path("folder")] == list(Path().iterdir())
