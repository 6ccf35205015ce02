"""Certificates of absence: why a word is not on a grid, in a form that anybody can check.

Knows the trace and the native core; known by everything above.
Rule: a certificate is plain data (JSON), and `check_absence` trusts none of the code that made it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .. import _core
from ..alphabet import Alphabet
from ..geometry import Cell
from ..grid import Grid
from . import _arguments as query
from .trace import _letters, _Question, trace

Certificate = dict[str, Any]


def certify_absence(
    grid: Grid,
    word: str,
    *,
    topology: Any = None,
    wrap: bool | None = None,
    deadline: float | None = None,
) -> Certificate | None:
    """Prove that a word cannot be traced; None where it can be, or no proof was found.

    The kinds, from the shortest: "letters" (too few of some), "walk" (no walk spells the word),
    "pieces" (each piece of the grid lacks a letter, or a letter on one colour), "clauses" (a proof
    of a clause solver; grids of up to 1,024 cells).

    >>> certify_absence(Grid.parse("tea/ant/oat"), "tot")
    {'kind': 'walk', 'place': 1}

    Args:
        deadline: seconds for finding that the word is absent, and as many for the proof.

    Raises:
        LexiconError: the word has no letters.
        InputError: an option value that cannot be used.
    """
    seconds = query.deadline_seconds(deadline)
    answer = trace(grid, word, topology=topology, wrap=wrap, deadline=deadline)
    if answer.status != "absent" or topology == "line":
        return None
    board = _Board(grid, word, topology, wrap)
    if not board.is_plain:
        return None
    for made in (_lacking_letters(board), _ended_walk(board), _poor_pieces(board)):
        if made is not None:
            return made
    question = _Question(grid, word, topology, wrap, False)
    clauses = _core.refute(*question.arguments(), deadline=seconds)
    return None if clauses is None else {"kind": "clauses", "clauses": list(_parted(clauses))}


class _Board:
    """The question without the core: what each cell can spell, and which cells touch."""

    def __init__(self, grid: Grid, word: str, topology: Any, wrap: bool | None) -> None:
        alphabet = grid.alphabet if grid.alphabet is not None else Alphabet()
        chosen = query.topology_of(grid, topology, wrap)
        self.letters = _letters(grid, word, alphabet)
        self.is_plain = True
        self.spells: dict[Cell, set[str]] = {}
        for row in range(grid.rows):
            for column in range(grid.columns):
                self.spells[Cell(row, column)] = self._letters_of(grid[row, column], alphabet)
        self.near = {cell: chosen.neighbours(grid.rows, grid.columns, cell) for cell in self.spells}

    def _letters_of(self, tile: Any, alphabet: Alphabet) -> set[str]:
        if tile is None:
            return set()
        if tile.is_wild:
            return set(self.letters)
        spelled = {tuple(alphabet.split(text)) for text in tile.spellings}
        self.is_plain = self.is_plain and all(len(letters) == 1 for letters in spelled)
        return {letters[0] for letters in spelled} & set(self.letters)

    def steps(self) -> set[tuple[str, str]]:
        """Collect the letters that stand side by side in the word, both ways."""
        pairs = set(zip(self.letters, self.letters[1:], strict=False))
        return pairs | {(b, a) for a, b in pairs}


def check_absence(
    grid: Grid,
    word: str,
    certificate: Certificate,
    *,
    topology: Any = None,
    wrap: bool | None = None,
) -> bool:
    """Tell whether a certificate proves that the word cannot be traced on this grid.

    >>> grid = Grid.parse("tea/ant/oat")
    >>> check_absence(grid, "tot", {"kind": "walk", "place": 1})
    True
    >>> check_absence(grid, "tea", {"kind": "walk", "place": 1})
    False
    """
    board = _Board(grid, word, topology, wrap)
    if not board.is_plain:
        return False
    checks = {
        "letters": _check_letters,
        "walk": _check_walk,
        "pieces": _check_pieces,
        "clauses": _check_clauses,
    }
    return certificate.get("kind") in checks and checks[certificate["kind"]](board, certificate)


# --- letters: more places ask for some letters than there are cells that can spell them --------


def _lacking_letters(board: _Board) -> Certificate | None:
    each = [[letter] for letter in sorted(set(board.letters))]
    for letters in (*each, sorted(set(board.letters))):
        made = {"kind": "letters", "letters": letters}
        if _check_letters(board, made):
            return made
    return None


def _check_letters(board: _Board, certificate: Certificate) -> bool:
    letters = set(certificate["letters"])
    have = sum(bool(spelled & letters) for spelled in board.spells.values())
    return sum(letter in letters for letter in board.letters) > have


# --- walk: even with cells that come again, the word cannot be spelled up to a place ------------


def _ended_walk(board: _Board) -> Certificate | None:
    here = {cell for cell, spelled in board.spells.items() if board.letters[0] in spelled}
    for place, letter in enumerate(board.letters):
        if place > 0:
            here = {n for c in here for n in board.near[c] if letter in board.spells[n]}
        if not here:
            return {"kind": "walk", "place": place}
    return None


def _check_walk(board: _Board, certificate: Certificate) -> bool:
    return _ended_walk(board) == certificate


# --- pieces: no path leaves a piece, and each lacks a letter, on some colour if it has colours --


def _poor_pieces(board: _Board) -> Certificate | None:
    pieces = []
    left = {cell for cell, spelled in board.spells.items() if spelled}
    ways = _ways(board)
    while left:
        cells = [min(left)]
        colours = {cells[0]: 0}
        left.discard(cells[0])
        for cell in cells:
            for other in ways[cell]:
                if other in left:
                    left.discard(other)
                    colours[other] = 1 - colours[cell]
                    cells.append(other)
        is_coloured = all(colours[a] != colours[b] for a in cells for b in ways[a])
        found = None
        for colour_of in (None, colours) if is_coloured else (None,):
            found = found or _poor_piece(board, cells, colour_of)
        if found is None:
            return None
        pieces.append(found)
    return {"kind": "pieces", "pieces": pieces}


def _ways(board: _Board) -> dict[Cell, list[Cell]]:
    """Give the cells between which a path may step: what they spell stands side by side."""
    steps = board.steps()
    return {
        cell: [
            other
            for other in near
            if any((a, b) in steps for a in board.spells[cell] for b in board.spells[other])
        ]
        for cell, near in board.near.items()
    }


def _poor_piece(
    board: _Board, cells: list[Cell], colour_of: dict[Cell, int] | None
) -> dict[str, Any] | None:
    """Name for each colour of the first cell a letter that is lacking, and on which colour."""
    lacking = []
    for phase in (0,) if colour_of is None else (0, 1):
        kinds = [(x, k) for x in sorted(set(board.letters)) for k in (0, 1)]
        poor = [kind for kind in kinds if _is_poor(board, cells, colour_of, phase, kind)]
        if not poor:
            return None
        lacking.append(list(poor[0]))
    return {
        "cells": [list(cell) for cell in cells],
        "colours": None if colour_of is None else [colour_of[cell] for cell in cells],
        "lacking": lacking,
    }


def _is_poor(
    board: _Board,
    cells: list[Cell],
    colour_of: dict[Cell, int] | None,
    phase: int,
    kind: tuple[str, int],
) -> bool:
    letter, colour = kind
    need = sum(
        each == letter and (colour_of is None or (place + phase) % 2 == colour)
        for place, each in enumerate(board.letters)
    )
    return need > sum(
        letter in board.spells[cell] and (colour_of is None or colour_of[cell] == colour)
        for cell in cells
    )


def _check_pieces(board: _Board, certificate: Certificate) -> bool:
    ways = _ways(board)
    seen: set[Cell] = set()
    for piece in certificate["pieces"]:
        cells = [Cell(*cell) for cell in piece["cells"]]
        colours = piece["colours"]
        colour_of = None if colours is None else dict(zip(cells, colours, strict=True))
        inside = set(cells)
        for cell in cells:
            if not inside.issuperset(ways[cell]):
                return False
            if colour_of and any(colour_of[cell] == colour_of[other] for other in ways[cell]):
                return False
        phases = range(1 if colour_of is None else 2)
        if len(piece["lacking"]) != len(phases) or len(inside) != len(cells):
            return False
        if not all(
            _is_poor(board, cells, colour_of, phase, tuple(piece["lacking"][phase]))
            for phase in phases
        ):
            return False
        seen |= inside
    return all(cell in seen for cell, spelled in board.spells.items() if spelled)


# --- clauses: each follows by unit propagation from the rules and those before it, the end is empty


def _parted(clauses: memoryview) -> Iterator[list[int]]:
    clause: list[int] = []
    for literal in clauses:
        if literal == 0:
            yield clause
            clause = []
        else:
            clause.append(literal)


def _rules(board: _Board) -> Iterator[list[int]]:
    """Say in clauses what a path is; variable 1 + place * cells + cell is "this cell there"."""
    cells = {cell: number for number, cell in enumerate(board.spells)}
    fitting = [
        {cell: 1 + place * len(cells) + n for cell, n in cells.items() if x in board.spells[cell]}
        for place, x in enumerate(board.letters)
    ]
    for place, here in enumerate(fitting):
        yield list(here.values())
        yield from ([-a, -b] for a in here.values() for b in here.values() if a < b)
        for beside in (place - 1, place + 1):
            if 0 <= beside < len(fitting):
                for cell, variable in here.items():
                    near = [fitting[beside].get(other) for other in board.near[cell]]
                    yield [-variable, *(v for v in near if v is not None)]
    for cell in cells:
        at = [here[cell] for here in fitting if cell in here]
        yield from ([-a, -b] for a in at for b in at if a < b)
    for letter in set(board.letters):  # as many cells as places: each of them is used
        able = [cell for cell, spelled in board.spells.items() if letter in spelled]
        if board.letters.count(letter) == len(able):
            for cell in able:
                yield [f[cell] for f, x in zip(fitting, board.letters, strict=True) if x == letter]


def _check_clauses(board: _Board, certificate: Certificate) -> bool:
    known = list(_rules(board))
    with_literal: dict[int, list[int]] = {}
    units: list[int] = []

    def add(number: int) -> None:
        if len(known[number]) == 1:
            units.append(known[number][0])
        for literal in known[number]:
            with_literal.setdefault(literal, []).append(number)

    for number in range(len(known)):
        if not known[number]:
            return True
        add(number)
    for clause in (*certificate["clauses"], []):
        true = {-literal for literal in clause}
        waiting = [*true, *units]
        true.update(units)
        refuted = any(-literal in true for literal in true)
        while waiting and not refuted:
            for number in with_literal.get(-waiting.pop(), ()):
                if any(literal in true for literal in known[number]):
                    continue
                open_ones = [literal for literal in known[number] if -literal not in true]
                refuted = not open_ones
                if refuted:
                    break
                if len(open_ones) == 1:
                    true.add(open_ones[0])
                    waiting.append(open_ones[0])
        if not refuted:
            return False
        known.append(clause)
        add(len(known) - 1)
    return True
