"""Definitions of words, from an optional pack: the package `lexigrid_definitions_CODE`.

Its file `definitions.xz` has a line for each definition: the part of speech, the text, and the
words, separated by tabs. In lines of the part "=", the words are inflections of the text, their
base.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec

from ..._util.io import decode_utf8, decompress
from ..._util.plain_text import shorten
from ..._util.validation import check_type
from ...errors import InputError, LexiconError, LexiconFormatError, LexigridError
from ..rude import rude_words
from .installed import default_language, find_language, more_general, package_folder

FILE = "definitions.xz"
#: The part of speech of lines with the inflections of a word.
FORM = "="
#: The parts of speech by their codes in a pack.
PARTS = {
    "n": "noun",
    "v": "verb",
    "a": "adjective",
    "r": "adverb",
    "p": "preposition",
    "c": "conjunction",
    "o": "pronoun",
    "d": "determiner",
    "i": "interjection",
}


@dataclass(frozen=True, slots=True)
class Definition:
    """What a word means, in its most frequent sense."""

    word: str
    """The word as it was given."""
    base: str
    """The word that is defined: the base of an inflection, otherwise the word."""
    part: str
    """The part of speech of the base, such as "noun"."""
    gloss: str
    """The definition of the base."""

    def __str__(self) -> str:
        """Return the definition on one line."""
        base = "" if self.base == self.word else f"{self.base}, "
        return f"{self.word} ({base}{self.part}): {self.gloss}"


def define(word: str, *, language: str | None = None) -> Definition | None:
    """Return the definition of a word; None if the pack of the language has none.

    The package lexigrid-definitions-en has the English definitions. The language is by default
    that of `Lexicon.default`.

    >>> from lexigrid.types import Definition
    >>> print(Definition("oats", "oat", "noun", "a cereal grass"))
    oats (oat, noun): a cereal grass

    Raises:
        LexiconError: the language has no definitions here; the message says how to get them.
        LexiconFormatError: they are damaged.
    """
    check_type(word, "the word", str, "text")
    code = find_language(default_language() if language is None else language).code
    table = _read(code)
    base = find_language(code).alphabet.fold(word)
    part, text = table.get(base, ("", ""))
    if part == FORM:
        base = text
        part, text = table.get(base, ("", ""))
    if not part:
        return None
    return Definition(word, word if base == word.lower() else base, PARTS.get(part, part), text)


def has_definitions(language: str | None = None) -> bool:
    """Are definitions of the words of a language installed?"""
    codes = more_general(language or default_language())
    return any(find_spec(module_of(code)) for code in codes)


def find_definitions(words: Iterable[str], language: str | None) -> dict[str, Definition]:
    """Return what words mean; nothing if no pack of the language is installed, or it is damaged."""
    if not language or not has_definitions(language):
        return {}
    with suppress(LexigridError):
        found = {word: define(word, language=language) for word in words}
        return {word: each for word, each in found.items() if each}
    return {}


def definition_clues(words: Iterable[str], *, language: str | None = None) -> dict[str, str]:
    """Return the definitions of words as clues, except those that give the word away.

    Rude words have no clue, nor does a definition with a rude word become one.

    Raises:
        LexiconError: the language has no definitions here.
        LexiconFormatError: they are damaged.
    """
    rude = frozenset(rude_words(language=language or default_language()))
    clues = {}
    for word in words:
        found = define(word, language=language)
        if found is not None:
            parts = re.findall(r"\w+", found.gloss.lower())
            names = (word.lower(), found.base.lower())
            is_shown = any(part.startswith(names) for part in parts)
            if not is_shown and rude.isdisjoint((*names, *parts)):
                clues[word] = found.gloss[:1].upper() + found.gloss[1:]
    return clues


def module_of(code: str) -> str:
    """Return the import name of the package with the definitions of a language."""
    return f"lexigrid_definitions_{code.replace('-', '_')}"


@cache
def _read(code: str) -> dict[str, tuple[str, str]]:
    """Return the part of speech and text of each word, or "=" and its base."""
    module = module_of(code)
    if find_spec(module) is None:
        package = module.replace("_", "-")
        raise LexiconError(
            f"no definitions for the language {shorten(code)} here; get the package {package}: "
            f"make packs in a checkout, then pip install dist/{module}-*.whl (once released: pip "
            f"install {package})"
            if code == "en"
            else f"there are no definitions for the language {shorten(code)}, only for English",
            language=code,
        )
    path = package_folder(module) / FILE
    try:
        data = decompress(FILE, path.read_bytes(), ".xz")
    except (OSError, InputError) as error:
        raise LexiconFormatError(f"cannot read {path}: {error}; install the pack again") from error
    table = {}
    for line in decode_utf8(data, FILE, LexiconFormatError, "install the pack again").splitlines():
        part, _, rest = line.partition("\t")
        text, _, words = rest.partition("\t")
        for word in words.split(" "):
            table[word] = part, text
    return table
