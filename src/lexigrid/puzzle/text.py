"""Puzzles as text: a title if there is one, a grid, a blank line, the words, and the key."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from typing import NamedTuple

from ..errors import GridError
from ..grid import Grid
from ..strings import Strings, languages

#: Separates the words from the key; "Answers" in any language does too.
_KEY_HEADING = "KEY"
_BLANK_LINES = re.compile(r"\n(?:[^\S\n]*\n)+")
_COMMENTS = re.compile(r"\n#[^\n]*")
_WORD_ENDS = re.compile(r",|\t|\n|\s{2,}")
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
    end = next((at for at, each in enumerate(blocks) if at and each.strip() in _headings()), None)
    listed = "\n\n".join(blocks[1:end])
    if "#" in listed:
        listed = _COMMENTS.sub("\n", "\n" + listed)
    for mark in _MARKS:
        listed = listed.replace(mark, "")
    words = [*filter(None, map(str.strip, _WORD_ENDS.split(listed)))]
    return PuzzleText(title, blocks[0] if blocks else "", words)


def _has_title(blocks: Sequence[str]) -> bool:
    """Is the first block one line that is not a grid?"""
    if "\n" in blocks[0].strip("\n"):
        return False
    if "/" in blocks[0]:
        for block in blocks[:2]:
            with suppress(GridError):
                Grid.parse(block)
                return block is not blocks[0]
        return False  # the error of the first block is the more helpful one
    return True


@cache
def _headings() -> frozenset[str]:
    """Return the headings of the key in all languages."""
    return frozenset([_KEY_HEADING, *(Strings.of(each).format("answers") for each in languages())])
