"""The notebooks of the gallery run, and are kept without outputs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from checkout import ROOT, TESTS

NOTEBOOKS = sorted((ROOT / "examples" / "notebooks").glob("*.ipynb"))


def cells_of(path: Path) -> list[dict[str, Any]]:
    cells = json.loads(path.read_text("utf-8"))["cells"]
    return [cell for cell in cells if cell["cell_type"] == "code"]


def test_the_gallery_is_linked_and_has_no_outputs() -> None:
    page = (ROOT / "docs" / "notebooks.md").read_text("utf-8")
    assert len(NOTEBOOKS) == 6
    for path in NOTEBOOKS:
        assert f"examples/notebooks/{path.name}" in page
        for cell in cells_of(path):
            assert (cell["outputs"], cell["execution_count"]) == ([], None), path


def test_the_notebooks_run(tmp_path: Path) -> None:
    for name in ("nbclient", "ipykernel", "duckdb"):
        pytest.importorskip(name, reason=f"{name} is missing: pip install --group notebook")
    runner = TESTS / "support" / "run_notebooks.py"
    command: list[Path | str] = [sys.executable, runner, tmp_path, *NOTEBOOKS]
    run = subprocess.run(
        command, capture_output=True, text=True, env=os.environ | {"IPYTHONDIR": str(tmp_path)}
    )
    assert run.returncode == 0, run.stdout + run.stderr
    for path in NOTEBOOKS:
        outputs = [each for cell in cells_of(tmp_path / path.name) for each in cell["outputs"]]
        assert [each["text"] for each in outputs if each.get("name") == "stderr"] == [], path
        kinds = {kind for each in outputs for kind in each.get("data", ())}
        # A widget, and its picture for readers without widgets.
        assert path.stem == "batch" or {"image/svg+xml", "text/html"} & kinds, path
        assert path.stem == "batch" or "application/vnd.jupyter.widget-view+json" in kinds, path
