"""What is tried to make a puzzle, the most promising first: words, sizes, efforts and seeds.

Plans depend on the options and on what earlier plans came to, never on time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isqrt
from typing import NamedTuple

from ..._util.limits import MAX_PUZZLE_SIDE
from ..._util.plain_text import count_noun
from ..._util.rng import derived_seed
from ...errors import InputError
from ...lexicon.rude import RudeList
from .. import Puzzle
from .job import Entry, Job, Reasons
from .masks import Mask

#: Letter comparisons before the core gives up: about 2 s for 20 words, 30 s for 500.
_EFFORT = 100_000_000
_EFFORT_PER_WORD = 12_000_000
#: Letters of words per cell; above it, no layout has ever been found.
_HOPELESS_DENSITY = 1.7
#: Share of the usual effort spent above that density.
_HOPELESS_SHARE = 0.05
#: Share of the usual effort for each size if there are several; with a message, for each round over
#: the sizes. Of 30 lists of 20 long words with a message of 6 letters, the first round makes 19,
#: the second 9 more and the third the rest.
_SHARES = (0.03,)
_MESSAGE_SHARES = (0.15, 0.3, 1.0)
#: The rude words to avoid in each layout of one size that is filled before the search ends: where
#: fixed letters, such as a message's, spell a rude word, only avoiding fewer can work.
_RUDE: tuple[RudeList | None, ...] = (*("strict",) * 8, *("mild",) * 8, *(None,) * 24)
#: Percentages of letters that share a cell with another word in a full layout, likeliest first.
_OVERLAP_PERCENTS = (9, 8, 10, 7, 11, 6, 12, 5, 13, 3, 16, 20, 25)
#: Letters of words per 100 cells if the size is open: dense, yet quick to lay out.
_LETTERS_PER_100_CELLS = 62
#: How far rows and columns may differ in a size for a message.
_MAX_SIDE_DIFFERENCE = 3
_MAX_MASKED_SIZES = 16


class Size(NamedTuple):
    """The size of a grid, and its cells in reading order: 1 for open (None: all are)."""

    rows: int
    columns: int
    cells: bytes | None

    @property
    def open_cells(self) -> int:
        """The number of cells that are not holes."""
        return self.rows * self.columns if self.cells is None else sum(self.cells)


@dataclass(frozen=True, slots=True)
class Plan:
    """One way to try to make a puzzle."""

    entries: tuple[Entry, ...]
    """The words to place."""
    dropped: Reasons
    """The words of the list that are not tried."""
    size: Size
    seed: int
    effort: int
    """How many letters are compared before the layout is given up."""
    rude: RudeList | None
    """The rude words to avoid."""
    may_omit: bool
    """Does a puzzle count that lacks some of the words?"""


class Unplaced(NamedTuple):
    """Some words have no place; `placed` counts the words of a pool that have one."""

    words: Reasons
    placed: int = 0


class Misfit(NamedTuple):
    """The words leave more or fewer cells than the message has letters."""

    cells: int
    letters: int

    @property
    def distance(self) -> int:
        """How far the message is from fitting."""
        return abs(self.cells - self.letters)


class Unfillable(NamedTuple):
    """No filling with this many different letters avoids repeating a word."""

    letters: int


class NoCover(NamedTuple):
    """No paths of the words cover the board, for this reason."""

    reason: str


class OutOfEffort(NamedTuple):
    """The budget has less than this effort left."""

    effort: int


Failure = Unplaced | Misfit | Unfillable | OutOfEffort | NoCover


class Trial(NamedTuple):
    """A plan and what it came to."""

    plan: Plan
    outcome: Puzzle | Failure


def conclude(trials: Sequence[Trial]) -> Puzzle | Failure:
    """Return what the last words came to.

    If their message does not fit on one size, that says more than what happened on the others. Of
    several such failures, the nearest to success is returned.
    """
    entries, outcome = trials[-1].plan.entries, trials[-1].outcome
    misfits = [(t.plan, t.outcome) for t in trials if isinstance(t.outcome, Misfit)]
    if isinstance(outcome, Unplaced | Misfit) and any(p.entries is entries for p, _ in misfits):
        return min((misfit for _, misfit in misfits), key=lambda misfit: misfit.distance)
    return outcome


# --- plans ---------------------------------------------------------------------------------------


def plan_puzzle(job: Job, trials: Sequence[Trial]) -> Iterator[Plan]:
    """Yield what to try next, until a puzzle is made or nothing else can help.

    `trials` must have what came of all plans so far.
    """
    options = job.options
    if not options.pool:
        yield from _plan_sizes(job, job.entries, job.refused, trials)
        return
    secret = [entry for entry in job.entries if entry.secret]
    for chosen, rest in _choose_words(job.pool, options.pool, _count_word_cells(job)):
        dropped = job.refused
        while chosen:
            tried = {*chosen, *secret}
            entries = tuple(entry for entry in job.entries if entry in tried)
            yield from _plan_sizes(job, entries, dropped, trials)
            match conclude(trials):
                case Misfit():
                    break  # other words may fit
                case Puzzle(missing=failed) | Unplaced(words=failed):
                    pass
                case _:
                    return
            # The next words of the pool replace those that were not placed.
            names = {entry.word for entry in chosen}
            lost = {word: reason for word, reason in failed if word in names}
            kept = [entry for entry in chosen if entry.word not in lost]
            lacking = options.pool - len(kept)
            if not lost or not rest or (len(rest) < lacking and not options.allow_missing):
                return
            dropped = (*dropped, *lost.items())
            chosen, rest = [*kept, *rest[:lacking]], rest[lacking:]


def _plan_sizes(
    job: Job, entries: tuple[Entry, ...], dropped: Reasons, trials: Sequence[Trial]
) -> Iterator[Plan]:
    """Yield plans for these words: all sizes, in several rounds with growing effort."""
    options, letters = job.options, len(job.message)
    lengths = [len(entry.letters) for entry in entries]
    sizes = _list_sizes(job, lengths)
    shares = (1.0,) if len(sizes) == 1 else _MESSAGE_SHARES if letters else _SHARES
    # How far each size was from success: cells off the message's length or, worse, words unplaced.
    far = dict.fromkeys(range(len(sizes)), (0, 0))
    for lap, share in enumerate(shares):
        for number in sorted(far, key=far.__getitem__):
            size = sizes[number]
            is_hopeless = sum(lengths) > _HOPELESS_DENSITY * size.open_cells
            own_share = min(share, _HOPELESS_SHARE) if is_hopeless else share
            effort = int(usual_effort(len(entries)) * own_share)
            seed = derived_seed(options.seed, number + lap * len(sizes))
            may_omit = options.allow_missing and len(sizes) == 1
            for attempt, rude in enumerate(_RUDE):
                avoided = None if options.allow_rude else rude
                own_seed = derived_seed(seed, attempt)
                yield Plan(entries, dropped, size, own_seed, effort, avoided, may_omit)
                if not isinstance(trials[-1].outcome, Unfillable):
                    break
            match trials[-1].outcome:
                case Misfit() as misfit:
                    far[number] = (0, misfit.distance)
                case Unplaced(words):
                    far[number] = (1, len(words))
                case _:
                    return


def usual_effort(words: int) -> int:
    """Return how many letters are compared before a layout of this many words is given up."""
    return _EFFORT + _EFFORT_PER_WORD * words


# --- words and sizes -----------------------------------------------------------------------------


def _choose_words(
    pool: Sequence[Entry], count: int, cells: int | None
) -> Iterator[tuple[list[Entry], list[Entry]]]:
    """Yield choices of `count` words, each with the rest of the pool, the likeliest to fit first.

    If the words must cover exactly `cells` cells, their numbers of letters decide the choice.

    >>> words = [Entry(word, tuple(word)) for word in ("oat", "barley", "rye", "wheat")]
    >>> [[entry.word for entry in chosen] for chosen, _ in _choose_words(words, 2, 8)][:1]
    [['oat', 'wheat']]
    """
    if cells is None:
        yield [*pool[:count]], [*pool[count:]]
        return
    known: set[frozenset[str]] = set()
    for percent in _OVERLAP_PERCENTS:
        chosen, rest = _choose_by_letters(pool, count, cells * 100 // (100 - percent))
        names = frozenset(entry.word for entry in chosen)
        if names not in known:
            known.add(names)
            yield chosen, rest


def _choose_by_letters(
    pool: Sequence[Entry], count: int, letters: int
) -> tuple[list[Entry], list[Entry]]:
    """Choose `count` words, the first ones where possible, with about `letters` letters in all."""
    chosen, rest = [*pool[:count]], [*pool[count:]]
    while lacking := letters - sum(len(entry.letters) for entry in chosen):
        # Of several words of one length, the first is exchanged.
        out = {len(entry.letters): at for at, entry in reversed([*enumerate(chosen)])}
        into = {len(entry.letters): at for at, entry in reversed([*enumerate(rest)])}
        exchanges = [
            (abs(lacking - (longer - shorter)), at, by)
            for shorter, at in out.items()
            for longer, by in into.items()
        ]
        if not exchanges or min(exchanges)[0] >= abs(lacking):
            break
        _, at, by = min(exchanges)
        chosen[at], rest[by] = rest[by], chosen[at]
    return chosen, rest


def _count_word_cells(job: Job) -> int | None:
    """Return how many cells the words of the pool must cover; None if any number will do."""
    options = job.options
    if not options.rows or not job.has_exact_message or options.grow:
        return None
    size = create_size(options.rows, options.columns, job.mask)
    secret = sum(len(entry.letters) for entry in job.entries if entry.secret)
    return max(0, size.open_cells - len(job.message) - secret)


def _list_sizes(job: Job, lengths: Sequence[int]) -> list[Size]:
    """List the sizes to try for words of these lengths.

    Raises:
        InputError: the mask has fewer cells than there are letters.
    """
    options, mask, message = job.options, job.mask, len(job.message)
    total = sum(lengths)
    shape = (options.rows, options.columns) if options.rows else mask and mask.shape
    if shape and max(shape) <= MAX_PUZZLE_SIDE:
        given = create_size(*shape, mask)
        if options.rows and options.grow:
            larger = (create_size(*each, mask) for each in _larger_sizes(*shape))
            return [given, *(s for s in larger if total <= _HOPELESS_DENSITY * s.open_cells)]
        if mask and not given.open_cells:
            raise InputError(
                f"the mask has no open cell on {given.rows}x{given.columns}; choose another mask, "
                "or a larger size"
            )
        if mask and given.open_cells < total + message:
            raise InputError(
                f"the mask has {count_noun(given.open_cells, 'cell')} on "
                f"{given.rows}x{given.columns}, the words have {count_noun(total, 'letter')}"
                f"{f' and the message {message}' if message else ''}; give a larger size"
            )
        return [given]
    if job.has_exact_message:
        return _sizes_for_message(lengths, message, mask)
    wanted = total * 100 // _LETTERS_PER_100_CELLS + message
    side = max(max(lengths), isqrt(max(wanted - 1, 0)) + 1, 3)
    if mask:
        side = _least_masked_side(mask, wanted, side)
    first = _masked_sides(side, mask)
    return [create_size(*each, mask) for each in (first, *_larger_sizes(*first))]


def create_size(rows: int, columns: int, mask: Mask | None) -> Size:
    """Return a size with its mask, cropped to the rows and columns that have open cells.

    >>> create_size(8, 8, Mask.parse("heart"))[:2]
    (7, 8)
    """
    if mask is None:
        return Size(rows, columns, None)
    cells = mask.cells(rows, columns)
    lines = [cells[at : at + columns] for at in range(0, len(cells), columns)]
    down = [row for row, line in enumerate(lines) if any(line)]
    right = [column for column, line in enumerate(zip(*lines, strict=True)) if any(line)]
    if not down:
        return Size(rows, columns, cells)
    kept = lines[down[0] : down[-1] + 1]
    left, after = right[0], right[-1] + 1
    return Size(len(kept), after - left, b"".join(line[left:after] for line in kept))


def _larger_sizes(rows: int, columns: int) -> Iterator[tuple[int, int]]:
    """Yield larger sizes of about the same proportions, each larger by a twelfth."""
    while rows < MAX_PUZZLE_SIDE or columns < MAX_PUZZLE_SIDE:
        rows = min(MAX_PUZZLE_SIDE, rows + max(1, rows // 12))
        columns = min(MAX_PUZZLE_SIDE, columns + max(1, columns // 12))
        yield rows, columns


def _least_masked_side(mask: Mask, cells: int, side: int) -> int:
    """Return the least side, from `side` up, with which the mask has enough cells."""
    while side < MAX_PUZZLE_SIDE and sum(mask.cells(*_masked_sides(side, mask))) < cells:
        side += 1
    return side


def _masked_sides(side: int, mask: Mask | None) -> tuple[int, int]:
    """Return rows and columns of about side x side cells, in the proportions of a picture.

    >>> _masked_sides(20, Mask.parse("heart")), _masked_sides(20, Mask("#1x4:1f"))
    ((20, 20), (10, 40))
    """
    rows, columns = (mask and mask.shape) or (1, 1)
    sides = (isqrt(side * side * rows // columns), isqrt(side * side * columns // rows))
    return min(max(sides[0], 1), MAX_PUZZLE_SIDE), min(max(sides[1], 1), MAX_PUZZLE_SIDE)


def _sizes_for_message(lengths: Sequence[int], message: int, mask: Mask | None) -> list[Size]:
    """List sizes on which the words, with some overlap, leave just enough cells for the message."""
    total, longest = sum(lengths), max(lengths)
    cell_counts = [total - total * percent // 100 + message for percent in _OVERLAP_PERCENTS]
    if mask is not None:
        return _masked_sizes_for_message(cell_counts, total + message, longest, mask)
    shapes = dict.fromkeys(shape for count in cell_counts for shape in _shapes(count, longest))
    return [create_size(*shape, None) for shape in shapes if max(shape) <= MAX_PUZZLE_SIDE]


def _masked_sizes_for_message(
    cell_counts: Sequence[int], most: int, longest: int, mask: Mask
) -> list[Size]:
    """List sizes of nearly the usual proportions on which the mask has about the cells needed."""
    likely, least = cell_counts[0], cell_counts[-1]
    side = _least_masked_side(mask, least, 3)
    slack = _MAX_SIDE_DIFFERENCE
    found: list[tuple[int, int, Size]] = []
    for near in range(max(3, side - slack), min(MAX_PUZZLE_SIDE, side + 2 * slack) + 1):
        rows, usual = _masked_sides(near, mask)
        for columns in range(max(3, usual - slack), min(MAX_PUZZLE_SIDE, usual + slack) + 1):
            size = create_size(rows, columns, mask)
            cells = size.open_cells
            if least <= cells <= most and max(size[:2]) >= longest:
                found.append((abs(cells - likely), abs(columns - usual), size))
    found.sort(key=lambda each: each[:2])
    sizes = [size for _, _, size in found[:_MAX_MASKED_SIZES]]
    return sizes or [create_size(*_masked_sides(side, mask), mask)]


def _shapes(cells: int, longest: int) -> Iterator[tuple[int, int]]:
    """Yield rectangles of about `cells` cells in which the longest word fits, the squarest first.

    >>> [*_shapes(30, 6)], [*_shapes(30, 10)]
    ([(6, 5), (5, 6), (4, 7), (4, 8)], [(3, 10), (3, 11), (2, 12), (2, 13)])
    """
    side = max(isqrt(cells), 1)
    if max(side, round(cells / side)) < longest:
        side = longest
    for columns in range(side, side + _MAX_SIDE_DIFFERENCE + 1):
        yield max(1, round(cells / columns)), columns
