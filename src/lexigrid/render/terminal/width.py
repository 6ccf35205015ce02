"""The width of text in terminal columns, and text made safe for a terminal."""

from __future__ import annotations

import unicodedata

_RIGHT_TO_LEFT = frozenset(("R", "AL", "AN"))
_NEVER_PRINTED = frozenset(("Cc", "Cs", "Zl", "Zp"))


def printable(text: str) -> str:
    r"""Replace each control character and lone surrogate by U+FFFD.

    >>> printable("a\x1b[2J")
    'a\ufffd[2J'
    """
    if text.isprintable():
        return text
    return "".join(
        "\N{REPLACEMENT CHARACTER}" if unicodedata.category(char) in _NEVER_PRINTED else char
        for char in text
    )


def isolate(text: str) -> str:
    r"""Isolate text that runs from right to left, so that a terminal keeps it in its place.

    A terminal that applies the Unicode bidirectional algorithm would otherwise reorder the letters
    and fields of a line. The marks take no columns.

    >>> isolate("tea"), isolate("ש")
    ('tea', '⁨ש⁩')
    """
    if text.isascii() or not any(
        unicodedata.bidirectional(char) in _RIGHT_TO_LEFT for char in text
    ):
        return text
    return f"⁨{text}⁩"


def display_width(text: str) -> int:
    """Return how many terminal columns printable text takes.

    >>> [display_width(text) for text in ("tea", "日", "e\N{COMBINING ACUTE ACCENT}")]
    [3, 2, 1]
    """
    if text.isascii():
        return len(text)
    from wcwidth import wcswidth

    return max(0, int(wcswidth(text)))


def pad(text: str, width: int, *, right: bool = False) -> str:
    """Fill the text with blanks up to a width in columns, flush left unless `right`.

    >>> pad("日", 4) + "|", pad("7", 3, right=True)
    ('日  |', '  7')
    """
    blanks = " " * max(0, width - display_width(text))
    return blanks + text if right else text + blanks
