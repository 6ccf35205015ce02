"""Answers on printed pages: capsules contain the letters of their words."""

from __future__ import annotations

import pytest

import lexigrid as lg
from lexigrid.render.print.answers import key_sheets
from lexigrid.render.print.documents import fonts_for
from lexigrid.render.print.options import PageOptions
from lexigrid.render.print.page_setup import PageSetup
from lexigrid.render.print.puzzle_page import PuzzleLayout
from lexigrid.render.print.sheet import Capsule, Line, Sheet, Text
from pages import texts_of


def key_of(puzzle: lg.Puzzle) -> tuple[Sheet, PageSetup]:
    options = PageOptions()
    setup = PageSetup.of(options, puzzle.strings, fonts_for(options, "en"))
    [sheet] = key_sheets(puzzle, setup, title="Key")
    return sheet, setup


@pytest.mark.parametrize(
    ("words", "language"),
    [
        (("kůň", "příliš"), "cs"),
        (("Äpfel", "Übung"), "de"),
        (("كلب", "حصان"), "ar"),
        (("पुस्तक", "विद्यालय"), "hi"),
    ],
)
def test_capsules_contain_accents_and_tails(words: tuple[str, ...], language: str) -> None:
    puzzle = lg.make_puzzle(words, language=language, directions="E,W", seed=1)
    sheet, setup = key_of(puzzle)
    capsules = [each for each in sheet.shapes if isinstance(each, Capsule) and each.fill]
    assert len(words) == len(capsules)
    rows = 0
    for capsule in capsules:
        left, right = sorted((capsule.x1, capsule.x2))
        for text in texts_of(sheet, "grid"):
            is_near = abs(text.y - capsule.y1) < text.size and left <= text.x <= right
            if capsule.y1 != capsule.y2 or not is_near or not text.bold:
                continue
            rows += 1
            below, above = setup.metrics.extent(text.text, True)
            assert text.y - above * text.size > capsule.y1 - capsule.radius
            assert text.y - below * text.size < capsule.y1 + capsule.radius
    assert rows


@pytest.mark.parametrize(("words", "size", "count"), [(150, 40, 1), (200, 45, 2)])
def test_grid_and_places_stay_readable(words: int, size: int, count: int) -> None:
    puzzle = lg.make_puzzle(lg.random_words(words, 4), size=size, seed=4)
    options = PageOptions()
    setup = PageSetup.of(options, puzzle.strings, fonts_for(options, "en"))
    sheets = key_sheets(puzzle, setup, title="Key")
    assert [595.28] * count == [sheet.width for sheet in sheets]
    assert 7.5 <= min(text.size for sheet in sheets for text in texts_of(sheet, "list"))
    letters = [text for text in texts_of(sheets[0], "grid") if text.text.isalpha()]
    assert 5.0 <= min(text.size for text in letters)


def test_a_line_below_a_title_does_not_touch_its_letters() -> None:
    puzzle = lg.make_puzzle(["oat", "rye"], size=5, seed=1, title="Playing")
    options = PageOptions(style="minimal")
    setup = PageSetup.of(options, puzzle.strings, fonts_for(options, "en"))
    [sheet] = PuzzleLayout.of(puzzle, setup).draw()
    [title] = texts_of(sheet, "title")
    line = next(each for each in sheet.shapes if isinstance(each, Line))
    assert isinstance(title, Text)
    assert line.y1 > title.y - setup.metrics.extent(title.text)[0] * title.size + 2
