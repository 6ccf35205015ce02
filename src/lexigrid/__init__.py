"""lexigrid finds, makes and plays words in letter grids.

Three questions to a grid: `find_lines` (words in a straight line), `find_paths` (all words of a
lexicon along touching cells) and `trace` (one word, along any path).

>>> grid = Grid.parse("tea/ant/oat")
>>> [str(found) for found in find_lines(grid, ["oat"], first=True)]
['oat 2,0 N']
"""

from .alphabet import Alphabet
from .errors import (
    AlphabetError,
    GameError,
    GridError,
    InputError,
    LexiconError,
    LexiconFormatError,
    LexigridError,
    PuzzleError,
)
from .geometry import ALL_DIRECTIONS, Cell, Direction, Topology
from .grid import Grid, Tile
from .kernels import active_kernel, force_kernel, kernels
from .lexicon import Cursor, Lexicon
from .search import (
    SCORINGS,
    FoundInMany,
    FoundWord,
    FoundWords,
    Lines,
    Occurrence,
    PathArrays,
    Trace,
    find_lines,
    find_paths,
    find_paths_many,
    points_table,
    score_changes,
    score_grids,
    trace,
)

__version__ = "0.1.0"

__all__ = [
    "ALL_DIRECTIONS",
    "SCORINGS",
    "Alphabet",
    "AlphabetError",
    "Cell",
    "Cursor",
    "Direction",
    "FoundInMany",
    "FoundWord",
    "FoundWords",
    "GameError",
    "Grid",
    "GridError",
    "InputError",
    "Lexicon",
    "LexiconError",
    "LexiconFormatError",
    "LexigridError",
    "Lines",
    "Occurrence",
    "PathArrays",
    "PuzzleError",
    "Tile",
    "Topology",
    "Trace",
    "__version__",
    "active_kernel",
    "find_lines",
    "find_paths",
    "find_paths_many",
    "force_kernel",
    "kernels",
    "points_table",
    "score_changes",
    "score_grids",
    "trace",
]
