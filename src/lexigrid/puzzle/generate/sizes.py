"""Sizes to try for a puzzle: the one that was given, larger ones, or those that suit the words.

Knows recipes and masks; known by the maker.
Rule: the sizes are listed before any is tried, the best first, and none passes the limit.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt

from ...errors import InputError
from .layout import HOPELESS
from .masks import Mask
from .pool import OVERLAPS
from .recipe import Recipe

MAX_SIDE = 200
#: Letters of the words to open cells, where the size is left open: dense, yet quick to lay.
_PER_CELL = 62, 100
_TALLER = 3
#: Sizes of a masked puzzle with a message that are tried at most.
_MOST_MASKED = 16

#: Rows, columns, and the mask worked out on them (None: all cells are open).
Size = tuple[int, int, bytes | None]


def sizes_for(
    recipe: Recipe, lengths: Sequence[int], message: int, mask: Mask | None
) -> list[Size]:
    """List the sizes to try, the best first.

    Raises:
        InputError: a mask with fewer cells than there are letters.
    """
    if recipe.rows:
        given = _sized(recipe.rows, recipe.columns, mask)
        if mask is not None:
            _check_mask(given, lengths, message, recipe.grow)
        if not recipe.grow:
            return [given]
        larger = (_sized(*each, mask) for each in grown(recipe.rows, recipe.columns))
        return [given, *(size for size in larger if sum(lengths) <= HOPELESS * _open_cells(size))]
    shape = mask.shape if mask is not None else None
    if mask is not None and shape is not None and max(shape) <= MAX_SIDE:
        sized = _sized(*shape, mask)
        _check_mask(sized, lengths, message, False)
        return [sized]
    if message and not recipe.pad:
        return _sizes_for_message(lengths, message, mask)
    wanted = sum(lengths) * _PER_CELL[1] // _PER_CELL[0] + message
    side = max(max(lengths), isqrt(max(wanted - 1, 0)) + 1, 3)
    if mask is not None:
        while side < MAX_SIDE and sum(mask.cells(side, side)) < wanted:
            side += 1
    sides = [min(side, MAX_SIDE), *(each for each, _ in grown(side, side))]
    return [_sized(each, each, mask) for each in sides]


def grown(rows: int, columns: int) -> list[tuple[int, int]]:
    """List larger sizes of about the same form, each at most a twelfth larger than the last."""
    sizes: list[tuple[int, int]] = []
    while rows < MAX_SIDE or columns < MAX_SIDE:
        rows = min(MAX_SIDE, rows + max(1, rows // 12))
        columns = min(MAX_SIDE, columns + max(1, columns // 12))
        sizes.append((rows, columns))
    return sizes


def _sized(rows: int, columns: int, mask: Mask | None) -> Size:
    return rows, columns, None if mask is None else mask.cells(rows, columns)


def _open_cells(size: Size) -> int:
    rows, columns, cells = size
    return rows * columns if cells is None else sum(cells)


def _check_mask(size: Size, lengths: Sequence[int], message: int, grow: bool) -> None:
    rows, columns, _ = size
    open_cells = _open_cells(size)
    least = sum(lengths) + message
    if open_cells < least and not grow:
        raise InputError(
            f"the mask has {open_cells} cells on {rows}x{columns}, the words have "
            f"{sum(lengths)} letters{f' and the message {message}' if message else ''}; "
            "give a larger size"
        )


def _sizes_for_message(lengths: Sequence[int], message: int, mask: Mask | None) -> list[Size]:
    """List sizes on which the words, with some overlap, leave as many cells as the message has."""
    total, longest = sum(lengths), max(lengths)
    if mask is not None:
        return _masked_sizes_for_message(total, longest, message, mask)
    sizes: dict[tuple[int, int], Size] = {}
    for part in OVERLAPS:
        wanted = total - total * part // 100 + message
        for rows, columns in _shapes_of(wanted, longest):
            if max(rows, columns) <= MAX_SIDE:
                sizes.setdefault((rows, columns), _sized(rows, columns, mask))
    return list(sizes.values())


def _masked_sizes_for_message(total: int, longest: int, message: int, mask: Mask) -> list[Size]:
    """List sizes near the square on which the mask has about as many cells as are needed."""
    least = total - total * OVERLAPS[-1] // 100 + message
    side = 3
    while side < MAX_SIDE and sum(mask.cells(side, side)) < least:
        side += 1
    likely = total - total * OVERLAPS[0] // 100 + message
    found: list[tuple[int, int, Size]] = []
    for rows in range(max(3, side - _TALLER), min(MAX_SIDE, side + 2 * _TALLER) + 1):
        for columns in range(max(3, rows - _TALLER), min(MAX_SIDE, rows + _TALLER) + 1):
            size = _sized(rows, columns, mask)
            cells = _open_cells(size)
            if least <= cells <= total + message and max(rows, columns) >= longest:
                found.append((abs(cells - likely), abs(rows - columns), size))
    found.sort(key=lambda each: each[:2])
    return [size for _, _, size in found[:_MOST_MASKED]] or [_sized(side, side, mask)]


def _shapes_of(wanted: int, longest: int) -> list[tuple[int, int]]:
    """List rectangles of about so many cells, the squarest first."""
    side = max(isqrt(wanted), 1)
    shapes = []
    for columns in range(side, side + _TALLER + 1):
        rows = max(1, round(wanted / columns))
        shapes.append((rows, max(columns, longest) if max(rows, columns) < longest else columns))
    return shapes
