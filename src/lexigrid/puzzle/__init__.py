"""Word-search puzzles: a grid, the words to find, and where they are."""

from .difficulty import Difficulty
from .placement import Placement, letters_of
from .puzzle import Puzzle
from .verify import check_puzzle

__all__ = ["Difficulty", "Placement", "Puzzle", "check_puzzle", "letters_of"]
