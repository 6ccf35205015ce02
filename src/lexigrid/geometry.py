"""Cells (row and column from 0), directions (in the order N NE E SE S SW W NW) and topologies."""

from __future__ import annotations

import enum
import itertools
import operator
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, NamedTuple, Union, get_args

from ._util.plain_text import shorten
from ._util.validation import check_choice, check_flag, check_shape, did_you_mean
from .errors import GridError, InputError


class Cell(NamedTuple):
    """A place on a grid: row and column, from 0."""

    row: int
    """The row, from 0 at the top."""
    column: int
    """The column, from 0 on the left."""


class Direction(enum.StrEnum):
    """One of eight compass steps, equal to its name.

    >>> Direction.NE.row_step, Direction.NE.column_step, str(Direction.NE.opposite)
    (-1, 1, 'SW')
    >>> Direction.NE == "NE", Direction.NE is ALL_DIRECTIONS[1]
    (True, True)
    """

    N = "N"
    """Up."""
    NE = "NE"
    """Up and to the right."""
    E = "E"
    """To the right."""
    SE = "SE"
    """Down and to the right."""
    S = "S"
    """Down."""
    SW = "SW"
    """Down and to the left."""
    W = "W"
    """To the left."""
    NW = "NW"
    """Up and to the left."""

    @classmethod
    def _missing_(cls, value: object) -> Direction | None:
        return cls.__members__.get(value.upper()) if isinstance(value, str) else None

    @property
    def number(self) -> int:
        """Its place in the fixed order N NE E SE S SW W NW, from 0."""
        return ALL_DIRECTIONS.index(self)

    @property
    def row_step(self) -> int:
        """The step in rows, downwards: -1 to 1."""
        return _ROW_STEPS[self]

    @property
    def column_step(self) -> int:
        """The step in columns, to the right: -1 to 1."""
        return _COLUMN_STEPS[self]

    @property
    def opposite(self) -> Direction:
        """The opposite direction."""
        return ALL_DIRECTIONS[(self.number + 4) % 8]


#: The eight directions in their fixed order.
ALL_DIRECTIONS = tuple(Direction)
_ROW_STEPS = dict(zip(ALL_DIRECTIONS, (-1, -1, 0, 1, 1, 1, 0, -1), strict=True))
_COLUMN_STEPS = dict(zip(ALL_DIRECTIONS, (0, 1, 1, 1, 0, -1, -1, -1), strict=True))
#: The arrow of each step, in rows and columns.
ARROWS = {
    (_ROW_STEPS[each], _COLUMN_STEPS[each]): arrow
    for each, arrow in zip(ALL_DIRECTIONS, "↑↗→↘↓↙←↖", strict=True)
}


def parse_directions(
    directions: Direction | str | Iterable[Direction | str],
) -> tuple[Direction, ...]:
    """Return directions, given as "N,E", names or values, in their fixed order.

    >>> [str(each) for each in parse_directions("e, N")]
    ['N', 'E']

    Raises:
        InputError: a direction is unknown, or none is given.
    """
    known = ", ".join(Direction.__members__)
    parts: Any = directions
    if isinstance(directions, Direction):
        parts = (directions,)
    elif isinstance(directions, str):
        parts = directions.split(",")
    if not isinstance(parts, Iterable):
        raise InputError(f"directions are {shorten(directions)}, expected one or more of {known}")
    chosen: set[Direction] = set()
    for part in parts:
        if isinstance(part, Direction):
            chosen.add(part)
            continue
        name = part.strip().upper() if isinstance(part, str) else repr(part)
        if name not in Direction.__members__:
            hint = did_you_mean(name, Direction.__members__)
            raise InputError(
                f"direction is {shorten(part)}, expected one or more of {known}{hint}",
                direction=part,
            )
        chosen.add(Direction[name])
    if not chosen:
        raise InputError(f"no direction is given, expected one or more of {known}")
    return tuple(each for each in ALL_DIRECTIONS if each in chosen)


_KING = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))
_HEX_EVEN = ((-1, -1), (-1, 0), (0, -1), (0, 1), (1, -1), (1, 0))
_HEX_ODD = ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, 0), (1, 1))

TopologyName = Literal["king", "rook", "bishop", "hex"]
TOPOLOGY_NAMES: tuple[TopologyName, ...] = get_args(TopologyName)
#: What a `topology` argument accepts: a `Topology`, a name, or pairs of cells that touch.
TopologyLike = Union["Topology", TopologyName, Iterable[tuple[tuple[int, int], tuple[int, int]]]]


@cache
def symmetries(rows: int, columns: int) -> tuple[tuple[int, ...], ...]:
    """Return the rotations and reflections of a board: for each cell, the cell that moves there.

    >>> symmetries(1, 2)
    ((0, 1), (1, 0))
    """
    found = {tuple(range(rows * columns))}
    for flip_rows, flip_columns, swap in itertools.product((False, True), repeat=3):
        if swap and rows != columns:
            continue
        places = []
        for row, column in itertools.product(range(rows), range(columns)):
            row = rows - 1 - row if flip_rows else row
            column = columns - 1 - column if flip_columns else column
            places.append(column * columns + row if swap else row * columns + column)
        found.add(tuple(places))
    return tuple(sorted(found))


