"""A browser for the tests of the pages, and what these tests do: choose cells, check with axe.

Debian's Chromium, driven by Playwright. Without them the tests are skipped with the reason, and
fail where CI is set.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from commands import require

PHONE = {"width": 375, "height": 667}
TOUCH = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
DESKTOP = {"width": 1280, "height": 800}
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
#: The browser options of each look, and the widths at which it is checked. Colours hardly depend
#: on the width, so only the deep profile checks all combinations.
LOOKS: dict[str, tuple[dict[str, str], tuple[int, ...]]] = {
    "light": ({"color_scheme": "light"}, (320,)),
    "dark": ({"color_scheme": "dark"}, (1280,)),
    "forced colours": ({"forced_colors": "active"}, (375,)),
}
#: The heights of windows: the second is a desktop's at 400 %, where 1280x800 are 320x200.
HEIGHTS: dict[int, tuple[int, ...]] = {320: (800,), 375: (800,), 1280: (800,)}
if os.environ.get("LEXIGRID_TEST_PROFILE") == "deep":
    HEIGHTS[320] = (800, 200)
    LOOKS = {name: (options, (320, 375, 1280)) for name, (options, _) in LOOKS.items()}
EXAMPLE = ["vewf", "nodr", "ihoi", "saoe"]
#: The board of a game and words on it, with their paths.
BOARD = [list(row.upper()) for row in EXAMPLE]

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")

Cell = tuple[int, int]
OpenPage = Callable[..., Any]


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """One browser per module, because Playwright's event loop disturbs those of other tests."""
    try:
        from playwright.sync_api import expect, sync_playwright
    except ImportError:
        require(False, "Playwright is not installed: pip install --group browser")
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    require(program is not None, "no Chromium: apt-get install chromium")
    expect.set_options(timeout=30_000)  # a busy machine is not a fault
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=program, args=["--no-sandbox"] if is_root else []
        )
        yield browser
        browser.close()


@pytest.fixture
def open_page(chromium: Any) -> Iterator[OpenPage]:
    """Open a page in a fresh profile; the test fails if it uses the console or another host.

    With `fails=True`, error answers are expected. Service workers are blocked unless
    `service_workers="allow"` is given.
    """
    contexts: list[Any] = []
    faults: list[str] = []

    def open_at(address: str, **options: Any) -> Any:
        options = {"viewport": DESKTOP, "locale": "en-GB", "service_workers": "block"} | options
        fails = options.pop("fails", False)
        context = chromium.new_context(**options)
        context.set_default_timeout(30_000)
        contexts.append(context)
        home = address.split("/")[2]

        def check(request: Any) -> None:
            if not request.url.startswith(("data:", "blob:")) and request.url.split("/")[2] != home:
                faults.append(f"request to {request.url}")

        page = context.new_page()

        def listen(message: Any) -> None:
            # The browser itself reports error answers and failed requests.
            if message.text.startswith("Service Worker registration blocked"):
                return
            if not (fails and message.text.startswith("Failed to load resource")):
                faults.append(f"console: {message.text}")

        page.on("console", listen)
        page.on("pageerror", lambda error: faults.append(f"error: {error}"))
        page.on("request", check)
        page.goto(address)
        return page

    yield open_at
    for context in contexts:
        context.close()
    assert faults == []


