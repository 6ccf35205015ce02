"""Letters laid on a shape.

Knows alphabets and geometry; known by search and everything above.
Rule: each cell of a Grid holds a Tile or is a hole, and a Grid never changes.
"""

from .grid import MAX_CELLS, MAX_TILES, Grid
from .tile import Tile

__all__ = ["MAX_CELLS", "MAX_TILES", "Grid", "Tile"]
