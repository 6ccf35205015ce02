"""A puzzle of a wanted difficulty: several are made, and the one that is measured nearest is taken.

Knows the maker; known by the door.
Rule: what is tried is a short ladder in a fixed order, so that the same seed finds the same puzzle.
"""

from __future__ import annotations

from dataclasses import replace

from ..._util.rng import derived_seed
from ...errors import PuzzleError
from ...geometry import Direction
from .. import Puzzle
from .generator import make
from .recipe import Recipe
from .sizes import MAX_SIDE

_E, _S, _SE, _NE, _N, _W, _SW, _NW = (
    Direction[name] for name in ("E", "S", "SE", "NE", "N", "W", "SW", "NW")
)
#: Directions from the easiest to the hardest to read.
_RUNGS: tuple[tuple[Direction, ...], ...] = (
    (_E,),
    (_E, _S),
    (_E, _S, _SE),
    (_NE, _E, _SE, _S),
    (_N, _NE, _E, _SE, _S, _W),
    tuple(Direction),
    (_N, _NE, _SE, _SW, _W, _NW),
    (_NE, _SW, _W, _NW),
    (_SW, _NW),
)
#: Decoys a word.
_DECOYS = (0, 1, 3)
_NEAR_ENOUGH = 0.5
_SEEDS = 3
#: Where the size is left open: sides, to the usual one, that are tried when that does not do, in
#: parts of 4. Cells and fillers are what is left to make a puzzle harder.
_SIDES = (5, 6, 8, 11)
_NEAR = 3.0


def make_for_difficulty(recipe: Recipe, wanted: float, *, has_level: bool) -> Puzzle:
    """Make the puzzle whose measured difficulty is nearest to the wanted number.

    The directions are chosen too, unless they were given (`has_level`).

    Raises:
        PuzzleError: as `make`; if no rung of the ladder gives a puzzle.
    """
    best = _nearest(recipe, wanted, has_level)
    if recipe.rows or recipe.message or _away(best, wanted) <= _NEAR:
        return best
    rows, columns = best.grid.rows, best.grid.columns
    for part in _SIDES if best.difficulty.score < wanted else ():
        sized = replace(
            recipe,
            rows=min(MAX_SIDE, rows * part // 4),
            columns=min(MAX_SIDE, columns * part // 4),
        )
        other = _nearest(sized, wanted, has_level)
        best = min(best, other, key=lambda puzzle: _away(puzzle, wanted))
        if _away(best, wanted) <= _NEAR:
            break
    return best


def _nearest(recipe: Recipe, wanted: float, has_level: bool) -> Puzzle:
    """Climb the ladder once for each of a few seeds."""
    best: Puzzle | None = None
    trouble: PuzzleError | None = None
    words = len(recipe.words) + len(recipe.secret)
    rungs = (recipe.directions,) if has_level else tuple(map(_numbers, _RUNGS))
    for number in range(_SEEDS):
        for rung in rungs:
            for decoys in _DECOYS:
                tried = replace(
                    recipe,
                    directions=rung,
                    decoys=max(recipe.decoys, decoys * words),
                    filler="words" if decoys == _DECOYS[-1] else recipe.filler,
                    seed=derived_seed(recipe.seed, number),
                )
                try:
                    puzzle = make(tried)
                except PuzzleError as error:
                    trouble = trouble or error
                    continue
                if best is None or _away(puzzle, wanted) < _away(best, wanted):
                    best = puzzle
                if _away(best, wanted) <= _NEAR_ENOUGH:
                    return best
    if best is None:
        assert trouble is not None
        raise trouble
    return best


def _numbers(directions: tuple[Direction, ...]) -> tuple[int, ...]:
    return tuple(sorted(map(int, directions)))


def _away(puzzle: Puzzle, wanted: float) -> float:
    return abs(puzzle.difficulty.score - wanted)
