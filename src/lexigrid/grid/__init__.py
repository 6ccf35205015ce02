"""Grids of tiles: each cell holds a Tile or is a hole, and a Grid never changes."""

from .cells import map_tiles
from .convert import GridLike, GridsLike, as_grid, check_rows_only
from .encode import MAX_CELLS, MAX_TILES
from .grid import Grid
from .picture import draw_for_notebook, draw_grid
from .tile import Tile

__all__ = [
    "MAX_CELLS",
    "MAX_TILES",
    "Grid",
    "GridLike",
    "GridsLike",
    "Tile",
    "as_grid",
    "check_rows_only",
    "draw_for_notebook",
    "draw_grid",
    "map_tiles",
]
