"""A widget in JupyterLab: drawn, played, observed by Python, and deaf to the notebook's shortcuts.

JupyterLab is in the dependency group `notebook`; without it, these tests are skipped.
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

from browser_pages import DESKTOP, name_of
from lexigrid import make_puzzle

pytest.importorskip("jupyterlab", reason="JupyterLab is missing: pip install --group notebook")
nbformat = pytest.importorskip("nbformat")

PUZZLE = 'lg.make_puzzle(["wren", "owl"], size=7, seed=7, title="Birds")'
CELLS = [
    "import lexigrid as lg\nwords = []",
    f"widget = lg.notebook.show({PUZZLE})\n"
    'widget.observe(lambda change: words.append(change.new[-1]), "found")\nwidget',
    'print("seen:", *words)',
]


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Start JupyterLab with a notebook; return the notebook's address."""
    folder = tmp_path_factory.mktemp("lab")
    notebook = nbformat.v4.new_notebook(cells=[*map(nbformat.v4.new_code_cell, CELLS)])
    nbformat.write(notebook, folder / "birds.ipynb")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    places = ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR")
    own = {name: str(folder / ".own" / name) for name in places}
    options = {
        "ServerApp.root_dir": folder, "ServerApp.port": port, "IdentityProvider.token": "",
        "ServerApp.open_browser": False, "LabApp.news_url": "", "ServerApp.allow_root": True,
        "LabApp.check_for_updates_class": "jupyterlab.NeverCheckForUpdate",
    }  # fmt: skip
    command = [sys.executable, "-m", "jupyterlab", *(f"--{k}={v}" for k, v in options.items())]
    with (folder / "log").open("w") as log:
        server = subprocess.Popen(command, env=os.environ | own, stdout=log, stderr=log)
    address = f"http://127.0.0.1:{port}/"
    try:
        while not _answers(f"{address}api/status"):
            assert server.poll() is None, (folder / "log").read_text()
            time.sleep(0.1)
        yield f"{address}doc/tree/birds.ipynb"
    finally:
        server.terminate()
        server.wait()


def _answers(address: str) -> bool:
    try:
        return bool(urllib.request.urlopen(address, timeout=5).status == 200)
    except OSError:
        return False


def test_a_puzzle_in_jupyterlab(lab: str, chromium: Any, tmp_path: Any) -> None:
    from playwright.sync_api import expect

    expect.set_options(timeout=30_000)
    puzzle = make_puzzle(["wren", "owl"], size=7, seed=7, title="Birds")
    page = chromium.new_page(viewport=DESKTOP)
    page.set_default_timeout(30_000)
    page.on("console", lambda m: print("CONSOLE", m.type, m.text[:300]))
    page.goto(lab)
    cells = page.locator(".jp-CodeCell")
    expect(cells).to_have_count(3)
    expect(page.locator(".jp-Notebook-ExecutionIndicator")).to_have_attribute(
        "data-status", "idle"
    )
    for _ in CELLS[:2]:
        cells.nth(0).locator(".cm-content").press("Shift+Enter") if _ is CELLS[0] else cells.nth(1).locator(".cm-content").press("Shift+Enter")
    grid = page.get_by_role("grid", name="Letter grid")
    page.wait_for_timeout(9000)
    page.screenshot(path="/tmp/lab1.png")
    expect(grid).to_be_visible()
    page.screenshot(path="/tmp/lab1.png")
    # By keys: arrows move within the grid, and letters that are shortcuts do nothing.
    first = puzzle.key[0]
    grid.locator("[tabindex='0']").focus()
    for _ in range(first.start[0]):
        page.keyboard.press("ArrowDown")
    for _ in range(first.start[1]):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    for letter in "abxdd":
        page.keyboard.press(letter)
    page.wait_for_timeout(500)
    print(page.evaluate("document.activeElement.outerHTML.slice(0,200)"), cells.count())
    page.screenshot(path="/tmp/lab2.png")
    field = page.get_by_label("Where?")
    for placed in puzzle.key:
        field.fill(f"{name_of(placed.start)} {name_of(placed.end)}")
        field.press("Enter")
        expect(page.get_by_role("status").first).to_contain_text(placed.word)
    cells.nth(2).locator(".cm-content").press("Shift+Enter")
    expect(cells.nth(2).locator(".jp-OutputArea-output")).to_contain_text("seen: wren owl")
    page.screenshot(path="/tmp/lab3.png")
