"""Alphabets split text into letters: folded first, then extended grapheme clusters or digraphs."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any

from ._util.validation import did_you_mean
from .errors import AlphabetError


@dataclass(frozen=True, slots=True)
class Alphabet:
    """The rule that splits text into letters.

    The default folds case (Unicode case folding), normalises to NFC and reads one extended
    grapheme cluster as one letter. A named alphabet (`Alphabet.named`) adds folds, letters of
    several characters and letter frequencies.

    >>> Alphabet().split("Straße"), Alphabet(fold_accents=True).split("Été")
    (('s', 't', 'r', 'a', 's', 's', 'e'), ('e', 't', 'e'))
    """

    name: str = ""
    """The name of the language, such as "de"; empty for the open default alphabet."""
    case_sensitive: bool = False
    """Is `a` another letter than `A`?"""
    fold_accents: bool = False
    """Is `é` the same letter as `e`?"""

    @classmethod
    def of(
        cls,
        alphabet: Any,
        *,
        case_sensitive: bool = False,
        fold_accents: bool = False,
    ) -> Alphabet | None:
        """Return the alphabet for a name or an Alphabet; None if no option is given.

        >>> Alphabet.of("de").name, Alphabet.of(None), Alphabet.of(None, fold_accents=True).name
        ('de', None, '')

        Raises:
            AlphabetError: no alphabet of that name.
        """
        if isinstance(alphabet, Alphabet):
            return alphabet
        if isinstance(alphabet, str):
            return cls.named(alphabet, case_sensitive=case_sensitive, fold_accents=fold_accents)
        if alphabet is not None:
            known = ", ".join(names())
            raise AlphabetError(f"alphabet is {alphabet!r}, expected an Alphabet or one of {known}")
        return cls("", case_sensitive, fold_accents) if case_sensitive or fold_accents else None

    @classmethod
    def named(
        cls, name: str, *, case_sensitive: bool = False, fold_accents: bool = False
    ) -> Alphabet:
        """Return the alphabet of a language.

        >>> Alphabet.named("es-digraph").split("Chorro")
        ('ch', 'o', 'rr', 'o')

        Raises:
            AlphabetError: no alphabet of that name.
        """
        if name not in names():
            known = ", ".join(names())
            hint = did_you_mean(name, names())
            raise AlphabetError(
                f"there is no alphabet {name!r}; choose one of {known}{hint}", name=name
            )
        return cls(name, case_sensitive, fold_accents)

    def fold(self, text: str) -> str:
        """Return text in the form in which letters are compared.

        >>> Alphabet().fold("ΟΔΟΣ") == Alphabet().fold("οδος")
        True
        """
        if text.isascii() and not self.name:
            return text if self.case_sensitive else text.lower()
        folded = unicodedata.normalize("NFC", text)
        rules = _rules(self.name)
        if not self.case_sensitive:
            if rules.casemap:
                folded = folded.translate(rules.casemap)
            # Case folding decomposes some letters that the folds below need whole.
            folded = unicodedata.normalize("NFC", folded.casefold())
        if rules.folds:
            folded = folded.translate(rules.folds)
        if self.fold_accents:
            folded = _without_accents(folded, rules.kept)
        return unicodedata.normalize("NFC", folded)

    def split(self, text: str) -> tuple[str, ...]:
        """Split text into its letters, folded.

        >>> Alphabet().split("नमस्ते")
        ('न', 'म', 'स्ते')
        """
        clusters = graphemes(self.fold(text))
        return _joined(clusters, self.digraphs) if self.name else tuple(clusters)

    @property
    def digraphs(self) -> tuple[str, ...]:
        """The letters that are written with several characters, the longest first."""
        return _rules(self.name).digraphs

    @property
    def letters(self) -> tuple[str, ...]:
        """The letters in the order of the language; () for the open default alphabet."""
        return _rules(self.name).letters

    @property
    def frequencies(self) -> Mapping[str, float]:
        """The share of each letter in texts, 0 to 1; empty for the open default alphabet."""
        return _rules(self.name).frequencies

    def __str__(self) -> str:
        parts = [f"the alphabet {self.name!r}" if self.name else "the open alphabet"]
        parts += ["case-sensitive"] if self.case_sensitive else []
        parts += ["accents folded"] if self.fold_accents else []
        return ", ".join(parts)


#: The default, shared so that it can be recognised by identity.
OPEN = Alphabet()


def names() -> tuple[str, ...]:
    """Return the names of the alphabets of `Alphabet.named`.

    >>> "de" in names()
    True
    """
    return tuple(sorted(_tables()))


def is_punctuation(letter: str) -> bool:
    """Is it punctuation or a blank (Unicode category P or Z)?

    >>> is_punctuation("-"), is_punctuation(" "), is_punctuation("+")
    (True, True, False)
    """
    return unicodedata.category(letter[0])[0] in "PZ"


def graphemes(text: str) -> list[str]:
    """Split text into extended grapheme clusters (Unicode Standard Annex 29).

    >>> [len(cluster) for cluster in graphemes("e\\u0301a")]
    [2, 1]
    """
    if text.isascii() and "\r\n" not in text:
        return list(text)
    # Imported here: ASCII text, the common case, does not need it.
    import regex

    return list(regex.findall(r"\X", text))


@dataclass(frozen=True, slots=True)
class _Rules:
    """The rules of a named alphabet."""

    casemap: Mapping[int, str]
    folds: Mapping[int, str]
    digraphs: tuple[str, ...]
    letters: tuple[str, ...]
    kept: frozenset[str]
    frequencies: Mapping[str, float]


_OPEN = _Rules({}, {}, (), (), frozenset(), MappingProxyType({}))


@cache
def _tables() -> dict[str, dict[str, Any]]:
    import tomllib
    from importlib.resources import files

    data = files(__package__) / "data" / "alphabets.toml"
    return tomllib.loads(data.read_text("utf-8"))


@cache
def _rules(name: str) -> _Rules:
    if not name:
        return _OPEN
    table = _tables().get(name)
    if table is None:
        raise AlphabetError(f"there is no alphabet {name!r}", name=name)
    digraphs = tuple(sorted(table.get("digraphs", ()), key=lambda text: (-len(text), text)))
    counts: dict[str, float] = table.get("frequencies", {})
    total = sum(counts.values()) or 1.0
    return _Rules(
        str.maketrans(table.get("casemap", {})),
        str.maketrans(table.get("folds", {})),
        digraphs,
        tuple(table["letters"]),
        frozenset(letter for letter in table["letters"] if len(letter) == 1),
        MappingProxyType({letter: count / total for letter, count in counts.items()}),
    )


def _without_accents(text: str, kept: frozenset[str]) -> str:
    """Remove accents, except from letters of the alphabet that have them.

    An accent with nothing before it stays: it is a letter by itself.
    """
    plain: list[str] = []
    for character in text:
        if character in kept:
            plain.append(character)
            continue
        for part in unicodedata.normalize("NFD", character):
            if not _is_accent(part) or not plain or plain[-1].isspace():
                plain.append(part)
    return "".join(plain)


def _is_accent(character: str) -> bool:
    """Is it an accent on a letter? Marks of other combining classes are part of the letter."""
    mark = unicodedata.combining(character)
    is_part = 6 <= mark <= 9 or 84 <= mark <= 132  # nukta, kana voicing, virama; Indic, Thai vowels
    return mark != 0 and not is_part


def _joined(clusters: list[str], digraphs: tuple[str, ...]) -> tuple[str, ...]:
    """Join neighbours that are one letter, the longest letter first."""
    if not digraphs:
        return tuple(clusters)
    letters: list[str] = []
    at = 0
    longest = max(map(len, digraphs))
    known = frozenset(digraphs)
    while at < len(clusters):
        for size in range(min(longest, len(clusters) - at), 0, -1):
            letter = "".join(clusters[at : at + size])
            if size == 1 or letter in known:
                letters.append(letter)
                at += size
                break
    return tuple(letters)
