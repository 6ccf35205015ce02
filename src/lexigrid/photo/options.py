"""The options of reading a photo, each declared once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .._util.kinds import Checked, Seconds, Size
from .._util.limits import MAX_PHOTO_GRID
from .._util.options import Options, option
from .._util.plain_text import shorten
from .._util.validation import is_int
from ..errors import InputError
from ..game import Dice

#: Dice whose faces are not known.
ANY_DICE = "any"
#: A letter that is less probable is doubtful.
DOUBTFUL = 0.95
_GROUP = "Photo"
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
    deadline: float | None = option(
        Seconds(),
        "Seconds after which no further way to find the grid is tried.",
        group=_GROUP,
        surfaces=("cli",),
    )
