"""The first page: pictures of today's boards, what is played, and the results of a month."""

from __future__ import annotations

import datetime
import json
import re
from typing import Any

import pytest

import lexigrid as lg
from browser_pages import LOOKS, TOUCH, OpenPage, check_page, is_ready
from lexigrid.boards.daily import DAILY, daily_puzzle, daily_seed, number_of

expect = pytest.importorskip(
    "playwright.sync_api", reason="Playwright is missing: pip install --group browser"
).expect

DAY = datetime.date(2026, 11, 22)  # a Sunday
ROWS, COLUMNS = 5, 7
BOARD = [["T", "E", "A", "S"], ["Qu", "I", "T", "E"], ["N", "O", "R", "D"], ["L", "U", "M", "P"]]
DAYS = {
    "2026-09-30": {"puzzle": {"seconds": 95, "hints": 0}},
    "2026-11-01": {"paths": {"seconds": 61, "hints": 1}},
    "2026-11-19": {"puzzle": {"seconds": 80, "hints": 0}},
    "2026-11-20": {"puzzle": {"seconds": 75, "hints": 0}},
    "2026-11-21": {"puzzle": {"seconds": 90, "hints": 0}},
    "2026-11-22": {
        "board": {"points": 30, "found": 20, "words": 140, "rows": BOARD},
        "words": {"points": 50, "found": 30, "words": 40},
    },
}


def open_home(
    open_page: OpenPage, site: str, days: dict[str, Any] | None = None, **options: Any
) -> Any:
    page = open_page(f"{site}text/en/common.json", fails=True, **options)
    page.evaluate("days => localStorage.setItem('lexigrid.days', days)", json.dumps(days or {}))
    page.clock.install(time=f"{DAY}T12:00:00")
    page.goto(site)
    expect(page.locator(".of-paths")).to_be_visible()
    return is_ready(page)


def faces_of(page: Any, kind: str) -> list[str]:
    faces: list[str] = page.locator(f".of-{kind} span").evaluate_all(
        "nodes => nodes.map((node) => node.dataset.face)"
    )
    return faces


def todays_faces() -> dict[str, list[str]]:
    """Return the letters that the pictures of today show."""
    number = number_of(DAY)
    boards = {kind: daily_puzzle(kind, number).grid for kind in ("puzzle", "paths")}
    boards["words"] = lg.find_board(DAILY, seed=daily_seed(number)).grid
    rows = {kind: grid.to_dict()["rows"][:ROWS] for kind, grid in boards.items()}
    return {kind: [face for row in rows[kind] for face in row[:COLUMNS]] for kind in rows}


def test_pictures_show_the_boards_of_today(open_page: OpenPage, site: str) -> None:
    page = open_home(open_page, site)
    for kind, faces in todays_faces().items():
        assert faces_of(page, kind) == faces
    assert faces_of(page, "board") == [""] * 16  # its clock has not begun
    expect(page.locator("[data-time]")).to_have_attribute("data-time", "3:00")
    assert faces_of(page, "make")[:6] == [*"OWLRAK"]


def test_a_device_asks_for_the_boards_of_a_day_once(open_page: OpenPage, site: str) -> None:
    page = open_home(open_page, site)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.reload()
    expect(page.locator(".of-paths")).to_be_visible()
    assert asked
    assert not [url for url in asked if "/api/" in url]
    page.clock.set_fixed_time(f"{DAY + datetime.timedelta(days=1)}T12:00:00")
    page.reload()
    expect(page.locator(".of-paths")).to_be_visible()
    assert faces_of(page, "puzzle") != todays_faces()["puzzle"]


def test_a_picture_that_cannot_be_had_is_a_name(open_page: OpenPage, site: str) -> None:
    page = open_page(f"{site}text/en/common.json", fails=True)
    page.route("**/api/v1/**", lambda route: route.abort())
    page.goto(site)
    expect(page.locator(".of-board")).to_be_visible()
    expect(page.locator(".picture .mark")).to_have_text(["WORDS", "ALL", "PATHS"])


def test_cards_say_what_is_played_today(open_page: OpenPage, site: str) -> None:
    page = open_home(open_page, site, DAYS)
    expect(page.locator("#puzzle")).to_have_text("3 days in a row · best: 1:15")
    expect(page.locator("#board")).to_have_text("✓ 30 points · best: 30 points")
    expect(page.locator("#paths")).to_have_text("best: 1:01")
    expect(page.locator(".is-done p")).to_have_count(2)
    assert faces_of(page, "board") == [face for row in BOARD for face in row]
    expect(page.locator("[data-time]")).to_have_count(0)


def test_a_month_is_a_table_of_days(open_page: OpenPage, site: str) -> None:
    page = open_home(open_page, site, DAYS)
    table = page.get_by_role("table", name="November 2026")
    expect(table.get_by_role("columnheader")).to_have_text([*map(re.compile, "MTWTFSS")])
    expect(table.locator("td:not(:empty)")).to_have_count(30)
    expect(table.get_by_role("cell", name="20 Puzzle of the day 1:15", exact=True)).to_be_visible()
    today = "22Board of the day 30 points, Daily word hunt 50 points"
    expect(table.locator("[aria-current=date]")).to_have_text(today)
    expect(table.locator(".dot")).to_have_count(6)
    expect(page.locator("#kinds li").first).to_have_text(
        "Puzzle of the dayplayed 4 times · longest streak: 3 days"
    )
    before, after = (page.get_by_role("button", name=f"Month {way}") for way in ("before", "after"))
    expect(after).to_be_disabled()
    before.click()
    expect(page.get_by_role("table", name="October 2026").locator(".dot")).to_have_count(0)
    before.click()
    expect(page.get_by_role("table", name="September 2026").locator(".dot")).to_have_count(1)
    expect(before).to_be_disabled()
    after.click()
    after.click()
    expect(after).to_be_disabled()


@pytest.mark.parametrize(("locale", "first"), [("en-GB", "M"), ("en-US", "S"), ("de-DE", "M")])
def test_a_week_begins_as_the_language_has_it(
    locale: str, first: str, open_page: OpenPage, site: str
) -> None:
    page = open_home(open_page, site, locale=locale)
    expect(page.get_by_role("columnheader").first).to_have_text(re.compile(f"^{first}"))


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
@pytest.mark.parametrize("days", [{}, DAYS], ids=["new", "played"])
def test_all_cards_are_in_view_and_fill_the_screen(
    days: dict[str, Any], width: int, height: int, open_page: OpenPage, site: str
) -> None:
    touch = {key: TOUCH[key] for key in ("has_touch", "is_mobile") if width < 600}
    size = {"width": width, "height": height}
    page = open_home(open_page, site, days, viewport=size, **touch)
    boxes = [each.bounding_box() for each in page.locator(".cards li").all()]
    assert len(boxes) == 6
    assert max(box["y"] + box["height"] for box in boxes) <= height
    seen = [*boxes, page.locator("#history").bounding_box()]
    assert max(box["y"] + box["height"] for box in seen) >= 0.9 * height


@pytest.mark.parametrize("look", LOOKS)
def test_axe_finds_nothing_in_a_home_with_results(
    look: str, open_page: OpenPage, site: str, axe_source: str
) -> None:
    options, widths = LOOKS[look]
    page = open_home(open_page, site, DAYS, **options)
    check_page(page, axe_source, widths, "results")
    page.get_by_text("All days").click()
    check_page(page, axe_source, widths, "all days")
