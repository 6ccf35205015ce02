"""Masks: which cells of a rectangle a puzzle uses, from shapes and pictures.

A mask is text; its cells are computed once the size is known.
"""

from __future__ import annotations

import io
import os
import re
import struct
import warnings
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from ..._util.io import import_extra, read_bytes
from ..._util.limits import MAX_DOCUMENT, MAX_MASK_PARTS, MAX_MASK_SIDE, MAX_PICTURE_SIDE
from ..._util.validation import check_flag, check_shape, check_type, did_you_mean
from ...errors import InputError
from .shapes import SHAPES

if TYPE_CHECKING:
    from PIL.Image import Image

_SIGNATURES = {b"\x89PNG\r\n\x1a\n": "PNG", b"\xff\xd8\xff": "JPEG"}
#: Pictures that cannot be read, by the first bytes of their files.
_OTHER_SIGNATURES = {
    b"GIF8": "a GIF",
    b"RIFF": "a WebP",
    b"II*\0": "a TIFF",
    b"MM\0*": "a TIFF",
    b"%PDF": "a PDF",
    b"<svg": "an SVG",
    b"<?xml": "an SVG",
}
#: Characters that are holes in a text picture.
_HOLES = frozenset(". \t0_-")
_PICTURE = re.compile(r"#([0-9]{1,4})x([0-9]{1,4}):([0-9a-f]+)")
_PART = re.compile(r"\s*+([+&-]?)\s*+(~?)\s*+([a-z][a-z0-9]*|#[0-9]+x[0-9]+:[0-9a-f]+)")
_DIGITS = bytes.maketrans(b"\0\1", b"01")
_BITS = bytes.maketrans(b"01", b"\0\1")


@dataclass(frozen=True, slots=True)
class Mask:
    """The open cells of a rectangle of any size.

    Built-in shapes combine from left to right: `+` adds, `&` keeps the common cells, `-` removes;
    `~` inverts a shape. `Mask.read` makes a mask from a picture.

    >>> print(Mask.parse("diamond").draw(5, 5))
    ..#..
    .###.
    #####
    .###.
    ..#..
    """

    text: str
    """The mask as text, such as "star+ring"."""

    @classmethod
    def parse(cls, text: str) -> Mask:
        """Parse a mask: `heart`, `~circle`, `star+ring`, `square-diamond`.

        Raises:
            InputError: the text names an unknown shape.
        """
        mask = cls(check_type(text, "the mask", str, "text such as 'heart'").strip().lower())
        mask._parts()
        return mask

    @classmethod
    def read(cls, path: str | os.PathLike[str], *, invert: bool = False) -> Mask:
        """Make a mask from a picture file.

        In a PNG or JPEG, dark opaque pixels are open; in one with transparent parts and no dark
        ones, all opaque pixels. In text, each character is a cell, and all but `.`, blanks, `0`,
        `_` and `-` are open.

        Raises:
            InputError: the file cannot be read, is not a picture, is too large, or has no open
                cell; or Pillow, which reads pictures, is not installed.
        """
        return cls(("~" if check_flag(invert, "invert") else "") + _read_picture(path).to_text())

    def inverted(self) -> Mask:
        """Return the mask that is open where this one is not.

        >>> Mask.parse("star+ring").inverted()
        Mask(text='~star&~ring')
        """
        text = ""
        for joint, is_inverted, name in self._parts():
            # De Morgan, from left to right; a - b is a & ~b, so its inverse is ~a + b.
            text += {"": "", "+": "&", "&": "+", "-": "+"}[joint]
            text += ("~" if is_inverted == (joint == "-") else "") + name
        return Mask(text)

    def joined(self, other: Mask) -> Mask:
        """Return the mask that is open where one of the two is.

        >>> Mask.parse("star").joined(Mask.parse("~ring"))
        Mask(text='star+~ring')

        Raises:
            InputError: both have parts joined by & or -, which no single text can express.
        """
        first, second = self, check_type(other, "the other mask", Mask, "a Mask")
        for _ in range(2):
            joints = [joint for joint, _, _ in second._parts()]
            if all(joint in ("", "+") for joint in joints):
                return Mask(f"{first.text}+{second.text}")
            first, second = second, first
        raise InputError(
            f"the masks {self.text[:40]!r} and {other.text[:40]!r} cannot be joined; write their "
            "parts as one mask, which is read from left to right"
        )

    def cells(self, rows: int, columns: int) -> bytes:
        """Return the cells for a size: one byte per cell in reading order, 1 for open."""
        rows, columns = check_shape((rows, columns), "the size")
        cells = 0  # the cells as the bytes of one number, for speed
        ones = int.from_bytes(b"\1" * (rows * columns), "big")
        for joint, is_inverted, name in self._parts():
            part = int.from_bytes(_part_cells(name, rows, columns), "big")
            if is_inverted != (joint == "-"):
                part ^= ones
            cells = cells | part if joint in ("", "+") else cells & part
        return cells.to_bytes(rows * columns, "big")

    def draw(self, rows: int, columns: int) -> str:
        """Draw the mask with `#` for an open cell and `.` for a hole."""
        cells = self.cells(rows, columns)
        lines = (cells[at : at + columns] for at in range(0, len(cells), columns))
        return "\n".join("".join(".#"[cell] for cell in line) for line in lines)

    @property
    def shape(self) -> tuple[int, int] | None:
        """The rows and columns of the picture, if the mask is a single picture."""
        parts = self._parts()
        if len(parts) == 1 and parts[0][2].startswith("#"):
            picture = _Picture.parse(parts[0][2])
            return picture.rows, picture.columns
        return None

    def _parts(self) -> list[tuple[str, bool, str]]:
        """Split the text into (joint, is inverted, shape or picture)."""
        parts: list[tuple[str, bool, str]] = []
        at = 0
        while at < len(self.text):
            found = _PART.match(self.text, at)
            if not found or bool(found[1]) != bool(parts):
                raise self._unknown(self.text[at:].strip())
            if not found[3].startswith("#") and found[3] not in SHAPES:
                raise self._unknown(found[3])
            parts.append((found[1], bool(found[2]), found[3]))
            at = found.end()
            if len(parts) > MAX_MASK_PARTS:
                raise InputError(f"the mask has more than {MAX_MASK_PARTS} parts; use fewer")
        if not parts:
            raise self._unknown(self.text)
        return parts

    def _unknown(self, name: str) -> InputError:
        return InputError(
            f"the mask has {name[:40]!r}, expected a file, or shapes joined by + & -: "
            f"{', '.join(SHAPES)}{did_you_mean(name, SHAPES)}",
            mask=self.text,
        )


