"""The puzzles of the day, and the boards of the day on which every common word is wanted.

They are the same in the terminal, on servers (`js/puzzle.js`) and on static sites, which cannot
make them and bring all of them along.
"""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from .spec import BoardSpec, IntRange

if TYPE_CHECKING:
    from ..puzzle import Puzzle

#: What such a board has: common words that use every tile.
DAILY = BoardSpec(required=IntRange(25, 60))
#: The number of boards; after the last, the first comes again.
DAILY_BOARDS = 50

DailyKind = Literal["puzzle", "paths"]


@dataclass(frozen=True, slots=True)
class _Daily:
    """A kind of puzzle of the day; after the last of `count`, the first comes again."""

    count: int
    seed: str
    pool: int | None
    """The number of words from the theme; None if the board has room for all that fit."""
    drawn: int
    """The number of words to draw in a language without themes."""
    options: dict[str, Any]


DAILY_PUZZLES: dict[DailyKind, _Daily] = {
    "puzzle": _Daily(100, "site", 12, 12, {"size": 12, "allow_missing": True}),
    "paths": _Daily(50, "site/paths", None, 60, {"kind": "cover", "size": (8, 6)}),
}


def daily_puzzle(kind: DailyKind, number: int, *, language: str | None = None) -> Puzzle:
    """Return a puzzle by its number, or by that of a day; its title is its theme, if any.

    >>> daily_puzzle("puzzle", 3).words == daily_puzzle("puzzle", 103).words
    True
    """
    from ..puzzle.generate.make import make_puzzle  # slow
    from ..puzzle.generate.words import random_words, themes

    daily = DAILY_PUZZLES[kind]
    number %= daily.count
    names, seed = themes(language), f"{daily.seed}/{number}"
    if names:
        theme, words = names[number % len(names)], None
    else:
        theme, words = None, random_words(daily.drawn, seed, language=language)
    pool = daily.pool if names else None
    return make_puzzle(words, theme=theme, pool=pool, seed=seed, language=language, **daily.options)


def daily_seed(number: int) -> str:
    """Return the seed of a board by its number, or by that of a day.

    >>> daily_seed(3), daily_seed(53)
    ('site/boards/3', 'site/boards/3')
    """
    return f"site/boards/{number % DAILY_BOARDS}"


def number_of(day: datetime.date) -> int:
    """Return the number of a day, counted from 1970.

    >>> number_of(datetime.date(1970, 1, 3))
    2
    """
    return (day - datetime.date(1970, 1, 1)).days
