"""The pages without a server: a static site, online and offline; and pages whose server stops."""

from __future__ import annotations

import base64
import functools
import json
import re
import threading
import zlib
from collections.abc import Iterator
from datetime import date
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

import lexigrid as lg
from browser_pages import (
    LOOKS,
    KeyWalker,
    OpenPage,
    check_light,
    check_page,
    is_ready,
    start_server,
    status,
    weigh,
)
from commands import require
from lexigrid.boards.daily import (
    DAILY,
    DAILY_PUZZLES,
    daily_puzzle,
    daily_seed,
    number_of,
)
from lexigrid.boards.dice_roll import roll
from lexigrid.game.game import Game
from lexigrid.game.rules import Rules
from lexigrid.play.opponents import Opponent
from lexigrid.puzzle.generate.words import themes
from lexigrid.site.build import find_core
from lexigrid.site.write import write_site

expect = pytest.importorskip(
    "playwright.sync_api", reason="Playwright is missing: pip install --group browser"
).expect

NAMES = ["", "solve.html", "make.html", "puzzle.html", "play.html"]
DAY = "2026-11-22"


class Files(SimpleHTTPRequestHandler):
    """What `python -m http.server` answers with, silently."""

    def log_message(self, *_: Any) -> None: ...


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    require(find_core() is not None, "the core for browsers is missing: make wasm")
    folder = tmp_path_factory.mktemp("sites") / "site"
    write_site(folder)
    return folder


def serve_files(folder: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Files, directory=folder))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(scope="module")
def site(folder: Path) -> Iterator[str]:
    """The address of a static site."""
    yield from serve_files(folder)


def is_kept(page: Any) -> Any:
    """Wait until the service worker has stored the whole site."""
    for _ in range(3_000):
        if page.evaluate("navigator.serviceWorker.controller?.state") == "activated":
            return page
        page.wait_for_timeout(20)  # `wait_for_function` needs a looser policy
    return pytest.fail("the service worker does not have the site")


def say(page: Any, word: str) -> None:
    page.get_by_label("Word", exact=True).fill(word)
    page.keyboard.press("Enter")


def link_to_board(seed: str) -> str:
    """Return a link fragment for a board without a time limit, as `js/links.js` writes it."""
    packer = zlib.compressobj(wbits=-15)
    text = json.dumps([1, "en-new-4x4", seed, 0, 0]).encode()
    packed = base64.urlsafe_b64encode(packer.compress(text) + packer.flush()).decode()
    return f"#b={packed.rstrip('=')}"


def test_paths_lines_and_traces(open_page: OpenPage, site: str) -> None:
    page = is_ready(open_page(f"{site}solve.html"))
    solve = page.get_by_role("button", name="Solve")
    solve.click()
    expect(page.get_by_role("heading", name="140 words, 190 points")).to_be_visible()
    cells = page.get_by_role("gridcell")
    cells.first.focus()
    page.keyboard.press("ArrowRight")
    expect(cells.nth(1)).to_be_focused()
    field = page.get_by_role("textbox", name="Letters")
    field.fill("oat/xxx/tea")
    page.get_by_label("words in straight lines").check()
    page.get_by_label("Words", exact=True).select_option("")
    page.get_by_label("My words").fill("oat, tea\nrye")
    solve.click()
    expect(status(page).last).to_contain_text("2 words. Not found: rye.")
    page.get_by_label("all ways to trace a word").check()
    page.get_by_label("My words").fill("ax")
    solve.click()
    expect(status(page).last).to_contain_text("ax: 5 ways")
    field.fill("abc\nde")
    solve.click()
    expect(field).to_have_accessible_description(re.compile("Row 2 has 2 letters, the first has 3"))


def test_the_puzzle_of_the_day_is_that_of_a_server(open_page: OpenPage, site: str) -> None:
    page = is_ready(open_page(f"{site}solve.html"))
    page.clock.install(time=f"{DAY}T12:00:00")
    page.goto(f"{site}puzzle.html#daily")
    expect(page.get_by_role("gridcell")).to_have_count(144)
    number = (date.fromisoformat(DAY) - date(1970, 1, 1)).days % 100
    theme = themes("en")[number % len(themes("en"))]
    puzzle = lg.make_puzzle(
        theme=theme, pool=12, size=12, seed=f"site/{number}", allow_missing=True
    )
    faces = [face for row in puzzle.grid.to_dict()["rows"] for face in row]
    assert faces == page.get_by_role("gridcell").all_text_contents()


def test_the_first_page_shows_the_boards_of_the_day(open_page: OpenPage, site: str) -> None:
    page = is_ready(open_page(f"{site}solve.html"))
    page.clock.install(time=f"{DAY}T12:00:00")
    page.goto(site)
    expect(page.locator(".of-paths")).to_be_visible()
    number = number_of(date.fromisoformat(DAY))
    grids: dict[str, lg.Grid] = {"words": lg.find_board(DAILY, seed=daily_seed(number)).grid}
    grids |= {kind: daily_puzzle(kind, number).grid for kind in DAILY_PUZZLES}
    for kind, grid in grids.items():
        faces = [face for row in grid.to_dict()["rows"][:5] for face in row[:7]]
        shown = page.locator(f".of-{kind} span")
        assert faces == shown.evaluate_all("nodes => nodes.map((node) => node.dataset.face)")


