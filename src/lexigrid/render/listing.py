"""What the list of a puzzle shows for each word: the word, a part of it, or a clue to it."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence
from typing import Literal

from .._util.rng import SplitMix64, derived_seed
from ..alphabet import Alphabet, graphemes
from ..errors import InputError
from ..puzzle import Placement, Puzzle, letters_of
from ..puzzle.facts import describe_times

ListAs = Literal[
    "words",
    "clues",
    "translations",
    "pictures",
    "scrambled",
    "no-vowels",
    "initials",
    "lengths",
    "none",
]

#: Vowels of Latin, Greek and Cyrillic letters, without their accents.
_VOWELS = frozenset("aeiouyæœøαεηιουωаеиоуыэюяєіїё")
_BLANK = "_"


def title_of(puzzle: Puzzle) -> str:
    """Return the title, by default the name of this kind of puzzle in its language."""
    return puzzle.title or puzzle.strings.format(
        "word_search" if puzzle.kind == "lines" else "path_puzzle"
    )


def list_words(puzzle: Puzzle, words: Sequence[str], list_as: ListAs) -> tuple[str, ...]:
    """Return the entries of a list. The words are `Puzzle.listed`, in the case to show.

    A word without a clue, a translation or a picture is listed itself. A word that is hidden
    several times is one entry with a number.

    >>> from lexigrid.puzzle.generate.make import make_puzzle
    >>> puzzle = make_puzzle(["barley", "oat"], seed=1)
    >>> list_words(puzzle, puzzle.words, "no-vowels"), list_words(puzzle, puzzle.words, "initials")
    (('b_rl__', '__t'), ('b_____', 'o__'))
    >>> list_words(puzzle, puzzle.words, "lengths")
    ('6 letters', '3 letters')

    Raises:
        InputError: no word has what the list shows.
    """
    times = Counter(puzzle.words)
    entries = list_once(puzzle, words, list_as)
    numbers = [describe_times(each.word, times[each.word]) for each in puzzle.listed]
    return tuple(map("".join, zip(entries, numbers, strict=bool(entries))))


def list_once(puzzle: Puzzle, words: Sequence[str], list_as: ListAs) -> tuple[str, ...]:
    """Return the entries of a list as `list_words` does, without numbers."""
    match list_as:
        case "words":
            return tuple(words)
        case "clues" | "translations" | "pictures":
            if len({*words_without(puzzle, list_as)}) == len(words):
                noun = list_as[:-1]
                raise InputError(
                    f"no word of the puzzle has a {noun}; write word: {noun} in a list, or a "
                    f"column {'image' if noun == 'picture' else noun} in a table of words"
                )
            return tuple(
                note_on(placed, list_as)
                or (puzzle.strings.format("picture", number=at) if _has(placed, list_as) else word)
                for at, (placed, word) in enumerate(zip(puzzle.listed, words, strict=True), 1)
            )
        case "none":
            return ()
        case "lengths":
            alphabet = puzzle.grid.alphabet or Alphabet()
            split = (letters_of(alphabet, placed.word) for placed in puzzle.listed)
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


def note_on(placed: Placement, list_as: ListAs) -> str:
    """Return what such a list shows instead of a word, and the key with it; "" for the word.

    >>> from lexigrid.puzzle.generate.make import make_puzzle
    >>> puzzle = make_puzzle(["cat", "ox"], seed=1, clues={"cat": "It purrs"})
    >>> [note_on(placed, "clues") for placed in puzzle.key]
    ['It purrs', '']
    """
    facts = placed.facts
    match list_as:
        case "clues":
            return facts.clue
        case "translations":
            return facts.translation or facts.clue
        case _:
            return ""


def words_without(puzzle: Puzzle, list_as: ListAs) -> list[str]:
    """Return the words that such a list shows themselves, because there is nothing else to show."""
    if not is_numbered(list_as):
        return []
    return [each.word for each in puzzle.listed if not _has(each, list_as)]


def _has(placed: Placement, list_as: ListAs) -> bool:
    return bool(placed.facts.image if list_as == "pictures" else note_on(placed, list_as))


def is_numbered(list_as: ListAs) -> bool:
    """Are the entries numbered, because only numbers join them to the words of the key?"""
    return list_as in ("clues", "translations", "pictures")


def _initial(part: str) -> str:
    first, *others = graphemes(part)
    return first + "".join(_BLANK if letter.isalpha() else letter for letter in others)


def _is_vowel(letter: str) -> bool:
    return unicodedata.normalize("NFD", letter)[0].lower() in _VOWELS


def _scrambled(text: str, seed: int) -> str:
    """Shuffle the letters of each part of a text, so that it differs if it can.

    A capital would say which letter is the first, so only words in capitals keep theirs.
    """
    rng = SplitMix64(seed)
    parts = []
    for part in text.split():
        letters = [*graphemes(part if part.isupper() else part.lower())]
        shuffled = letters
        for _ in range(20):
            shuffled = rng.shuffled(letters)
            if shuffled != letters:
                break
        parts.append("".join(shuffled))
    return " ".join(parts)
