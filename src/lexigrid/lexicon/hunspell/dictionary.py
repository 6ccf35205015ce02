"""Reads hunspell dictionaries: every word with every ending that the affix file allows.

No form is made that hunspell would reject; compounds, which are endless, are not made.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import Path

from ..._util.io import COMPRESSED, read_bytes
from ..._util.limits import MAX_FORMS
from ...errors import InputError, LexiconError
from .affix_file import AffixFile, clean, parse_affixes, reading_line
from .affixes import Affix, AffixGroup, Flag, Flags

#: Where the word and its flags end: fields such as `po:noun` follow, or anything after a tab.
_FIELDS = re.compile(r"[ \t]+[^ \t]{2}:|\t")
_MIDDLE_DOT = "·"  # a part of the Catalan letter l·l
_NO_FLAGS: Flags = frozenset()

_Entry = tuple[str, Flags]


def read_hunspell(
    path: Path, data: bytes, *, prefixes: bool = False, capitalised: bool = True
) -> list[str]:
    """Read a hunspell dictionary: every word with every ending that its affix file allows.

    `data` are the bytes of the `.dic` file at `path`; its `.aff` file must be next to it. The words
    are distinct and in code point order, at most MAX_FORMS. Suffixes are always applied, two in a
    row too; prefixes (`un-`, but also `l'`) only with `prefixes`, because dictionaries allow them
    for many words that nobody uses.

    Words with anything but letters (digits, blanks, apostrophes, hyphens, dots, superscripts) or a
    capital after the first letter (`USA`, `McCoy`) are left out. Words with a capital first letter
    are kept for German nouns, and names with them, unless `capitalised` is False.

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
        f"{str(path)!r} makes more than {MAX_FORMS:,} words, the most of a "
        "dictionary; use a plain word list of the language",
        path=str(path),
    )


def _affix_file(path: Path) -> tuple[Path, bytes]:
    """Read the affix file of a dictionary, which may be compressed itself."""
    stem = path.with_suffix("") if path.suffix.lower() in COMPRESSED else path
    place = stem.with_suffix(".AFF" if stem.suffix == ".DIC" else ".aff")
    if not place.exists():
        raise InputError(
            f"there is no {str(place)!r}, expected the affix file of {path.name!r} next to it",
            path=str(place),
        )
    return place, read_bytes(place)


def _entries(path: Path, data: bytes, affixes: AffixFile) -> Iterator[_Entry]:
    """Yield the words of a dictionary with their flags."""
    lines = data.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    # The number is not used, but it tells a dictionary from any other file.
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
    # Flags end at a blank, but a flag may be the byte of a no-break space.
    return word.replace("\\/", "/"), flags.strip(" ").partition(" ")[0]


def _letters(
    entries: Iterable[_Entry], affixes: AffixFile, capitalised: bool
) -> tuple[frozenset[str], frozenset[str]]:
    """Return the characters that a word may start with, and those that may follow."""
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
    """Return the forms of forbidden words, which no other word may make."""
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
    """Makes the forms of words, with up to two suffixes and one prefix."""

    def __init__(self, affixes: AffixFile, prefixes: bool) -> None:
        self._file = affixes
        self._prefixes = prefixes
        self._groups: dict[bool, dict[Flags, tuple[AffixGroup, ...]]] = {True: {}, False: {}}
        marks = (affixes.need_affix, affixes.only_in_compound, affixes.circumfix)
        self._unfinished: Flags = frozenset(mark for mark in marks if mark is not None)

    def forms(self, word: str, flags: Flags) -> Iterator[str]:
        """Yield all forms of a word in no particular order, with repeats."""
        if self._file.only_in_compound in flags:
            return
        if self._file.need_affix not in flags:
            yield word
        for first in self._suffixes(word, flags):
            form = first.applied(word)
            if self._is_complete(first):
                yield form
            if not self._is_circumfix(first):
                for second in self._second_suffixes(form, first):
                    yield second.applied(form)
        if self._prefixes and self._file.prefixes:
            yield from self._with_prefix(word, flags)

    def _with_prefix(self, word: str, flags: Flags) -> Iterator[str]:
        for prefix in self._fitting(word, flags, suffix=False):
            if self._is_complete(prefix):
                yield prefix.applied(word)
        for first in self._suffixes(word, flags):
            yield from self._with_suffix(word, first, (flags, first.goes_on), None)
        # A prefix can allow a suffix, which then needs this very prefix.
        for group in self._groups_of(flags, suffix=False):
            for prefix in group.affixes:
                for first in self._suffixes(word, prefix.goes_on):
                    yield from self._with_suffix(word, first, (flags,), prefix)

    def _with_suffix(
        self, word: str, first: Affix, opened: tuple[Flags, ...], only: Affix | None
    ) -> Iterator[str]:
        """Yield the forms with this first suffix, perhaps a second, and a prefix.

        The prefixes are those of the flags in `opened`, or `only` this one.
        """
        form = first.applied(word)
        for prefix in self._crossing(form, first, opened):
            if only in (None, prefix) and self._is_complete_with(prefix, first):
                yield prefix.applied(form)
        for second in self._second_suffixes(form, first):
            if not second.crosses:
                continue
            longer = second.applied(form)
            for prefix in self._crossing(longer, first, opened):
                if only in (None, prefix) and prefix.flag not in second.goes_on:
                    yield prefix.applied(longer)
            if only is None and not self._is_circumfix(first):
                for prefix in self._fitting(longer, second.goes_on, suffix=False):
                    if prefix.crosses and self._is_complete(prefix):
                        yield prefix.applied(longer)

    def _crossing(self, form: str, first: Affix, opened: tuple[Flags, ...]) -> Iterator[Affix]:
        """Yield the prefixes that can be combined with a first suffix."""
        if not first.crosses or self._file.only_in_compound in first.goes_on:
            return
        for flags in opened:
            for prefix in self._fitting(form, flags, suffix=False):
                if not prefix.crosses or self._file.only_in_compound in prefix.goes_on:
                    continue
                # Both are half a circumfix, or neither is.
                if self._is_circumfix(prefix) == self._is_circumfix(first):
                    yield prefix

    def _is_circumfix(self, affix: Affix) -> bool:
        return self._file.circumfix in affix.goes_on

    def _is_complete_with(self, prefix: Affix, first: Affix) -> bool:
        """Does one of the two need no further affix?"""
        need = self._file.need_affix
        return need not in prefix.goes_on or need not in first.goes_on

    def _is_complete(self, affix: Affix) -> bool:
        """Is a word complete with this affix alone?"""
        return affix.goes_on.isdisjoint(self._unfinished)

    def _second_suffixes(self, form: str, first: Affix) -> Iterator[Affix]:
        """Yield the suffixes that may follow a first one and complete the word."""
        if not first.goes_on or not self._file.two_suffixes:
            return
        if self._file.only_in_compound not in first.goes_on:
            yield from filter(self._is_complete, self._suffixes(form, first.goes_on))

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
