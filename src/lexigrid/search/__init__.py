"""The three questions to a grid: lines, paths, one word traced.

Knows grids, lexicons and the native core; known by everything above.
Rule: answers are immutable sequences in canonical order, dressed from flat arrays when asked.
"""

from .absence import certify_absence, check_absence
from .bulk.scores import score_changes, score_grids, score_swaps
from .bulk.words import BulkPaths, find_paths_many
from .lines import Lines, Occurrence, find_lines
from .paths import FoundWord, FoundWords, PathArrays, find_paths
from .scoring import SCORINGS, points_table
from .trace import Trace, iter_paths, trace

__all__ = [
    "SCORINGS",
    "BulkPaths",
    "FoundWord",
    "FoundWords",
    "Lines",
    "Occurrence",
    "PathArrays",
    "Trace",
    "certify_absence",
    "check_absence",
    "find_lines",
    "find_paths",
    "find_paths_many",
    "iter_paths",
    "points_table",
    "score_changes",
    "score_grids",
    "score_swaps",
    "trace",
]
