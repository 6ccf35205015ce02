"""The boards of the day on which every common word is wanted.

They are the same in the terminal, on servers and on static sites, which cannot search for boards
and bring all of them along.
"""

from __future__ import annotations

import datetime

from .spec import BoardSpec, IntRange

#: What such a board has: common words that use every tile.
DAILY = BoardSpec(required=IntRange(25, 60))
#: The number of boards; after the last, the first comes again.
DAILY_BOARDS = 50


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
