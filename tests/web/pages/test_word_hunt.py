"""The board of the day on which every common word is wanted, in a browser."""

from __future__ import annotations

import datetime
import re
from typing import Any

import pytest

import lexigrid as lg
from browser_pages import (
    LOOKS,
    TOUCH,
    KeyWalker,
    OpenPage,
    cell_at,
    check_page,
    drag,
    is_ready,
    status,
    tap,
)
from checkout import IS_DEEP
from lexigrid.boards.daily import DAILY, daily_seed, number_of
from lexigrid.game.game import Game
from lexigrid.game.rules import Rules

expect = pytest.importorskip(
    "playwright.sync_api", reason="Playwright is missing: pip install --group browser"
).expect

DAY = datetime.date(2026, 11, 22)


def todays_game() -> Game:
    board = lg.find_board(DAILY, seed=daily_seed(number_of(DAY)))
    assert board.met
    return Game.start(board.grid, lg.Lexicon.default(), rules=Rules(find_all=True))


def open_hunt(open_page: OpenPage, site: str, **options: Any) -> Any:
    page = is_ready(open_page(f"{site}solve.html", **options))
    page.clock.install(time=f"{DAY}T12:00:00")
    page.goto(f"{site}play.html#words")
    expect(page.get_by_role("heading", name="Daily word hunt")).to_be_visible()
    expect(page.get_by_text("Find every common word.")).to_be_visible()
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_role("gridcell")).to_have_count(16)
    return page


def expect_numbers(page: Any, game: Game) -> None:
    """Expect the numbers of words left on each tile, and what a screen reader says of them."""
    counts = game.tiles_left()
    assert counts is not None
    for row in range(4):
        for column in range(4):
            tile = cell_at(page, (row, column))
            begin, use = (each[row][column] for each in counts)
            text = f"{begin} begin here, {use} use it"
            expect(tile).to_have_attribute("aria-description", text)
            assert tile.get_attribute("data-begin") == (str(begin) if begin else None)
            assert tile.get_attribute("data-use") == (str(use) if use else None)
            assert ("is-done" in (tile.get_attribute("class") or "").split()) == (use == 0)


def say(page: Any, word: str) -> None:
    page.get_by_label("Word", exact=True).fill(word)
    page.keyboard.press("Enter")


def test_numbers_fade_until_every_word_is_found(open_page: OpenPage, site: str) -> None:
    page, game = open_hunt(open_page, site), todays_game()
    expect_numbers(page, game)
    wanted = [each for each in game.solution.words if each.word in game.solution.wanted]
    first, second, *others = wanted
    total = len(wanted)
    assert 25 <= total <= 60
    drag(page, *(first.path or ()))
    walker = KeyWalker(page)
    walker.choose(*(second.path or ()))
    page.keyboard.press("Enter")
    for each in (first, second):
        game, _ = game.play(each.word)
    title = page.get_by_role("heading", name=f"2 of {total} words, 0 bonus")
    expect(title).to_be_visible()
    expect_numbers(page, game)
    rare = next(each for each in game.solution.words if each.word not in game.solution.wanted)
    say(page, rare.word)
    expect(status(page).last).to_contain_text(f"{rare.word}: a bonus word, {rare.score} point")
    expect_numbers(page, game)
    page.get_by_role("button", name="Rotate").click()
    game = game.rotated()
    expect_numbers(page, game)
    for each in others[:-1]:
        say(page, each.word)
        expect(status(page).last).to_contain_text(f"{each.word}: ")
        game, _ = game.play(each.word)
    expect_numbers(page, game)
    page.reload()
    expect(page.get_by_role("heading", name=f"{total - 1} of {total} words")).to_be_visible()
    counts = game.tiles_left()
    assert counts is not None
    used = sum(count > 0 for row in counts[1] for count in row)
    expect(page.locator(".cell[data-use]")).to_have_count(used)
    say(page, others[-1].word)
    result = f"{total} of {total} words, 1 bonus"
    expect(page.locator(".note").first).to_have_text(result)
    expect(page.locator(".cell[data-use]")).to_have_count(0)
    page.goto(f"{site}index.html")
    expect(page.locator("#words")).to_contain_text("✓")


