"""Draw word searches as puzzle books and worksheets usually print them.

These pages are drawn from scratch, as common as we could make them, and copy no publisher. A *book
page* has a large grid without lines, a list in capitals, and several answers to a page at the back;
a *worksheet* has a line for the name, a ruled grid and a word bank. All on letter paper.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from fpdf import FPDF

from lexigrid import Cell, Puzzle

_WIDTH = 612.0
#: The height of capitals relative to the font size.
_CAPITALS = 0.72


@dataclass(frozen=True, slots=True)
class _Grid:
    """A grid on a page: its left and upper edge, and the size of a cell."""

    puzzle: Puzzle
    left: float
    top: float
    cell: float

    @classmethod
    def centred(cls, puzzle: Puzzle, middle: float, top: float, cell: float) -> _Grid:
        return cls(puzzle, middle - puzzle.grid.columns * cell / 2, top, cell)

    @property
    def bottom(self) -> float:
        return self.top + self.puzzle.grid.rows * self.cell

    def draw_letters(self, pdf: FPDF, size: float) -> None:
        for row, column in self.puzzle.grid:
            tile = self.puzzle.grid[row, column]
            assert tile is not None
            y = self.top + row * self.cell + self.cell / 2 + size * _CAPITALS / 2
            x = self.left + (column + 0.5) * self.cell - pdf.get_string_width(tile.face) / 2
            pdf.text(x, y, tile.face)

    def draw_lines(self, pdf: FPDF) -> None:
        rows, columns = self.puzzle.grid.rows, self.puzzle.grid.columns
        for row in range(rows + 1):
            y = self.top + row * self.cell
            pdf.line(self.left, y, self.left + columns * self.cell, y)
        for column in range(columns + 1):
            x = self.left + column * self.cell
            pdf.line(x, self.top, x, self.bottom)

    def draw_answers(self, pdf: FPDF, *, is_filled: bool) -> None:
        """Draw a loop around each word, or a bar of marker pen under it."""
        thick = (0.6 if is_filled else 0.78) * self.cell
        pdf.set_line_width(0.8)
        pdf.set_fill_color(255, 230, 90)
        for placed in self.puzzle.key:
            start, end = (self._middle(cell) for cell in (placed.start, placed.end))
            dx, dy = end[0] - start[0], end[1] - start[1]
            box = (start[0] - thick / 2, start[1] - thick / 2, math.hypot(dx, dy) + thick, thick)
            style = "F" if is_filled else "D"
            with pdf.rotation(-math.degrees(math.atan2(dy, dx)), *start):
                pdf.rect(*box, style, round_corners=True, corner_radius=thick / 2.01)

    def _middle(self, cell: Cell) -> tuple[float, float]:
        row, column = cell
        return self.left + (column + 0.5) * self.cell, self.top + (row + 0.5) * self.cell


def book_pages(puzzles: Sequence[Puzzle]) -> bytes:
    """Return two pages: the first puzzle in large letters, and the answers of all four."""
    pdf = _new()
    first = puzzles[0]
    pdf.set_font("helvetica", "B", 26)
    _line(pdf, 62, first.title.upper())
    list_height = -(-len(first.words) // 3) * 22
    cell = min(500 / first.grid.columns, (600 - list_height) / first.grid.rows)
    grid = _Grid.centred(first, _WIDTH / 2, 92, cell)
    pdf.set_font("helvetica", "B", 0.66 * cell)
    grid.draw_letters(pdf, 0.66 * cell)
    pdf.set_font("helvetica", "", 16)
    _draw_list(pdf, first, grid.bottom + 40, 22, (84, 560), 3)
    pdf.set_font("helvetica", "", 12)
    _line(pdf, 766, "12")
    pdf.add_page()
    pdf.set_font("helvetica", "B", 20)
    _line(pdf, 50, "SOLUTIONS")
    for number, puzzle in enumerate(puzzles):
        across, down = number % 2, number // 2
        cell = 240 / max(puzzle.grid.rows, puzzle.grid.columns)
        middle = _WIDTH / 2 + (across - 0.5) * 280
        small = _Grid.centred(puzzle, middle, 100 + down * 330, cell)
        pdf.set_font("helvetica", "B", 12)
        _line(pdf, small.top - 12, puzzle.title.upper(), middle)
        pdf.set_font("helvetica", "", 0.7 * cell)
        small.draw_letters(pdf, 0.7 * cell)
        small.draw_answers(pdf, is_filled=False)
    pdf.set_font("helvetica", "", 12)
    _line(pdf, 766, "97")
    return bytes(pdf.output())


def worksheet(puzzle: Puzzle) -> bytes:
    """Return two pages: a puzzle with lines for name and date, and its answers."""
    pdf = _new()
    for is_key in (False, True):
        if is_key:
            pdf.add_page()
        pdf.set_font("times", "", 14)
        pdf.text(60, 58, "Name: ______________________________")
        pdf.text(392, 58, "Date: _______________")
        pdf.set_font("times", "B", 26)
        _line(pdf, 104, f"{puzzle.title} Word Search" + " - Answer Key" * is_key)
        cell = min(440 / puzzle.grid.columns, 440 / puzzle.grid.rows)
        grid = _Grid.centred(puzzle, _WIDTH / 2, 126, cell)
        if is_key:
            grid.draw_answers(pdf, is_filled=True)
        pdf.set_line_width(0.7)
        grid.draw_lines(pdf)
        pdf.set_font("helvetica", "", 0.56 * cell)
        grid.draw_letters(pdf, 0.56 * cell)
        rows = -(-len(puzzle.words) // 4)
        top = grid.bottom + 22
        pdf.rect(60, top, 492, 44 + rows * 20)
        pdf.set_font("times", "B", 16)
        _line(pdf, top + 22, "Word Bank")
        pdf.set_font("times", "", 14)
        _draw_list(pdf, puzzle, top + 44, 20, (76, 536), 4, str)
    return bytes(pdf.output())


def _new() -> FPDF:
    pdf = FPDF(unit="pt", format="letter")
    pdf.set_auto_page_break(False)
    pdf.add_page()
    return pdf


def _line(pdf: FPDF, y: float, text: str, middle: float = _WIDTH / 2) -> None:
    """Write a centred line."""
    pdf.text(middle - pdf.get_string_width(text) / 2, y, text)


def _draw_list(
    pdf: FPDF,
    puzzle: Puzzle,
    top: float,
    leading: float,
    sides: tuple[float, float],
    columns: int,
    write: Callable[[str], str] = str.upper,
) -> None:
    """Write the words in columns of equal width, filled row by row in alphabetical order."""
    left, right = sides
    for number, word in enumerate(sorted(puzzle.words)):
        x = left + number % columns * (right - left) / columns
        pdf.text(x, top + number // columns * leading, write(word))
