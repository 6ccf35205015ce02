"""The width of text in terminal columns, and text made safe for a terminal."""

from __future__ import annotations

import re
import unicodedata

_RIGHT_TO_LEFT = frozenset(("R", "AL", "AN"))
_LETTERS = frozenset(("R", "AL"))
_LRM, _RLM = "\N{LEFT-TO-RIGHT MARK}", "\N{RIGHT-TO-LEFT MARK}"
#: The marks of direction that `isolate` writes.
MARKS = _LRM + _RLM
#: A mark that repeats the one before it: only blanks and escape codes are between them.
_SECOND_MARK = f"({_LRM}(?: |\x1b\\[[0-9;]*m)*){_LRM}"
_NO_MARKS = dict.fromkeys(map(ord, MARKS))
#: What our texts have, one column each. To import wcwidth takes as long as a search.
_NARROW = frozenset((*map(chr, range(32, 127)), *"←↑→↓↖↗↘↙·…–—×"))
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
    r"""Put marks around text that runs from right to left, so that a terminal keeps its place.

    A terminal that applies the Unicode bidirectional algorithm would otherwise reorder the letters
    and fields of a line, and align a line that begins with such a letter on the right.
    Left-to-right marks take no columns, even in terminals where the newer isolates take one each. A
    right-to-left mark keeps punctuation on its side of the text. Text that begins and ends with
    letters from left to right needs no marks.

    >>> isolate("tea"), isolate("ש"), isolate("ש!")
    ('tea', '\u200eש\u200e', '\u200eש!\u200f\u200e')
    """
    if text.isascii() or _NARROW.issuperset(text):
        return text
    kinds = [unicodedata.bidirectional(char) for char in text]
    directed = [kind for kind in kinds if kind == "L" or kind in _RIGHT_TO_LEFT]
    if not directed or directed[0] == directed[-1] == "L":
        return text
    needs_side = "L" not in kinds and not _LETTERS.isdisjoint(kinds)
    left, right = (
        _RLM if needs_side and kind not in _LETTERS else "" for kind in (kinds[0], kinds[-1])
    )
    return f"{_LRM}{left}{text}{right}{_LRM}"


def join_marks(row: str) -> str:
    r"""Leave out the marks in a row of isolated letters that only repeat the ones before them.

    Some terminals count marks when they wrap lines.

    >>> join_marks("1  \u200eש\u200e \u200eל\u200e")
    '1  \u200eש\u200e ל\u200e'
    """
    return re.sub(_SECOND_MARK, r"\1", row) if _LRM in row else row


def without_marks(text: str) -> str:
    """Leave out marks of direction, for terminals that cannot show them.

    >>> len(without_marks(isolate("ש")))
    1
    """
    return text.translate(_NO_MARKS)


def display_width(text: str) -> int:
    """Return how many terminal columns printable text takes.

    >>> [display_width(text) for text in ("tea", "日", "e\N{COMBINING ACUTE ACCENT}")]
    [3, 2, 1]
    """
    if text.isascii() or _NARROW.issuperset(text):
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
