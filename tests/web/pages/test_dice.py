"""The dice game in a browser: by keys, taps, typing and drags."""

from __future__ import annotations

import re
from typing import Any

import pytest

import lexigrid as lg
from browser_pages import (
    BOARD,
    TOUCH,
    KeyWalker,
    OpenPage,
    begin,
    check_page,
    drag,
    is_ready,
    status,
    swipe,
    tap,
    words_of,
)

expect = pytest.importorskip(
    "playwright.sync_api", reason="Playwright is missing: pip install --group browser"
).expect


PATHS = {
    "vow": [(0, 0), (1, 1), (0, 2)],
    "hoe": [(2, 1), (2, 2), (3, 3)],
    "show": [(3, 0), (2, 1), (1, 1), (0, 2)],
}


# The dice game


def expect_over(page: Any) -> None:
    expect(page.locator(".win")).to_contain_text("3 of 140 words, 3 of 190 points.")
    expect(page.locator(".mine")).to_have_count(3)


@pytest.fixture
def dice_page(open_page: OpenPage, site: str) -> Any:
    return lambda **options: is_ready(open_page(f"{site}play.html", **options))


def test_the_dice_game_by_keys_alone(dice_page: Any) -> None:
    page = dice_page()
    begin(page)
    page.keyboard.press("Shift+Tab")
    walker = KeyWalker(page)
    for word, path in PATHS.items():
        walker.choose(*path)
        page.keyboard.press("Enter")
        expect(status(page).last).to_contain_text(f"{word}: 1 point")
    walker.choose((0, 0), (1, 1))
    page.keyboard.press("Backspace")
    expect(page.locator("[aria-selected=true]")).to_have_count(1 + 0)
    page.keyboard.press("Escape")
    while page.evaluate("document.activeElement.textContent") != "End":
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Keep playing")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    expect_over(page)
    expect(page.get_by_role("heading", name="The game is over.")).to_be_focused()
    for _ in range(1 + page.locator(".win button").count()):
        page.keyboard.press("Tab")
    expect(words_of(page).first).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.locator(".on-path").first).to_be_visible()


def test_the_dice_game_by_taps_alone(dice_page: Any) -> None:
    page = dice_page(**TOUCH)
    begin(page)
    for word, path in PATHS.items():
        tap(page, *path, path[-1])
        expect(status(page).last).to_contain_text(f"{word}: 1 point")
    page.get_by_role("button", name="End", exact=True).tap()
    page.get_by_role("alertdialog").get_by_role("button", name="End").tap()
    expect_over(page)


def test_the_dice_game_by_typing_alone(dice_page: Any) -> None:
    page = dice_page()
    begin(page)
    expect(page.get_by_label("Word", exact=True)).to_be_focused()
    typed = {
        "vo": "vo is too short: at least 3 letters",
        "vow": "vow: 1 point",
        "VOW": "vow: already found",
        "zebra": "zebra is not on the board",
        "wov": "wov is not in the dictionary",
        ":hint": "A word of 3 letters begins with",
        ":turn": "The board has been rotated.",
        "hoe": "hoe: 1 point",
        "show": "show: 1 point",
        ":score": "3 words, 3 points",
    }
    for text, expected in typed.items():
        page.keyboard.type(text)
        page.keyboard.press("Enter")
        expect(status(page).last).to_contain_text(expected)
    starts = []
    for _ in range(4):
        page.keyboard.type(":hint")
        page.keyboard.press("Enter")
        starts.append(status(page).last.inner_text().split()[-1])
    assert [len(start) for start in starts] == [3, 2, 3, 2]  # the whole word, then the next one
    assert starts[0] != starts[2]
    assert starts[2].startswith(starts[1])
    page.keyboard.type("foe")
    expect(page.locator("[aria-selected=true]")).to_have_count(0)
    for _ in "foe":
        page.keyboard.press("Backspace")
    page.keyboard.type(":end")
    page.keyboard.press("Enter")
    expect_over(page)


@pytest.mark.parametrize("how", ["mouse", "finger"])
def test_the_dice_game_by_drags(how: str, dice_page: Any) -> None:
    page = dice_page(**(TOUCH if how == "finger" else {}))
    begin(page)
    for word, path in PATHS.items():
        (swipe if how == "finger" else drag)(page, *path)
        expect(status(page).last).to_contain_text(f"{word}: 1 point")
    page.get_by_role("button", name="End", exact=True).click()
    page.get_by_role("alertdialog").get_by_role("button", name="End").click()
    expect_over(page)


def test_the_clock_ends_the_game_and_can_be_hidden(dice_page: Any) -> None:
    page = dice_page()
    page.clock.install()
    page.get_by_role("button", name="Board of the day").click()
    expect(page.get_by_text("The board is shown when you start the clock.")).to_be_visible()
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_role("timer")).to_have_text(re.compile("[23]:"))
    page.clock.run_for(121_000)
    expect(status(page).last).to_contain_text("60 seconds left")
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("gridcell").first).to_be_hidden()
    page.clock.run_for(600_000)
    page.get_by_role("button", name="Resume", exact=True).click()
    expect(page.get_by_role("timer")).to_have_text(re.compile("0:[345]"))
    page.get_by_text("Settings").click()
    page.get_by_label("Clock").select_option("hidden")
    expect(page.get_by_role("timer")).to_be_hidden()
    page.clock.run_for(61_000)
    expect(status(page).last).to_contain_text("The game is over.")


