"""The build: what it refuses."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from checkout import ROOT

CMAKE = shutil.which("cmake") or shutil.which("cmake", path=Path(sys.executable).parent)


@pytest.mark.skipif(CMAKE is None or sys.platform == "win32", reason="needs cmake and a shell")
@pytest.mark.parametrize(("answer", "is_refused"), [("1", True), ("0", False)])
def test_free_threaded_python_is_refused(tmp_path: Path, answer: str, is_refused: bool) -> None:
    python = tmp_path / "python"
    python.write_text(f"#!/bin/sh\necho {answer}\n")
    python.chmod(0o755)
    script = ROOT / "scripts" / "free_threaded.cmake"
    command = [str(CMAKE), f"-DPython_EXECUTABLE={python}", "-P", str(script)]
    done = subprocess.run(command, capture_output=True, text=True)
    message = "lexigrid does not support free-threaded Python: use the standard build of Python"
    assert (done.returncode != 0) == is_refused
    assert (message in " ".join(done.stderr.split())) == is_refused
