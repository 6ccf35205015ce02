"""Bent word searches: lines that turn a few times, between fillers.

Words are laid out at random, the longest first, on cells that are free or have the same letter. The
fillers between them are drawn again where they complete a word of the list or one to avoid.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate
from math import isqrt

from ..._util.rng import SplitMix64, derived_seed
from ..._util.time_limit import check_time
from ...geometry import Cell
from ...lexicon import Lexicon
from .. import Placement, Puzzle
from ..placement import Letters
from ..verify_paths import is_part, paths_of
from .covers import Board, forbidden_words, read_board, write_grid
from .job import Entry, Job
from .plans import Failure, Unfillable, Unplaced

#: Layouts before the search ends, and random places of a word in each; drawings of fillers.
_LAYOUTS, _PLACES, _DRAWINGS = 40, 1500, 200
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
    every = job.pool or job.entries
    room = sum(board.is_open)
    entries = [entry for entry in every if len(entry.letters) <= room]
    long = ((each.word, f"more letters than {room} cells") for each in every if each not in entries)
    refused = (*job.refused, *long)
    wanted = options.pool or len(entries)
    needs_all = not (options.pool or options.allow_missing)
    failure: Failure = Unplaced(refused, 0)
    if (refused and needs_all) or not entries:
        return failure
    layout = _Layout(job, board, entries)
    for number in range(_LAYOUTS):
        check_time()
        layout.begin(SplitMix64(derived_seed(options.seed, number)))
        missing: list[Entry] = []
        for entry in (*_longest_first(entries[:wanted], layout.rng), *entries[wanted:]):
            if len(layout.paths) == wanted:
                break
            if not layout.place(entry):
                missing.append(entry)
                if needs_all and number < _LAYOUTS - 1:
                    break  # the last layout names all words that have no place
        lost = (*refused, *((entry.word, "no place was found for it") for entry in missing))
        if len(layout.paths) < wanted and not options.allow_missing:
            failure = Unplaced(lost, len(layout.paths))
            continue
        made = layout.fill()
        if made is not None:
            return made if options.pool else replace(made, missing=lost)
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

    def __init__(self, job: Job, board: Board, entries: Sequence[Entry]) -> None:
        self._job, self._options, self._board, self._entries = job, job.options, board, entries
        words = [*(entry.word for entry in entries), *forbidden_words(job, entries)]
        self._words = Lexicon(words, alphabet=job.alphabet)
        self._open_cells = [
            Cell(*divmod(at, board.columns)) for at, is_cell in enumerate(board.is_open) if is_cell
        ]

    def begin(self, rng: SplitMix64) -> None:
        """Begin anew with an empty board."""
        self.rng = rng
        self.letters: dict[Cell, str] = {}
        self.paths: dict[str, _Path] = {}

    def place(self, entry: Entry) -> bool:
        """Place a word where it completes no other one; return False if no place was found."""
        fits: list[tuple[int, _Path]] = []
        for _ in range(_PLACES):
            path, shared = self._draw_path(entry.letters)
            if len(path) == len(entry.letters) > shared:
                fits.append((shared, path))
            if len(fits) == _COMPARED:
                if self._take(entry, fits):
                    return True
                fits.clear()
        return self._take(entry, fits)

    def _take(self, entry: Entry, fits: list[tuple[int, _Path]]) -> bool:
        """Take the path with the most shared cells that completes no other word."""
        before = self.letters
        for _, path in sorted(fits, key=lambda fit: -fit[0]):
            self.letters = before | dict(zip(path, entry.letters, strict=True))
            self.paths[entry.word] = path
            if not self._find_wrong(self._assemble({})):
                return True
            del self.paths[entry.word]
        self.letters = before
        return False

    def _draw_path(self, letters: Letters) -> tuple[_Path, int]:
        """Draw a path up to where it does not fit, and count its cells that have their letter."""
        rng, options, board, length = self.rng, self._options, self._board, len(letters)
        straight = options.topology == "rook"
        way = rng.below(4) * 2 if straight else rng.below(8)
        row, column = self._open_cells[rng.below(len(self._open_cells))]
        turns: set[int] = set()
        path: list[Cell] = []
        shared = 0
        for at, letter in enumerate(letters):
            if at == 1 and length >= _MIN_BENT_LETTERS:
                count = 1 + rng.below(min(options.turns, length - 2))
                while len(turns) < count:
                    turns.add(2 + rng.below(length - 2))
            if at in turns:
                changes = (2, 6) if options.angles == "right" or straight else (1, 2, 3, 5, 6, 7)
                way = (way + changes[rng.below(len(changes))]) % 8
            if at:
                row, column = row + _STEPS[way][0], column + _STEPS[way][1]
            is_inside = 0 <= row < board.rows and 0 <= column < board.columns
            if not is_inside or not board.is_open[row * board.columns + column]:
                break
            cell = Cell(row, column)
            there = self.letters.get(cell, letter)
            if there != letter or cell in path:
                break
            shared += cell in self.letters
            path.append(cell)
        return tuple(path), shared

    def fill(self) -> Puzzle | None:
        """Draw the fillers until no word occurs twice and none to avoid occurs; None if none do."""
        draw = _fillers(self._job.filler_weights, self.rng)
        even = _fillers(dict.fromkeys(self._job.filler_weights, 1), self.rng)
        fillers = {cell: next(draw) for cell in self._open_cells if cell not in self.letters}
        for drawing in range(_DRAWINGS):
            check_time()
            puzzle = self._assemble(fillers)
            wrong = self._find_wrong(puzzle)
            if not wrong:
                return puzzle
            for path in wrong:
                able = [cell for cell in path if cell in fillers]
                cell = able[self.rng.below(len(able))]
                fillers[cell] = next(draw if drawing < _EVEN_DRAWING else even)
        return None

    def _find_wrong(self, puzzle: Puzzle) -> list[_Path]:
        """List the paths of words that they must not have; part of a listed word's is excused."""
        lines = [*self.paths.values()]
        listed = {entry.word for entry in self._entries}
        wrong = []
        for word, paths in paths_of(puzzle, self._words).items():
            own = self.paths.get(word, ())
            is_listed = word in listed
            wrong += [
                path
                for path in paths
                if path not in (own, own[::-1])
                and (is_listed or not any(is_part(path, line) for line in lines))
            ]
        return wrong

    def _assemble(self, fillers: dict[Cell, str]) -> Puzzle:
        options = self._options
        placed = [entry for entry in self._entries if entry.word in self.paths]
        grid = write_grid(self._job, self._board, self.letters | fillers, placed)
        return Puzzle(
            grid,
            tuple(
                Placement.along(each.word, self.paths[each.word], each.secret) for each in placed
            ),
            language=options.language,
            kind="bent",
            turns=options.turns,
            angles=options.angles,
        )


def _fillers(weights: dict[str, int], rng: SplitMix64) -> Iterator[str]:
    """Draw letters by their weights."""
    letters, sums = [*weights], [*accumulate(weights.values())]
    while True:
        yield letters[bisect_right(sums, rng.below(sums[-1]))]
