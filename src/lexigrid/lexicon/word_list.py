"""The words that were read from a file, and which words of a dictionary to read."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, get_args

from .._util.plain_text import shorten
from .._util.validation import check_choice, check_flag
from ..errors import InputError

Forms = Literal["all", "stems", "attested"]
FORMS: tuple[Forms, ...] = get_args(Forms)


@dataclass(frozen=True, slots=True)
class DictionaryOptions:
    """Which words of a hunspell dictionary to read; other files offer no choice.

    Raises:
        InputError: an option is invalid, or only one of forms="attested" and `attested` is set.
    """

    prefixes: bool = False
    """Also words with prefixes? In some dictionaries, prefixes make many words nobody uses."""
    names: bool = True
    """Also words with a capital first letter? German nouns have one, and so do names."""
    forms: Forms = "all"
    """All forms of the words, only the words as listed ("stems"), or only "attested" forms."""
    attested: Iterable[str] | None = None
    """The words of a frequency list for forms="attested"; kept as a set, in lower case."""

    def __post_init__(self) -> None:
        attested = self.attested
        for name in ("prefixes", "names"):
            object.__setattr__(self, name, check_flag(getattr(self, name), name))
        check_choice(self.forms, "forms", FORMS)
        if (self.forms == "attested") != (attested is not None):
            raise InputError(
                "forms 'attested' and the words of a frequency list go together: give forms="
                "'attested' and attested=words (--forms attested --attested FILE)"
            )
        if isinstance(attested, str) or not isinstance(attested, Iterable | None):
            raise InputError(
                f"attested is {shorten(attested)}, expected the words of a frequency list"
            )
        if attested is not None:
            words = (unicodedata.normalize("NFC", word).lower() for word in attested)
            object.__setattr__(self, "attested", frozenset(words))


@dataclass(frozen=True, slots=True)
class WordList:
    """The words of a file that is not plain text, with notes on reading it."""

    words: list[str]
    """The words, in the order of the file; those of a dictionary in code point order."""
    avoided: list[str] = field(default_factory=list)
    """Words that a dictionary accepts but never suggests, or accepts in one letter case only."""
    notes: list[str] = field(default_factory=list)
    """A sentence about each file with invalid lines or an unclear header, which were skipped."""
    facts: dict[str, dict[str, str]] = field(default_factory=dict)
    """What the file says about words: their "clues", "translations", "groups" and "images"."""
