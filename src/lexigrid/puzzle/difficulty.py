"""How hard a puzzle is, measured on its grid.

Only sums, products and quotients are used, so that the number is the same on every machine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from ..alphabet import Alphabet
from ..geometry import ALL_DIRECTIONS, Direction
from ..grid import Grid
from ..search.lines import find_lines
from .placement import Placement, letters_of

#: How hard each direction is to read, 0 to 1, for people who read from left to right.
_DIRECTION_HARDNESS = {
    Direction.E: 0.0,
    Direction.S: 0.25,
    Direction.SE: 0.45,
    Direction.NE: 0.55,
    Direction.W: 0.7,
    Direction.N: 0.75,
    Direction.SW: 0.9,
    Direction.NW: 1.0,
}
#: Weight of each part of the score; the sum is 100.
_WEIGHTS = {
    "directions": 35,
    "overlaps": 10,
    "decoys": 20,
    "letters": 10,
    "density": 10,
    "size": 15,
}
#: Number of cells for which the part `size` is 0.5.
_HALF_SIZE = 300
#: Near misses per word for which the part `decoys` is 0.5.
_HALF_DECOYS = 1.0
#: The part `overlaps` reaches 1 when several words share a quarter of the words' cells.
_PER_OVERLAP = 4
#: Share of a letter in the grid from which it counts as common.
_COMMON_LETTER = 0.06
_SHORTEST_DECOY = 3


@dataclass(frozen=True, slots=True)
class Difficulty:
    """How hard a puzzle is to solve, 0 to 100, and the parts of that score, each 0 to 1."""

    score: float
    """The difficulty, 0 to 100."""
    directions: float
    """How unusual the reading directions are."""
    overlaps: float
    """The share of the words' cells that several words use."""
    decoys: float
    """Near misses per word."""
    letters: float
    """How common the rarest letter of each word is in the grid."""
    density: float
    """The share of the cells that no word uses."""
    size: float
    """Grows with the number of cells."""


def measure_difficulty(grid: Grid, key: Sequence[Placement], right_to_left: bool) -> Difficulty:
    """Measure how hard it is to find the placed words of a key in a grid."""
    placed = [each for each in key if each.length]
    letters = [letters_of(grid.alphabet or Alphabet(), each.word) for each in placed]
    cells = max(len(grid), 1)
    covering = Counter(cell for each in placed for cell in each.cells)
    words = max(len(placed), 1)
    near = _count_near_misses(grid, letters) / words
    parts = {
        "directions": sum(_hardness(each.direction, right_to_left) for each in placed) / words,
        "overlaps": min(
            1.0,
            _PER_OVERLAP * sum(count > 1 for count in covering.values()) / max(len(covering), 1),
        ),
        "decoys": _rise(near, _HALF_DECOYS),
        "letters": _commonness(grid, letters),
        "density": 1 - len(covering) / cells,
        "size": _rise(cells, _HALF_SIZE),
    }
    score = sum(_WEIGHTS[name] * value for name, value in parts.items())
    return Difficulty(round(score, 1), **{name: round(value, 3) for name, value in parts.items()})


def _rise(value: float, half: float) -> float:
    """Return a part that rises from 0 towards 1 and is 0.5 at `half`."""
    return value * value / (value * value + half * half)


def _hardness(direction: Direction | None, right_to_left: bool) -> float:
    if direction is None:
        return 0.0
    return _DIRECTION_HARDNESS[
        ALL_DIRECTIONS[-direction.number % 8] if right_to_left else direction
    ]


def _count_near_misses(grid: Grid, words: Sequence[Sequence[str]]) -> int:
    """Count the places where the first two thirds of a word occur without the rest."""
    expected: Counter[str] = Counter()
    for letters in words:
        size = max(_SHORTEST_DECOY, (2 * len(letters) + 2) // 3)
        if size < len(letters):
            expected["".join(letters[:size])] += 1
    if not expected:
        return 0
    return max(0, len(find_lines(grid, list(expected), threads=1)) - expected.total())


def _commonness(grid: Grid, words: Sequence[Sequence[str]]) -> float:
    """Rate how common the rarest letter of each word is, by which people find the word."""
    alphabet = grid.alphabet or Alphabet()
    counts: Counter[str] = Counter()
    for code, count in Counter(grid.codes).items():
        tile = grid.tile_table[code]
        for text in tile.spellings if tile is not None else ():
            for letter in alphabet.split(text):
                counts[letter] += count
    total = max(counts.total(), 1)
    rarest = [
        min(1.0, min(counts[letter] for letter in letters) / total / _COMMON_LETTER)
        for letters in words
        if letters
    ]
    return sum(rarest) / max(len(rarest), 1)
