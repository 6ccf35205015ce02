"""Where each cell is in the photo: a homography, and for enough cells a cubic bend of the page."""

from __future__ import annotations

import cv2
import numpy as np

from ..errors import PhotoError
from .letters import Array

#: The steps to the next column and the next row, as positions.
RIGHT, DOWN = np.array([0, 1]), np.array([1, 0])
NO_GRID = "no letter grid was found: "
SHOW = f"{NO_GRID}show the whole grid, flat and in good light"
_BEND_CELLS = 40
_ROUNDS = 3
#: How much a bend is held back, for each cell.
_STIFFNESS = 1e-3
#: How far beyond the known cells a bend goes on, in half sizes of the lattice.
_BEYOND = 1.3


class CellMap:
    """The place in the photo of lattice positions (row, column), which may be fractions."""

    def __init__(self, places: Array, points: Array) -> None:
        """Fit the map to points (x, y) at lattice positions.

        Raises:
            PhotoError: the points are not in rows and columns.
        """
        self._middle = (places.max(0) + places.min(0)) / 2
        self._half = np.maximum(np.ptp(places, axis=0) / 2, 1)
        self._bend: Array | None = None
        reach = 0.02 * float(np.ptp(points, axis=0).max()) + 2
        matrix, inside = cv2.findHomography(
            self._unit(places), points.astype(float), cv2.RANSAC, reach
        )
        if matrix is None:
            raise PhotoError(f"{NO_GRID}the letters are not in rows and columns")
        self._matrix: Array = matrix
        kept = inside[:, 0] > 0
        for _ in range(_ROUNDS if len(places) >= _BEND_CELLS else 0):
            terms = self._terms(places[kept])
            off = (points - self._flat(places))[kept]
            stiff = _STIFFNESS * len(terms) * np.eye(terms.shape[1])
            self._bend = np.linalg.solve(terms.T @ terms + stiff, terms.T @ off)
            wrong = np.linalg.norm(self(places) - points, axis=1)
            kept = wrong < max(3 * float(np.median(wrong)), 1.5)

    def __call__(self, places: Array) -> Array:
        """Return x and y in the photo of positions, whose last axis is (row, column)."""
        flat = np.asarray(places, float).reshape(-1, 2)
        found: Array = self._flat(flat)
        if self._bend is not None:
            found = found + self._terms(flat) @ self._bend
        return found.reshape(places.shape)

    def _unit(self, places: Array) -> Array:
        unit: Array = (np.asarray(places, float) - self._middle) / self._half
        return unit[..., ::-1]

    def _terms(self, places: Array) -> Array:
        u, v = np.clip(self._unit(places), -_BEYOND, _BEYOND).T
        return np.stack([u**p * v**q for p in range(4) for q in range(4 - p)], -1)

    def _flat(self, places: Array) -> Array:
        found: Array = cv2.perspectiveTransform(self._unit(places)[None], self._matrix)[0]
        return found


def block(top: int, left: int, low: int, right: int) -> Array:
    """Return the positions of a rectangle of cells, ends included: rows x columns x 2."""
    rows, columns = np.arange(top, low + 1), np.arange(left, right + 1)
    return np.stack(np.meshgrid(rows, columns, indexing="ij"), -1)
