"""The rules of named alphabets, made from data/alphabets.toml and the setting in a name.

An alphabet lists all its letters, including those with accents or of several characters. Two
switches say whether these count as letters. Each alphabet has a usual setting; the name of another
setting ends in `-digraph` or `-apart`, `-accents` or `-plain`, such as `cs-apart-plain`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

from .._util.data import read_data
from .._util.plain_text import shorten
from .._util.validation import did_you_mean
from ..errors import AlphabetError
from .text import Table, exchange, is_accent

#: Names of settings that are older than the switches.
_SETTINGS: dict[str, tuple[str, bool | None, bool | None]] = {
    "es-digraph": ("es", True, None),
    "nl-ij": ("nl", True, None),
}
_DIGRAPHS = {True: "-digraph", False: "-apart"}
_ACCENTS = {True: "-accents", False: "-plain"}
#: Letters that Unicode does not decompose, for alphabets that lack them.
_COMMON_FOLDS = {
    "æ": "ae",
    "œ": "oe",
    "ø": "o",
    "ǿ": "o",
    "đ": "d",
    "ð": "d",
    "þ": "th",
    "ł": "l",
    "ı": "i",
    "ŋ": "n",
    "ŧ": "t",
    "ħ": "h",
    "ǥ": "g",
    "ʒ": "z",
    "ǯ": "z",
    "ə": "e",
}
_STROKES = {"ł": "l", "đ": "d", "ø": "o"}


class Rules(NamedTuple):
    """The rules of an alphabet in one setting; the open alphabet has none."""

    casemap: Table
    folds: Table
    digraphs: tuple[str, ...] = ()
    letters: tuple[str, ...] = ()
    characters: frozenset[str] = frozenset()
    frequencies: Mapping[str, float] = MappingProxyType({})
    title: str = ""
    borders: tuple[tuple[str, str], ...] = ()
    """What is before and after places where two characters that look like one letter are two."""


OPEN_RULES = Rules(Table(), Table())


def names() -> tuple[str, ...]:
    """Return the names of the alphabets of `Alphabet.named`, each in its usual setting.

    >>> "de" in names()
    True
    """
    return tuple(sorted({*_texts(), *_SETTINGS}))


@cache
def name_setting(name: str, digraphs: bool | None = None, accents: bool | None = None) -> str:
    """Return the name of an alphabet in a setting; None keeps the setting of the given name.

    >>> name_setting("cs", False), name_setting("cs", True), name_setting("nl-ij")
    ('cs-apart', 'cs', 'nl-digraph')

    Raises:
        AlphabetError: there is no alphabet of that name.
    """
    base, *given = _parse(name)
    usual = _usual(base)
    chosen = [b if a is None else bool(a) for a, b in zip((digraphs, accents), given, strict=True)]
    suffixes = (table[value] for table, value in zip((_DIGRAPHS, _ACCENTS), chosen, strict=True))
    parts = zip(suffixes, chosen, usual, strict=True)
    return base + "".join(suffix for suffix, value, default in parts if value != default)


@cache
def rules_of(name: str) -> Rules:
    """Return the rules of an alphabet by its name; "" is the open one.

    Raises:
        AlphabetError: there is no alphabet of that name.
    """
    if not name:
        return OPEN_RULES
    base, digraphs, accents = _parse(name)
    table = _table(base)
    every: list[str] = table["letters"]
    own = {*table.get("own", ()), *(letter for letter in every if accents)}
    plain = {c: _plain(c) for letter in every for c in letter if c not in own}
    folded = {c: to for c, to in plain.items() if to != c and to in every}
    letters = tuple(
        letter
        for letter in every
        if folded.keys().isdisjoint(letter) and (digraphs or len(letter) == 1)
    )
    characters = frozenset(letter for letter in letters if len(letter) == 1)
    folds = _Folds(_maps(table) | folded, characters | frozenset("'·"))
    joined = tuple(sorted((c for c in letters if len(c) > 1), key=lambda text: (-len(text), text)))
    return Rules(
        casemap=_casemap(table),
        folds=folds,
        digraphs=joined,
        letters=letters,
        characters=characters,
        frequencies=_frequencies(table.get("frequencies", {}), letters, folds, joined),
        title=table["title"],
        borders=tuple(_border(word) for word in table.get("borders", ())) if joined else (),
    )


def _parse(name: str) -> tuple[str, bool, bool]:
    """Split a name into the name of the alphabet and its two switches."""
    base, digraphs, accents = _SETTINGS.get(name, (name, None, None))
    for value, ending in _ACCENTS.items():
        if base not in _texts() and base.endswith(ending):
            base, accents = base.removesuffix(ending), value
    for value, ending in _DIGRAPHS.items():
        if base not in _texts() and base.endswith(ending):
            base, digraphs = base.removesuffix(ending), value
    if base not in _texts():
        known = ", ".join(names())
        hint = did_you_mean(name, names())
        raise AlphabetError(
            f"there is no alphabet {shorten(name)}; choose one of {known}{hint}", name=name
        )
    usual = _usual(base)
    return (
        base,
        usual[0] if digraphs is None else digraphs,
        usual[1] if accents is None else accents,
    )


def _usual(base: str) -> tuple[bool, bool]:
    usual = _table(base).get("usual", {})
    return usual.get("digraphs", True), usual.get("accents", True)


@cache
def _texts() -> dict[str, str]:
    """Return the unparsed text of each alphabet: parsing all of them takes 8 ms, one 0.3 ms."""
    _, *parts = re.split(r"(?m)^(?=\[[a-z-]+\]$)", read_data("alphabets.toml"))
    return {text[1 : text.index("]")]: text for text in parts}


@cache
def _table(base: str) -> dict[str, Any]:
    import tomllib

    table: dict[str, Any] = tomllib.loads(_texts()[base])[base]
    return table


def _maps(table: Mapping[str, Any]) -> dict[str, str]:
    """Return the folds of a table: pairs, and rows of characters that become another row's."""
    folds: dict[str, str] = dict(table.get("folds", {}))
    for source, target in table.get("rows", ()):
        folds.update(zip(source, target, strict=True))
    return folds


