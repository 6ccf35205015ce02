"""The icons of the pages as PNG files: a line through a square, as in a solved puzzle."""

from __future__ import annotations

import struct
import zlib
from functools import cache

Colour = tuple[int, int, int]

_GROUND: Colour = (11, 92, 173)
_LINE: Colour = (255, 217, 138)
#: Where the line begins, and half its thickness, as shares of the width.
_START, _HALF = 0.29, 0.115
SIZES = (180, 192, 512)


@cache
def draw_icon(size: int) -> bytes:
    """Return a square PNG of `size` pixels, filled to the edges, so that a system can crop it.

    >>> draw_icon(8)[:4]
    b'\\x89PNG'
    """
    blends = {share: _blend(share) for share in range(17)}
    rows = bytearray()
    for row in range(size):
        rows.append(0)  # no filter
        for column in range(size):
            rows += blends[_cover(column, row, size)]
    header = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(bytes(rows), 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in parts
    )


def _cover(column: int, row: int, size: int) -> int:
    """Return how much of a pixel the line covers, in sixteenths."""
    distance = _distance((column + 0.5) / size, (row + 0.5) / size) * size
    reach = _HALF * size
    return min(16, max(0, round((reach - distance + 0.5) * 16)))


def _distance(x: float, y: float) -> float:
    """Return the distance of a point from the line."""
    along = min(1 - _START, max(_START, (x + y) / 2))
    return float(((x - along) ** 2 + (y - along) ** 2) ** 0.5)


def _blend(share: int) -> bytes:
    pairs = zip(_GROUND, _LINE, strict=True)
    return bytes((ground * (16 - share) + line * share) // 16 for ground, line in pairs)
