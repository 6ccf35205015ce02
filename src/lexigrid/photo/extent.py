"""Where the grid ends: the longest run of rows and columns that hold letters."""

from __future__ import annotations

import numpy as np

from ..errors import PhotoError
from .letters import Array

#: A row or column that is emptier than this ends the grid; ends that are thinner are cut.
_GAP, _THIN = 0.15, 0.4


def find_extent(filled: Array) -> tuple[int, int, int, int]:
    """Return the first and last row and column: top, left, bottom, right.

    `filled` has for each cell how surely it holds a letter. A list next to the grid stays outside,
    because an empty gap ends the run.
    """
    top, left, low, right = 0, 0, filled.shape[0] - 1, filled.shape[1] - 1
    for _ in range(3):
        first, last = _longest_run(filled[top : low + 1, left : right + 1].mean(0))
        left, right = left + first, left + last
        first, last = _longest_run(filled[top : low + 1, left : right + 1].mean(1))
        top, low = top + first, top + last
    return top, left, low, right


def fit_extent(filled: Array, shape: tuple[int, int]) -> tuple[int, int, int, int]:
    """Return the rectangle of a known shape that holds most letters, as `find_extent` does.

    Raises:
        PhotoError: the grid has fewer rows or columns.
    """
    rows, columns = shape
    if rows > filled.shape[0] or columns > filled.shape[1]:
        top, left, low, right = find_extent(filled)
        raise PhotoError(
            f"the grid seems to have {low - top + 1} rows and {right - left + 1} columns, not "
            f"{rows}x{columns}; leave out the size, or show the whole grid"
        )
    sums = np.pad(filled, ((1, 0), (1, 0))).cumsum(0).cumsum(1)
    inside = sums[rows:, columns:] - sums[:-rows, columns:]
    inside = inside - sums[rows:, :-columns] + sums[:-rows, :-columns]
    top, left = divmod(int(inside.argmax()), inside.shape[1])
    return top, left, top + rows - 1, left + columns - 1


def _longest_run(profile: Array) -> tuple[int, int]:
    """Return the first and last place of the longest stretch without a gap.

    >>> _longest_run(np.array([0.9, 0, 0.8, 0.9, 0.2]))
    (2, 3)
    """
    full = profile / max(float(profile.max()), 0.1)
    edges = np.flatnonzero(np.diff(np.concatenate([[0], full >= _GAP, [0]]))).reshape(-1, 2)
    if not len(edges):
        return 0, 0
    first, last = (edges[np.ptp(edges, axis=1).argmax()] - [0, 1]).tolist()
    thick = np.flatnonzero(full[first : last + 1] >= _THIN).tolist()
    return (first + thick[0], first + thick[-1]) if thick else (last, last)
