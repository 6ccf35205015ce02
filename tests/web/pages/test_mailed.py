"""The page written by `lexigrid make --format html`, opened from a file."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
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
    name_of,
    reload_when_stored,
    swipe,
    tap,
)

expect = pytest.importorskip(
    "playwright.sync_api", reason="Playwright is missing: pip install --group browser"
).expect

WORDS = ["wren", "owl", "parrot", "heron", "robin"]


@pytest.fixture(scope="module")
def puzzle() -> lg.Puzzle:
    return lg.make_puzzle(WORDS, size=9, seed=7, title="Birds", secret=["hawk"])


@pytest.fixture(scope="module")
def address(puzzle: lg.Puzzle, tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("mailed") / "birds.html"
    puzzle.save(path)
    return path.as_uri()


def status(page: Any) -> Any:
    return page.get_by_role("status")


def test_a_game_by_keys_alone(open_page: OpenPage, address: str, puzzle: lg.Puzzle) -> None:
    page = open_page(address)
    walker = KeyWalker(page)
    for number, placed in enumerate(puzzle.key[:-1], start=1):
        walker.choose(placed.start, placed.end)
        expect(status(page)).to_contain_text(f"{placed.word}: found")
        if number < 5:
            expect(status(page)).to_contain_text(f"{5 - number} left")
    expect(status(page)).to_contain_text("All words found!")
    walker.choose(puzzle.key[-1].end, puzzle.key[-1].start)
    expect(status(page)).to_contain_text("hawk, a secret word")
    walker.choose(puzzle.key[0].start, puzzle.key[0].end)
    expect(status(page)).to_contain_text("wren: already found")


def test_keys_move_over_the_whole_grid(open_page: OpenPage, address: str) -> None:
    page = open_page(address)
    walker = KeyWalker(page)
    for key, cell in {
        "End": (0, 8),
        "Control+End": (8, 8),
        "Home": (8, 0),
        "PageUp": (0, 0),
        "ArrowUp": (0, 0),
        "PageDown": (8, 0),
        "Control+Home": (0, 0),
    }.items():
        page.keyboard.press(key)
        expect(cell_at(page, cell)).to_be_focused()
    walker.page.keyboard.press("Shift+ArrowRight")
    expect(page.locator("[aria-selected=true]")).to_have_count(2)
    page.keyboard.press("Shift+End")
    expect(page.locator("[aria-selected=true]")).to_have_count(9)
    page.keyboard.press("Escape")
    expect(page.locator("[aria-selected=true]")).to_have_count(0)


def test_a_game_by_taps_alone(open_page: OpenPage, address: str, puzzle: lg.Puzzle) -> None:
    page = open_page(address, **TOUCH)
    for placed in puzzle.key[:-1]:
        tap(page, placed.start, placed.end)
        expect(status(page)).to_contain_text(f"{placed.word}: found")
    expect(status(page)).to_contain_text("All words found!")


def test_a_game_by_typing_alone(open_page: OpenPage, address: str, puzzle: lg.Puzzle) -> None:
    page = open_page(address)
    field = page.get_by_label("Where?")
    for placed in puzzle.key[:-2]:
        field.fill(f"{name_of(placed.start)} {name_of(placed.end)}")
        page.keyboard.press("Enter")
        expect(status(page)).to_contain_text(f"{placed.word}: found")
    last = puzzle.key[-2]
    field.fill("A1 C2")
    page.keyboard.press("Enter")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_accessible_description(re.compile("A1 C2 is not a line in this grid"))
    field.fill(f"{name_of(last.start)} {last.direction} {last.length}")
    page.keyboard.press("Enter")
    expect(field).not_to_have_attribute("aria-invalid", "true")
    expect(status(page)).to_contain_text("All words found!")


@pytest.mark.parametrize("how", ["mouse", "finger"])
def test_a_game_by_drags(how: str, open_page: OpenPage, address: str, puzzle: lg.Puzzle) -> None:
    page = open_page(address, **(TOUCH if how == "finger" else {}))
    for placed in puzzle.key[:-1]:
        (swipe if how == "finger" else drag)(page, placed.start, placed.end)
        expect(status(page)).to_contain_text(f"{placed.word}: found")
    expect(status(page)).to_contain_text("All words found!")


def test_a_wrong_line_and_a_drag_that_leaves(open_page: OpenPage, address: str) -> None:
    page = open_page(address)
    drag(page, (0, 0), (0, 1))
    expect(status(page)).to_contain_text("Not a word on the list")
    box = page.get_by_role("grid").bounding_box()
    page.mouse.move(box["x"] + 5, box["y"] + 5)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] + 200, box["y"] + 5, steps=5)
    page.mouse.up()
    expect(page.locator("[aria-selected=true]")).to_have_count(0)


def test_progress_is_kept_and_forgotten(
    open_page: OpenPage, address: str, puzzle: lg.Puzzle
) -> None:
    page = open_page(address)
    drag(page, puzzle.key[0].start, puzzle.key[0].end)
    expect(status(page)).to_contain_text("wren: found")
    reload_when_stored(page)
    expect(status(page)).to_contain_text("1 of 5")
    expect(page.locator("li.found")).to_contain_text("wren")
    page.get_by_role("button", name="Start again").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Keep looking").click()
    expect(page.locator("li.found")).to_have_count(1)
    page.get_by_role("button", name="Start again").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Start again").click()
    expect(page.locator("li.found")).to_have_count(0)
    reload_when_stored(page)
    expect(page.locator("li.found")).to_have_count(0)


def test_hints_and_answers(open_page: OpenPage, address: str, puzzle: lg.Puzzle) -> None:
    page = open_page(address)
    first = puzzle.key[0]
    hint = page.get_by_role("button", name="Hint")
    hint.click()
    expect(status(page)).to_contain_text(f"wren begins at {name_of(first.start)}")
    hint.click()
    expect(status(page)).to_contain_text(f"to {name_of(first.end)}")
    page.get_by_role("button", name="Show all answers").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Keep looking").click()
    expect(page.locator(".words li.shown")).to_have_count(0)
    page.get_by_role("button", name="Show all answers").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Show all answers").click()
    expect(page.locator(".words li.shown")).to_have_count(6)
    expect(hint).to_be_hidden()


def test_hostile_text_is_text(open_page: OpenPage, tmp_path: Path) -> None:
    words = ["<img src=x onerror=alert(1)>", "\u202egnp.exe", "e" + "\u0301" * 50 + "xy"]
    grid = lg.Grid.from_rows([["<b>", "é", "x"], ["&", "\u202e", "'"]])
    key = tuple(lg.Placement(word, lg.Cell(0, 0), lg.Direction.E, 3) for word in words)
    lg.Puzzle(grid, key, title="</script><script>alert(1)</script>").save(tmp_path / "a.html")
    page = open_page((tmp_path / "a.html").as_uri())
    expect(page.get_by_role("heading", level=1)).to_contain_text("</script><script>alert(1)")
    expect(page.get_by_role("listitem").first).to_contain_text("<img src=x onerror=alert(1)>")
    expect(page.get_by_role("gridcell").first).to_have_text("<b>")
    expect(page.locator("img")).to_have_count(0)


@pytest.mark.parametrize("look", LOOKS)
def test_axe_finds_nothing(
    look: str, open_page: OpenPage, address: str, puzzle: lg.Puzzle, axe_source: str
) -> None:
    options, widths = LOOKS[look]
    page = open_page(address, **options)
    check_page(page, axe_source, widths, "begun")
    for placed in puzzle.key[:2]:
        drag(page, placed.start, placed.end)
    check_page(page, axe_source, widths, "some found")
    page.get_by_label("Where?").fill("no")
    page.keyboard.press("Enter")
    check_page(page, axe_source, widths, "error")
    page.get_by_role("button", name="Show all answers").click()
    check_page(page, axe_source, widths, "asked")
    page.locator(".question button").first.click()
    check_page(page, axe_source, widths, "over")
    page.set_viewport_size({"width": 320, "height": 640})
    box = cell_at(page, (0, 0)).bounding_box()
    assert min(box["width"], box["height"]) >= 24


def test_a_large_grid_is_moved_by_the_finger_and_played_by_taps(
    open_page: OpenPage, tmp_path: Path
) -> None:
    large = lg.make_puzzle(WORDS, size=24, seed=3)
    large.save(tmp_path / "large.html")
    page = open_page((tmp_path / "large.html").as_uri(), **TOUCH)
    expect(page.get_by_role("grid")).to_have_css("touch-action", "auto")
    for placed in large.key:
        for cell in (placed.start, placed.end):
            cell_at(page, cell).tap()  # scrolls to it first
        expect(status(page)).to_contain_text(f"{placed.word}: found")
    expect(status(page)).to_contain_text("All words found!")


def test_a_page_without_scripts_has_grid_and_words(open_page: OpenPage, address: str) -> None:
    page = open_page(address, java_script_enabled=False)
    expect(page.locator("td")).to_have_count(81)
    expect(page.locator("li")).to_have_text(WORDS)


def test_a_hebrew_page_has_no_english(open_page: OpenPage, tmp_path: Path) -> None:
    puzzle = replace(lg.make_puzzle(["שלום", "תודה"], size=6, seed=1), language="he")
    puzzle.save(tmp_path / "he.html")
    page = open_page((tmp_path / "he.html").as_uri())
    expect(page.locator("html")).to_have_attribute("dir", "rtl")
    text = page.locator("main").inner_text()
    assert not re.search("[a-z]{3}", re.sub("Enter|Escape", "", text)), text
    walker = KeyWalker(page)
    page.keyboard.press("ArrowRight")
    expect(cell_at(page, (0, 1))).to_be_focused()
    walker.here = (0, 1)
    first, second = (cell_at(page, (0, column)).bounding_box()["x"] for column in (0, 1))
    assert first < second  # as on paper: words run to the left
    placed = puzzle.key[0]
    drag(page, placed.start, placed.end)
    expect(page.locator("li.found")).to_have_count(1)
