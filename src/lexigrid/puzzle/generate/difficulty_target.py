"""Puzzles near a wanted difficulty: of several that are made, the nearest one is kept.

The settings are tried in a fixed order with a fixed effort, so the same seed finds the same puzzle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import product

from ..._util.limits import MAX_DECOYS, MAX_PUZZLE_SIDE
from ..._util.rng import derived_seed
from ...geometry import Direction, parse_directions
from .. import Puzzle
from ..placement import letters_of
from .job import MIN_FILLER_LETTERS
from .lines import EffortBudget
from .options import PuzzleOptions
from .plans import Failure, OutOfEffort, Unplaced, usual_effort
from .share_code import format_code, parse_code

#: Makes a puzzle with some settings, within the budget or not.
_Make = Callable[[PuzzleOptions, bool], Puzzle | Failure]

#: Sets of directions, from the easiest to read to the hardest.
_DIRECTION_SETS = tuple(
    parse_directions(names)
    for names in (
        *("E", "E,S", "E,S,SE", "NE,E,SE,S", "N,NE,E,SE,S,W", "N,NE,E,SE,S,SW,W,NW"),
        *("N,NE,SE,SW,W,NW", "NE,SW,W,NW", "SW,NW"),
    )
)
_DECOYS_PER_WORD = (0, 1, 3)
_SEEDS = 3
#: The search ends at once within this distance of the wanted difficulty.
_CLOSE_ENOUGH = 0.5
#: No other size is tried within this distance.
_ACCEPTABLE = 3.0
#: Sides to try for harder puzzles if the size is open, in quarters of the usual side.
_SIDE_QUARTERS = (5, 6, 8, 11, 14)
#: Easier puzzles: how many sizes and seeds to try, and how many more columns than the longest word
#: has letters.
_PACKED_SIZES = 5
_EASY_SEEDS = 8
_MORE_COLUMNS = 12
#: Give up after this many settings fail: a grid that is too small takes a second or more.
_MAX_FAILURES = 3
#: Near misses per word in the hardest puzzles.
_MANY_DECOYS = 12


def approach_difficulty(
    options: PuzzleOptions,
    wanted: float,
    generate: Callable[[PuzzleOptions, EffortBudget | None], Puzzle | Failure],
) -> Puzzle | Failure:
    """Make the puzzle whose measured difficulty is nearest to `wanted`.

    The directions vary too, unless the options set them. If no puzzle is near, a note gives the
    range of difficulties that the words allow. If there is no puzzle at all, the failure is that of
    the options as they are.
    """
    words = (options.pool or len(options.words)) + len(options.secret)
    # With a pool, each word that does not fit is replaced: without a budget, a grid that is too
    # small took a minute.
    budget = EffortBudget(usual_effort(words))

    @cache  # the searches share most of their settings
    def make(settings: PuzzleOptions, is_limited: bool) -> Puzzle | Failure:
        return generate(settings, budget if is_limited else None)

    options = replace(options, difficulty=None)
    best = _approach(options, wanted, make)
    if not isinstance(best, Puzzle) or _distance(best, wanted) <= _ACCEPTABLE:
        return best
    ends = [_approach(options, end, make) for end in (0.0, 100.0)]
    scores = [end.difficulty.score for end in ends if isinstance(end, Puzzle)]
    aim = f"{wanted:g} {min(scores)} {max(scores)}"
    code = format_code(replace(parse_code(best.code), aim=aim))
    return replace(best, code=code, notes=(*describe_aim(aim, best), *best.notes))


def describe_aim(aim: str, puzzle: Puzzle) -> list[str]:
    """Return a note about a difficulty that was not reached, if there is one."""
    if not aim:
        return []
    wanted, least, most = aim.split()
    return [
        f"the difficulty is {puzzle.difficulty.score}, not {wanted}: these words and options allow "
        f"{least} to {most}"
    ]


def _approach(options: PuzzleOptions, wanted: float, make: _Make) -> Puzzle | Failure:
    """Make puzzles with the usual settings; then harder or easier ones until one is near."""
    best = _nearest(options, wanted, make)
    if not isinstance(best, Puzzle) or (options.message and not options.pad):
        return best  # a message settles sizes and fillers
    is_easier = best.difficulty.score > wanted
    failures = 0
    for settings in (_easier if is_easier else _harder)(options, best):
        if _distance(best, wanted) <= _ACCEPTABLE or failures == _MAX_FAILURES:
            break
        made = make(settings, True)
        if isinstance(made, Puzzle):
            best = _nearer(best, made, wanted)
        else:
            failures += 1
    return best


def _harder(options: PuzzleOptions, usual: Puzzle) -> Iterator[PuzzleOptions]:
    """Yield settings with more overlaps and near misses, and with larger sizes if the size is open.

    With the letters of the words as equally common fillers, no word has a rare letter.
    """
    alphabet = options.alphabet
    used = {letter for placed in usual.key for letter in letters_of(alphabet, placed.word)}
    letters = "".join(sorted(used))
    is_open = options.filler == "language" and len(letters) >= MIN_FILLER_LETTERS
    harder = replace(
        options,
        overlap="many",
        decoys=max(options.decoys, min(MAX_DECOYS, _MANY_DECOYS * len(usual.key))),
        filler=letters if is_open else options.filler,
    )
    sizes = [options.size]
    if _has_open_size(options):
        usual_size = (usual.grid.rows, usual.grid.columns)
        for quarters in _SIDE_QUARTERS:
            rows, columns = (min(MAX_PUZZLE_SIDE, side * quarters // 4) for side in usual_size)
            sizes.append((rows, columns))
    sets = [options.directions] if options.directions else _DIRECTION_SETS[-3:]
    for size, directions in product(sizes, sets):
        yield replace(harder, size=size, directions=directions)


def _easier(options: PuzzleOptions, usual: Puzzle) -> Iterator[PuzzleOptions]:
    """Yield settings with the easiest directions and, if the size is open, the smallest grids."""
    sizes: Sequence[tuple[int, int] | None] = [options.size]
    if _has_open_size(options):
        sizes = _packed_sizes([placed.length for placed in usual.key])
    for number, size in product(range(_EASY_SEEDS), sizes):
        yield replace(
            options,
            overlap="few",
            size=size,
            directions=options.directions or _DIRECTION_SETS[0],
            seed=derived_seed(options.seed, number),
        )


def _packed_sizes(lengths: Sequence[int]) -> list[tuple[int, int]]:
    """List the smallest sizes on which words of these lengths fit into rows without overlaps.

    >>> _packed_sizes([5, 4, 4, 3, 2])[:2]
    [(2, 9), (4, 5)]
    """
    sizes: list[tuple[int, int]] = []
    for columns in range(max(lengths), min(MAX_PUZZLE_SIDE, max(lengths) + _MORE_COLUMNS) + 1):
        free: list[int] = []  # free cells of each row; a word goes to the fullest row it fits
        for length in sorted(lengths, reverse=True):
            fitting = [cells for cells in free if cells >= length]
            if fitting:
                free.remove(min(fitting))
            free.append((min(fitting) if fitting else columns) - length)
        sizes.append((len(free), columns))
    possible = [size for size in sizes if size[0] <= MAX_PUZZLE_SIDE]
    return sorted(possible, key=lambda size: size[0] * size[1])[:_PACKED_SIZES]


def _has_open_size(options: PuzzleOptions) -> bool:
    return not (options.rows or options.message or options.mask)


def _nearest(options: PuzzleOptions, wanted: float, make: _Make) -> Puzzle | Failure:
    """Try every setting with a few seeds; directions that fail are not tried again."""
    best: Puzzle | None = None
    words = len(options.words) + len(options.secret)
    sets = [options.directions] if options.directions else _DIRECTION_SETS
    decoys_per_word: Sequence[int] = _DECOYS_PER_WORD
    if options.message and not options.pad:
        decoys_per_word = (0,)  # the message leaves no cell for decoys
        if not options.rows and not options.mask:
            # A search of all sizes takes seconds; do it once.
            sized = make(options, False)
            if not isinstance(sized, Puzzle):
                return sized
            best = sized
            options = replace(options, size=(best.grid.rows, best.grid.columns))
    failed: set[tuple[Direction, ...]] = set()
    for number in range(_SEEDS):
        for directions in [each for each in sets if each not in failed]:
            for decoys in decoys_per_word:
                settings = replace(
                    options,
                    directions=directions,
                    decoys=max(options.decoys, decoys * words),
                    filler="words" if decoys == _DECOYS_PER_WORD[-1] else options.filler,
                    seed=derived_seed(options.seed, number),
                )
                made = make(settings, True)
                if isinstance(made, Puzzle):
                    best = _nearer(best, made, wanted)
                    if _distance(best, wanted) <= _CLOSE_ENOUGH:
                        return best
                    continue
                failed.add(directions)
                if isinstance(made, Unplaced | OutOfEffort):
                    break  # decoys and fillers hardly change which words fit
    return best or make(options, False)


def _nearer(best: Puzzle | None, other: Puzzle, wanted: float) -> Puzzle:
    if best is None or _distance(other, wanted) < _distance(best, wanted):
        return other
    return best


def _distance(puzzle: Puzzle, wanted: float) -> float:
    return abs(puzzle.difficulty.score - wanted)
