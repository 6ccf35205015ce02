"""The options of reading a photo, each declared once."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from .._util.kinds import Checked, Seconds, Size
from .._util.limits import MAX_PHOTO_GRID
from .._util.options import Options, option
from .._util.plain_text import shorten
from .._util.validation import is_int
from ..errors import InputError
from ..game.dice import Dice

#: Dice whose faces are not known.
ANY_DICE = "any"
#: A letter that is less probable is doubtful.
DOUBTFUL = 0.95
#: On a page, all letters are more doubtful if many are less probable than this before they are
#: compared: by how much, for each share of them.
FAINT, MISTRUST = 0.9, 10.0
#: The doubt about a letter of a page is multiplied by ALONE, plus ALIKE times the mean doubt of all
#: cells that are read as the same letter. This mean counts FEW more cells, of average doubt.
ALONE, ALIKE, FEW = 0.5, 25.0, 2
#: How much more doubtful a letter is that a pen, a line or another letter touches.
TOUCHED = 60.0
_GROUP = "Photo"
Corners = tuple[tuple[float, float], ...]
_TURNS = (0, 90, 180, 270)


def _check_turn(value: Any, name: str) -> int:
    number = int(value) if isinstance(value, str) and value.isdecimal() else value
    if not is_int(number) or number not in _TURNS:
        raise InputError(f"{name} is {shorten(value)}, expected 0, 90, 180 or 270")
    return int(number)


def _check_dice(value: Any, name: str) -> Dice | str:
    if isinstance(value, Dice):
        return value
    if not isinstance(value, str):
        raise InputError(
            f"{name} is {shorten(value)}, expected Dice, the name of a set, or 'any' for dice "
            "whose faces are not known"
        )
    return value if value == ANY_DICE else Dice.named(value)


def _check_corners(value: Any, name: str) -> Corners:
    """Return four places in the photo, clockwise from the first cell."""
    pairs = value.split() if isinstance(value, str) else value
    try:
        found = [each.split(",") if isinstance(each, str) else each for each in pairs]
        corners = tuple((float(x), float(y)) for x, y in found)
    except (TypeError, ValueError):
        corners = ()
    if len(corners) != 4 or not all(math.isfinite(v) for corner in corners for v in corner):
        raise InputError(
            f"{name} is {shorten(value)}, expected four places x,y in pixels: the centres of the "
            "first and last cell of the first row, then the last and first cell of the last row"
        )
    return corners


@dataclass(frozen=True, slots=True)
class PhotoOptions(Options):
    """The options of `read_photo`, which explains them."""

    size: tuple[int, int] | None = option(
        Size(MAX_PHOTO_GRID),
        "The rows and columns of the grid in the photo.",
        group=_GROUP,
    )
    turn: int | None = option(
        Checked(_check_turn, "0, 90, 180 or 270", "DEGREES", int),
        "How far the grid is turned clockwise: 0, 90, 180 or 270 degrees.",
        group=_GROUP,
    )
    dice: Dice | str | None = option(
        Checked(_check_dice, "the name of a set, or any", "NAME|any"),
        "The dice on the table: a set whose faces decide, or 'any'.",
        group=_GROUP,
        completes="dice",
    )
    corners: Corners | None = option(
        Checked(_check_corners, "x,y of four cells", "X,Y ...", list[tuple[float, float]]),
        "The centres of the corner cells in the photo, clockwise from the first cell: 'X,Y X,Y X,Y "
        "X,Y' in pixels. The size must be given too.",
        group=_GROUP,
    )
    deadline: float | None = option(
        Seconds(),
        "Seconds after which no further way to find the grid is tried.",
        group=_GROUP,
        surfaces=("cli",),
    )
