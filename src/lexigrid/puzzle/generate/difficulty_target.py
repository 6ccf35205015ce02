"""Puzzles near a wanted difficulty: of several that are made, the nearest one is kept.

The settings are tried in a fixed order with a fixed effort, so the same seed finds the same puzzle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from ..._util.limits import MAX_DECOYS, MAX_PUZZLE_SIDE
from ..._util.rng import derived_seed
from ...errors import PuzzleError
from ...geometry import Direction, parse_directions
from .. import Puzzle
from ..placement import letters_of
from .fillers import MIN_FILLER_LETTERS
from .generator import generate
from .job import EffortBudget
from .layout import usual_effort
from .options import PuzzleOptions

_Maker = Callable[..., Puzzle]

#: Sets of directions, from the easiest to read to the hardest.
_DIRECTION_SETS = tuple(
    parse_directions(names)
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
#: The effort for layouts that are given up, in layouts of the usual effort. A quick search wastes
#: less. With a pool, each word that does not fit is replaced: without this limit, a grid that is
#: too small took a minute.
_WASTED_LAYOUTS = 1
#: Near misses per word in the hardest puzzles.
_MANY_DECOYS = 12


def generate_for_difficulty(options: PuzzleOptions, wanted: float) -> Puzzle:
    """Make the puzzle whose measured difficulty is nearest to `wanted`.

    The directions vary too, unless the options set them. If no puzzle is near, a note gives the
    range of difficulties that the words allow.

    Raises:
        PuzzleError: as `generate`, if no setting gives a puzzle.
    """
    options = replace(options, difficulty=None)
    words = (options.pool or len(options.words)) + len(options.secret)
    make = _create_maker(EffortBudget(_WASTED_LAYOUTS * usual_effort(words)))
    best = _approach(options, wanted, make)
    if _distance(best, wanted) <= _ACCEPTABLE:
        return best
    ends = [_approach(options, end, make).difficulty.score for end in (0.0, 100.0)]
    note = (
        f"the difficulty is {best.difficulty.score}, not {wanted:g}: these words and options allow "
        f"{min(ends)} to {max(ends)}"
    )
    return replace(best, notes=(*best.notes, note))


def _create_maker(budget: EffortBudget) -> _Maker:
    """Return `generate` with a budget, and a cache: the searches share most of their settings."""
    made: dict[tuple[PuzzleOptions, bool], Puzzle | PuzzleError] = {}

    def make(options: PuzzleOptions, *, is_limited: bool = True) -> Puzzle:
        key = (options, is_limited)
        if key not in made:
            try:
                made[key] = generate(options, budget if is_limited else None)
            except PuzzleError as error:
                made[key] = error
        result = made[key]
        if isinstance(result, PuzzleError):
            raise result
        return result

    return make


def _approach(options: PuzzleOptions, wanted: float, make: _Maker) -> Puzzle:
    """Make puzzles with the usual settings; then harder or easier ones until one is near."""
    best = _nearest(options, wanted, make)
    if options.message and not options.pad:
        return best  # sizes and fillers are settled by the message
    is_easier = best.difficulty.score > wanted
    failures = 0
    for attempt in (_easier if is_easier else _harder)(options, best):
        if _distance(best, wanted) <= _ACCEPTABLE or failures == _MAX_FAILURES:
            break
        try:
            best = min(best, make(attempt), key=lambda puzzle: _distance(puzzle, wanted))
        except PuzzleError:
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
    rows, columns = usual.grid.rows, usual.grid.columns
    for quarters in (4, *_SIDE_QUARTERS) if _has_open_size(options) else (4,):
        sized = harder
        if quarters > 4:
            sized = replace(
                harder,
                size=(
                    min(MAX_PUZZLE_SIDE, rows * quarters // 4),
                    min(MAX_PUZZLE_SIDE, columns * quarters // 4),
                ),
            )
        for directions in _directions(options, _DIRECTION_SETS[-3:]):
            yield replace(sized, directions=directions)


def _easier(options: PuzzleOptions, usual: Puzzle) -> Iterator[PuzzleOptions]:
    """Yield settings with the easiest directions and, if the size is open, the smallest grids."""
    lengths = [placed.length for placed in usual.key]
    sizes = _packed_sizes(lengths) if _has_open_size(options) else [(0, 0)]
    for number in range(_EASY_SEEDS):
        for rows, columns in sizes:
            for directions in _directions(options, _DIRECTION_SETS[:1]):
                easier = replace(
                    options,
                    overlap="few",
                    directions=directions,
                    seed=derived_seed(options.seed, number),
                )
                yield replace(easier, size=(rows, columns)) if rows else easier


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


def _directions(
    options: PuzzleOptions, sets: Sequence[tuple[Direction, ...]]
) -> Sequence[tuple[Direction, ...]]:
    return (options.directions,) if options.directions else sets


def _nearest(options: PuzzleOptions, wanted: float, make: _Maker) -> Puzzle:
    """Try every setting with a few seeds; directions that fail are not tried again."""
    best: Puzzle | None = None
    words = len(options.words) + len(options.secret)
    direction_sets = [*_directions(options, _DIRECTION_SETS)]
    decoys_per_word: Sequence[int] = _DECOYS_PER_WORD
    if options.message and not options.pad:
        decoys_per_word = (0,)  # the message leaves no cell for decoys
        if not options.rows and not options.mask:
            # A search of all sizes takes seconds; do it once.
            best = make(options, is_limited=False)
            options = replace(options, size=(best.grid.rows, best.grid.columns))
    for number in range(_SEEDS):
        failed: set[tuple[Direction, ...]] = set()
        for directions in direction_sets:
            for decoys in decoys_per_word:
                attempt = replace(
                    options,
                    directions=directions,
                    decoys=max(options.decoys, decoys * words),
                    filler="words" if decoys == _DECOYS_PER_WORD[-1] else options.filler,
                    seed=derived_seed(options.seed, number),
                )
                try:
                    puzzle = make(attempt)
                except PuzzleError as error:
                    failed.add(directions)
                    if error.facts.keys() & {"unplaced", "effort"}:
                        break  # decoys and fillers hardly change which words fit
                    continue
                if best is None or _distance(puzzle, wanted) < _distance(best, wanted):
                    best = puzzle
                if _distance(best, wanted) <= _CLOSE_ENOUGH:
                    return best
        direction_sets = [each for each in direction_sets if each not in failed]
    return best or make(options, is_limited=False)


def _distance(puzzle: Puzzle, wanted: float) -> float:
    return abs(puzzle.difficulty.score - wanted)
