"""Grids of tiles: each cell holds a Tile or is a hole, and a Grid never changes."""

from .cells import map_tiles
from .convert import GridLike, GridsLike, as_grid
from .encode import MAX_CELLS, MAX_TILES
from .grid import Grid
from .io import GRID_ROWS, PATH_COLUMN, PUZZLE_COLUMNS, PUZZLE_FORMAT, kind_of, page_json
from .picture import draw_for_notebook, draw_grid
from .tile import Tile

__all__ = [
    "GRID_ROWS",
    "MAX_CELLS",
    "MAX_TILES",
    "PATH_COLUMN",
    "PUZZLE_COLUMNS",
    "PUZZLE_FORMAT",
    "Grid",
    "GridLike",
    "GridsLike",
    "Tile",
    "as_grid",
    "draw_for_notebook",
    "draw_grid",
    "kind_of",
    "map_tiles",
    "page_json",
]
