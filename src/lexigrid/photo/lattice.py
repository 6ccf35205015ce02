"""Find the lattice of letters: from local steps, grown cell by cell, then fitted by one smooth map.

Neither the outline of the page nor grid lines are needed, so perspective, turns and bent pages do
no harm.
"""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass

import cv2
import numpy as np

from ..errors import PhotoError
from .cell_map import DOWN, NO_GRID, RIGHT, SHOW, CellMap, block
from .ink import Spots
from .letters import Array

_NEIGHBOURS = 14
_LEAST_CELLS = 9
#: The most lattices to grow, and the cells to visit in all of them.
_SEEDS, _MOST_VISITS = 8, 4500
#: The most spots to compare; noise and printed text have more.
_MOST_SPOTS = 3000
#: The most rows and columns, the stray text around a grid included; larger ones take gigabytes.
_MOST_LINES = 90
_STEPS = ((0, 1), (0, -1), (1, 0), (-1, 0))

Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Lattice:
    """Where cells are, and which spot is at which of them."""

    map: CellMap
    nodes: dict[Place, int]

    @property
    def cell(self) -> float:
        """The pixels from one column to the next, in the middle."""
        middle = np.median(list(self.nodes), axis=0)
        return math.dist(self.map(middle + RIGHT), self.map(middle))


def find_lattice(spots: Spots) -> Lattice:
    """Find the largest lattice among spots.

    Raises:
        PhotoError: there is none.
    """
    points, sizes = spots.centres, spots.sizes
    if len(points) < _LEAST_CELLS:
        raise PhotoError(f"{NO_GRID}no letters stand out from the paper")
    if len(points) > _MOST_SPOTS:
        raise PhotoError(f"{NO_GRID}the picture is full of small spots; photograph the grid alone")
    best = _grow_best(points, sizes)
    for _ in range(3):  # fit, look everywhere inside and one cell around, fit again
        if len(best) < _LEAST_CELLS:
            raise PhotoError(SHOW)
        places, at = np.array(list(best)), np.array(list(best.values()))
        if np.ptp(places, axis=0).max() > _MOST_LINES:
            raise PhotoError(f"{NO_GRID}the picture is full of small spots; photograph it alone")
        fitted = CellMap(places, points[at])
        around = block(*(places.min(0) - 1), *(places.max(0) + 1))
        usual = float(np.median(sizes[at]))
        best = _drop_thin(assign(fitted, around, points, sizes, usual))
    if len(best) < _LEAST_CELLS:
        raise PhotoError(SHOW)
    return Lattice(fitted, best)


def fit_lattice(given: CellMap, size: Place, spots: Spots) -> tuple[Lattice, Spots]:
    """Return the lattice of a size that is given roughly, with one spot in each cell.

    Where enough cells have a spot, the map is fitted to them, because pages are bent.
    """
    cells = block(0, 0, size[0] - 1, size[1] - 1)
    where = given(cells)
    step = float(np.linalg.norm(where[1:] - where[:-1], axis=-1).mean())
    likely = spots.sizes[(spots.sizes > 0.15 * step) & (spots.sizes < 1.2 * step)]
    for _ in range(3 if len(likely) else 0):
        found = assign(given, cells, spots.centres, spots.sizes, float(np.median(likely)))
        if len(found) > max(_LEAST_CELLS, cells[..., 0].size / 3):
            given = CellMap(np.array(list(found)), spots.centres[list(found.values())])
    flat = given(cells).reshape(-1, 2)
    nodes = {(row, column): at for at, (row, column) in enumerate(cells.reshape(-1, 2).tolist())}
    return Lattice(given, nodes), Spots(flat, np.full(len(flat), step), spots.black)


def assign(
    fitted: CellMap, cells: Array, points: Array, sizes: Array, usual: float
) -> dict[Place, int]:
    """Return the spot nearest to each cell, where it is near and of about the usual size."""
    flat = cells.reshape(-1, 2)
    where = fitted(flat)
    (ax, ay), (bx, by) = (fitted(flat + RIGHT) - where).T, (fitted(flat + DOWN) - where).T
    usable = np.flatnonzero((sizes >= 0.4 * usual) & (sizes <= 2.5 * usual))
    if not len(usable):
        return {}
    both = where.astype(np.float32), points[usable].astype(np.float32)
    far, hit = cv2.batchDistance(*both, cv2.CV_32F, K=1)
    close = far[:, 0] < 0.27 * np.sqrt(np.abs(ax * by - ay * bx))
    pairs = zip(flat[close].tolist(), usable[hit[close, 0]].tolist(), strict=True)
    return {(row, column): spot for (row, column), spot in pairs}


def _drop_thin(nodes: dict[Place, int]) -> dict[Place, int]:
    """Drop rows, then columns, that have far fewer spots than usual."""
    for axis in (0, 1):
        if not nodes:
            break
        lines, counts = np.unique([place[axis] for place in nodes], return_counts=True)
        thin = set(lines[counts < 0.3 * np.median(counts)].tolist())
        nodes = {place: spot for place, spot in nodes.items() if place[axis] not in thin}
    return nodes


