"""Printed and HTML pages: nothing is clipped, nothing overlaps, no letter is missing."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from functools import cache
from itertools import pairwise
from pathlib import Path

import pypdfium2
import pytest

import lexigrid as lg
from lexigrid.puzzle.generate.words import random_words, theme_words
from lexigrid.render.html import puzzle_to_html
from lexigrid.render.print.book import book_sheets
from lexigrid.render.print.fonts import Fonts
from lexigrid.render.print.pdf import sheets_to_pdf
from lexigrid.render.print.puzzle_sheet import key_sheet, puzzle_sheets, style_for
from lexigrid.render.print.sheet import PAPERS, Line, Outline, Sheet, Text, paper_size
from lexigrid.render.print.svg import sheet_to_svg, svg_to_png

FONTS = Fonts()


def box_of(item: Text | Line | Outline) -> tuple[float, float, float, float]:
    """Return the left, top, right and bottom of an item."""
    if isinstance(item, Text):
        width = FONTS.width(item.text, item.size)
        left = item.x - {"start": 0, "middle": width / 2, "end": width}[item.anchor]
        return left, item.y - item.size, left + width, item.y + 0.25 * item.size
    more = item.radius if isinstance(item, Outline) else 0
    return (
        min(item.x1, item.x2) - more,
        min(item.y1, item.y2) - more,
        max(item.x1, item.x2) + more,
        max(item.y1, item.y2) + more,
    )


def assert_fits(sheet: Sheet) -> None:
    texts = [item for item in sheet.items if isinstance(item, Text)]
    for item in sheet.items:
        left, top, right, bottom = box_of(item)
        assert left >= 18, item
        assert top >= 12, item
        assert right <= sheet.width - 18, item
        assert bottom <= sheet.height - 12, item
    rows: dict[float, list[Text]] = {}
    for text in texts:
        rows.setdefault(text.y, []).append(text)
    for row in rows.values():
        boxes = sorted(box_of(text) for text in row)
        for before, after in pairwise(boxes):
            assert before[2] <= after[0] + 0.5, row


@cache
def puzzle_of(count: int, size: int) -> lg.Puzzle:
    words = random_words(count, 1, shortest=4, longest=9)
    return lg.make_puzzle(words, size=size, seed=1, title="A title of some length")


@pytest.mark.parametrize("paper", sorted(PAPERS))
@pytest.mark.parametrize("large_print", [False, True])
@pytest.mark.parametrize(("count", "size"), [(8, 10), (20, 15), (40, 25), (150, 60)])
def test_nothing_is_clipped_and_nothing_overlaps(
    paper: str, large_print: bool, count: int, size: int
) -> None:
    puzzle = puzzle_of(count, size)
    words = puzzle.words
    style = style_for(paper_size(paper), large_print=large_print, measure=FONTS.width)
    sheets = puzzle_sheets(puzzle, style, title=puzzle.title)
    for sheet in (*sheets, key_sheet(puzzle, style, title="Answers")):
        assert_fits(sheet)
    shown = [item.text for sheet in sheets for item in sheet.items if isinstance(item, Text)]
    assert set(words) <= set(shown)
    assert size * size + count + 1 <= len(shown)


def test_pages_mention_secret_words_and_messages() -> None:
    words, secret = theme_words("birds")[:9], ["oriole", "mallard"]
    puzzle = lg.make_puzzle(words, seed=1, secret=secret, message="It's a tit", title="Birds")
    style = style_for(paper_size("6x9"), large_print=False, measure=FONTS.width)
    [sheet] = puzzle_sheets(puzzle, style, title="Birds")
    answers = key_sheet(puzzle, style, title="Answers")
    for each in (sheet, answers):
        assert_fits(each)
    shown = [item.text for item in sheet.items if isinstance(item, Text)]
    assert "and 2 secret words" in shown
    assert "Hidden message:   _ _ _   _   _ _ _" in shown
    assert "oriole" not in shown
    told = [item.text for item in answers.items if isinstance(item, Text)]
    assert {"Secret: oriole, mallard", "Hidden message: It's a tit"} <= {*told}
    sheets = book_sheets([puzzle] * 3, style, title="Birds")
    for each in sheets:
        assert_fits(each)
    long = lg.make_puzzle(words, seed=1, message="abc " * 40)
    for each in puzzle_sheets(long, style, title="Birds"):
        assert_fits(each)


def test_a_list_is_no_larger_than_the_letters_of_the_grid() -> None:
    for large_print in (False, True):
        for count, side in ((8, 9), (20, 15), (36, 20)):
            puzzle = puzzle_of(count, side)
            style = style_for(paper_size("a4"), large_print=large_print, measure=FONTS.width)
            sheet = puzzle_sheets(puzzle, style)[0]
            texts = [item for item in sheet.items if isinstance(item, Text)]
            letter = min(item.size for item in texts if len(item.text) == 1)
            assert max(item.size for item in texts if item.text in puzzle.words) <= letter + 0.01


def test_large_print_is_large() -> None:
    puzzle = lg.make_puzzle(theme_words("birds")[:10], size=11, seed=1)
    style = style_for(paper_size("a4"), large_print=True, measure=FONTS.width)
    [sheet] = puzzle_sheets(puzzle, style)
    sizes = [item.size for item in sheet.items if isinstance(item, Text)]
    assert min(sizes) >= 15


@pytest.mark.parametrize(
    ("words", "alphabet"),
    [
        (["Œuvre", "naïve", "smörgås"], None),
        (["собака", "кошка"], "ru"),
        (["σκύλος", "γάτα"], "el"),
        (["שלום", "כלב", "חתול"], "he"),
        (["नमस्ते", "पुस्तक", "किताब"], None),
        (["سلام", "كتاب", "مدرسة"], None),
    ],
)
def test_letters_of_any_script_are_in_the_pdf(words: list[str], alphabet: str | None) -> None:
    puzzle = lg.make_puzzle(words, size=8, seed=1, alphabet=alphabet)
    fonts = Fonts()
    style = style_for(paper_size("a4"), large_print=False, measure=fonts.width)
    data = sheets_to_pdf(puzzle_sheets(puzzle, style), fonts)
    page = pypdfium2.PdfDocument(data)[0]
    text = page.get_textpage().get_text_range()
    assert "\ufffd" not in text
    assert len(text.strip()) >= 64
    assert data.count(b"/FontFile2") >= 1


def test_a_letter_in_no_font_is_an_error_that_names_it() -> None:
    puzzle = lg.make_puzzle(["𓀀𓀁𓀂", "𓀃𓀄"], size=4, seed=1)
    fonts = Fonts()
    style = style_for(paper_size("a4"), large_print=False, measure=fonts.width)
    with pytest.raises(lg.PuzzleError, match=r"no font has .* \(U\+1300"):
        puzzle_sheets(puzzle, style)


def test_the_same_sheets_give_the_same_bytes() -> None:
    puzzles = [lg.make_puzzle(theme_words("birds")[n : n + 9], seed=n) for n in range(6)]
    made = []
    for _ in range(2):
        fonts = Fonts()
        style = style_for(paper_size("6x9"), large_print=False, measure=fonts.width)
        made.append(sheets_to_pdf(book_sheets(puzzles, style, title="Birds"), fonts))
    assert made[0] == made[1]
    assert b"/Subtype /Image" not in made[0]


def test_the_contents_of_a_book_have_the_right_page_numbers() -> None:
    puzzles = [lg.make_puzzle(theme_words("birds")[n : n + 8], seed=n) for n in range(9)]
    for paper in ("6x9", "8.5x11"):
        style = style_for(paper_size(paper), large_print=False, measure=FONTS.width)
        sheets = book_sheets(puzzles, style, title="Birds")
        for sheet in sheets:
            assert_fits(sheet)
        texts = [[i.text for i in sheet.items if isinstance(i, Text)] for sheet in sheets]
        contents = [text for text in texts[1] if text.strip(" .")]  # without the dots between
        for number in range(1, 10):
            page = int(contents[contents.index(f"Puzzle {number}") + 1])
            assert f"Puzzle {number}" in texts[page - 1]
        first_answers = int(contents[contents.index("Answers") + 1])
        assert "Answers" in texts[first_answers - 1]


def test_svg_is_valid_and_png_is_a_picture() -> None:
    puzzle = lg.make_puzzle(["oat", "rye", "x&y"], size=5, seed=1, title="<A & B>")
    style = style_for(paper_size("a5"), large_print=False, measure=FONTS.width)
    sheet = key_sheet(puzzle, style, title=puzzle.title)
    root = ET.fromstring(sheet_to_svg(sheet, title=puzzle.title))
    space = "{http://www.w3.org/2000/svg}"
    assert 26 == len(root.findall(f"{space}text"))
    png = svg_to_png(sheet_to_svg(sheet, fonts=FONTS), FONTS)
    assert png.startswith(b"\x89PNG")


def test_the_html_page_is_self_contained() -> None:
    puzzle = lg.make_puzzle(["oat", "</script>rye"], size=12, seed=1, title="<b>", message="")
    page = puzzle_to_html(puzzle)
    found = re.search(r'application/json">(.*?)</script>', page, re.DOTALL)
    assert found
    data = json.loads(found[1])
    assert ["oat", "</script>rye"] == [word["word"] for word in data["words"]]
    assert (12, 12) == (len(data["rows"]), len(data["rows"][0]))
    assert "src=" not in page
    assert "<b>" not in page
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")


def test_an_old_fpdf2_is_an_error_with_its_version(monkeypatch: pytest.MonkeyPatch) -> None:
    import fpdf

    sheet = Sheet(100, 100, (Line(10, 10, 20, 10),))
    for version in ("2.8.4", "2.7.9", "1.7"):
        monkeypatch.setattr(fpdf, "FPDF_VERSION", version)
        with pytest.raises(lg.InputError, match=f"2.8.5 or later, {version} is installed"):
            sheets_to_pdf([sheet], FONTS)
    monkeypatch.setattr(fpdf, "FPDF_VERSION", "2.10.0")
    assert sheets_to_pdf([sheet], FONTS).startswith(b"%PDF")


def test_an_invalid_font_file(tmp_path: Path) -> None:
    path = tmp_path / "font.ttf"
    path.write_bytes(b"no font")
    with pytest.raises(lg.InputError, match="not a TrueType font"):
        Fonts([str(path)])
    with pytest.raises(lg.InputError, match="no font file"):
        Fonts([str(tmp_path / "none.ttf")])
