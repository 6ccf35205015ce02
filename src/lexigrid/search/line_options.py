"""The options of `find_lines`."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Literal, cast

from .._util.cache import memoized
from .._util.kinds import Checked, Count, Flag, Kind
from .._util.options import option
from .._util.plain_text import shorten
from .._util.validation import MAX_THREADS, check_threads, is_int
from ..errors import InputError
from ..geometry import ALL_DIRECTIONS, Direction, parse_directions
from .options import SearchOptions

DirectionName = Literal["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
#: Directions as names or values, or as text such as "N,E"; they are kept in their fixed order.
DIRECTIONS = Checked(
    lambda value, _: parse_directions(value),
    "some of N, NE, E, SE, S, SW, W, NW",
    "N,E,...",
    list[DirectionName] | str,
)


class CellKind(Kind):
    """A cell.

    >>> CellKind().parse("3,5")
    (3, 5)
    """

    metavar = "R,C"
    json = tuple[int, int]

    def check(self, value: Any, name: str) -> tuple[int, int]:
        cell = tuple(value) if isinstance(value, Iterable) else ()
        if len(cell) != 2 or not all(map(is_int, cell)):
            raise InputError(f"{name} is {shorten(value)}, expected a cell (row, column)")
        row, column = map(operator.index, cell)
        return row, column

    def parse(self, text: str) -> tuple[int, int]:
        parts = text.split(",")
        if len(parts) != 2 or not all(part.strip().isdecimal() for part in parts):
            raise InputError(f"{shorten(text)} is not a row and a column such as 3,5")
        return int(parts[0]), int(parts[1])

    def describe(self) -> str:
        return "a row and a column"


@dataclass(frozen=True, slots=True)
class LineOptions(SearchOptions):
    """The options of `find_lines`, which explains them.

    >>> LineOptions(directions="N,E").directions
    (<Direction.N: 'N'>, <Direction.E: 'E'>)

    Raises:
        InputError: an option has an invalid value.
    """

    directions: str | Iterable[Direction | str] = option(
        DIRECTIONS,
        "The directions to search, as names or values, or as text such as N,E.",
        default=ALL_DIRECTIONS,
        cli_help="The directions to search.",
    )
    wrap: bool | None = option(
        Flag(), "Lines continue across the edges; by default as the grid says.", negative=None
    )
    first: bool = option(Flag(), "Only the first occurrence of each word.", default=False)
    wildcards: bool = option(
        Flag(), "A ? in a word matches any one letter.", default=False, group="Words"
    )
    count_only: bool = option(
        Flag(), "Only the number of occurrences.", default=False, flag="count", group="Output"
    )
    through: tuple[int, int] | None = option(
        CellKind(), "Only lines through this cell, counted from 0, as fast on any grid."
    )
    threads: int | None = option(
        Count(1, MAX_THREADS), "The most threads to use.", surfaces=("cli",), is_last=True
    )
    #: A bit for each direction.
    direction_mask: int = field(init=False, repr=False, compare=False)
    native_threads: int = field(init=False, repr=False, compare=False)
    #: Has every option its default, or says how many threads may be used?
    is_plain: bool = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        SearchOptions.__post_init__(self)
        numbers = self.limit, self.deadline, self.wrap, self.through
        is_plain = all(each is None for each in numbers) and not (
            self.first or self.wildcards or self.count_only
        )
        directions = cast("tuple[Direction, ...]", self.directions)
        object.__setattr__(self, "is_plain", is_plain and directions == ALL_DIRECTIONS)
        object.__setattr__(self, "direction_mask", sum(1 << each.number for each in directions))
        object.__setattr__(self, "native_threads", check_threads(self.threads))


#: The options made from keywords, cached.
line_options = memoized(LineOptions)
