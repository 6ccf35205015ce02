"""Word-search puzzles: a grid, the words to find, and the key.

Knows grids and searches; known by the makers, the pages and the command line.
Rule: a puzzle is a value; whether it keeps its promise is asked of `check_puzzle`, never assumed.
"""

from .puzzle import Difficulty, Placement, Puzzle, letters_of
from .verify import Fault, PuzzleReport, check_puzzle

__all__ = [
    "Difficulty",
    "Fault",
    "Placement",
    "Puzzle",
    "PuzzleReport",
    "check_puzzle",
    "letters_of",
]
