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
from .generate import LEVELS, Mask, make_puzzle
from .geometry import ALL_DIRECTIONS, Cell, Direction, Topology
from .grid import Grid, Tile
from .kernels import active_kernel, force_kernel, kernels
from .lexicon import Cursor, Lexicon
from .puzzle import Difficulty, Fault, Placement, Puzzle, PuzzleReport, check_puzzle
from .search import (
    SCORINGS,
    FoundWord,
    FoundWords,
    Lines,
    Occurrence,
    Trace,
    find_lines,
    find_paths,
    points_table,
    score_grids,
    trace,
)

__version__ = "0.1.0"

__all__ = [
    "ALL_DIRECTIONS",
    "LEVELS",
    "SCORINGS",
    "Alphabet",
    "AlphabetError",
    "Cell",
    "Cursor",
    "Difficulty",
    "Direction",
    "Fault",
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
    "Mask",
    "Occurrence",
    "Placement",
    "Puzzle",
    "PuzzleError",
    "PuzzleReport",
    "Tile",
    "Topology",
    "Trace",
    "__version__",
    "active_kernel",
    "check_puzzle",
    "find_lines",
    "find_paths",
    "force_kernel",
    "kernels",
    "make_puzzle",
    "points_table",
    "score_grids",
    "trace",
]
