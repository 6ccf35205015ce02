"""Rolls of dice: each die on one cell, one face up."""

from __future__ import annotations

from collections.abc import Sequence

from .._util.rng import Seed, SeededRng
from ..errors import InputError
from ..game.derived_dice import DERIVED
from ..game.dice import BLANK, Dice
from ..grid import Grid
from ..grid.tile import escaped

#: What the streams of rolls are for.
PURPOSE = "roll"


def roll(dice: Dice | str = "en-new-4x4", *, seed: Seed) -> Grid:
    """Roll dice onto a board: each die on a random cell, a random face up.

    The dice are shuffled first, then each shows a face, in reading order of the cells. A solid
    face (`#`) is a hole. The same seed gives the same board.

    >>> roll("en-new-4x4", seed=7)
    Grid.parse('VEWF/NODR/IHOI/SAOE')

    Raises:
        InputError: the dice are unknown, or the seed is invalid.
    """
    if not isinstance(dice, Dice):
        if isinstance(dice, str) and dice == DERIVED:
            raise InputError("derived dice need words; roll derive_dice(lexicon)")
        dice = Dice.named(dice)
    rng = SeededRng(seed, PURPOSE)
    shuffled = rng.shuffled(dice.faces)
    return grid_of_faces([rng.pick(die) for die in shuffled], dice.size)


def grid_of_faces(faces: Sequence[str], size: tuple[int, int]) -> Grid:
    """Return the board that shows these faces in reading order."""
    tokens = [None if face == BLANK else escaped(face) for face in faces]
    return Grid.from_rows([tokens], size=size)
