"""Generation of a puzzle: place the words, fill the other cells, and prove the result.

Every puzzle returned has passed `check_puzzle`; words that do not fit are named.
"""

from __future__ import annotations

from dataclasses import replace

from ..._util.rng import SplitMix64, derived_seed
from ..._util.time_limit import check_time
from ...errors import PuzzleError
from .. import Puzzle, check_puzzle
from ..verify import check_found, find_words
from .assembly import assemble, count_subwords
from .avoid import describe_chosen
from .job import EffortBudget, Entry, Job, Unplaced, prepare
from .layout import Layout, LayoutGrid
from .options import PuzzleOptions
from .share_code import format_code
from .sizes import Size, candidate_sizes, choose_words, count_open_cells, create_size

#: Layouts of one size to fill and check before generation fails.
_MAX_ATTEMPTS = 40
#: Share of the usual effort for each size if there are several; with a message, for each round over
#: the sizes. Of 30 lists of 20 long words with a message of 6 letters, the first round makes 19,
#: the second 9 more and the third the rest.
_EFFORT = 0.03
_MESSAGE_EFFORTS = (0.15, 0.3, 1.0)


class _MisfitError(Exception):
    """No layout of a size leaves exactly as many cells as the message has letters."""

    def __init__(self, leftover: int) -> None:
        self.leftover = leftover


def generate(options: PuzzleOptions, budget: EffortBudget | None = None) -> Puzzle:
    """Make a puzzle from options that have neither a level nor a difficulty.

    A budget never changes the puzzle, but may prevent it.

    Raises:
        PuzzleError: words that cannot be placed (with the fact `unplaced`), a message that does
            not fit (with the fact `nearest`), a grid that cannot be filled, a spent budget.
        InputError: options that contradict each other.
    """
    job = prepare(options, budget)
    if options.pool:
        return _generate_from_pool(job)
    puzzle, unplaced = _generate_on_sizes(job)
    return _accept(job, puzzle, (*job.refused, *unplaced))


def _accept(
    job: Job, puzzle: Puzzle | None, unplaced: Unplaced, placed: int | None = None
) -> Puzzle:
    """Complete the puzzle, or raise an error about unplaced words.

    `placed` is the number of words placed from a pool.
    """
    options = job.options
    if unplaced and not options.allow_missing:
        text = "not placed: " + "; ".join(f"{word}: {reason}" for word, reason in unplaced)
        if placed is None:
            raise PuzzleError(text, unplaced=tuple(unplaced))
        raise PuzzleError(
            f"{text} ({placed} of the {options.pool} wanted words fit)",
            unplaced=tuple(unplaced),
            placed=placed,
            wanted=options.pool,
        )
    if puzzle is None:
        raise PuzzleError("no word could be placed", unplaced=tuple(unplaced))
    words = [placed.word for placed in puzzle.key]
    return replace(
        puzzle,
        title=options.title,
        seed=options.seed,
        code=format_code(options),
        missing=tuple(unplaced),
        notes=(*job.notes, *describe_chosen(options, job.alphabet, words), *puzzle.notes),
        right_to_left=job.right_to_left,
    )


# --- words from a pool ---------------------------------------------------------------------------


def _generate_from_pool(job: Job) -> Puzzle:
    """Choose the wanted number of words; replace those that do not fit."""
    options = job.options
    pool = SplitMix64(options.seed).shuffled([e for e in job.entries if not e.secret])
    if options.rows and not options.grow:
        longest = max(options.rows, options.columns)
        too_long = [entry for entry in pool if len(entry.letters) > longest]
        refused = [(e.word, _too_long(e, options.rows, options.columns)) for e in too_long]
        job = replace(job, refused=(*job.refused, *refused))
        pool = [entry for entry in pool if len(entry.letters) <= longest]
    nearest: PuzzleError | None = None
    for chosen, rest in choose_words(pool, options.pool or 0, _count_word_cells(job)):
        try:
            return _generate_from_choice(job, chosen, rest)
        except PuzzleError as error:
            if "nearest" not in error.facts:
                raise
            if nearest is None or _message_distance(error) < _message_distance(nearest):
                nearest = error
    assert nearest is not None
    raise nearest