@lru_cache(maxsize=MAX_MASK_PARTS)
def _part_cells(name: str, rows: int, columns: int) -> bytes:
    if name.startswith("#"):
        return _Picture.parse(name).scale(rows, columns)
    # The centres of the cells, scaled to the square -1..1.
    is_inside = SHAPES[name]
    return bytes(
        is_inside((2 * column + 1) / columns - 1, 1 - (2 * row + 1) / rows)
        for row in range(rows)
        for column in range(columns)
    )


@dataclass(frozen=True, slots=True)
class _Picture:
    """A picture of open cells: one byte per cell in reading order, 1 for open."""

    rows: int
    columns: int
    cells: bytes

    def to_text(self) -> str:
        """Write the picture as `#ROWSxCOLUMNS:HEXADECIMAL`, which `parse` reads."""
        bits = int(b"1" + self.cells.translate(_DIGITS), 2)
        return f"#{self.rows}x{self.columns}:{bits:x}"

    @classmethod
    @lru_cache(maxsize=MAX_MASK_PARTS)
    def parse(cls, text: str) -> _Picture:
        found = _PICTURE.fullmatch(text)
        rows, columns = (int(found[1]), int(found[2])) if found else (0, 0)
        bits = bin(int(found[3], 16))[3:] if found else ""
        if not 0 < rows * columns == len(bits) or max(rows, columns) > MAX_MASK_SIDE:
            raise InputError(f"the picture {text[:40]!r} is incomplete or too large")
        return cls(rows, columns, bits.encode().translate(_BITS))

    def scale(self, rows: int, columns: int) -> bytes:
        """Return the cells for another size; a cell is open if at least half of its area is."""
        if (rows, columns) == (self.rows, self.columns):
            return self.cells
        scaled = bytearray()
        for row in range(rows):
            top, bottom = _covered(row, rows, self.rows)
            for column in range(columns):
                left, right = _covered(column, columns, self.columns)
                covered = sum(
                    self.cells.count(1, r * self.columns + left, r * self.columns + right)
                    for r in range(top, bottom)
                )
                scaled.append(2 * covered >= (bottom - top) * (right - left))
        return bytes(scaled)


