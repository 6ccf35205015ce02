"""What the list of a puzzle shows for each word: the word itself, or only a part of it."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Literal

from .._util.rng import SplitMix64, derived_seed
from ..alphabet import Alphabet, graphemes
from ..puzzle import Puzzle, letters_of

ListAs = Literal["words", "scrambled", "no-vowels", "initials", "lengths", "none"]

#: Vowels of Latin, Greek and Cyrillic letters, without their accents.
_VOWELS = frozenset("aeiouyæœøαεηιουωаеиоуыэюяєіїё")
_BLANK = "_"


def list_words(puzzle: Puzzle, words: Sequence[str], list_as: ListAs) -> tuple[str, ...]:
    """Return the entries of a list. The words are those of the puzzle, in the case to show.

    >>> from lexigrid.puzzle.generate import make_puzzle
    >>> puzzle = make_puzzle(["barley", "oat"], seed=1)
    >>> list_words(puzzle, puzzle.words, "no-vowels"), list_words(puzzle, puzzle.words, "initials")
    (('b_rl__', '__t'), ('b_____', 'o__'))
    >>> list_words(puzzle, puzzle.words, "lengths")
    ('6 letters', '3 letters')
    """
    match list_as:
        case "words":
            return tuple(words)
        case "none":
            return ()
        case "lengths":
            split = (letters_of(puzzle.grid.alphabet or Alphabet(), word) for word in puzzle.words)
            format_number = puzzle.strings.format
            return tuple(format_number("letters", number=len(letters)) for letters in split)
        case "scrambled":
            return tuple(
                _scrambled(word, derived_seed(puzzle.seed or 0, number))
                for number, word in enumerate(words)
            )
        case "no-vowels":
            return tuple(
                "".join(_BLANK if _is_vowel(letter) else letter for letter in graphemes(word))
                for word in words
            )
        case "initials":
            return tuple(" ".join(map(_initial, word.split())) for word in words)


def _initial(part: str) -> str:
    first, *others = graphemes(part)
    return first + "".join(_BLANK if letter.isalpha() else letter for letter in others)


def _is_vowel(letter: str) -> bool:
    return unicodedata.normalize("NFD", letter)[0].lower() in _VOWELS


def _scrambled(text: str, seed: int) -> str:
    """Shuffle the letters of each part of a text, so that it differs if it can."""
    rng = SplitMix64(seed)
    parts = []
    for part in text.split():
        letters = [*graphemes(part)]
        shuffled = letters
        for _ in range(20):
            shuffled = rng.shuffled(letters)
            if shuffled != letters:
                break
        parts.append("".join(shuffled))
    return " ".join(parts)