def _casemap(table: Mapping[str, Any]) -> Table:
    """Return what to replace before case folding, including Greek letters with iota subscript."""
    casemap = Table(table.get("casemap", {}))
    for code in range(0x1F80, 0x1FFD):
        parts = unicodedata.normalize("NFD", chr(code))
        if "\u0345" in parts:
            casemap[chr(code)] = unicodedata.normalize("NFC", parts.replace("\u0345", ""))
    return casemap


def _plain(character: str) -> str:
    """Return a letter without its accents and strokes."""
    parts = unicodedata.normalize("NFD", character)
    bare = "".join(part for part in parts if not is_accent(part))
    return _STROKES.get(bare, bare)


class _Folds(Table):
    """What characters fold to, filled on demand.

    A letter that the alphabet lacks folds to its base letters if the alphabet has those, else it
    stays as it is. Remaining accents are dropped.
    """

    def __init__(self, given: Mapping[str, str], characters: frozenset[str]) -> None:
        super().__init__(given)
        self._characters = characters

    def __missing__(self, character: str) -> str:
        found = self._fold(character)
        self[character] = found
        return found

    def _fold(self, character: str) -> str:
        if character in self._characters:
            return character
        if is_accent(character):
            return ""
        small = character.lower()
        if small != character and len(small) == 1:  # for case-sensitive alphabets
            folded = self[small]
            return folded.upper() if folded != small else character
        parts = unicodedata.normalize("NFD", character)
        bare = "".join(part for part in parts if not is_accent(part))
        if bare in self._characters:
            return bare
        folded = _COMMON_FOLDS.get(bare) or "".join(self.get(part, part) for part in bare)
        return folded if folded and self._characters.issuperset(folded) else character


def _border(word: str) -> tuple[str, str]:
    """Return the parts of a word before and after `|`."""
    before, after = word.split("|")
    return before, after


def _frequencies(
    counts: Mapping[str, float], letters: Iterable[str], folds: Table, digraphs: tuple[str, ...]
) -> Mapping[str, float]:
    """Return the shares of the letters; one that this setting lacks counts as its parts."""
    if not counts:
        return MappingProxyType({})
    shares = dict.fromkeys(letters, 0.0)
    for letter, count in counts.items():
        folded = letter if letter in shares else exchange(letter, folds)
        for part in [folded] if folded in shares else folded:
            if part in shares:
                shares[part] += count
    total = sum(shares.values()) or 1.0
    return MappingProxyType({letter: count / total for letter, count in shares.items()})
