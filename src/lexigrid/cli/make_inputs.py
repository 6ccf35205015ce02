"""Read the inputs of `lexigrid make`: words, lengths, masks and directions.

The error for a wrong value names the option and what was expected.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from .._util.io import no_file
from .._util.plain_text import is_file_name
from ..errors import InputError
from .inputs import check_word, choose_alphabet, is_file, language_lexicon, recover_text
from .word_files import read_lines

if TYPE_CHECKING:
    from ..alphabet import Alphabet
    from ..puzzle.generate import Mask

#: The options that choose an alphabet, also for a puzzle that names none.
LETTERS = ("alphabet", "case_sensitive", "fold_accents", "language")
_RANDOM_WORDS = 20
_RANDOM_LENGTHS = (4, 10)


@dataclass(frozen=True, slots=True)
class WordSource:
    """The sources of the words of a puzzle."""

    words: tuple[str, ...]
    files: tuple[str, ...]
    themes: tuple[str, ...]
    random: int | None
    commonness: int | None
    length: tuple[int, int] | None

    def gather(self, seed: int, language: str | None) -> list[str]:
        """Collect words from the command line, files, themes and the lexicon of the language.

        Raises:
            InputError: there are no words, or a file or theme does not exist.
        """
        from ..puzzle.generate.words import COMMON_BAND, random_words, theme_words

        words = [check_word(recover_text(word, "a word")) for word in self.words]
        for path in self.files:
            words += read_lines(path)
        for name in self.themes:
            words += theme_words(name, language=language)
        is_chosen = self.commonness is not None or self.length is not None
        if words and is_chosen and self.random is None:
            raise InputError("--length and --commonness choose random words; give --random N too")
        if is_chosen or self.random is not None:
            shortest, longest = self.length or _RANDOM_LENGTHS
            band = COMMON_BAND if self.commonness is None else self.commonness
            count = self.random or _RANDOM_WORDS
            language_lexicon(language)  # prints a message if it must be compiled first
            words += random_words(
                count, seed, band=band, shortest=shortest, longest=longest, language=language
            )
        if not words:
            raise InputError(
                "no words to hide: name them, or give --words FILE, --theme NAME or --random N"
            )
        return words

    def title(self, language: str | None) -> str:
        """Return the title of a puzzle whose words all come from themes, else ""."""
        from ..puzzle.generate.words import theme_title

        is_mixed = self.words or self.files or self.random
        return "" if is_mixed else ", ".join(theme_title(name, language) for name in self.themes)

    @property
    def is_given(self) -> bool:
        """Does any option name a source of words?"""
        return bool(self.words or self.files or self.themes or self.random)


def read_alphabet(choices: dict[str, Any]) -> Alphabet | None:
    """Return the alphabet that the options of a puzzle name; None if they name none."""
    return choose_alphabet(*map(choices.__getitem__, LETTERS), on_paper=True)


def read_mask(texts: Sequence[str], is_inverted: bool) -> Mask | None:
    """Read masks, each from a file or else as shapes, and join them."""
    if not texts:
        if is_inverted:
            raise InputError("--invert-mask turns a mask inside out; give --mask too")
        return None
    from ..puzzle.generate import Mask

    for text in texts:
        is_named = is_file_name(text) or Path(text).suffix[1:].isalpha()
        if is_named and not is_file(text):
            raise no_file(text, "the mask ")
    masks = (Mask.read(text) if is_file(text) else Mask.parse(text) for text in texts)
    mask = reduce(Mask.joined, masks)
    return mask.inverted() if is_inverted else mask


def parse_word_directions(options: Sequence[str]) -> dict[str, str]:
    """Parse WORD=DIRECTIONS."""
    directions: dict[str, str] = {}
    for option in options:
        word, equals, names = option.rpartition("=")
        if not equals or not word.strip():
            raise InputError(f"--direction-of is {option!r}, expected WORD=N,E such as oat=N,E")
        directions[word.strip()] = names
    return directions


def parse_difficulty(text: str) -> float:
    """Parse a difficulty."""
    if not re.fullmatch(r"\s*[0-9]{1,3}([.][0-9]*)?\s*", text) or float(text) > 100:
        raise InputError(f"{text!r} is not a number from 0 to 100")
    return float(text)


def parse_lengths(text: str) -> tuple[int, int]:
    """Parse a range of word lengths: 4-10, or one number."""
    found = re.fullmatch(r"\s*([0-9]{1,2})\s*(?:-\s*([0-9]{1,2}))?\s*", text)
    if not found:
        raise InputError(f"{text!r} is not a range of lengths such as 4-10")
    return int(found[1]), int(found[2] or found[1])


def refuse_options(names: set[str], given: str, used: set[str]) -> None:
    """Refuse options of the command line, of those with these names, except those `used`.

    Raises:
        InputError: such an option is given, next to one that names a finished puzzle.
    """
    context = click.get_current_context()
    for option in context.command.params:
        name = option.name or ""
        is_given = context.get_parameter_source(name) is ParameterSource.COMMANDLINE
        if name in names - used and is_given:
            raise InputError(f"{given} names a finished puzzle; leave out {option.opts[0]}")


def refuse_without_effect(choices: dict[str, Any]) -> None:
    """Refuse options that have an effect only next to another one.

    Raises:
        InputError: the other one is not given; the message names it.
    """
    from ..lexicon import RUDE_LISTS

    if choices["pad"] and not choices["message"]:
        raise InputError("--pad allows fillers after a message; give --message too")
    for name in choices["avoid"]:
        if name in RUDE_LISTS and not choices["allow_rude"]:
            raise InputError(
                f"--avoid {name} names rude words, which are avoided anyway; give --allow-rude "
                f"too, or write ./{name} for a file of that name"
            )


def reading_options(choices: dict[str, Any]) -> dict[str, Any]:
    """Return the alphabet and language for reading a puzzle file that names none.

    Those of the command line are an error for a file that names them; that of LEXIGRID_LANGUAGE,
    which is not meant for this file, is not.
    """
    get_source = click.get_current_context().get_parameter_source
    given = [name for name in LETTERS if get_source(name) is ParameterSource.COMMANDLINE]
    if not given:
        return {"language": choices["language"], "is_default": True}
    language = choices["language"] if given != ["alphabet"] else None
    return {"alphabet": read_alphabet(choices), "language": language}
