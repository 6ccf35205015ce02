"""What words mean, on the pages after games and puzzles."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import lexigrid as lg
from browser_pages import OpenPage, axe_faults, begin, is_ready, open_puzzle, words_of
from packs import definitions_installed

expect = pytest.importorskip(
    "playwright.sync_api", reason="Playwright is missing: pip install --group browser"
).expect


@pytest.fixture
def pack(tmp_path: Path) -> Iterator[Path]:
    with definitions_installed(tmp_path) as file:
        yield file


def end_game(page: Any) -> None:
    """Play a board with the words oat and oats to its end."""
    begin(page, [["O", "A"], ["T", "S"]])
    page.get_by_role("button", name="End", exact=True).click()
    with page.expect_response("**/api/v1/judge") as answered:
        page.locator(".question button").first.click()
    answered.value.finished()


def reveal(page: Any) -> None:
    """Give up a puzzle."""
    page.get_by_role("button", name="Show all answers").click()
    with page.expect_response("**/api/v1/judge") as answered:
        page.locator(".question button").first.click()
    answered.value.finished()


@pytest.mark.usefixtures("pack")
def test_a_word_of_a_result_says_what_it_means(
    open_page: OpenPage, site: str, axe_source: str
) -> None:
    page = is_ready(open_page(f"{site}play.html"))
    end_game(page)
    meaning = page.locator(".meaning")
    words_of(page).get_by_text("oats", exact=True).click()
    expect(meaning).to_have_text("oats – oat, noun: a cereal grass")
    expect(meaning).to_have_attribute("lang", "en")
    expect(meaning).to_have_role("status")
    place = words_of(page).first.bounding_box()
    page.keyboard.press("Home")
    for _ in range(words_of(page).count()):
        if meaning.text_content() == "":
            break
        page.keyboard.press("ArrowDown")
    expect(meaning).to_have_text("")
    assert place == words_of(page).first.bounding_box()
    words_of(page).get_by_text("oat", exact=True).click()
    expect(meaning).to_have_text("oat – noun: a cereal grass")
    assert axe_faults(page, axe_source) == []


@pytest.mark.usefixtures("pack")
def test_the_words_of_a_puzzle_have_their_meanings_at_its_end(
    open_page: OpenPage, site: str, axe_source: str
) -> None:
    puzzle = lg.make_puzzle(["oats", "rye", "owl"], size=6, seed=4)
    page = is_ready(open_page(f"{site}puzzle.html"))
    open_puzzle(page, puzzle)
    expect(page.locator(".meanings")).to_have_count(0)
    reveal(page)
    page.get_by_text("What the words mean").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".meanings dt")).to_have_text(["oats", "rye"])
    expect(page.locator(".meanings dd").first).to_have_text("oat, noun: a cereal grass")
    assert axe_faults(page, axe_source) == []
    german = is_ready(open_page(f"{site}puzzle.html"))
    open_puzzle(german, lg.make_puzzle(["oats", "rye"], size=6, seed=4, language="de"))
    reveal(german)
    expect(german.locator(".meanings")).to_be_hidden()


def test_without_definitions_nothing_is_shown(open_page: OpenPage, site: str) -> None:
    page = is_ready(open_page(f"{site}play.html"))
    end_game(page)
    words_of(page).first.click()
    expect(page.locator(".answers [aria-selected=true]")).to_have_count(1)
    expect(page.locator(".meaning")).to_be_hidden()