def _message_distance(error: PuzzleError) -> int:
    return abs(int(error.nearest) - int(error.letters))


def _count_word_cells(job: Job) -> int | None:
    """Return how many cells the words of the pool must cover; None if any number will do."""
    options = job.options
    if not options.rows or not job.message or options.pad or options.grow:
        return None
    open_cells = count_open_cells(create_size(options.rows, options.columns, job.mask))
    secret = sum(len(entry.letters) for entry in job.entries if entry.secret)
    return max(0, open_cells - len(job.message) - secret)


def _generate_from_choice(job: Job, chosen: list[Entry], rest: list[Entry]) -> Puzzle:
    wanted = job.options.pool or 0
    secret = [entry for entry in job.entries if entry.secret]
    order = {entry: number for number, entry in enumerate(job.entries)}
    unplaced = [*job.refused]
    puzzle = None
    placed = 0
    while chosen:
        entries = sorted((*chosen, *secret), key=order.__getitem__)
        puzzle, failed = _generate_on_sizes(replace(job, entries=tuple(entries)))
        failed_words = {word for word, _ in failed}
        unplaced += failed
        placed = sum(entry.word not in failed_words for entry in chosen)
        is_hopeless = placed + len(rest) < wanted and not job.options.allow_missing
        if not failed_words or not rest or is_hopeless:
            break
        chosen = [entry for entry in chosen if entry.word not in failed_words]
        while len(chosen) < wanted and rest:
            chosen.append(rest.pop(0))
    is_enough = puzzle is not None and len(puzzle.words) >= wanted
    return _accept(job, puzzle, () if is_enough else unplaced, placed)


# --- sizes ---------------------------------------------------------------------------------------


def _generate_on_sizes(job: Job) -> tuple[Puzzle | None, Unplaced]:
    """Make a puzzle of the first size on which everything fits.

    If there is no such size, return the last size's puzzle, if any, and the words that do not fit.
    """
    if not job.entries:
        return None, []
    last: tuple[Puzzle | None, Unplaced] = (None, [])
    letters = len(job.message)
    lengths = [len(entry.letters) for entry in job.entries]
    sizes = candidate_sizes(job.options, lengths, letters, job.mask)
    efforts = _MESSAGE_EFFORTS if letters else (_EFFORT,)
    misfits: list[int] = []
    # How far each size was from success: cells off the message's length or, worse, words unplaced.
    far: dict[int, tuple[int, int]] = {}
    for attempt, effort in enumerate(efforts if len(sizes) > 1 else (1.0,)):
        for number in sorted(far, key=far.__getitem__) or range(len(sizes)):
            check_time()
            seed = derived_seed(job.options.seed, number + attempt * len(sizes))
            try:
                last = _generate_on_size(
                    job, sizes[number], seed, effort=effort, is_only_size=len(sizes) == 1
                )
            except _MisfitError as misfit:
                misfits.append(misfit.leftover)
                far[number] = (0, abs(misfit.leftover - letters))
                continue
            if not last[1]:
                return last
            far[number] = (1, len(last[1]))
    if last[0] is None and misfits:
        nearest = min(misfits, key=lambda leftover: abs(leftover - letters))
        raise PuzzleError(
            f"the message has {letters} letters, the nearest layout leaves {nearest} cells; "
            f"{_message_remedy(nearest, letters, job.options)}",
            letters=letters,
            nearest=nearest,
        )
    return last


