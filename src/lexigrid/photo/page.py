"""A photo whose lattice is known: letters of any cells, read after any quarter turn."""

from __future__ import annotations

from collections.abc import Container

import cv2
import numpy as np

from ..errors import PhotoError
from .cell_map import DOWN, NO_GRID, RIGHT, CellMap, block
from .ink import Spots, measure_ink, spots_of
from .lattice import Lattice, assign
from .letters import CLASSES, MOST_INK, NOTHING, QU, SIDE, WINDOW, Array, load_classifier

#: Reach of the paper in cells, once the size of a cell is known; the faces of dice are shaded.
_REACH, _DIE_REACH = 0.7, 0.4
_LEAST_LEVEL = 0.08
#: What is darker than this part of the print joins the letters that it touches.
_DARK = 0.5
#: The pixels of a cell on the flattened page on which letters are measured.
_SCALE = 40
#: The rows and columns whose letters are measured.
_ENOUGH = 24
#: With more cells inside than this share, the lattice is that of the grid alone.
_NEARLY_ALL = 0.97
_LEAST_CELLS = 9
#: Broken strokes are joined across gaps of up to this many pixels on the flattened page.
_BROKEN = 5
#: The windows of a die, in letter sizes: Qu is smaller than other faces.
_DIE_SIZES = (0.85, 1.0)
#: How much other letters count that a die may be from other sides.
_OTHER_SIDE = 0.05
#: How much letters between the cells count: the lattice has left out every second row or column.
_COARSE = 2.0
#: The height of letters that are read upright and sideways, the longer side of most, and their
#: base line after each number of quarter turns, from the middle of the cell: all in cells.
Measures = tuple[list[float], float, list[float]]
_USUAL_MEASURES: Measures = [0.6, 0.6], 0.6, [0.3, 0.3, 0.3, 0.3]


