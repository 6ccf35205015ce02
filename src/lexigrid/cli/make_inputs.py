"""The inputs of `lexigrid make`: words, sizes, masks and directions as the user writes them.

A wrong value is one error that names the option and what was expected.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING

from ..errors import InputError
from .inputs import is_file, is_file_name, recover_text
from .options import parse_shape
from .word_files import read_lines

if TYPE_CHECKING:
    from ..puzzle.generate import Mask

_RANDOM_WORDS = 20
_RANDOM_LENGTHS = (4, 10)


@dataclass(frozen=True, slots=True)
class WordSource:
    """Where the words of a puzzle come from."""

    words: tuple[str, ...]
    files: tuple[str, ...]
    themes: tuple[str, ...]
    random: int | None
    commonness: int | None
    length: tuple[int, int] | None

    def gather(self, seed: int) -> list[str]:
        """Collect the words of the command line, files, themes and the built-in lexicon.

        Raises:
            InputError: no words at all, or a file or theme that does not exist.
        """
        from ..puzzle.generate.words import COMMON_BAND, random_words, theme_words

        words = [_check_word(recover_text(word, "a word")) for word in self.words]
        for path in self.files:
            words += read_lines(path)
        for name in self.themes:
            words += theme_words(name)
        if any(option is not None for option in (self.random, self.commonness, self.length)):
            shortest, longest = self.length or _RANDOM_LENGTHS
            band = COMMON_BAND if self.commonness is None else self.commonness
            count = self.random or _RANDOM_WORDS
            words += random_words(count, seed, band=band, shortest=shortest, longest=longest)
        if not words:
            raise InputError(
                "no words to hide: name them, or give --words FILE, --theme NAME or --random N"
            )
        return words

    @property
    def is_given(self) -> bool:
        """Does any option name a source of words?"""
        return bool(self.words or self.files or self.themes or self.random)


def _check_word(word: str) -> str:
    """Refuse what is no word, but the name of a file or several words."""
    if is_file_name(word):
        raise InputError(f"{word!r} is the name of a file; did you mean --words {word}?")
    if (separator := re.search("[,;]", word)) and any(parts := word.split(separator[0])):
        several = " ".join(part.strip().replace(" ", "") for part in parts if part.strip())
        raise InputError(
            f"{word!r} has a {separator[0]!r}; name several words one by one: {several}"
        )
    return word


def read_mask(texts: Sequence[str], is_inverted: bool) -> Mask | None:
    """Read masks, each a file of that name, else shapes, and join them."""
    if not texts:
        if is_inverted:
            raise InputError("--invert-mask turns a mask inside out; give --mask too")
        return None
    from ..puzzle.generate import Mask

    masks = (Mask.read(text) if is_file(text) else Mask.parse(text) for text in texts)
    mask = reduce(Mask.joined, masks)
    return mask.inverted() if is_inverted else mask


def parse_size(text: str) -> tuple[int, int]:
    """Parse a size: RxC, or one number for a square."""
    if re.fullmatch("[0-9]{1,4}", text.strip()):
        return int(text), int(text)
    return parse_shape(text)


def parse_word_directions(options: Sequence[str]) -> dict[str, str]:
    """Parse WORD=DIRECTIONS."""
    directions: dict[str, str] = {}
    for option in options:
        word, equals, names = option.rpartition("=")
        if not equals or not word.strip():
            raise InputError(f"--direction-of is {option!r}, expected WORD=N,E,...")
        directions[word.strip()] = names
    return directions


def parse_lengths(text: str) -> tuple[int, int]:
    """Parse a range of word lengths: 4-10, or one number."""
    found = re.fullmatch(r"\s*([0-9]{1,2})\s*(?:-\s*([0-9]{1,2}))?\s*", text)
    if not found:
        raise InputError(f"--length is {text!r}, expected a range such as 4-10")
    return int(found[1]), int(found[2] or found[1])
