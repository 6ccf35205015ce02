"""How hard a word is to find, and how long a player of a level takes for it.

Knows found words and geometry; known by opponents.
Rule: whole numbers only: 256 units double the time that a word takes.

The time to find a word is 3 minutes * 2^((difficulty - skill + luck) / 256). Difficulty adds up
how rare the word is (its band), how long, and how often its path turns; luck has a mean of 0 and a
spread of LUCK units for each word of each game. A word is found if its time is within the clock.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import isqrt

from ...geometry import Cell

#: Units that double a time.
DOUBLE = 256
#: The spread (standard deviation) of luck.
LUCK = 400
#: What a band adds; between bands the next lower one counts.
_BANDS = ((10, 0), (20, 130), (35, 280), (40, 420), (50, 560), (55, 700), (60, 840), (70, 1100))
_RAREST = 1500
#: What words of a lexicon without bands take, as if they were of the band 40.
_NO_BAND = 420
_PER_LETTER = 170
_PER_TURN = 45
#: Shares of a board's points that the levels 1 to 10 aim at, in three minutes, in thousandths.
AIMS = (30, 50, 80, 130, 200, 300, 420, 570, 740, 900)
#: Skill of the levels 1 to 10, so that the aims come out (benchmarks/records/).
SKILLS = (-244, -110, 35, 216, 420, 678, 981, 1353, 1753, 2205)


def difficulty_of(band: int | None, letters: int, path: tuple[Cell, ...]) -> int:
    """Give the difficulty of a word: 0 for a common word of three letters on a straight path.

    >>> difficulty_of(10, 3, ()), difficulty_of(10, 5, ()) < difficulty_of(80, 5, ())
    (0, True)
    """
    rare = _NO_BAND if band is None else _RAREST
    if band is not None:
        for upper, units in _BANDS:
            if band <= upper:
                rare = units
                break
    return rare + _PER_LETTER * max(0, letters - 3) + _PER_TURN * count_turns(path)


def count_turns(path: tuple[Cell, ...]) -> int:
    """Count the places where a path changes its direction.

    >>> count_turns((Cell(0, 0), Cell(0, 1), Cell(1, 1), Cell(2, 1)))
    1
    """
    steps = [(b.row - a.row, b.column - a.column) for a, b in pairwise(path)]
    return sum(before != after for before, after in pairwise(steps))


def doublings_of(seconds: int) -> int:
    """Give how often three minutes are doubled to get so many seconds, in units, rounded down.

    >>> doublings_of(180), doublings_of(360), doublings_of(90)
    (0, 256, -256)
    """
    # Whole numbers: seconds / 180 >= 2^(n / 256) is seconds^256 >= 180^256 * 2^n.
    ratio: int = (seconds**DOUBLE << DOUBLE * 64) // 180**DOUBLE
    return ratio.bit_length() - 1 - DOUBLE * 64


def spread_over(parts: Sequence[int], milliseconds: int) -> list[int]:
    """Spread so many findings over a clock: fast at first, at the end a third as fast.

    `parts` say where in its share of the clock each one is, in 2^40ths. Give milliseconds.

    >>> spread_over([1 << 39] * 3, 9000)
    [1040, 3437, 6626]
    """
    times = []
    for number, part in enumerate(parts):
        # The share y found by the part x of the clock is y = 1.5 x - 0.5 x^2.
        share = ((number << 40) + part) // len(parts)
        passed = (3 << 40) - isqrt((9 << 80) - (share << 43))
        times.append(passed * milliseconds >> 41)
    return times
