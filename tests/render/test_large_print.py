"""Large print: nothing is smaller than in normal print, in any size."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import lexigrid as lg
from lexigrid.render.print.answers import key_sheets
from lexigrid.render.print.fonts import Fonts
from lexigrid.render.print.options import PageOptions
from lexigrid.render.print.page_setup import PageSetup
from lexigrid.render.print.puzzle_page import PuzzleLayout
from lexigrid.render.print.sheet import Sheet
from pages import puzzle_of, texts_of

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
