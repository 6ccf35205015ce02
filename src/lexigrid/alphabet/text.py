"""Bring text into one form before an alphabet reads it: one apostrophe, no invisible characters.

Presentation forms, half-width and full-width characters and ligatures become plain letters.
"""

from __future__ import annotations

import re
import unicodedata
from array import array
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import pairwise, starmap

#: Replaces a dropped character between two letters, so that they do not become one letter. U+034F
#: (combining grapheme joiner) is Unicode's character for this.
BORDER = "\u034f"

_JOINER = "\u200d"
#: Soft hyphen, joiners, marks of direction, word joiners, byte order mark.
_INVISIBLE = (
    "\u00ad\u034f\u061c\u180e\u200b\u200c\u200e\u200f\u202a\u202b\u202c\u202d\u202e"
    "\u2060\u2061\u2062\u2063\u2064\u2066\u2067\u2068\u2069\ufeff"
)
#: For `str.translate`: hiragana to katakana, and the reverse.
KATAKANA = {kana: kana + 0x60 for kana in range(ord("ぁ"), ord("ゖ") + 1)}
HIRAGANA = {large: small for small, large in KATAKANA.items()}
_APOSTROPHES = "\u2018\u2019\u201b\u02bc\u2032\u00b4"
_HYPHENS = "\u2010\u2011\u2212"
#: They choose a glyph, not a letter: an emoji or its symbol, forms of Han and Mongolian.
_SELECTORS = (*range(0xFE00, 0xFE10), *range(0x180B, 0x180E), *range(0xE0100, 0xE01F0))
_DIRECTED = ("<wide>", "<narrow>", "<initial>", "<medial>", "<final>", "<isolated>")
#: Characters that are two letters.
_PAIRS = (
    *(0x132, 0x133, 0x13F, 0x140, 0x149),
    *range(0x1C4, 0x1CD),
    *range(0x1F1, 0x1F4),
    *range(0x675, 0x679),
    *range(0xFB00, 0xFB07),
    *range(0xFB13, 0xFB18),
)
#: They, and blocks of characters whose decompositions have these tags.
_FORMS = frozenset(
    (0x3000, *range(0xFB1D, 0xFDFC), *range(0xFE70, 0xFEFD), *range(0xFF01, 0xFFEF), *_PAIRS)
)
_SURE_KINDS = {"So", "Sk", "Sm"}  # emoji, their colours, and arrows
#: Blocks whose letters, digits, punctuation and blanks never combine with their neighbours. Indic
#: and other scripts with clusters are not among them, nor are the parts of Hangul syllables.
_LONE_BLOCKS = (range(0x900), range(0x1E00, 0x2070), range(0x3040, 0xA800), range(0xAC00, 0xD7A4))

#: Marks that belong to the character before them, except to a line break.
_ACCENTS = frozenset(map(chr, range(0x300, 0x370)))
_ACCENTED = r"(?s)[^\n\u2028\u2029\u0300-\u036f][\u0300-\u036f]*+|[\u0300-\u036f]++|."


class Table(dict[str, str]):
    """A table of replacements for characters; other characters stay."""

    def __missing__(self, character: str) -> str:
        return character


def characters_of(text: str) -> set[str]:
    """Return the different characters of text: of a long Chinese one in a fifth of a set's time.

    >>> sorted(characters_of("oat" * 3))
    ['a', 'o', 't']
    """
    if text.isascii() or len(text) < 1000:
        return set(text)
    return set(map(chr, set(array("I", text.encode("utf-32-le", "surrogatepass")))))


def exchange(text: str, table: Table) -> str:
    """Replace characters; a replacement must not contain characters that are replaced.

    One pass for each character present is five times as fast as `str.translate`.

    >>> exchange("œil", Table({"œ": "oe", "æ": "ae"}))
    'oeil'
    """
    for character in characters_of(text):
        other = table[character]
        if other != character:
            text = text.replace(character, other)
    return text


def unify(text: str) -> str:
    """Return text in NFC and one form; a dropped character between letters becomes a BORDER.

    >>> unify("ﬁn’s"), unify("in\\u00adto") == f"in{BORDER}to"
    ("fin's", True)
    """
    composed = unicodedata.normalize("NFC", text)
    if composed.isascii():
        return composed
    text = exchange(composed, _forms())
    if _JOINER in text:
        text = _without_joiners(text)
    if BORDER in text:
        text = _useless_borders().sub("", text)
    return text if text == composed else unicodedata.normalize("NFC", text)


