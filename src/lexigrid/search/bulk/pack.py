"""Pack boards of one shape as bytes, one per cell; boards that need a parser stay as they are."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ... import _core
from ..._util.plain_text import shorten
from ..._util.sequences import LazyTuple
from ...errors import GridError, InputError, LexigridError
from ...grid import Grid, as_grid, check_rows_only
from .options import BulkOptions

#: Characters that are not letters. A board with any of them is parsed on its own.
SPECIAL = b"?[]\\/| \t\r\n"

Shape = tuple[int, int]


class Packed(NamedTuple):
    """Boards of one shape as bytes, one per cell."""

    data: Any
    shape: Shape
    others: Sequence[int] = ()
    """The numbers of boards that only a parser can read, which have holes here."""


def pack(
    boards: Any, size: Shape | None, special: bytes, qu: int | None = None
) -> tuple[Any, Packed | None]:
    """Return the boards as a sequence, and packed if any can be packed, else None.

    Boards with a character of `special` cannot be packed. `qu` is the byte for a tile Qu in text;
    None leaves such boards to a parser.

    Raises:
        GridError: a single board, or an array that does not hold boards.
        InputError: an Arrow column of anything but text.
    """
    if hasattr(boards, "__arrow_c_stream__") or hasattr(boards, "__arrow_c_array__"):
        return _pack_column(boards, size, special, qu)
    is_numbers = getattr(getattr(boards, "dtype", None), "kind", "O") in "biufc"
    if getattr(boards, "ndim", 1) != 1 or (is_numbers and len(boards)):
        return _pack_array(boards, size, special)
    if isinstance(boards, str | bytes | Grid | Mapping) or not isinstance(boards, Iterable):
        example = [boards] if isinstance(boards, str | Grid) else ["teaantoat"]
        raise GridError(f"the boards are {shorten(boards)}, expected several, such as {example!r}")
    listed = boards if isinstance(boards, list | tuple) else list(boards)
    texts = (board for board in listed if isinstance(board, str))
    shape = size or next(filter(None, (shape_of_text(board, None) for board in texts)), None)
    if shape is None:
        return listed, None
    rows, columns = shape
    may_be_bare = size is not None or rows == columns
    data, others = _core.pack_texts([*listed], rows, columns, may_be_bare, special, qu)
    return listed, None if len(others) == len(listed) else Packed(data, shape, others)


def read_grids(
    boards: Any, options: BulkOptions, numbers: Iterable[int] | None = None
) -> Iterator[Grid]:
    """Read boards one by one, each as `as_grid` does: all, or those with these numbers.

    Raises:
        LexigridError: a board is not a grid; the error names its number.
    """
    chosen = enumerate(boards) if numbers is None else ((n, boards[n]) for n in numbers)
    for number, board in chosen:
        try:
            grid = as_grid(board, size=options.size, qu=options.qu)
            if board is not grid:
                check_rows_only(grid)
        except LexigridError as error:
            facts = {**error.facts, "board": number}
            raise type(error)(f"board {number + 1}: {error}", **facts) from None
        yield grid


def shape_of_text(board: str, size: Shape | None) -> Shape | None:
    """Return the shape of a board of plain tiles; None if only a parser can tell.

    >>> shape_of_text("teaantoat", None), shape_of_text("tea/ant", None), shape_of_text("tea", None)
    ((3, 3), (2, 3), None)
    """
    if size is not None or "/" not in board:
        side = math.isqrt(len(board))
        rows, columns = size or (side, side)
        return (rows, columns) if 0 < rows * columns == len(board) else None
    parts = board.split("/")
    if len(parts) == 2 and not parts[1]:  # one row: "tea/"
        parts.pop()
    if " " in board:
        widths = {len(part.split(" ")) for part in parts}
        return (len(parts), widths.pop()) if len(widths) == 1 else None
    columns = len(parts[0])
    return (len(parts), columns) if columns and {columns} == set(map(len, parts)) else None


def _pack_array(boards: Any, size: Shape | None, special: bytes) -> tuple[Any, Packed | None]:
    import numpy as np

    array = np.asarray(boards, order="C")
    if array.dtype != np.uint8 or array.ndim not in (2, 3):
        raise GridError(
            f"the boards are a {array.ndim}-D array of {array.dtype}, expected uint8 (character "
            "codes) with 2 dimensions (a board per row) or 3"
        )
    shape = size
    if array.ndim == 3:
        shape = (int(array.shape[1]), int(array.shape[2]))
        if size not in (None, shape):
            raise GridError(f"the boards are {shape[0]}x{shape[1]}, not of size {size}", size=size)
    elif shape is None:
        side = math.isqrt(array.shape[1])
        shape = (side, side)
    if not array.size or shape[0] * shape[1] * array.shape[0] != array.size:
        if not array.shape[0]:
            return [], None
        raise GridError(
            f"boards of {array.size // array.shape[0]} cells do not fit the size "
            f"{shape[0]}x{shape[1]}; give a size=(rows, columns)",
            size=shape,
        )
    flat = array.reshape(-1)
    packed = None if _core.has_any_byte(flat, special) else Packed(flat, shape)
    return array.reshape(-1, *shape), packed


def _pack_column(
    column: Any, size: Shape | None, special: bytes, qu: int | None
) -> tuple[Any, Packed | None]:
    """Read the strings of an Arrow column, in one piece if all are boards of plain letters."""
    import numpy as np

    try:
        data, begins = _core.read_arrow(column)
    except ValueError as error:
        raise InputError(f"the column of boards cannot be read: {error}") from error
    texts = LazyTuple(len(begins) - 1, lambda i: data[begins[i] : begins[i + 1]].decode("utf-8"))
    if texts and data.isascii() and not _core.has_any_byte(data, special):
        shape = shape_of_text(texts[0], size)
        if shape and (np.diff(np.asarray(begins)) == shape[0] * shape[1]).all():
            return texts, Packed(data, shape)
    return pack(tuple(texts), size, special, qu)
