"""Chance from a seed: the same numbers on every platform and Python version.

Knows nothing but whole numbers; known by rolling and opponents.
Rule: SplitMix64, started by SHA-256; whole numbers only, no float decides anything.

Number i (from 0) of a stream with start s is mix(s + (i + 1) * 0x9E3779B97F4A7C15) modulo 2^64,
where mix(z) is z ^= z >> 30, z *= 0xBF58476D1CE4E5B9, z ^= z >> 27, z *= 0x94D049BB133111EB,
z ^= z >> 31 (Steele, Lea and Flood, 2014). The start is the first eight bytes, the highest first,
of the SHA-256 of "lexigrid/chance/1", the purpose and the seed, as UTF-8 with a zero byte between
them. A number below n is the next number modulo n; numbers of the last, incomplete round of n are
left out.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from ..errors import InputError

if TYPE_CHECKING:
    import numpy as np

T = TypeVar("T")

Seed = int | str

_STEP = 0x9E3779B97F4A7C15
_MASK = 2**64 - 1
MAX_SEED_TEXT = 200


class Chance:
    """A stream of numbers from a seed; streams of other purposes are independent.

    >>> chance = Chance(7, "example")
    >>> [chance.below(6) for _ in range(8)]
    [4, 1, 0, 2, 5, 0, 2, 3]
    """

    __slots__ = ("_state",)

    def __init__(self, seed: Seed, purpose: str) -> None:
        text = f"lexigrid/chance/1\0{purpose}\0{check_seed(seed)}"
        self._state = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")

    def number(self) -> int:
        """Give the next number below 2^64."""
        self._state = (self._state + _STEP) & _MASK
        mixed = self._state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        return mixed ^ (mixed >> 31)

    def below(self, limit: int) -> int:
        """Give a number from 0 below `limit`, each equally likely."""
        most = 2**64 - 2**64 % limit
        while True:
            number = self.number()
            if number < most:
                return number % limit

    def pick(self, choices: Sequence[T]) -> T:
        """Pick one of several."""
        return choices[self.below(len(choices))]

    def shuffled(self, things: Sequence[T]) -> list[T]:
        """Give the things in a random order (Fisher and Yates, from the end)."""
        order = list(things)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order

    def numbers(self, count: int) -> np.ndarray[Any, np.dtype[np.uint64]]:
        """Give the next numbers at once, the same as `number` would, as an array of uint64."""
        import numpy as np

        steps = np.arange(1, count + 1, dtype=np.uint64) * np.uint64(_STEP)
        mixed = steps + np.uint64(self._state)
        self._state = (self._state + _STEP * count) & _MASK
        mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return mixed ^ (mixed >> np.uint64(31))


def fresh_seed() -> int:
    """Give a seed that nobody has asked for: a number below 2^32 from the system."""
    return int.from_bytes(os.urandom(4), "big")


def check_seed(seed: object) -> str:
    """Give a seed as the text that counts: 7 and "7" are the same seed.

    Raises:
        InputError: neither a whole number nor text.
    """
    if isinstance(seed, bool) or not isinstance(seed, int | str):
        raise InputError(f"the seed is {seed!r}, expected a whole number or text")
    text = str(seed).strip()
    if not text or len(text) > MAX_SEED_TEXT or not text.isprintable():
        raise InputError(
            f"the seed is {seed!r}, expected 1 to {MAX_SEED_TEXT} characters on one line"
        )
    return text