class _Forms(Table):
    """The replacements that bring text into one form; forms of letters are found when needed."""

    def __missing__(self, character: str) -> str:
        code = ord(character)
        if code not in _FORMS:
            return character
        self[character] = character
        kind = unicodedata.decomposition(character).partition(" ")[0]
        if kind in _DIRECTED or code in _PAIRS or 0xFB1D <= code < 0xFB50:
            plain = unicodedata.normalize("NFKC", character)
            # Marks that Unicode shows on a blank, and phrases, stay as they are.
            if " " not in plain or code == 0x3000:
                self[character] = plain.replace("\u02bc", "'")
        return self[character]


@cache
def _forms() -> Table:
    return _Forms(
        dict.fromkeys(_INVISIBLE, BORDER)
        | dict.fromkeys(_APOSTROPHES, "'")
        | dict.fromkeys(_HYPHENS, "-")
        | dict.fromkeys(map(chr, _SELECTORS), "")
    )


@cache
def _useless_borders() -> re.Pattern[str]:
    """Return the pattern of borders at an end, in a run, or not before a letter or digit."""
    return re.compile(f"(?m)^{BORDER}+|{BORDER}+(?![^\\W_])")


def _without_joiners(text: str) -> str:
    """Drop zero-width joiners, except within emoji and after the mark that joins Indic letters."""

    pieces = text.split(_JOINER)
    if all(pieces[1:-1]):  # no run of joiners
        around = {(before[-2:], after[:1]) for before, after in pairwise(pieces)}
        if all(starmap(_joins, around)):
            return text

    def kept(run: re.Match[str]) -> str:
        begin, end = run.span()
        after = text[end : end + 1] if end - begin == 1 else ""
        return _JOINER if _joins(text[max(0, begin - 2) : begin], after) else ""

    return re.sub(f"{_JOINER}+", kept, text)


@lru_cache(maxsize=1 << 14)
def _joins(before: str, after: str) -> bool:
    """Does a joiner have a meaning between the two characters before it and the one after it?"""
    last = before.rstrip("\ufe0f")[-1:] or " "
    is_emoji = unicodedata.category(last) in _SURE_KINDS
    is_joined = unicodedata.category(after or " ") in _SURE_KINDS
    return (is_emoji and is_joined) or unicodedata.combining(last) == 9


class _Lone(dict[str, bool]):
    """Is a character, in NFC, certain to be a grapheme cluster by itself, whatever is next to it?

    False means "not certain": marks, joiners, emoji and carriage returns are not, and some other
    characters have not been examined.
    """

    def __missing__(self, character: str) -> bool:
        code = ord(character)
        is_plain = unicodedata.category(character)[0] in "LNPZ" or character == "\n"
        self[character] = is_plain and any(code in block for block in _LONE_BLOCKS)
        return self[character]


_lone = _Lone()


def is_lone(text: Iterable[str]) -> bool:
    """Is each character certain to be a grapheme cluster by itself?

    >>> is_lone("école"), is_lone("e\\u0301cole"), is_lone("नमस्ते")
    (True, False, False)
    """
    return all(map(_lone.__getitem__, text))


def is_punctuation(letter: str) -> bool:
    """Is it punctuation or a blank (Unicode category P or Z)?

    >>> is_punctuation("-"), is_punctuation(" "), is_punctuation("+")
    (True, True, False)
    """
    return unicodedata.category(letter[0])[0] in "PZ"


def is_accent(character: str) -> bool:
    """Is it an accent on a letter? Marks of other combining classes are part of the letter."""
    mark = unicodedata.combining(character)
    is_part = 6 <= mark <= 9 or 84 <= mark <= 132  # nukta, kana voicing, virama; Indic, Thai vowels
    return mark != 0 and not is_part


def graphemes(text: str) -> list[str]:
    """Split text into extended grapheme clusters (Unicode Standard Annex 29).

    >>> [len(cluster) for cluster in graphemes("e\\u0301a")]
    [2, 1]
    """
    if len(text) < 2 or (text.isascii() and "\r" not in text) or is_lone(text):
        return list(text)
    characters = characters_of(text)
    if is_lone(characters - _ACCENTS):  # three times as fast
        return re.findall(_ACCENTED, text)
    # Imported here: most text does not need it.
    import regex

    if regex.fullmatch(r"[\p{GCB=Other}\n]+", "".join(characters)):  # no rule joins any of them
        return list(text)
    return list(regex.findall(r"\X", text))


def split_at_line_ends(letters: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield the letters of each line, without the line ends.

    Tuples of text, unlike lists, are not searched for garbage again and again.

    >>> [*split_at_line_ends(("a", "b", "\\n", "c"))]
    [('a', 'b'), ('c',)]
    """
    start = 0
    for _ in range(letters.count("\n")):
        end = letters.index("\n", start)
        yield letters[start:end]
        start = end + 1
    yield letters[start:]