def test_a_long_list_is_grouped_by_length(dice_page: Any, axe_source: str) -> None:
    page = dice_page()
    begin(page)
    found = lg.find_paths(lg.Grid.from_rows(BOARD), sort="score")
    for word in found.words[:12]:
        page.get_by_label("Word", exact=True).fill(word)
        page.keyboard.press("Enter")
        expect(status(page).last).to_contain_text(f"{word}: ")
    groups = page.get_by_role("listbox").get_by_role("group")
    expect(groups).to_have_count(0)
    page.get_by_label("Word", exact=True).fill(found.words[12])
    page.keyboard.press("Enter")
    lengths = sorted({len(word) for word in found.words[:13]}, reverse=True)
    expect(groups).to_have_count(len(lengths))
    expect(groups.first).to_have_attribute("aria-label", re.compile(f"^{lengths[0]} letters"))
    words = words_of(page)
    words.first.click()
    for _ in range(12):
        page.keyboard.press("ArrowDown")
    expect(words.last).to_be_focused()
    expect(words.last).to_have_attribute("aria-selected", "true")
    check_page(page, axe_source, (320, 1280), "a long list")


def test_a_game_goes_on_after_a_reload_and_as_a_challenge(dice_page: Any, site: str) -> None:
    page = dice_page()
    begin(page)
    page.keyboard.type("vow")
    page.keyboard.press("Enter")
    expect(status(page).last).to_contain_text("vow: 1 point")
    page.reload()
    page.get_by_role("button", name="Resume").click()
    expect(page.locator(".score").first).to_contain_text("1 point")
    page.keyboard.type(":end")
    page.keyboard.press("Enter")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=site)
    page.get_by_role("button", name="Link").click()
    expect(status(page).last).to_contain_text("The link has been copied.")
    address = page.evaluate("navigator.clipboard.readText()")
    page.goto(address)
    expect(page.get_by_text("The score to beat is 1 point.")).to_be_visible()
    expect(page.get_by_text("You have played this board before, with 1 points.")).to_be_visible()
    expect(page.get_by_role("gridcell")).to_have_count(0)
    page.get_by_role("button", name="Start", exact=True).click()
    expect(status(page).last).to_contain_text("The score to beat is 1 point.")
    page.reload()  # the game goes on, with its clock
    expect(page.get_by_role("gridcell")).to_have_count(16)


def test_a_game_against_the_computer(dice_page: Any) -> None:
    page = dice_page()
    page.get_by_label("Players").select_option("8")
    page.get_by_label("Your name").fill("<b>Ann</b>")
    page.get_by_role("button", name="Roll the dice").click()
    expect(page.get_by_role("timer")).to_have_text(re.compile("[23]:"))
    page.keyboard.type("zzz")
    page.keyboard.press("Enter")
    expect(status(page).last).to_contain_text("zzz is not on the board")
    page.get_by_role("button", name="Hint").click()
    expect(status(page).last).to_contain_text("letters begins with")
    page.reload()  # the seat belongs to a ticket that this browser keeps
    expect(page.get_by_role("timer")).to_be_visible()
    page.keyboard.type(":end")
    page.keyboard.press("Enter")
    expect(status(page).last).to_contain_text("<b>Ann</b>")
    expect(words_of(page).first).to_be_visible()


def test_a_host_without_a_name_is_not_you_for_others(open_page: OpenPage, site: str) -> None:
    host = is_ready(open_page(f"{site}play.html"))
    host.get_by_label("Players").select_option("friends")
    host.get_by_role("button", name="Roll the dice").click()
    expect(host.get_by_role("listitem").last).to_have_text("host")
    guest = is_ready(open_page(host.url))
    expect(guest.get_by_text("Players so far: host")).to_be_visible()


def test_two_people_in_one_game(open_page: OpenPage, site: str) -> None:
    host = is_ready(open_page(f"{site}play.html", fails=True))
    host.get_by_label("Players").select_option("friends")
    host.get_by_label("Your name").fill("Ann")
    host.get_by_role("button", name="Roll the dice").click()
    expect(host.get_by_role("heading", level=1)).to_have_text("Waiting for players")
    guest = is_ready(open_page(host.url))
    guest.locator("#join-name").fill("Bob")
    guest.keyboard.press("Enter")
    expect(host.get_by_role("listitem").get_by_text("Bob")).to_be_visible()
    expect(guest.get_by_role("button", name="Begin")).to_have_count(0)
    host.get_by_role("button", name="Begin").click()
    expect(guest.get_by_role("gridcell")).to_have_count(16)
    rows = [
        [cell.inner_text() for cell in row.locator("> *").all()]
        for row in guest.locator("[role=row]").all()
    ]
    host.context.set_offline(True)  # moves made now wait and are sent again
    best = lg.find_paths(lg.Grid.from_rows(rows), lg.Lexicon.default(), sort="score")[0]
    host.get_by_label("Word", exact=True).fill(best.word)
    host.keyboard.press("Enter")
    expect(status(host).last).to_contain_text(f"{best.word}: sending")
    expect(host.locator(".answers .sending")).to_have_text(re.compile(best.word))
    expect(host.get_by_text("No connection. Trying again")).to_be_visible()
    host.context.set_offline(False)
    expect(host.locator(".answers .sending")).to_have_count(0)
    expect(status(host).last).to_contain_text(f"{best.word}: ")
    expect(host.locator(".score strong")).not_to_contain_text("0 points")
    points = host.locator(".score strong").inner_text().split()[0]
    expect(guest.locator(".score")).to_contain_text(f"Ann {points}")
    host.get_by_label("Word", exact=True).fill(":end")
    host.keyboard.press("Enter")
    expect(status(guest).last).to_contain_text(f"The winner is Ann. Ann {points}, Bob 0.")
    expect(host.locator(".ranks li").first).to_contain_text(re.compile(rf"Ann\s*{points} point"))
    expect(host.get_by_label("Words that only Ann found")).to_have_text(best.word)
    expect(words_of(host).first).to_have_class("mine")
