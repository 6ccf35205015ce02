"""Puzzles as text: a title if there is one, a grid, a blank line, the words, and the key."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import cache
from itertools import chain, zip_longest
from typing import NamedTuple

from ..alphabet import graphemes
from ..errors import GridError
from ..grid import Grid
from ..strings import Strings, languages

#: Separates the words from the key; "Answers" in any language does too.
_KEY_HEADING = "KEY"
_BLANK_LINES = re.compile(r"\n(?:[^\S\n]*+\n)++")
_COMMENTS = re.compile(r"\n#[^\n]*")
_GAP = re.compile(r"\t|[^\S\n]{2,}")
#: Blanks at the ends of rows.
_MARGINS = re.compile(r"(?<=\n)[^\S\n]+|(?<!\s)[^\S\n]++(?=\n)")
#: A comma between words; a backslash before it makes it a part of a word.
_COMMA = re.compile(r"(?<!\\),")
_ESCAPED = re.compile(r"\\([,#])")
#: The first rows, which show whether their tiles are single letters.
_ROWS_SEEN = 1000
#: From this length on, NumPy reads columns faster, once it is imported.
_LONG = 100_000
#: Text divided between lists, so that the arrays of a part fit in the cache if no list is long.
_PARTS = re.compile(rf".{{{_LONG}}}.*?(?=\n\n)|.+", re.DOTALL)
#: Marks that keep text from right to left in its place on a terminal.
_MARKS = "\N{LEFT-TO-RIGHT MARK}\N{RIGHT-TO-LEFT MARK}"


class PuzzleText(NamedTuple):
    """The parts of a puzzle in text."""

    title: str
    grid: str
    words: Sequence[str]


def split_text(text: str) -> PuzzleText:
    """Divide text into title, grid and words; words are one per line or between commas or gaps."""
    text = "\n" + text.replace("\r\n", "\n") + "\n"
    blocks = [block for block in _BLANK_LINES.split(text) if block.strip()]
    title = blocks.pop(0).strip() if blocks and _has_title(blocks) else ""
    headings, stripped = _headings(), map(str.strip, blocks)
    end = next((at for at, each in enumerate(stripped) if at and each in headings), None)
    words = _split_words("\n\n".join(blocks[1:end]))
    return PuzzleText(title, blocks[0] if blocks else "", words)


def escape_word(word: str) -> str:
    r"""Write a word so that `split_text` reads it as one word.

    >>> print(escape_word("salt, pepper"))
    salt\, pepper
    """
    escaped = word.replace(",", r"\,")
    return f"\\{escaped}" if escaped.startswith("#") else escaped


def _split_words(lists: str) -> list[str]:
    """Return the words of lists, which blank lines separate; columns are read downwards."""
    if "#" in lists:
        lists = _COMMENTS.sub("", "\n" + lists)
    for mark in _MARKS:
        lists = lists.replace(mark, "")
    if _GAP.search(lists):
        lists = _GAP.sub("\t", _MARGINS.sub("", lists.strip()))
        if len(lists) < _LONG:
            words = map(_read_downwards, lists.split("\n\n"))
        else:
            words = map(_sort_by_column, _PARTS.findall(lists))
        lists = "\n".join(chain.from_iterable(words))
    if "\\" not in lists:
        fields = lists.replace("\t", ",").replace("\n", ",").split(",")
        return [*filter(None, map(str.strip, fields))]
    fields = lists.replace("\t", "\n").split("\n")
    stripped = map(str.strip, chain.from_iterable(map(_COMMA.split, fields)))
    return [_ESCAPED.sub(r"\1", word) for word in stripped if word]


def _read_downwards(block: str) -> Iterable[str]:
    """Return the words of a list column by column, as `render_columns` wrote them."""
    rows = block.strip("\n").split("\n")
    if "\t" not in block:
        return rows
    lines = [row.split("\t") for row in rows]
    width = len(lines[0])
    for line in lines:
        if len(line) > width:  # only the last columns are shorter
            return rows
        width = len(line)
    return chain.from_iterable(zip_longest(*lines, fillvalue=""))


def _sort_by_column(lists: str) -> Iterable[str]:
    """Return the words of all these lists, in the order of `_read_downwards`."""
    import numpy as np

    text = np.frombuffer(f"{lists}\n".encode(errors="surrogatepass"), np.uint8)
    ends, tabs = np.flatnonzero(text == ord("\n")), np.flatnonzero(text == ord("\t"))
    widths = np.diff(np.searchsorted(tabs, ends), prepend=0) + 1
    is_blank = np.diff(ends, prepend=-1) == 1
    list_of_row = np.cumsum(is_blank)
    is_wider = (widths[1:] > widths[:-1]) & ~is_blank[:-1]
    is_ragged = np.isin(list_of_row, list_of_row[1:][is_wider])
    columns = np.arange(widths.sum()) - np.repeat(np.cumsum(widths) - widths, widths)
    columns[np.repeat(is_ragged, widths)] = 0
    order = np.lexsort((columns, np.repeat(list_of_row, widths)))
    return map(lists.replace("\t", "\n").split("\n").__getitem__, order.tolist())


def _has_title(blocks: Sequence[str]) -> bool:
    """Is the first block one line that is not a grid?"""
    if "\n" in blocks[0].strip("\n"):
        return False
    if any(map(_has_single_letters, blocks[1:2])):
        return True
    if "/" in blocks[0]:
        for block in blocks[:2]:
            with suppress(GridError):
                Grid.parse(block)
                return block is not blocks[0]
        return False  # the error of the first block is the more helpful one
    # A grid of one row is followed by words, which are no grid of several rows.
    return not (_has_single_letters(blocks[0]) and _is_list(blocks[1:2]))


def _has_single_letters(block: str) -> bool:
    """Are these rows with blanks between tiles, most of which are single letters?"""
    lines = block.strip("\n").split("\n", _ROWS_SEEN)[:_ROWS_SEEN]
    rows = [line.split() for line in lines if line.strip()]
    tiles = Counter(chain.from_iterable(rows))
    single = sum(count for tile, count in tiles.items() if len(graphemes(tile)) == 1)
    return len({*map(len, rows)}) == 1 and 2 * single > tiles.total() > 1


def _is_list(blocks: Sequence[str]) -> bool:
    """Is the block, if there is one, a list of words rather than a grid of several rows?"""
    for block in blocks:
        with suppress(GridError):
            return Grid.parse(block).rows == 1
    return True


@cache
def _headings() -> frozenset[str]:
    """Return the headings of the key in all languages."""
    return frozenset([_KEY_HEADING, *(Strings.of(each).format("answers") for each in languages())])
