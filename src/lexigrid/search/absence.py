"""Certificates that a word is absent from a grid, as plain data that anybody can check.

`check_absence` does not use the native search.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from .. import _core
from .._util import schema
from .._util.limits import MAX_RULES
from .._util.plain_text import shorten
from .._util.report import Fault, Report
from ..alphabet import OPEN, Alphabet
from ..errors import InputError
from ..geometry import Cell, TopologyLike
from ..grid import Grid, GridLike, as_grid
from .options import TopologyOptions
from .trace import TraceOptions, TraceQuery, letters_of, trace_word

Certificate = dict[str, Any]

_COLOUR = schema.integer(0, 1)
_PIECE = schema.record(
    {
        "cells": schema.list_of(schema.sequence(schema.integer(), schema.integer())),
        "colours": schema.optional(schema.list_of(_COLOUR)),
        "lacking": schema.list_of(schema.sequence(schema.text, _COLOUR)),
    }
)
_LITERAL = schema.integer(-schema.MAX_INTEGER)
#: The schema of each kind of certificate.
_SCHEMAS = {
    "letters": schema.record({"letters": schema.list_of(schema.text)}),
    "walk": schema.record({"place": schema.integer()}),
    "pieces": schema.record({"pieces": schema.list_of(_PIECE)}),
    "clauses": schema.record({"clauses": schema.list_of(schema.list_of(_LITERAL))}),
}
_KIND = schema.record({"kind": schema.choice(*_SCHEMAS)})


def certify_absence(
    grid: GridLike,
    word: str,
    *,
    topology: TopologyLike | None = None,
    wrap: bool | None = None,
    deadline: float | None = None,
) -> Certificate | None:
    """Prove that a word cannot be traced; return None if it can be, or no proof was found.

    The kinds of certificates, shortest first, are "letters" (too few cells spell some letters),
    "walk" (no walk spells the word), "pieces" (each piece of the grid lacks a letter, or a letter
    on one colour) and "clauses" (a proof by a clause solver; grids of up to 1,024 cells). Grids
    with tiles of several letters, such as Qu, are not supported yet.

    >>> certify_absence(Grid.parse("tea/ant/oat"), "tot")
    {'kind': 'walk', 'place': 1}

    Args:
        topology: as for `trace`, and `wrap` likewise.
        deadline: seconds to decide that the word is absent, and as many again for the proof.

    Raises:
        LexiconError: the word has no letters.
        InputError: an option has an invalid value.
    """
    options = TraceOptions(topology=topology, wrap=wrap, deadline=deadline)
    if options.is_line or trace_word(grid, word, options).status != "absent":
        return None
    board = _Board(grid, word, options)
    if not board.is_plain:
        return None
    for find_proof in (_find_lacking_letters, _find_ended_walk, _find_poor_pieces):
        if (certificate := find_proof(board)) is not None:
            return certificate
    if _count_rules(board) > MAX_RULES:
        return None
    query = TraceQuery(grid, word)
    clauses = _core.refute(*query.arguments(options), deadline=options.native_deadline)
    return None if clauses is None else {"kind": "clauses", "clauses": list(_split(clauses))}


class _Board:
    """A query without the core: what each cell can spell, and which cells touch."""

    def __init__(self, board: GridLike, word: str, options: TopologyOptions) -> None:
        grid: Grid = as_grid(board)
        alphabet = grid.alphabet or OPEN
        topology = options.topology_on(grid.topology)
        self.letters = letters_of(grid, word, alphabet)
        self.is_plain = True
        self.spells: dict[Cell, set[str]] = {}
        for row in range(grid.rows):
            for column in range(grid.columns):
                self.spells[Cell(row, column)] = self._letters_of(grid[row, column], alphabet)
        self.near = {
            cell: topology.neighbours(grid.rows, grid.columns, cell) for cell in self.spells
        }

    def _letters_of(self, tile: Any, alphabet: Alphabet) -> set[str]:
        if tile is None:
            return set()
        if tile.is_wild:
            return set(self.letters)
        spelled = {tuple(alphabet.split(text)) for text in tile.spellings}
        self.is_plain = self.is_plain and all(len(letters) == 1 for letters in spelled)
        return {letters[0] for letters in spelled} & set(self.letters)


def check_absence(
    grid: GridLike,
    word: str,
    certificate: Any,
    *,
    topology: TopologyLike | None = None,
    wrap: bool | None = None,
) -> Report:
    """Check that a certificate proves that the word cannot be traced on this grid.

    The certificate need not be trusted: one of any other form than `certify_absence` returns proves
    nothing.

    >>> grid = Grid.parse("tea/ant/oat")
    >>> check_absence(grid, "tot", {"kind": "walk", "place": 1}).is_valid
    True
    >>> print(check_absence(grid, "tea", {"kind": "walk", "place": 1}))
    the certificate does not prove that 'tea' is absent
    """
    board = _Board(grid, word, TopologyOptions(topology=topology, wrap=wrap))
    fault = f"the certificate does not prove that {shorten(word)} is absent"
    try:
        kind = schema.read(_KIND, certificate, "the certificate", InputError)["kind"]
        found = schema.read(_SCHEMAS[kind], certificate, "the certificate", InputError)
        if board.is_plain and _CHECKS[kind](board, found):
            return Report()
    except InputError as error:
        fault = str(error)
    return Report((Fault("certificate", word, fault),))


# --- letters: the word needs some letters more often than there are cells that can spell them --


def _find_lacking_letters(board: _Board) -> Certificate | None:
    each = [[letter] for letter in sorted(set(board.letters))]
    for letters in (*each, sorted(set(board.letters))):
        certificate = {"kind": "letters", "letters": letters}
        if _check_letters(board, certificate):
            return certificate
    return None


def _check_letters(board: _Board, certificate: Certificate) -> bool:
    letters = set(certificate["letters"])
    have = sum(bool(spelled & letters) for spelled in board.spells.values())
    return sum(letter in letters for letter in board.letters) > have


# --- walk: even when cells may be revisited, the word cannot be spelled up to some place --------


def _find_ended_walk(board: _Board) -> Certificate | None:
    here = {cell for cell, spelled in board.spells.items() if board.letters[0] in spelled}
    for place, letter in enumerate(board.letters):
        if place > 0:
            here = {n for c in here for n in board.near[c] if letter in board.spells[n]}
        if not here:
            return {"kind": "walk", "place": place}
    return None


def _check_walk(board: _Board, certificate: Certificate) -> bool:
    return _find_ended_walk(board) == {"kind": "walk", **certificate}


# --- pieces: no path leaves a piece, and each lacks a letter (on one colour, if it has colours) -


def _find_poor_pieces(board: _Board) -> Certificate | None:
    pieces = []
    left = {cell for cell, spelled in board.spells.items() if spelled}
    steps_from = _steps_between(board)
    while left:
        cells = [min(left)]
        colours = {cells[0]: 0}
        left.discard(cells[0])
        for cell in cells:
            for other in steps_from[cell]:
                if other in left:
                    left.discard(other)
                    colours[other] = 1 - colours[cell]
                    cells.append(other)
        is_coloured = all(colours[a] != colours[b] for a in cells for b in steps_from[a])
        found = None
        for colour_of in (None, colours) if is_coloured else (None,):
            found = found or _poor_piece(board, cells, colour_of)
        if found is None:
            return None
        pieces.append(found)
    return {"kind": "pieces", "pieces": pieces}


def _steps_between(board: _Board) -> dict[Cell, list[Cell]]:
    """Return the cells that a path may step to from each cell.

    Some letters of the two cells are neighbours in the word.
    """
    pairs = {*pairwise(board.letters), *pairwise(reversed(board.letters))}
    return {
        cell: [
            other
            for other in near
            if any((a, b) in pairs for a in board.spells[cell] for b in board.spells[other])
        ]
        for cell, near in board.near.items()
    }


def _poor_piece(
    board: _Board, cells: list[Cell], colour_of: dict[Cell, int] | None
) -> dict[str, Any] | None:
    """Return the piece with a letter that it lacks for each colour a path may start on, if any."""
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
    steps_from = _steps_between(board)
    seen: set[Cell] = set()
    for piece in certificate["pieces"]:
        cells = [Cell(*cell) for cell in piece["cells"]]
        colours = piece["colours"]
        if not board.spells.keys() >= set(cells):
            return False
        if colours is not None and len(colours) != len(cells):
            return False
        colour_of = None if colours is None else dict(zip(cells, colours, strict=True))
        inside = set(cells)
        for cell in cells:
            if not inside.issuperset(steps_from[cell]):
                return False
            if colour_of and any(colour_of[cell] == colour_of[other] for other in steps_from[cell]):
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


# --- clauses: each follows by unit propagation from the rules and earlier ones; the last is empty


def _split(clauses: memoryview) -> Iterator[list[int]]:
    clause: list[int] = []
    for literal in clauses:
        if literal == 0:
            yield clause
            clause = []
        else:
            clause.append(literal)


def _rules(board: _Board) -> Iterator[list[int]]:
    """Yield the rules of a path as clauses; variable 1 + place * cells + cell: cell at place."""
    cells = {cell: number for number, cell in enumerate(board.spells)}
    variables_at = [
        {cell: 1 + place * len(cells) + n for cell, n in cells.items() if x in board.spells[cell]}
        for place, x in enumerate(board.letters)
    ]
    for place, here in enumerate(variables_at):
        yield list(here.values())
        yield from ([-a, -b] for a in here.values() for b in here.values() if a < b)
        for neighbour in (place - 1, place + 1):
            if 0 <= neighbour < len(variables_at):
                for cell, variable in here.items():
                    near = [variables_at[neighbour].get(other) for other in board.near[cell]]
                    yield [-variable, *(v for v in near if v is not None)]
    for cell in cells:
        at = [here[cell] for here in variables_at if cell in here]
        yield from ([-a, -b] for a in at for b in at if a < b)
    for letter in set(board.letters):  # with as many cells as places, all of them are used
        able = [cell for cell, spelled in board.spells.items() if letter in spelled]
        if board.letters.count(letter) == len(able):
            for cell in able:
                yield [
                    f[cell] for f, x in zip(variables_at, board.letters, strict=True) if x == letter
                ]


def _count_rules(board: _Board) -> int:
    """Return an upper bound of the number of `_rules`."""
    able = [sum(letter in spelled for spelled in board.spells.values()) for letter in board.letters]
    places = len(board.letters)
    return sum(each * (each + 3) for each in able) + len(board.spells) * places * (places + 1)


def _check_clauses(board: _Board, certificate: Certificate) -> bool:
    variables = len(board.letters) * len(board.spells)
    if _count_rules(board) > MAX_RULES or not all(
        0 < abs(literal) <= variables for clause in certificate["clauses"] for literal in clause
    ):
        return False
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


_CHECKS = {
    "letters": _check_letters,
    "walk": _check_walk,
    "pieces": _check_pieces,
    "clauses": _check_clauses,
}
