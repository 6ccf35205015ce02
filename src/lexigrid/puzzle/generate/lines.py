"""Puzzles of words on straight lines: the core places the words and fills the other cells.

Letters are numbered in code point order, so that a puzzle depends only on its plan.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate, chain
from typing import NamedTuple

from ... import _core
from ..._util.rng import SplitMix64, derived_seed
from ..._util.time_limit import check_time, seconds_left
from ...alphabet import HIRAGANA, Alphabet, graphemes
from ...geometry import ALL_DIRECTIONS, KING, Cell, Direction, Topology, parse_directions
from ...grid import Grid, Tile
from ...grid.encode import EncodedCells
from ...grid.grid import make_grid
from ...grid.tile import escaped
from ...search.lines import Occurrence
from .. import Placement, Puzzle, check_puzzle
from ..placement import Letters
from ..verify import check_found, find_words
from .job import BLANK, SHARES, Entry, Job, explain_length, share_directions
from .options import OVERLAPS, Case
from .plans import Failure, Misfit, OutOfEffort, Plan, Unfillable, Unplaced
from .rude import AvoidedWords, avoided_words

#: Share of a plan's effort for a trial, which decides about the layout once the budget is spent.
_TRIAL_SHARE = 0.05


@dataclass(slots=True)
class EffortBudget:
    """The effort that the layouts of several puzzles may waste, in letter comparisons.

    Only layouts that are given up spend it: all others together take far less time.
    """

    left: int


def carry_out(job: Job, plan: Plan, budget: EffortBudget | None = None) -> Puzzle | Failure:
    """Make the puzzle of a plan, checked by the line search; `missing` has words without a place.

    A budget never changes the puzzle, but may prevent it.
    """
    options, avoided = job.options, avoided_words(job, plan.entries, plan.rude)
    board = _Board(job, plan, avoided)
    layout = board.place_words(budget)
    if layout is None:
        return OutOfEffort(plan.effort)
    unplaced = tuple(
        (entry.word, _explain(entry, plan, bool(has_line)))
        for entry, place, has_line in zip(plan.entries, layout.places, layout.has_line, strict=True)
        if place == _core.NOWHERE
    )
    if unplaced and (not plan.may_omit or len(unplaced) == len(plan.entries)):
        return Unplaced(unplaced)
    letters = len(job.message)
    if layout.leftover < letters or (job.has_exact_message and layout.leftover > letters):
        return Misfit(layout.leftover, letters)
    cells = layout.cells if options.filler == BLANK else board.fill_cells(layout.cells)
    if cells is None:
        return Unfillable(len(job.filler_weights))
    puzzle = _assemble(job, plan, layout, cells, board.letters)
    found = find_words(puzzle)
    if not check_found(puzzle, found, options.allow_subwords, tuple(avoided)).is_valid:
        return Unfillable(len(job.filler_weights))
    notes: tuple[str, ...] = ()
    if plan.rude != "strict" and not options.allow_rude:
        strict = avoided_words(job, plan.entries, "strict")
        report = check_puzzle(puzzle, allow_subwords=True, avoid=strict)
        notes = tuple(fault.message for fault in report.faults if fault.kind == "avoided")
    puzzle = replace(puzzle, missing=unplaced, notes=notes)
    return count_subwords(puzzle, found) if options.allow_subwords else puzzle


def _explain(entry: Entry, plan: Plan, has_line: bool) -> str:
    """Explain why a word has no place."""
    if len(entry.letters) > max(plan.size.rows, plan.size.columns):
        return explain_length(entry, plan.size.rows, plan.size.columns)
    return "no room for it" if has_line else "no line of the grid in its directions is long enough"


# --- places and fillers --------------------------------------------------------------------------


class _Layout(NamedTuple):
    """The words on the board, and the cells with their letters, as the core returns them.

    `places` has the first cell of each word or NOWHERE, `ways` its direction. `has_line` says of
    each word whether any line is long enough; `leftover` is the number of cells without a letter.
    """

    places: memoryview
    ways: memoryview
    cells: memoryview
    has_line: memoryview
    leftover: int
    attempts: int
    is_complete: bool


class _Board:
    """The cells and words of a plan as numbers; `letters` lists the letters by number."""

    def __init__(self, job: Job, plan: Plan, avoided: AvoidedWords) -> None:
        self._job, self._plan = job, plan
        words = tuple(entry.letters for entry in plan.entries)
        self.letters = sorted({*job.filler_weights, *job.message}.union(*words, *avoided.values()))
        self._words = encode(words, tuple(self.letters))
        self._avoided = encode(tuple(avoided.values()), tuple(self.letters))

    def place_words(self, budget: EffortBudget | None) -> _Layout | None:
        """Place the words; None if the budget is spent."""
        job, (rows, columns, mask) = self._job, self._plan.size
        states = (_core.HOLE_CELL, _core.EMPTY_CELL)
        cells = array("H", [states[is_open] for is_open in mask or b"\1" * (rows * columns)])
        leftover = -1
        if job.has_exact_message:
            # Words that share no cell leave the fewest cells. If that is more than wanted, aim for
            # it: a search for fewer is futile and takes 4 s on 14x14.
            least = self._plan.size.open_cells - len(self._words[0])
            leftover = max(len(job.message), least)

        def make_layout(effort: int) -> _Layout:
            made = _core.make_layout(
                rows,
                columns,
                cells,
                *self._words,
                _direction_masks(job, self._plan),
                *self._avoided,
                OVERLAPS.index(job.options.overlap),
                leftover,
                self._plan.seed,
                effort,
                seconds_left(),
            )
            check_time()
            return _Layout(*made)

        effort = self._plan.effort
        is_short = budget is not None and budget.left < effort
        if is_short and not make_layout(int(effort * _TRIAL_SHARE)).is_complete:
            return None
        # The layout depends on the effort, so the result of a trial is not used.
        layout = make_layout(effort)
        if budget is not None and not layout.is_complete:
            budget.left -= effort
        return layout

    def fill_cells(self, cells: memoryview) -> memoryview | None:
        """Fill the empty cells so that no word occurs again; None if no filling was found.

        The message is written row by row, each from the left, or from the right.
        """
        job = self._job
        is_mirrored = job.right_to_left and bool(job.message)
        # In the mirror image rows run from the left, and every word is still on a line.
        filled, _, is_complete = _core.fill_cells(
            self._plan.size.rows,
            self._plan.size.columns,
            self._mirror(cells) if is_mirrored else cells,
            *self._words,
            *self._avoided,
            array("I", [job.filler_weights.get(letter, 0) for letter in self.letters]),
            encode((job.message,), tuple(self.letters))[0],
            job.options.decoys,
            self._plan.seed,
            seconds_left(),
        )
        check_time()
        if not is_complete:
            return None
        return self._mirror(filled) if is_mirrored else filled

    def _mirror(self, cells: memoryview) -> memoryview:
        columns = self._plan.size.columns
        rows = (cells[at : at + columns] for at in range(0, len(cells), columns))
        return memoryview(array("H", [code for row in rows for code in reversed(row)]))


@lru_cache(maxsize=8)
def encode(words: tuple[Letters, ...], letters: tuple[str, ...]) -> tuple[array[int], array[int]]:
    """Return the codes of all letters, and the offset of each word, with the end of the last."""
    code_of = {letter: code for code, letter in enumerate(letters)}
    codes = array("H", map(code_of.__getitem__, chain.from_iterable(words)))
    return codes, array("I", accumulate(map(len, words), initial=0))


def _direction_masks(job: Job, plan: Plan) -> bytes:
    """Return the allowed directions of each word: bit i is direction i."""

    def mask_of(directions: Iterable[Direction]) -> int:
        return sum(1 << each.number for each in directions)

    usual = mask_of(job.options.directions or ALL_DIRECTIONS)
    special = {word.casefold(): mask_of(own) for word, own in job.options.word_directions}
    masks = [special.get(entry.word.casefold(), usual) for entry in plan.entries]
    for number, name in enumerate(SHARES, 1):
        share = getattr(job.options, name)
        if share is not None:
            inside = mask_of(share_directions(name, job.right_to_left))
            order = SplitMix64(derived_seed(plan.seed, number)).shuffled(range(len(masks)))
            for rank, at in enumerate(order):
                own = inside if rank < round(share * len(masks)) else 0xFF & ~inside
                masks[at] = masks[at] & own or masks[at]  # a word with no choice keeps it
    return bytes(masks)


# --- letters and places as a puzzle --------------------------------------------------------------


def _assemble(
    job: Job, plan: Plan, layout: _Layout, cells: memoryview, letters: Sequence[str]
) -> Puzzle:
    options, columns = job.options, plan.size.columns
    written = write_letters(letters, job.alphabet, options.case, plan.entries)
    key = tuple(
        Placement(
            entry.word,
            Cell(*divmod(place, columns)),
            None if len(entry.letters) == 1 else ALL_DIRECTIONS[way],
            len(entry.letters),
            entry.secret,
        )
        for entry, place, way in zip(plan.entries, layout.places, layout.ways, strict=True)
        if place != _core.NOWHERE
    )
    allowed = {*(options.directions or ALL_DIRECTIONS)}
    allowed = allowed.union(*(own for _, own in options.word_directions))
    return Puzzle(
        create_grid(job.alphabet, cells, columns, [*written.values()]),
        key,
        message=options.message,
        directions=parse_directions(allowed),
        language=options.language,
    )


def create_grid(
    alphabet: Alphabet,
    cells: memoryview,
    columns: int,
    written: Sequence[str],
    topology: Topology = KING,
) -> Grid:
    """Make a grid of numbers of written letters; higher numbers are holes."""
    hole = len(written)
    form = "B" if hole < 255 else "H"
    has_holes = max(cells, default=0) > hole
    ids = array(form, [min(code, hole) for code in cells] if has_holes else cells)
    encoded = EncodedCells(len(cells) // columns, columns, _tiles(tuple(written)), memoryview(ids))
    return make_grid(Grid, encoded, alphabet if alphabet != Alphabet() else None, topology)


@lru_cache(maxsize=8)
def _tiles(written: tuple[str, ...]) -> tuple[Tile | None, ...]:
    return (*map(_tile, written), None)


@lru_cache(maxsize=1024)
def _tile(text: str) -> Tile | None:
    return Tile.parse(escaped(text))


def write_letters(
    letters: Iterable[str], alphabet: Alphabet, case: Case, entries: Sequence[Entry]
) -> dict[str, str]:
    """Write each letter in upper or lower case, or as the words first write it.

    A letter whose capital would be read as another letter stays as it is. Kana are hiragana unless
    some word has katakana.

    >>> write_letters(["i", "ı", "ß"], Alphabet.named("tr"), "upper", [])
    {'i': 'İ', 'ı': 'I', 'ß': 'ß'}
    """
    words = "".join(entry.word for entry in entries)
    kana = HIRAGANA if alphabet.name == "ja" and HIRAGANA.keys().isdisjoint(map(ord, words)) else {}
    kept: dict[str, str] = {}
    if case == "keep":
        for cluster in chain.from_iterable(graphemes(entry.word) for entry in entries):
            split = alphabet.split(cluster)
            if len(split) == 1:
                kept.setdefault(split[0], cluster)
    written: dict[str, str] = {}
    for letter in letters:
        shown = alphabet.capital(letter) if case == "upper" else kept.get(letter, letter)
        written[letter] = shown.translate(kana)
    return written


def count_subwords(puzzle: Puzzle, found: Iterable[Occurrence]) -> Puzzle:
    """Add to each placement how often its word occurs inside others, with a note for people."""
    counts = Counter(each.word for each in found)
    times = Counter(each.word for each in puzzle.key)
    key = tuple(
        replace(each, inside=counts[each.word] - times[each.word])
        if counts[each.word] > times[each.word]
        else each
        for each in puzzle.key
    )
    notes = tuple(
        f"{word} occurs {counts[word]} times, all but {'one' if own == 1 else own} inside other "
        "words"
        for word, own in times.items()
        if counts[word] > own
    )
    return replace(puzzle, key=key, notes=(*puzzle.notes, *notes))
