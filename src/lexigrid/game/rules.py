"""The rules of a game: everything that decides verdicts and points."""

from __future__ import annotations

import reprlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar, Literal, get_args

from .._util.codec import Document, Head
from .._util.schema import text
from .._util.validation import check_choice, check_flag, check_int, check_shape
from ..errors import GameError, InputError
from ..search import SchemeName, Scoring, points_table, scoring_form

MAX_SECONDS = 24 * 60 * 60
MAX_MIN_LENGTH = 100
MAX_PENALTY = 1000
MAX_HINTS = 1000
MAX_TRIES = 10_000
MAX_TARGET = 1_000_000

Mode = Literal["clock", "find-all", "stamina", "allotment", "marathon"]
MODES: tuple[Mode, ...] = get_args(Mode)
#: The rules of each mode that differ from the defaults.
_MODE_RULES: dict[Mode, dict[str, Any]] = {
    "clock": {},
    "find-all": {"find_all": True, "seconds": None, "hints": 10},
    "stamina": {"seconds": 60, "gain": 8},
    "allotment": {"tries": 30, "seconds": None},
    "marathon": {"target": 100},
}

#: Points by number of letters, as pairs: a table that can be compared and hashed.
Pairs = tuple[tuple[int, int], ...]

_LIMITS = {
    "min_length": (1, MAX_MIN_LENGTH),
    "seconds": (1, MAX_SECONDS),
    "penalty": (0, MAX_PENALTY),
    "hints": (0, MAX_HINTS),
    "gain": (0, MAX_SECONDS),
    "tries": (1, MAX_TRIES),
    "target": (1, MAX_TARGET),
}
#: Numbers that may be None, for no limit.
_OPTIONAL = ("seconds", "tries", "target")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules(Document):
    """The rules of a game. Length counts letters, so a `Qu` tile counts as two.

    >>> Rules().points(4), Rules.of_size((6, 6)).seconds
    (1, 240)

    Raises:
        InputError: a value is out of range.
    """

    _head: ClassVar = Head("the rules", GameError, is_closed=True)
    min_length: int = 3
    """The fewest letters of a word."""
    scoring: Annotated[
        SchemeName | Pairs | Mapping[int, int], scoring_form(text, most=MAX_MIN_LENGTH)
    ] = "classic"
    """The name of a scheme, or points by number of letters."""
    seconds: int | None = 180
    """The time of each player; None for no limit."""
    cancel: bool = True
    """Does a word that several players found count for none of them?"""
    penalty: int = 0
    """Points lost for each wrong word (not a word, or not on the board)."""
    hints: int = 0
    """The number of hints that each player may take."""
    turning: bool = True
    """May the board be rotated?"""
    gain: int = 0
    """Seconds that each found word adds to the player's time."""
    tries: int | None = None
    """The number of words, accepted or wrong, that each player may enter; None for no limit."""
    find_all: bool = False
    """Does a player who finds every common word win?"""
    target: int | None = None
    """Points that end a series of boards; None for a single board."""

    def __post_init__(self) -> None:
        for name, (least, most) in _LIMITS.items():
            value = getattr(self, name)
            if value is not None or name not in _OPTIONAL:
                object.__setattr__(self, name, check_int(value, name, least, most))
        if self.gain and self.seconds is None:
            raise InputError("gain adds to the time, but there is no time limit; give seconds")
        if not isinstance(self.scoring, str | Mapping):
            try:
                object.__setattr__(self, "scoring", dict(self.scoring))
            except (TypeError, ValueError) as error:
                raise InputError(
                    f"scoring is {reprlib.repr(self.scoring)}, expected a name such as 'classic' "
                    "or points by number of letters such as {3: 1, 4: 2}"
                ) from error
        for name in ("cancel", "turning", "find_all"):
            object.__setattr__(self, name, check_flag(getattr(self, name), name))
        points_table(self.scheme, 0)  # raises InputError for an invalid scheme or table
        if not isinstance(self.scoring, str):
            object.__setattr__(self, "scoring", tuple(sorted(dict(self.scoring).items())))

    @classmethod
    def of_size(cls, size: tuple[int, int], **changes: Any) -> Rules:
        """Return the usual rules of published games on boards of this size, with changes.

        Up to 16 cells: 3 letters, `classic`, 3 minutes; up to 25: 4 letters, `big`, 3 minutes;
        larger boards: 4 letters, `super-big`, 4 minutes.

        >>> Rules.of_size((5, 5), hints=2).scoring
        'big'
        """
        rows, columns = check_shape(size, "size")
        cells = rows * columns
        if cells <= 16:
            usual = cls()
        elif cells <= 25:
            usual = cls(min_length=4, scoring="big")
        else:
            usual = cls(min_length=4, scoring="super-big", seconds=240)
        return replace(usual, **changes)

    @classmethod
    def of_mode(cls, mode: Mode, size: tuple[int, int], **changes: Any) -> Rules:
        """Return the usual rules of a mode on boards of this size, with changes.

        "clock": points against the clock. "find-all": every common word, without a time limit.
        "stamina": one minute, plus 8 seconds for each word. "allotment": 30 tries. "marathon":
        board after board until a player has 100 points.

        >>> Rules.of_mode("allotment", (4, 4)).tries
        30
        """
        check_choice(mode, "mode", MODES)
        return cls.of_size(size, **_MODE_RULES[mode] | changes)

    def time_limit(self, found: int) -> int | None:
        """Return the time in milliseconds of a player who has found this many words, or None.

        >>> Rules(seconds=60, gain=8).time_limit(2)
        76000
        """
        check_int(found, "the number of words")
        if self.seconds is None:
            return None
        return min(self.seconds + self.gain * found, MAX_SECONDS) * 1000

    @property
    def scheme(self) -> Scoring:
        """The scoring in the form that searches take."""
        return self.scoring if isinstance(self.scoring, str) else dict(self.scoring)

    def points(self, letters: int) -> int:
        """Return the points of a word with this number of letters."""
        return points_table(self.scheme, check_int(letters, "letters"))[letters]
