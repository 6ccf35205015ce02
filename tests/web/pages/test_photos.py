"""Photos in a browser: a grid for Solve, and a board of dice for Play."""

from __future__ import annotations

from typing import Any

import cv2
import pytest

from browser_pages import OpenPage, cell_at, is_ready, status, words_of
from photo_cases import blurred, made

expect = pytest.importorskip(
    "playwright.sync_api", reason="Playwright is missing: pip install --group browser"
).expect


def choose_photo(page: Any, data: bytes, name: str = "photo.jpg") -> None:
    page.locator("#photo").set_input_files({"name": name, "mimeType": "image/jpeg", "buffer": data})


def test_a_photo_fills_the_grid_of_solve(open_page: OpenPage, site: str) -> None:
    page = is_ready(open_page(f"{site}solve.html"))
    photo = made("clean")
    choose_photo(page, photo.data)
    rows, columns = len(photo.rows), len(photo.rows[0])
    expect(status(page)).to_contain_text(f"{rows} rows, {columns} columns.")
    expect(page.locator("#seen canvas")).to_be_visible()
    page.get_by_label("words in straight lines").check()
    page.get_by_label("Words", exact=True).select_option("")
    page.get_by_label("My words").fill(", ".join(photo.words))
    page.get_by_role("button", name="Solve").click()
    expect(words_of(page)).to_have_count(len(photo.words))


def test_a_tap_chooses_the_next_reading(open_page: OpenPage, site: str) -> None:
    page = is_ready(open_page(f"{site}solve.html"))
    choose_photo(page, blurred("hard"))
    expect(status(page)).to_contain_text("doubtful")
    field = page.get_by_role("textbox", name="Letters")
    before = field.input_value()
    assert "[" in before
    for mark in page.locator("#seen button").all():
        mark.click()
        expect(mark).to_have_class("is-chosen")
    assert "[" not in field.input_value()


def test_dice_on_a_photo_are_played(open_page: OpenPage, site: str) -> None:
    page = is_ready(open_page(f"{site}play.html"))
    photo = made("dice", 1)
    page.get_by_label("Dice", exact=True).select_option(photo.dice)
    with page.expect_response("**/api/v1/photos") as answer:
        choose_photo(page, photo.data)
    rows = answer.value.json()["rows"]
    assert len(photo.rows) == len(rows)
    page.get_by_role("button", name="Play this board").click()
    for r, row in enumerate(rows):
        for c, tile in enumerate(row):
            expect(cell_at(page, (r, c))).to_contain_text(tile, ignore_case=True)
    page.get_by_role("button", name="End").click()
    page.get_by_role("alertdialog").get_by_role("button", name="End").click()
    expect(page.get_by_role("button", name="New board")).to_be_visible()
    expect(page.get_by_role("button", name="Link")).to_have_count(0)


@pytest.mark.parametrize("name", ["solve", "play"])
def test_a_photo_without_a_grid_says_what_to_do(name: str, open_page: OpenPage, site: str) -> None:
    page = is_ready(open_page(f"{site}{name}.html", fails=True))
    blank = made("clean").pixels[:300, :300] // 8 + 200
    choose_photo(page, cv2.imencode(".jpg", blank)[1].tobytes())
    expect(status(page)).to_contain_text("grid")
