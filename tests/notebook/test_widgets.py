"""The widgets in a browser, with a model that stands for the notebook's: no kernel is needed."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import lexigrid as lg
from browser_pages import (
    LOOKS,
    PHONE,
    OpenPage,
    check_page,
    drag,
    name_of,
    press_arrows,
    words_of,
)
from checkout import IS_DEEP
from lexigrid.notebook import show

expect = pytest.importorskip(
    "playwright.sync_api", reason="Playwright is missing: pip install --group browser"
).expect

#: A notebook with two places for widgets and keys of its own. `state` is the model.
NOTEBOOK = """<!DOCTYPE html><html lang="en"><title>Notebook</title>
<style>h1, button { color: red !important; } p { display: none; }
.cell-output-ipywidget-background { background: white !important; }</style>
<body style="margin: 0; background: BACK; color: INK"><main><h1>Notebook</h1>
<div id="one"></div><div id="two"></div></main></body></html>"""
MODEL = """async ([script, state]) => {
  const calls = {};
  document.addEventListener('keydown', ({ key }) => (window.keys = [...(window.keys ?? []), key]));
  const model = {
    get: (name) => state[name],
    set: (name, value) => {
      if (JSON.stringify(value) === JSON.stringify(state[name])) return;
      state[name] = value;
      for (const call of calls[`change:${name}`] ?? []) call();
    },
    save_changes: () => (window.sent = structuredClone(state)),
    on: (name, call) => (calls[name] ??= []).push(call),
    off: (name, call) => (calls[name] = calls[name].filter((each) => each !== call)),
  };
  const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  const { default: { render } } = await import(url);
  window.close = ['one', 'two'].slice(0, PLACES).map(
    (id) => render({ model, el: document.getElementById(id) }));
}"""

Render = Callable[..., Any]
BOARD = "tea/ant/oat"
WORDS = ["eat", "oat", "tan", "tea"]


@pytest.fixture
def render(open_page: OpenPage, tmp_path: Path) -> Render:
    """Show a widget in a page; return the page."""

    def show_in_page(widget: Any, places: int = 1, dark: bool = False, **options: Any) -> Any:
        ink, back = ("white", "black") if dark else ("black", "white")
        path = tmp_path / "notebook.html"
        path.write_text(NOTEBOOK.replace("INK", ink).replace("BACK", back), "utf-8")
        page = open_page(path.as_uri(), **options)
        names = ("_data", "_style", "found", "progress", "selected")
        state = {name: value for name, value in widget.get_state().items() if name in names}
        page.evaluate(MODEL.replace("PLACES", str(places)), [widget._esm, state])
        return page

    return show_in_page


@pytest.fixture(scope="module")
def puzzle() -> lg.Puzzle:
    return lg.make_puzzle(["wren", "owl"], size=7, seed=7, title="Birds", secret=["hawk"])


def sent(page: Any, name: str) -> Any:
    return page.evaluate(f"window.sent?.{name}")


def test_a_puzzle_by_keys_and_in_two_places(render: Render, puzzle: lg.Puzzle) -> None:
    page = render(show(puzzle), places=2)
    here, there = page.locator("#one"), page.locator("#two")
    assert page.get_by_role("button", name="Print").count() == 0
    assert "hawk" not in here.inner_text()
    here.locator("[role=gridcell]").first.focus()
    wren, focused = puzzle.key[0], (0, 0)
    for cell in (wren.start, wren.end):
        press_arrows(page, focused, cell)
        page.keyboard.press("Enter")
        focused = cell
    expect(here.get_by_role("status")).to_contain_text("wren: found")
    expect(there.locator("li.found")).to_have_text(["wren found"])
    assert sent(page, "found") == ["wren"]
    assert page.evaluate("window.keys") is None  # the notebook's shortcuts do not see them
    page.keyboard.press("Control+s")
    assert page.evaluate("window.keys.at(-1)") == "s"
    hawk, field = puzzle.key[-1], there.get_by_label("Where?")
    field.fill(f"{name_of(hawk.start)} {name_of(hawk.end)}")
    field.press("Enter")
    expect(here.locator("li.found")).to_have_count(2)
    assert sent(page, "found") == ["wren", "hawk"]


def test_a_widget_follows_the_theme_of_its_notebook(render: Render, puzzle: lg.Puzzle) -> None:
    page = render(show(puzzle), places=2)
    widgets = page.locator(".lexigrid")
    for look, ink in {"light": "black", "dark": "white"}.items():
        page.evaluate(f"document.body.style.color = '{ink}'")
        for widget in widgets.all():
            expect(widget).to_have_css("color-scheme", look)
    # VS Code puts white under widgets in every theme, which the widgets it draws itself need.
    page.locator("#two").evaluate("(node) => node.classList.add('widget-box')")
    papers = page.locator("#one, main").evaluate_all(
        "(nodes) => nodes.map((node) => { node.classList.add('cell-output-ipywidget-background');"
        " return getComputedStyle(node).backgroundColor; })"
    )
    assert papers == ["rgb(255, 255, 255)", "rgba(0, 0, 0, 0)"]


def test_a_puzzle_goes_on_from_the_words_found(render: Render, puzzle: lg.Puzzle) -> None:
    widget = show(puzzle, with_key=False)
    widget.set_state({"found": ["owl"], "progress": {"found": [1], "log": [1]}})
    page = render(widget)
    expect(page.locator("li.found")).to_have_text(["owl found"])
    assert page.get_by_role("button", name="Show all answers").count() == 0
    page.get_by_role("button", name="Start again").click()
    # The question takes the focus and gives it back, inside the shadow root.
    expect(page.get_by_role("button", name="Keep looking")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Start again")).to_be_focused()


def test_a_game(render: Render) -> None:
    page = render(show(BOARD, WORDS), places=2)
    here, there = page.locator("#one"), page.locator("#two")
    assert page.evaluate("document.activeElement.localName") == "body"
    page.keyboard.press("t")
    field = here.get_by_role("textbox", name="Word")
    expect(field).to_have_value("")  # a letter outside belongs to the notebook
    field.fill("oat")
    field.press("Enter")
    expect(here.get_by_role("status")).to_contain_text("oat: 1 point")
    expect(words_of(there)).to_have_text(["oat1"])
    assert sent(page, "found") == ["oat"]
    assert "tea" not in here.inner_text()
    for name in ("End", "End"):
        here.get_by_role("button", name=name).first.click()
    expect(words_of(here)).to_have_count(4)
    assert sent(page, "progress")["over"] is True
    here.get_by_role("button", name="Same board").click()
    expect(words_of(here)).to_have_count(0)
    assert (sent(page, "found"), sent(page, "progress")["over"]) == ([], False)
    page.evaluate("window.close.forEach((close) => close())")


def test_drags_on_a_board(render: Render) -> None:
    page = render(show(BOARD, WORDS), viewport=PHONE)
    drag(page, (0, 0), (0, 1), (0, 2))
    expect(page.get_by_role("status")).to_contain_text("tea: 1 point")


@pytest.mark.parametrize(
    ("make", "word", "marked"),
    [
        (lambda: lg.find_paths(BOARD, WORDS), "oat", 3),
        (lambda: lg.trace(BOARD, "eat", paths="all"), "eat 2", 3),
    ],
)
def test_an_answer(render: Render, make: Any, word: str, marked: int) -> None:
    page = render(show(make()))
    page.get_by_label("Only with").fill(word)
    words_of(page).first.click()
    expect(page.get_by_role("status")).to_contain_text(f"{word}")
    expect(page.locator(".on-path")).to_have_count(marked)
    assert sent(page, "selected") == word


def test_lines_of_an_answer(render: Render) -> None:
    page = render(show(lg.find_lines(BOARD, ["oat", "dog"])))
    expect(page.get_by_role("status")).to_contain_text("1 word. Not found: dog.")
    words_of(page).first.click()
    expect(page.locator(".capsule")).to_have_count(2)
    assert "--length: 2;" in page.locator(".capsule").first.get_attribute("style")


KINDS = [
    lambda: lg.make_puzzle(["oat", "rye"], seed=1, title="Grains"),
    lambda: lg.Game.start(BOARD, WORDS),
    lambda: lg.find_paths(BOARD, WORDS),
]


@pytest.mark.parametrize(
    ("look", "make"), [*(product(LOOKS, KINDS) if IS_DEEP else zip(LOOKS, KINDS, strict=True))]
)
def test_axe_finds_no_fault(render: Render, axe_source: str, look: str, make: Any) -> None:
    page = render(show(make()), dark=look == "dark", **LOOKS[look][0])
    page.evaluate("document.querySelector('style').remove()")
    check_page(page, axe_source, LOOKS[look][1], "widget")
    colour = page.get_by_role("grid").evaluate("(grid) => getComputedStyle(grid).color")
    assert (look == "dark") == (colour == "rgb(235, 236, 240)"), colour
