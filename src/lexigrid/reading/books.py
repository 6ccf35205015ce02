"""The puzzles of a book in text: below numbered headings, between rules, or on pages."""

from __future__ import annotations

import re
from contextlib import suppress

from .._util.limits import MAX_PUZZLES
from ..errors import GridError
from .blocks import divide
from .rows import is_count

#: The heading of a puzzle in a book, and a rule between puzzles.
_NUMBERED = re.compile(
    r"(?m)^[^\S\n]*(?:[#*=-]+[^\S\n]*)?(?:([^\W\d_][^\d\n]{0,40}+|#[^\S\n]*)(\d{1,4})"
    r"|([^\W\d_]{4,20} )([A-Z]))[^\S\n]*[:.*=-]*[^\S\n]*$"
)
_RULES = re.compile(r"(?m)^[^\S\n]*(?:-{3,}|={3,}|\*{3,})[^\S\n]*$\n?")
_SIGNS = ("---", "===", "***")
#: The heading of the first puzzle of a book is one of these lines.
_MOST_ABOVE = 4


def split_puzzles(text: str) -> list[str]:
    """Return the texts of the puzzles of a book, or the text itself if it is no book.

    Headings with a number, such as "Puzzle 1", pages or rules begin the puzzles, each of which has
    a grid and words.

    >>> split_puzzles("No. 1\\n\\nCAT\\nXDX\\n\\ncat\\n\\nNo. 2\\n\\nPIG\\nXYX\\n\\npig")
    ['No. 1\\n\\nCAT\\nXDX\\n\\ncat\\n\\n', 'No. 2\\n\\nPIG\\nXYX\\n\\npig']
    """
    top = "\n".join(text.split("\n", _MOST_ABOVE)[:_MOST_ABOVE])
    heads = [*_NUMBERED.finditer(text)] if _NUMBERED.search(top) else []
    names = [head[2] or head[4] for head in heads]
    are_alike = len(heads) > 1 == len({head[1] or head[3] for head in heads})
    if are_alike and is_count(names, letters=True):
        starts = [head.start() for head in heads]
        texts = [text[a:b] for a, b in zip(starts, [*starts[1:], None], strict=True)]
    else:
        texts = [*filter(str.strip, text.split("\f"))]  # pages
        if len(texts) < 2 and any(rule in text for rule in _SIGNS):
            texts = _RULES.split(text)
    if len(texts) > 1:
        with suppress(GridError):
            parts = (divide(each, wants_words=True) for each in texts[:MAX_PUZZLES])
            if all(len(part.grid) > 1 and any(part.words) for part in parts):
                return texts
    return [text]
