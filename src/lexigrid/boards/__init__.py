"""Boards: rolled from dice, found to a specification, optimized, and shared as codes.

Every function takes a seed; the same seed gives the same board on every machine.
"""

from .._util.rng import Seed, fresh_seed
from .best import BestBoard, Goal, optimize_board
from .dice_roll import roll
from .find import count_board, find_board
from .share import open_share, share_board
from .spec import BoardSetup, BoardSpec, FoundBoard, IntRange

__all__ = [
    "BestBoard",
    "BoardSetup",
    "BoardSpec",
    "FoundBoard",
    "Goal",
    "IntRange",
    "Seed",
    "count_board",
    "find_board",
    "fresh_seed",
    "open_share",
    "optimize_board",
    "roll",
    "share_board",
]
