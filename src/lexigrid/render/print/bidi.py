"""Text with both directions, as runs in visual order."""

from __future__ import annotations

import unicodedata
from itertools import groupby

from ..._util.io import import_extra

#: Bidirectional classes of letters written from right to left, and of their marks.
_FROM_RIGHT = frozenset(("R", "AL", "NSM"))
_BRACKETS = "()[]{}<>«»‹›"
_MIRRORED = str.maketrans(
    _BRACKETS, "".join(b + a for a, b in zip(_BRACKETS[::2], _BRACKETS[1::2], strict=True))
)


def is_rtl_text(text: str) -> bool:
    """Does the text have a character that is written from right to left?"""
    return not text.isascii() and any(
        unicodedata.bidirectional(char) in ("R", "AL", "AN") for char in text
    )


def visual_runs(text: str, rtl: bool) -> list[tuple[str, bool]]:
    """Split text into runs, in order from the left; each says if it reads from right to left.

    `rtl` says if the text as a whole, and so the sequence of its runs, reads from right to left.

    >>> visual_runs("oat", False), visual_runs("חידה 7", True)
    ([('oat', False)], [('7', False), ('חידה ', True)])
    """
    if not rtl and not is_rtl_text(text):
        return [(text, False)]
    if all(unicodedata.bidirectional(char) in _FROM_RIGHT for char in text):
        return [(text, True)]
    bidi = import_extra("fpdf.bidi", "pdf", "text from right to left")
    direction = bidi.TextDirection.RTL if rtl else bidi.TextDirection.LTR
    found = bidi.BidiParagraph(text, direction, preserve_bn_chars=True).get_reordered_characters()
    runs = []
    for level, members in groupby(found, key=lambda each: each.embedding_level):
        run = "".join(each.character for each in members)
        if level % 2 == 0:
            runs.append((run, False))
        elif is_rtl_text(run):
            runs.append((run[::-1], True))
        else:  # only blanks and punctuation: brackets open the other way
            runs.append((run.translate(_MIRRORED), False))
    return runs
