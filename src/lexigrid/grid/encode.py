"""Encode text, tokens and arrays as cells of tile ids; each distinct token is parsed once."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, islice
from typing import Any, NamedTuple

from .._util.plain_text import count_noun, shorten
from ..alphabet import split_at_line_ends
from ..errors import GridError
from ..reading import ESCAPE, HOLE, changed, tokens_of, tokens_of_all, tokens_of_table
from .tile import Tile, parse_tile

MAX_TILES = 65_535
#: The number of characters; those of ASCII are split into letters much sooner.
ASCII, LATIN_1 = 128, 256
#: The most cells of a grid. Lines are searched on all of them, paths and traces on 2**31 - 1.
MAX_CELLS = 2**40
#: The most rows, and the most columns, of a grid.
MAX_SIDE = 2**31 - 1
#: Rows whose types are checked in one step.
_CHUNK_ROWS = 256
#: Characters of the notation of tiles, which are not tiles themselves.
_MARKED = frozenset(("[", "]", ESCAPE))


class EncodedCells(NamedTuple):
    """The cells of a grid: tile ids in reading order, and the tiles by id."""

    rows: int
    columns: int
    tiles: tuple[Tile | None, ...]
    codes: memoryview

    def __reduce__(self) -> tuple[Any, ...]:
        codes = (self.codes.format, self.codes.tobytes())
        keys = ((qu, most) for qu in (False, True) for most in (ASCII, LATIN_1))
        shared = (key for key in keys if self.tiles is byte_tiles(*key))
        return _unpickle, (self.rows, self.columns, next(shared, self.tiles), codes)


def _unpickle(
    rows: int, columns: int, tiles: tuple[Any, ...], codes: tuple[str, bytes]
) -> EncodedCells:
    if isinstance(tiles[0], bool):
        tiles = byte_tiles(*tiles)
    view = memoryview(codes[1]).cast("B").cast(codes[0])  # type: ignore[call-overload]
    return EncodedCells(rows, columns, tiles, view)


def check_limits(rows: int, columns: int) -> None:
    """Check that a grid of this shape is possible.

    Raises:
        GridError: it has too many cells, rows or columns.
    """
    if rows * columns > MAX_CELLS or max(rows, columns) > MAX_SIDE:
        raise GridError(
            f"the grid is {rows}x{columns}, at most {MAX_CELLS} cells and {MAX_SIDE} rows or "
            "columns are possible"
        )


def encode_rows(rows: Any, size: tuple[int, int] | None, qu: bool) -> EncodedCells:
    """Encode rows that are text, or tokens with None for a hole.

    Raises:
        GridError: rows of unequal length, a size that does not fit, a token that is not text.
    """
    if isinstance(rows, list | tuple) and all(isinstance(row, str) for row in rows):
        cells = encode_ascii([row.strip() for row in rows], size, qu)
        if cells is not None:
            return cells
    return encode_tokens(*join_rows(tokens_in_rows(rows)), size, qu)


def tokens_in_rows(rows: Any) -> Iterator[Sequence[str]]:
    """Yield the tokens of rows that are text, or tokens with None for a hole.

    Raises:
        GridError: a token that is not text.
    """
    try:
        every = iter(rows)
    except TypeError:
        raise GridError(
            f"the rows are {shorten(rows)}, expected text or tiles row by row"
        ) from None
    first = 0
    # Rows are copied as they come: an iterator may use one list for all.
    while chunk := [
        [*row] if type(row) is list else _own_row(row) for row in islice(every, _CHUNK_ROWS)
    ]:
        if {*map(type, chunk)} == {list} and {*map(type, chain.from_iterable(chunk))} == {str}:
            yield from chunk
        else:
            yield from _tokens_one_by_one(chunk, first)
        first += len(chunk)


def _own_row(row: Any) -> Any:
    return list(row) if isinstance(row, Iterable) and not isinstance(row, str) else row


def _tokens_one_by_one(rows: list[Any], first: int) -> Iterator[Sequence[str]]:
    for number, row in enumerate(rows, first):
        if isinstance(row, str):
            yield tokens_of(row.strip())
            continue
        if not isinstance(row, Iterable):
            raise GridError(
                f"row {number + 1} is {shorten(row)}, expected text or tiles", row=number
            )
        made = ["." if token is None else token for token in row]
        for token in made:
            if not isinstance(token, str):
                hint = "" if isinstance(token, bytes) else "; character codes are a uint8 array"
                raise GridError(
                    f"row {number + 1} has {shorten(token)}, expected text or None{hint}",
                    row=number,
                )
        yield made


def encode_array(a: Any, qu: bool) -> EncodedCells:
    """Encode a 2-D array of bytes or text.

    Raises:
        GridError: not two dimensions, no cells, neither bytes nor text.
    """
    view = byte_view(a)
    if view is None:
        return encode_tokens(*join_rows(tokens_in_rows(_tokens_in_array(a))), None, qu)
    shape = view.shape
    if shape is None or len(shape) != 2:
        raise GridError(f"the array has {count_noun(view.ndim, 'dimension')}, expected 2")
    rows, columns = shape
    if not rows * columns:
        raise GridError(f"the array is {rows}x{columns}, expected at least one cell")
    return EncodedCells(rows, columns, byte_tiles(qu, LATIN_1), _flat_bytes(view))


def _tokens_in_array(table: Any) -> Iterable[Iterable[str | None]]:
    """Return the tokens of an array of text; all characters but `.` and `?` are literal.

    Raises:
        GridError: not two dimensions.
    """
    rows = table.tolist() if hasattr(table, "tolist") else table
    if not isinstance(rows, list | tuple) or not all(isinstance(r, list | tuple) for r in rows):
        raise GridError(f"the array is {shorten(table)}, expected two dimensions of uint8 or text")
    literal = _MARKED | changed()
    return [[ESCAPE + t if isinstance(t, str) and t in literal else t for t in row] for row in rows]


def encode_ascii(rows: list[str], size: tuple[int, int] | None, qu: bool) -> EncodedCells | None:
    """Encode rows in which each character is an ASCII tile, in 0.5 ms per million."""
    text = "".join(rows)
    if not _is_plain(text):
        return None
    shape = len(rows), len(rows[0])
    if size is not None and len(rows) == 1 and len(text) == size[0] * size[1]:
        shape = size
    elif size not in (None, shape) or {*map(len, rows)} != {shape[1]}:
        return None  # the general path reports the error
    return EncodedCells(*shape, byte_tiles(qu, ASCII), memoryview(text.encode("ascii")))


def _is_plain(text: str) -> bool:
    """Is each character an ASCII tile, or a hole or wild tile?"""
    has_marks = any(mark in text for mark in _MARKED)
    return text.isascii() and not has_marks and text.split(None, 1) == [text]


def token_rows(rows: list[str]) -> Iterator[Sequence[str]]:
    """Yield the tokens of each row."""
    for first in range(0, len(rows), _CHUNK_ROWS):
        chunk = rows[first : first + _CHUNK_ROWS]
        if _is_plain("".join(chunk)):
            yield from map(list, chunk)
            continue
        for number, row in enumerate(chunk, first):
            try:
                tokens = tokens_of(row)
            except GridError as error:
                raise GridError(
                    f"row {number + 1}: {error}", **{"row": number, **error.facts}
                ) from None
            yield tokens


def split_all(rows: list[str]) -> tuple[list[str], int, int] | None:
    """Return all tokens of rows if they can be split at once.

    Raises:
        GridError: rows of unequal length.
    """
    tokens = tokens_of_all(rows)
    if tokens is None:
        return None
    return _without_breaks(tokens, len(rows)) or join_rows(split_at_line_ends((*tokens,)))


def _without_breaks(tokens: list[str], rows: int) -> tuple[list[str], int, int] | None:
    """Return the tokens without the line breaks between rows, if the rows have equal lengths."""
    columns = tokens.index("\n") if rows > 1 else len(tokens)
    breaks = slice(columns, None, columns + 1)
    if len(tokens) + 1 != rows * (columns + 1) or {*tokens[breaks]} - {"\n"}:
        return None
    del tokens[breaks]
    return tokens, rows, columns


def split_table(rows: list[str]) -> tuple[list[str], int, int] | None:
    """Return all tokens of rows with blanks between them, if they have equal lengths."""
    if len(rows[0].split(None, 1)) < 2:
        return None
    lengths = {*map(len, map(str.split, rows))}
    if min(lengths) < 2:
        return None
    text = "\n".join(rows)
    if "[" in text or ESCAPE in text:
        tokens = tokens_of_table(rows)
        table = tokens and _without_breaks(tokens, len(rows))
        return table if table and table[2] > 1 else None
    return (text.split(), len(rows), lengths.pop()) if len(lengths) == 1 else None


def join_rows(rows: Iterable[Sequence[str]]) -> tuple[list[str], int, int]:
    """Return all tokens of rows of equal length, the rows and the columns.

    Raises:
        GridError: rows of unequal length, noticed soon after the first; no rows.
    """
    tokens: list[str] = []
    number = columns = 0
    rows = iter(rows)
    while chunk := [*islice(rows, _CHUNK_ROWS if columns else 1)]:
        if not number:
            columns = len(chunk[0])
        if {*map(len, chunk)} != {columns}:
            at, row = next((at, row) for at, row in enumerate(chunk) if len(row) != columns)
            if not columns:
                raise GridError("row 1 is empty, expected tiles; write . for a hole", row=0)
            raise GridError(
                f"row {number + at + 1} has {count_noun(len(row), 'tile')}, expected {columns} "
                "like row 1; write . for a hole",
                row=number + at,
                tiles=len(row),
                expected=columns,
            )
        number += len(chunk)
        tokens += chain.from_iterable(chunk)
    if not columns:
        raise GridError("the grid is empty, expected rows such as tea/ant/oat")
    return tokens, number, columns


def encode_tokens(
    tokens: list[str],
    rows: int,
    columns: int,
    size: tuple[int, int] | None = None,
    qu: bool = False,
    *,
    are_fields: bool = False,
) -> EncodedCells:
    """Encode the tokens of all cells in reading order; blank fields are holes.

    Raises:
        GridError: a size that does not fit, a tile that cannot be read, too many different tiles.
    """
    if size is not None and not (rows == 1 and size[0] * size[1] == columns):
        check_size(rows, columns, size)
    elif size is not None:
        rows, columns = size
    text = "".join(tokens)
    if (
        len(text) == len(tokens)
        and {*map(len, tokens)} == {1}
        and text.isascii()
        and text.isalpha()
    ):
        return EncodedCells(rows, columns, byte_tiles(qu, ASCII), memoryview(text.encode("ascii")))
    # Two tokens can be the same tile: `a` and `\\a`.
    tiles: dict[Tile | None, int] = {}
    codes = dict.fromkeys(tokens, 0)
    for token in codes:
        try:
            tile = parse_tile(token.strip() or HOLE if are_fields else token, qu)
        except GridError as error:
            row, column = divmod(tokens.index(token), columns)
            raise GridError(
                f"row {row + 1}, tile {column + 1}: {error}", row=row, column=column
            ) from None
        codes[token] = tiles.setdefault(tile, len(tiles))
        if len(tiles) > MAX_TILES:
            raise GridError(
                f"the grid has more than {MAX_TILES} different tiles, which is the limit"
            )
    width = "B" if len(tiles) <= 256 else "H"
    view = memoryview(array(width, map(codes.__getitem__, tokens)))
    return EncodedCells(rows, columns, tuple(tiles), view)


def check_size(rows: int, columns: int, size: tuple[int, int]) -> None:
    """Check that a grid has the expected size.

    Raises:
        GridError: it has another size.
    """
    height, width = size
    if (rows, columns) != (height, width):
        found = count_noun(columns, "tile") if rows == 1 else f"{rows}x{columns} tiles"
        raise GridError(
            f"the grid has {found}, the size {height}x{width} needs {height * width}, "
            f"{width} in each row; give the size that the grid has",
            size=size,
        )


def side_of_square(cells: int) -> int:
    """Return the side of the square that a bare string of `cells` tiles makes.

    Raises:
        GridError: the tiles do not make a square.
    """
    side = math.isqrt(cells)
    if not cells or side * side != cells:
        rows = next((n for n in range(side, 0, -1) if cells % n == 0), 1)
        raise GridError(
            f"the {cells} tiles do not make a square: give a size such as {rows}x{cells // rows}, "
            "rows joined by '/', or one row with a '/' at its end",
            tiles=cells,
        )
    return side


def byte_view(a: Any) -> memoryview | None:
    """Return a view of an array of bytes; None if it holds anything else."""
    try:
        view = memoryview(a)
    except (TypeError, ValueError):
        return None
    return view if view.format in ("B", "c", "1s") and view.itemsize == 1 else None


def _flat_bytes(view: memoryview) -> memoryview:
    """Return the bytes of a view row after row; without a copy if nobody can write to them."""
    if view.readonly and view.c_contiguous and view.format != "1s":
        return view.cast("B")
    return memoryview(view.tobytes())


@cache
def byte_tiles(qu: bool, count: int) -> tuple[Tile | None, ...]:
    """Return the tile of each byte in ASCII or LATIN_1, which is its character; the id is the byte.

    A line break is a hole, so that a text file can be mapped with its line breaks as columns.
    """
    special = {".": None, "\n": None, "\r": None, "?": Tile("?", (), True)}
    return tuple(special[c] if c in special else _byte_tile(c, qu) for c in map(chr, range(count)))


def _byte_tile(character: str, qu: bool) -> Tile:
    spelling = character + "u" if qu and character in "qQ" else character
    return Tile(spelling, (spelling,))
