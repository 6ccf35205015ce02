"""A grid as an SVG picture, with words marked on it, for notebooks and documents."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from .._util.plain_text import shorten
from ..errors import GridError, InputError
from ..geometry import Cell

if TYPE_CHECKING:
    from .grid import Grid

#: The most cells of a grid to draw; a browser takes seconds for more.
_MAX_DRAWN_CELLS = 10_000
_SIDE = 36
_MARGIN = 6
_COLOURS = ("#f2a65a", "#6ba4d8", "#8cc084", "#c98bb9", "#e6c229", "#7fc8c2", "#e07a72")
_DOT_SIZE = 5


def draw_grid(grid: Grid, paths: Iterable[Sequence[Cell]] = (), *, start: bool = False) -> str:
    """Return the grid as SVG, with a coloured capsule over the cells of each path.

    `start` puts a dot on the first cell of each path. A path that crosses the edge of the grid is
    drawn in pieces.

    >>> from lexigrid import Grid
    >>> draw_grid(Grid.parse("tea/ant/oat")).count("<text")
    9
    """
    from html import escape  # slow

    width, height = (_SIDE * size + 2 * _MARGIN for size in (grid.columns, grid.rows))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="img" aria-label="letter grid, {grid.rows} by {grid.columns}">',
        f'<rect width="{width}" height="{height}" rx="8" fill="#fff" stroke="#ccc"/>',
    ]
    for number, path in enumerate(paths):
        colour = _COLOURS[number % len(_COLOURS)]
        parts.append(
            f'<g stroke="{colour}" stroke-width="26" stroke-opacity=".55" fill="none" '
            f'stroke-linecap="round" stroke-linejoin="round">'
            + "".join(f'<path d="M{_line(piece)}"/>' for piece in _pieces(path))
            + "</g>"
        )
        if start:
            x, y = _centre(path[0])
            parts.append(f'<circle cx="{x - 10}" cy="{y - 10}" r="{_DOT_SIZE}" fill="#333"/>')
    parts.append(
        '<g font-family="Helvetica, Arial, sans-serif" font-size="19" fill="#222" '
        'text-anchor="middle" dominant-baseline="central">'
    )
    table = grid.tile_table
    for number, code in enumerate(grid.codes):
        x, y = _centre(Cell(*divmod(number, grid.columns)))
        tile = table[code]
        if tile is None:
            parts.append(f'<rect x="{x - 18}" y="{y - 18}" width="36" height="36" fill="#e8e8e8"/>')
        else:
            size = f' font-size="{max(8, 38 // len(tile.face))}"' if len(tile.face) > 2 else ""
            face = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in tile.face)
            parts.append(f'<text x="{x}" y="{y}"{size}>{escape(face)}</text>')
    return "".join([*parts, "</g></svg>"])


def draw_for_notebook(
    grid: Grid, paths: Iterable[Sequence[Cell]] = (), *, start: bool = False
) -> str | None:
    """Return what `draw_grid` does, or None for a grid that is too large to draw."""
    is_small = grid.rows * grid.columns <= _MAX_DRAWN_CELLS
    return draw_grid(grid, paths, start=start) if is_small else None


def read_paths(grid: Grid, paths: Any) -> list[list[Cell]]:
    """Return the cells of paths to draw.

    Raises:
        InputError: the paths are not made of cells.
        GridError: a path has no cells, or one that is not on the grid.
    """
    try:
        cells = [[Cell(*map(operator.index, cell)) for cell in path] for path in paths]
    except TypeError as error:
        raise InputError(
            f"paths are {shorten(paths)}, expected the cells of each: [[(0, 0), (0, 1)]]"
        ) from error
    if not all(path and all(cell in grid for cell in path) for path in cells):
        raise GridError(f"paths are {shorten(paths)}, expected cells of the grid in each")
    return cells


def _pieces(path: Sequence[Cell]) -> list[list[Cell]]:
    """Split a path where it crosses the edge of the grid."""
    pieces = [[path[0]]]
    for one, other in pairwise(path):
        if max(abs(one.row - other.row), abs(one.column - other.column)) > 1:
            pieces.append([])
        pieces[-1].append(other)
    return pieces


def _centre(cell: Cell) -> tuple[int, int]:
    return (_MARGIN + _SIDE * cell.column + _SIDE // 2, _MARGIN + _SIDE * cell.row + _SIDE // 2)


def _line(cells: Sequence[Cell]) -> str:
    """Return the points of a line; one cell is a line of zero length, which is drawn as a dot."""
    return " L".join(f"{x} {y}" for x, y in map(_centre, (*cells, cells[-1])))
