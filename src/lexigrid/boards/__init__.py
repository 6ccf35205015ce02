"""Boards by chance: rolled, on order, and improved as far as they go.

Knows dice, searches and lexicons; known by opponents, matches and the command line.
Rule: everything takes a seed, and the same seed gives the same board on every machine.
"""

from .._util.rng import Seed, fresh_seed
from .anneal import BestBoard, optimize_board
from .dice_roll import roll
from .spec import BoardSpec, FoundBoard, IntRange, find_board

__all__ = [
    "BestBoard",
    "BoardSpec",
    "FoundBoard",
    "IntRange",
    "Seed",
    "find_board",
    "fresh_seed",
    "optimize_board",
    "roll",
]
