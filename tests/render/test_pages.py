"""Printed and HTML pages: nothing is clipped, nothing overlaps, no letter is missing."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import pypdfium2
import pytest

import lexigrid as lg
from commands import document
from lexigrid.puzzle.generate.words import random_words, theme_words
from lexigrid.render.print.fonts import Fonts
from lexigrid.render.print.head_foot import describe_paths
from lexigrid.render.print.looks import STYLES
from lexigrid.render.print.options import ListCase, PageOptions
from lexigrid.render.print.page_setup import PageSetup
from lexigrid.render.print.pdf import sheets_to_pdf
from lexigrid.render.print.puzzle_page import PuzzleLayout
from lexigrid.render.print.sheet import Link, Part, Sheet, Text, paper_size
from lexigrid.render.print.word_list import in_case, notes_on_letters
from pages import faults_of, puzzle_of, read_glyphs, texts_of, words_on
from random_pages import PAPERS, random_pages

FONTS = Fonts()


def sheets_of(puzzle: lg.Puzzle, **page: Any) -> list[Sheet]:
    setup = PageSetup.of(PageOptions.of(**page), puzzle.strings, FONTS)
    return PuzzleLayout.of(puzzle, setup).draw()


@pytest.mark.parametrize(
    ("count", "size", "page"),
    [
        (4, 9, {"paper": "letter", "style": "kids", "name_line": True}),
        (20, 15, {"list_marks": "numbers", "mini_key": True}),
        (
            20,
            15,
            {"paper": "a5", "style": "bold", "list_marks": "boxes", "orientation": "landscape"},
        ),
        (10, 12, {"large_print": True, "style": "minimal", "solutions": 4}),
        (40, 25, {"paper": "6x9", "bleed": 3}),
        (150, 60, {"paper": "letter", "direction_line": False}),
    ],
)
def test_text_is_within_the_margins_and_touches_no_other(
    count: int, size: int, page: dict[str, Any]
) -> None:
    puzzle = puzzle_of(count, size)
    pdf = puzzle.to_pdf(**page)
    assert [] == faults_of(pdf)
    shown = "".join(
        glyph.text for each in pypdfium2.PdfDocument(pdf) for glyph in read_glyphs(each)
    )
    for word in puzzle.words:
        assert word in shown


def test_text_of_random_pages_is_in_its_place() -> None:
    """`LEXIGRID_TEST_PROFILE=deep` checks more than 200 pages."""
    count = 150 if os.environ.get("LEXIGRID_TEST_PROFILE") == "deep" else 10
    pages = 0
    for number, (puzzle, options) in enumerate(random_pages(count)):
        try:
            pdf = puzzle.to_pdf(**options)
        except lg.PuzzleError:
            if not options["large_print"]:  # the grid may be too large for it
                raise
            continue
        assert [] == faults_of(pdf), (number, options)
        document = pypdfium2.PdfDocument(pdf)
        pages += len(document)
        if options["large_print"]:
            large = sum(glyph.size >= 20 for glyph in read_glyphs(document[0]))
            assert large >= len(puzzle.grid), number
    assert pages > count


def test_long_lists_and_long_words_have_their_place() -> None:
    many = lg.make_puzzle(random_words(300, 1), size=60, seed=1, allow_missing=True)
    pdf = many.to_pdf(solutions=1)
    assert [] == faults_of(pdf)
    assert len(pypdfium2.PdfDocument(pdf)) > 3  # the list and the places are on separate pages
    phrases = ["the quick brown fox jumps over the lazy dog again and again", "oat"]
    long = lg.make_puzzle([*phrases, "pneumonoultramicroscopicsilicovolcanoconiosis"], seed=1)
    assert [] == faults_of(long.to_pdf(paper="6x9", list_marks="boxes"))
    with pytest.raises(lg.PuzzleError, match=r"'THE QUICK .*' is wider than the paper"):
        long.to_pdf(large_print=True, paper="6x9", list_case="upper")
    assert [] == faults_of(replace(long, key=()).to_pdf())


def test_text_outside_and_over_other_text_is_found() -> None:
    texts = (Text(50, 50, "one", 10), Text(52, 53, "two", 10), Text(100, 80, "out", 10, "start"))
    faults = faults_of(sheets_to_pdf([Sheet(110, 110, (Part("text", texts),))], FONTS))
    assert {"over each other", "outside"} == {fault.split(": ")[1] for fault in faults}


def test_control_characters_in_a_title_leave_the_pdf_whole() -> None:
    title = "a\x00b\x07(c)\\\x1b\x7f\x85\r\n>>endobj"
    pdf = lg.make_puzzle(["oat", "rye", "barley"], seed=1, title=title).to_pdf()
    assert [] == faults_of(pdf)
    shown = pypdfium2.PdfDocument(pdf).get_metadata_dict()["Title"]
    assert shown.isprintable()
    assert shown.startswith("a b (c)\\")
    assert shown.endswith(">>endobj")


def test_pages_mention_secret_words_and_messages() -> None:
    words, secret = theme_words("birds")[:9], ["oriole", "mallard"]
    puzzle = lg.make_puzzle(words, seed=1, secret=secret, message="It's a tit", title="Birds")
    [sheet] = sheets_of(puzzle, paper="6x9")
    shown = [text.text for text in texts_of(sheet)]
    assert "and 2 secret words" in shown
    assert "Hidden message:" in shown
    [blanks] = [text for text in texts_of(sheet) if text.text.startswith("_")]
    assert "___ _ ___" == re.sub("\N{NO-BREAK SPACE}", "", blanks.text)
    assert blanks.size > 30  # to be written on
    assert "ORIOLE" not in shown
    pdf = puzzle.to_pdf(paper="6x9")
    assert [] == faults_of(pdf)
    page = words_on(pdf, 1)
    assert "Secret words: oriole, mallard" in page
    assert "Hidden message: It's a tit" in page
    long = lg.make_puzzle(words, seed=1, message="abc " * 40)
    assert [] == faults_of(long.to_pdf())


def test_a_list_is_no_larger_than_the_letters_of_the_grid() -> None:
    for large_print in (False, True):
        for count, side in ((8, 9), (20, 15), (36, 20)):
            puzzle = puzzle_of(count, side)
            if large_print and side == 20:
                continue
            sheet, *_ = sheets_of(puzzle, large_print=large_print)
            letter = min(text.size for text in texts_of(sheet, "grid"))
            assert max(text.size for text in texts_of(sheet, "list")) <= letter + 0.01


def test_a_small_sheet_fills_the_page() -> None:
    """Ten words on 11x11 once filled only the upper half of the page."""
    puzzle = lg.make_puzzle(theme_words("birds")[:10], size=11, seed=1, title="Birds")
    for style in STYLES:
        [sheet] = sheets_of(puzzle, style=style)
        tops = [text.y for text in texts_of(sheet)]
        assert min(tops) < 0.16 * sheet.height
        assert max(tops) > 0.8 * sheet.height
    [small] = sheets_of(lg.make_puzzle(["oat", "rye"], size=3, seed=1))
    letters = texts_of(small, "grid")
    assert {48.0} == {letter.size for letter in letters}
    middle = (min(each.x for each in letters) + max(each.x for each in letters)) / 2
    assert middle == pytest.approx(small.width / 2, abs=0.1)


def test_a_mask_is_centred_on_its_visible_shape(tmp_path: Path) -> None:
    path = tmp_path / "puzzle.txt"
    path.write_text("......\n...oat\n...rye\n......\n\noat\nrye\n")
    [sheet] = sheets_of(lg.Puzzle.read(path))
    across = [letter.x for letter in texts_of(sheet, "grid")]
    assert (min(across) + max(across)) / 2 == pytest.approx(sheet.width / 2, abs=0.1)


def test_a_wide_grid_turns_the_paper() -> None:
    words = random_words(20, 1)
    wide = lg.make_puzzle(words, size=(12, 35), seed=1)
    [sheet] = sheets_of(wide)
    assert sheet.width > sheet.height
    [upright] = sheets_of(wide, orientation="portrait")
    assert upright.width < upright.height
    assert texts_of(sheet, "grid")[0].size > 1.25 * texts_of(upright, "grid")[0].size
    [tall] = sheets_of(lg.make_puzzle(words, size=(35, 12), seed=1))
    assert tall.width < tall.height


@pytest.mark.parametrize("style", ["classic", "kids"])
def test_a_page_says_how_paths_run(style: str) -> None:
    cover = lg.make_puzzle(["barley", "maize", "wheat"], kind="cover", size=(4, 4), seed=1)
    bent = lg.make_puzzle(["barley", "oat"], kind="bent", seed=1, language="fr")
    for puzzle, sentences in ((cover, 2), (bent, 1)):
        expected = describe_paths(puzzle)
        assert sentences == expected.count(".")
        [sheet] = sheets_of(puzzle, style=style)
        assert expected in " ".join(text.text for text in texts_of(sheet, "text"))
        [sheet] = sheets_of(puzzle, style=style, direction_line=False)
        assert expected not in " ".join(text.text for text in texts_of(sheet, "text"))


@pytest.mark.parametrize(
    ("paper", "message"),
    [
        ("leter", "expected a4, a5, letter, or .*; did you mean 'letter'"),
        ("210x297", "expected sides of 3 to 24 inches"),
        ("5x", "or a width and a height such as 6x9"),
        (6, "or a width and a height such as 6x9"),
    ],
)
def test_papers_that_do_not_exist(paper: object, message: str) -> None:
    with pytest.raises(lg.InputError, match=f"^paper is .*{message}"):
        PageOptions.of(paper=paper)


def test_large_print_keeps_its_promise_or_refuses() -> None:
    for paper in ("a4", "letter", "6x9"):
        puzzle = puzzle_of(8, 10)
        for sheet in sheets_of(puzzle, paper=paper, large_print=True):
            for role in ("grid", "list"):
                assert all(text.size >= 20 for text in texts_of(sheet, role))
            assert min(text.size for text in texts_of(sheet)) >= 16
    wanted = r"large print has letters of 20 points or more: the grid is 25x25, at most \d+x\d+ or"
    with pytest.raises(lg.PuzzleError, match=wanted) as raised:
        sheets_of(puzzle_of(20, 25), paper="6x9", large_print=True)
    rows, columns = map(int, re.findall(r"at most (\d+)x(\d+)", str(raised.value))[0])
    largest = lg.make_puzzle(random_words(8, 1, longest=7), size=(rows, columns), seed=1)
    [sheet, *_] = sheets_of(
        replace(largest, title="A title of some length"), paper="6x9", large_print=True
    )
    assert min(text.size for text in texts_of(sheet, "grid")) >= 20
    pdf = largest.to_pdf(paper="6x9", large_print=True)
    assert [] == faults_of(pdf)


def test_long_titles_wrap_and_stay_large() -> None:
    title = "Cereals and other things that grow on the fields near Little Wellington on the Marsh"
    [sheet] = sheets_of(replace(puzzle_of(8, 10), title=title))
    lines = texts_of(sheet, "title")
    assert title == " ".join(line.text for line in lines)
    assert len(lines) > 1
    assert min(line.size for line in lines) >= 15
    for text in ("ш" * 300, "word " * 200):
        assert [] == faults_of(replace(puzzle_of(8, 10), title=text).to_pdf())


def test_columns_are_evenly_filled() -> None:
    for count in (4, 7, 10, 13, 20, 33):
        puzzle = puzzle_of(count, 20)
        [sheet] = sheets_of(puzzle, orientation="portrait")
        words = texts_of(sheet, "list")
        rows: dict[float, int] = {}
        for word in words:
            rows[word.y] = rows.get(word.y, 0) + 1
        assert count == sum(rows.values())
        columns: dict[float, int] = {}
        for word in words:
            columns[word.x] = columns.get(word.x, 0) + 1
        assert max(columns.values()) - min(columns.values()) <= 1


def test_the_list_is_in_the_case_of_the_grid() -> None:
    def shown(words: list[str], **options: Any) -> tuple[str, ...]:
        puzzle = lg.make_puzzle(words, seed=1, size=12, **options)
        return in_case(puzzle, puzzle.words, "grid")

    assert ("CRÈME BRÛLÉE", "ŒUF") == shown(["crème brûlée", "œuf"], alphabet="fr")
    assert ("ışık", "diş") == shown(["ışık", "diş"], alphabet="tr", case="lower")
    assert ("IŞIK", "DİŞ") == shown(["ışık", "diş"], alphabet="tr")
    assert ("ΣΚΥΛΟΣ",) == shown(["σκύλος"], alphabet="el")
    assert ("oat", "rye") == shown(["Oat", "Rye"], case="lower")
    assert ("Paris", "Rome") == shown(["Paris", "Rome"], case="keep")
    assert "STRASSE" in shown(["Straße"])
    puzzle = lg.make_puzzle(["Wednesday"], seed=1, case="lower")
    cases = [in_case(puzzle, puzzle.words, case)[0] for case in get_args(ListCase)]
    assert ["Wednesday", "wednesday", "WEDNESDAY", "wednesday"] == cases


@pytest.mark.parametrize(
    ("words", "shown", "face"),
    [
        (["さくら", "らーめん"], ("さくら", "らーめん"), "さ"),
        (["さくら", "ラーメン"], ("サクラ", "ラーメン"), "サ"),
    ],
)
def test_the_list_is_in_the_kana_of_the_grid(
    words: list[str], shown: tuple[str, ...], face: str
) -> None:
    puzzle = lg.make_puzzle(words, seed=1, language="ja")
    assert shown == in_case(puzzle, puzzle.words, "grid")
    assert face in puzzle.grid.format()
    assert not notes_on_letters(puzzle)
    assert len(words) == len(lg.find_lines(puzzle.grid, words))


@pytest.mark.parametrize(("language", "word"), [("cs", "žába"), ("hu", "őszi"), ("sk", "kôň")])
def test_puzzles_keep_the_accents_that_dice_fold(language: str, word: str) -> None:
    puzzle = lg.make_puzzle([word], seed=1, language=language)
    assert set(word.upper()) <= set(puzzle.grid.format())
    data = document("make", word, "--language", language, "--seed", "1")
    assert puzzle.to_dict()["rows"] == data["rows"]


def test_pages_say_how_words_look_in_the_grid() -> None:
    puzzle = lg.make_puzzle(["crème brûlée", "œuf", "oat"], seed=1, alphabet="fr")
    without, others = notes_on_letters(replace(puzzle, language="en"))
    assert without == "In the grid, words have no spaces, hyphens or apostrophes."
    assert others == "In the grid: È = E, É = E, Û = U, Œ = OE"
    assert [without] == notes_on_letters(lg.make_puzzle(["oat", "rock'n'roll"], seed=1))
    assert [] == notes_on_letters(lg.make_puzzle(["oat", "U.S."], seed=1))


@pytest.mark.parametrize(
    ("title", "rtl", "expected"),
    [
        ("abc שלום 12", False, "abc 12 םולש"),
        ("abc שלום 12", True, "12 םולש abc"),
        ("שלום (abc)!", True, "!(abc(םולש"),  # its glyph is mirrored, the character is not
    ],
)
def test_titles_of_both_directions(title: str, rtl: bool, expected: str) -> None:
    text = Text(200, 50, title, 20, rtl=rtl)
    pdf = sheets_to_pdf([Sheet(400, 100, (Part("title", (text,)),))], FONTS)
    glyphs = sorted(read_glyphs(pypdfium2.PdfDocument(pdf)[0]), key=lambda each: each.left)
    assert expected.replace(" ", "") == "".join(glyph.text for glyph in glyphs)


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
    data = puzzle.to_pdf(with_key=False)
    page = pypdfium2.PdfDocument(data)[0]
    text = page.get_textpage().get_text_range()
    assert "\ufffd" not in text
    assert len(text.strip()) >= 64
    assert data.count(b"/FontFile2") >= 1


@pytest.mark.parametrize(
    ("letters", "remedy"),
    [
        ("𓀀𓀁𓀂", "fonts-noto-core"),
        ("日本語", "install Noto Sans CJK on the system"),
        ("한국어", "install Noto Sans CJK on the system"),
    ],
)
def test_a_letter_in_no_font_is_an_error_that_names_the_remedy(
    letters: str, remedy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = lg.make_puzzle([letters], size=4, seed=1)
    fonts = Fonts()
    monkeypatch.setattr(fonts, "_unsearched", iter(()))
    with pytest.raises(lg.PuzzleError, match=rf"no font has .* \(U\+.*{remedy}"):
        PuzzleLayout.of(puzzle, PageSetup.of(PageOptions(), puzzle.strings, fonts))


def test_links_lead_to_pages() -> None:
    link = Link(10, 10, 50, 20, 2)
    sheets = [Sheet(100, 100, (Part("decoration", (link,)),)), Sheet(100, 100)]
    assert b"/Subtype /Link" in sheets_to_pdf(sheets, FONTS)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"style": "fancy"}, "style is 'fancy', expected one of classic"),
        ({"bleed": "3 feet"}, "bleed is '3 feet', expected a length such as 3mm"),
        ({"bleed": "0.125"}, "bleed is '0.125', expected a length with a unit: 0.125in or 0.125mm"),
        ({"solutions": 3}, "solutions is 3, expected 1, 4 or 6"),
        ({"dpi": 5}, "dpi is 5"),
        ({"paper": "b5"}, "paper is 'b5'"),
        ({"fonts": "a.ttf"}, "expected a list of paths"),
        ({"large": True}, "did you mean 'large_print'|a page option is 'large'"),
        ({"large_print": "no"}, "large_print is 'no', expected True or False"),
    ],
)
def test_page_options_are_checked(options: dict[str, Any], message: str) -> None:
    with pytest.raises(lg.InputError, match=message):
        PageOptions.of(**options)
    assert 3.175 == PageOptions.of(bleed="0.125in").bleed


def test_all_papers_and_styles_have_a_page() -> None:
    for paper in PAPERS:
        [sheet] = sheets_of(puzzle_of(8, 10), paper=paper)
        assert {sheet.width, sheet.height} == {*paper_size(paper)}


def test_an_old_fpdf2_is_an_error_with_its_version(monkeypatch: pytest.MonkeyPatch) -> None:
    import fpdf

    sheet = Sheet(100, 100)
    for version in ("2.8.5", "2.7.9", "1.7"):
        monkeypatch.setattr(fpdf, "FPDF_VERSION", version)
        with pytest.raises(lg.InputError, match=f"2.8.6 or later, {version} is installed"):
            sheets_to_pdf([sheet], FONTS)
    monkeypatch.setattr(fpdf, "FPDF_VERSION", "2.10.0")
    assert sheets_to_pdf([sheet], FONTS).startswith(b"%PDF")


def test_an_invalid_font_file(tmp_path: Path) -> None:
    path = tmp_path / "font.ttf"
    path.write_bytes(b"no font")
    with pytest.raises(lg.InputError, match="not a TrueType or OpenType font"):
        Fonts([str(path)])
    with pytest.raises(lg.InputError, match="no font file"):
        Fonts([str(tmp_path / "none.ttf")])


def test_a_pdf_that_is_given_up_closes_its_fonts(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[Any] = []

    def give_up(writer: Any, sheet: Sheet) -> None:
        kept.extend(font.ttfont.reader.file for font in writer._pdf.fonts.values())
        raise lg.PuzzleError("the time is up")

    monkeypatch.setattr("lexigrid.render.print.pdf._Writer.add", give_up)
    text = Text(10, 20, "oat", 12)
    with pytest.raises(lg.PuzzleError, match="the time is up"):
        sheets_to_pdf([Sheet(100, 100, (Part("text", (text,)),))], FONTS)
    assert kept
    assert all(file.closed for file in kept)