def _covered(index: int, count: int, size: int) -> tuple[int, int]:
    """Return the start and end of piece `index` when `size` is cut into `count` equal pieces."""
    start = index * size // count
    return start, max(start + 1, (index + 1) * size // count)


def _read_picture(path: str | os.PathLike[str]) -> _Picture:
    data = read_bytes(path, MAX_DOCUMENT)
    name = repr(str(path))
    if not data:
        raise InputError(f"{name} is empty, expected a PNG, a JPEG or text", path=path)
    form = next((form for begin, form in _SIGNATURES.items() if data.startswith(begin)), "")
    try:
        picture = _read_pixels(data, form) if form else _read_text(data)
    except (OSError, SyntaxError, ValueError) as error:  # SyntaxError: Pillow, a broken PNG
        raise InputError(f"{name} is not a readable picture: {error}", path=path) from error
    if not any(picture.cells):
        found, remedy = "only dots and blanks", "write # for each open cell"
        if form:
            found, remedy = "nothing dark before its ground", "draw the shape in black on white"
        raise InputError(f"{name} has no open cell: it has {found}; {remedy}", path=path)
    return picture


def _read_text(data: bytes) -> _Picture:
    known = (name for begin, name in _OTHER_SIGNATURES.items() if data.startswith(begin))
    if other := next(known, ""):
        raise ValueError(f"it is {other}, expected a PNG, a JPEG or text; convert it")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError("it is neither a PNG nor a JPEG nor text") from None
    lines = [line.rstrip("\r") for line in text.split("\n")]
    while lines and not lines[-1].strip():
        lines.pop()
    columns = max(map(len, lines), default=0)
    if lines:
        _check_size(len(lines), columns, MAX_MASK_SIDE)
    cells = (char not in _HOLES for line in lines for char in line.ljust(columns))
    return _Picture(len(lines), columns, bytes(cells))


#: The least side of clip art in pixels; smaller pictures are drawn cell by cell.
_CLIP_ART = 24
#: How far the channels of a coloured pixel differ, the share of such pixels in clip art, and the
#: distance of colours of one ground.
_COLOURED, _COLOURED_SHARE, _GROUND_DISTANCE = 60, 0.05, 60


def _read_pixels(data: bytes, form: str) -> _Picture:
    """Read a PNG or JPEG; a pixel is open if it is more than half dark and half opaque.

    In a picture with transparent parts and no dark ones, opacity alone decides. In coloured clip
    art without transparent parts, all is open that the background at its edge does not reach.
    """
    pil = import_extra("PIL.Image", "png", f"a {form} mask", "draw the mask as text")
    try:
        with warnings.catch_warnings():  # the size is checked before any pixel is read
            warnings.simplefilter("ignore", pil.DecompressionBombWarning)
            opened = pil.open(io.BytesIO(data), formats=[form])
    except pil.DecompressionBombError:
        raise ValueError(f"it has more than {MAX_PICTURE_SIDE} rows or columns") from None
    except (pil.UnidentifiedImageError, SyntaxError, LookupError, ArithmeticError, struct.error):
        raise ValueError(f"it is a damaged {form}") from None
    with opened as image:
        _check_size(image.height, image.width, MAX_PICTURE_SIDE)
        if form == "JPEG":
            image = import_extra("PIL.ImageOps", "png", "a JPEG mask", "").exif_transpose(image)
        shown = _to_rgba(image)
        factor = -(-max(shown.size) // MAX_MASK_SIDE)
        shown = shown.reduce(factor) if factor > 1 else shown
        dark = 384 if image.mode == "P" else 383  # a dark pixel's channels add up to less
    pixels = list(zip(*[iter(shown.tobytes())] * 4, strict=True))
    is_opaque = bytes(a >= 128 for *_, a in pixels)
    cells = bytes(r + g + b < dark and a >= 128 for r, g, b, a in pixels)
    if all(is_opaque) and min(shown.size) >= _CLIP_ART and _is_coloured(pixels, dark):
        cells = _foreground(pixels, shown.height, shown.width)
    if not any(cells) and 0 < sum(is_opaque) < len(pixels):
        cells = is_opaque
    return _Picture(shown.height, shown.width, cells)


def _is_coloured(pixels: Sequence[tuple[int, ...]], dark: int) -> bool:
    """Is a picture coloured clip art, rather than dark shapes on a light ground?"""
    coloured = sum(
        max(pixel[:3]) - min(pixel[:3]) >= _COLOURED and sum(pixel[:3]) >= dark for pixel in pixels
    )
    return coloured >= _COLOURED_SHARE * len(pixels)


def _foreground(pixels: Sequence[tuple[int, ...]], rows: int, columns: int) -> bytes:
    """Return the cells that a flood fill from the edge, over colours like the edge's, spares."""
    edge = [
        at
        for at in range(rows * columns)
        if at // columns in (0, rows - 1) or at % columns in (0, columns - 1)
    ]
    red, green, blue = Counter(pixels[at][:3] for at in edge).most_common(1)[0][0]

    def is_ground(at: int) -> bool:
        r, g, b, *_ = pixels[at]
        return (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2 <= _GROUND_DISTANCE**2

    cells = bytearray(b"\1" * (rows * columns))
    waiting = [at for at in edge if is_ground(at)]
    while waiting:
        at = waiting.pop()
        if cells[at]:
            cells[at] = 0
            row, column = divmod(at, columns)
            near = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
            waiting += (
                r * columns + c
                for r, c in near
                if 0 <= r < rows and 0 <= c < columns and is_ground(r * columns + c)
            )
    return bytes(cells)


def _to_rgba(image: Image) -> Image:
    if image.mode.startswith("I"):  # 16 bits: `convert` would clip the values, not scale them
        image = image.point(lambda value: value / 256).convert("L")
    return image.convert("RGBA")


def _check_size(rows: int, columns: int, most: int) -> None:
    if not (0 < rows <= most and 0 < columns <= most):
        raise ValueError(f"it is {rows}x{columns}, expected 1 to {most} rows and columns")
