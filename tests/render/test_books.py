"""Books of puzzles as PDF: contents, links, margins, bleed and structure."""

from __future__ import annotations

import re
import zlib
from dataclasses import replace
from typing import Any

import pypdfium2
import pytest

import lexigrid as lg
from lexigrid.puzzle.generate.words import theme_words
from lexigrid.puzzle.placement import PuzzleKind
from lexigrid.render.print.answers import key_sheets
from lexigrid.render.print.book import Book, Chapter, book_sheets, book_to_pdf
from lexigrid.render.print.documents import fonts_for
from lexigrid.render.print.options import PageOptions, Preset
from lexigrid.render.print.page_setup import PageSetup
from lexigrid.render.print.sheet import Capsule, Text, paper_size
from lexigrid.render.print.text_pages import rules_sheets
from pages import faults_of, puzzle_of, structure_of, texts_of, words_on
from random_pages import PAPERS


def test_the_same_puzzles_give_the_same_bytes() -> None:
    puzzles = tuple(lg.make_puzzle(theme_words("birds")[n : n + 9], seed=n) for n in range(6))
    book = Book((Chapter(puzzles),), "Birds")
    options = PageOptions.of(paper="6x9", style="kids", gutter="6mm", bleed="3mm")
    made = [book_to_pdf(book, options)[0] for _ in range(2)]
    assert made[0] == made[1]
    assert b"/Subtype /Image" not in made[0]


def test_a_book_has_contents_bookmarks_and_links() -> None:
    puzzles = tuple(lg.make_puzzle(theme_words("birds")[n : n + 8], seed=n) for n in range(9))
    book = Book((Chapter(puzzles[:4], "Sea birds"), Chapter(puzzles[4:], "Land birds")), "Birds")
    for paper, gutter in (("6x9", "8mm"), ("8.5x11", "0")):
        options = PageOptions.of(paper=paper, gutter=gutter)
        pdf, count = book_to_pdf(book, options)
        assert [] == faults_of(pdf)
        document = pypdfium2.PdfDocument(pdf)
        texts = [words_on(pdf, page) for page in range(count)]
        contents = next(text for text in texts if "Contents" in text)
        for name in ("Sea birds", "Land birds", "Answers", *(f"Puzzle {n}" for n in range(1, 10))):
            page = int(re.search(rf"{name}[ .]*\s*(\d+)", contents)[1])  # type: ignore[index]
            assert name in texts[page - 1]
        for index, text in enumerate(texts):
            if found := re.search(r"Answers on page (\d+)", text):
                name = re.search(r"Puzzle \d+", text)[0]  # type: ignore[index]
                assert re.search(rf"{name}\b", texts[int(found[1]) - 1]), name
                assert f"Page {index + 1}" in texts[int(found[1]) - 1]
        outline = [(item.level, item.get_title()) for item in document.get_toc()]
        assert (0, "Sea birds") in outline
        assert (1, "Puzzle 5") in outline
        assert (0, "Answers") in outline
        assert pdf.count(b"/Subtype /Link") >= 9 * 3
        assert all(texts), "no page is blank"


@pytest.mark.parametrize("paper", ["5x8", "8.25x6"])
def test_all_pages_of_a_bound_book_have_its_size(paper: str) -> None:
    wide, tall = (lg.make_puzzle(["oat", "rye"], size=size, seed=1) for size in ((4, 16), (16, 4)))
    options = PageOptions.of(preset="kdp", paper=paper, bleed=0)
    document = pypdfium2.PdfDocument(book_to_pdf(Book((Chapter((wide, tall)),), "Two"), options)[0])
    assert {paper_size(paper)} == {page.get_size() for page in document}


def test_the_inner_margins_of_a_bound_book_are_wider() -> None:
    book = Book((Chapter((puzzle_of(8, 10), puzzle_of(8, 10))),), "Two")
    options = PageOptions.of(gutter="10mm")
    setup = PageSetup.of(options, book.strings, fonts_for(options, "en"))
    _, _, right, left, _ = book_sheets(book, setup)
    edges = [min(text.x for text in texts_of(sheet, "grid")) for sheet in (left, right)]
    assert edges[1] - edges[0] == pytest.approx(10 * 72 / 25.4, abs=0.01)


def test_a_puzzle_of_two_pages_faces_its_words() -> None:
    book = Book((Chapter((puzzle_of(20, 13), puzzle_of(4, 9)) * 2, "One"),), "Two")
    options = PageOptions.of(paper="6x9", gutter="8mm", large_print=True)
    sheets = book_sheets(book, PageSetup.of(options, book.strings, fonts_for(options, "en")))
    has_grid = [bool(texts_of(sheet, "grid")) for sheet in sheets]
    has_list = [bool(texts_of(sheet, "list")) for sheet in sheets]
    # The order leaves no page blank.
    assert [3, 4, 6, 8] == [page for page, found in enumerate(has_grid[:8], 1) if found]
    assert [3, 5, 7, 8] == [page for page, found in enumerate(has_list[:8], 1) if found][1:]


