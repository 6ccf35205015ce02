"""Encode text: plain rows at once, and what the reading package made of other text. Write it."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from .._util.plain_text import is_file_name
from ..errors import GridError
from ..reading import HOLE
from .cells import map_tiles
from .encode import (
    ASCII,
    LATIN_1,
    EncodedCells,
    byte_tiles,
    check_size,
    encode_ascii,
    encode_tokens,
    join_rows,
    side_of_square,
    split_all,
    split_table,
    token_rows,
    tokens_in_rows,
)

if TYPE_CHECKING:
    from ..reading.parts import Parts
    from .grid import Grid

#: If rows are longer than this on average, in characters, they are split one by one.
_MAX_SHORT_ROW = 1000
#: ASCII characters that are tiles wherever rows of equal length have them.
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_TILES = _LETTERS + "0123456789.?!$%&*+-@^_~"
_PLAIN = _TILES.encode()
_SPACED = f"{_LETTERS} .?".encode()
#: Signs that join letters.
_JOINING = ("-", "_", "~", ".", "*", "+")
#: A line with the dimensions of a grid is shorter.
_DIMENSIONS = 10


def encode_plain(text: str, size: tuple[int, int] | None, qu: bool) -> EncodedCells | None:
    """Encode rows of equal length of plain ASCII tiles; None for any other text.

    Such text has one meaning, so that it needs no reader: 1 ms per million cells.

    Raises:
        GridError: a bare string is not a square, or looks like the name of a file.
    """
    line = text.strip()
    is_bare = False
    if "\n" in line:
        rows = line.split("\n")
    else:
        rows = line.split("/")
        is_bare = len(rows) == 1
        if not rows[-1] and not is_bare:
            rows.pop()
    joined = "".join(rows)
    if not joined.isascii():
        return None
    if " " in joined:
        return _encode_spaced(rows, size, qu, is_one_line="\n" not in line)
    if {*map(len, rows)} != {len(rows[0])}:
        return None
    data = joined.encode("ascii")
    if not data or data.translate(None, _PLAIN):
        return None
    if len(rows) > 2 and rows[0][0].isdecimal() and len(rows[0]) < _DIMENSIONS:
        return None  # perhaps its dimensions, such as 3x3
    if len(rows) > 3 and len(rows[0]) == 1 and "\n" in line:
        return None  # perhaps a square, letter by letter
    if len(rows) > 1 and rows[0][1:2] in _JOINING and "\n" in line:
        return None  # perhaps between letters, such as a-b
    shape = len(rows), len(rows[0])
    if size is None and is_bare:
        shape = _square(text, shape[1])
    elif size is not None and len(rows) == 1 and len(data) == size[0] * size[1]:
        shape = size
    elif size not in (None, shape):
        check_size(*shape, size)
    return EncodedCells(*shape, byte_tiles(qu, ASCII), memoryview(data))


def _encode_spaced(
    rows: list[str], size: tuple[int, int] | None, qu: bool, *, is_one_line: bool
) -> EncodedCells | None:
    """Encode rows of letters with blanks between the tiles, such as `Qu a t`."""
    if (
        len(rows) < 2
        or rows[0][:1] == "."
        or rows[0][1:3] == "  "
        or "".join(rows).encode().translate(None, _SPACED)
    ):
        return None
    table = [*map(str.split, rows)]
    width = len(table[0])
    if width < 2 or {*map(len, table)} != {width}:
        return None
    tokens = [*chain.from_iterable(table)]
    if all(row[-1][-1] == "." != row[-1] for row in table):
        return None  # perhaps the ends of sentences
    if not is_one_line and max(map(len, tokens)) > 2:  # words, or a title
        return None
    return encode_tokens(tokens, len(rows), width, size, qu)


def _square(text: str, tiles: int) -> tuple[int, int]:
    if is_file_name(text):
        raise GridError(
            f"{text!r} is the name of a file; did you mean Grid.read({text!r})? "
            "A grid that looks like one needs a size"
        )
    side = side_of_square(tiles)
    return side, side


def encode_parts(found: Parts, text: str, size: tuple[int, int] | None, qu: bool) -> EncodedCells:
    """Encode the rows of what was read from `text`; a bare string without a size makes a square.

    Raises:
        GridError: rows of unequal length, a size that does not fit, a tile that cannot be read,
            a bare string that is not a square.
    """
    rows = found.rows
    if not rows or not isinstance(rows[0], str):
        return encode_tokens(*join_rows(tokens_in_rows(rows)), size, qu)
    cells = encode_ascii(rows, size, qu)
    if cells is None:
        are_short = sum(map(len, rows)) <= _MAX_SHORT_ROW * len(rows)
        split = (split_all(rows) or split_table(rows)) if are_short else None
        cells = encode_tokens(*(split or join_rows(token_rows(rows))), size, qu)
    if size is None and found.is_bare:
        side, _ = _square(text, cells.columns)
        return cells._replace(rows=side, columns=side)
    return cells


def format_grid(grid: Grid, *, one_line: bool) -> str:
    """Write a grid so that it is read back."""
    letters = _letter_rows(grid)
    rows = letters or map_tiles(grid, lambda tile: HOLE if tile is None else tile.format())
    packed = letters or ["".join(row) for row in rows]
    if min(grid.rows, grid.columns) > 1 and _are_letters("".join(packed), grid):
        return ("/" if one_line else "\n").join(packed)  # such rows have one reading
    from ..reading.parts import format_rows

    if sum(len(token) > 1 for row in rows for token in row) == 1 and grid.columns > 2:
        # As on dice with a Qu: such rows have one reading, too, and 20,000 boards are soon written.
        spaced = [" ".join(row) for row in rows]
        if _encode_spaced(spaced, None, qu=False, is_one_line=False):
            return ("/" if one_line else "\n").join(spaced)
    return format_rows(rows, one_line=one_line)


def _letter_rows(grid: Grid) -> list[str] | None:
    """Return the rows of a grid of single letters of ASCII as text; None for other grids."""
    tables = (byte_tiles(False, count) for count in (ASCII, LATIN_1))
    if not any(grid.tile_table is each for each in tables):
        return None
    text = grid.codes.tobytes().decode("latin-1")
    if not _are_letters(text, grid):
        return None
    return [text[at : at + grid.columns] for at in range(0, len(text), grid.columns)]


def _are_letters(text: str, grid: Grid) -> bool:
    """Is a text one ASCII letter per cell?"""
    return len(text) == grid.rows * grid.columns and text.isascii() and text.isalpha()
