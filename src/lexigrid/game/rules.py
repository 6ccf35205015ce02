"""The rules of a game: everything that decides verdicts and points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar, Literal, get_args

from .._util.codec import Document, Head
from .._util.kinds import Flag, OrNone, Whole
from .._util.options import Options, option
from .._util.schema import text
from .._util.validation import check_choice, check_int, check_shape
from ..errors import GameError, InputError
from ..search.scoring import SCORINGS, SchemeName, Scoring, ScoringKind, points_table, scoring_form

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules(Options, Document):
    """The rules of a game. Length counts letters, so a `Qu` tile counts as two.

    >>> Rules().points(4), Rules.of_size((6, 6)).seconds
    (1, 240)

    Raises:
        InputError: a value is out of range.
    """

    _head: ClassVar = Head("the rules", GameError, is_closed=True)
    min_length: int = option(
        Whole(1, MAX_MIN_LENGTH), "Fewest letters of a word: 3 up to 4x4, 4 above.", default=3
    )
    scoring: Annotated[
        SchemeName | Pairs | Mapping[int, int], scoring_form(text, most=MAX_MIN_LENGTH)
    ] = option(
        ScoringKind(), f"{', '.join(SCORINGS)}, or 3:1,4:2.", default="classic", completes="scoring"
    )
    seconds: int | None = option(
        OrNone(Whole(1, MAX_SECONDS)), "Seconds per person: 180, or 240 on 6x6.", default=180
    )
    cancel: bool = option(
        Flag(),
        "Words found by several players count for nobody (default) or for all.",
        default=True,
        negative="keep",
    )
    penalty: int = option(Whole(0, MAX_PENALTY), "Points lost for a wrong word.", default=0)
    hints: int = option(Whole(0, MAX_HINTS), "Hints per person.", default=0)
    turning: bool = option(Flag(), "May the board be rotated?", default=True)
    gain: int = option(
        Whole(0, MAX_SECONDS), "Seconds added by each word: 8 in stamina.", default=0
    )
    tries: int | None = option(
        OrNone(Whole(1, MAX_TRIES)), "Words that a person may enter: 30 in allotment."
    )
    find_all: bool = option(
        Flag(), "Does a player who finds every common word win?", default=False, surfaces=()
    )
    target: int | None = option(
        OrNone(Whole(1, MAX_TARGET)), "Points that end a series: 100 in marathon."
    )

    def __post_init__(self) -> None:
        Options.__post_init__(self)
        if self.gain and self.seconds is None:
            raise InputError("gain adds to the time, but there is no time limit; give seconds")

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
