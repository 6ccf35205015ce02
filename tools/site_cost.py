"""Measure a static site: sizes, what a page loads, start without a network, searches.

    python tools/site_cost.py [FOLDER]

The site is written to FOLDER. Needs `make wasm`, Playwright and Chromium.
"""

from __future__ import annotations

import functools
import gzip
import shutil
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from typing import Any

from lexigrid.site import write_site

PAGES = ("", "make.html", "puzzle.html", "play.html")
#: Milliseconds from question to answer: the first, and the minimum and median of the others.
SOLVE = """async () => {
  const { post } = await import('./js/backend.js');
  const times = [];
  for (let seed = 0; seed <= 400; seed++) {
    const { boards: [{ rows }] } = await post('boards', { dice: 'en-new-4x4', seed });
    const grid = { format: 'lexigrid/grid', version: 1, rows };
    const begin = performance.now();
    await post('paths', { grid, lexicon: 'default', paths: 'none', count_only: COUNT });
    times.push(performance.now() - begin);
  }
  const [first, ...others] = times;
  others.sort((a, b) => a - b);
  return [first, others[0], others[200]];
}"""


class Files(SimpleHTTPRequestHandler):
    """The handler of `python -m http.server` without its log."""

    def log_message(self, *_: Any) -> None: ...


@contextmanager
def serve(folder: Path) -> Iterator[str]:
    """Serve a folder; yield its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Files, directory=folder))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    thread.join()


def print_sizes(folder: Path) -> None:
    """Print the sizes of the files by kind, unpacked and each packed by gzip."""
    whole, packed = Counter[str](), Counter[str]()
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            name, data = path.relative_to(folder).as_posix(), path.read_bytes()
            kind = next((each for each in ("core", "words") if name.startswith(each)), "pages")
            whole[kind] += len(data)
            packed[kind] += min(len(data), len(gzip.compress(data, 9)))
    for kind in whole:
        print(f"{kind}: {whole[kind]:,} bytes, packed {packed[kind]:,}")
    print(f"site: {whole.total():,} bytes, packed {packed.total():,}")


def wait(page: Any) -> None:
    """Wait until a page is ready."""
    page.locator("body.is-ready").wait_for()


def print_weight(browser: Any, site: str, name: str) -> None:
    """Print what a page loads besides core and words: to open, and after a search or a game."""
    context = browser.new_context(service_workers="block", locale="en-GB")
    page = context.new_page()
    sizes: dict[str, int] = {}
    page.on("response", lambda answer: sizes.update({answer.url: len(answer.body())}))

    def weight() -> int:
        left = ("core-", "words-")
        return sum(size for url, size in sizes.items() if not url[len(site) :].startswith(left))

    page.goto(site + name)
    wait(page)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(1000)  # for what the worker loads
    opened = weight()
    if name in ("", "play.html"):
        page.locator("button.primary").first.click()
        page.locator("[role=grid]").wait_for()
        page.wait_for_load_state("networkidle")
    print(f"{name or 'index.html'}: {opened:,} bytes to open, {weight():,} used")
    context.close()


def main() -> None:
    """Write a site and measure it."""
    from playwright.sync_api import sync_playwright

    folder = Path(sys.argv[1] if len(sys.argv) > 1 else Path(tempfile.mkdtemp()) / "site")
    write_site(folder, overwrite=True)
    print_sizes(folder)
    program = shutil.which("chromium")
    with sync_playwright() as playwright, serve(folder) as site:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        for name in PAGES:
            print_weight(browser, site, name)
        context = browser.new_context(locale="en-GB")
        page = context.new_page()
        page.goto(site)
        while page.evaluate("navigator.serviceWorker.controller?.state") != "activated":
            page.wait_for_timeout(50)
        context.set_offline(True)
        times = []
        for _ in range(9):
            begin = time.monotonic()
            page.reload()
            wait(page)
            times.append(1000 * (time.monotonic() - begin))
        print(f"start without a network: {min(times):.0f} ms at best, median {median(times):.0f}")
        for title, count in (("words and points", "false"), ("counts only", "true")):
            first, least, usual = page.evaluate(SOLVE.replace("COUNT", count))
            print(f"4x4, {title}: first {first:.1f} ms, then {least:.2f}, median {usual:.2f}")
        browser.close()


if __name__ == "__main__":
    main()
