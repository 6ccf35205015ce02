"""Makers: word-search puzzles from words and a seed.

Knows puzzles and everything below; known by the command line.
Rule: chance comes in as a seed and nowhere else; equal recipes make equal puzzles.
"""

from .api import LEVELS, make_puzzle
from .masks import Mask
from .recipe import Recipe, format_code, parse_code

__all__ = ["LEVELS", "Mask", "Recipe", "format_code", "make_puzzle", "parse_code"]
