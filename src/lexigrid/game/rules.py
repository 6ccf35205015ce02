"""The rules of a game.

Knows scoring; known by games and everything above.
Rule: a value that says all that decides verdicts and points, and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from ..errors import GameError, InputError
from ..search import points_table

MAX_SECONDS = 24 * 60 * 60
MAX_MIN_LENGTH = 100
MAX_PENALTY = 1000
MAX_HINTS = 1000

#: Points by letters as pairs: a table that can be compared and kept.
Pairs = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """What decides verdicts and points. Length counts letters, so a `Qu` tile counts two.

    Args:
        min_length: letters a word needs.
        scoring: a scheme's name, or points by number of letters.
        seconds: the time of each player; None for no limit.
        cancel: does a word that several players found count for none of them?
        penalty: points taken for each wrong word (no word, or not on the board).
        hints: hints that each player may ask for.
        turning: may the board be turned?

    >>> Rules().points(4), Rules.of_size((6, 6)).seconds
    (1, 240)

    Raises:
        InputError: a value that cannot be used.
    """

    min_length: int = 3
    scoring: str | Pairs | Mapping[int, int] = "classic"
    seconds: int | None = 180
    cancel: bool = True
    penalty: int = 0
    hints: int = 0
    turning: bool = True

    def __post_init__(self) -> None:
        _number(self.min_length, "min_length", 1, MAX_MIN_LENGTH)
        _number(self.penalty, "penalty", 0, MAX_PENALTY)
        _number(self.hints, "hints", 0, MAX_HINTS)
        if self.seconds is not None:
            _number(self.seconds, "seconds", 1, MAX_SECONDS)
        if not isinstance(self.scoring, str):
            table = dict(self.scoring)
            points_table(table, 0)  # refuses what is no table
            object.__setattr__(self, "scoring", tuple(sorted(table.items())))
        else:
            points_table(self.scoring, 0)

    @classmethod
    def of_size(cls, size: tuple[int, int]) -> Rules:
        """Give the rules that published games of this board size have.

        To 16 cells: 3 letters, `classic`, 3 minutes; to 25: 4 letters, `big`; larger boards: 4
        letters, `super-big`, 4 minutes.

        >>> Rules.of_size((5, 5)).scoring
        'big'
        """
        cells = size[0] * size[1]
        if cells <= 16:
            return cls()
        if cells <= 25:
            return cls(min_length=4, scoring="big")
        return cls(min_length=4, scoring="super-big", seconds=240)

    @property
    def scheme(self) -> str | dict[int, int]:
        """The scoring as searches take it."""
        return self.scoring if isinstance(self.scoring, str) else dict(self.scoring)

    def points(self, letters: int) -> int:
        """Give the points of a word of so many letters."""
        return points_table(self.scheme, letters)[letters]

    def to_json(self) -> dict[str, Any]:
        """Give the rules as JSON values; twin of `from_json`."""
        plain = {field.name: getattr(self, field.name) for field in fields(self)}
        if not isinstance(self.scoring, str):
            plain["scoring"] = [list(pair) for pair in dict(self.scoring).items()]
        return plain

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Rules:
        """Make rules of JSON values.

        >>> Rules.from_json(Rules(penalty=2).to_json()) == Rules(penalty=2)
        True

        Raises:
            GameError: a key that rules do not have.
            InputError: a value that cannot be used.
        """
        known = {field.name for field in fields(cls)}
        unknown = set(data) - known
        if unknown:
            raise GameError(f"the rules have {sorted(unknown)}, expected some of {sorted(known)}")
        plain = dict(data)
        if not isinstance(plain.get("scoring", ""), str):
            plain["scoring"] = tuple((letters, points) for letters, points in plain["scoring"])
        return cls(**plain)


def _number(value: object, name: str, least: int, most: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise InputError(f"{name} is {value!r}, expected a whole number from {least} to {most}")
