"""Encodes text, tokens and arrays as cells of tile ids; each distinct token is parsed once."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, NamedTuple

from ..errors import GridError
from .parse import tokens_of
from .tile import ESCAPE, Tile

MAX_TILES = 65_535
#: Characters that make more or less than one tile.
_MARKED = frozenset(("[", "]", ESCAPE))


class EncodedCells(NamedTuple):
    """The cells of a grid: tile ids in reading order, and the tiles by id."""

    rows: int
    columns: int
    tiles: tuple[Tile | None, ...]
    codes: memoryview

    def __reduce__(self) -> tuple[Any, ...]:
        codes = (self.codes.format, self.codes.tobytes())
        return _unpickle, (self.rows, self.columns, self.tiles, codes)


def _unpickle(
    rows: int, columns: int, tiles: tuple[Tile | None, ...], codes: tuple[str, bytes]
) -> EncodedCells:
    view = memoryview(codes[1]).cast("B").cast(codes[0])  # type: ignore[call-overload]
    return EncodedCells(rows, columns, tiles, view)


def encode_text(rows: list[str], size: tuple[int, int] | None, qu: bool) -> EncodedCells:
    """Encode the rows of a text.

    Raises:
        GridError: rows of unequal length, a size that does not fit, a tile that cannot be read.
    """
    plain = _plain_ascii(rows, size)
    if plain is not None:
        return _encode_ascii(*plain, qu)
    return encode_tokens(_token_rows(rows), size, qu)


def encode_rows(rows: Any, size: tuple[int, int] | None, qu: bool) -> EncodedCells:
    """Encode rows that are text, or tokens with None for a hole.

    Raises:
        GridError: rows of unequal length, a size that does not fit, a token that is not text.
    """
    if isinstance(rows, list | tuple) and all(isinstance(row, str) for row in rows):
        plain = _plain_ascii([row.strip() for row in rows], size)
        if plain is not None:
            return _encode_ascii(*plain, qu)
    return encode_tokens(tokens_in_rows(rows), size, qu)


def tokens_in_rows(rows: Any) -> list[Sequence[str]]:
    """Return the tokens of rows that are text, or tokens with None for a hole.

    Raises:
        GridError: a token that is not text.
    """
    if not isinstance(rows, Iterable):
        raise GridError(f"the rows are {rows!r}, expected text or tiles row by row")
    tokens: list[Sequence[str]] = []
    for number, row in enumerate(rows):
        if isinstance(row, str):
            tokens.append(tokens_of(row.strip()))
            continue
        if not isinstance(row, Iterable):
            raise GridError(f"row {number + 1} is {row!r}, expected text or tiles", row=number)
        made = ["." if token is None else token for token in row]
        for token in made:
            if not isinstance(token, str):
                hint = "" if isinstance(token, bytes) else "; character codes are a uint8 array"
                raise GridError(
                    f"row {number + 1} has {token!r}, expected text or None{hint}", row=number
                )
        tokens.append(made)
    return tokens


def encode_array(a: Any, qu: bool) -> EncodedCells:
    """Encode a 2-D array of bytes or text.

    Raises:
        GridError: not two dimensions, no cells, neither bytes nor text.
    """
    view = byte_view(a)
    if view is None:
        return encode_tokens(tokens_in_rows(_tokens_in_array(a)), None, qu)
    shape = view.shape
    if shape is None or len(shape) != 2:
        raise GridError(f"the array has {view.ndim} dimensions, expected 2")
    rows, columns = shape
    if not rows * columns:
        raise GridError(f"the array is {rows}x{columns}, expected at least one cell")
    return EncodedCells(rows, columns, byte_tiles(qu), _flat_bytes(view))


def _tokens_in_array(table: Any) -> Iterable[Iterable[str | None]]:
    """Return the tokens of an array of text; all characters but `.` and `?` mean themselves.

    Raises:
        GridError: not two dimensions.
    """
    rows = table.tolist() if hasattr(table, "tolist") else table
    if not isinstance(rows, list | tuple) or not all(isinstance(r, list | tuple) for r in rows):
        raise GridError(f"the array is {table!r}, expected two dimensions of uint8 or text")
    return [[ESCAPE + t if isinstance(t, str) and t in _MARKED else t for t in row] for row in rows]


def _plain_ascii(rows: list[str], size: tuple[int, int] | None) -> tuple[int, int, bytes] | None:
    """Return the cells as bytes if each character is a tile: half a ms for a million."""
    text = "".join(rows)
    if not text.isascii() or any(mark in text for mark in _MARKED) or text.split(None, 1) != [text]:
        return None
    if size is not None and len(rows) == 1 and len(text) == size[0] * size[1]:
        return size[0], size[1], text.encode("ascii")
    if size not in (None, (len(rows), len(rows[0]))) or any(len(r) != len(rows[0]) for r in rows):
        return None  # the general way reports the error
    return len(rows), len(rows[0]), text.encode("ascii")


def _encode_ascii(rows: int, columns: int, characters: bytes, qu: bool) -> EncodedCells:
    # Characters that the first cells lack are found in one pass: a set of a million takes 8 ms.
    first = bytes(set(characters[:4096]))
    used = sorted({*first, *characters.translate(None, first)})
    by_byte = byte_tiles(qu)
    tiles = tuple(by_byte[byte] for byte in used)
    table = bytearray(256)
    for code, byte in enumerate(used):
        table[byte] = code
    codes = memoryview(characters.translate(table))
    return EncodedCells(rows, columns, tiles, codes)


def _token_rows(rows: list[str]) -> list[Sequence[str]]:
    made: list[Sequence[str]] = []
    for number, row in enumerate(rows):
        try:
            made.append(tokens_of(row))
        except GridError as error:
            raise GridError(
                f"row {number + 1}: {error}", **{"row": number, **error.facts}
            ) from None
    return made


def encode_tokens(
    rows: Sequence[Sequence[str]], size: tuple[int, int] | None, qu: bool
) -> EncodedCells:
    """Encode rows of tokens.

    Raises:
        GridError: rows of unequal length, a size that does not fit, a tile that cannot be read.
    """
    rows = _sized(rows, size)
    if not rows or not rows[0]:
        raise GridError("the grid is empty, expected rows such as tea/ant/oat")
    columns = len(rows[0])
    for number, tokens in enumerate(rows):
        if len(tokens) != columns:
            raise GridError(
                f"row {number + 1} has {len(tokens)} tiles, expected {columns} like row 1; "
                "write . for a hole",
                row=number,
                tiles=len(tokens),
                expected=columns,
            )
    ids: dict[str, int] = {}
    codes = [ids.setdefault(token, len(ids)) for row in rows for token in row]
    # Two tokens can be the same tile: `a` and `\\a`.
    tiles: dict[Tile | None, int] = {}
    tile_ids: list[int] = []
    for token, code in ids.items():
        try:
            tile_ids.append(tiles.setdefault(Tile.parse(token, qu), len(tiles)))
        except GridError as error:
            row, column = divmod(codes.index(code), columns)
            raise GridError(
                f"row {row + 1}, tile {column + 1}: {error}", row=row, column=column
            ) from None
    if len(tiles) > MAX_TILES:
        raise GridError(
            f"the grid has {len(tiles)} different tiles, at most {MAX_TILES} are possible"
        )
    if len(tiles) < len(ids):
        codes = [tile_ids[code] for code in codes]
    view = memoryview(array("B" if len(tiles) <= 256 else "H", codes))
    return EncodedCells(len(rows), columns, tuple(tiles), view)


def _sized(rows: Sequence[Sequence[str]], size: tuple[int, int] | None) -> Sequence[Sequence[str]]:
    if size is None:
        return rows
    height, width = size
    if len(rows) == 1 and height * width == len(rows[0]):
        cells = rows[0]
        return [cells[at : at + width] for at in range(0, len(cells), width)]
    check_size(len(rows), len(rows[0]), size)
    return rows


def check_size(rows: int, columns: int, size: tuple[int, int]) -> None:
    """Check that a grid has the size that is expected.

    Raises:
        GridError: it has another one.
    """
    height, width = size
    if (rows, columns) != (height, width):
        found = f"{columns} tiles" if rows == 1 else f"{rows}x{columns} tiles"
        raise GridError(
            f"the grid has {found}, the size {height}x{width} wants {height * width}, "
            f"{width} in each row",
            size=size,
        )


def side_of_square(cells: int) -> int:
    """Return the side of the square that a bare string of so many tiles makes.

    Raises:
        GridError: it makes none.
    """
    side = math.isqrt(cells)
    if not cells or side * side != cells:
        raise GridError(
            f"the {cells} tiles make no square: give a size (size=(rows, columns), --size RxC), "
            "rows joined by '/', or one row with a '/' at its end",
            tiles=cells,
        )
    return side


def byte_view(a: Any) -> memoryview | None:
    """Return a view of an array of bytes; None if it holds something else."""
    try:
        view = memoryview(a)
    except (TypeError, ValueError):
        return None
    return view if view.format in ("B", "c", "1s") and view.itemsize == 1 else None


def _flat_bytes(view: memoryview) -> memoryview:
    """Return the bytes of a view row after row: in place if nobody can write to them."""
    if view.readonly and view.c_contiguous and view.format != "1s":
        return view.cast("B")
    return memoryview(view.tobytes())


@cache
def byte_tiles(qu: bool) -> tuple[Tile | None, ...]:
    """Return the tile of each byte, its Latin-1 character; the id is the byte.

    A line break is a hole, so that a text file can be mapped with its line breaks as columns.
    """
    special = {".": None, "\n": None, "\r": None, "?": Tile("?", (), True)}
    return tuple(special[c] if c in special else _byte_tile(c, qu) for c in map(chr, range(256)))


def _byte_tile(character: str, qu: bool) -> Tile:
    spelling = character + "u" if qu and character in "qQ" else character
    return Tile(spelling, (spelling,))
