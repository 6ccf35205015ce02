"""Made photos for tests, each made once."""

from __future__ import annotations

from functools import cache
from typing import Any

import cv2
import numpy as np

from made_photos import MadePhoto, make_photo

WORDS = [
    *("ALMOND", "APRICOT", "BANANA", "BLACKBERRY", "CHERRY", "COCONUT", "CRANBERRY", "GRAPE"),
    *("GUAVA", "KIWI", "LEMON", "LIME", "LYCHEE", "MANGO", "MELON", "NECTARINE", "OLIVE"),
    *("ORANGE", "PAPAYA", "PEACH", "PEAR", "PINEAPPLE", "PLUM", "QUINCE", "RASPBERRY"),
]


@cache
def made(kind: str, number: int = 0, seed: int = 7) -> MadePhoto:
    """Return a photo of a kind, in a font of the development environment."""
    return make_photo(kind, seed, number, WORDS)


def pixels_of(photo: MadePhoto, how: int = cv2.IMREAD_COLOR) -> np.ndarray[Any, Any]:
    """Decode the file of a photo: rows x columns x 3 of blue, green, red."""
    pixels = cv2.imdecode(np.frombuffer(photo.data, np.uint8), how)
    assert pixels is not None
    return pixels


@cache
def blurred(kind: str) -> bytes:
    """Return a photo out of focus, with doubtful letters, as a JPEG file."""
    pixels = cv2.GaussianBlur(pixels_of(made(kind)), (0, 0), 3)
    return cv2.imencode(".jpg", pixels)[1].tobytes()


def rows_of(photo: MadePhoto) -> list[list[str]]:
    """Return the letters of a photo as they are read, in capitals."""
    return [[face.upper() if len(face) == 1 else face for face in row] for row in photo.rows]