def test_the_path_puzzle_of_the_day_and_its_hints(open_page: OpenPage, site: str) -> None:
    page = is_ready(open_page(f"{site}puzzle.html#paths"))
    expect(page.get_by_role("gridcell")).to_have_count(48)
    expect(page.get_by_role("button", name="Hint (0)")).to_be_visible()
    expect(page.locator(".words li").first).to_contain_text("letters")


def test_the_dice_game_by_keys_alone(open_page: OpenPage, site: str) -> None:
    page = is_ready(open_page(f"{site}play.html{link_to_board('7')}"))
    page.get_by_role("button", name="Start", exact=True).click()
    expect(status(page).last).to_contain_text("Find words of 3 letters or more.")
    page.keyboard.press("Shift+Tab")
    walker = KeyWalker(page)
    walker.choose((3, 0), (2, 1), (1, 1), (0, 2))
    page.keyboard.press("Enter")
    expect(status(page).last).to_contain_text("show: 1 point")
    while page.evaluate("document.activeElement.textContent") != "End":
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".win")).to_contain_text("1 of 140 words, 1 of 190 points.")


def test_the_computer_plays_as_that_of_python(open_page: OpenPage, site: str) -> None:
    page = is_ready(open_page(f"{site}play.html"))
    page.clock.install(time=f"{DAY}T12:00:00")
    page.get_by_label("Players").select_option("8")
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Board of the day").click()
    page.get_by_role("button", name="Start", exact=True).click()
    game = Game.start(roll(seed=DAY), rules=Rules(), players=("Ann", "Hana (8)"))
    planned = Opponent(8).find_words(game.solution, seed=DAY)
    game, verdict = game.play(max(planned, key=lambda each: len(each.word)).word)
    say(page, verdict.word)
    expect(status(page).last).to_contain_text(f"{verdict.word}: {verdict.points} point")
    for each in planned:
        game, _ = game.play(each.word, player=1, at=each.at)
    page.clock.run_for(181_000)
    points = [scores.points for scores in game.scores()]
    expect(status(page).last).to_have_text(
        f"The winner is Hana (8). Ann {points[0]}, Hana (8) {points[1]}."
    )


def test_the_site_starts_without_a_network(open_page: OpenPage, site: str) -> None:
    page = is_kept(is_ready(open_page(f"{site}solve.html", service_workers="allow")))
    page.context.set_offline(True)
    page.reload()
    is_ready(page)
    page.get_by_role("button", name="Solve").click()
    expect(page.get_by_role("heading", name="140 words, 190 points")).to_be_visible()
    page.goto(f"{site}puzzle.html")
    page.get_by_role("link", name="Puzzle of the day").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Puzzle of the day")
    expect(page.get_by_role("gridcell")).to_have_count(144)
    page.goto(f"{site}play.html")
    page.get_by_label("Players").select_option("5")
    page.get_by_role("button", name="Roll the dice").click()
    expect(page.get_by_role("timer")).to_have_text(re.compile("[23]:"))


def test_a_new_version_waits_for_the_user(
    open_page: OpenPage, folder: Path, tmp_path: Path
) -> None:
    write_site(tmp_path / "site", lexicon=lg.Lexicon(["oat", "show"]), title="Cereals")
    for site in serve_files(tmp_path / "site"):
        page = is_kept(is_ready(open_page(f"{site}solve.html", service_workers="allow")))
        write_site(tmp_path / "site", lexicon=lg.Lexicon(["hoe", "vow", "how"]), overwrite=True)
        solve = page.get_by_role("button", name="Solve")
        expect(page.get_by_label("Words", exact=True)).to_contain_text("Cereals")
        page.reload()
        is_ready(page)
        update = page.get_by_role("button", name="New version: reload")
        expect(update).to_be_visible()
        solve.click()
        expect(status(page).last).to_contain_text("1 word, 1 point")
        update.click()
        expect(update).to_have_count(0)
        is_ready(page)
        solve.click()
        expect(status(page).last).to_contain_text("3 words, 3 points")


@pytest.mark.parametrize(
    ("locale", "making", "friends"),
    [
        ("en-GB", "Making a puzzle needs a lexigrid server", "Games with friends need"),
        ("de-DE", "Um ein Rätsel zu erstellen", "Spiele mit anderen brauchen"),
    ],
)
def test_pages_say_what_needs_a_server(
    locale: str, making: str, friends: str, open_page: OpenPage, site: str
) -> None:
    page = is_ready(open_page(f"{site}make.html", locale=locale))
    expect(page.get_by_text(making)).to_be_visible()
    expect(page.locator("form")).to_be_hidden()
    page.goto(f"{site}play.html")
    is_ready(page)
    expect(page.get_by_text(friends)).to_be_visible()
    expect(page.locator("#players option[value=friends]")).to_have_count(0)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_a_page_is_light(locale: str, name: str, open_page: OpenPage, site: str) -> None:
    sizes = weigh(open_page, site, name, locale)
    assert len(sizes) > 8
    check_light(sizes)
    assert not [url for url in sizes if "core-" in url or "words-" in url], "loaded before use"


