"""Puzzles near a wanted difficulty: several are made, the one measured nearest is kept.

The settings are tried in a fixed order, so that the same seed finds the same puzzle.
"""

from __future__ import annotations

from dataclasses import replace

from ..._util.limits import MAX_PUZZLE_SIDE
from ..._util.rng import derived_seed
from ...errors import PuzzleError
from ...geometry import parse_directions
from .. import Puzzle
from .generator import generate
from .options import PuzzleOptions

#: Sets of directions, from the easiest to read to the hardest.
_DIRECTION_SETS = tuple(
    tuple(map(int, parse_directions(names)))
    for names in (
        "E",
        "E,S",
        "E,S,SE",
        "NE,E,SE,S",
        "N,NE,E,SE,S,W",
        "N,NE,E,SE,S,SW,W,NW",
        "N,NE,SE,SW,W,NW",
        "NE,SW,W,NW",
        "SW,NW",
    )
)
_DECOYS_PER_WORD = (0, 1, 3)
_SEEDS = 3
#: Distance from the wanted difficulty that ends the search at once.
_CLOSE_ENOUGH = 0.5
#: Distance up to which no other size is tried.
_ACCEPTABLE = 3.0
#: Larger sides to try when the size is open, in quarters of the usual side.
_SIDE_QUARTERS = (5, 6, 8, 11)


def generate_for_difficulty(options: PuzzleOptions, wanted: float) -> Puzzle:
    """Make the puzzle whose measured difficulty is nearest to `wanted`.

    The directions are varied too, unless the options set them.

    Raises:
        PuzzleError: as `generate`, if no setting gives a puzzle.
    """
    options = replace(options, difficulty=None)
    best = _nearest(options, wanted)
    if options.rows or options.message or best.difficulty.score >= wanted:
        return best
    rows, columns = best.grid.rows, best.grid.columns
    for quarters in _SIDE_QUARTERS:
        if _distance(best, wanted) <= _ACCEPTABLE:
            break
        larger = replace(
            options,
            rows=min(MAX_PUZZLE_SIDE, rows * quarters // 4),
            columns=min(MAX_PUZZLE_SIDE, columns * quarters // 4),
        )
        best = min(best, _nearest(larger, wanted), key=lambda puzzle: _distance(puzzle, wanted))
    return best


def _nearest(options: PuzzleOptions, wanted: float) -> Puzzle:
    """Try every setting for each of a few seeds."""
    best: Puzzle | None = None
    first_error: PuzzleError | None = None
    words = len(options.words) + len(options.secret)
    direction_sets = (options.directions,) if options.directions else _DIRECTION_SETS
    for number in range(_SEEDS):
        for directions in direction_sets:
            for decoys in _DECOYS_PER_WORD:
                attempt = replace(
                    options,
                    directions=directions,
                    decoys=max(options.decoys, decoys * words),
                    filler="words" if decoys == _DECOYS_PER_WORD[-1] else options.filler,
                    seed=derived_seed(options.seed, number),
                )
                try:
                    puzzle = generate(attempt)
                except PuzzleError as error:
                    first_error = first_error or error
                    continue
                if best is None or _distance(puzzle, wanted) < _distance(best, wanted):
                    best = puzzle
                if _distance(best, wanted) <= _CLOSE_ENOUGH:
                    return best
    if best is None:
        assert first_error is not None
        raise first_error
    return best


def _distance(puzzle: Puzzle, wanted: float) -> float:
    return abs(puzzle.difficulty.score - wanted)
