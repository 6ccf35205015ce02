"""A widget in JupyterLab: drawn, played by keys, observed by Python.

JupyterLab has a dependency group of its own; without it, the test is skipped.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest

from browser_pages import DESKTOP, name_of, press_arrows
from lexigrid import make_puzzle

pytest.importorskip("jupyterlab", reason="JupyterLab is missing: pip install --group jupyterlab")
expect = pytest.importorskip(
    "playwright.sync_api", reason="Playwright is missing: pip install --group browser"
).expect

CELLS = [
    "import lexigrid as lg\nfrom lexigrid.notebook import show\nwords = []",
    'puzzle = lg.make_puzzle(["wren", "owl"], size=7, seed=7)\n'
    "widget = show(puzzle)\n"
    'widget.observe(lambda change: words.append(change.new[-1]), "found")\nwidget',
    'print("seen:", *words)',
]
#: JupyterLab and its kernel start in 10 seconds, and in a minute on a busy machine.
WAIT_MS = 240_000


@pytest.fixture
def lab(tmp_path: Any) -> Iterator[str]:
    """Start JupyterLab with a notebook; return the notebook's address."""
    import nbformat

    notebook = nbformat.v4.new_notebook(cells=[*map(nbformat.v4.new_code_cell, CELLS)])
    notebook.metadata.kernelspec = {"name": "python3", "display_name": "Python 3"}
    nbformat.write(notebook, tmp_path / "birds.ipynb")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    places = ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR")
    own = {name: str(tmp_path / ".own" / name) for name in places}
    options = {
        "ServerApp.root_dir": tmp_path, "ServerApp.port": port, "ServerApp.open_browser": False,
        "ServerApp.allow_root": True, "IdentityProvider.token": "", "LabApp.news_url": "",
    }  # fmt: skip
    command = [sys.executable, "-m", "jupyterlab", *(f"--{k}={v}" for k, v in options.items())]
    with (tmp_path / "log").open("w") as log:
        server = subprocess.Popen(command, env=os.environ | own, stdout=log, stderr=log)
    address = f"http://127.0.0.1:{port}/"
    try:
        while not _answers(f"{address}api/status"):
            assert server.poll() is None, (tmp_path / "log").read_text()
            time.sleep(0.1)
        yield f"{address}doc/tree/birds.ipynb"
    finally:
        server.terminate()
        server.wait()


def _answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=5) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def test_a_puzzle_in_jupyterlab(lab: str, chromium: Any) -> None:
    puzzle = make_puzzle(["wren", "owl"], size=7, seed=7)
    page = chromium.new_page(viewport=DESKTOP)
    page.set_default_timeout(WAIT_MS)
    page.goto(lab)
    cells = page.locator(".jp-CodeCell")
    expect(page.get_by_text("(ipykernel) | Idle")).to_be_visible(timeout=WAIT_MS)
    for number in (0, 1):
        cells.nth(number).locator(".cm-content").press("Shift+Enter")
    grid = page.get_by_role("grid", name="Letter grid, 7 rows")
    expect(grid).to_be_visible(timeout=WAIT_MS)
    grid.get_by_role("gridcell").first.focus()
    start, end = puzzle.key[0].start, puzzle.key[0].end
    press_arrows(page, (0, 0), start)
    for key in ("Enter", "a", "b", "x", "d", "d", "m"):  # the letters are shortcuts of JupyterLab
        page.keyboard.press(key)
    press_arrows(page, start, end)
    page.keyboard.press("Enter")
    status = page.locator("[lang] [role=status]")
    expect(status).to_contain_text("wren: found")
    field, owl = page.get_by_label("Where?"), puzzle.key[1]
    field.fill(f"{name_of(owl.start)} {name_of(owl.end)}")
    field.press("Enter")
    expect(status).to_contain_text("owl: found")
    expect(cells).to_have_count(len(CELLS))
    cells.nth(2).locator(".cm-content").press("Shift+Enter")
    expect(cells.nth(2).locator(".jp-OutputArea-output")).to_contain_text("seen: wren owl")
    page.close()
