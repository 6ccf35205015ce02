"""How hard a puzzle is, measured on the grid itself.

Knows puzzles and the line search; known by the Puzzle.
Rule: sums, products and quotients only, so that the number is the same on every machine.
"""

from __future__ import annotations

from collections import Counter

from ..alphabet import Alphabet
from ..geometry import Direction
from ..search import find_lines
from .puzzle import Difficulty, Placement, Puzzle, letters_of

#: How hard a direction is to read, for people who read from left to right.
HARDNESS = {
    Direction.E: 0.0,
    Direction.S: 0.25,
    Direction.SE: 0.45,
    Direction.NE: 0.55,
    Direction.W: 0.7,
    Direction.N: 0.75,
    Direction.SW: 0.9,
    Direction.NW: 1.0,
}
_MIRRORED = {
    Direction.E: Direction.W,
    Direction.W: Direction.E,
    Direction.NE: Direction.NW,
    Direction.NW: Direction.NE,
    Direction.SE: Direction.SW,
    Direction.SW: Direction.SE,
}
#: What each part counts; together 100.
WEIGHTS = {
    "directions": 35,
    "overlaps": 10,
    "decoys": 20,
    "letters": 10,
    "density": 10,
    "size": 15,
}
#: A grid of so many cells is half as hard as grids get by their size.
_HALF_SIZE = 300
#: So many near misses a word are half as hard as decoys get.
_HALF_DECOYS = 1.0
_COMMON_LETTER = 0.06
_SHORTEST_DECOY = 3


def measure_difficulty(puzzle: Puzzle) -> Difficulty:
    """Measure a puzzle that has a key."""
    placed = [each for each in puzzle.key if each.length]
    cells = max(len(puzzle.grid), 1)
    covering = Counter(cell for each in placed for cell in each.cells)
    words = max(len(placed), 1)
    near = _near_misses(puzzle, placed) / words
    parts = {
        "directions": sum(_hardness(each, puzzle.right_to_left) for each in placed) / words,
        "overlaps": min(
            1.0, 2 * sum(count > 1 for count in covering.values()) / max(len(covering), 1)
        ),
        "decoys": near / (near + _HALF_DECOYS),
        "letters": _commonness(puzzle, placed),
        "density": 1 - len(covering) / cells,
        "size": cells / (cells + _HALF_SIZE),
    }
    score = sum(WEIGHTS[name] * value for name, value in parts.items())
    return Difficulty(round(score, 1), **{name: round(value, 3) for name, value in parts.items()})


def _hardness(placed: Placement, right_to_left: bool) -> float:
    if placed.direction is None:
        return 0.0
    mirrored = _MIRRORED.get(placed.direction, placed.direction)
    return HARDNESS[mirrored if right_to_left else placed.direction]


def _letters(puzzle: Puzzle, word: str) -> tuple[str, ...]:
    return letters_of(puzzle.grid.alphabet or Alphabet(), word)


def _near_misses(puzzle: Puzzle, placed: list[Placement]) -> int:
    """Count where the beginning of a word, two thirds of it, stands and the word does not go on."""
    own: Counter[str] = Counter()
    for each in placed:
        letters = _letters(puzzle, each.word)
        size = max(_SHORTEST_DECOY, (2 * len(letters) + 2) // 3)
        if size < len(letters):
            own["".join(letters[:size])] += 1
    if not own:
        return 0
    seen = find_lines(puzzle.grid, list(own), threads=1)
    return max(0, len(seen) - sum(own.values()))


def _commonness(puzzle: Puzzle, placed: list[Placement]) -> float:
    """How common the rarest letter of each word is: an eye finds a word by its rarest letter."""
    alphabet = puzzle.grid.alphabet or Alphabet()
    codes = Counter(puzzle.grid.codes)
    counts: Counter[str] = Counter()
    for code, count in codes.items():
        tile = puzzle.grid.tiles[code]
        for text in tile.spellings if tile is not None else ():
            for letter in alphabet.split(text):
                counts[letter] += count
    total = max(sum(counts.values()), 1)
    rarest = [
        min(1.0, min(counts[c] for c in letters) / total / _COMMON_LETTER)
        for each in placed
        if (letters := _letters(puzzle, each.word))
    ]
    return sum(rarest) / max(len(rarest), 1)
