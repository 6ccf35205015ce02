"""Alphabets split text into letters, by the rules of Unicode and of languages."""

from .alphabet import OPEN, Alphabet, fold_characters, pack_letters
from .rules import name_setting, names
from .text import (
    BORDER,
    HIRAGANA,
    KATAKANA,
    Table,
    characters_of,
    exchange,
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
    "Table",
    "characters_of",
    "exchange",
    "fold_characters",
    "graphemes",
    "is_lone",
    "is_punctuation",
    "name_setting",
    "names",
    "pack_letters",
    "split_at_line_ends",
]
