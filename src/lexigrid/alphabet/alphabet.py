"""Alphabets fold text, then split it into letters: extended grapheme clusters or digraphs."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from typing import Any

from .._util.plain_text import shorten
from .._util.validation import check_flag, check_type
from ..errors import AlphabetError, InputError
from .rules import name_setting, names, rules_of
from .text import BORDER, characters_of, exchange, graphemes, is_accent, is_lone, unify


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
    """Are `a` and `A` different letters?"""
    fold_accents: bool = False
    """Are `é` and `e` the same letter?"""

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
            AlphabetError: the alphabet is unknown.
            InputError: an option is not True or False, or not that of the Alphabet given.
        """
        check_flag(case_sensitive, "case_sensitive")
        check_flag(fold_accents, "fold_accents")
        if isinstance(alphabet, Alphabet):
            for name, value in (("case_sensitive", case_sensitive), ("fold_accents", fold_accents)):
                if value and not getattr(alphabet, name):
                    raise InputError(
                        f"{name} is True, but the alphabet given has {name}=False; give {name} "
                        "where you make the alphabet"
                    )
            return alphabet
        if isinstance(alphabet, str):
            return cls.named(alphabet, case_sensitive=case_sensitive, fold_accents=fold_accents)
        if alphabet is not None:
            known = ", ".join(names())
            raise AlphabetError(
                f"alphabet is {shorten(alphabet)}, expected an Alphabet or one of {known}"
            )
        return cls("", case_sensitive, fold_accents) if case_sensitive or fold_accents else None

    @classmethod
    def named(
        cls,
        name: str,
        *,
        digraphs: bool | None = None,
        accents: bool | None = None,
        case_sensitive: bool = False,
        fold_accents: bool = False,
    ) -> Alphabet:
        """Return the alphabet of a language.

        Two switches decide whether `digraphs` are one letter, and whether letters with `accents`
        differ from those without. Each alphabet has a usual setting; other settings have names.

        >>> Alphabet.named("cs").split("Chléb"), Alphabet.named("hu").digraphs
        (('ch', 'l', 'é', 'b'), ())
        >>> Alphabet.named("cs", digraphs=False, accents=False).split("Chléb")
        ('c', 'h', 'l', 'e', 'b')
        >>> Alphabet.named("cs", digraphs=False, accents=False) == Alphabet.named("cs-apart-plain")
        True

        Raises:
            AlphabetError: the alphabet is unknown.
            InputError: a switch is not True, False or None.
        """
        if not isinstance(name, str):
            raise AlphabetError(
                f"the name of the alphabet is {shorten(name)}, expected text such as 'de'"
            )
        check_flag(digraphs, "digraphs")
        check_flag(accents, "accents")
        return cls(name_setting(name, digraphs, accents), case_sensitive, fold_accents)

    def fold(self, text: str) -> str:
        """Return text in the form in which letters are compared.

        Invisible characters are dropped, and all apostrophes become the same character.

        >>> Alphabet().fold("ΟΔΟΣ") == Alphabet().fold("οδος")
        True
        """
        folded = self._fold(text)
        return _compose(folded.replace(BORDER, "")) if BORDER in folded else folded

    def split(self, text: str) -> tuple[str, ...]:
        """Split text into its letters, folded.

        >>> Alphabet().split("नमस्ते")
        ('न', 'म', 'स्ते')
        """
        if not self.digraphs:
            return tuple(graphemes(self.fold(text)))
        packed, letters = pack_letters(self, text)
        return tuple(map(letters.get, packed, packed))

    def capital(self, letter: str) -> str:
        """Return the capital of a letter, or the letter if its capital is read as another letter.

        >>> turkish = Alphabet.named("tr")
        >>> turkish.capital("i"), turkish.capital("ı"), turkish.capital("ß")
        ('İ', 'I', 'ß')
        """
        check_type(letter, "the letter", str, "text")
        return _capital(self, letter)

    def _fold(self, text: str) -> str:
        """Fold text, with a BORDER where a dropped character keeps two letters apart."""
        if not isinstance(text, str):
            raise AlphabetError(f"the text is {shorten(text)}, expected a string")
        if text.isascii() and not self.name:
            return text if self.case_sensitive else text.lower()
        folded = _lone_folds(self).fold(text)
        return self._fold_by_rules(text) if folded is None else folded

    def _fold_by_rules(self, text: str) -> str:
        """Fold text by all the rules in turn."""
        folded = text if text.isascii() else unify(text)
        rules = rules_of(self.name)
        if not self.case_sensitive:
            if rules.casemap:
                folded = exchange(folded, rules.casemap)
            # Case folding decomposes some letters that the folds below need whole.
            folded = _compose(folded.casefold())
        if rules.letters:
            folded = exchange(folded, rules.folds)
        if self.fold_accents:
            folded = _without_accents(folded, rules.characters)
        return _compose(folded)

    @property
    def digraphs(self) -> tuple[str, ...]:
        """The letters that are written with several characters, longest first."""
        return rules_of(self.name).digraphs

    @property
    def borders(self) -> str:
        """A regular expression for the places in folded text that no letter spans; "" for none."""
        around = rules_of(self.name).borders
        return "|".join(f"(?<={re.escape(a)})(?={re.escape(b)})" for a, b in around)

    @property
    def letters(self) -> tuple[str, ...]:
        """The letters in the order of the language; () for the open default alphabet."""
        return rules_of(self.name).letters

    @property
    def title(self) -> str:
        """The English name of the language; empty for the open default alphabet."""
        return rules_of(self.name).title

    @property
    def frequencies(self) -> Mapping[str, float]:
        """The share of each letter in texts, 0 to 1; empty for the open default alphabet."""
        return rules_of(self.name).frequencies

    def __str__(self) -> str:
        parts = [f"the alphabet {self.name!r}" if self.name else "the open alphabet"]
        parts += ["case-sensitive"] if self.case_sensitive else []
        parts += ["accents folded"] if self.fold_accents else []
        return ", ".join(parts)