def _message_remedy(leftover: int, letters: int, options: PuzzleOptions) -> str:
    too_many = leftover > letters
    number = abs(leftover - letters)
    change = f"{'add' if too_many else 'remove'} {number} letter{'' if number == 1 else 's'}"
    if not options.rows:
        return f"{change}, or give other words, another seed or a size"
    size = f"make the grid {'smaller' if too_many else 'larger'} or leave its size open"
    pad = ", or accept fillers after the message (--pad or pad=True)" if too_many else ""
    return f"{change}, {size}{pad}" if too_many else f"{change}, or {size}"


def _generate_on_size(
    job: Job, size: Size, seed: int, *, effort: float, is_only_size: bool
) -> tuple[Puzzle | None, Unplaced]:
    """Make a puzzle of one size, and return it with the words that do not fit.

    Raises:
        PuzzleError: the cells between the words cannot be filled.
        _MisfitError: the message does not fit.
    """
    options = job.options
    grid = LayoutGrid(job, job.avoided_at(0), *size)
    directions = job.direction_masks()
    is_exact = bool(job.message) and not options.pad
    wanted = len(job.message) if is_exact else -1
    # Words that share no cell leave the fewest cells. If that is more than wanted, aim for it: a
    # search for fewer is futile and takes 4 s on 14x14.
    least = grid.open_cells - sum(len(entry.letters) for entry in job.entries)
    for attempt in range(_MAX_ATTEMPTS):
        check_time()
        avoided = job.avoided_at(attempt)
        if avoided != grid.avoided:
            grid = LayoutGrid(job, avoided, *size)
        attempt_seed = derived_seed(seed, attempt)
        layout = grid.place_words(
            directions,
            overlap=options.overlap,
            leftover=max(wanted, least) if is_exact else -1,
            seed=attempt_seed,
            effort=effort,
        )
        unplaced = _explain_unplaced(job, layout, grid)
        if unplaced and not (is_only_size and options.allow_missing):
            return None, unplaced
        if all(spot is None for spot in layout.spots):
            return None, unplaced
        if layout.leftover < len(job.message) or (is_exact and layout.leftover != wanted):
            raise _MisfitError(layout.leftover)
        cells = grid.fill_cells(
            layout.cells,
            job.filler_weights,
            message=job.message,
            right_to_left=job.right_to_left,
            decoys=options.decoys,
            seed=attempt_seed,
        )
        if cells is None:
            continue
        puzzle = assemble(job, grid, layout, cells)
        found = find_words(puzzle)
        if check_found(puzzle, found, options.allow_subwords, avoided.words).is_valid:
            if avoided != job.avoided_at(0):
                puzzle = replace(puzzle, notes=_describe_unavoided(puzzle, job))
            return count_subwords(puzzle, found) if options.allow_subwords else puzzle, unplaced
    if job.message:
        raise PuzzleError(
            f"the message {options.message!r} repeats a word in every layout; change it, or the "
            "words"
        )
    raise PuzzleError(
        f"the cells between the words cannot be filled with {len(job.filler_weights)} letters "
        "without repeating a word; give more letters as filler, or a larger grid"
    )


def _describe_unavoided(puzzle: Puzzle, job: Job) -> tuple[str, ...]:
    """Return the faults of a puzzle in which some rude words could not be avoided."""
    report = check_puzzle(puzzle, allow_subwords=True, avoid=job.avoided_at(0).words)
    return tuple(fault.message for fault in report.faults if fault.kind == "avoided")


def _explain_unplaced(job: Job, layout: Layout, grid: LayoutGrid) -> Unplaced:
    unplaced: list[tuple[str, str]] = []
    for entry, spot, has_line in zip(job.entries, layout.spots, layout.has_line, strict=True):
        if spot is not None:
            continue
        reason = "no room for it"
        if len(entry.letters) > max(grid.rows, grid.columns):
            reason = _too_long(entry, grid.rows, grid.columns)
        elif not has_line:
            reason = "no line of the grid in its directions is long enough"
        unplaced.append((entry.word, reason))
    return unplaced


def _too_long(entry: Entry, rows: int, columns: int) -> str:
    return f"{len(entry.letters)} letters, longer than the {rows}x{columns} grid"
