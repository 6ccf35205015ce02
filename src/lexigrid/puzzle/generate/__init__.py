"""Generation of word-search puzzles from words, options and a seed."""

from .make import make_from_options, make_puzzle
from .masks import Mask
from .option_kinds import LEVELS
from .options import PuzzleOptions
from .share_code import format_code, parse_code
from .words import random_words, theme_words, themes

__all__ = [
    "LEVELS",
    "Mask",
    "PuzzleOptions",
    "format_code",
    "make_from_options",
    "make_puzzle",
    "parse_code",
    "random_words",
    "theme_words",
    "themes",
]
