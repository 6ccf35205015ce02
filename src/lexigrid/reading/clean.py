"""Clean text: invisible characters, width forms and line ends, before anything is split.

One table serves grids, words, puzzles, boards and dice. A backslash keeps the character after it.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import chain, starmap
from unicodedata import normalize

from ..alphabet import Table, exchange

#: Soft hyphens, marks and overrides of direction, word joiners, byte order marks: cells of their
#: own, though nobody sees them. (Joiners and variation selectors are parts of a letter.)
INVISIBLE = (
    "\u00ad\u061c\u180e\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2061\u2062\u2063"
    "\u2064\u2066\u2067\u2068\u2069\u206a\u206b\u206c\u206d\u206e\u206f\ufeff\ufff9\ufffa\ufffb"
)
_LINE_ENDS = "\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"
#: Lines of box drawing as the bars and rules of ASCII tables.
_BOXES = {
    **dict.fromkeys("│┃║╎╏┆┇┊┋╿╽¦", "|"),
    **dict.fromkeys("─━═╌╍┄┅┈┉╼╾¯", "-"),
    **{chr(code): "+" for code in (*range(0x250C, 0x254C), *range(0x2552, 0x2571))},
}
_WIDE = {chr(code): chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)} | {"\u3000": " "}
#: Letters in circles and squares and those of mathematics; the commas of other scripts.
_STYLED = (
    *((0x24B6, 0x24EA), (0x1D400, 0x1D6A4), (0x1F130, 0x1F14A)),
    *((0x1F150, 0x1F16A), (0x1F170, 0x1F18A)),
)
_COMMAS = {"、": ",", "،": ",", "؛": ";"}
#: Letters as chats show them; two together are a flag. A selector of colour behind a letter.
_CHAT_LETTER = (
    ":regional_indicator_([a-z]):|([\U0001f1e6-\U0001f1ff]+)|(?<=[Ⓜ\U0001f130-\U0001f189])\ufe0f"
)
_KEPT = r"\\[^\r\n]|[^\\]+|\\"
_ENDS = "[\r\v\f\x1c-\x1e]"
#: Shifts that end a text saved by old programs.
_END = "\x1a"


@cache
def changed() -> frozenset[str]:
    """Return the characters that cleaning changes: a tile that is one of them needs a backslash."""
    return frozenset((*_forms(), *map(chr, range(0x1F1E6, 0x1F200))))


def clean(text: str) -> str:
    r"""Return text with only the characters that have a meaning, in lines that end with \n.

    >>> clean("c\u00adat\r\n\uff24og"), clean("\\\u00ad")
    ('cat\nDog', '\\\xad')
    """
    if text.isascii() and ":regional_" not in text:
        if not re.search(_ENDS, text) and _END not in text:
            return text
    elif "\\" in text:
        pieces = re.findall(_KEPT, text.replace("\r\n", "\n"))
        return "".join(p if p[0] == "\\" else _exchanged(p) for p in pieces).rstrip(_END)
    return _exchanged(text.replace("\r\n", "\n")).rstrip(_END)


def _exchanged(text: str) -> str:
    return exchange(re.sub(_CHAT_LETTER, _plain_letters, text), _forms())


@cache
def _forms() -> Table:
    codes = [*chain.from_iterable(starmap(range, _STYLED))]
    plain = (chr(c if c < 0x1F150 else 65 + (c - 0x1F150) % 32) for c in codes)
    styled = {chr(c): normalize("NFKC", sign) for c, sign in zip(codes, plain, strict=True)}
    forms = {**dict.fromkeys(INVISIBLE, ""), **dict.fromkeys(_LINE_ENDS, "\n"), **_BOXES, **_WIDE}
    return Table(forms | {c: to for c, to in styled.items() if c != to} | _COMMAS)


def _plain_letters(found: re.Match[str]) -> str:
    signs = found[2] or ""
    return signs if len(signs) == 2 else found[1] or "".join(chr(ord(c) - 0x1F1A5) for c in signs)
