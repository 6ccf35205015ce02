"""The straight lines of a grid as text, which show what is a word of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from unicodedata import normalize

from ..errors import GridError
from .tokens import tokens_of

#: A larger grid is not looked at: most strings of letters are somewhere in it.
_MOST_CHARACTERS = 40_000
#: As many rows make a grid, and as many words in it show that it is theirs.
ENOUGH = 3


def straight_lines(rows: Sequence[str]) -> str:
    """Return the letters of all straight lines of a grid, in both directions, as lines of text.

    >>> "ano" in straight_lines(["tea", "ant", "oat"]), "eat" in straight_lines(["tea", "ant"])
    (True, False)
    """
    if sum(map(len, rows)) > _MOST_CHARACTERS:
        return ""
    try:
        table = [[letters_of(token) or " " for token in tokens_of(row)] for row in rows]
    except GridError:  # which is shown where the rows are read
        return ""
    width = len(table[0]) if table else 0
    if {*map(len, table)} != {width}:
        return ""
    down = [*zip(*table, strict=True)]
    height, slants = len(table), []
    for start in range(1 - height, width):
        steps = range(max(0, -start), min(height, width - start))
        slants.append([table[at][start + at] for at in steps])
        slants.append([table[at][width - 1 - start - at] for at in steps])
    lines = [line for line in (*table, *down, *slants) if line]
    return "\n".join("".join(each) for line in lines for each in (line, line[::-1]))


def letters_of(text: str) -> str:
    """Return letters and digits without case and accents."""
    plain = text if text.isascii() else normalize("NFD", text)
    return "".join(filter(str.isalnum, plain.casefold()))


def words_inside(lines: str, words: Iterable[str]) -> list[bool]:
    """Is each of the words in one of the straight lines?"""
    return [bool(each) and each in lines for each in map(letters_of, words)]


def has_words(lines: str, text: str) -> bool:
    """Has a text several words, most of which are in straight lines?"""
    words = re.findall(r"[^\W\d_]{3,}", text[:_MOST_CHARACTERS])
    return len(words) >= ENOUGH and 2 * sum(words_inside(lines, words)) > len(words)


def is_solved(row: str, solved: str) -> bool:
    """Has a row of a solution the letters of the row, or signs for some of them?"""
    pairs = zip(row, solved, strict=False)
    return len(row) == len(solved) and all(a == b or not b.isalnum() for a, b in pairs)


def rows_above_words(lines: Sequence[str]) -> int:
    """Return how many of the lines are rows, if words follow without a blank line; 0 if none do.

    Words are shorter or longer, in the other letter case or all in the rows.

    >>> rows_above_words(["CATX", "XDOG", "HENX", "cat", "dog"])
    3
    """
    ends = (at for at, line in enumerate(lines) if len(line) != len(lines[0]))
    other = next((at for at, line in enumerate(lines) if line.islower()), 0)
    end = min(next(ends, 0), other or len(lines))
    rows, words = lines[:end], lines[end:]
    if end < ENOUGH:
        return 0
    is_other = "".join(rows).isupper() and "".join(words).islower()
    are_inside = len(words) >= ENOUGH and all(len(word) > 2 for word in words)
    return end if is_other or (are_inside and all(words_inside(straight_lines(rows), words))) else 0