def test_a_page_that_is_opened_as_a_file_says_what_to_do(chromium: Any, folder: Path) -> None:
    page = chromium.new_page(locale="de-DE")
    page.goto((folder / "play.html").as_uri())
    expect(page.get_by_role("main")).to_contain_text("Bitte über einen Webserver öffnen")
    page.close()


def reach_states(page: Any, name: str) -> Iterator[str]:
    """Bring a page into the states that exist only without a server."""
    yield "begun"
    if name == "solve.html":
        page.get_by_role("textbox", name="Letters").fill("tea/ant/oat")
        page.get_by_role("button", name="Solve").click()
        expect(page.locator(".answers [role=option]").first).to_be_visible()
        yield "solved"
    elif name == "puzzle.html":
        page.get_by_role("link", name="Puzzle of the day").click()
        expect(page.get_by_role("grid")).to_be_visible()
        yield "playing"
    elif name == "play.html":
        page.get_by_label("Players").select_option("8")
        page.get_by_role("button", name="Roll the dice").click()
        expect(page.get_by_role("grid")).to_be_visible()
        say(page, ":end")
        expect(page.locator(".answers [role=option]").first).to_be_visible()
        yield "over"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("look", LOOKS)
def test_axe_finds_nothing(
    look: str, name: str, open_page: OpenPage, site: str, axe_source: str
) -> None:
    options, widths = LOOKS[look]
    page = is_ready(open_page(site + name, **options))
    for state in reach_states(page, name):
        check_page(page, axe_source, widths, state)


def test_a_served_page_goes_on_when_the_server_ends(open_page: OpenPage, folder: Path) -> None:
    site, end = start_server(is_public=True)  # which counts requests
    page = is_kept(is_ready(open_page(f"{site}solve.html", service_workers="allow", fails=True)))
    expect(page.get_by_role("heading", name="words")).to_have_count(0)
    end()
    page.get_by_role("button", name="Solve").click()
    expect(page.get_by_role("heading", name="140 words, 190 points")).to_be_visible()
    page.goto(f"{site}play.html")
    is_ready(page)
    page.get_by_label("Players").select_option("8")
    page.get_by_role("button", name="Roll the dice").click()
    expect(page.get_by_role("timer")).to_have_text(re.compile("[23]:"))
    page.goto(f"{site}make")
    page.get_by_label("Words to hide").fill("oat")
    page.get_by_role("button", name="Make the puzzle").click()
    expect(status(page).last).to_contain_text("The server does not answer")


def test_the_word_hunt_of_the_day_is_that_of_a_server(open_page: OpenPage, site: str) -> None:
    page = is_ready(open_page(f"{site}solve.html"))
    page.clock.install(time=f"{DAY}T12:00:00")
    page.goto(f"{site}play.html#words")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_role("gridcell")).to_have_count(16)
    board = lg.find_board(DAILY, seed=daily_seed(number_of(date.fromisoformat(DAY))))
    faces = [face for row in board.grid.to_dict()["rows"] for face in row]
    assert faces == page.get_by_role("gridcell").all_text_contents()
    assert board.required is not None
    title = f"0 of {board.required.count} words, 0 bonus"
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    expect(page.locator(".cell[data-use]")).to_have_count(16)
    page.get_by_role("button", name="Hint").click()
    expect(status(page).last).to_contain_text("letters begins with")


def test_a_board_is_covered_and_hints_are_given(open_page: OpenPage, site: str) -> None:
    puzzle = lg.make_puzzle(theme="birds", kind="cover", size=(6, 5), seed=2)
    page = is_ready(open_page(f"{site}solve.html"))
    page.get_by_role("textbox", name="Letters").fill(puzzle.grid.format())
    page.get_by_label("words on paths that fill the board").check()
    hints = lg.solve_cover(puzzle.grid).hints
    button = page.get_by_role("button", name="Hint")
    for expected in (
        f"Word 1 has {hints[0].length} letters.",
        f"Word 1, letter 1: {hints[1].letter}",
        f"Word 1, letter 1: {hints[2].letter} in ",
    ):
        button.click()
        expect(status(page).last).to_contain_text(expected)
    page.get_by_role("button", name="Solve").click()
    expect(page.get_by_role("heading", name=re.compile("ways? to fill the board"))).to_be_visible()
    words = page.locator(".answers [role=option] bdi").all_text_contents()
    assert sorted(words) == sorted(lg.solve_cover(puzzle.grid)[0].words)
    page.get_by_label("Words that you know").fill("zebra")
    button.click()
    expect(status(page).last).to_contain_text("No words fill this board.")
