"""A page as a phone sees it: perspective, bend, light, blur, noise; and scenes without a grid."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

Array = np.ndarray[Any, Any]
Rng = np.random.Generator


@dataclass(frozen=True)
class _Strength:
    turn: float
    tilt: float
    bend: float
    blur: tuple[float, float]
    noise: tuple[float, float]
    quality: tuple[int, int]
    shade: float
    darkness: tuple[float, float]


_STRENGTHS = {
    "clean": _Strength(3, 0.02, 0.003, (0.3, 0.8), (1, 3), (80, 95), 0.10, (0.85, 1.0)),
    "phone": _Strength(10, 0.05, 0.010, (0.4, 1.2), (2, 7), (60, 90), 0.30, (0.6, 1.0)),
    "hard": _Strength(30, 0.09, 0.025, (0.7, 1.9), (5, 14), (35, 65), 0.50, (0.3, 0.8)),
}


def photograph(page: Array, centres: Array, kind: str, rng: Rng) -> tuple[Array, Array, int]:
    """Return the photo of a page, where the centres are in it, and the quality of its JPEG."""
    strength = _STRENGTHS.get(kind, _STRENGTHS["phone"])
    height, width = page.shape[:2]
    long = int(rng.integers(1300, 2200))
    wide, high = (long, int(long * 0.75)) if width > height else (int(long * 0.75), long)
    matrix = _place(width, height, wide, high, strength, rng)
    phase = rng.uniform(0, np.pi)
    swing = rng.uniform(-strength.bend, strength.bend) * height

    def lift(x: Array) -> Array:  # an open book: the page rises and falls across its width
        found: Array = swing * np.sin(np.pi * x / width * 1.3 + phase)
        return found

    def seen(points: Array) -> Array:
        flat = points.reshape(-1, 2).copy()
        flat[:, 1] -= lift(flat[:, 0])
        found: Array = cv2.perspectiveTransform(flat[None], matrix)[0].reshape(points.shape)
        return found

    if kind == "cropped":  # part of the grid is beyond one edge
        spots, axis = seen(centres), int(rng.integers(2))
        low, far = spots[..., axis].min(), spots[..., axis].max()
        cut, move = low + (far - low) * rng.uniform(0.1, 0.35), np.eye(3)
        end = (wide, high)[axis] - (far - (cut - low))
        move[axis, 2] = -cut if rng.random() < 0.5 else end
        matrix = move @ matrix
    spots = seen(centres)
    y, x = np.mgrid[0:high, 0:wide].astype(np.float32)
    flat = np.stack([x, y], -1).reshape(1, -1, 2)
    back = cv2.perspectiveTransform(flat, np.linalg.inv(matrix))
    u, v = back.reshape(high, wide, 2).astype(np.float32).transpose(2, 0, 1)
    v = (v + lift(u)).astype(np.float32)
    edge = cv2.BORDER_REPLICATE
    sheet = cv2.remap(page, u, v, cv2.INTER_LINEAR, borderMode=edge).astype(np.float32)
    is_on = ((u > 0) & (u < width) & (v > 0) & (v < height)).astype(np.float32)
    on = cv2.GaussianBlur(is_on, (0, 0), 1)[..., None]
    picture = sheet * on + desk(high, wide, rng) * (1 - on)
    picture = _expose(picture, strength, is_shaken=kind == "hard" and rng.random() < 0.4, rng=rng)
    for _ in range(int(rng.integers(1, 4)) if kind == "turned" else 0):
        picture = np.ascontiguousarray(np.rot90(picture))
        spots = np.stack([spots[..., 1], picture.shape[0] - 1 - spots[..., 0]], -1)
    return picture, spots, int(rng.integers(*strength.quality))


def _place(width: int, height: int, wide: int, high: int, strength: _Strength, rng: Rng) -> Array:
    """Return the homography from the page to the photo."""
    scale = min(wide / width, high / height) * rng.uniform(0.88, 1.02)
    angle = np.radians(rng.uniform(-strength.turn, strength.turn))
    square = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    spin = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    quad = (square - [width / 2, height / 2]) @ spin.T * scale
    quad += rng.uniform(-strength.tilt, strength.tilt, (4, 2)) * max(wide, high)
    quad *= min(1.0, *(np.array([wide, high]) * 1.02 / np.ptp(quad, axis=0)))
    quad += [wide / 2, high / 2]
    found: Array = cv2.getPerspectiveTransform(square, quad.astype(np.float32))
    return found


def _expose(picture: Array, strength: _Strength, *, is_shaken: bool, rng: Rng) -> Array:
    """Add uneven light, perhaps a shadow, blur and noise."""
    high, wide = picture.shape[:2]
    shade = strength.shade
    y, x = np.mgrid[0:high, 0:wide].astype(np.float32)
    light = 1 + rng.uniform(-shade, shade) * (x / wide - 0.5)
    light = light + rng.uniform(-shade, shade) * (y / high - 0.5)
    if rng.random() < shade * 2:  # the shadow of a hand or of the phone
        corners = np.stack([rng.uniform(0, wide, 4), rng.uniform(0, high, 4)], -1).astype(np.int32)
        hull, depth = cv2.convexHull(corners), float(rng.uniform(0.45, 0.8))
        shadow = cv2.fillPoly(np.ones((high, wide), np.float32), [hull], depth)
        light = light * cv2.GaussianBlur(shadow, (0, 0), float(rng.uniform(6, 60)))
    cast = np.array([1, 1, 1]) + rng.uniform(-0.12, 0.12, 3) * shade * 2
    picture = picture * light[..., None] * rng.uniform(*strength.darkness) * cast
    blur = float(rng.uniform(*strength.blur)) * max(high, wide) / 1600
    picture = cv2.GaussianBlur(picture, (0, 0), blur)
    if is_shaken:
        kernel = np.zeros((9, 9), np.float32)
        first = (4 - int(rng.integers(1, 4)), 4)
        cv2.line(kernel, first, (4 + int(rng.integers(1, 4)), int(rng.integers(2, 7))), 1)
        picture = cv2.filter2D(picture, -1, kernel / kernel.sum())
    noise = rng.normal(0, float(rng.uniform(*strength.noise)), picture.shape)
    exposed: Array = np.clip(picture + noise, 0, 255)
    return exposed.astype(np.uint8)


def desk(height: int, width: int, rng: Rng) -> Array:
    """Return what lies under and around the page: rows x columns x 3 of floats."""
    small = rng.normal(0, 1, (height // 8 + 1, 6)).astype(np.float32)
    grain = cv2.resize(small, (width, height))
    base: Array = rng.uniform(40, 190, 3)[None, None] + 14 * grain[..., None]
    for _ in range(rng.integers(0, 7)):
        colour = tuple(float(v) for v in rng.uniform(10, 245, 3))
        x, y = int(rng.integers(width)), int(rng.integers(height))
        if rng.random() < 0.5:
            radius = int(rng.integers(20, 160))
            cv2.ellipse(base, (x, y), (radius, radius), 0, 0, 360, colour, -1, cv2.LINE_AA)
        else:
            size = float(rng.uniform(100, 700)), float(rng.uniform(15, 60))
            corners = cv2.boxPoints(((x, y), size, float(rng.uniform(0, 180)))).astype(np.int32)
            cv2.fillPoly(base, [corners], colour, cv2.LINE_AA)
    return base
