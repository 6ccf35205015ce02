"""The words of a puzzle, compared with its grid: what can be found there is a word.

Nothing in a list tells a word from a heading above it or a footer below it, but the grid does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import compress
from operator import not_
from unicodedata import normalize

from .._util.plain_text import shorten
from .prose import CONJUNCTION
from .tokens import tokens_of
from .word_tables import Words

#: A larger grid is not looked at: most strings of letters are somewhere in it.
_MOST_CHARACTERS = 40_000
_MOST_WORDS = 1000
#: As many words in the grid show that it is theirs.
_ENOUGH = 3
#: Words with one blank between them.
_PHRASE = re.compile(r"[^\W\d_]+(?: [^\W\d_]+)+")


def straight_lines(rows: Sequence[str]) -> str:
    """Return the letters of all straight lines of a grid, in both directions, as lines of text.

    >>> "ano" in straight_lines(["tea", "ant", "oat"]), "eat" in straight_lines(["tea", "ant"])
    (True, False)
    """
    if sum(map(len, rows)) > _MOST_CHARACTERS:
        return ""
    table = [[_letters(token) or " " for token in tokens_of(row)] for row in rows]
    width = len(table[0]) if table else 0
    if {*map(len, table)} != {width}:
        return ""
    down = [*zip(*table, strict=True)]
    slants = [
        [row[start + step * at] for at, row in enumerate(table) if 0 <= start + step * at < width]
        for step in (1, -1)
        for start in range(-len(table) + 1, width + len(table) - 1)
    ]
    lines = [line for line in (*table, *down, *slants) if line]
    return "\n".join("".join(each) for line in lines for each in (line, line[::-1]))


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
    if end < _ENOUGH:
        return 0
    is_other = "".join(rows).isupper() and "".join(words).islower()
    are_inside = len(words) >= _ENOUGH and all(len(word) > 2 for word in words)
    return end if is_other or (are_inside and all(words_inside(straight_lines(rows), words))) else 0


def _letters(text: str) -> str:
    """Return letters and digits without case and accents."""
    plain = text if text.isascii() else normalize("NFD", text)
    return "".join(filter(str.isalnum, plain.casefold()))


def words_inside(lines: str, words: Iterable[str]) -> list[bool]:
    """Is each of the words in one of the straight lines?"""
    return [bool(each) and each in lines for each in map(_letters, words)]


def split_phrases(lines: list[str], side: int, *, is_named: bool) -> list[str]:
    """Put commas between words with blanks on lines that are too long for the sides of a grid.

    The lines are returned as they are if they can be phrases.
    """
    filled = [line.strip() for line in lines[:1000] if line.strip()]
    phrases = [line for line in filled[:-1] or filled if not line.isalpha()]
    are_many = bool(phrases) and 2 * len(phrases) >= len(filled) - 1
    are_long = are_many and all(len(line) > side and _PHRASE.fullmatch(line) for line in phrases)
    if not are_long or len(" ".join(filled).split()) <= 2 - is_named:
        return lines
    return [re.sub(r"(?<=\S) (?=\S)", ", ", CONJUNCTION.sub(" ", line)) for line in lines]


def hold_against(rows: list[str], listed: Words, text: str) -> list[str]:
    """Return the rows of a grid, and drop from `listed`, with notes, what are not its words.

    Lines as wide as the grid are rows if the grid then has more of the words. Of words and clues,
    the side that is in the grid is the word. Lines that are not in it and unlike all words that
    are, are no words. `text` is what both were read from.
    """
    if not 1 < len(listed.words) <= _MOST_WORDS:
        return rows
    width = len(rows[0])
    below = next((n for n, word in enumerate(listed.words) if len(word) != width), 0)
    is_below = below > 1 and -1 < text.find(rows[-1]) < text.find(listed.words[0])
    if is_below and all(map(str.isalpha, (*rows, *listed.words[:below]))):
        taller, words = [*rows, *listed.words[:below]], listed.words[below:]
        inside = words_inside(straight_lines(rows), listed.words)
        is_taller = sum(words_inside(straight_lines(taller), words)) > max(1, sum(inside))
        if is_taller and not any(inside[:below]):
            listed.notes.append(f"read the {below} lines below a blank line as rows of the grid")
            rows, listed.words = taller, words
    lines = straight_lines(rows)
    inside = words_inside(lines, listed.words) if lines else []
    clues = listed.clues
    behind = words_inside(lines, clues.values()) if clues and lines else []
    if 2 * sum(behind) > len(listed.words) > 2 * sum(inside):
        listed.words = [clues.get(word, word) for word in listed.words]
        listed.facts["clues"] = {clue: word for word, clue in clues.items()}
        listed.notes.append("read the words behind their clues: these are in the grid")
    elif (half := _translated(inside, listed.words, text)) > 0:
        columns = [listed.words[:half], listed.words[half:]]
        listed.words = columns.pop(not inside[0])
        listed.add_facts("translations", zip(listed.words, *columns, strict=True))
        listed.notes.append("read the column of words that are in the grid; the other translates")
    elif 2 * sum(inside) >= max(2 * _ENOUGH, len(inside)) and not listed.facts:
        own = [*compress(listed.words, inside)]
        others = compress(listed.words, map(not_, inside))
        left = [word for word in others if _is_unlike(word, own)]
        notes = (f"left out {shorten(word)}, which is not in the grid" for word in left)
        listed.add_notes(notes, len(left))
        listed.words = [word for word in listed.words if word not in left]
    return rows


def _translated(inside: Sequence[bool], words: Sequence[str], text: str) -> int:
    """Return the number of words with a translation: of two columns, one is in the grid; or 0."""
    half = len(inside) // 2
    if half < _ENOUGH:
        return 0
    is_one = [*inside[:half]] == [inside[0]] * half == [*map(not_, inside[half:])]
    row = rf"{re.escape(words[0])}[^\S\n]*(?:\t|[^\S\n]{{2}})\s*{re.escape(words[half])}"
    return half if is_one and re.search(row, text) else 0


def _is_unlike(line: str, words: Sequence[str]) -> bool:
    """Does a line differ from all words in letter case, blanks or digits, or have no letters?"""
    text, firsts = "".join(words), "".join(word[0] for word in words)
    is_other = (text.isupper() and line != line.upper()) or (
        text.islower() and line != line.lower()
    )
    is_other |= firsts.isupper() and line[0].islower()
    has_digits = not any(map(str.isdigit, text)) and any(map(str.isdigit, line))
    is_long = line.count(" ") > 1 + max(word.count(" ") for word in words)
    return is_other or has_digits or is_long or not _letters(line)