@pytest.mark.parametrize("look", LOOKS if IS_DEEP else ["light"])
def test_taps_and_what_axe_says(look: str, open_page: OpenPage, site: str, axe_source: str) -> None:
    page, game = open_hunt(open_page, site, **TOUCH, **LOOKS[look][0]), todays_game()
    check_page(page, axe_source, (320, 375, 1280), "a hunt")
    page.set_viewport_size(TOUCH["viewport"])
    for each in game.solution.words:
        if each.word in game.solution.wanted and len(game.words_of()) < 20:
            say(page, each.word)
            game, _ = game.play(each.word)
    left = next(
        each
        for each in game.solution.words
        if each.word in game.solution.wanted and game.judge(each.word)
    )
    tap(page, *(left.path or ()), (left.path or ())[-1])
    expect(status(page).last).to_contain_text(f"{left.word}: ")
    expect_numbers(page, game.play(left.word)[0])
    check_page(page, axe_source, (320, 375, 1280), "faded tiles")


def test_words_are_listed_by_length_on_the_way_to_stars(open_page: OpenPage, site: str) -> None:
    page, game = open_hunt(open_page, site), todays_game()
    wanted = [each.word for each in game.solution.words if each.word in game.solution.wanted]
    rare = next(each.word for each in game.solution.words if each.word not in wanted)
    total = len(wanted)
    meter = page.get_by_role("meter", name="Stars")
    first = -(-total // 10)
    expect(meter).to_have_attribute("aria-valuetext", f"0 stars of 5: 0 of {first}")
    for word in wanted[: first - 1]:
        say(page, word)
    expect(status(page).last).not_to_contain_text("★")
    say(page, wanted[first - 1])
    expect(status(page).last).to_contain_text("★☆☆☆☆")
    expect(meter).to_have_attribute("aria-valuenow", str(first))
    say(page, rare)
    expect(meter).to_have_attribute("aria-valuenow", str(first))
    expect(page.locator(".answers .bonus")).to_have_text(re.compile(rare))
    for number in {len(word) for word in wanted[:first]}:
        found = [word for word in wanted[:first] if len(word) == number]
        all_of_it = [word for word in wanted if len(word) == number]
        name = f"{number} letters · {len(found)}/{len(all_of_it)}"
        group = page.get_by_role("group", name=name)
        expect(group.get_by_role("option")).to_have_count(len(found) + (len(rare) == number))
    for word in wanted[first:]:
        say(page, word)
    expect(page.get_by_role("img", name=f"5 stars of 5: {total} of {total}")).to_be_visible()


def test_a_board_of_its_own_is_chosen_in_the_form(open_page: OpenPage, site: str) -> None:
    page = is_ready(open_page(f"{site}play.html"))
    page.get_by_label("Goal").select_option("words")
    expect(page.get_by_label("Dice", exact=True)).to_be_hidden()
    expect(page.get_by_label("Players")).to_be_hidden()
    expect(page.get_by_label("Time")).to_have_value("0")
    page.get_by_role("button", name="Roll the dice").click()
    expect(page.get_by_role("heading", name="0 of")).to_be_visible()
    expect(page.locator(".cell[data-use]")).to_have_count(16)
    page.get_by_role("button", name="Hint").click()
    expect(status(page).last).to_contain_text("A word of 3 letters begins with")


def test_words_without_bands_are_not_hunted(open_page: OpenPage, site: str) -> None:
    page = is_ready(open_page(f"{site}play.html"))
    expect(page.get_by_label("Goal")).to_be_visible()

    def change(route: Any) -> None:
        described = route.fetch().json()
        described["lexicons"][0]["has_bands"] = False
        route.fulfill(json=described)

    page.route("**/api/v1/", change)
    page.reload()
    expect(page.get_by_label("Goal")).to_be_hidden()