#: Capitals that `str.upper` does not know, for alphabets in which they fold to the letter.
_TURKISH_CAPITALS = {"i": "İ", "ı": "I"}


@lru_cache(maxsize=4096)
def _capital(alphabet: Alphabet, letter: str) -> str:
    candidates = (letter.upper(), _TURKISH_CAPITALS.get(letter, letter))
    return next((each for each in candidates if alphabet.split(each) == (letter,)), letter)


#: Two planes of characters for private use, which stand for letters of several characters.
_SIGNS = range(0xF0000, 0x110000)
#: The default, shared so that it can be recognised by identity.
OPEN = Alphabet()


#: More than these are folded at once.
_FEW_CHARACTERS = 200


class _LoneFolds(dict[str, str | None]):
    """What each character folds to, or None if that depends on its neighbours; filled on demand.

    Words whose characters all fold alone, as in nearly all words of European languages, take a
    third of the time that all the rules take.
    """

    def __init__(self, alphabet: Alphabet) -> None:
        super().__init__({"\n": "\n"})
        self._alphabet = alphabet

    def __missing__(self, character: str) -> str | None:
        self.add((character,))
        return self[character]

    def add(self, characters: Iterable[str]) -> None:
        """Find what many characters fold to, a line each, in a tenth of the time of one by one."""
        self.update((each, None) for each in characters if each not in self)
        lone = [each for each in characters if each != "\n" and is_lone(each)]
        folded = self._alphabet._fold_by_rules("\n".join(lone)).split("\n")
        again = self._alphabet._fold_by_rules("\n".join(folded)).split("\n")
        for character, fold, other in zip(lone, folded, again, strict=bool(lone)):
            self[character] = fold if fold == other and is_lone(fold) else None

    def fold(self, text: str) -> str | None:
        """Return text folded; None if that needs all the rules."""
        characters = characters_of(text)
        if len(characters) > _FEW_CHARACTERS:
            self.add(characters)
        for character in characters:
            folded = self[character]
            if folded is None:
                return None
            if folded != character:
                text = text.replace(character, folded)
        return text