def test_the_title_of_a_chapter_does_not_end_a_column_of_the_contents() -> None:
    puzzle = replace(puzzle_of(4, 8), title="")
    options = PageOptions.of(paper="6x9", gutter="10mm")
    for lengths in ((15, 15, 15, 15), (1,) * 40, (33, 34, 33), (30, 1, 31, 1, 7)):
        titles = [f"Chapter {number}" for number in range(len(lengths))]
        chapters = (Chapter((puzzle,) * n, title) for n, title in zip(lengths, titles, strict=True))
        book = Book(tuple(chapters), "Birds")
        setup = PageSetup.of(options, book.strings, fonts_for(options, "en"))
        sheets = book_sheets(book, setup)
        shown = []
        for sheet in sheets:
            if sheet.bookmarks[:1] == ((0, "Answers"),) or texts_of(sheet, "grid"):
                break
            lines = [each for each in texts_of(sheet, "list") if not each.text.isdigit()]
            assert all(text.y < sheet.height - setup.margin for text in lines)
            shown += [text.text for text in lines]
            for text, after in zip(lines, [*lines[1:], *lines[:1]], strict=True):
                assert text.text not in titles or after.y > text.y
        assert [*titles, "Answers"] == [name for name in shown if name[0] in "CA"]
        assert sum(lengths) + len(lengths) + 1 == len(shown)


def test_long_names_are_wrapped_at_the_size_of_short_ones() -> None:
    name = "The herring gull and its relatives from the coast of Norway to the Azores " * 2
    long, short = (
        replace(puzzle_of(4, 8), title=f"{name}too"),
        replace(puzzle_of(4, 8), title="Gulls"),
    )
    for paper, count in (("a4", 2), ("6x9", 40)):
        options = PageOptions.of(paper=paper)
        book = Book((Chapter((long, *(short,) * count), name),), "Birds")
        sheets = book_sheets(book, PageSetup.of(options, book.strings, fonts_for(options, "en")))
        contents = [text for sheet in sheets[1:4] for text in texts_of(sheet, "list")]
        contents = contents[: next(n for n, text in enumerate(contents) if text.text == "Answers")]
        assert {13.0 if count == 2 else 12.0} == {text.size for text in contents}
        assert [*name.split() * 2, "too"] == [
            word
            for text in contents
            for word in text.text.split()
            if word not in ("Gulls", "1.") and not word.strip(".").isdigit()
        ]
        [answers] = [each for each in sheets if ((0, "Answers"),) == each.bookmarks][:1]
        names = texts_of(answers, "heading")
        assert {text.size for text in names} <= {11.0, 9.5}
        assert names[2].text.endswith("…")


def test_long_words_are_wrapped_in_the_list_of_places() -> None:
    phrases = ["the quick brown fox jumps over the lazy dog again and again", "oat"]
    puzzle = lg.make_puzzle([*phrases, "pneumonoultramicroscopicsilicovolcanoconiosis"], seed=1)
    options = PageOptions()
    setup = PageSetup.of(options, puzzle.strings, fonts_for(options, "en"))
    [key] = key_sheets(puzzle, setup, title="Long")
    texts = texts_of(key, "list")
    assert 1 == len({text.size for text in texts})
    shown = [text.text for text in texts if not text.text[0].isdigit()]
    assert phrases[0] == " ".join(shown[: shown.index("oat")])
    assert len(shown) > 4
    members = structure_of(pypdfium2.PdfDocument(puzzle.to_pdf()), 1)[-1][2]
    assert 3 == len(members)


@pytest.mark.parametrize("width", [40, 50, 60, 80, 97])
def test_no_line_begins_or_ends_with_a_blank(width: int) -> None:
    options = PageOptions()
    setup = PageSetup.of(options, lg.make_puzzle(["oat"]).strings, fonts_for(options, "en"))
    text = "mbibw li l wabwwiawiwwmlmwbiimlmlmalbwllw i ilbia wmb labalbawblwmwlmbwwmlbmwalwmiww"
    lines = setup.wrap(text, 10.0, width)
    assert [line.strip() for line in lines] == lines
    assert text.replace(" ", "") == "".join(lines).replace(" ", "")


def test_a_line_break_replaces_the_separator_of_chapter_and_puzzle() -> None:
    puzzle = replace(puzzle_of(4, 8), title="")
    book = Book((Chapter((puzzle,) * 2, "A hidden message"),), "Birds")
    options = PageOptions.of(paper="6x9", style="kids")
    sheets = book_sheets(book, PageSetup.of(options, book.strings, fonts_for(options, "en")))
    titles = [[text.text for text in texts_of(sheet, "title")] for sheet in sheets]
    assert ["A hidden message", "Puzzle 2"] in titles


