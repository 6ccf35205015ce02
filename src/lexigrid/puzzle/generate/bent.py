"""Bent word searches: lines that turn a few times, between fillers.

Words are laid out at random, the longest first, on cells that are free or have the same letter. The
fillers between them are drawn again where they complete a word of the list or one to avoid.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from math import isqrt

from ..._util.rng import SplitMix64, derived_seed
from ..._util.time_limit import check_time
from ...geometry import Cell
from .. import Placement, Puzzle
from ..placement import Letters
from ..verify_paths import is_part, paths_of
from .covers import Board, forbidden_words, read_board, write_grid
from .job import Entry, Job
from .plans import Failure, Unfillable, Unplaced

#: Layouts before the search ends, and random places of a word in each; drawings of fillers.
_LAYOUTS, _PLACES, _DRAWINGS = 40, 400, 200
#: How often words are placed again because the words alone spell one twice.
_SETTLINGS = 60
#: From this drawing on, all letters are equally likely: frequent ones complete more words.
_EVEN_DRAWING = 20
#: Of the places that fit, the one with the most shared cells among this many is taken.
_COMPARED = 5
#: The share of the cells that words take if the size is open.
_DENSITY = 0.45
#: Words with fewer letters stay straight.
_MIN_BENT_LETTERS = 4
_STEPS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))

#: The cells of a word, in the order of its letters.
_Path = tuple[Cell, ...]


def make_bent(job: Job) -> Puzzle | Failure:
    """Make a bent word search; the options are those of `job`."""
    options = job.options
    board = _board(job)
    entries = [*job.pool[: options.pool]] if options.pool else [*job.entries]
    if job.refused and not (options.allow_missing or options.pool):
        return Unplaced(job.refused)
    failure: Failure = Unplaced(job.refused)
    for number in range(_LAYOUTS):
        check_time()
        rng = SplitMix64(derived_seed(options.seed, number))
        layout = _Layout(job, board, rng)
        missing = [entry for entry in _longest_first(entries, rng) if not layout.place(entry)]
        reasons = tuple((entry.word, "no place was found for it") for entry in missing)
        if missing and not options.allow_missing:
            failure = Unplaced((*job.refused, *reasons), len(entries) - len(missing))
            continue
        made = _fill(job, layout, [entry for entry in entries if entry not in missing])
        if made is not None:
            return replace(made, missing=(*job.refused, *reasons))
        failure = Unfillable(len(job.filler_weights))
    return failure


def _board(job: Job) -> Board:
    options = job.options
    if options.rows or options.mask:
        return read_board(options)
    letters = sum(len(entry.letters) for entry in job.pool[: options.pool] or job.entries)
    longest = max(len(entry.letters) for entry in job.entries)
    side = max(isqrt(int(letters / _DENSITY)) + 1, longest // 2 + 2, 5)
    return Board(side, side, b"\1" * (side * side))


def _longest_first(entries: Sequence[Entry], rng: SplitMix64) -> list[Entry]:
    return sorted(rng.shuffled(entries), key=lambda entry: -len(entry.letters))


class _Layout:
    """A board on which words are placed."""

    def __init__(self, job: Job, board: Board, rng: SplitMix64) -> None:
        self.board = board
        self.rng, self._options = rng, job.options
        self.letters: dict[Cell, str] = {}
        self.paths: dict[Letters, _Path] = {}
        self.open_cells = [
            Cell(*divmod(at, board.columns)) for at, is_cell in enumerate(board.is_open) if is_cell
        ]

    def place(self, entry: Entry) -> bool:
        """Place a word; return False if no place was found."""
        best: _Path = ()
        most, fits = -1, 0
        for _ in range(_PLACES):
            path = self._draw_path(len(entry.letters))
            shared = self._count_shared(path, entry.letters)
            if shared is None or shared == len(path):
                continue
            fits += 1
            if shared > most:
                best, most = path, shared
            if fits >= _COMPARED:
                break
        if not best:
            return False
        self.letters.update(zip(best, entry.letters, strict=True))
        self.paths[entry.letters] = best
        return True

    def place_again(self, entry: Entry) -> bool:
        """Place a word anew, with all others where they are; return False if there is no place."""
        others = self.paths | {entry.letters: ()}
        self.letters = {
            cell: letter
            for letters, path in others.items()
            for cell, letter in zip(path, letters, strict=False)
        }
        return self.place(entry)

    def _draw_path(self, length: int) -> _Path:
        """Draw a path, which may leave the board or cross itself."""
        rng, options = self.rng, self._options
        straight = options.topology == "rook"
        way = rng.below(4) * 2 if straight else rng.below(8)
        inner = range(1, length - 1)
        turns = 0
        if length >= _MIN_BENT_LETTERS:
            turns = 1 + rng.below(min(options.turns, len(inner)))
        at_turns = {*rng.shuffled([*inner])[:turns]}
        cell = self.open_cells[rng.below(len(self.open_cells))]
        path = [cell]
        for at in range(1, length):
            if at - 1 in at_turns:
                changes = (2, 6) if options.angles == "right" or straight else (1, 2, 3, 5, 6, 7)
                way = (way + changes[rng.below(len(changes))]) % 8
            cell = Cell(cell.row + _STEPS[way][0], cell.column + _STEPS[way][1])
            path.append(cell)
        return tuple(path)

    def _count_shared(self, path: _Path, letters: Letters) -> int | None:
        """Count the cells that have their letter already; None if the word does not fit."""
        if len({*path}) < len(path):
            return None
        shared = 0
        for (row, column), letter in zip(path, letters, strict=True):
            if not (0 <= row < self.board.rows and 0 <= column < self.board.columns):
                return None
            if not self.board.is_open[row * self.board.columns + column]:
                return None
            there = self.letters.get(Cell(row, column))
            if there not in (None, letter):
                return None
            shared += there is not None
        return shared


def _fill(job: Job, layout: _Layout, entries: Sequence[Entry]) -> Puzzle | None:
    """Draw the fillers until no word occurs twice and none to avoid occurs; None if none do."""
    forbidden = forbidden_words(job, entries)
    if not _settle(job, layout, entries, forbidden):
        return None
    draw = _fillers(job.filler_weights, layout.rng)
    even = _fillers(dict.fromkeys(job.filler_weights, 1), layout.rng)
    fillers = {cell: next(draw) for cell in layout.open_cells if cell not in layout.letters}
    for drawing in range(_DRAWINGS):
        check_time()
        puzzle = _assemble(job, layout, entries, fillers)
        wrong = _find_wrong(puzzle, forbidden)
        if not wrong:
            return puzzle
        for _, path in wrong:
            able = [cell for cell in path if cell in fillers]
            cell = able[layout.rng.below(len(able))]
            fillers[cell] = next(draw if drawing < _EVEN_DRAWING else even)
    return None


def _settle(
    job: Job, layout: _Layout, entries: Sequence[Entry], forbidden: Mapping[str, Letters]
) -> bool:
    """Place words again until they alone spell no word twice and none to avoid."""
    for _ in range(_SETTLINGS):
        check_time()
        wrong = _find_wrong(_assemble(job, layout, entries, {}), forbidden)
        if not wrong:
            return True
        word, path = wrong[0]
        crossing = [
            entry
            for entry in entries
            if entry.word == word or not {*path}.isdisjoint(layout.paths[entry.letters])
        ]
        if not layout.place_again(crossing[layout.rng.below(len(crossing))]):
            return False
    return False


def _find_wrong(puzzle: Puzzle, forbidden: Mapping[str, Letters]) -> list[tuple[str, _Path]]:
    """List words with a path that they must not have; part of a listed word's is excused."""
    own = {placed.word: placed.path for placed in puzzle.key}
    lines = [*own.values()]
    return [
        (word, path)
        for word, paths in paths_of(puzzle, [*own, *forbidden]).items()
        for path in paths
        if (
            path not in (own[word], own[word][::-1]) if word in own else not _is_within(path, lines)
        )
    ]


def _is_within(path: _Path, lines: Sequence[_Path]) -> bool:
    return any(is_part(path, line) for line in lines)


def _fillers(weights: dict[str, int], rng: SplitMix64) -> Iterator[str]:
    """Draw letters by their weights."""
    letters, sums = [*weights], [*accumulate(weights.values())]
    while True:
        yield letters[bisect_right(sums, rng.below(sums[-1]))]


def _assemble(
    job: Job, layout: _Layout, entries: Sequence[Entry], fillers: dict[Cell, str]
) -> Puzzle:
    options = job.options
    grid = write_grid(job, layout.board, layout.letters | fillers, entries)
    key = (Placement.along(each.word, layout.paths[each.letters], each.secret) for each in entries)
    return Puzzle(
        grid,
        tuple(key),
        language=options.language,
        kind="bent",
        turns=options.turns,
        angles=options.angles,
    )
