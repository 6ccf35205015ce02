"""The photo as SVG with what was read drawn over it."""

from __future__ import annotations

import base64
import math
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from ..errors import GridError
from ..geometry import Cell
from .picture import Picture, import_cv2

if TYPE_CHECKING:
    from .reading import PhotoGrid

_COLOURS = ("#2e8b57", "#1e6fd9", "#b5446e", "#c77700", "#6a4fb3")
_QUALITY = 82


def draw_overlay(reading: PhotoGrid, picture: Picture, paths: Sequence[Sequence[Cell]]) -> str:
    """Return the photo with letters, rings around doubtful ones, and capsules over paths.

    Raises:
        GridError: a path has no cells, or one that is not on the grid.
    """
    width, height = picture.width, picture.height
    cells, grid = reading.cells, reading.grid
    rows, columns = grid.rows, grid.columns
    span = math.dist(cells[0][0], cells[-1][-1]) / math.hypot(max(rows, 2) - 1, max(columns, 2) - 1)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="img" aria-label="photo of a letter grid, {rows} by {columns}">',
        f'<image href="data:image/jpeg;base64,{_encode(picture)}" width="{width}" '
        f'height="{height}"/>',
    ]
    for number, path in enumerate(paths):
        if not path or not all(0 <= r < rows and 0 <= c < columns for r, c in path):
            raise GridError("a path has no cells, or one that is not on the grid")
        points = " L".join("{:.1f} {:.1f}".format(*cells[r][c]) for r, c in (*path, path[-1]))
        parts.append(
            f'<path d="M{points}" fill="none" stroke="{_COLOURS[number % len(_COLOURS)]}" '
            f'stroke-opacity=".45" stroke-width="{span * 0.7:.1f}" stroke-linecap="round" '
            'stroke-linejoin="round"/>'
        )
    parts.append(
        f'<g font-family="Helvetica, Arial, sans-serif" font-size="{span * 0.32:.1f}" '
        'fill="#0b57d0" text-anchor="middle">'
    )
    for row, column in ((r, c) for r in range(rows) for c in range(columns)):
        x, y = cells[row][column]
        tile = grid[row, column]
        face = "" if tile is None else escape(tile.face)
        parts.append(f'<text x="{x + span * 0.34:.1f}" y="{y + span * 0.46:.1f}">{face}</text>')
    parts.append(f'</g><g fill="none" stroke="#d92c2c" stroke-width="{span * 0.08:.1f}">')
    for doubt in reading.doubtful:
        x, y = cells[doubt.cell.row][doubt.cell.column]
        parts.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{span * 0.45:.1f}">'
            f"<title>{escape(str(doubt))}</title></circle>"
        )
    return "".join([*parts, "</g></svg>"])


def _encode(picture: Picture) -> str:
    cv2 = import_cv2()
    quality = [cv2.IMWRITE_JPEG_QUALITY, _QUALITY]
    return base64.b64encode(cv2.imencode(".jpg", picture.pixels, quality)[1]).decode("ascii")
