"""Path puzzles on a page: the one that `lexigrid make` writes, and that of the day."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import lexigrid as lg
from browser_pages import (
    LOOKS,
    TOUCH,
    KeyWalker,
    OpenPage,
    check_page,
    drag,
    is_ready,
    name_of,
    reload_when_stored,
    status,
    swipe,
    tap,
)

expect = pytest.importorskip(
    "playwright.sync_api", reason="Playwright is missing: pip install --group browser"
).expect


@pytest.fixture(scope="module")
def puzzle() -> lg.Puzzle:
    return lg.make_puzzle(theme="birds", kind="cover", seed=7, language="en")


@pytest.fixture(scope="module")
def address(puzzle: lg.Puzzle, tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("mailed") / "birds.html"
    puzzle.save(path)
    return path.as_uri()


def choose(page: Any, placed: lg.Placement, how: str) -> None:
    """Select the path of a word."""
    if how == "keys":
        walker = KeyWalker(page)
        page.keyboard.press("Control+Home")
        walker.choose(*placed.path, placed.end)
    elif how == "taps":
        tap(page, *placed.path, placed.end)
    elif how == "typing":
        page.get_by_label("Where?").fill(" ".join(map(name_of, placed.path)))
        page.keyboard.press("Enter")
    else:
        (swipe if how == "finger" else drag)(page, *placed.path)


@pytest.mark.parametrize("how", ["keys", "taps", "typing", "mouse", "finger"])
def test_a_game(how: str, open_page: OpenPage, address: str, puzzle: lg.Puzzle) -> None:
    page = open_page(address, **(TOUCH if how in ("taps", "finger") else {}))
    for number, placed in enumerate(puzzle.key, start=1):
        choose(page, placed, how)
        expect(status(page)).to_contain_text(f"{placed.word}: found")
        if number < len(puzzle.key):
            expect(status(page)).to_contain_text(f"{len(puzzle.key) - number} left")
    expect(status(page)).to_contain_text("All words found!")
    expect(page.locator(".disc.found")).to_have_count(len(puzzle.grid))
    expect(page.locator(".disc.spanning")).to_have_count(len(puzzle.spanning))


#: How far from the left the centres of elements are.
CENTRES = """elements => elements.map((each) => each.getBoundingClientRect())
    .map(({ x, width }) => x + width / 2)"""


@pytest.mark.parametrize("how", ["keys", "mouse", "finger"])
def test_a_game_on_hexagons(how: str, open_page: OpenPage, tmp_path: Path, axe_source: str) -> None:
    puzzle = lg.make_puzzle(
        theme="birds", kind="cover", seed=7, language="en", topology="hex", size=(6, 5)
    )
    puzzle.save(tmp_path / "hexagons.html")
    page = open_page((tmp_path / "hexagons.html").as_uri(), **(TOUCH if how == "finger" else {}))
    for placed in puzzle.key:
        choose(page, placed, how)
        expect(status(page)).to_contain_text(f"{placed.word}: found")
    expect(status(page)).to_contain_text("All words found!")
    centres, discs = (page.locator(name).evaluate_all(CENTRES) for name in (".cell", ".disc"))
    assert centres[10] == pytest.approx(centres[0], abs=1)
    assert centres[5] == pytest.approx((centres[0] + centres[1]) / 2, abs=1)
    assert sorted(discs) == pytest.approx(sorted(centres), abs=1)
    if how == "mouse":
        check_page(page, axe_source, (320, 1280), "over")


def test_a_path_may_be_drawn_backward_but_no_part_of_it_counts(
    open_page: OpenPage, address: str, puzzle: lg.Puzzle
) -> None:
    page = open_page(address)
    path = puzzle.key[0].path
    drag(page, *path[:-1])
    expect(status(page)).to_contain_text("Not a word on the list")
    drag(page, *path[::-1])
    expect(status(page)).to_contain_text(f"{puzzle.key[0].word}: found")
    drag(page, *path)
    expect(status(page)).to_contain_text("already found")


def test_other_words_earn_hints(open_page: OpenPage, address: str, puzzle: lg.Puzzle) -> None:
    page = open_page(address)
    hint = page.get_by_role("button", name="Hint")
    expect(hint).to_have_text("Hint (0)")
    hint.click()
    expect(status(page)).to_contain_text("Other words of the board until the next hint: 3")
    listed = set(puzzle.words)
    others = lg.find_paths(puzzle.grid, lg.Lexicon.default().common(35), min_length=4)
    for word in [word for word in others if word.word not in listed][:3]:
        drag(page, *(word.path or ()))
        expect(status(page)).to_contain_text("a word, but not on the list")
        drag(page, *(word.path or ()))
        expect(status(page)).to_contain_text("already found")
    expect(hint).to_have_text("Hint (1)")
    reload_when_stored(page)
    hint.click()
    first = puzzle.key[0]
    expect(status(page)).to_contain_text(f"{first.word} begins at {name_of(first.start)}")
    expect(hint).to_have_text("Hint (0)")
    expect(page.locator(".hinted")).to_have_count(1)


def test_answers_and_a_wrong_path(open_page: OpenPage, address: str, puzzle: lg.Puzzle) -> None:
    page = open_page(address)
    field = page.get_by_label("Where?")
    field.fill("A1 Z9")
    page.keyboard.press("Enter")
    expect(field).to_have_attribute("aria-invalid", "true")
    page.get_by_role("button", name="Show all answers").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Show all answers").click()
    expect(page.locator(".disc.shown")).to_have_count(len(puzzle.grid))


@pytest.mark.parametrize("look", LOOKS)
def test_axe_finds_nothing(
    look: str, open_page: OpenPage, address: str, puzzle: lg.Puzzle, axe_source: str
) -> None:
    options, widths = LOOKS[look]
    page = open_page(address, **options)
    check_page(page, axe_source, widths, "begun")
    for placed in puzzle.key[:3]:
        drag(page, *placed.path)
    check_page(page, axe_source, widths, "some found")
    page.get_by_role("button", name="Show all answers").click()
    page.locator(".question button").first.click()
    check_page(page, axe_source, widths, "over")


def test_the_path_puzzle_of_the_day(open_page: OpenPage, site: str) -> None:
    page = is_ready(open_page(f"{site}puzzle.html"))
    page.get_by_role("link", name="Daily path puzzle").click()
    expect(page.get_by_role("grid")).to_be_visible()
    first = page.locator(".words li").first
    expect(first).to_contain_text("letters")
    page.reload()  # the link holds the paths
    expect(page.get_by_role("gridcell")).to_have_count(48)
    page.get_by_role("button", name="Show the words").click()
    expect(first).not_to_contain_text("letters")


def test_a_puzzle_without_words_of_its_language(tmp_path: Path) -> None:
    puzzle = lg.make_puzzle(
        ["лиса", "волк", "заяц", "тигр"], kind="cover", size=4, unique="word", language="ru", seed=1
    )
    puzzle.save(tmp_path / "ru.html")
    assert '"bonus":null' in (tmp_path / "ru.html").read_text("utf-8")
