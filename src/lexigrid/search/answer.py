"""What the answers of searches have in common.

The core (`native/answer`, for lines `native/lines/collect.cpp`) has sorted an answer, cut it to its
limit and counted it; Python makes its items when they are read.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from itertools import repeat
from typing import Any, TypeVar

from .._util.sequences import LazySequence
from ..geometry import Cell
from ..lexicon import Lexicon
from .encode import text_of_word

Item = TypeVar("Item", covariant=True)
_ITEMS_AT_ONCE = 1_000
_SECONDS_TO_COUNT = 2.0
#: The cells of wider grids are made each time.
_MOST_COLUMNS = 64
#: A cell of its row and column, without a call of Python's.
make_cell = partial(tuple.__new__, Cell)


class Answer(LazySequence[Item]):
    """A sequence of items over a result of the core, which numbers the words of the lexicon."""

    __slots__ = ("_count_all", "_lexicon", "_result", "_total")
    _members = "items"
    _lexicon: Lexicon
    _result: Any
    _count_all: Callable[[float], Any] | None
    """Counts without a limit, within some seconds; None for an answer that was pickled."""

    def __len__(self) -> int:
        return len(self._result)

    @property
    @abstractmethod
    def words(self) -> tuple[str, ...]:
        """The texts of the words, in order."""

    @property
    def count(self) -> int:  # type: ignore[override]  # as in the JSON answer
        """The number of items, even with `count_only`; if cut short, of those found so far."""
        found: int = self._result.count
        return found

    @property
    def complete(self) -> bool:
        """Is this the whole answer?"""
        return self.cut_by is None

    @property
    def cut_by(self) -> str | None:
        """What cut the answer short: "limit", "deadline", "storage" (it got too large), or None."""
        reason: str | None = self._result.cut_by
        return reason

    @property
    def total(self) -> int | None:
        """The number of items with those that a limit left out; None if that is not known.

        If the search ended at its limit, the others are counted now, for up to two seconds.
        """
        if self.complete:
            return self.count
        if not hasattr(self, "_total"):
            self._total: int | None = getattr(self._result, "total", None) or None
            if self._total is None and self.cut_by == "limit" and self._count_all is not None:
                every = self._count_all(_SECONDS_TO_COUNT)
                self._total = None if every.cut_by else every.count
        return self._total

    def word_at(self, number: int) -> str:
        """Return the word for one of the numbers in `to_numpy`."""
        return text_of_word(self._lexicon, number)

    @abstractmethod
    def iter_json(self) -> Iterator[str]:
        """Yield the JSON document in pieces of many items."""

    def to_json(self) -> str:
        """Return the JSON document as text."""
        return "".join(self.iter_json())

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return the items as dictionaries, as in JSON."""
        import json

        items: list[dict[str, Any]] = json.loads(self.to_json())[self._members]
        return items

    def _pieces(self, write: Callable[[int, int], str]) -> Iterator[str]:
        for first in range(0, max(1, len(self)), _ITEMS_AT_ONCE):
            piece = write(first, first + _ITEMS_AT_ONCE)
            if first == 0 and self.cut_by == "limit" and self.total is not None:
                count = f'"count": {self.count}, '
                piece = piece.replace(count, f'{count}"total": {self.total}, ', 1)
            yield piece


class _Cells(dict[int, Cell]):
    """The first cells of grids with some number of columns; paths visit few cells many times."""

    def __init__(self, columns: int) -> None:
        self._columns = columns

    def __missing__(self, number: int) -> Cell:
        cell = make_cell(divmod(number, self._columns))
        if number < _MOST_COLUMNS**2:
            self[number] = cell
        return cell


_cells_by_columns = lru_cache(16)(_Cells)


def cells_of(numbers: Iterable[int], columns: int) -> tuple[Cell, ...]:
    """Return the cells of a path for their numbers."""
    # Neither runs Python code per cell: 30 ns for cells that exist, 220 for new ones.
    if columns <= _MOST_COLUMNS:
        return tuple(map(_cells_by_columns(columns).__getitem__, numbers))
    return tuple(map(make_cell, map(divmod, numbers, repeat(columns))))
