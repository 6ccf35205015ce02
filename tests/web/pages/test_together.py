"""Friends in one game: latecomers, hosts who leave, the next game, and tabs without storage."""

from __future__ import annotations

import re
from typing import Any

import pytest

import lexigrid as lg
from browser_pages import LOOKS, OpenPage, check_page, is_ready, status, words_of

expect = pytest.importorskip(
    "playwright.sync_api", reason="Playwright is missing: pip install --group browser"
).expect

NO_STORAGE = "Object.defineProperty(window, 'localStorage', {get() { throw new Error('no'); }});"


def open_lobby(open_page: OpenPage, site: str, name: str = "Ann", **options: Any) -> Any:
    host = is_ready(open_page(f"{site}play.html", fails=True, **options))
    host.get_by_label("Players").select_option("friends")
    host.get_by_label("Your name").fill(name)
    host.get_by_role("button", name="Roll the dice").click()
    expect(host.get_by_role("heading", level=1)).to_have_text("Waiting for players")
    return host


def test_the_lobby_shows_its_link_large_and_as_a_code(open_page: OpenPage, site: str) -> None:
    host = open_lobby(open_page, site, viewport={"width": 360, "height": 640})
    code = host.get_by_alt_text("The link as a QR code")
    expect(code).to_be_visible()
    expect(code).to_have_js_property("complete", True)
    assert code.evaluate("node => node.naturalWidth") > 0
    link = re.sub("^https?://|[.]html", "", host.url)
    assert len(link) < 48
    expect(host.get_by_text(link)).to_have_css("font-size", re.compile(r"^(2[1-9]|3\d)"))


def join(open_page: OpenPage, address: str, name: str) -> Any:
    guest = is_ready(open_page(address, fails=True))
    guest.locator("#join-name").fill(name)
    guest.keyboard.press("Enter")
    return guest


def test_a_latecomer_watches_and_everybody_plays_again(open_page: OpenPage, site: str) -> None:
    host = open_lobby(open_page, site)
    guest = join(open_page, host.url, "ann")
    expect(guest.locator("#join-name")).to_have_accessible_description(
        "the name 'ann' is taken; choose another one"
    )
    guest.locator("#join-name").fill("Bob")
    guest.keyboard.press("Enter")
    host.get_by_role("button", name="Begin").click()
    expect(guest.get_by_role("gridcell")).to_have_count(16)
    late = is_ready(open_page(host.url))
    expect(late.get_by_text("You are watching.")).to_be_visible()
    expect(late.get_by_label("Word", exact=True)).to_have_count(0)
    host.keyboard.type(":end")
    host.keyboard.press("Enter")
    expect(late.get_by_role("heading", name="All words")).to_be_visible()
    expect(late.get_by_role("button", name="Play again")).to_have_count(0)
    guest.get_by_role("button", name="Play again").click()
    expect(status(host).last).to_contain_text("Another player wants to play again.")
    host.get_by_role("button", name="Play again").click()
    for page in (guest, host):
        expect(page.get_by_role("heading", level=1)).to_have_text("Waiting for players")
    expect(host.get_by_role("listitem").get_by_text("Bob")).to_be_visible()
    expect(host).to_have_url(guest.url)
    host.get_by_role("button", name="Begin").click()
    expect(guest.get_by_role("gridcell")).to_have_count(16)


def test_a_host_who_leaves_hands_over(open_page: OpenPage, site: str) -> None:
    host = open_lobby(open_page, site)
    guest = join(open_page, host.url, "Bob")
    expect(guest.get_by_role("listitem").get_by_text("Ann")).to_be_visible()
    expect(guest.get_by_role("button", name="Begin")).to_be_hidden()
    host.get_by_role("button", name="Leave").click()
    expect(host.get_by_role("button", name="Roll the dice")).to_be_visible()
    expect(guest.get_by_role("listitem").get_by_text("Ann")).to_have_count(0)
    guest.get_by_role("button", name="Begin").click()
    expect(guest.get_by_role("gridcell")).to_have_count(16)


def test_a_tab_without_storage_keeps_its_seat(open_page: OpenPage, site: str) -> None:
    host = is_ready(open_page(site))
    host.add_init_script(NO_STORAGE)
    host.goto(f"{site}play.html")
    is_ready(host)
    host.get_by_label("Players").select_option("friends")
    host.get_by_role("button", name="Roll the dice").click()
    expect(host.get_by_role("button", name="Begin")).to_be_visible()
    host.reload()
    host.get_by_role("button", name="Begin").click()
    expect(host.get_by_label("Word", exact=True)).to_be_visible()


def test_a_word_outlives_a_reload(open_page: OpenPage, site: str) -> None:
    host = open_lobby(open_page, site)
    host.get_by_role("button", name="Begin").click()
    host.route("**/moves", lambda route: route.fulfill(status=429, json={"detail": "later"}))
    host.get_by_label("Word", exact=True).fill("zzz")
    host.keyboard.press("Enter")
    expect(host.locator(".answers .sending")).to_have_count(1)
    expect(host.get_by_text("The server is busy.")).to_be_visible()
    host.reload()
    expect(host.locator(".answers .sending")).to_have_count(1)
    host.unroute("**/moves")
    expect(host.locator(".answers .sending")).to_have_count(0)
    kept = host.evaluate("Object.keys(localStorage).filter((key) => key.includes('outbox'))")
    assert kept == []


@pytest.mark.parametrize("look", LOOKS)
def test_axe_finds_nothing(look: str, open_page: OpenPage, site: str, axe_source: str) -> None:
    options, widths = LOOKS[look]
    host = open_lobby(open_page, site, **options)
    check_page(host, axe_source, widths, "lobby")
    guest = is_ready(open_page(host.url, **options))
    check_page(guest, axe_source, widths, "joining")
    guest.locator("#join-name").fill("Bob")
    guest.keyboard.press("Enter")
    expect(guest.get_by_role("heading", level=1)).to_have_text("Waiting for players")
    host.get_by_role("button", name="Begin").click()
    late = is_ready(open_page(host.url, fails=True, **options))
    expect(late.get_by_text("You are watching.")).to_be_visible()
    check_page(late, axe_source, widths, "watching")
    host.route("**/moves", lambda route: route.fulfill(status=503, json={}))
    host.get_by_label("Word", exact=True).fill("zzz")
    host.keyboard.press("Enter")
    expect(host.locator(".answers .sending")).to_have_count(1)
    check_page(host, axe_source, widths, "sending")
    host.unroute("**/moves")
    expect(host.locator(".answers .sending")).to_have_count(0)
    tiles = host.get_by_role("gridcell").all_text_contents()
    words = lg.find_paths([tiles[row : row + 4] for row in range(0, 16, 4)])
    for player, number in ((host, 0), (host, 1), (guest, 0)):
        player.get_by_label("Word", exact=True).fill(words[number].word)
        player.keyboard.press("Enter")
        expect(words_of(player)).to_have_count(1 + number)
        expect(player.locator(".answers .sending")).to_have_count(0)
    host.get_by_role("button", name="End", exact=True).click()
    host.locator(".question button").first.click()
    expect(host.locator(".ranks > li")).to_have_count(2)
    expect(host.locator(".chips")).to_have_count(2)
    check_page(host, axe_source, widths, "result")
    late.goto(f"{site}nothing")
    expect(late.get_by_role("heading")).to_have_text("There is no page here")
    check_page(late, axe_source, widths, "no page")
    late.goto(f"{site}play.html#daily")
    expect(late.get_by_role("button", name="Start", exact=True)).to_be_visible()
    check_page(late, axe_source, widths, "offered")
