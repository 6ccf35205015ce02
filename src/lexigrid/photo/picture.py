"""Open pictures: the size is read from the header before a pixel is decoded."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING, Any

from .._util.io import StrPath, import_extra, name_of, read_bytes
from .._util.limits import MAX_PHOTO_BYTES, MAX_PHOTO_PIXELS
from ..errors import InputError
from ..reading.decode import picture_kind

if TYPE_CHECKING:
    from .letters import Array

#: The longest side to work with, and the one that smaller pictures are enlarged to.
_LONG, _SHORT = 2200, 1400
_FEW_PIXELS = 1000
_MOST_GROWTH = 2.0
_LEAST_SIDE = 16
#: The extra, what needs it, and what to do without it.
_NEEDED = "photo", "reading a photo", "type the grid"
#: The module of Pillow that decodes each kind.
_PLUGINS = {"JPEG": "Jpeg", "PNG": "Png", "WebP": "WebP"}
_SAVE = "save it as JPEG or PNG"


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
            OpenCV or Pillow is not installed.
    """
    cv2 = import_cv2()
    if hasattr(source, "__array_interface__"):
        pixels = _from_array(source)
        across, down = pixels.shape[1::-1]
    else:
        is_data = isinstance(source, bytes | bytearray | memoryview)
        data = bytes(source) if is_data else read_bytes(source, MAX_PHOTO_BYTES)  # type: ignore[arg-type]
        name = "the file" if is_data else name_of(source)  # type: ignore[arg-type]
        pixels, (across, down) = _decode(data, name)
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
    pixels = cv2.cvtColor(pixels, cv2.COLOR_RGB2BGR)
    return Picture(pixels, factor * longest / max(across, down), across, down)


def import_cv2() -> Any:
    """Import OpenCV.

    Raises:
        InputError: it is not installed; the message says how to install the extra.
    """
    return import_extra("cv2", *_NEEDED)


def _from_array(source: Any) -> Array:
    """Return an array of red, green, blue."""
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
    return np.dstack([pixels] * 3) if is_grey else np.ascontiguousarray(pixels[..., :3])


def _decode(data: bytes, name: str) -> tuple[Array, tuple[int, int]]:
    """Return red, green and blue of a file, upright, and the width and height of the photo in it.

    A large JPEG is reduced while it is decoded.
    """
    import numpy as np

    kind = picture_kind(data)
    if kind not in _PLUGINS:
        what = f"a {kind} picture" if kind else "no picture"
        raise InputError(f"{name} is {what}, expected a JPEG, PNG or WebP picture; {_SAVE}")
    plugin = import_extra(f"PIL.{_PLUGINS[kind]}ImagePlugin", *_NEEDED)
    turn_upright = import_extra("PIL.ImageOps", *_NEEDED).exif_transpose
    try:
        reader = getattr(plugin, f"{_PLUGINS[kind]}ImageFile")
        image = reader(BytesIO(data))
        width, height = image.size
        _check_pixels(width, height, name)
        reader(BytesIO(data)).verify()
        image.draft("RGB", [side * _LONG // max(image.size) for side in image.size])
        if image.mode.startswith("I"):  # grey of 16 bits
            image = plugin.Image.fromarray((np.asarray(image) >> 8).astype(np.uint8))
        is_wide = image.width > image.height
        with suppress(Exception):  # what the camera says may be damaged
            image = turn_upright(image)
        image = image.convert("RGB")
    except InputError:
        raise
    except Exception as error:  # a decoder raises what it likes
        raise InputError(f"{name} is a damaged {kind} picture; {_SAVE} again") from error
    is_turned = is_wide != (image.width > image.height)
    return np.asarray(image), (height, width) if is_turned else (width, height)


def _check_pixels(width: int, height: int, name: str) -> None:
    if width * height > MAX_PHOTO_PIXELS:
        raise InputError(
            f"{name} has {width}x{height} pixels, and at most {MAX_PHOTO_PIXELS:,} are read; "
            "make it smaller"
        )