@pytest.fixture(scope="session")
def axe_source() -> str:
    """The script of axe-core."""
    try:
        import axe_playwright_python
    except ImportError:
        require(False, "axe is not installed: pip install --group browser")
    return (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text("utf-8")


#: The most uncompressed bytes that a page may load before it is used, besides core, words and the
#: letter face, and with the face.
LIGHT, LIGHT_WITH_FACE = 60_000, 70_000


def weigh(open_page: OpenPage, site: str, name: str, locale: str) -> dict[str, int]:
    """Return the sizes of the files that a page loads before it is used, except API answers."""
    sizes: dict[str, int] = {}
    page = open_page(f"{site}text/en/common.json", fails=True, locale=locale)

    def note(answer: Any) -> None:
        if "/api/" not in answer.url:
            sizes[answer.url] = len(answer.body())

    page.on("response", note)
    page.goto(site + name)
    is_ready(page)
    page.wait_for_load_state("networkidle")
    return sizes


def check_light(sizes: dict[str, int]) -> None:
    """Assert that a page loads few bytes, and at most one file of the letter face."""
    face = [size for url, size in sizes.items() if url.endswith(".woff2")]
    total = sum(sizes.values())
    assert total - sum(face) < LIGHT, sizes
    assert len(face) == 1
    assert total < LIGHT_WITH_FACE, sizes


def axe_faults(page: Any, source: str) -> list[str]:
    """Return what axe reports as wrong, and what it cannot judge."""
    page.evaluate(source)
    result = page.evaluate("tags => axe.run(document, {runOnly: tags})", TAGS)
    return [
        f"{kind}: {fault['id']} {node['html'][:100]}"
        for kind in ("violations", "incomplete")
        for fault in result[kind]
        for node in fault["nodes"]
    ]


def check_page(page: Any, source: str, widths: tuple[int, ...], state: str) -> None:
    """Assert that axe finds no fault and nothing is cut off, at each width."""
    for width, height in ((each, high) for each in widths for high in HEIGHTS[each]):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("scrollTo(0, 0)")  # axe cannot judge text below a board that stays in view
        assert axe_faults(page, source) == [], (state, width, height)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, (state, width)


def cell_at(page: Any, cell: Cell) -> Any:
    return page.locator("[role=grid] [role=row]").nth(cell[0]).locator("> *").nth(cell[1])


def centre_of(page: Any, cell: Cell) -> tuple[float, float]:
    box = cell_at(page, cell).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def name_of(cell: Cell) -> str:
    return f"{chr(65 + cell[1])}{cell[0] + 1}"


def press_arrows(page: Any, start: Cell, end: Cell) -> None:
    """Move the focus in a grid from a cell to another one."""
    keys = (("ArrowUp", "ArrowDown"), ("ArrowLeft", "ArrowRight"))
    for axis, (less, more) in enumerate(keys):
        steps = end[axis] - start[axis]
        for _ in range(abs(steps)):
            page.keyboard.press(more if steps > 0 else less)


class KeyWalker:
    """Walks the grid with arrow keys only."""

    def __init__(self, page: Any, here: Cell = (0, 0)) -> None:
        self.page = page
        for _ in range(40):
            if page.evaluate("document.activeElement.getAttribute('role')") == "gridcell":
                break
            page.keyboard.press("Tab")
        self.here = here

    def go(self, cell: Cell) -> None:
        press_arrows(self.page, self.here, cell)
        self.here = cell
        from playwright.sync_api import expect

        expect(cell_at(self.page, cell)).to_be_focused()

    def choose(self, *cells: Cell) -> None:
        for cell in cells:
            self.go(cell)
            self.page.keyboard.press("Enter")


def reload_when_stored(page: Any) -> None:
    """Reload the page until it begins with what it has saved.

    A page that is opened from a file may get a new process, which can begin before the storage of
    the old one has arrived in the browser.
    """
    stored = page.evaluate("JSON.stringify(localStorage)")
    page.add_init_script("window.storedAtStart = JSON.stringify(localStorage)")
    for _ in range(100):
        page.reload()
        if page.evaluate("storedAtStart") == stored:
            return
    raise AssertionError(f"the page never began with {stored}")


def tap(page: Any, *cells: Cell) -> None:
    for cell in cells:
        page.touchscreen.tap(*centre_of(page, cell))


def drag(page: Any, *cells: Cell) -> None:
    """Drag with the mouse over the cells."""
    page.mouse.move(*centre_of(page, cells[0]))
    page.mouse.down()
    for cell in cells[1:]:
        page.mouse.move(*centre_of(page, cell), steps=4)
    page.mouse.up()


def swipe(page: Any, *cells: Cell) -> None:
    """Drag with a finger over the cells, in few and large steps."""
    session = page.context.new_cdp_session(page)
    points = [{"x": x, "y": y} for x, y in (centre_of(page, cell) for cell in cells)]
    kinds = ["touchStart", *["touchMove"] * (len(points) - 1)]
    for kind, point in zip(kinds, points, strict=True):
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    session.detach()


def touched(browser: Any, page: Any, act: Callable[[Any], object]) -> dict[str, int]:
    """Return what a gesture touches at most in one frame: elements styled, boxes to lay out."""
    browser.start_tracing(page=page, categories=["devtools.timeline"])
    act(page)
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    most = {"styled": 0, "laid out": 0}
    for event in json.loads(browser.stop_tracing())["traceEvents"]:
        facts = event.get("args", {})
        if event["name"] == "UpdateLayoutTree":
            most["styled"] = max(most["styled"], facts.get("elementCount", 0))
        elif event["name"] == "Layout" and "beginData" in facts:
            most["laid out"] = max(most["laid out"], facts["beginData"]["dirtyObjects"])
    return most


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a running server, whose pages cannot work without it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("lexigrid.web.app.find_core", lambda: None)
        address, end = start_server(str(tmp_path_factory.mktemp("games")))
    yield address
    end()


def start_server(database: str = "", *, is_public: bool = False) -> tuple[str, Callable[[], None]]:
    """Start `lexigrid serve` in a thread; return its address and a function that ends it."""
    uvicorn = pytest.importorskip("uvicorn", reason="the extra `web` is missing")
    from lexigrid.web import Limits, Settings, create_app

    limits = Limits().changed(["puzzle_deadline=60"])  # the first PDF loads much, on a busy machine
    listener = socket.create_server(("127.0.0.1", 0))
    app = create_app(Settings(limits, database=database, is_public=is_public))
    server = uvicorn.Server(uvicorn.Config(app, log_level="error"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    while not server.started:
        time.sleep(0.02)

    def end() -> None:
        server.should_exit = True
        thread.join()
        listener.close()

    return f"http://127.0.0.1:{listener.getsockname()[1]}/", end


def is_ready(page: Any) -> Any:
    from playwright.sync_api import expect

    expect(page.locator("body")).to_have_class("is-ready")
    return page


def status(page: Any) -> Any:
    return page.get_by_role("status")


def open_puzzle(page: Any, puzzle: Any) -> None:
    """Open a puzzle on the Puzzle page by its link."""
    page.evaluate(
        """async (puzzle) => {
             const { packValue, shrinkPuzzle } = await import('/js/links.js');
             location.hash = `p=${await packValue(shrinkPuzzle(puzzle))}`;
           }""",
        json.loads(puzzle.to_json()),
    )
    page.get_by_role("grid").wait_for()


def words_of(page: Any) -> Any:
    """The words of a list of answers."""
    return page.locator(".answers [role=option]")


def begin(page: Any, board: list[list[str]] = BOARD) -> None:
    """Begin a game without a time limit on a known board."""
    from playwright.sync_api import expect

    body = {"boards": [{"seed": "1", "rows": board}]}
    page.route("**/api/v1/boards", lambda route: route.fulfill(json=body))
    page.get_by_label("Time").select_option("0")
    page.get_by_role("button", name="Roll the dice").click()
    expect(status(page).last).to_contain_text("Find words of 3 letters or more.")
