"""Dice thrown onto a board.

Knows dice, chance and grids; known by orders, matches and the command line.
Rule: each die lies on one cell with one face up; the same seed gives the same board.
"""

from __future__ import annotations

from .._util.rng import Seed, SeededRng
from ..game import BLANK, Dice
from ..grid import Grid
from ..grid.tile import escaped

_PURPOSE = "roll"


def roll(dice: Dice | str = "en-new-4x4", *, seed: Seed) -> Grid:
    """Roll dice onto a board: every die to a random cell, a random face up.

    The dice are shuffled first, then each shows a face, in reading order of the cells. A solid
    face (`#`) is a hole.

    >>> roll("en-new-4x4", seed=7)
    Grid.parse('VEWF/NODR/IHOI/SAOE')

    Raises:
        InputError: no set of dice of that name, or a seed that is none.
    """
    chosen = Dice.named(dice) if isinstance(dice, str) else dice
    rng = SeededRng(seed, _PURPOSE)
    order = rng.shuffled(chosen.faces)
    return lay_faces([rng.pick(die) for die in order], chosen.size)


def lay_faces(faces: list[str], size: tuple[int, int]) -> Grid:
    """Lay faces onto a board in reading order."""
    tokens = [None if face == BLANK else escaped(face) for face in faces]
    columns = size[1]
    return Grid.from_rows([tokens[at : at + columns] for at in range(0, len(tokens), columns)])
