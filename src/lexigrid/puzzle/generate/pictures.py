"""Pictures as masks: text files and PNG files -> open cells and holes.

Knows files; known by masks.
Rule: a picture that cannot be read is one clear error; its size is bounded before it is unpacked.
"""

from __future__ import annotations

import os
import re
import struct
import zlib
from dataclasses import dataclass

from ..._util.io import read_bytes
from ...errors import InputError

MAX_SIDE = 4096
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_HOLES = frozenset(". \t0_-")
#: Channels by the colour type of a PNG: grey, RGB, palette, grey and alpha, RGB and alpha.
_CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
_TEXT = re.compile(r"#([0-9]+)x([0-9]+):([0-9a-f]+)")


@dataclass(frozen=True, slots=True)
class Picture:
    """Open cells of a picture: a byte each in reading order, 1 for open."""

    rows: int
    columns: int
    cells: bytes

    def to_text(self) -> str:
        """Write the picture as `#ROWSxCOLUMNS:hexadecimal`; twin of `parse`."""
        bits = int("1" + "".join(map(str, self.cells)), 2)
        return f"#{self.rows}x{self.columns}:{bits:x}"

    @classmethod
    def parse(cls, text: str) -> Picture:
        """Read what `to_text` wrote.

        >>> Picture.parse(Picture(1, 3, bytes([1, 0, 1])).to_text()).cells
        b'\\x01\\x00\\x01'

        Raises:
            InputError: it did not.
        """
        found = _TEXT.fullmatch(text)
        rows, columns = (int(found[1]), int(found[2])) if found else (0, 0)
        bits = bin(int(found[3], 16))[3:] if found else ""
        if not 0 < rows * columns == len(bits):
            raise InputError(f"the picture {text[:40]!r} is not whole")
        return cls(rows, columns, bytes(map(int, bits)))

    def scaled(self, rows: int, columns: int) -> bytes:
        """Work the picture out on another size: a cell is open if half of what it covers is."""
        if (rows, columns) == (self.rows, self.columns):
            return self.cells
        made = bytearray()
        for row in range(rows):
            top, bottom = _span(row, rows, self.rows)
            for column in range(columns):
                left, right = _span(column, columns, self.columns)
                covered = sum(
                    sum(self.cells[r * self.columns + left : r * self.columns + right])
                    for r in range(top, bottom)
                )
                made.append(2 * covered >= (bottom - top) * (right - left))
        return bytes(made)


def _span(index: int, count: int, size: int) -> tuple[int, int]:
    start = index * size // count
    return start, max(start + 1, (index + 1) * size // count)


def read_picture(path: str | os.PathLike[str]) -> Picture:
    """Read a picture: a PNG file, or text with a character a cell.

    Raises:
        InputError: it is neither, or too large, or has no open cell.
    """
    data = read_bytes(path)
    name = repr(str(path))
    try:
        picture = _read_png(data) if data.startswith(_SIGNATURE) else _read_text(data)
    except (struct.error, zlib.error, ValueError, IndexError) as error:
        raise InputError(f"{name} is no picture that can be read: {error}", path=path) from error
    if not any(picture.cells):
        raise InputError(f"{name} has no open cell: dark or written cells are open", path=path)
    return picture


def _read_text(data: bytes) -> Picture:
    text = data.decode("utf-8-sig")
    lines = [line.rstrip("\r") for line in text.split("\n")]
    while lines and not lines[-1].strip():
        lines.pop()
    columns = max(map(len, lines), default=0)
    _check_size(len(lines), columns)
    cells = (char not in _HOLES for line in lines for char in line.ljust(columns))
    return Picture(len(lines), columns, bytes(cells))


def _check_size(rows: int, columns: int) -> None:
    if not (0 < rows <= MAX_SIDE and 0 < columns <= MAX_SIDE):
        raise ValueError(f"it is {rows}x{columns}, expected 1 to {MAX_SIDE} each way")


def _read_png(data: bytes) -> Picture:
    """Read a PNG: any colour type and depth but interlaced; dark and opaque is open."""
    head: tuple[int, ...] = ()
    packed, palette, clear = b"", b"", b""
    at = len(_SIGNATURE)
    while at + 8 <= len(data):
        (size,) = struct.unpack_from(">I", data, at)
        kind, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + size]
        if kind == b"IHDR":
            head = struct.unpack(">IIBBBBB", body)
        elif kind == b"IDAT":
            packed += body
        elif kind == b"PLTE":
            palette = body
        elif kind == b"tRNS":
            clear = body
        at += size + 12
    if not head:
        raise ValueError("it has no header")
    columns, rows, depth, colour, _, _, interlaced = head
    _check_size(rows, columns)
    if interlaced or colour not in _CHANNELS or depth not in (1, 2, 4, 8, 16):
        raise ValueError("it is interlaced or of an unknown kind; save it as a plain PNG")
    width = (columns * _CHANNELS[colour] * depth + 7) // 8
    most = rows * (width + 1)
    raw = zlib.decompressobj().decompress(packed, most)
    if len(raw) < most:
        raise ValueError("it ends too early")
    lines = _unfiltered(raw, rows, width, max(1, _CHANNELS[colour] * depth // 8))
    is_dark = _darkness(colour, depth, palette, clear)
    cells = bytearray()
    for line in lines:
        samples = _samples(line, depth, columns * _CHANNELS[colour])
        step = _CHANNELS[colour]
        cells.extend(is_dark(samples[i : i + step]) for i in range(0, step * columns, step))
    return Picture(rows, columns, bytes(cells))


def _unfiltered(raw: bytes, rows: int, width: int, step: int) -> list[bytearray]:
    lines: list[bytearray] = []
    before = bytearray(width)
    for row in range(rows):
        start = row * (width + 1)
        kind, line = raw[start], bytearray(raw[start + 1 : start + 1 + width])
        for i in range(width):
            left = line[i - step] if i >= step else 0
            up, corner = before[i], before[i - step] if i >= step else 0
            guess = (0, left, up, (left + up) // 2, _paeth(left, up, corner))[kind]
            line[i] = (line[i] + guess) & 255
        lines.append(line)
        before = line
    return lines


def _paeth(left: int, up: int, corner: int) -> int:
    guess = left + up - corner
    away = (abs(guess - left), abs(guess - up), abs(guess - corner))
    return (left, up, corner)[away.index(min(away))]


def _samples(line: bytearray, depth: int, count: int) -> list[int]:
    """Give the samples of a line, as they are for a palette, else still by their depth."""
    if depth == 8:
        return list(line)
    if depth == 16:
        return list(line[::2])
    per = 8 // depth
    mask = (1 << depth) - 1
    return [line[i // per] >> (8 - depth * (i % per + 1)) & mask for i in range(count)]


def _darkness(colour: int, depth: int, palette: bytes, clear: bytes):  # type: ignore[no-untyped-def]
    """Give the function that says whether a pixel is dark and not clear."""
    most = (1 << min(depth, 8)) - 1

    def is_dark(pixel: list[int]) -> bool:
        if colour == 3:
            index = pixel[0]
            if index < len(clear) and clear[index] < 128:
                return False
            return sum(palette[3 * index : 3 * index + 3]) < 384
        alpha = pixel[-1] if colour in (4, 6) else most
        shown = pixel[:-1] if colour in (4, 6) else pixel
        return 2 * alpha >= most and 2 * sum(shown) < most * len(shown)

    return is_dark
