"""The Make page: clues, files, and words that are moved by hand."""

from __future__ import annotations

from typing import Any

import pytest

from browser_pages import KeyWalker, OpenPage, centre_of, drag, is_ready, status

expect = pytest.importorskip(
    "playwright.sync_api", reason="Playwright is missing: pip install --group browser"
).expect


def make(open_page: OpenPage, site: str, words: str, **more: str) -> Any:
    """Open the page, make a puzzle of 8x8 letters."""
    page = is_ready(open_page(f"{site}make.html"))
    page.get_by_text("More options").click()
    page.get_by_label("Size").fill("8")
    page.get_by_label("Number", exact=True).fill("1")
    for label, value in more.items():
        page.get_by_label(label, exact=True).select_option(value)
    page.get_by_label("Words to hide").fill(words)
    expect(page.get_by_role("gridcell")).to_have_count(64)
    page.get_by_label("Show the answers").check()
    expect(page.locator("#board .capsule")).to_have_count(words.count("\n") + 1)
    return page


def place_of(page: Any, word: str) -> list[tuple[int, int]]:
    """The cells of a word, by the descriptions of the answers."""
    return [
        (at // 8, at % 8)
        for at in range(64)
        if word in (page.get_by_role("gridcell").nth(at).get_attribute("aria-description") or "")
    ]


def test_a_word_is_moved_by_drag_taps_and_keys(open_page: OpenPage, site: str) -> None:
    page = make(open_page, site, "zebra\nowl")
    others, before = place_of(page, "zebra"), place_of(page, "owl")
    free = [
        (down, right)
        for down in range(-7, 8)
        for right in range(-7, 8)
        if (down, right) != (0, 0)
        and all(0 <= row + down < 8 and 0 <= column + right < 8 for row, column in before)
        and not {(row + down, column + right) for row, column in before} & {*others}
    ]
    begin = before[0]

    def shifted(number: int) -> tuple[int, int]:
        return begin[0] + free[number][0], begin[1] + free[number][1]

    ways: list[Any] = [
        lambda start, end: drag(page, start, end),
        lambda start, end: [page.mouse.click(*centre_of(page, cell)) for cell in (start, end)],
        lambda start, end: KeyWalker(page, here=start).choose(start, end),
    ]
    here = begin
    for way, target in zip(ways, (shifted(0), shifted(-1), begin), strict=True):
        way(here, target)
        expect(status(page)).to_contain_text("owl has been moved.")
        assert target in place_of(page, "owl")
        assert place_of(page, "zebra") == others
        here = target
    outside = next(
        (row, column)
        for row in range(8)
        for column in range(8)
        if any(
            not (0 <= cell[0] + row - begin[0] < 8 and 0 <= cell[1] + column - begin[1] < 8)
            for cell in before
        )
    )
    drag(page, begin, outside)
    expect(status(page)).to_contain_text("owl does not fit there.")
    assert place_of(page, "owl") == before
    empty = next(
        (at // 8, at % 8) for at in range(64) if (at // 8, at % 8) not in {*others, *before}
    )
    page.mouse.click(*centre_of(page, empty))
    expect(status(page)).to_contain_text("There is no word on this letter.")


def test_letters_are_banned_from_the_fillers(open_page: OpenPage, site: str) -> None:
    page = make(open_page, site, "zebra\nowl")
    places = place_of(page, "zebra"), place_of(page, "owl")
    cells = page.get_by_role("gridcell")
    banned = "".join(sorted({*"".join(cells.all_inner_texts())} - {*"ZEBRAOWL"}))[:3]
    assert banned.isalpha()
    page.get_by_label("Letters that no filler may be").fill(banned.lower())
    page.keyboard.press("Enter")
    expect(status(page)).to_contain_text("Every word still occurs exactly once.")
    assert not {*banned} & {*"".join(cells.all_inner_texts())}
    assert places == (place_of(page, "zebra"), place_of(page, "owl"))
    page.get_by_label("Letters that no filler may be").fill("".join(map(chr, range(65, 91))))
    page.keyboard.press("Enter")
    expect(status(page)).to_contain_text("The words need these letters, or there are no others.")


def test_neighbours_get_other_grids(open_page: OpenPage, site: str) -> None:
    pdfium = pytest.importorskip("pypdfium2")
    page = make(open_page, site, "zebra\nowl")
    page.get_by_label("Different grids").fill("3")
    with page.expect_download() as waiting:
        page.locator("#pdf").click()
    document = pdfium.PdfDocument(waiting.value.path())
    texts = [each.get_textpage().get_text_range() for each in document]
    document.close()
    assert len({*texts[:3]}) == 3
    assert all(f"Word search {name}" in text for name, text in zip("ABC", texts, strict=False))


@pytest.mark.parametrize(("form", "start"), [("docx", b"PK"), ("scorm", b"PK"), ("svg", b"<svg")])
def test_clues_are_listed_and_sent_to_files(
    form: str, start: bytes, open_page: OpenPage, site: str
) -> None:
    if form == "docx":
        pytest.importorskip("docx", reason="the extra `office` is missing")
    page = make(open_page, site, "owl: hunts, at night\noat", List="clues", File=form)
    expect(page.locator("#list")).to_have_text("hunts, at nightoat")
    page.get_by_label("List", exact=True).select_option("none")
    expect(page.locator("#list li")).to_have_count(0)
    page.get_by_label("List", exact=True).select_option("clues")
    with page.expect_download() as waiting:
        page.locator("#pdf").click()
    path = waiting.value.path()
    assert path.read_bytes().lstrip().startswith(start)
    name = waiting.value.suggested_filename
    assert name == f"Word-search.{'zip' if form == 'scorm' else form}"
    if form == "svg":
        assert "hunts" in path.read_text("utf-8")


def test_a_sheet_has_lines_for_a_name_if_wanted(open_page: OpenPage, site: str) -> None:
    pdfium = pytest.importorskip("pypdfium2")
    page = make(open_page, site, "zebra\nowl")
    expect(page.locator("#name-line")).to_be_hidden()
    for wanted in (True, False):
        page.get_by_label("Lines for name and date").set_checked(wanted)
        expect(page.locator("#name-line")).to_be_visible(visible=wanted)
        with page.expect_download() as waiting:
            page.locator("#pdf").click()
        document = pdfium.PdfDocument(waiting.value.path())
        assert ("Name" in document[0].get_textpage().get_text_range()) == wanted
        document.close()


def test_a_whole_sheet_of_fifteen_words_is_in_view(open_page: OpenPage, site: str) -> None:
    words = "lion tiger zebra monkey giraffe elephant hippo crocodile parrot snake gorilla cheetah"
    page = is_ready(open_page(f"{site}make.html"))
    page.get_by_label("Title").fill("Zoo")
    page.get_by_label("Words to hide").fill(f"{words} okapi koala panda".replace(" ", "\n"))
    last = page.locator("#list li").nth(14)
    expect(last).to_be_visible()
    box = last.bounding_box()
    assert box["y"] + box["height"] <= 800
    expect(page.locator(".sheet h2")).to_have_text("Zoo")


@pytest.mark.parametrize("width", [390, 1280])
def test_the_printed_grid_fills_the_page(width: int, open_page: OpenPage, site: str) -> None:
    page = is_ready(open_page(f"{site}make.html", viewport={"width": width, "height": 800}))
    page.get_by_label("Words to hide").fill("cat\ndog\nhorse")
    page.get_by_text("More options").click()
    page.get_by_label("Size").fill("15")
    expect(page.get_by_role("gridcell")).to_have_count(225)
    page.set_viewport_size({"width": 680, "height": 1000})  # about the printed part of A4
    page.emulate_media(media="print")
    board = page.locator("#board .cells").bounding_box()
    assert board["width"] >= 600
    assert board["x"] + board["width"] <= 680
