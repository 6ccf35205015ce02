"""How a game looks and feels: boards use the screen, answers are seen, gestures are cheap."""

from __future__ import annotations

from typing import Any

import pytest

import lexigrid as lg
from browser_pages import (
    OpenPage,
    begin,
    drag,
    is_ready,
    open_puzzle,
    status,
    touched,
    words_of,
)

expect = pytest.importorskip(
    "playwright.sync_api", reason="Playwright is missing: pip install --group browser"
).expect

SIZES = [(1280, 800), (390, 844), (360, 640)]


def say(page: Any, word: str) -> None:
    page.get_by_label("Word", exact=True).fill(word)
    page.keyboard.press("Enter")


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_board_words_and_answer_are_in_view(
    width: int, height: int, open_page: OpenPage, site: str
) -> None:
    touch = {"has_touch": True, "is_mobile": True} if width < 600 else {}
    size = {"width": width, "height": height}
    page = is_ready(open_page(f"{site}play.html", viewport=size, **touch))
    begin(page)
    if touch:  # a keyboard would cover the board
        expect(page.get_by_label("Word", exact=True)).not_to_be_focused()
    for word in ("vow", "hoe", "show"):
        say(page, word)
        expect(status(page).last).to_have_attribute("data-kind", "good")
    page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
    grid = page.get_by_role("grid").bounding_box()
    assert min(grid["width"], grid["height"]) >= 0.6 * min(width, height)
    for seen in (page.get_by_role("grid"), status(page).last, words_of(page).last):
        box = seen.bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= height
        assert box["x"] + box["width"] <= width


@pytest.mark.parametrize(("width", "height"), SIZES[1:])
def test_a_word_of_a_result_is_in_view_with_the_board_of_a_phone(
    width: int, height: int, open_page: OpenPage, site: str
) -> None:
    size = {"width": width, "height": height}
    page = is_ready(open_page(f"{site}play.html", viewport=size, has_touch=True, is_mobile=True))
    begin(page)
    page.get_by_role("button", name="End", exact=True).click()
    page.locator(".question button").first.click()
    word = words_of(page).nth(20)
    word.tap()
    expect(page.locator(".on-path").first).to_be_visible()
    stage, chosen = page.locator(".stage").bounding_box(), word.bounding_box()
    assert stage["y"] >= 0
    assert stage["y"] + stage["height"] <= chosen["y"]
    assert chosen["y"] + chosen["height"] <= height


def test_good_bad_and_repeated_words_look_different(open_page: OpenPage, site: str) -> None:
    page = is_ready(open_page(f"{site}play.html", reduced_motion="reduce"))
    begin(page)
    looks = set()
    for word, kind in (("vow", "good"), ("zebra", "bad"), ("vow", "again"), ("vo", "bad")):
        say(page, word)
        expect(status(page).last).to_have_attribute("data-kind", kind)
        style = status(page).last.evaluate(
            """(node) => ['color', 'borderTopStyle', 'animationName']
                 .map((name) => getComputedStyle(node)[name])"""
        )
        assert style[2] == "none"
        looks.add(tuple(style))
    assert len(looks) == 3
    other = is_ready(open_page(f"{site}play.html", reduced_motion="no-preference"))
    begin(other)
    say(other, "vow")
    expect(status(other).last).to_have_css("animation-name", "pop")


@pytest.mark.parametrize("choice", ["off", "on"])
def test_words_sound_only_if_asked_for(choice: str, open_page: OpenPage, site: str) -> None:
    page = is_ready(open_page(f"{site}play.html"))
    page.evaluate(
        """() => {
             window.heard = [];
             const Real = OscillatorNode;
             window.OscillatorNode = function (context, { frequency }) {
               window.heard.push(frequency);
               return new Real(context, { frequency });
             };
           }"""
    )
    page.get_by_text("Settings").click()
    expect(page.get_by_label("Sounds")).to_have_value("off")
    page.get_by_label("Sounds").select_option(choice)
    begin(page)
    heard = []
    for word, kind in (("vow", "good"), ("zebra", "bad"), ("vow", "again")):
        say(page, word)
        expect(status(page).last).to_have_attribute("data-kind", kind)
        heard.append(tuple(page.evaluate("window.heard.splice(0)")))
    assert heard == [()] * 3 if choice == "off" else len({*heard} - {()}) == 3


def test_the_clock_warns_in_its_last_ten_seconds(open_page: OpenPage, site: str) -> None:
    page = is_ready(open_page(f"{site}play.html"))
    page.clock.install()
    page.get_by_role("button", name="Roll the dice").click()
    expect(page.get_by_role("timer")).to_be_visible()
    page.clock.run_for(165_000)
    expect(page.get_by_role("timer")).not_to_have_class("clock is-late")
    page.clock.run_for(6_000)
    expect(page.get_by_role("timer")).to_have_class("clock is-late")


def test_letters_go_to_the_word_wherever_the_focus_is(open_page: OpenPage, site: str) -> None:
    page = is_ready(open_page(f"{site}play.html"))
    begin(page)
    page.get_by_role("button", name="Rotate").click()
    page.keyboard.type("vow")
    page.keyboard.press("Enter")
    expect(status(page).last).to_contain_text("vow: 1 point")
    page.get_by_role("gridcell").first.click()
    page.keyboard.press("Escape")
    page.keyboard.type("hoe")
    expect(page.get_by_label("Word", exact=True)).to_have_value("hoe")


def test_a_gesture_touches_only_what_it_selects(
    chromium: Any, open_page: OpenPage, site: str
) -> None:
    puzzle = lg.make_puzzle(["oat", "rye"], size=50, seed=1)
    page = is_ready(open_page(f"{site}puzzle.html"))
    open_puzzle(page, puzzle)
    layers = page.evaluate(
        """[...document.querySelectorAll('.cell')].filter((cell) => {
             const { position, overflow } = getComputedStyle(cell);
             return position !== 'static' || overflow !== 'visible';
           }).length"""
    )
    assert layers == 0  # 2,500 of them made a frame take 0.4 s
    page.evaluate(
        """window.changed = new Set();
           new MutationObserver((list) => list.forEach(({ target }) => window.changed.add(target)))
             .observe(document.querySelector('[role=grid]'), { subtree: true, attributes: true })"""
    )
    for act in (lambda page: drag(page, (5, 5), (5, 9)), lambda page: page.keyboard.press("Home")):
        most = touched(chromium, page, act)
        assert most["styled"] < 100, most
        assert most["laid out"] < 300, most
    assert page.evaluate("window.changed.size") <= 5 + 2  # the line, and where the focus is
