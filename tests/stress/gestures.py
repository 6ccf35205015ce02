"""What gestures on the pages cost: the time to the next frame, and the elements that they touch."""

from __future__ import annotations

import shutil
import statistics
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import browser_pages as pages
import lexigrid as lg
from common import Facts
from server import Server

#: The most milliseconds from an input to the next frame, and between what counts as two gestures.
_GOAL_MS, _PAUSE_MS = 100, 300
#: The height of what surrounds the page in its window, at most, in pixels.
_EDGES = 200
_WATCH = """() => {
  window.seen = [];
  const note = (list) => window.seen.push(...list.getEntries().map(({ duration }) => duration));
  new PerformanceObserver(note).observe({ type: 'event', durationThreshold: 16 });
}"""
Act = Callable[[Any], object]


def gestures(rate: int = 4, times: int = 5, side: int = 50, only: str = "") -> Iterator[Facts]:
    """Measure each gesture on a processor slowed `rate` times; a frame follows within 100 ms.

    Other processes lengthen the times, so the least of several is given as well as the median; a
    fault is a median above 100 ms. `only` names a page.
    """
    from playwright.sync_api import sync_playwright

    program = next(filter(None, map(shutil.which, pages.PROGRAMS)))
    with Server() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        for name, prepare, acts in _pages(side):
            if only not in name:
                continue
            desktop: Any = pages.DESKTOP
            page = browser.new_page(viewport=desktop, locale="en-GB")
            page.goto(f"http://127.0.0.1:{server.port}/{name}.html")
            prepare(pages.is_ready(page))
            page.wait_for_timeout(1000)
            page.evaluate(_WATCH)
            session = page.context.new_cdp_session(page)
            _show_whole(session, desktop["height"])
            for gesture, act in acts.items():
                session.send("Emulation.setCPUThrottlingRate", {"rate": rate})
                most = [_measure(page, act) for _ in range(times)]
                session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
                median = statistics.median(most)
                facts = {"ms": median, "least ms": min(most)} | pages.touched(browser, page, act)
                faults = [f"{median} ms"] if median > _GOAL_MS else []
                yield {"page": name, "gesture": gesture} | facts | {"faults": faults}
            page.close()
        browser.close()


def _show_whole(session: Any, height: int) -> None:
    """Make the window higher than the page: what it does not show waits for the next frame."""
    window = session.send("Browser.getWindowForTarget")["windowId"]
    bounds = {"height": height + _EDGES}
    session.send("Browser.setWindowBounds", {"windowId": window, "bounds": bounds})


def _measure(page: Any, act: Act) -> float:
    """Return the longest time from an input of a gesture to the next frame; short ones are 0."""
    act(page)
    page.wait_for_timeout(_PAUSE_MS)
    return float(max(page.evaluate("window.seen.splice(0)"), default=0.0))


def _pages(side: int) -> Iterator[tuple[str, Act, dict[str, Act]]]:
    """Yield pages, what makes them ready, and their gestures."""
    puzzle = lg.make_puzzle(theme="birds", pool=48, size=side, seed="1", allow_missing=True)
    near = iter([(each.start, each.end) for each in puzzle.key if max(*each.start, *each.end) < 16])
    yield (
        "puzzle",
        partial(pages.open_puzzle, puzzle=puzzle),
        {
            "press and cancel": _press_and_cancel,
            "tap two letters": lambda page: _click(page, (3, 3), (3, 6)),
            "drag over a line": lambda page: pages.drag(page, (5, 5), (5, 9)),
            "find a word": lambda page: pages.drag(page, *next(near, ((1, 1), (1, 4)))),
            "arrow key": lambda page: page.keyboard.press("ArrowDown"),
            "line with keys": lambda page: _press(page, "Enter ArrowRight ArrowRight Enter"),
            "hint": lambda page: _press_button(page, "Hint"),
            "type a place": lambda page: page.get_by_label("Where?").press_sequentially("A1 A5"),
            "send a place": lambda page: page.keyboard.press("Enter"),
            "settings": lambda page: page.locator(".settings summary").click(),
            "question": lambda page: _press_button(page, "Show all answers", "Keep looking"),
        },
    )
    yield (
        "play",
        pages.begin,
        {
            "press and cancel": _press_and_cancel,
            "tap letters": lambda page: _click(page, (1, 1), (1, 2), (1, 2)),
            "drag over a path": lambda page: pages.drag(page, (3, 0), (2, 1), (1, 1), (0, 2)),
            "type and send a word": lambda page: _press(page, "h o e Enter"),
            "hint": lambda page: _press_button(page, "Hint"),
            "rotate": lambda page: _press_button(page, "Rotate"),
        },
    )
    words = "\n".join([word for word in lg.Lexicon.default() if len(word) == 6][:3000:200])
    yield (
        "make",
        lambda page: page.get_by_label("Words to hide").fill(words),
        {
            "type a word": lambda page: page.get_by_label("Words to hide").type(
                "\nzebra", delay=60
            ),
            "choose a level": lambda page: page.get_by_label("Level").select_option("hard"),
            "show answers": lambda page: page.get_by_label("Show the answers").click(),
            "more options": lambda page: page.locator(".more > summary").click(),
        },
    )
    yield (
        "solve",
        _solve,
        {
            "choose a word": lambda page: pages.words_of(page).nth(5).click(),
            "next word": lambda page: page.keyboard.press("ArrowDown"),
            "filter": lambda page: page.locator("#filter").press_sequentially("ea"),
            "all again": lambda page: page.locator("#filter").fill(""),
            "sort": lambda page: page.locator("#sort").select_option("alpha"),
            "sort back": lambda page: page.locator("#sort").select_option("score"),
            "type in the grid": lambda page: page.get_by_role("textbox", name="Letters").press("x"),
        },
    )


def _press(page: Any, keys: str) -> None:
    for key in keys.split():
        page.keyboard.press(key)


def _press_button(page: Any, *names: str) -> None:
    for name in names:
        page.get_by_role("button", name=name, exact=True).click()


def _press_and_cancel(page: Any) -> None:
    page.mouse.move(*pages.centre_of(page, (2, 2)))
    page.mouse.down()
    page.mouse.move(*pages.centre_of(page, (2, 3)), steps=3)
    page.keyboard.press("Escape")
    page.mouse.up()


def _click(page: Any, *cells: pages.Cell) -> None:
    for cell in cells:
        page.mouse.click(*pages.centre_of(page, cell))


def _solve(page: Any) -> None:
    page.get_by_role("textbox", name="Letters").fill("dsesfn/gnirae/slteie/nairbr/pseacs/rtosed")
    _press_button(page, "Solve")
