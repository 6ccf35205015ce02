"""Searches of one grid (for lines, for paths, for one word) and of many boards at once.

Answers are immutable sequences in canonical order; their items are made from flat arrays when read.
"""

from .absence import certify_absence, check_absence
from .bulk.bounds import BoardBound, bound_boards, bound_pattern, check_letters
from .bulk.paths import BulkArrays, BulkPaths, find_paths_many, search_boards
from .bulk.scores import score_boards, score_changes, score_grids, score_swaps
from .cover_hints import CoverHint
from .covers import Cover, Covers, check_board, search_covers, solve_cover
from .encode import as_lexicon, resolve_words
from .lines import Lines, Occurrence, find_lines, search_lines
from .options import (
    DEVICES,
    BulkOptions,
    BulkPathsMode,
    BulkSort,
    Device,
    LineOptions,
    PathOptions,
    Paths,
    Sort,
    TraceOptions,
    TracePaths,
)
from .paths import FoundWord, FoundWords, PathArrays, find_paths, search_paths
from .scoring import SCORINGS, SchemeName, Scoring, ScoringKind, points_table, scoring_form
from .trace import Trace, iter_paths, trace, trace_word

__all__ = [
    "DEVICES",
    "SCORINGS",
    "BoardBound",
    "BulkArrays",
    "BulkOptions",
    "BulkPaths",
    "BulkPathsMode",
    "BulkSort",
    "Cover",
    "CoverHint",
    "Covers",
    "Device",
    "FoundWord",
    "FoundWords",
    "LineOptions",
    "Lines",
    "Occurrence",
    "PathArrays",
    "PathOptions",
    "Paths",
    "SchemeName",
    "Scoring",
    "ScoringKind",
    "Sort",
    "Trace",
    "TraceOptions",
    "TracePaths",
    "as_lexicon",
    "bound_boards",
    "bound_pattern",
    "certify_absence",
    "check_absence",
    "check_board",
    "check_letters",
    "find_lines",
    "find_paths",
    "find_paths_many",
    "iter_paths",
    "points_table",
    "resolve_words",
    "score_boards",
    "score_changes",
    "score_grids",
    "score_swaps",
    "scoring_form",
    "search_boards",
    "search_covers",
    "search_lines",
    "search_paths",
    "solve_cover",
    "trace",
    "trace_word",
]
