"""The words of a puzzle, compared with its grid: what can be found there is a word.

Nothing in a list tells a word from a heading above it or a footer below it, but the grid does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import chain, compress, filterfalse, pairwise
from operator import not_

from .._util.plain_text import shorten
from ..errors import LexiconError
from .blocks import Blocks
from .marks import entries_of
from .prose import CONJUNCTION, is_unlike
from .straight import ENOUGH, letters_of, straight_lines, words_inside
from .tokens import tokens_of
from .word_tables import Words
from .words import read_list

#: A longer list is not compared with the grid.
_MOST_CHARACTERS = 20_000
#: What is no part of a word: signs, numbers, gaps.
_BETWEEN = re.compile(
    r"[,;:=\t|•▪*_()\[\]\"“”„«»]|\.\s|  +|(?:^|\s)[-–—&+→]\s|\d+[.:)]*|(?<!\w)'|'(?!\w)"
)
#: How often a word is hidden, or its letters.
_TIMES = re.compile(r"\s*\(\d[^()]*\)$")
_EDGE = re.compile(r"^\W+|\W+$")
#: How many pieces of a list that are no words a note shows.
_SHOWN = 20


def words_of(
    blocks: Blocks, rows: list[str], text: str, *, wants_words: bool
) -> tuple[list[str], Words]:
    """Return the rows of a grid, of which some may have been listed, and its words.

    Raises:
        LexiconError: the words can be read in two ways, and they are wanted.
    """
    lines = others = blocks.words
    if wants_words and not lines:
        rows_of_grid = {*blocks.grid}
        others = [line for line in text.split("\n") if line not in rows_of_grid]
    may_be = others and not blocks.key and sum(map(len, others)) <= _MOST_CHARACTERS
    straight = straight_lines(rows) if may_be else ""
    side = max(len(rows), *map(len, map(tokens_of, rows[:1])))
    found, left = _found(straight, others, side) if straight else (Words([]), [])
    if straight and blocks.answers and not (lines and found.words):  # clues of words in the key
        answers, others = _found(straight, blocks.answers.split("\n"), side)
        if len(answers.words) > max(1, len(others)):
            _, entries, _ = entries_of("\n".join(lines), Words([]))
            if len(entries) == len(answers.words):
                answers.add_facts("clues", zip(answers.words, entries, strict=True))
            answers.notes = ["read the words of the key: the lines above it are not in the grid"]
            del blocks.notes[0]  # that the key is left out
            return rows, answers
    try:
        listed = read_list("\n".join(lines))
    except LexiconError as error:
        if found.facts or len(found.words) >= (ENOUGH if left else 2):
            return rows, found
        if wants_words and not blocks.key:
            raise
        listed = Words([line for line in lines if line.strip()], notes=[str(error)])
    if len(found.words) > 1 and '"' not in "".join(lines) and _has_less(straight, listed, found):
        return rows, found
    key = [word for word, *_ in blocks.key]
    shown = {*map(str.casefold, listed.words if key else ())}
    if key and (not shown or listed.facts or not shown <= {*map(str.casefold, key)}):
        listed = Words(key, notes=["read the words of the key: the list shows them otherwise"])
        if all(clue for *_, clue in blocks.key):
            listed.add_facts("clues", [(word, clue) for word, *_, clue in blocks.key])
    elif straight:
        rows = _hold_against(rows, listed, straight, text)
    if any(_is_bent(*map(int, ends)) for _, *ends, _ in blocks.key):
        listed.notes.append(
            "words run along paths, which text does not show: save it as JSON or CSV"
        )
    return rows, listed


def _has_less(straight: str, listed: Words, found: Words) -> bool:
    """Are there fewer letters of the grid in the words of a list than in its pieces?

    Not if these include clues of words that all are in the grid.
    """
    bare = [_TIMES.sub("", word) for word in listed.words]
    inside = [
        is_inside and len(letters_of(word)) > 1
        for word, is_inside in zip(bare, words_inside(straight, bare), strict=True)
    ]
    clues = [piece for clue in listed.clues.values() for piece in _pieces(clue)]
    if bare and all(inside) and not all(words_inside(straight, clues)):
        return False
    kept = "".join(compress(bare, inside))
    return len(letters_of(kept)) < len(letters_of("".join(found.words)))


def _pieces(line: str) -> list[str]:
    """Return what is between signs, numbers and gaps on a line, if it has letters."""
    parts = (_EDGE.sub("", part) for part in _BETWEEN.split(CONJUNCTION.sub(", ", line)))
    return [part for part in parts if any(map(str.isalpha, part))]


def _found(straight: str, lines: Iterable[str], side: int) -> tuple[Words, list[str]]:
    """Return the pieces of lines that are in the grid, or of which each word is, and the others.

    If one column of them is, the other is clues. If most are words with blanks between them that as
    phrases are longer than the sides of the grid, and half of the words are in it, each is a piece.

    >>> _found("cat\\ndog\\nhen", ["Pets: cat, dog", "Farm: hen"], side=3)[0].words
    ['cat', 'dog', 'hen']
    """
    found, left = Words([]), []
    filled = [pieces for pieces in map(_pieces, lines) if pieces]
    for pieces in filled:  # Find cat, dog and hen
        if len(pieces) > 2 and words_inside(straight, pieces) == [
            False,
            *[True] * (len(pieces) - 1),
        ]:
            above, _, word = pieces[0].rpartition(" ")
            left += [above] if above and any(words_inside(straight, [word])) else []
            pieces[0] = word if left[-1:] == [above] else pieces[0]
    columns = [*zip(*filled, strict=False)] if len({*map(len, filled)}) == 1 < len(filled) else []
    whole = [column for column in columns if all(words_inside(straight, column))]
    if len(whole) == 1 < len(columns):
        filled = [[word] for word in whole[0]]
        clues = [column for column in columns if column is not whole[0]]
        left = [piece for column in clues[1:] for piece in column]
        found.add_facts("clues", zip(whole[0], clues[0], strict=True))
    every, least = [*chain.from_iterable(filled)], 2 if len(whole) == 1 < len(columns) else 3
    phrases = [piece for piece in every if " " in piece]
    are_long = (
        len(each) > side and each.replace(" ", "").isalpha() for each in phrases[:-1] or phrases
    )
    words = " ".join(every).split() if 2 * len(phrases) >= len(every) - 1 and all(are_long) else []
    if 2 * sum(words_inside(straight, words)) >= len(words) > 0:
        every, least = words, 2
    for piece in every:
        parts = [piece] if any(words_inside(straight, [piece])) else piece.split()
        if all(words_inside(straight, parts)) and min(map(len, map(letters_of, parts))) >= least:
            found.words += parts
        else:
            left.append(piece)
    shown = ", ".join(map(shorten, left[:_SHOWN])) + (", ..." if len(left) > _SHOWN else "")
    found.notes = ["read the words that are in the grid" + (f", not {shown}" if left else "")]
    return found, left


def _is_bent(row: int, column: int, last_row: int, last_column: int) -> bool:
    down, right = abs(last_row - row), abs(last_column - column)
    return down != right and down * right > 0


def _hold_against(rows: list[str], listed: Words, straight: str, text: str) -> list[str]:
    """Return the rows of a grid, and drop from `listed`, with notes, what are not its words.

    Lines as wide as the grid are rows if the grid then has more of the words. Lines that are not in
    it and unlike all words that are, are no words. `text` is what both were read from.
    """
    if len(listed.words) < 2:
        return rows
    inside = words_inside(straight, listed.words)
    width, half = len(rows[0]), len(inside) // 2
    below = next((n for n, word in enumerate(listed.words) if len(word) != width), 0)
    is_below = below > 1 and -1 < text.find(rows[-1]) < text.find(listed.words[0])
    if is_below and not any(inside[:below]) and "".join([*rows, *listed.words[:below]]).isalpha():
        taller = [*rows, *listed.words[:below]]
        now = words_inside(straight_lines(taller), listed.words[below:])
        if sum(now) > max(1, sum(inside)):
            listed.notes.append(f"read the {below} lines below a blank line as rows of the grid")
            rows, inside, listed.words = taller, now, listed.words[below:]
    both = [[True] * half, [False] * half]
    is_translated = half >= ENOUGH and inside in (both[0] + both[1], both[1] + both[0])
    if is_translated and min(map(len, listed.words)) > 1:
        columns = [listed.words[:half], listed.words[half:]]
        listed.words = columns.pop(not inside[0])
        listed.add_facts("translations", zip(listed.words, *columns, strict=True))
        listed.notes.append("read the words that are in the grid; the others translate them")
    elif 2 * sum(inside) >= max(2 * ENOUGH, len(inside)) and not listed.facts:
        own = [*compress(listed.words, inside)]
        others = compress(listed.words, map(not_, inside))
        most = 1 + max(word.count(" ") for word in own)
        left = [word for word in others if word.count(" ") > most or is_unlike(word, own)]
        pairs = [pair for pair in pairwise(listed.words) if len(pair[0]) == 1]
        heads = [letter for letter, _ in pairs]  # above words that begin with it
        begin = all(two[:1].casefold() == one.casefold() for one, two in pairs)
        left += heads if begin and len(heads) > 1 and heads == sorted({*heads}) else []
        notes = (f"left out {shorten(word)}, which is no word of the grid" for word in left)
        listed.add_notes(notes, len(left))
        listed.words = [*filterfalse({*left}.__contains__, listed.words)]
    return rows
