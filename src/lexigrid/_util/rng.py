"""Random numbers from a seed, the same on every platform and Python version; no floats.

The generator is SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
generators", 2014): number i (from 0) of a stream with start s is mix(s + (i + 1) *
0x9E3779B97F4A7C15) modulo 2^64, where mix(z) is z ^= z >> 30, z *= 0xBF58476D1CE4E5B9,
z ^= z >> 27, z *= 0x94D049BB133111EB, z ^= z >> 31.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from ..errors import InputError
from .plain_text import shorten
from .validation import is_int

if TYPE_CHECKING:
    import numpy as np

T = TypeVar("T")

Seed = int | str

SEEDS = 2**64
MAX_SEED_TEXT = 200
_STEP = 0x9E3779B97F4A7C15
_MASK = SEEDS - 1


class SplitMix64:
    """The stream of one 64-bit start, as `native/base/rng.hpp` computes it.

    >>> rng = SplitMix64(1)
    >>> rng.below(10), rng.shuffled("abcd")
    (5, ['c', 'd', 'a', 'b'])
    """

    __slots__ = ("_state",)

    def __init__(self, start: int) -> None:
        self._state = start & _MASK

    def next(self) -> int:
        """Return the next number below 2^64."""
        self._state = (self._state + _STEP) & _MASK
        z = self._state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def below(self, bound: int) -> int:
        """Return a number from 0 to `bound` - 1 (Lemire's multiplication, without rejection)."""
        return (self.next() * bound) >> 64

    def drawn(self, members: Sequence[T]) -> Iterator[T]:
        """Yield the members in random order, drawing numbers only as needed."""
        left = list(members)
        while left:
            at = self.below(len(left))
            left[at], left[-1] = left[-1], left[at]
            yield left.pop()

    def shuffled(self, members: Sequence[T]) -> list[T]:
        """Return the members in random order."""
        return list(self.drawn(members))


class SeededRng:
    """A stream for one seed and one purpose; streams with different purposes are independent.

    The start is the first eight bytes (big-endian) of the SHA-256 of "lexigrid/chance/1", the
    purpose and the seed, as UTF-8 with a zero byte between them. A number below n is the next
    number modulo n; numbers from the largest multiple of n up are rejected.

    >>> rng = SeededRng(7, "example")
    >>> [rng.below(6) for _ in range(8)]
    [4, 1, 0, 2, 5, 0, 2, 3]
    """

    __slots__ = ("_stream",)

    def __init__(self, seed: Seed, purpose: str) -> None:
        digest = hashlib.sha256(stream_text(seed, purpose)).digest()
        self._stream = SplitMix64(int.from_bytes(digest[:8], "big"))

    @property
    def state(self) -> int:
        """The state of the stream; setting it continues from there."""
        return self._stream._state

    @state.setter
    def state(self, state: int) -> None:
        self._stream._state = state

    def next(self) -> int:
        """Return the next number below 2^64."""
        return self._stream.next()

    def below(self, bound: int) -> int:
        """Return a number from 0 to `bound` - 1, each equally likely."""
        most = SEEDS - SEEDS % bound
        while True:
            number = self._stream.next()
            if number < most:
                return number % bound

    def pick(self, choices: Sequence[T]) -> T:
        """Return one of the choices."""
        return choices[self.below(len(choices))]

    def shuffled(self, members: Sequence[T]) -> list[T]:
        """Return the members in random order (Fisher and Yates, from the end)."""
        order = list(members)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order

    def numbers(self, count: int) -> np.ndarray[Any, np.dtype[np.uint64]]:
        """Return the next `count` numbers as an array of uint64, the same as from `next`."""
        numbers = numbers_of_states([self.state], count)
        self.state = (self.state + _STEP * count) & _MASK
        return numbers.reshape(count)


def numbers_of_states(states: Sequence[int], count: int) -> np.ndarray[Any, np.dtype[np.uint64]]:
    """Return the next `count` numbers of each of several streams, one stream in a row.

    >>> int(numbers_of_states([1, 2], 1)[0, 0]) == SplitMix64(1).next()
    True
    """
    import numpy as np

    steps = np.arange(1, count + 1, dtype=np.uint64) * np.uint64(_STEP)
    mixed = steps + np.array(states, dtype=np.uint64)[:, None]
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(31))


def stream_text(seed: Seed, purpose: str) -> bytes:
    """Return the text whose SHA-256 starts a stream.

    Raises:
        InputError: the seed is neither a whole number nor a printable line of text.
    """
    return f"lexigrid/chance/1\0{purpose}\0{check_seed(seed)}".encode()


def derived_seed(seed: int, number: int) -> int:
    """Return the seed of member `number` of a series: a puzzle of a book, an attempt at a puzzle.

    >>> derived_seed(1, 0) == derived_seed(1, 0) != derived_seed(1, 1)
    True
    """
    return SplitMix64(seed ^ (number * 0xD1342543DE82EF95)).next()


def seed_number(seed: Seed) -> int:
    """Return a seed as a number below 2^64: a number unchanged, text by its SHA-256.

    >>> seed_number(7), seed_number("7"), seed_number("birds") < SEEDS
    (7, 7, True)

    Raises:
        InputError: it is neither, or the number is out of range.
    """
    text = check_seed(seed)
    if isinstance(seed, str) and not (text.isascii() and text.isdigit()):
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")
    if not 0 <= int(text) < SEEDS:
        raise InputError(f"seed is {shorten(seed)}, expected a whole number from 0 to {SEEDS - 1}")
    return int(text)


def fresh_seed() -> int:
    """Return a number below 2^32 from the system's entropy."""
    return int.from_bytes(os.urandom(4), "big")


def check_seed(seed: object) -> str:
    """Return a seed as text; 7 and "7" are the same seed.

    Raises:
        InputError: the seed is neither a whole number nor a printable line of text.
    """
    if not isinstance(seed, str) and not is_int(seed):
        raise InputError(f"the seed is {shorten(seed)}, expected a whole number or text")
    text = str(seed).strip()
    if not text or len(text) > MAX_SEED_TEXT or not text.isprintable():
        raise InputError(
            f"the seed is {shorten(seed)}, expected 1 to {MAX_SEED_TEXT} characters on one line; "
            "without a seed, one is drawn"
        )
    return text
