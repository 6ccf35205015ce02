"""Open pictures: the size is read from the header before a pixel is decoded."""

from __future__ import annotations

import os
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .._util.io import StrPath, import_extra, name_of, read_bytes
from .._util.limits import MAX_PHOTO_BYTES, MAX_PHOTO_PIXELS
from ..errors import InputError
from ..reading import picture_kind

if TYPE_CHECKING:
    from .letters import Array

#: The longest side to work with, and the one that smaller pictures are enlarged to.
_LONG, _SHORT = 2200, 1400
_FEW_PIXELS = 1000
_MOST_GROWTH = 2.0
_LEAST_SIDE = 16
_NEEDED = "reading a photo"
_KINDS = ("JPEG", "PNG", "WebP")
_SAVE = "save it as JPEG or PNG"
#: The JPEG markers before an image size, and those without a length.
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_BARE_MARKERS = frozenset((0x01, *range(0xD0, 0xD9)))


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture at the size to work with: upright as the camera says, in blue, green and red."""

    pixels: Array
    factor: float
    """The pixels of this picture for one of the photo."""
    width: int
    height: int
    """The size of the photo, turned upright."""


def open_picture(source: StrPath | bytes | Array) -> Picture:
    """Open a file, the bytes of one, or an array: rows x columns, of grey or of red, green, blue.

    Raises:
        InputError: the file cannot be read or is no picture, it is too large or too small, or
            OpenCV is not installed.
    """
    cv2 = import_cv2()
    if hasattr(source, "__array_interface__"):
        pixels, reduced = _from_array(source, cv2), 1
    else:
        is_data = isinstance(source, bytes | bytearray | memoryview)
        data = bytes(source) if is_data else read_bytes(source, MAX_PHOTO_BYTES)  # type: ignore[arg-type]
        name = "the file" if is_data else name_of(source)  # type: ignore[arg-type]
        pixels, reduced = _decode(data, name, cv2)
    height, width = pixels.shape[:2]
    if min(height, width) < _LEAST_SIDE:
        raise InputError(
            f"the picture has {height}x{width} pixels, expected at least {_LEAST_SIDE} each way"
        )
    longest = max(height, width)
    factor = min(1.0, _LONG / longest)
    if longest < _FEW_PIXELS:
        factor = min(_MOST_GROWTH, _SHORT / longest)
    if factor != 1:
        how = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
        pixels = cv2.resize(pixels, None, fx=factor, fy=factor, interpolation=how)
    return Picture(pixels, factor / reduced, width * reduced, height * reduced)


def import_cv2() -> Any:
    """Import OpenCV.

    Raises:
        InputError: it is not installed; the message says how to install the extra.
    """
    return import_extra("cv2", "photo", _NEEDED, "type the grid")


def _from_array(source: Any, cv2: Any) -> Array:
    import numpy as np

    pixels = np.asarray(source)
    is_grey = pixels.ndim == 2
    is_colour = pixels.ndim == 3 and pixels.shape[2] in (3, 4)
    if pixels.dtype != np.uint8 or not (is_grey or is_colour):
        shape = "x".join(map(str, pixels.shape))
        raise InputError(
            f"the picture is an array of {shape} {pixels.dtype}, expected uint8 with rows x "
            "columns of grey, or rows x columns x 3 of red, green, blue"
        )
    _check_pixels(pixels.shape[1], pixels.shape[0], "the picture")
    if min(pixels.shape[:2]) == 0:
        raise InputError("the picture is an array without pixels")
    if is_grey:
        return cv2.cvtColor(pixels, cv2.COLOR_GRAY2BGR)  # type: ignore[no-any-return]
    return np.ascontiguousarray(pixels[..., 2::-1])


def _decode(data: bytes, name: str, cv2: Any) -> tuple[Array, int]:
    """Return the pixels of a file, and by how much they were reduced while decoding."""
    import numpy as np

    kind = picture_kind(data)
    if kind not in _KINDS:
        what = f"a {kind} picture" if kind else "no picture"
        raise InputError(f"{name} is {what}, expected a JPEG, PNG or WebP picture; {_SAVE}")
    size = _size_of(data, kind)
    if size is None:
        raise InputError(f"{name} is a damaged {kind} picture; {_SAVE} again")
    _check_pixels(*size, name)
    if kind == "PNG" and not _has_png_chunks(data):
        raise InputError(f"{name} is a damaged {kind} picture; {_SAVE} again")
    reduced = next((by for by in (8, 4, 2) if max(size) >= by * _LONG), 1) if kind == "JPEG" else 1
    how = {1: cv2.IMREAD_COLOR, 2: cv2.IMREAD_REDUCED_COLOR_2, 4: cv2.IMREAD_REDUCED_COLOR_4}
    try:
        with _silence():
            found = cv2.imdecode(
                np.frombuffer(data, np.uint8), how.get(reduced, cv2.IMREAD_REDUCED_COLOR_8)
            )
    except cv2.error:
        found = None
    if found is None:
        raise InputError(f"{name} is a damaged {kind} picture; {_SAVE} again")
    return found, reduced


@contextmanager
def _silence() -> Iterator[None]:
    """Drop what the decoders of damaged files write to standard error.

    The file descriptor is that of the process, so nothing is done if another thread may write.
    """
    try:
        kept = os.dup(2) if threading.active_count() == 1 else None
    except OSError:  # standard error is closed
        kept = None
    if kept is None:
        yield
        return
    with open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)


def _check_pixels(width: int, height: int, name: str) -> None:
    if width * height > MAX_PHOTO_PIXELS:
        raise InputError(
            f"{name} has {width}x{height} pixels, and at most {MAX_PHOTO_PIXELS:,} are read; "
            "make it smaller"
        )


def _size_of(data: bytes, kind: str) -> tuple[int, int] | None:
    """Return the width and height in the header of a picture; None if it is damaged.

    >>> _size_of(b"RIFF\\x1a\\0\\0\\0WEBPVP8L\\x0d\\0\\0\\0/\\x04\\x80\\x01\\0", "WebP")
    (5, 7)
    """
    try:
        if kind == "PNG":
            return struct.unpack_from(">II", data, 16) if data[12:16] == b"IHDR" else None
        return _webp_size(data) if kind == "WebP" else _jpeg_size(data)
    except (struct.error, IndexError):
        return None


def _has_png_chunks(data: bytes) -> bool:
    """Are all chunks inside the file, up to the last one?

    OpenCV reserves memory for what the length of a chunk says.
    """
    at, kind = 8, b""
    while kind != b"IEND" and at + 8 <= len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        at += 12 + length
    return kind == b"IEND" and at <= len(data)


def _webp_size(data: bytes) -> tuple[int, int] | None:
    form = data[12:16]
    if form == b"VP8 " and data[23:26] == b"\x9d\x01\x2a":
        width, height = struct.unpack_from("<HH", data, 26)
        return width & 0x3FFF, height & 0x3FFF
    if form == b"VP8L" and data[20] == 0x2F:
        (bits,) = struct.unpack_from("<I", data, 21)
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if form == b"VP8X" and len(data) >= 30:
        return (
            int.from_bytes(data[24:27], "little") + 1,
            int.from_bytes(data[27:30], "little") + 1,
        )
    return None


def _jpeg_size(data: bytes) -> tuple[int, int] | None:
    at = 2
    while True:
        if data[at] != 0xFF:
            return None
        marker = data[at + 1]
        if marker == 0xFF:  # fill bytes
            at += 1
        elif marker in _BARE_MARKERS:
            at += 2
        elif marker in _FRAMES:
            height, width = struct.unpack_from(">HH", data, at + 5)
            return width, height
        else:
            (length,) = struct.unpack_from(">H", data, at + 2)
            if length < 2:
                return None
            at += 2 + length
