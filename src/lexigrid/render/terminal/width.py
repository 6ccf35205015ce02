"""How many terminal columns a text takes, and text made safe for a terminal.

Knows only Unicode; known by the text pages.
Rule: what is measured here is what is printed: control characters never reach a terminal.
"""

from __future__ import annotations

import unicodedata

_JOINER = 0x200D
_EMOJI_PRESENTATION = 0xFE0F
_SKIN_TONES = range(0x1F3FB, 0x1F400)
_JAMO_VOWELS_AND_FINALS = frozenset((*range(0x1160, 0x1200), *range(0xD7B0, 0xD800)))
_SHOWN_AS_NOTHING = frozenset(("Mn", "Me", "Cf"))
_NEVER_PRINTED = frozenset(("Cc", "Cs", "Zl", "Zp"))


def printable(text: str) -> str:
    r"""Return the text with each control character or lone surrogate as U+FFFD.

    >>> printable("a\x1b[2J")
    'a\ufffd[2J'
    """
    if text.isprintable():
        return text
    return "".join(
        "\N{REPLACEMENT CHARACTER}" if unicodedata.category(char) in _NEVER_PRINTED else char
        for char in text
    )


def display_width(text: str) -> int:
    """Return how many terminal columns the text takes: 2 for wide letters, 0 for marks.

    >>> [display_width(text) for text in ("tea", "日", "e\N{COMBINING ACUTE ACCENT}")]
    [3, 2, 1]
    """
    if text.isascii():
        return len(text)
    total = last = 0
    joined = False
    for char in text:
        code = ord(char)
        if code == _JOINER:
            joined = last == 2  # only emoji melt into one picture; letters stand side by side
        elif code == _EMOJI_PRESENTATION:
            total, last = total + (last == 1), 2 if last else 0
        elif joined or (code in _SKIN_TONES and last == 2):
            joined = False
        else:
            width = _char_width(char, code)
            total, last = total + width, width or last
    return total


def pad(text: str, width: int, *, right: bool = False) -> str:
    """Return the text filled with blanks to so many columns, flush left unless `right`.

    >>> pad("日", 4) + "|", pad("7", 3, right=True)
    ('日  |', '  7')
    """
    blanks = " " * max(0, width - display_width(text))
    return blanks + text if right else text + blanks


def _char_width(char: str, code: int) -> int:
    if unicodedata.category(char) in _SHOWN_AS_NOTHING or code in _JAMO_VOWELS_AND_FINALS:
        return 0
    return 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1
