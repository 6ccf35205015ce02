"""A grid drawn as text, with the cells of its matches highlighted.

Rows and columns are numbered from 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ...geometry import Cell
from ...grid import Grid, Tile, map_tiles
from .page import Page
from .width import display_width, join_marks, pad, printable

MAX_PICTURE_ROWS = 200
MAX_PICTURE_WIDTH = 200


class Mark(NamedTuple):
    """How a matched cell is highlighted: its style, and whether several matches share it."""

    style: int = 0
    shared: bool = False


def mark_cells(matches: Iterable[Iterable[Cell]], *, one_style: bool = False) -> dict[Cell, Mark]:
    """Give each match the next style, or all the same one; cells of several matches are shared.

    >>> mark_cells([[Cell(0, 0), Cell(0, 1)], [Cell(0, 1)]])[Cell(0, 1)]
    Mark(style=0, shared=True)
    """
    marks: dict[Cell, Mark] = {}
    for number, cells in enumerate(matches):
        for cell in set(cells):
            if cell not in marks:
                marks[cell] = Mark(0 if one_style else number)
            elif not one_style:
                marks[cell] = Mark(marks[cell].style, shared=True)
    return marks


def spread_grid(grid: Grid, page: Page) -> list[str]:
    """Return the rows of a grid with blanks between the tiles, which can be parsed.

    On a terminal, tiles that run from right to left keep their columns.

    >>> spread_grid(Grid.parse("Qu a t/t e a"), Page())
    ['Qu a  t', 't  e  a']
    """
    if grid.columns == 1:
        return grid.format().splitlines()
    width = max((display_width(tile.format()) for tile in grid.tiles), default=1)

    def write(tile: Tile | None) -> str:
        token = "." if tile is None else tile.format()
        return pad(page.isolate(token) if page.terminal else token, width)

    return [join_marks(" ".join(row).rstrip()) for row in map_tiles(grid, write)]


def render_grid(
    grid: Grid,
    marks: Mapping[Cell, Mark],
    page: Page,
    *,
    hexagonal: bool = False,
    hide_others: bool = False,
    notes: Mapping[Cell, str] | None = None,
) -> list[str]:
    """Draw the grid with row and column numbers; return no lines if it does not fit on the page.

    Without colour, or with `hide_others`, letters outside all matches are dots. Holes are blank.
    `notes` follow the letters of marked cells.

    >>> marks = mark_cells([[Cell(2, 0)]])
    >>> print("\\n".join(render_grid(Grid.parse("tea/ant/oat"), marks, Page())))
       1 2 3
    1  · · ·
    2  · · ·
    3  o · ·
    """
    if grid.rows > MAX_PICTURE_ROWS or grid.columns > MAX_PICTURE_WIDTH:
        return []
    codes = grid.codes
    tiles = ((code, grid.tile_table[code]) for code in set(codes))
    faces = {code: page.isolate(printable(tile.face)) if tile else "" for code, tile in tiles}
    notes = notes or {}
    noted = {
        cell: faces[codes[cell.row * grid.columns + cell.column]] + notes[cell] for cell in notes
    }
    cell_width = max(map(display_width, (*faces.values(), *noted.values())), default=1) or 1
    label_width = len(str(grid.rows))
    gap = _choose_gap(page, label_width + 2, grid.columns, cell_width, hexagonal=hexagonal)
    if gap is None:
        return []
    shift = " " * ((cell_width + len(gap)) // 2)
    keep_others = page.colour and not hide_others
    drawn = [
        " " * (label_width + 2) + page.dim(line)
        for line in _draw_ruler(grid.columns, cell_width, gap)
    ]
    for row in range(grid.rows):
        parts = []
        for column in range(grid.columns):
            face = faces[codes[row * grid.columns + column]]
            mark = marks.get(Cell(row, column))
            if mark is not None and noted:
                face = noted.get(Cell(row, column), face)
            blanks = " " * (cell_width - display_width(face))
            if mark is not None:
                parts.append(page.highlight(face, mark.style, shared=mark.shared) + blanks)
            elif keep_others or not face:
                parts.append(page.dim(face) + blanks)
            else:
                parts.append(page.dim(page.dot) + " " * (cell_width - 1))
        label = page.dim(pad(str(row + 1), label_width, right=True)) + "  "
        indent = shift if hexagonal and row % 2 else ""
        drawn.append(join_marks((label + indent + gap.join(parts)).rstrip()))
    return drawn


def _choose_gap(
    page: Page, margin: int, columns: int, cell_width: int, *, hexagonal: bool
) -> str | None:
    """Return the gap between cells: a blank if it fits, else ""; None if the grid does not fit."""
    most = page.width if page.terminal else max(page.width, MAX_PICTURE_WIDTH)
    for gap, limit in ((" ", page.width), ("", most)):
        pitch = cell_width + len(gap)
        if margin + columns * pitch - len(gap) + (pitch // 2 if hexagonal else 0) <= limit:
            return gap
    return None


def _draw_ruler(columns: int, cell_width: int, gap: str) -> list[str]:
    """Write the column numbers downwards: the tens above the units, only where they change."""
    digits = len(str(columns))
    lines = []
    for place in range(digits - 1, -1, -1):
        power = 10**place
        signs = (
            str(number // power % 10) if number >= power and number % power == 0 else ""
            for number in range(1, columns + 1)
        )
        if place == 0:
            signs = (str(number % 10) for number in range(1, columns + 1))
        lines.append(gap.join(pad(sign, cell_width) for sign in signs).rstrip())
    return lines