def test_the_minimal_style_aligns_contents_and_lists_with_the_title() -> None:
    book = Book((Chapter((puzzle_of(20, 13),), "One"),), "Birds")
    options = PageOptions.of(paper="6x9", style="minimal", large_print=True)
    sheets = book_sheets(book, PageSetup.of(options, book.strings, fonts_for(options, "en")))
    for sheet in (sheets[1], sheets[3]):
        [title] = texts_of(sheet, "title")
        assert title.x == min(text.x for text in texts_of(sheet, "list"))


def test_footers_and_page_numbers_have_one_baseline() -> None:
    puzzles = (puzzle_of(8, 10), lg.make_puzzle(theme_words("birds"), size=45, seed=1))
    book = Book((Chapter(puzzles),), "Birds")
    options = PageOptions()
    sheets = book_sheets(book, PageSetup.of(options, book.strings, fonts_for(options, "en")))
    for sheet in sheets[2:4]:
        texts = [each for each in sheet.shapes if isinstance(each, Text)]
        footer = [each.y for each in texts if each.text.startswith(("Answers on", str(3), str(4)))]
        assert 2 == len(footer)
        assert 1 == len({*footer})


def test_bleed_has_trim_marks_and_boxes() -> None:
    puzzle = puzzle_of(8, 10)
    document = pypdfium2.PdfDocument(puzzle.to_pdf(paper="6x9", bleed="3mm", trim_marks=True))
    left, bottom, right, top = document[0].get_trimbox()
    assert right - left == pytest.approx(432, abs=0.02)
    assert top - bottom == pytest.approx(648, abs=0.02)
    bleed = document[0].get_bleedbox()
    assert 432 + 2 * 3 * 72 / 25.4 == pytest.approx(bleed[2] - bleed[0], abs=0.02)
    assert document[0].get_width() > bleed[2]
    plain = pypdfium2.PdfDocument(puzzle.to_pdf(paper="6x9", bleed="3mm"))[0]
    assert plain.get_bleedbox() == pytest.approx((0, 0, *plain.get_size()), abs=0.02)
    assert plain.get_trimbox()[0] == pytest.approx(3 * 72 / 25.4, abs=0.02)


@pytest.mark.parametrize(("preset", "width"), [("kdp", 8.625), ("lulu", 8.75)])
def test_pages_for_a_print_service(preset: Preset, width: float) -> None:
    book = Book((Chapter((puzzle_of(8, 10),) * 3, "One"),), "Three", copyright="(c) A", how_to=True)
    options = PageOptions.of(preset=preset, style="bold")
    data, count = book_to_pdf(book, options)
    document = pypdfium2.PdfDocument(data)
    # Title, copyright, contents, rules, puzzles, answers.
    assert 8 == count == len(document)
    for number, page in enumerate(document, 1):
        assert page.get_size() == pytest.approx((width * 72, 11.25 * 72), abs=0.1)
        left, bottom, right, top = page.get_trimbox()
        assert (right - left, top - bottom) == pytest.approx((8.5 * 72, 11 * 72), abs=0.05)
        assert left == pytest.approx(0 if preset == "kdp" and number % 2 else 9, abs=0.05)
        assert page.get_textpage().count_chars()
    assert options.gutter_for(100) <= options.gutter_for(400)


@pytest.mark.parametrize("kind", ["lines", "cover", "bent", "trail"])
def test_the_rules_have_an_example(kind: PuzzleKind) -> None:
    """A small solved puzzle of the book's own words, by the rules of its puzzles."""
    size = None if kind == "lines" else (8, 6)
    puzzle = lg.make_puzzle(theme_words("birds"), kind=kind, pool=7, seed=1, size=size)
    [rules] = rules_sheets([puzzle], PageSetup.of(PageOptions(), puzzle.strings))
    texts = [shape.text for shape in rules.shapes if isinstance(shape, Text)]
    words = texts[-1].split(" · ")
    assert {*words} < {*puzzle.words}
    assert sum(len(text) == 1 for text in texts) >= sum(map(len, words)) - 2
    assert any(isinstance(shape, Capsule) for shape in rules.shapes)


def test_a_book_without_title_page() -> None:
    puzzles = (puzzle_of(8, 10),) * 2
    with_title, without = (
        book_to_pdf(Book((Chapter(puzzles),), "Two", title_page=own), PageOptions())[1]
        for own in (True, False)
    )
    assert with_title == without + 1


