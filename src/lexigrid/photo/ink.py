"""Ink on paper: how dark each pixel is against the paper around it, and spots of letter size."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from .letters import Array

#: Paper is looked for at a quarter of the size.
_COARSE = 4
_DARKEST = 8
#: A spot is at least so large in pixels, and at most this share of the picture.
_LEAST_SIZE, _LEAST_AREA, _MOST_SHARE = 6, 8, 0.14
_LEAST_FILL = 0.05
_LEAST_INK = 0.1
_GRAIN = 0.03


@dataclass(frozen=True, slots=True)
class Spots:
    """Connected black pixels that may be letters."""

    centres: Array
    """Their centres, n x 2, as x and y in pixels."""
    sizes: Array
    """The longer sides of their boxes."""
    black: Array
    """The black pixels of the whole picture, 0 or 1."""


def measure_ink(grey: Array, reach: float) -> Array:
    """Return 1 where it is black and 0 where it is paper, whatever the light.

    The brightest pixels within `reach` are paper.
    """
    height, width = grey.shape
    size = max(width // _COARSE, 1), max(height // _COARSE, 1)
    small = cv2.resize(grey, size, interpolation=cv2.INTER_AREA)
    side = max(5, round(reach / _COARSE)) | 1
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
    closed = cv2.morphologyEx(cv2.GaussianBlur(small, (0, 0), 1.2), cv2.MORPH_CLOSE, disc)
    paper = cv2.resize(cv2.GaussianBlur(closed, (0, 0), 1.2), (width, height))
    return np.clip(1 - grey.astype(np.float32) / np.maximum(paper, _DARKEST), 0, 1)


def find_spots(ink: Array, part: float) -> Spots:
    """Find the spots that have at least this part of the darkest ink around them."""
    return spots_of(find_black(ink, part, max(ink.shape) / 20))


def find_black(ink: Array, part: float, reach: float, least: float = _LEAST_INK) -> Array:
    """Return 1 for pixels with at least this part of the darkest ink within about `reach`."""
    height, width = ink.shape
    roughness = np.abs(ink - cv2.GaussianBlur(ink, (0, 0), 1.0))[::_COARSE, ::_COARSE]
    grain = 1.5 * float(np.median(roughness))
    smooth = cv2.GaussianBlur(ink, (0, 0), 0.8 if grain < _GRAIN else 1.5)
    size = max(width // _COARSE, 1), max(height // _COARSE, 1)
    small = cv2.resize(smooth, size, interpolation=cv2.INTER_AREA)
    side = max(5, int(reach / _COARSE)) | 1
    darkest = cv2.dilate(small, np.ones((side, side), np.uint8))
    depth = cv2.resize(cv2.GaussianBlur(darkest, (0, 0), side / 3), (width, height))
    black: Array = smooth > np.maximum(part * depth, max(least, 2 * grain))
    return black.astype(np.uint8)


def spots_of(black: Array) -> Spots:
    """Return the spots among black pixels; those at the edge of the picture are cut off letters."""
    height, width = black.shape
    found = cv2.connectedComponentsWithStats(black, connectivity=8)[2][1:]
    x, y, wide, tall, area = found.T.astype(np.float32)
    sizes = np.maximum(wide, tall)
    kept = (sizes >= _LEAST_SIZE) & (sizes < max(black.shape) * _MOST_SHARE)
    kept &= (area >= _LEAST_AREA) & (area > _LEAST_FILL * wide * tall)
    kept &= (x > 1) & (y > 1) & (x + wide < width - 1) & (y + tall < height - 1)
    return Spots(np.stack([x + wide / 2, y + tall / 2], -1)[kept], sizes[kept], black)
