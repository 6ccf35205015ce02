"""A base class for immutable sequences that make their items when read."""

from __future__ import annotations

import operator
from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar, overload

from .plain_text import shorten

Item = TypeVar("Item", covariant=True)
#: The most items that `repr` shows in full, as in NumPy.
_MOST_SHOWN = 1000


class LazySequence(Sequence[Item]):
    """An immutable sequence; a subclass defines `__len__` and `_item`.

    Slices are tuples. It equals any other sequence of equal items, and hashes like a tuple of them.
    """

    __slots__ = ()
    _noun = "item"

    @abstractmethod
    def _item(self, index: int) -> Item:
        """Make the item at an index from 0 to `len(self)` - 1."""

    @overload
    def __getitem__(self, index: int) -> Item: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Item, ...]: ...
    def __getitem__(self, index: int | slice) -> Item | tuple[Item, ...]:
        if isinstance(index, slice):
            return tuple(map(self._item, range(*index.indices(len(self)))))
        try:
            index = operator.index(index)
        except TypeError:
            raise TypeError(
                f"the index is {shorten(index)}, expected a number from 0 or a slice"
            ) from None
        place = index + len(self) if index < 0 else index
        if not 0 <= place < len(self):
            number = f"{'is' if len(self) == 1 else 'are'} {len(self)}"
            raise IndexError(f"no {self._noun} {index}, there {number}")
        return self._item(place)

    def __iter__(self) -> Iterator[Item]:
        return map(self._item, range(len(self)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence) or isinstance(other, str):
            return NotImplemented
        return len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def _preview(self) -> str:
        """Return a colon and the first items as text, for `repr`; "" if there are none."""
        more = ", ..." if len(self) > 4 else ""
        return f": {', '.join(map(str, self[:4]))}{more}" if self else ""


class LazyTuple(LazySequence[Item]):
    """A sequence of `size` items that `make` makes from their indexes; it is pickled as a tuple.

    >>> squares = LazyTuple(10**9, lambda i: i * i)
    >>> squares[:3], squares[-1]
    ((0, 1, 4), 999999998000000001)
    >>> squares
    (0, 1, 4, ..., 999999998000000001)
    """

    __slots__ = ("_make", "_size")

    def __init__(self, size: int, make: Callable[[int], Item]) -> None:
        self._size = size
        self._make = make

    def __len__(self) -> int:
        return self._size

    def _item(self, index: int) -> Item:
        return self._make(index)

    def __repr__(self) -> str:
        if len(self) <= _MOST_SHOWN:
            return repr(tuple(self))
        return f"({', '.join(map(repr, self[:3]))}, ..., {self[-1]!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return tuple, (tuple(self),)
