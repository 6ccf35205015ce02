"""lexigrid finds, makes and plays words in letter grids.

Three searches of a grid: `find_lines` (words in straight lines), `find_paths` (all words of a
lexicon along touching cells) and `trace` (one word, along any path).

>>> grid = Grid.parse("tea/ant/oat")
>>> [str(found) for found in find_lines(grid, ["oat"], first=True)]
['oat 2,0 N']
"""

import typing as _typing

from .alphabet import Alphabet
from .cpu import active_cpu_target, cpu_targets, set_cpu_target
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
from .lexicon import Cursor, Lexicon, rude_words
from .search import (
    SCORINGS,
    BulkPaths,
    FoundWord,
    FoundWords,
    Lines,
    Occurrence,
    PathArrays,
    Trace,
    certify_absence,
    check_absence,
    find_lines,
    find_paths,
    find_paths_many,
    iter_paths,
    points_table,
    score_changes,
    score_grids,
    score_swaps,
    trace,
)

if _typing.TYPE_CHECKING:
    from .boards import BestBoard, BoardSpec, FoundBoard, IntRange, find_board, optimize_board, roll
    from .game import Dice, Game, Reason, Rules, Scores, Verdict, choose_dice, derive_dice
    from .play.opponents import Opponent, TimedWord
    from .puzzle import Difficulty, Fault, Placement, Puzzle, PuzzleReport, check_puzzle
    from .puzzle.generate import LEVELS, Mask, make_puzzle, random_words, theme_words, themes

#: The version of the package.
__version__ = "0.1.0"

#: Names that are imported when they are first used, by module.
_LAZY = {
    "puzzle.generate": "LEVELS Mask make_puzzle random_words theme_words themes",
    "puzzle": "Difficulty Fault Placement Puzzle PuzzleReport check_puzzle",
    "game": "Dice Game Reason Rules Scores Verdict choose_dice derive_dice",
    "play.opponents": "Opponent TimedWord",
    "boards": "BestBoard BoardSpec FoundBoard IntRange optimize_board find_board roll",
}

__all__ = [
    "ALL_DIRECTIONS",
    "LEVELS",
    "SCORINGS",
    "Alphabet",
    "AlphabetError",
    "BestBoard",
    "BoardSpec",
    "BulkPaths",
    "Cell",
    "Cursor",
    "Dice",
    "Difficulty",
    "Direction",
    "Fault",
    "FoundBoard",
    "FoundWord",
    "FoundWords",
    "Game",
    "GameError",
    "Grid",
    "GridError",
    "InputError",
    "IntRange",
    "Lexicon",
    "LexiconError",
    "LexiconFormatError",
    "LexigridError",
    "Lines",
    "Mask",
    "Occurrence",
    "Opponent",
    "PathArrays",
    "Placement",
    "Puzzle",
    "PuzzleError",
    "PuzzleReport",
    "Reason",
    "Rules",
    "Scores",
    "Tile",
    "TimedWord",
    "Topology",
    "Trace",
    "Verdict",
    "__version__",
    "active_cpu_target",
    "certify_absence",
    "check_absence",
    "check_puzzle",
    "choose_dice",
    "cpu_targets",
    "derive_dice",
    "find_board",
    "find_lines",
    "find_paths",
    "find_paths_many",
    "iter_paths",
    "make_puzzle",
    "optimize_board",
    "points_table",
    "random_words",
    "roll",
    "rude_words",
    "score_changes",
    "score_grids",
    "score_swaps",
    "set_cpu_target",
    "theme_words",
    "themes",
    "trace",
]


def __dir__() -> list[str]:
    """Return the public names, lazy ones too."""
    return sorted({*globals(), *__all__})


def __getattr__(name: str) -> _typing.Any:
    """Import a name of `_LAZY`."""
    from importlib import import_module

    for module, names in _LAZY.items():
        if name in names.split():
            found = getattr(import_module(f".{module}", __name__), name)
            globals()[name] = found
            return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
