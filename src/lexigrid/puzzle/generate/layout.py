"""Words, masks and letters encoded as numbers for the native core, which places and fills.

Letters are numbered in code point order, so that a layout depends only on the options.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ... import _core
from ..._util.time_limit import check_time, seconds_left
from ...errors import PuzzleError
from ...geometry import ALL_DIRECTIONS, Direction
from ..placement import Letters
from .avoid import AvoidedWords
from .job import Job
from .options import OVERLAPS

#: Letter comparisons before the core gives up: about 2 s for 20 words, 30 s for 500.
_EFFORT = 100_000_000
_EFFORT_PER_WORD = 12_000_000
#: Letters of words per cell; above it, no layout has ever been found.
HOPELESS_DENSITY = 1.7
#: Share of the usual effort spent above that density.
_HOPELESS_EFFORT = 0.05
#: Share of the effort for a trial. It decides whether a layout is tried when the budget is spent.
_TRIAL_EFFORT = 0.05


def usual_effort(words: int) -> int:
    """Return how many letters are compared before a layout of so many words is given up."""
    return _EFFORT + _EFFORT_PER_WORD * words


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the words are: a (cell, direction) or None for each, and the cells with their letters.

    `has_line` says for each word whether any line of the grid is long enough; `leftover` is the
    number of cells without a letter.
    """

    spots: tuple[tuple[int, Direction] | None, ...]
    cells: memoryview
    has_line: tuple[bool, ...]
    leftover: int


class LayoutGrid:
    """An empty grid of one size, and the words of a job, encoded for the core.

    `letters` lists the letters by number; `open_cells` is the number of cells that are not holes.
    """

    def __init__(
        self, job: Job, avoided: AvoidedWords, rows: int, columns: int, mask: bytes | None
    ) -> None:
        self.rows, self.columns, self.avoided = rows, columns, avoided
        self._budget = job.budget
        words = [entry.letters for entry in job.entries]
        self.letters = sorted({*job.filler_weights, *job.message}.union(*words, avoided.alphabet))
        self._code_of = {letter: code for code, letter in enumerate(self.letters)}
        self._words = _encode(tuple(words), tuple(self.letters))
        self._avoided = _encode(avoided.letters, tuple(self.letters))
        self.open_cells = rows * columns if mask is None else sum(mask)
        cell_of = (_core.HOLE_CELL, _core.EMPTY_CELL)
        self._cells = array("H", [cell_of[is_open] for is_open in mask or b"\1" * rows * columns])

    def place_words(
        self, directions: bytes, *, overlap: str, leftover: int, seed: int, effort: float
    ) -> Layout:
        """Place the words.

        Args:
            directions: the allowed directions of each word, as bits.
            overlap: "few", "some" or "many".
            leftover: the wanted number of cells without a letter, or -1.
            effort: share of the usual effort before the search gives up.

        Raises:
            PuzzleError: the budget is spent.
            TimeoutError: the deadline passed.
        """
        if len(self._words[0]) > HOPELESS_DENSITY * self.open_cells:
            effort = min(effort, _HOPELESS_EFFORT)
        most = int(usual_effort(len(directions)) * effort)

        def make_layout(effort: int) -> tuple[Any, ...]:
            made = _core.make_layout(
                self.rows,
                self.columns,
                self._cells,
                *self._words,
                directions,
                *self._avoided,
                OVERLAPS.index(overlap),
                leftover,
                seed,
                effort,
                seconds_left(),
            )
            check_time()
            return made

        if self._budget is not None and self._budget.left < most:
            *_, is_complete = make_layout(int(most * _TRIAL_EFFORT))
            if not is_complete:
                raise PuzzleError("no layout was found with the effort that is left", effort=most)
        # The layout depends on the effort, so the result of a trial is not used.
        places, ways, cells, has_line, left, _, is_complete = make_layout(most)
        if self._budget is not None and not is_complete:
            self._budget.left -= most
        spots = tuple(
            None if place == _core.NOWHERE else (place, ALL_DIRECTIONS[way])
            for place, way in zip(places, ways, strict=True)
        )
        return Layout(spots, cells, tuple(map(bool, has_line)), left)

    def fill_cells(
        self,
        cells: memoryview,
        weights: Mapping[str, int],
        *,
        message: Letters,
        right_to_left: bool,
        decoys: int,
        seed: int,
    ) -> memoryview | None:
        """Fill the empty cells so that no word occurs again; None if no filling was found.

        The message is written row by row, each from the left, or from the right.
        """
        if right_to_left and message:
            # In the mirror image rows run from the left, and every word is still on a line.
            cells = self._mirror(cells)
        filled, _, is_complete = _core.fill_cells(
            self.rows,
            self.columns,
            cells,
            *self._words,
            *self._avoided,
            array("I", [weights.get(letter, 0) for letter in self.letters]),
            array("H", [self._code_of[letter] for letter in message]),
            decoys,
            seed,
            seconds_left(),
        )
        check_time()
        if not is_complete:
            return None
        return self._mirror(filled) if right_to_left and message else filled

    def _mirror(self, cells: memoryview) -> memoryview:
        rows = (cells[at : at + self.columns] for at in range(0, len(cells), self.columns))
        return memoryview(array("H", [code for row in rows for code in reversed(row)]))


@lru_cache(maxsize=8)
def _encode(words: tuple[Letters, ...], letters: tuple[str, ...]) -> tuple[array[int], array[int]]:
    """Return the codes of all letters, and the offset of each word, with the end of the last."""
    code_of = {letter: code for code, letter in enumerate(letters)}
    codes, offsets = array("H"), array("I", [0])
    for word in words:
        codes.extend([code_of[letter] for letter in word])
        offsets.append(len(codes))
    return codes, offsets
