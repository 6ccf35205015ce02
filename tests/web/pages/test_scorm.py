"""SCORM packages in a learning platform (scorm-again): they report completion, score and time."""

from __future__ import annotations

import functools
import io
import shutil
import threading
import zipfile
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

import lexigrid as lg
from browser_pages import OpenPage, name_of
from checkout import IS_DEEP, ROOT
from lexigrid.render.html import puzzle_to_html, puzzle_to_scorm
from lexigrid.render.listing import ListAs

pytest.importorskip(
    "playwright.sync_api", reason="Playwright is missing: pip install --group browser"
)

_RUNTIME = ROOT / "node_modules" / "scorm-again" / "dist" / "scorm12.min.js"
_PLATFORM = """<!DOCTYPE html><link rel="icon" href="data:,"><script src="scorm12.min.js"></script>
<script>window.API = new Scorm12API({ logLevel: 5, autocommit: false });
API.on('LMSSetValue.cmi.core.session_time', (name, value) => (window.time = value));</script>
<iframe src="package/index.html" width="1200" height="900"></iframe>"""
#: Puzzles of all kinds; the deep profile plays all twenty packages.
PUZZLES: list[dict[str, Any]] = [
    {"size": 8, "clues": {"wren": "Very small"}},
    {"kind": "bent"},
    {"size": 9, "message": "birds", "pad": True, "secret": ["hawk"]},
    {"kind": "bent", "turns": 2},
    {"mask": "circle"},
    *({"size": 8, "language": code} for code in ("de", "fr", "es", "pl", "tr", "it", "nl")),
    *({"size": 8, "level": level} for level in (1, 2, 4)),
    *({"size": 10, "seed": seed, "title": "<b>&amp;"} for seed in range(5)),
]
COUNT = 20 if IS_DEEP else 2


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Print nothing."""


@pytest.fixture(scope="module")
def platform(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """A folder with the page of the platform, and its address."""
    if not _RUNTIME.exists():  # there may be no registry of npm packages
        pytest.skip("scorm-again is missing: npm install --no-save scorm-again")
    folder = tmp_path_factory.mktemp("platform")
    shutil.copy(_RUNTIME, folder)
    (folder / "lms.html").write_text(_PLATFORM, "utf-8")
    with ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(_Quiet, directory=str(folder))
    ) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/lms.html", folder
        server.shutdown()


@pytest.mark.parametrize("number", range(COUNT))
def test_a_package_reports(number: int, open_page: OpenPage, platform: tuple[str, Path]) -> None:
    address, folder = platform
    puzzle = lg.make_puzzle(["wren", "owl", "heron"], **{"seed": number} | PUZZLES[number])
    list_as: ListAs = "clues" if "clues" in PUZZLES[number] else "words"
    data = puzzle_to_scorm(puzzle, puzzle_to_html(puzzle, list_as=list_as))
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        package.extractall(folder / "package")
    page = open_page(address)
    frame = page.frame_locator("iframe")
    value = "(name) => API.LMSGetValue(`cmi.core.${name}`)"
    frame.get_by_role("gridcell").first.wait_for()
    assert page.evaluate(value, "lesson_status") == "incomplete"
    for done, placed in enumerate(puzzle.key[: len(puzzle.words)], 1):
        cells = placed.path or (placed.start, placed.end)
        frame.locator("#where").fill(" ".join(map(name_of, cells)))
        frame.locator("#where").press("Enter")
        page.wait_for_function(
            "(score) => Number(API.LMSGetValue('cmi.core.score.raw')) === score",
            arg=round(100 * done / len(puzzle.words)),
        )
    assert page.evaluate(value, "lesson_status") == "completed"
    page.evaluate("document.querySelector('iframe').src = 'about:blank'")
    page.wait_for_function("API.isTerminated()")
    assert page.evaluate("/^\\d{4}:\\d\\d:\\d\\d$/.test(window.time)")
    shutil.rmtree(folder / "package")
