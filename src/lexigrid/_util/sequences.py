"""A base class for immutable sequences that make their items when they are read."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import TypeVar, overload

Item = TypeVar("Item", covariant=True)


class LazySequence(Sequence[Item]):
    """An immutable sequence; a subclass defines `__len__` and `_item`.

    Slices are tuples. It equals any other sequence of equal items, and equal ones hash alike.
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
        place = index + len(self) if index < 0 else index
        if not 0 <= place < len(self):
            raise IndexError(f"no {self._noun} {index}, there are {len(self)}")
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
        """Return the first items as text, for `repr`."""
        return ", ".join(map(str, self[:4])) + (", ..." if len(self) > 4 else "")
