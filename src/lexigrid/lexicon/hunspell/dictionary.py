"""Hunspell dictionaries -> all the words they stand for.

Knows errors, files and affixes; known by the reader of word lists only.
Rule: no form is made that hunspell would reject; compounds, which have no end, are not made.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import Path

from ..._util.io import COMPRESSED, read_bytes
from ...errors import InputError, LexiconError
from .affix_file import AffixFile, clean, parse_affixes, reading_line
from .affixes import Affix, AffixGroup, Flag, Flags

#: The most words that are made of one dictionary. Arabic, the largest of twenty that end below it,
#: has 3.4 million; a few dozen Hungarian words have as many.
MAX_FORMS = 5_000_000

#: Where the word and its flags end: fields such as `po:noun` follow, or anything after a tab.
_FIELDS = re.compile(r"[ \t]+[^ \t]{2}:|\t")
_MIDDLE_DOT = "·"  # a part of the Catalan letter l·l
_NO_FLAGS: Flags = frozenset()

_Entry = tuple[str, Flags]


def read_hunspell(
    path: Path, data: bytes, *, prefixes: bool = False, capitalised: bool = True
) -> list[str]:
    """Read a hunspell dictionary: every word with every ending that its affix file allows.

    `data` are the bytes of the `.dic` file at `path`; the `.aff` file of the same name lies beside
    it. The words are distinct and in code point order, at most MAX_FORMS. Endings are always
    made, two upon each other too; beginnings (`un-`, but also `l'`) only with `prefixes`, because
    dictionaries give them freely to what nobody says.

    Left out is what has anything but letters (digits, blanks, apostrophes, hyphens, dots,
    superscripts) or a capital after its first letter (`USA`, `McCoy`). Words with a capital first
    letter are kept, because German nouns have it, and so names come along; without `capitalised`
    they are left out as well.

    >>> import tempfile
    >>> place = Path(tempfile.mkdtemp()) / "en.dic"
    >>> _ = place.with_suffix(".aff").write_text("SFX S Y 1\\nSFX S y ies [^aeiou]y")
    >>> read_hunspell(place, b"2\\npony/S\\nBoston")
    ['Boston', 'ponies', 'pony']

    Raises:
        InputError: there is no affix file, or it cannot be read.
        LexiconError: a line of either file is wrong (with its number), or MAX_FORMS is passed.
    """
    affixes = parse_affixes(*_affix_file(path))
    entries = list(_entries(path, data, affixes))
    expander = _Expander(affixes, prefixes)
    first, later = _letters(entries, affixes, capitalised)
    forbidden = _forbidden(path, entries, affixes)
    words: set[str] = set()
    for word, flags in entries:
        if affixes.forbidden in flags:
            continue
        for form in expander.forms(word, flags):
            if form and form[0] in first and later.issuperset(form[1:]) and form not in forbidden:
                words.add(form)
                if len(words) > MAX_FORMS:
                    raise _too_many(path)
    return sorted(words)


def _too_many(path: Path) -> LexiconError:
    return LexiconError(
        f"{str(path)!r} stands for more than {MAX_FORMS:,} words, the most that are made of a "
        "dictionary; use a plain word list of the language",
        path=str(path),
    )


def _affix_file(path: Path) -> tuple[Path, bytes]:
    """Read the affix file that belongs to a dictionary, which may be packed itself."""
    stem = path.with_suffix("") if path.suffix.lower() in COMPRESSED else path
    place = stem.with_suffix(".AFF" if stem.suffix == ".DIC" else ".aff")
    if not place.exists():
        raise InputError(
            f"there is no {str(place)!r}, expected the affix file of {path.name!r} beside it",
            path=str(place),
        )
    return place, read_bytes(place)


def _entries(path: Path, data: bytes, affixes: AffixFile) -> Iterator[_Entry]:
    """Read the lines of a dictionary: words with their flags."""
    lines = data.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    # The number is of use to no one, but tells a dictionary from any other file.
    if not lines[0].split()[:1] or not lines[0].split()[0].isdigit():
        with reading_line(path, 1):
            raise ValueError(f"is {lines[0][:40]!r}, expected the number of words")
    for number, raw in enumerate(lines[1:], 2):
        with reading_line(path, number):
            line = raw.rstrip(b"\r").decode(affixes.encoding, "surrogateescape")
            fields = _FIELDS.search(line)
            word, flags = _split(line[: fields.start()] if fields else line)
            word = clean(word, affixes.encoding)
            word = word.translate(affixes.ignored) if affixes.ignored else word
            if word:
                yield word, affixes.flags.read(flags) if flags else _NO_FLAGS


def _split(text: str) -> tuple[str, str]:
    r"""Split a word from its flags, at the first slash that is neither first nor written `\/`.

    >>> _split(r"km\/h/S"), _split("/")
    (('km/h', 'S'), ('/', ''))
    """
    at = text.find("/", 1)
    while at > 0 and text[at - 1] == "\\":
        at = text.find("/", at + 1)
    word, flags = (text[:at], text[at + 1 :]) if at > 0 else (text, "")
    # Flags end at a blank, but a flag may well be the byte of a hard space.
    return word.replace("\\/", "/"), flags.strip(" ").partition(" ")[0]


def _letters(
    entries: Iterable[_Entry], affixes: AffixFile, capitalised: bool
) -> tuple[frozenset[str], frozenset[str]]:
    """Collect the characters that a word may start with, and those that may follow."""
    seen = set("".join(word for word, _ in entries))
    for group in (*affixes.suffixes.values(), *affixes.prefixes.values()):
        seen.update(*(affix.add for affix in group.affixes))
    letters = {character for character in seen if _is_letter(character)}
    small = {character for character in letters if character == character.lower()}
    marks = {character for character in seen if unicodedata.category(character)[0] == "M"}
    return frozenset(letters if capitalised else small), frozenset(small | marks | {_MIDDLE_DOT})


def _is_letter(character: str) -> bool:
    raised = unicodedata.decomposition(character).startswith(("<super>", "<sub>"))
    return character.isalpha() and not raised


def _forbidden(path: Path, entries: Iterable[_Entry], affixes: AffixFile) -> frozenset[str]:
    """Collect the forms that are forbidden, whatever else they might be a form of."""
    expander = _Expander(affixes, prefixes=True)
    found: set[str] = set()
    for word, flags in entries:
        if affixes.forbidden in flags:
            found.add(word)
            for form in expander.forms(word, flags):
                found.add(form)
                if len(found) > MAX_FORMS:
                    raise _too_many(path)
    return frozenset(found)


class _Expander:
    """Makes the forms of words: up to two suffixes, and one prefix before each."""

    def __init__(self, affixes: AffixFile, prefixes: bool) -> None:
        self._file = affixes
        self._prefixes = prefixes
        self._groups: dict[bool, dict[Flags, tuple[AffixGroup, ...]]] = {True: {}, False: {}}
        marks = (affixes.need_affix, affixes.only_in_compound, affixes.circumfix)
        self._unfinished: Flags = frozenset(mark for mark in marks if mark is not None)

    def forms(self, word: str, flags: Flags) -> Iterator[str]:
        """Make all forms of a word, in no order that means anything, with repeats."""
        if self._file.only_in_compound in flags:
            return
        if self._file.need_affix not in flags:
            yield word
        for first in self._suffixes(word, flags):
            form = first.applied(word)
            if self._stands(first):
                yield form
            if not self._circumfixed(first):
                for second in self._second_suffixes(form, first):
                    yield second.applied(form)
        if self._prefixes and self._file.prefixes:
            yield from self._with_prefix(word, flags)

    def _with_prefix(self, word: str, flags: Flags) -> Iterator[str]:
        for prefix in self._fitting(word, flags, suffix=False):
            if self._stands(prefix):
                yield prefix.applied(word)
        for first in self._suffixes(word, flags):
            yield from self._around(word, first, (flags, first.goes_on), None)
        # A prefix can open a suffix, which then needs just this prefix.
        for group in self._groups_of(flags, suffix=False):
            for prefix in group.affixes:
                for first in self._suffixes(word, prefix.goes_on):
                    yield from self._around(word, first, (flags,), prefix)

    def _around(
        self, word: str, first: Affix, opened: tuple[Flags, ...], only: Affix | None
    ) -> Iterator[str]:
        """Make the forms with this first suffix, perhaps a second, and a prefix.

        Prefixes are those that the flags of `opened` stand for; if `only` is given, that one.
        """
        form = first.applied(word)
        for prefix in self._crossing(form, first, opened):
            if only in (None, prefix) and self._one_stands(prefix, first):
                yield prefix.applied(form)
        for second in self._second_suffixes(form, first):
            if not second.crosses:
                continue
            longer = second.applied(form)
            for prefix in self._crossing(longer, first, opened):
                if only in (None, prefix) and prefix.flag not in second.goes_on:
                    yield prefix.applied(longer)
            if only is None and not self._circumfixed(first):
                for prefix in self._fitting(longer, second.goes_on, suffix=False):
                    if prefix.crosses and self._stands(prefix):
                        yield prefix.applied(longer)

    def _crossing(self, form: str, first: Affix, opened: tuple[Flags, ...]) -> Iterator[Affix]:
        """Give the prefixes that go together with a first suffix."""
        if not first.crosses or self._file.only_in_compound in first.goes_on:
            return
        for flags in opened:
            for prefix in self._fitting(form, flags, suffix=False):
                if not prefix.crosses or self._file.only_in_compound in prefix.goes_on:
                    continue
                # Both are half a circumfix, or neither is.
                if self._circumfixed(prefix) == self._circumfixed(first):
                    yield prefix

    def _circumfixed(self, affix: Affix) -> bool:
        return self._file.circumfix in affix.goes_on

    def _one_stands(self, prefix: Affix, first: Affix) -> bool:
        """Is one of the two no longer in need of a further affix?"""
        need = self._file.need_affix
        return need not in prefix.goes_on or need not in first.goes_on

    def _stands(self, affix: Affix) -> bool:
        """Is a word with this affix, and no other, a word?"""
        return affix.goes_on.isdisjoint(self._unfinished)

    def _second_suffixes(self, form: str, first: Affix) -> Iterator[Affix]:
        """Give the suffixes that may follow a first one and end the word."""
        if not first.goes_on or not self._file.two_suffixes:
            return
        if self._file.only_in_compound not in first.goes_on:
            yield from filter(self._stands, self._suffixes(form, first.goes_on))

    def _suffixes(self, word: str, flags: Flags) -> Iterator[Affix]:
        return self._fitting(word, flags, suffix=True)

    def _fitting(self, word: str, flags: Flags, *, suffix: bool) -> Iterator[Affix]:
        for group in self._groups_of(flags, suffix=suffix):
            yield from group.fitting(word)

    def _groups_of(self, flags: Flags, *, suffix: bool) -> tuple[AffixGroup, ...]:
        known = self._groups[suffix]
        groups = known.get(flags)
        if groups is None:
            side: dict[Flag, AffixGroup] = self._file.suffixes if suffix else self._file.prefixes
            groups = tuple(side[flag] for flag in flags if flag in side)
            known[flags] = groups
        return groups
