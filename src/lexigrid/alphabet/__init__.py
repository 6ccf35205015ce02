"""Alphabets split text into letters, by the rules of Unicode and of languages."""

from .alphabet import OPEN, Alphabet, fold_characters, pack_letters
from .rules import name_setting, names
from .text import (
    BORDER,
    HIRAGANA,
    KATAKANA,
    characters_of,
    graphemes,
    is_lone,
    is_punctuation,
    split_at_line_ends,
)

__all__ = [
    "BORDER",
    "HIRAGANA",
    "KATAKANA",
    "OPEN",
    "Alphabet",
    "characters_of",
    "fold_characters",
    "graphemes",
    "is_lone",
    "is_punctuation",
    "name_setting",
    "names",
    "pack_letters",
    "split_at_line_ends",
]
