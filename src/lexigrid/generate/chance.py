"""Chance for makers: the same seed gives the same draws on every machine and Python.

Knows nothing; known by the makers.
Rule: integers only, from SplitMix64; Python's own `random` promises less across versions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")

SEEDS = 2**64
_MASK = SEEDS - 1


class Chance:
    """Draws from one seed (SplitMix64, as in native/make_chance.hpp).

    >>> chance = Chance(1)
    >>> chance.below(10), chance.shuffled("abcd")
    (5, ['c', 'd', 'a', 'b'])
    """

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def next(self) -> int:
        """Give a number of 64 bits."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        z = self._state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def below(self, bound: int) -> int:
        """Give a number from 0 to `bound` - 1."""
        return (self.next() * bound) >> 64

    def drawn(self, members: Sequence[T]) -> Iterator[T]:
        """Yield the members in an order of chance; those not asked for cost nothing."""
        left = list(members)
        while left:
            at = self.below(len(left))
            left[at], left[-1] = left[-1], left[at]
            yield left.pop()

    def shuffled(self, members: Sequence[T]) -> list[T]:
        """Give the members in an order of chance."""
        return list(self.drawn(members))


def derived_seed(seed: int, number: int) -> int:
    """Give the seed of one of many: the `number`-th puzzle of a book, attempt of a puzzle.

    >>> derived_seed(1, 0) == derived_seed(1, 0) != derived_seed(1, 1)
    True
    """
    return Chance(seed ^ (number * 0xD1342543DE82EF95)).next()
