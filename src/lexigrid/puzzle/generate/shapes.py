"""The built-in shapes: which points of the square -1..1 (x to the right, y up) are inside.

Only sums, products and comparisons are used, so that a shape is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Callable

Inside = Callable[[float, float], bool]
Corner = tuple[float, float]

#: Keeps points on the edge inside despite rounding.
_EDGE = 1e-9


def _disc(x: float, y: float, radius: float, middle: Corner = (0.0, 0.0)) -> bool:
    dx, dy = x - middle[0], y - middle[1]
    return dx * dx + dy * dy <= radius * radius + _EDGE


def _polygon(*corners: Corner) -> Inside:
    """Return the test for a polygon with these corners, by the even-odd rule."""

    def inside(x: float, y: float) -> bool:
        odd = False
        for (x1, y1), (x2, y2) in zip(corners, corners[1:] + corners[:1], strict=True):
            if (y1 > y) != (y2 > y) and x <= (x2 - x1) * (y - y1) / (y2 - y1) + x1 + _EDGE:
                odd = not odd
        return odd

    return inside


def _mirrored(*corners: Corner) -> Inside:
    """Return the test for a symmetric polygon, given its right half's corners from the top."""
    left = tuple((-x, y) for x, y in reversed(corners) if x > 0)
    return _polygon(*corners, *left)


def _heart(x: float, y: float) -> bool:
    x = abs(x)  # a disc, and the triangle of its tangents to the tip
    side = 0.77 * (y + 1.02) if y <= 0.145 else 0.5 if y <= 0.45 else 0.0
    return _disc(x, y, 0.5, (0.5, 0.45)) or x < side


def _flower(x: float, y: float) -> bool:
    petals = ((0, 0.55), (0.52, 0.17), (0.32, -0.45), (-0.32, -0.45), (-0.52, 0.17))
    return _disc(x, y, 0.35) or any(_disc(x, y, 0.44, middle) for middle in petals)


def _club(x: float, y: float) -> bool:
    leaves = ((0, 0.5), (-0.5, -0.12), (0.5, -0.12))
    stem = abs(x) <= 0.14 + max(0.0, -0.6 - y) * 0.8 and -1 <= y <= 0.3
    return stem or any(_disc(x, y, 0.46, middle) for middle in leaves)


def _spade(x: float, y: float) -> bool:
    stem = abs(x) <= 0.12 + max(0.0, -0.6 - y) * 0.8 and -1 <= y <= 0
    return stem or (y >= -0.7 and _heart(x, -1.05 * y + 0.08))


def _fish(x: float, y: float) -> bool:
    body = (x + 0.2) * (x + 0.2) / 0.62 + y * y / 0.4 <= 1
    tail = 0.35 <= x <= 1 and abs(y) <= 0.12 + (x - 0.35) * 0.9
    return body or tail


def _moon(x: float, y: float) -> bool:
    return _disc(x, y, 1) and not _disc(x, y, 0.78, (0.48, 0.22))


def _egg(x: float, y: float) -> bool:
    width = 0.82 - 0.22 * y
    return x * x / (width * width) + y * y <= 1 + _EDGE


def _drop(x: float, y: float) -> bool:
    # A disc, and the triangle of its tangents to the tip.
    return _disc(x, y, 0.62, (0, -0.38)) or (y >= -0.11 and abs(x) <= 0.481 * (1.05 - y))


def _cloud(x: float, y: float) -> bool:
    puffs = ((-0.5, -0.1, 0.45), (0.05, 0.25, 0.55), (0.55, -0.12, 0.42))
    base = abs(x) <= 0.75 and -0.55 <= y <= 0
    return base or any(_disc(x, y, radius, (a, b)) for a, b, radius in puffs)


SHAPES: dict[str, Inside] = {
    "square": lambda x, y: True,
    "circle": lambda x, y: _disc(x, y, 1),
    "ring": lambda x, y: _disc(x, y, 1) and not _disc(x, y, 0.45),
    "egg": _egg,
    "diamond": lambda x, y: abs(x) + abs(y) <= 1 + _EDGE,
    "triangle": lambda x, y: abs(x) <= (1 - y) / 2 + 0.06,
    "pentagon": _mirrored((0, 1.02), (1.0, 0.24), (0.64, -1.01)),
    "hexagon": _mirrored((0.52, 1.01), (1.02, 0), (0.52, -1.01)),
    "octagon": _mirrored((0.42, 1.01), (1.01, 0.42), (1.01, -0.42), (0.42, -1.01)),
    "star": _mirrored(
        (0, 1.05), (0.29, 0.36), (1.02, 0.34), (0.48, -0.12), (0.68, -0.93), (0, -0.46)
    ),
    "star6": _mirrored(
        (0, 1.03), (0.33, 0.55), (0.98, 0.5), (0.62, 0), (0.98, -0.5), (0.33, -0.55), (0, -1.03)
    ),
    "cross": lambda x, y: abs(x) <= 0.4 or abs(y) <= 0.4,
    "heart": _heart,
    "tree": _mirrored(
        (0, 1.05),
        (0.5, 0.42),
        (0.3, 0.42),
        (0.75, -0.12),
        (0.5, -0.12),
        (1.0, -0.66),
        (0.2, -0.66),
        (0.2, -1.01),
    ),
    "house": _mirrored((0, 1.03), (1.01, 0.15), (0.82, 0.15), (0.82, -1.01)),
    "arrow": _polygon(
        (-1.01, 0.36),
        (0.1, 0.36),
        (0.1, 0.95),
        (1.03, 0),
        (0.1, -0.95),
        (0.1, -0.36),
        (-1.01, -0.36),
    ),
    "flower": _flower,
    "club": _club,
    "spade": _spade,
    "fish": _fish,
    "moon": _moon,
    "butterfly": _mirrored(
        (0, 0.5),
        (0.1, 0.42),
        (0.3, 0.82),
        (0.62, 1.01),
        (1.01, 0.9),
        (0.96, 0.35),
        (0.76, 0.05),
        (0.42, -0.08),
        (0.785, -0.23),
        (0.81, -0.68),
        (0.65, -1.01),
        (0.27, -0.86),
        (0.09, -0.32),
        (0.09, -0.42),
    ),
    "drop": _drop,
    "cloud": _cloud,
}
