"""Paths of distinct spots on a grid of letters, and what they spell."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

Spot = tuple[int, int]
Rows = list[str]


def near(spot: Spot, height: int, width: int, neighbours: int) -> Iterator[Spot]:
    """Yield the spots that touch a spot, in reading order."""
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            if (down, right) == (0, 0) or (neighbours == 4 and down and right):
                continue
            row, column = spot[0] + down, spot[1] + right
            if 0 <= row < height and 0 <= column < width:
                yield row, column


def walk(rows: Rows, neighbours: int, length: int, rng: random.Random, tries: int = 2000) -> Any:
    """Draw a path of distinct spots; return None after `tries` failures."""
    height, width = len(rows), len(rows[0])
    for _ in range(tries):
        path = [(rng.randrange(height), rng.randrange(width))]
        used = set(path)
        while len(path) < length:
            ways = [s for s in near(path[-1], height, width, neighbours) if s not in used]
            if not ways:
                break
            path.append(rng.choice(ways))
            used.add(path[-1])
        if len(path) == length:
            return path
    return None


def whole_path(side: int, neighbours: int, rng: random.Random, steps: int) -> list[Spot]:
    """Draw a Hamiltonian path of a square: a snake changed by `steps` backbite moves."""
    path = [
        (row, column)
        for row in range(side)
        for column in (range(side) if row % 2 == 0 else range(side - 1, -1, -1))
    ]
    place = {spot: i for i, spot in enumerate(path)}
    for _ in range(steps):
        if rng.random() < 0.5:
            path.reverse()
            place = {spot: i for i, spot in enumerate(path)}
        joined = rng.choice(list(near(path[-1], side, side, neighbours)))
        i = place[joined]
        if i == len(path) - 2:
            continue
        path[i + 1 :] = path[i + 1 :][::-1]
        for k in range(i + 1, len(path)):
            place[path[k]] = k
    return path


def spell(rows: Rows, path: list[Spot]) -> str:
    """Read the letters along a path."""
    return "".join(rows[row][column] for row, column in path)
