"""The separate regions and the holes of a shape, which its picture may not show."""

from __future__ import annotations

from collections.abc import Sequence

from ..._util.plain_text import count_noun, join_words

#: The most regions or holes whose sizes are listed.
_MOST_LISTED = 4


def describe_regions(cells: Sequence[int], columns: int) -> list[str]:
    """Name the regions of a shape that no word can join, and its holes.

    >>> describe_regions([1, 1, 1, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 0, 0], 5)
    ['the mask has 2 separate regions, of 8 and 2 cells', 'the mask has 1 hole, of 1 cell']
    """
    ring = [0] * (columns + 2)
    lines = (cells[at : at + columns] for at in range(0, len(cells), columns))
    framed = [*ring, *(cell for line in lines for cell in (0, *line, 0)), *ring]
    regions = _connected(framed, columns + 2, 1)
    holes = [part for part in _connected(framed, columns + 2, 0) if 0 not in part]
    found = [("separate region", regions)] if len(regions) > 1 else []
    return [_describe(*each) for each in [*found, *([("hole", holes)] if holes else [])]]


def _describe(noun: str, parts: Sequence[set[int]]) -> str:
    sizes = sorted(map(len, parts), reverse=True)
    listed = [*map(str, sizes[:_MOST_LISTED]), *(["fewer"] if len(sizes) > _MOST_LISTED else [])]
    cells = "cell" if sizes == [1] else "cells"
    return f"the mask has {count_noun(len(sizes), noun)}, of {join_words(listed, 'and')} {cells}"


def _connected(cells: Sequence[int], columns: int, value: int) -> list[set[int]]:
    """Return the parts of equal cells; open ones also touch at corners, where words can run."""
    steps = [1, -1, columns, -columns]
    steps += [columns + 1, columns - 1, 1 - columns, -1 - columns] if value else []
    left = {at for at, cell in enumerate(cells) if cell == value}
    parts = []
    while left:
        part: set[int] = set()
        waiting = {left.pop()}
        while waiting:
            part |= waiting
            waiting = {at + step for at in waiting for step in steps} & left
            left -= waiting
        parts.append(part)
    return parts
