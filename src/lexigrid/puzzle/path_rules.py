"""How the words of a puzzle run, as text: "cover, hex", "bent, turns 2, angles any"."""

from __future__ import annotations

from typing import Any, get_args

from .._util.plain_text import shorten
from ..errors import PuzzleError
from ..geometry import KING, TOPOLOGY_NAMES, Topology
from .placement import KINDS, Angles
from .puzzle import Puzzle


def format_rules(puzzle: Puzzle, *, with_spanning: bool = False) -> str:
    """Write the rules of a path puzzle; the spanning word is a part of the key.

    >>> from lexigrid.puzzle.generate.make import make_puzzle
    >>> format_rules(make_puzzle(["oat", "rye"], kind="bent", seed=1))
    'bent, turns 1, angles right'
    """
    parts: list[str] = [puzzle.kind]
    if puzzle.grid.topology.name != KING.name:
        parts.append(puzzle.grid.topology.name)
    if puzzle.kind == "bent":
        parts += [f"turns {puzzle.turns}", f"angles {puzzle.angles}"]
    if with_spanning and puzzle.spanning:
        parts.append(f"spanning {puzzle.spanning}")
    return ", ".join(parts)


def parse_rules(text: str) -> tuple[dict[str, Any], Topology]:
    """Read what `format_rules` wrote: fields of a puzzle, and the topology of its grid.

    >>> fields, topology = parse_rules("bent, hex, turns 2, angles any")
    >>> fields, topology.name
    ({'kind': 'bent', 'turns': 2, 'angles': 'any'}, 'hex')

    Raises:
        PuzzleError: it is something else.
    """
    rest, _, spanning = text.partition(", spanning ")
    kind, *parts = rest.split(", ")
    fields: dict[str, Any] = {"kind": kind} | ({"spanning": spanning} if spanning else {})
    topology, is_known = KING, kind in KINDS
    for part in parts:
        name, _, value = part.partition(" ")
        if name == "turns" and value.isdecimal() and len(value) < 4:
            fields["turns"] = int(value)
        elif name == "angles" and value in get_args(Angles):
            fields["angles"] = value
        elif part in TOPOLOGY_NAMES:
            topology = Topology(part)
        else:
            is_known = False
    if not is_known:
        raise PuzzleError(
            f"the kind of the puzzle is {shorten(text)}, expected one such as 'cover' or "
            "'bent, turns 1, angles right'"
        )
    return fields, topology
