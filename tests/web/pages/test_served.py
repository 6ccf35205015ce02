"""The pages of `lexigrid serve` in a browser, with a test server."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest

import lexigrid as lg
from browser_pages import (
    LOOKS,
    PHONE,
    OpenPage,
    begin,
    cell_at,
    check_light,
    check_page,
    is_ready,
    name_of,
    status,
    weigh,
    words_of,
)
from checkout import ROOT

expect = pytest.importorskip(
    "playwright.sync_api", reason="Playwright is missing: pip install --group browser"
).expect


# Solve


def test_the_example_is_solved_by_one_press(open_page: OpenPage, site: str) -> None:
    page = is_ready(open_page(f"{site}solve.html"))
    page.get_by_role("button", name="Solve").click()
    expect(page.get_by_role("heading", name="140 words, 190 points")).to_be_visible()
    expect(words_of(page)).to_have_count(140)
    words_of(page).first.focus()
    page.keyboard.press("ArrowDown")
    expect(words_of(page).nth(1)).to_be_focused()
    expect(page.locator(".answers [aria-selected=true]")).to_have_count(1)
    expect(page.locator(".on-path")).to_have_count(6)
    page.get_by_label("Only with").fill("vow")
    expect(words_of(page)).to_have_count(2)
    page.get_by_label("Sort by").select_option("length")
    expect(words_of(page).first).to_contain_text("vowed")


def test_lines_and_traces(open_page: OpenPage, site: str) -> None:
    page = is_ready(open_page(f"{site}solve.html"))
    page.get_by_role("textbox", name="Letters").fill("oat/xxx/tea")
    page.get_by_label("words in straight lines").check()
    page.get_by_label("Words", exact=True).select_option("")
    page.get_by_label("My words").fill("oat, tea\nrye")
    page.get_by_role("button", name="Solve").click()
    expect(status(page)).to_contain_text("2 words. Not found: rye.")
    words_of(page).get_by_text("oat").click()
    expect(page.locator(".capsule")).to_have_count(1)
    page.get_by_label("all ways to trace a word").check()
    page.get_by_label("My words").fill("ax")
    page.get_by_role("button", name="Solve").click()
    expect(status(page)).to_contain_text("ax: 5 ways")
    expect(words_of(page)).to_have_count(5)


def test_lines_and_paths_that_go_on_at_the_opposite_edge(open_page: OpenPage, site: str) -> None:
    """They are drawn in parts, and not across the board."""
    page = is_ready(open_page(f"{site}solve.html"))
    page.get_by_role("textbox", name="Letters").fill("xtxca/xxxxx/xxxxx/xxxxx")
    page.get_by_label("words in straight lines").check()
    page.get_by_label("Words", exact=True).select_option("")
    page.get_by_label("My words").fill("cax, axt")
    page.get_by_text("More options").click()
    page.get_by_label("continue at the opposite edge").check()
    page.get_by_role("button", name="Solve").click()
    for word, lengths in (("cax", [1.0, 0.0]), ("axt", [0.0, 1.0])):
        words_of(page).get_by_text(word).click()
        marks = page.locator(".capsule")
        expect(marks).to_have_count(2)
        length_of = "all => all.map(each => Number(each.style.getPropertyValue('--length')))"
        assert marks.evaluate_all(length_of) == lengths
    page.get_by_label("all ways to trace a word").check()
    page.get_by_label("My words").fill("caxt")
    page.get_by_role("button", name="Solve").click()
    words_of(page).first.click()
    expect(page.locator(".on-path")).to_have_count(4)
    assert page.locator(".way").evaluate_all(length_of) == [1.0, 1.0]


def test_an_error_is_at_its_field(open_page: OpenPage, site: str) -> None:
    page = is_ready(open_page(f"{site}solve.html", fails=True))
    field = page.get_by_role("textbox", name="Letters")
    field.fill("abc\nde")
    page.get_by_role("button", name="Solve").click()
    expect(field).to_be_focused()
    expect(field).to_have_accessible_description(re.compile("Row 2 has 2 letters, the first has 3"))
    field.fill("abc\ndef")
    page.get_by_role("button", name="Solve").click()
    expect(field).not_to_have_attribute("aria-invalid", "true")


def test_a_server_that_does_not_answer(open_page: OpenPage, site: str) -> None:
    page = is_ready(open_page(f"{site}solve.html", fails=True))
    page.route("**/api/v1/paths", lambda route: route.abort())
    page.get_by_role("button", name="Solve").click()
    expect(status(page)).to_contain_text("The server does not answer")


# Make


def test_a_newcomer_makes_prints_and_plays(open_page: OpenPage, site: str, tmp_path: Path) -> None:
    page = is_ready(open_page(f"{site}make.html"))
    page.get_by_label("or words about").select_option("birds")
    page.get_by_role("button", name="Make the puzzle").click()
    expect(page.get_by_role("heading", name="Birds")).to_be_visible()
    expect(status(page)).to_contain_text("12 words are in the puzzle.")
    with page.expect_download() as started:
        page.get_by_role("button", name="PDF").click()
    started.value.save_as(tmp_path / "birds.pdf")
    assert (tmp_path / "birds.pdf").read_bytes().startswith(b"%PDF")
    assert "Birds.pdf" == started.value.suggested_filename
    first = page.get_by_role("gridcell").all_text_contents()
    page.get_by_role("button", name="Another one").click()
    expect(page.get_by_role("gridcell")).not_to_have_text(first)
    page.get_by_label("Show the answers").check()
    expect(page.locator(".capsule")).to_have_count(12)
    page.get_by_role("link", name="Play it").click()
    expect(page.get_by_role("heading", level=1, name="Birds")).to_be_visible()
    expect(page.locator(".words li:visible")).to_have_count(12)


def test_own_words_with_all_options(open_page: OpenPage, site: str) -> None:
    page = is_ready(open_page(f"{site}make.html", fails=True))
    page.get_by_role("button", name="Make the puzzle").click()
    expect(page.get_by_label("Words to hide")).to_be_focused()
    page.get_by_label("Words to hide").fill("oat\nrye, wheat\n<img src=x onerror=alert(1)>")
    page.get_by_label("Title").fill("<b>Cereals</b>")
    page.get_by_text("More options").click()
    page.get_by_label("Size").fill("12 by 13")
    page.get_by_role("button", name="Make the puzzle").click()
    expect(page.get_by_label("Size")).to_have_accessible_description(re.compile("is not a size"))
    page.get_by_label("Size").fill("24x30")
    page.get_by_label("Hidden message").fill("hello")
    page.get_by_label("Secret words").fill("barley")
    page.get_by_label("Shape").select_option("heart")
    page.get_by_label("Number").fill("7")
    page.get_by_role("button", name="Make the puzzle").click()
    expect(page.get_by_role("heading", name="<b>Cereals</b>")).to_be_visible()
    expect(page.locator("#facts")).to_contain_text("Number 7.")
    expect(page.locator("#list li").nth(3)).to_have_text("<img src=x onerror=alert(1)>")
    expect(page.locator("img")).to_have_count(0)


def test_the_sheet_follows_the_words_and_stays(open_page: OpenPage, site: str) -> None:
    page = is_ready(open_page(f"{site}make.html", fails=True))
    words = page.get_by_label("Words to hide")
    words.press_sequentially("otter\nheron")
    expect(page.locator("#list li")).to_have_text(["otter", "heron"])
    expect(words).to_be_focused()
    words.fill("otter\nheron\nbadger")
    expect(page.locator("#list li")).to_have_count(3)
    page.get_by_text("More options").click()
    page.get_by_label("Size").fill("2")
    expect(status(page)).to_contain_text("No room for: otter, heron, badger.")
    expect(words).not_to_be_focused()
    page.get_by_label("Size").fill("9")
    page.get_by_label("Title").fill("Beasts")
    expect(page.get_by_role("heading", name="Beasts")).to_be_visible()
    expect(page.get_by_role("gridcell")).to_have_count(81)
    letters = page.get_by_role("gridcell").all_text_contents()
    page.reload()
    expect(words).to_have_value("otter\nheron\nbadger")
    expect(page.get_by_role("heading", name="Beasts")).to_be_visible()
    assert len(letters) == page.get_by_role("gridcell").count()
    page.get_by_text("More options").click()
    page.get_by_label("Paper").select_option("letter")
    page.get_by_label("Large print").check()
    with (
        page.expect_request("**/render?*") as asked,
        page.expect_download(),
    ):
        page.get_by_role("button", name="PDF").dblclick()
    assert dict(parse_qsl(urlsplit(asked.value.url).query)) == {
        "format": "pdf",
        "paper": "letter",
        "style": "classic",
        "list_as": "words",
        "large_print": "true",
    }
    page.get_by_label("File", exact=True).select_option("html")
    with page.expect_download() as started:
        page.get_by_role("button", name="page to send").click()
    assert "Beasts.html" == started.value.suggested_filename


# Home and the days


def test_the_first_page_leads_to_the_puzzle_of_the_day_and_keeps_the_result(
    open_page: OpenPage, site: str, tmp_path: Path
) -> None:
    page = is_ready(open_page(site))
    page.get_by_role("link", name="Puzzle of the day").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Puzzle of the day")
    packed = page.evaluate(
        """async () => {
          const { growPuzzle, unpackValue } = await import('/js/links.js');
          return growPuzzle(await unpackValue(location.hash.slice(3)));
        }"""
    )
    for word in packed["words"]:
        page.get_by_label("Where?").fill(f"{name_of(word['start'])} {name_of(word['end'])}")
        page.keyboard.press("Enter")
        expect(status(page)).to_have_attribute("data-kind", "good")
    won = page.locator(".win")
    expect(won).to_contain_text("All words found!")
    expect(won.locator(".time")).to_have_text(re.compile(r"\d+:\d\d"))
    expect(won).to_contain_text("1 day in a row")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=site)
    won.get_by_role("button", name="Share result").click()
    expect(status(page)).to_contain_text("copied")
    shared = page.evaluate("navigator.clipboard.readText()")
    assert shared.endswith("puzzle.html#daily")
    assert "🔵" * 12 in shared
    assert not [word for word in packed["words"] if word["word"].lower() in shared.lower()]
    page.goto(site)
    expect(page.locator("#puzzle")).to_contain_text(re.compile(r"✓ \d+:\d\d · best: "))
    page.get_by_text("All days").click()
    with page.expect_download() as started:
        page.get_by_role("button", name="Save as a file").click()
    started.value.save_as(tmp_path / "results.json")
    other = is_ready(open_page(site))
    other.locator("#import").set_input_files(tmp_path / "results.json")
    expect(status(other)).to_have_text("1 result was added.")
    expect(other.locator("#days li")).to_contain_text("Puzzle of the day")


# Puzzle


def test_a_link_holds_the_whole_puzzle(open_page: OpenPage, site: str) -> None:
    page = is_ready(open_page(f"{site}puzzle.html"))
    page.get_by_role("link", name="Puzzle of the day").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Puzzle of the day")
    expect(page.get_by_role("gridcell").first).to_be_visible()
    letters = page.get_by_role("gridcell").all_text_contents()
    address = page.evaluate("location.href")
    assert "#p=" in address
    other = is_ready(open_page(address))  # a fresh profile
    expect(other.get_by_role("gridcell")).to_have_text(letters)
    other.get_by_role("button", name="Link").click()
    expect(status(other)).to_contain_text(re.compile("copied|Copy this link"))
    asked = other.evaluate("performance.getEntriesByType('resource').map((each) => each.name)")
    assert not [each for each in asked if "/api/" in each]


def test_a_link_keeps_the_clues(open_page: OpenPage, site: str) -> None:
    """The page shows them instead of the words, names them in hints, and checks them."""
    puzzle = lg.make_puzzle(["wren", "owl (2)"], size=6, seed=4, clues={"wren": "Very small"})
    pack = """async (puzzle) => {
      const { packValue, shrinkPuzzle } = await import('./js/links.js');
      return packValue(shrinkPuzzle(puzzle));
    }"""
    packed = is_ready(open_page(f"{site}puzzle.html")).evaluate(pack, puzzle.to_dict())
    page = is_ready(open_page(f"{site}puzzle.html#p={packed}"))
    entries = page.locator(".list ul.words li")
    expect(entries).to_have_text(["Very small", "owl", "owl"])
    expect(page.get_by_text("wren")).to_have_count(0)
    page.get_by_role("button", name="Hint").click()
    expect(status(page)).to_contain_text("Very small")
    for placed in puzzle.key:
        page.locator("#where").fill(f"{name_of(placed.start)} {name_of(placed.end)}")
        page.locator("#where").press("Enter")
    expect(entries.first).to_contain_text("wren: Very small")
    expect(page.locator(".count")).to_have_text("3 of 3")


def test_a_damaged_link_says_so(open_page: OpenPage, site: str) -> None:
    page = is_ready(open_page(f"{site}puzzle.html#p=AAAA"))
    expect(status(page)).to_contain_text("This link contains no puzzle")
    expect(page.get_by_role("link", name="Puzzle of the day")).to_be_visible()


@pytest.mark.parametrize("name", ["Random puzzle", "Puzzle of the day"])
def test_no_puzzle_without_an_answer(name: str, open_page: OpenPage, site: str) -> None:
    page = is_ready(open_page(f"{site}puzzle.html", fails=True))
    page.route("**/api/v1/*", lambda route: route.abort())
    page.get_by_role("link", name=name).click()
    expect(status(page)).to_contain_text("The server does not answer")


# All pages


def reach_states(page: Any, name: str) -> Iterator[str]:
    """Bring a page into each of its states in turn."""
    yield "begun"
    page.get_by_text("Settings").click()
    for fold in page.locator("details.more > summary").all():
        fold.click()
    yield "all open"
    page.get_by_text("Settings").click()
    if name == "solve.html":
        page.get_by_role("textbox", name="Letters").fill("tea/ant/oat")
        page.get_by_role("button", name="Solve").click()
        words_of(page).nth(3).click()
        yield "solved"
        page.get_by_role("textbox", name="Letters").fill("ab\nc")
        page.get_by_role("button", name="Solve").click()
        expect(page.locator(".field .error")).to_be_visible()
        yield "error"
    elif name == "":
        page.evaluate(HISTORY)
        page.reload()
        is_ready(page)
        page.get_by_text("My results").click()
        yield "with results"
    elif name == "make.html":
        page.get_by_role("button", name="Make the puzzle").click()
        yield "error"
        page.get_by_label("Words to hide").fill("oat\nrye\nwheat\nbarley")
        page.get_by_role("button", name="Make the puzzle").click()
        page.get_by_label("Show the answers").check()
        yield "made"
    elif name == "puzzle.html":
        page.get_by_role("link", name="Puzzle of the day").click()
        expect(page.get_by_role("grid")).to_be_visible()
        yield "playing"
        page.get_by_role("button", name="Show all answers").click()
        page.locator(".question button").first.click()
        yield "over"
    elif name == "play.html":
        begin(page, [["T", "E", "A"], ["A", "N", "T"], ["O", "A", "T"]])
        page.get_by_label("Word", exact=True).fill("tea")
        yield "playing"
        page.keyboard.press("Enter")
        page.get_by_role("button", name="End", exact=True).click()
        yield "asked"
        page.locator(".question button").first.click()
        words_of(page).nth(2).click()
        yield "over"


#: Results of yesterday and today on this device.
HISTORY = """
  const day = (ago) => new Date(Date.now() - ago * 86400000).toISOString().slice(0, 10);
  const result = {board: {points: 12}, puzzle: {seconds: 95}};
  localStorage.setItem('lexigrid.days', JSON.stringify({[day(0)]: result, [day(1)]: result}));"""
NAMES = ["", "solve.html", "make.html", "puzzle.html", "play.html"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("look", LOOKS)
def test_axe_finds_nothing(
    look: str, name: str, open_page: OpenPage, site: str, axe_source: str
) -> None:
    options, widths = LOOKS[look]
    page = is_ready(open_page(site + name, fails=True, **options))
    for state in reach_states(page, name):
        check_page(page, axe_source, widths, state)


@pytest.mark.parametrize("name", NAMES)
def test_a_longer_language_from_right_to_left_fits(
    name: str, open_page: OpenPage, site: str
) -> None:
    def stretch(text: Any) -> Any:
        if isinstance(text, dict):
            return {form: stretch(each) for form, each in text.items()}
        return text if text in ("ltr", "rtl") else f"⟦{text} {'ווו ' * (len(text) // 10)}⟧"

    static = ROOT / "src" / "lexigrid" / "web" / "static"

    def answer(route: Any) -> None:
        texts = json.loads((static / "text" / "de" / route.request.url.split("/")[-1]).read_text())
        pseudo = {key: stretch(text) for key, text in texts.items()}
        route.fulfill(json=pseudo | ({"direction": "rtl"} if "direction" in pseudo else {}))

    page = open_page(site, locale="de-DE", viewport={"width": 320, "height": 640})
    page.route("**/text/de/*.json", answer)
    page.goto(site + name)
    is_ready(page)
    expect(page.locator("html")).to_have_attribute("dir", "rtl")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    for text in page.locator("h1, h2, label, legend, button, summary, nav a").all_inner_texts():
        assert not text or "⟦" in text, f"{text} is not translated"


def test_the_language_and_the_theme_are_kept(open_page: OpenPage, site: str) -> None:
    page = is_ready(open_page(f"{site}solve.html", color_scheme="light"))
    page.get_by_text("Settings").click()
    page.get_by_label("Theme").select_option("dark")
    page.get_by_label("Language").select_option("de")
    expect(page.get_by_role("heading", level=1)).to_have_text("Ein Gitter lösen")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.goto(f"{site}make.html")
    expect(page.get_by_role("heading", level=1)).to_have_text("Ein Wortsuchrätsel erstellen")
    expect(page.locator("html")).to_have_css("color-scheme", "dark")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_a_page_is_light(locale: str, name: str, open_page: OpenPage, site: str) -> None:
    sizes = weigh(open_page, site, name, locale)
    assert len(sizes) > 8
    check_light(sizes)


def test_cells_are_large_enough_and_reachable_on_a_phone(open_page: OpenPage, site: str) -> None:
    page = is_ready(open_page(f"{site}puzzle.html", viewport=PHONE))
    page.get_by_role("link", name="Puzzle of the day").click()
    expect(page.get_by_role("grid")).to_be_visible()
    for width in (320, 375):
        page.set_viewport_size({"width": width, "height": 667})
        box = cell_at(page, (11, 11)).bounding_box()
        assert min(box["width"], box["height"]) >= 24
    page.get_by_label("Where?").focus()
    expect(page.locator(".across span").first).to_be_visible()
    assert "A1" == name_of((0, 0))