class Page:
    """A photo, its lattice and its ink."""

    def __init__(
        self,
        light: Array,
        lattice: Lattice,
        spots: Spots,
        *,
        grey: Array | None = None,
        is_fixed: bool = False,
    ) -> None:
        """Measure the letters in a picture of light. A lattice that is fixed is not fitted again.

        `grey` is a picture in which coloured pens are dark as well.

        Raises:
            PhotoError: they are not clear enough.
        """
        self.is_fixed = is_fixed
        self._level = 1.0
        self.lattice = lattice
        self.cell = lattice.cell
        self.ink = measure_ink(light, _REACH * self.cell)
        self._light, self._spots, self._grey = light, spots, grey
        places = np.array(list(self.lattice.nodes))
        self.low, self.high = places.min(0), places.max(0)
        self.tall, self.longest, self.base = self._measure(spots.black)
        self._smooth = self._smoothen(self.ink)
        windows = self._look(places, 0, self.longest)[:, 4:-4, 4:-4]
        darkest = np.percentile(windows.reshape(len(places), -1), 97, axis=1)
        self._level = max(float(np.median(darkest)), _LEAST_LEVEL)
        some = places[:: max(1, len(places) // 40)]
        seen = [self._clearness_of(some, turn) for turn in range(4)]
        turn = int(np.argmax(np.mean(seen, 1)))
        between = max(self._clearness_of(some + step / 2, turn).mean() for step in (RIGHT, DOWN))
        self.fullness = len(places) / float(np.prod(self.high - self.low + 1))
        """The share of the cells that have letters."""
        self.clearness = float(np.max(seen, 0).mean()) * max(1 - _COARSE * float(between), 0)
        """How surely the cells show letters, and what is between them does not: 0 to 1."""
        self.worth = len(places) * self.fullness * self.clearness**2
        """How many cells have letters, and how clear these are."""

    def _clearness_of(self, cells: Array, turn: int) -> Array:
        found: Array = self.chances(cells, turn, self.longest)[0][:, :NOTHING].max(1)
        return found

    def has_spots(self, cells: Array) -> Array:
        """Does a spot stand apart from all others in each cell? Cells are rows x columns x 2."""
        return _is_among(cells, self.lattice.nodes)

    def is_touched(self, cells: Array) -> Array:
        """Is the letter of each cell missing, or touched by a pen, a line or another letter?"""
        is_apart = self.has_spots(cells)
        if self._grey is not None:
            black = measure_ink(self._grey, _REACH * self.cell) > _DARK * self._level
            spots = spots_of(black.astype(np.uint8))
            usual = float(np.median(self._spots.sizes[list(self.lattice.nodes.values())]))
            near = assign(self.lattice.map, cells, spots.centres, spots.sizes, usual)
            is_apart &= _is_among(cells, near)
        return ~is_apart

    def narrow(self, first: Array, last: Array) -> bool:
        """Fit the lattice again to the cells from `first` to `last`, unless it has no others.

        Text below the grid can look like further rows, and bends the map.
        """
        inside = {
            (row, column): spot
            for (row, column), spot in self.lattice.nodes.items()
            if first[0] <= row <= last[0] and first[1] <= column <= last[1]
        }
        if len(inside) < _LEAST_CELLS or len(inside) > _NEARLY_ALL * len(self.lattice.nodes):
            return False
        points, sizes = self._spots.centres, self._spots.sizes
        cells = block(*(first - 2), *(last + 2))
        usual = float(np.median(sizes[list(inside.values())]))
        fitted = CellMap(np.array(list(inside)), points[list(inside.values())])
        self.lattice = Lattice(fitted, assign(fitted, cells, points, sizes, usual))
        self.low, self.high = first, last
        return True

    def chances(
        self, cells: Array, turn: int | None, size: float | None = None
    ) -> tuple[Array, Array]:
        """Return the probabilities of `CLASSES` for cells (n x 2), and their feature vectors.

        `turn` is the number of quarter turns before reading. With a size, windows are centred on
        the cells. If `turn` is None, cells may each lie in their own way; the probabilities are
        those of `FACES`, and there are no feature vectors.
        """
        if turn is None:
            near = self._smoothen(measure_ink(self._light, _DIE_REACH * self.cell))
            sizes = [part * self.longest for part in _DIE_SIZES]
            read = [
                [self._classify(self._look(cells, way, size, near))[0] for size in sizes]
                for way in range(4)
            ]
            each = np.mean(read, 1)
            each = np.concatenate([each[:, :, :26], each[:, :, QU : NOTHING + 1]], 2)
            best = each[:, :, :-1].max(2).argmax(0), np.arange(len(cells))
            others = each.max(0)
            others[best[1], each[best].argmax(1)] = others[:, -1] = 0
            return each[best] + _OTHER_SIDE * others, np.empty((len(cells), 0))
        return self._classify(self._look(cells, turn, size))

    def _classify(self, windows: Array) -> tuple[Array, Array]:
        found, features = load_classifier()(np.clip(windows / self._level, 0, MOST_INK))
        is_dark = np.percentile(windows.reshape(len(windows), SIDE * SIDE), 20, axis=1)
        found[is_dark > 0.5 * self._level] = np.eye(len(CLASSES))[-1]  # there is no paper
        return found, features

    def _measure(self, black: Array) -> Measures:
        """Measure letters as components of black pixels on the flattened page."""
        cut = np.maximum(self.high - self.low + 1 - _ENOUGH, 0) // 2  # those in the middle
        low = self.low + cut
        rows, columns = (self.high - cut - low + 1).tolist()
        v, u = np.mgrid[0 : rows * _SCALE : 4, 0 : columns * _SCALE : 4]
        places = (np.stack([v, u], -1) + 2) / _SCALE - 0.5 + low
        coarse = self.lattice.map(places).astype(np.float32)
        fine = cv2.resize(coarse, (columns * _SCALE, rows * _SCALE))
        flat = cv2.remap(black * 255, fine[..., 0], fine[..., 1], cv2.INTER_LINEAR)
        thin = np.ones((_BROKEN, _BROKEN), np.uint8)
        sheet = cv2.morphologyEx((flat > 127).astype(np.uint8), cv2.MORPH_CLOSE, thin)
        found = cv2.connectedComponentsWithStats(sheet, connectivity=8)[2][1:]
        at = (found[:, 1::-1] + found[:, 3:1:-1] / 2) // _SCALE  # rows and columns of their cells
        boxes = found[:, :4] / _SCALE
        boxes[:, :2] -= at[:, ::-1] + 0.5
        is_centred = np.abs(boxes[:, :2] + boxes[:, 2:] / 2).max(1) < 0.3
        kept = is_centred & (boxes[:, 2:].max(1) < 1.25)
        boxes = boxes[kept & (boxes[:, 2:].max(1) > 0.15)]
        if len(boxes) < 4 and self.is_fixed:
            return _USUAL_MEASURES
        if len(boxes) < 4:
            raise PhotoError(f"{NO_GRID}the letters are not clear enough")
        x, y, wide, tall = boxes.T
        heights = [float(np.percentile(side, 75)) for side in (tall, wide)]
        base = [float(np.median(edge)) for edge in (y + tall, -x, -y, x + wide)]
        return heights, float(np.percentile(np.maximum(wide, tall), 60)), base

    def _smoothen(self, ink: Array) -> Array:
        """Blur ink as far as windows have fewer pixels than the photo."""
        step = WINDOW * self.longest * self.cell / SIDE  # of windows, in pixels
        return cv2.GaussianBlur(ink, (0, 0), 0.4 * step) if step > 1.5 else ink

    def _look(
        self, cells: Array, turn: int, size: float | None = None, ink: Array | None = None
    ) -> Array:
        """Return the windows of cells: n x 32 x 32 of ink."""
        place = self.lattice.map
        x = place(cells + RIGHT / 2) - place(cells - RIGHT / 2)
        y = place(cells + DOWN / 2) - place(cells - DOWN / 2)
        right, down = ((x, y), (y, -x), (-x, -y), (-y, x))[turn]
        tall = size or self.tall[turn % 2]
        middle = place(cells)
        if size is None:  # half a letter above its base line
            middle = middle + down * (self.base[turn] - tall / 2)
        side = WINDOW * tall * np.linalg.norm(down, axis=1, keepdims=True)
        along = (
            each / np.linalg.norm(each, axis=1, keepdims=True) * side for each in (right, down)
        )
        return _cut(self._smooth if ink is None else ink, middle, *along)


def _cut(ink: Array, middle: Array, across: Array, down: Array) -> Array:
    """Cut windows out of ink; `across` and `down` are the sides of each."""
    t = (np.arange(SIDE) + 0.5) / SIDE - 0.5
    at = middle[:, None, None] + t[:, None] * across[:, None, None]
    at = (at + t[:, None, None] * down[:, None, None]).astype(np.float32)
    flat = at.reshape(-1, SIDE * SIDE, 2)  # a remapped picture has at most 32,767 columns
    found: Array = cv2.remap(ink, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR)
    return found.reshape(-1, SIDE, SIDE)


def _is_among(cells: Array, places: Container[tuple[int, int]]) -> Array:
    found = [(row, column) in places for row, column in cells.reshape(-1, 2).tolist()]
    return np.array(found).reshape(cells.shape[:2])