@dataclass(frozen=True, slots=True)
class Topology:
    """A rule that says which cells touch.

    A cell has 8 neighbours with "king", 4 with "rook", the 4 diagonal ones with "bishop", 6 with
    "hex" (odd rows shifted right). "custom" is any graph, given as `pairs` of cells that touch.
    With `wrap`, cells also touch across the edges.

    >>> Topology("rook").neighbours(2, 2, Cell(0, 0))
    (Cell(row=0, column=1), Cell(row=1, column=0))
    """

    name: str = "king"
    """"king", "rook", "bishop", "hex" or "custom"."""
    wrap: bool = False
    """Do cells touch across the edges?"""
    pairs: tuple[tuple[Cell, Cell], ...] = ()
    """The pairs of cells that touch in a custom topology."""

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or self.name != "custom":
            check_choice(self.name, "topology", TOPOLOGY_NAMES, ", or pairs of cells")
        if type(self.pairs) is not tuple or self.pairs:
            try:
                pairs = tuple((_cell_of(a), _cell_of(b)) for a, b in self.pairs)
            except (TypeError, ValueError) as error:
                raise InputError(
                    f"pairs are {shorten(self.pairs)}, expected pairs of cells; see Topology.of"
                ) from error
            object.__setattr__(self, "pairs", pairs)
        if self.pairs and self.name != "custom":
            raise InputError(f"pairs of cells make a custom topology, not {self.name!r}")
        if check_flag(self.wrap, "wrap") and self.name == "custom":
            raise InputError("wrap is for named topologies; give pairs of cells across the edges")

    @classmethod
    def of(cls, value: Any, *, wrap: bool | None = None) -> Topology:
        """Return the topology for a name, pairs of cells, or another topology.

        Unless it is None, `wrap` overrides the wrap of another topology.

        >>> Topology.of([((0, 0), (2, 1))]).name
        'custom'

        Raises:
            InputError: the value is none of these.
        """
        wraps = check_flag(wrap, "wrap")
        if isinstance(value, Topology):
            return value if wrap is None else cls(value.name, wraps, value.pairs)
        if isinstance(value, str):
            return cls(value, wraps)
        try:
            pairs = tuple((_cell_of(a), _cell_of(b)) for a, b in value)
        except (TypeError, ValueError) as error:
            raise InputError(
                f"topology is {shorten(value)}, expected one of {', '.join(TOPOLOGY_NAMES)}, "
                "or pairs of cells such as [((0, 0), (2, 1))]"
            ) from error
        return cls("custom", wraps, pairs)

    def check(self, rows: int, columns: int) -> None:
        """Check that the topology fits a grid of this size.

        Raises:
            GridError: a wrapped hex grid has an odd number of rows, or a pair is off the grid.
        """
        if self.name == "hex" and self.wrap and rows % 2:
            raise GridError(
                f"a wrapped hex grid has {rows} rows, expected an even number", rows=rows
            )
        for pair in self.pairs:
            for cell in pair:
                if not (0 <= cell.row < rows and 0 <= cell.column < columns):
                    raise GridError(
                        f"cell ({cell.row}, {cell.column}) of the topology is not on the "
                        f"{rows}x{columns} grid",
                        row=cell.row,
                        column=cell.column,
                    )

    def neighbours(self, rows: int, columns: int, cell: tuple[int, int]) -> tuple[Cell, ...]:
        """Return the cells that touch a cell, in reading order, without the cell itself."""
        rows, columns = check_shape((rows, columns), "the size")
        row, column = here = _check_cell(cell)
        if self.name == "custom":
            near = {b for a, b in self.pairs if a == here} | {a for a, b in self.pairs if b == here}
        else:
            near = {Cell(row + down, column + right) for down, right in self._steps(row)}
            if self.wrap:
                near = {Cell(r % rows, c % columns) for r, c in near}
            near = {Cell(r, c) for r, c in near if 0 <= r < rows and 0 <= c < columns}
        return tuple(sorted(near - {here}))

    def moved(self, place_of: Callable[[Cell], Cell]) -> Topology:
        """Return the topology after its cells have moved; `place_of` returns a cell's new place."""
        pairs = tuple((place_of(a), place_of(b)) for a, b in self.pairs)
        return Topology(self.name, self.wrap, pairs) if pairs else self

    def touches(self, shape: tuple[int, int], a: tuple[int, int], b: tuple[int, int]) -> bool:
        """Do two cells of a grid of this shape (rows, columns) touch?

        >>> Topology("king").touches((3, 3), (0, 0), (1, 1))
        True
        """
        return _check_cell(b) in self.neighbours(*check_shape(shape, "the shape"), a)

    def _steps(self, row: int) -> tuple[tuple[int, int], ...]:
        if self.name == "rook":
            return tuple(step for step in _KING if 0 in step)
        if self.name == "bishop":
            return tuple(step for step in _KING if 0 not in step)
        if self.name == "hex":
            return _HEX_ODD if row % 2 else _HEX_EVEN
        return _KING


#: The default, shared so that it can be recognised by identity.
KING = Topology()


def _check_cell(cell: Any) -> Cell:
    try:
        return _cell_of(cell)
    except TypeError as error:
        raise GridError(f"the cell is {shorten(cell)}, expected (row, column)") from error


def _cell_of(pair: Iterable[Any]) -> Cell:
    return Cell(*map(operator.index, pair))
