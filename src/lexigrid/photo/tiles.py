"""Dice and tiles: pale faces of one size in rows and columns, on a darker tray."""

from __future__ import annotations

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
#: A face is at most this much darker than the mean of the pixels around, so shadows do no harm.
_AROUND, _DARKER = 41, 2
#: The least share of the rectangle's cells that are faces.
_LEAST_FULL = 0.8
_REACH = 0.7
_PART = 0.45
#: More faces than this are letters of another kind.
_MOST_TILES = 400


def find_tiles(image: Array) -> tuple[Array, Lattice, Spots]:
    """Return a picture in grey, the lattice of its pale faces, and the letters on them as spots.

    Raises:
        PhotoError: there is none.
    """
    scale = min(1.0, _SIDE / max(image.shape))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    paleness = cv2.GaussianBlur(np.minimum.reduce(cv2.split(small)), (0, 0), 1.0)
    pale = cv2.adaptiveThreshold(
        paleness, 1, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, _AROUND, _DARKER
    )
    centres, sizes = _faces(pale)
    if not 9 <= len(centres) <= _MOST_TILES:
        raise PhotoError(SHOW)
    faces = Spots(centres / scale, sizes / scale, small)
    lattice = find_lattice(faces)
    places = np.array(list(lattice.nodes))
    if len(places) < _LEAST_FULL * float(np.prod(np.ptp(places, axis=0) + 1)):
        raise PhotoError(SHOW)
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    ink = measure_ink(grey, _REACH * float(np.median(faces.sizes)))
    return grey, lattice, replace(faces, black=find_spots(ink, _PART).black)


def _faces(pale: Array) -> tuple[Array, Array]:
    """Return the centres and sizes of connected pale pixels that may be faces."""
    stats = cv2.connectedComponentsWithStats(pale, connectivity=4)[2]
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
