"""Boards of one shape packed as bytes, one per cell; boards that need a parser stay as they are."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from ... import _core
from ...errors import GridError, InputError
from ...grid import Grid
from ..options import BulkOptions

#: Characters of a board that are no letters: such boards are parsed one by one.
SPECIAL = b"?[]\\/| \t\r\n"
#: Characters that rules of a frame are made of, in boards of several lines.
_RULES = frozenset("-+=")

Shape = tuple[int, int]
#: The bytes of all boards, one per cell, and their shape.
Packed = tuple[Any, Shape]


def pack(boards: Any, size: Shape | None) -> tuple[Any, Packed | None]:
    """Return the boards as something to iterate over, and packed if they can be.

    Raises:
        GridError: a single board, or an array that has no boards.
        InputError: an Arrow column of something else than text.
    """
    if hasattr(boards, "shape"):
        return boards, _pack_array(boards, size)
    if isinstance(boards, str | Grid):
        raise GridError(f"the boards are {boards!r}, expected several, such as [{boards!r}]")
    if hasattr(boards, "__arrow_c_stream__") or hasattr(boards, "__arrow_c_array__"):
        return _pack_column(boards, size)
    listed = boards if isinstance(boards, list | tuple) else list(boards)
    if not listed or not all(isinstance(board, str) for board in listed):
        return listed, None
    shape = size if size is not None else shape_of_line(listed[0])
    if shape is None:
        return listed, None
    texts = listed
    if size is None:  # rows joined by "/"
        if any(shape_of_line(board) != shape for board in listed):
            return listed, None
        texts = [board.replace("/", "") for board in listed]
    text = "".join(texts)
    cells = shape[0] * shape[1]
    if not text.isascii() or any(len(board) != cells for board in texts):
        return listed, None
    data = text.encode("ascii")
    return listed, None if _core.has_any_byte(data, SPECIAL) else (data, shape)


def read_grids(boards: Any, options: BulkOptions) -> Iterable[Grid]:
    """Read boards one by one: strings, Grids, rows of an array.

    Raises:
        GridError: a board that is no grid, with its number.
    """
    for number, board in enumerate(boards):
        if isinstance(board, Grid):
            yield board
            continue
        if not isinstance(board, str | bytes | bytearray) and not hasattr(board, "tobytes"):
            raise GridError(
                f"board {number} is {board!r}, expected a string, a Grid or a row of an array",
                board=number,
            )
        text = board if isinstance(board, str) else bytes(board).decode("latin-1")
        try:
            yield Grid.parse(
                text,
                size=options.size,
                qu=options.qu,
                topology=options.topology,
                wrap=options.wrap,
            )
        except GridError as error:
            raise GridError(f"board {number}: {error}", board=number, **error.facts) from None


def shape_of_line(board: str) -> Shape | None:
    """Return the shape of a board in its one-line form; None if only a parser can tell."""
    rows = board.split("/")
    if len(rows) == 2 and not rows[1]:  # one row: "tea/"
        rows.pop()
    elif len(rows) < 2:
        return None
    columns = len(rows[0])
    if not columns or any(len(row) != columns for row in rows) or not _RULES.isdisjoint(board):
        return None
    return len(rows), columns


def _pack_array(boards: Any, size: Shape | None) -> Packed | None:
    import numpy as np

    array = np.ascontiguousarray(boards)
    if array.dtype != np.uint8 or array.ndim not in (2, 3):
        raise GridError(
            f"the boards are an array of {array.dtype} with {array.ndim} dimensions, expected "
            "uint8 with 2 (a board per row) or 3"
        )
    shape = (int(array.shape[1]), int(array.shape[2])) if array.ndim == 3 else size
    if shape is None or shape[0] * shape[1] * array.shape[0] != array.size:
        raise GridError(f"boards of {array.shape[1]} cells do not fit the size {shape}", size=shape)
    flat = array.reshape(-1)
    return None if _core.has_any_byte(flat, SPECIAL) else (flat, shape)


def _pack_column(column: Any, size: Shape | None) -> tuple[Any, Packed | None]:
    """Read the strings of an Arrow column, in one piece where all are boards of plain letters."""
    import numpy as np

    try:
        data, begins = _core.read_arrow(column)
    except ValueError as error:
        raise InputError(f"the column of boards cannot be read: {error}") from error
    if (
        size is not None
        and len(begins) > 1
        and data.isascii()
        and not _core.has_any_byte(data, SPECIAL)
    ):
        lengths = np.diff(np.asarray(begins))
        if (lengths == size[0] * size[1]).all():
            return (), (data, size)
    texts = [data[begin:end].decode("utf-8") for begin, end in pairwise(begins)]
    return pack(texts, size)
