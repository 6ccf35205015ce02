"""Large print: nothing is smaller than in normal print, in any size."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pypdfium2
import pytest

import lexigrid as lg
from lexigrid.puzzle.generate.words import theme_words
from lexigrid.render.listing import ListAs
from lexigrid.render.print.answers import key_sheets
from lexigrid.render.print.book import Book, Chapter, book_to_pdf
from lexigrid.render.print.documents import versions_to_pdf
from lexigrid.render.print.fonts import Fonts
from lexigrid.render.print.options import PageOptions
from lexigrid.render.print.page_setup import PageSetup
from lexigrid.render.print.puzzle_page import PuzzleLayout
from lexigrid.render.print.sheet import Sheet
from pages import faults_of, puzzle_of, read_glyphs, texts_of

FONTS = Fonts()


def sheets_of(puzzle: lg.Puzzle, **page: Any) -> list[Sheet]:
    setup = PageSetup.of(PageOptions.of(**page), puzzle.strings, FONTS)
    return PuzzleLayout.of(puzzle, setup).draw()


@pytest.mark.parametrize("size", [None, 24])
def test_large_print_shrinks_nothing(size: float | None) -> None:
    for count, side in ((18, 14), (12, 10), (6, 8)):
        puzzle = puzzle_of(count, side)
        for name_line in (False, True):
            usual = sheets_of(puzzle, name_line=name_line)
            large = sheets_of(puzzle, name_line=name_line, large_print=True, large_print_size=size)
            for role in ("title", "grid", "list"):
                before, after = (
                    min(text.size for sheet in sheets for text in texts_of(sheet, role))
                    for sheets in (usual, large)
                )
                assert after >= before - 0.01, (count, role)
                assert after >= (size or 20)
        setup = PageSetup.of(PageOptions.of(large_print=True), puzzle.strings, FONTS)
        hidden = replace(puzzle, message="oat") if count == 6 else puzzle
        for sheet in key_sheets(hidden, setup, title="Birds"):
            assert min(text.size for text in texts_of(sheet)) >= 16


def test_a_list_beside_the_key_ends_above_the_footer() -> None:
    """The numbers of the columns are above the grid, but not above the list."""
    lines = {"flume": 65, "paper": 165, "botched": 1, "parkland": 54, "frustrate": 91, "unite": 84}
    clues = {word: ("consortium verbal crib " * 9)[:length] for word, length in lines.items()}
    clues["unite"] = "pobcbgffepbmodifgosbbstmatergannpmaaooasmemmmpeggocmfbmeptsiftbuabfftdusigs"
    puzzle = lg.make_puzzle([*clues], seed=39, clues=clues, size=9)
    options = PageOptions.of(list_as="clues", large_print=True, paper="8.5x11", style="bold")
    setup = PageSetup.of(options, puzzle.strings, FONTS)
    for sheet in key_sheets(puzzle, setup, title="Puzzle 1"):
        lowest = max((text.y + text.size / 4 for text in texts_of(sheet, "list")), default=0)
        assert lowest <= sheet.height - setup.narrowed().margin


CLUES = {
    "heron": "A long-legged bird that waits at the edge of the water",
    "owl": "It hunts by night",
    "kingfisher": "A blue flash over the river, gone before it is seen properly",
    "robin": "It has a red breast",
}
GROUPS = dict.fromkeys(CLUES, "Birds of the water and of the shore, and a few others")


def least_size(pdf: bytes) -> float:
    return min(glyph.size for page in pypdfium2.PdfDocument(pdf) for glyph in read_glyphs(page))


@pytest.fixture(scope="module")
def puzzles() -> list[lg.Puzzle]:
    listed: Any = {"clues": CLUES, "translations": CLUES, "groups": GROUPS, "seed": 1}
    paths = [lg.make_puzzle(theme_words("space"), kind=kind, seed=1) for kind in ("cover", "trail")]
    return [
        lg.make_puzzle([*CLUES], **listed),
        lg.make_puzzle([*CLUES], kind="bent", **listed),
        lg.make_puzzle([*CLUES][:3], message="Early bird", pad=True, secret=["rook"], **listed),
        *paths,
    ]


@pytest.mark.parametrize(
    "page",
    [
        {"preset": "kdp"},
        {"preset": "lulu", "style": "bold"},
        {"preset": "a4-classroom"},
        {"paper": "a5", "style": "kids"},
        {"paper": "6x9", "style": "minimal"},
        {"large_print_size": 26},
    ],
)
def test_no_text_of_a_book_is_small(puzzles: list[lg.Puzzle], page: dict[str, Any]) -> None:
    """The title page, the contents, the rules, headings, footers and answers, in every list."""
    kinds: list[ListAs] = ["words", "clues", "translations", "scrambled", "lengths", "none"]
    for list_as in kinds:
        own = puzzles if list_as not in ("clues", "translations") else puzzles[:3]
        chapter = Chapter(tuple(own), "Birds and planets")
        book = Book(
            (chapter,), "Many", "Subtitle", "Author", "(c) Author " * 30, True, openers=True
        )
        options = PageOptions.of(large_print=True, list_as=list_as, **page)
        pdf = book_to_pdf(book, options)[0]
        assert least_size(pdf) >= 16, list_as
        assert [] == faults_of(pdf), list_as
        assert least_size(versions_to_pdf([("A", each) for each in own], options)) >= 16


def test_a_chapter_in_large_print_makes_the_shared_pages_large() -> None:
    options = PageOptions.of(large_print=True)
    book = Book((Chapter((puzzle_of(6, 8),), "One", options), Chapter((puzzle_of(18, 14),))), "Two")
    pages = [*pypdfium2.PdfDocument(book_to_pdf(book, PageOptions())[0])]
    sizes = [min(glyph.size for glyph in read_glyphs(page)) for page in pages]
    assert [size >= 16 for size in sizes[:3]] == [True] * 3
    assert sizes[3] < 16  # the other chapter keeps its look


def test_large_print_refuses_what_would_be_small() -> None:
    with pytest.raises(lg.InputError, match="a mini key has small letters"):
        PageOptions.of(large_print=True, mini_key=True)
    with pytest.raises(lg.PuzzleError, match=r"letters of 13\.\d points.*give solutions=1"):
        puzzle_of(18, 14).to_pdf(large_print=True, solutions=4)


def test_long_headings_are_wrapped_at_the_size_of_the_words() -> None:
    words = theme_words("birds")[:20]
    groups = dict.fromkeys(words[:10], "Birds of gardens, hedges and small woods")
    groups |= dict.fromkeys(words[10:], "Birds of the water and of the shore, and some others")
    puzzle = lg.make_puzzle(words, groups=groups, seed=1)
    for paper in ("a4", "a5"):
        [sheet] = sheets_of(puzzle, paper=paper)
        assert len({text.size for text in texts_of(sheet, "list")}) == 1
        headings = " ".join(text.text for text in texts_of(sheet, "list") if text.bold)
        assert headings == " ".join(dict.fromkeys(groups.values()))
        assert [] == faults_of(puzzle.to_pdf(paper=paper))