def _grow_best(points: Array, sizes: Array) -> dict[Place, int]:
    """Grow lattices from the spots whose neighbours agree best; return the largest."""
    across, down, good, near = _local_steps(points, sizes)
    likeness, length = np.zeros(len(points)), np.linalg.norm(across, axis=1)
    for other in near.T:
        off = np.linalg.norm(across[other] - across, axis=1)
        off += np.linalg.norm(down[other] - down, axis=1)
        likeness += good & good[other] & (off < 0.25 * length)
    free = np.ones(len(points), bool)
    best: dict[Place, int] = {}
    at, right, low = (each @ [1, 1j] for each in (points, across, down))
    visits = _MOST_VISITS
    for _ in range(_SEEDS):
        likeness[~free] = -1
        seed = int(likeness.argmax())
        if likeness[seed] < 1 or len(best) > int(free.sum()) or visits <= 0:
            break
        nodes, visited = _grow(seed, right[seed], low[seed], at, sizes, free, visits)
        visits -= visited
        free[[seed, *nodes.values()]] = False
        best = nodes if len(nodes) > len(best) else best
    return best


def _local_steps(points: Array, sizes: Array) -> tuple[Array, Array, Array, Array]:
    """Return for every spot two steps across and down, whether they were found, and neighbours.

    They are the two shortest steps that lead to a like spot both forth and back.
    """
    count = len(points)
    ratio = sizes[:, None] / sizes
    alike = ((ratio >= 0.5) & (ratio <= 2)).astype(np.uint8)
    np.fill_diagonal(alike, 0)
    at = points.astype(np.float32)
    near = cv2.batchDistance(at, at, cv2.CV_32F, K=min(_NEIGHBOURS, count - 1), mask=alike)[1]
    steps = points[near] - points[:, None]
    length = np.linalg.norm(steps, axis=-1)
    sums = [(steps[:, :, None, k] + steps[:, None, :, k]) ** 2 for k in (0, 1)]
    gaps = (sums[0] + sums[1]).min(2)  # how far the step back is from a spot
    is_pair = (gaps < (0.18 * length) ** 2) & (length > 0.8 * sizes[:, None])
    paired = np.where(is_pair, length, np.inf)
    every = np.arange(count)
    first = steps[every, paired.argmin(1)]
    cross = np.abs(first[:, None, 0] * steps[..., 1] - first[:, None, 1] * steps[..., 0])
    is_other = cross > 0.6 * np.linalg.norm(first, axis=1)[:, None] * length
    other = np.where(is_other, paired, np.inf)
    second = steps[every, other.argmin(1)]
    good = np.isfinite(other.min(1))
    good &= np.linalg.norm(second, axis=1) < 3 * np.linalg.norm(first, axis=1)
    is_upright = (np.abs(first[:, 0]) < np.abs(first[:, 1]))[:, None]
    across, down = np.where(is_upright, second, first), np.where(is_upright, first, second)
    across = across * np.where(across[:, :1] < 0, -1, 1)
    turn = across[:, 0] * down[:, 1] - across[:, 1] * down[:, 0]
    return across, down * np.where(turn < 0, -1, 1)[:, None], good, near


def _grow(
    seed: int, across: complex, down: complex, points: Array, sizes: Array, free: Array, visits: int
) -> tuple[dict[Place, int], int]:
    """Walk from cell to cell with slowly changing steps; up to two missing letters are crossed.

    Return the spots of cells, and how many cells were visited.
    """
    nodes: dict[Place, int] = {(0, 0): seed}
    taken, visited = {seed}, {(0, 0)}
    spots = np.flatnonzero(free)
    some = points[spots]
    queue = deque([((0, 0), points[seed], across, down, sizes[seed], 0)])
    while queue and len(visited) < visits:
        (i, j), middle, a, b, size, missed = queue.popleft()
        reach = 0.3 * min(abs(a), abs(b))
        for di, dj in _STEPS:
            place, target = (i + di, j + dj), middle + dj * a + di * b
            if place in visited:
                continue
            near = int(spots[np.abs(some - target).argmin()])
            is_near = abs(points[near] - target) < reach
            if is_near and near not in taken and 0.5 < sizes[near] / size < 2:
                visited.add(place)
                taken.add(near)
                nodes[place] = near
                moved = (points[near] - middle) * (dj or di)
                a2, b2 = (0.65 * a + 0.35 * moved, b) if dj else (a, 0.65 * b + 0.35 * moved)
                usual = 0.8 * size + 0.2 * sizes[near]
                queue.append((place, points[near], a2, b2, usual, 0))
            elif missed < 2:
                visited.add(place)
                queue.append((place, target, a, b, size, missed + 1))
    return nodes, len(visited)
