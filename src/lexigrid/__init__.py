"""lexigrid finds, makes and plays words in letter grids.

Three functions search a grid: `find_lines` (words in straight lines), `find_paths` (all words of a
lexicon along paths of touching cells) and `trace` (one word along any path).

>>> import lexigrid as lg
>>> [str(found) for found in lg.find_lines(lg.Grid.parse("tea/ant/oat"), ["oat"], first=True)]
['oat 2,0 N']
"""

#: Defined here because a command imports as little as possible before it handles Ctrl-C.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._util.report import Fault, Report
    from .alphabet import Alphabet
    from .batch import prove_best
    from .boards import (
        BestBoard,
        BoardSpec,
        FoundBoard,
        IntRange,
        Partition,
        Proof,
        check_proof,
        find_board,
        open_game,
        optimize_board,
        roll,
        share_game,
    )
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
    from .game import (
        Dice,
        Game,
        Hint,
        Move,
        Reason,
        ReviewedWord,
        Rules,
        Scores,
        Solution,
        Verdict,
        choose_dice,
        derive_dice,
    )
    from .geometry import ALL_DIRECTIONS, Cell, Direction, Topology
    from .grid import Grid, Tile
    from .lexicon import Cursor, Lexicon, rude_words
    from .lexicon.packs import Language, languages
    from .play.opponents import Opponent, TimedWord
    from .puzzle import Difficulty, Placement, Puzzle, check_puzzle
    from .puzzle.generate import LEVELS, Mask, make_puzzle, random_words, theme_words, themes
    from .render.print.options import PageOptions
    from .search import (
        SCORINGS,
        BoardBound,
        BulkArrays,
        BulkPaths,
        FoundWord,
        FoundWords,
        Lines,
        Occurrence,
        PathArrays,
        bound_boards,
        certify_absence,
        check_absence,
        find_lines,
        find_paths,
        find_paths_many,
        points_table,
        score_changes,
        score_grids,
        score_swaps,
    )
    from .search.trace import Trace, iter_paths, trace
del TYPE_CHECKING

#: The version of the package.
__version__ = "0.1.0"

#: Public names by module. A module is imported when one of its names is first used.
_LAZY = {
    "_util.report": "Fault Report",
    "alphabet": "Alphabet",
    "cpu": "active_cpu_target cpu_targets set_cpu_target",
    "errors": (
        "AlphabetError GameError GridError InputError LexiconError LexiconFormatError "
        "LexigridError PuzzleError"
    ),
    "geometry": "ALL_DIRECTIONS Cell Direction Topology",
    "grid": "Grid Tile",
    "lexicon": "Cursor Lexicon rude_words",
    "lexicon.packs": "Language languages",
    "search": (
        "SCORINGS BoardBound BulkArrays BulkPaths FoundWord FoundWords Lines Occurrence PathArrays "
        "Trace bound_boards certify_absence check_absence find_lines find_paths find_paths_many "
        "iter_paths points_table score_changes score_grids score_swaps trace"
    ),
    "puzzle.generate": "LEVELS Mask make_puzzle random_words theme_words themes",
    "puzzle": "Difficulty Placement Puzzle check_puzzle",
    "game": (
        "Dice Game Hint Move Reason ReviewedWord Rules Scores Solution Verdict choose_dice "
        "derive_dice"
    ),
    "play.opponents": "Opponent TimedWord",
    "boards": (
        "BestBoard BoardSpec FoundBoard IntRange Partition Proof check_proof find_board "
        "open_game optimize_board roll share_game"
    ),
    "batch": "prove_best",
    "render.print.options": "PageOptions",
}

__all__ = [
    "ALL_DIRECTIONS",
    "LEVELS",
    "SCORINGS",
    "Alphabet",
    "AlphabetError",
    "BestBoard",
    "BoardBound",
    "BoardSpec",
    "BulkArrays",
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
    "Hint",
    "InputError",
    "IntRange",
    "Language",
    "Lexicon",
    "LexiconError",
    "LexiconFormatError",
    "LexigridError",
    "Lines",
    "Mask",
    "Move",
    "Occurrence",
    "Opponent",
    "PageOptions",
    "Partition",
    "PathArrays",
    "Placement",
    "Proof",
    "Puzzle",
    "PuzzleError",
    "Reason",
    "Report",
    "ReviewedWord",
    "Rules",
    "Scores",
    "Solution",
    "Tile",
    "TimedWord",
    "Topology",
    "Trace",
    "Verdict",
    "__version__",
    "active_cpu_target",
    "bound_boards",
    "certify_absence",
    "check_absence",
    "check_proof",
    "check_puzzle",
    "choose_dice",
    "cpu_targets",
    "derive_dice",
    "find_board",
    "find_lines",
    "find_paths",
    "find_paths_many",
    "iter_paths",
    "languages",
    "make_puzzle",
    "open_game",
    "optimize_board",
    "points_table",
    "prove_best",
    "random_words",
    "roll",
    "rude_words",
    "score_changes",
    "score_grids",
    "score_swaps",
    "set_cpu_target",
    "share_game",
    "theme_words",
    "themes",
    "trace",
]


def __dir__() -> list[str]:
    """Return the public names, imported or not."""
    return sorted({*globals(), *__all__})


def __getattr__(name: str) -> object:
    """Import a name listed in `_LAZY`."""
    from importlib import import_module

    for module, names in _LAZY.items():
        if name in names.split():
            found = getattr(import_module(f".{module}", __name__), name)
            globals()[name] = found
            return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