def test_bound_books_have_no_blank_page_that_another_order_avoids() -> None:
    puzzles = [puzzle_of(20, 12), puzzle_of(4, 9), puzzle_of(20, 12)] * 4
    for paper in PAPERS:
        options = PageOptions.of(paper=paper, gutter="8mm", large_print=True)
        book = Book((Chapter(tuple(puzzles), "One"),), "Many", copyright="(c) A")
        sheets = book_sheets(book, PageSetup.of(options, book.strings, fonts_for(options, "en")))
        blank = [number for number, sheet in enumerate(sheets, 1) if not sheet.parts]
        assert [] == blank, paper


def test_an_opener_comes_before_each_chapter() -> None:
    chapters = [Chapter((puzzle_of(20, 13), puzzle_of(4, 9)), name) for name in ("Sea", "Land")]
    options = PageOptions.of(paper="6x9", gutter="8mm", large_print=True)
    book = Book(tuple(chapters), "Two", openers=True)
    sheets = book_sheets(book, PageSetup.of(options, book.strings, fonts_for(options, "en")))
    openers = [
        n
        for n, sheet in enumerate(sheets)
        if sheet.bookmarks[:1] in [((0, "Sea"),), ((0, "Land"),)]
    ]
    assert ["Sea", "Land"] == [texts_of(sheets[n], "title")[0].text for n in openers]
    assert all(texts_of(sheets[n + 1], "grid") for n in openers)
    listed = [text.text for text in texts_of(sheets[1], "list")]
    for n in openers:  # the contents name its page
        assert str(n + 1) == listed[listed.index(texts_of(sheets[n], "title")[0].text) + 1]


def test_a_pdf_has_a_structure() -> None:
    puzzle = puzzle_of(8, 10)
    pdf = puzzle.to_pdf()
    assert b"/Lang (en)" in pdf
    assert b"/Marked true" in pdf
    sheet, key = (structure_of(pypdfium2.PdfDocument(pdf), page) for page in range(2))
    member: Any = ("LI", "", [("LBody", "", [])])
    grid = "Letter grid, 10 rows and 10 columns"
    assert sheet == [
        ("H1", "", []),
        ("P", "", []),
        ("Figure", "↑ ↗ → ↘ ↓ ↙ ← ↖", []),
        ("Figure", grid, []),
        ("L", "", [member] * 8),
    ]
    assert ("L", "", [member] * 8) == key[-1]


def test_all_that_is_drawn_is_marked() -> None:
    """A screen reader finds everything in the structure, or knows that it is decoration."""
    book = Book((Chapter((puzzle_of(8, 10), puzzle_of(4, 9)), "One"),), "Two")
    pdf = book_to_pdf(book, PageOptions.of(style="kids", list_marks="boxes", mini_key=True))[0]
    pages = 0
    for found in re.finditer(rb"stream\r?\n(.*?)\r?\nendstream", pdf, re.DOTALL):
        try:
            lines = zlib.decompress(found[1]).decode("latin-1").splitlines()
        except zlib.error:
            continue
        if not any(line.endswith(" BDC") for line in lines):
            continue  # a font
        pages, depth = pages + 1, 0
        numbers: list[int] = []
        for line in lines:
            depth += line.endswith((" BDC", " BMC")) - (line == "EMC")
            numbers += map(int, re.findall(r"/MCID (\d+)", line))
            assert depth or not re.search(r"\b(Tj|TJ|S|f|B|Q)$", line), line
        assert depth == 0
        assert [*range(len(numbers))] == numbers
    assert pages == len(pypdfium2.PdfDocument(pdf))
    assert pdf.count(b"/ToUnicode") == pdf.count(b"/Type0") > 0


def test_long_answers_of_a_book_go_on_and_the_next_is_found() -> None:
    """With one answer a page, the list of places may need pages of its own."""
    words = lg.random_words(14, 3, shortest=5)
    clue = "A clue that has more than enough words to fill several lines of a list of places " * 2
    puzzles = [lg.make_puzzle(words, seed=n, clues=dict.fromkeys(words, clue)) for n in range(2)]
    options = PageOptions(paper="a5", list_as="clues", solutions=1)
    pdf, _ = book_to_pdf(Book((Chapter(tuple(puzzles)),), "Clues"), options)
    with pypdfium2.PdfDocument(pdf) as document:
        texts = [page.get_textpage().get_text_range() for page in document]
    begins = [at for at, text in enumerate(texts, 1) if "Answers" in text.split("\r\n")[:2]]
    assert begins[1] > begins[0] + 1
    answers = "".join(texts[begins[0] - 1 :])
    assert all(answers.count(f"{at}. {word}") == 2 for at, word in enumerate(words, 1))
    footers = [text for text in texts if "Answers on page" in text]
    assert all(f"Answers on page {page}" in "".join(footers) for page in begins)
