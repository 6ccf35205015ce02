"""Pack boards of one shape as bytes, one per cell; boards that need a parser stay as they are."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ... import _core
from ..._util.plain_text import shorten
from ..._util.sequences import LazyTuple
from ...errors import GridError, InputError, LexigridError
from ...grid import Grid, as_grid, check_rows_only
from ..options import BulkOptions

#: Characters that are not letters. A board with any of them is parsed on its own.
SPECIAL = b"?[]\\/| \t\r\n"

Shape = tuple[int, int]
#: The bytes of all boards, one per cell, and their shape.
Packed = tuple[Any, Shape]


def pack(boards: Any, size: Shape | None, special: bytes) -> tuple[Any, Packed | None]:
    """Return the boards as a sequence, and packed if they can be packed, else None.

    Boards with a character of `special` cannot be packed.

    Raises:
        GridError: a single board, or an array that does not hold boards.
        InputError: an Arrow column of anything but text.
    """
    if hasattr(boards, "__arrow_c_stream__") or hasattr(boards, "__arrow_c_array__"):
        return _pack_column(boards, size, special)
    is_numbers = getattr(getattr(boards, "dtype", None), "kind", "O") in "biufc"
    if getattr(boards, "ndim", 1) != 1 or (is_numbers and len(boards)):
        return _pack_array(boards, size, special)
    if isinstance(boards, str | bytes | Grid | Mapping) or not isinstance(boards, Iterable):
        example = [boards] if isinstance(boards, str | Grid) else ["teaantoat"]
        raise GridError(f"the boards are {shorten(boards)}, expected several, such as {example!r}")
    listed = boards if isinstance(boards, list | tuple) else list(boards)
    if not listed or not all(isinstance(board, str) for board in listed):
        return listed, None
    shape = shape_of_text(listed[0], size)
    texts = listed
    if size is None:
        if any(shape_of_text(board, None) != shape for board in listed):
            return listed, None
        texts = [board.replace("/", "") for board in listed]
    text = "".join(texts)
    if shape is None or not text.isascii() or len({len(board) for board in texts}) > 1:
        return listed, None
    data = text.encode("ascii")
    return listed, None if _core.has_any_byte(data, special) else (data, shape)


def read_grids(boards: Any, options: BulkOptions) -> Iterator[Grid]:
    """Read boards one by one, each as `as_grid` does.

    Raises:
        LexigridError: a board is not a grid; the error names its number.
    """
    for number, board in enumerate(boards):
        try:
            grid = as_grid(board, size=options.size, qu=options.qu)
            if board is not grid:
                check_rows_only(grid)
        except LexigridError as error:
            facts = {**error.facts, "board": number}
            raise type(error)(f"board {number + 1}: {error}", **facts) from None
        yield grid


def shape_of_text(board: str, size: Shape | None) -> Shape | None:
    """Return the shape of a board whose characters are its tiles; None if only a parser can tell.

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
    packed = None if _core.has_any_byte(flat, special) else (flat, shape)
    return array.reshape(-1, *shape), packed


def _pack_column(column: Any, size: Shape | None, special: bytes) -> tuple[Any, Packed | None]:
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
            return texts, (data, shape)
    return pack(tuple(texts), size, special)
