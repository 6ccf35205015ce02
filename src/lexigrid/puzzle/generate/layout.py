"""Words, mask and letters -> numbers for the core, and its layout back.

Knows the native core; known by the maker.
Rule: letters are numbered in code point order, so that a layout depends on nothing but its recipe.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ... import _core
from ...geometry import Direction
from .listing import Entry, Letters

OVERLAPS = ("few", "some", "many")
#: Letters that the core compares before it says that there is no room: about two seconds' work for
#: twenty words, half a minute's for five hundred.
_EFFORT = 100_000_000
_EFFORT_PER_WORD = 12_000_000
#: Letters of the words to cells beyond which no layout was ever seen: there it gives up soon.
HOPELESS = 1.7
_LAST_TRY = 0.05


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the words lie: a (cell, direction) a word, or None, and the cells with letters."""

    spots: tuple[tuple[int, Direction] | None, ...]
    cells: memoryview
    has_room: tuple[bool, ...]
    leftover: int
    is_whole: bool


class Ground:
    """A rectangle of cells with a mask, and letters by number: where layouts are made."""

    __slots__ = ("avoided", "cells", "code_of", "columns", "faces", "open_cells", "packed", "rows")

    def __init__(
        self,
        rows: int,
        columns: int,
        mask: bytes | None,
        entries: Sequence[Entry],
        avoided: Sequence[Letters],
        others: Iterable[str],
    ) -> None:
        self.rows, self.columns = rows, columns
        words = [entry.letters for entry in entries]
        self.faces = sorted(set(others).union(*words, *avoided))
        self.code_of = {face: code for code, face in enumerate(self.faces)}
        self.packed = self._packed(words)
        self.avoided = self._packed(avoided)
        self.open_cells = rows * columns if mask is None else sum(mask)
        empty, hole = _core.EMPTY_CELL, _core.HOLE_CELL
        if mask is None:
            self.cells = array("H", [empty]) * (rows * columns)
        else:
            self.cells = array("H", [empty if is_open else hole for is_open in mask])

    def _packed(self, words: Sequence[Letters]) -> tuple[array[int], array[int]]:
        letters, at = array("H"), array("I", [0])
        codes = self.code_of
        for word in words:
            letters.extend([codes[letter] for letter in word])
            at.append(len(letters))
        return letters, at

    def _mirrored(self, cells: memoryview) -> memoryview:
        rows = (cells[at : at + self.columns] for at in range(0, len(cells), self.columns))
        return memoryview(array("H", [code for row in rows for code in reversed(row)]))

    def lay(
        self,
        directions: Sequence[int],
        *,
        overlap: str,
        leftover: int = -1,
        seed: int,
        effort: float = 1.0,
    ) -> Layout:
        """Place the words; `directions` is a mask a word, `leftover` the empty cells wanted."""
        count = len(directions)
        if len(self.packed[0]) > HOPELESS * self.open_cells:
            effort = min(effort, _LAST_TRY)
        allowed = int((_EFFORT + _EFFORT_PER_WORD * count) * effort)
        place, way, cells, room, left, _, is_whole = _core.make_layout(
            self.rows,
            self.columns,
            self.cells,
            *self.packed,
            bytes(directions),
            *self.avoided,
            OVERLAPS.index(overlap),
            leftover,
            seed,
            allowed,
            -1.0,
        )
        spots = tuple(
            None if at == _core.NOWHERE else (at, Direction(to))
            for at, to in zip(place, way, strict=True)
        )
        return Layout(spots, cells, tuple(map(bool, room)), left, is_whole)

    def fill(
        self,
        cells: memoryview,
        weights: Mapping[str, int],
        *,
        message: Letters = (),
        from_right: bool = False,
        decoys: int = 0,
        seed: int,
    ) -> memoryview | None:
        """Fill the cells that are empty; None where no filling was found.

        The message stands in reading order: each row from the left, or `from_right`.
        """
        if from_right and message:
            # A mirror shows every word on a line still, and rows from the left.
            mirrored = self.fill(
                self._mirrored(cells), weights, message=message, decoys=decoys, seed=seed
            )
            return None if mirrored is None else self._mirrored(mirrored)
        drawn = array("I", [weights.get(face, 0) for face in self.faces])
        filled, _, is_whole = _core.fill_cells(
            self.rows,
            self.columns,
            cells,
            *self.packed,
            *self.avoided,
            drawn,
            array("H", [self.code_of[letter] for letter in message]),
            decoys,
            seed,
            -1.0,
        )
        return filled if is_whole else None