@cache
def _lone_folds(alphabet: Alphabet) -> _LoneFolds:
    return _LoneFolds(alphabet)


def fold_characters(alphabet: Alphabet, characters: Collection[str]) -> dict[str, str]:
    """Return what those of the characters fold to that fold alike in any text.

    They, and the characters they fold to, are grapheme clusters of their own in any text.

    >>> fold_characters(OPEN, ["É", "ß", "\\u0301"])
    {'É': 'é', 'ß': 'ss'}
    """
    folds = _lone_folds(alphabet)
    folds.add(characters)
    found = ((character, folds[character]) for character in characters)
    return {character: fold for character, fold in found if fold is not None}


def pack_letters(alphabet: Alphabet, text: str) -> tuple[str, dict[str, str]]:
    """Return text with one character per letter, folded, and what some of these stand for.

    Lines do not change what is in other lines.

    >>> pack_letters(Alphabet.named("nl-ij"), "IJs!")
    ('\\U000f0000s!', {'\\U000f0000': 'ij'})

    Raises:
        AlphabetError: more different letters than signs have several characters.
    """
    rules = rules_of(alphabet.name)
    # A BORDER is for digraphs; it would become a part of other letters.
    folded = alphabet._fold(text) if rules.digraphs else alphabet.fold(text)
    if places := _places_of_borders(folded, rules.borders):
        folded = BORDER.join(folded[a:b] for a, b in pairwise((0, *places, len(folded))))
    sign_of = {letter: chr(_SIGNS[at]) for at, letter in enumerate(rules.digraphs)}
    if not is_lone(characters_of(folded) - {BORDER}):
        folded = _pack_clusters(graphemes(folded), sign_of)
    if rules.digraphs:
        pattern = "|".join(map(re.escape, rules.digraphs))
        folded = re.sub(pattern, lambda found: sign_of[found[0]], folded)
    return folded.replace(BORDER, ""), {sign: letter for letter, sign in sign_of.items()}


def _places_of_borders(text: str, borders: tuple[tuple[str, str], ...]) -> list[int]:
    places = set()
    for before, after in borders:
        start = text.find(before + after)
        while start >= 0:
            places.add(start + len(before))
            start = text.find(before + after, start + 1)
    return sorted(places)


def _pack_clusters(clusters: list[str], sign_of: dict[str, str]) -> str:
    """Join grapheme clusters, with a sign for each of several characters, added to the signs."""
    packed: dict[str, str] = {}
    for cluster in set(clusters):
        letter = cluster.removesuffix(BORDER)
        if cluster != "\r\n" and (len(letter) > 1 or letter >= chr(_SIGNS[0])):
            if letter not in sign_of and len(sign_of) == len(_SIGNS):
                raise AlphabetError(
                    f"more than {len(_SIGNS):,} different letters have several characters"
                )
            sign = sign_of.setdefault(letter, chr(_SIGNS[0] + len(sign_of)))
            packed[cluster] = sign + cluster[len(letter) :]
    return "".join(map(packed.get, clusters, clusters))


def _compose(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def _without_accents(text: str, kept: frozenset[str]) -> str:
    """Remove accents, except from letters of the alphabet that have them.

    An accent with nothing before it stays, as a letter by itself.
    """
    characters = characters_of(text)
    bare = {ord(each): _without_own_accents(each) for each in characters - kept}
    changed = {code: parts for code, parts in bare.items() if parts != chr(code)}
    accents = "".join(filter(is_accent, characters - kept))
    text = text.translate(changed)
    return re.sub(f"(?<=\\S)[{accents}]+", "", text) if accents else text


def _without_own_accents(character: str) -> str:
    parts = unicodedata.normalize("NFD", character)
    return parts[0] + "".join(part for part in parts[1:] if not is_accent(part))
