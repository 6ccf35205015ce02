"""Dice and tiles: pale faces of one size in rows and columns, on a darker tray."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import cv2
import numpy as np

from ..errors import PhotoError
from .cell_map import SHOW
from .ink import Spots, find_spots, measure_ink
from .lattice import Lattice, find_lattice
from .letters import Array

#: The picture is searched at this size.
_SIDE = 700
#: The sides of a face as a share of the picture, and how much of its box it fills.
_SMALLEST, _LARGEST = 0.03, 0.4
_LEAST_FILL, _MOST_OBLONG = 0.55, 1.6
#: Thresholds, as multiples of the one that Otsu's method finds.
_LEVELS = (1.0, 1.15, 0.85, 1.3)
_REACH = 0.7
_PART = 0.45
#: More faces than this are letters of another kind.
_MOST_TILES = 400


def find_tiles(image: Array) -> tuple[Lattice, Spots]:
    """Return the lattice of pale faces, with the spots of the letters on them.

    Raises:
        PhotoError: there is none.
    """
    scale = min(1.0, _SIDE / max(image.shape))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    paleness = cv2.GaussianBlur(np.minimum.reduce(cv2.split(small)), (0, 0), 1.0)
    otsu = cv2.threshold(paleness, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)[0]
    for level in _LEVELS:
        centres, sizes = _faces(paleness > otsu * level)
        if not 9 <= len(centres) <= _MOST_TILES:
            continue
        faces = Spots(centres / scale, sizes / scale, small)
        with suppress(PhotoError):
            lattice = find_lattice(faces)
            if _is_full(lattice):
                reach = _REACH * float(np.median(faces.sizes))
                ink = measure_ink(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), reach)
                return lattice, replace(faces, black=find_spots(ink, _PART).black)
    raise PhotoError(SHOW)


def _faces(pale: Array) -> tuple[Array, Array]:
    """Return the centres and sizes of connected pale pixels that may be faces."""
    stats = cv2.connectedComponentsWithStats(pale.astype(np.uint8), connectivity=4)[2]
    x, y, wide, tall, area = stats[1:].T.astype(np.float32)
    size = np.maximum(wide, tall)
    longest = max(pale.shape)
    kept = (size > _SMALLEST * longest) & (size < _LARGEST * longest)
    kept &= (area > _LEAST_FILL * wide * tall) & (size < _MOST_OBLONG * np.minimum(wide, tall))
    if kept.any():
        usual = float(np.median(size[kept]))
        kept &= (size > 0.6 * usual) & (size < 1.6 * usual)
    centres = np.stack([x + wide / 2, y + tall / 2], -1)
    return centres[kept].astype(float), size[kept]


def _is_full(lattice: Lattice) -> bool:
    """Are nearly all cells of the rectangle faces?"""
    places = np.array(list(lattice.nodes))
    area = int(np.prod(np.ptp(places, axis=0) + 1))
    return len(places) >= 0.8 * area
