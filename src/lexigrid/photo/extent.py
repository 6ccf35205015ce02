"""Where the grid ends: the longest run of rows and columns that hold letters."""

from __future__ import annotations

import numpy as np

from ..errors import PhotoError
from .letters import FACES, Array

#: A row or column that is emptier than this ends the grid; ends that are thinner are cut.
_GAP, _THIN = 0.15, 0.4
#: The letters that digits from 0 are taken for; the fewest digits, and one of how many is misread.
_LOOKS = ("OQDC", "ITLJ", "Z", "SBEJZ", "A", "S", "GBCO", "TZIFY", "BS", "SGOQBP")
_LEAST_DIGITS, _MISREAD = 6, 6
#: The letters that no digit is taken for, and their least share among letters; the least number
#: of letters of which there is much.
_NO_DIGITS, _LEAST_SHARE, _LEAST_KINDS = "HKMNRUVWX", 0.04, 5.5


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
    inside = np.lib.stride_tricks.sliding_window_view(filled, shape).sum((2, 3))
    top, left = divmod(int(inside.argmax()), inside.shape[1])
    return top, left, top + rows - 1, left + columns - 1


def find_headers(letters: Array) -> tuple[int, int]:
    """Return 1 for a first row, and for a first column, of numbers instead of letters, else 0.

    >>> find_headers(np.array([[*"ITZSASG"], *[[*"LETTERS"]] * 3]))
    (1, 0)
    """
    if _is_numbering(letters[0, 1:]) and _is_numbering(letters[1:, 0]):
        return 1, 1
    return int(_is_numbering(letters[0])), int(_is_numbering(letters[:, 0]))


def has_odd_letters(chances: Array) -> bool:
    """May what was read as letters be a table of digits, or a pattern of few shapes?

    `chances` are the probabilities of `FACES`: cells x faces.
    """
    shares = np.bincount(chances.argmax(1), minlength=len(FACES))[:26] / len(chances)
    kinds = np.exp(-(shares * np.log(np.maximum(shares, 1e-9))).sum())
    others = sum(shares[FACES.index(letter)] for letter in _NO_DIGITS)
    return bool(others < _LEAST_SHARE or kinds < _LEAST_KINDS)


def _is_numbering(letters: Array) -> bool:
    """May a line of letters be the last digits of 0, 1, 2 ... or of 1, 2, 3 ...?"""
    seen = [
        sum(str(letter) in _LOOKS[(first + at) % 10] for at, letter in enumerate(letters))
        for first in (0, 1)
    ]
    return len(letters) >= _LEAST_DIGITS and _MISREAD * (len(letters) - max(seen)) <= len(letters)


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
