"""Rolls of dice: each die on one cell, one face up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .._util.rng import SEEDS, Seed, SeededRng, numbers_of_states
from ..errors import InputError
from ..game.derived_dice import DERIVED
from ..game.dice import BLANK, Dice
from ..grid import Grid
from ..grid.tile import escaped

#: What the streams of rolls are for.
PURPOSE = "roll"
#: Boards that are rolled together.
_AT_ONCE = 1000
#: Fewer boards are rolled and counted one by one, as NumPy takes longer to load.
FEW = 100


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


def roll_all(dice: Dice, seeds: Sequence[Seed]) -> Iterator[Grid]:
    """Roll dice once for each seed, the same boards as `roll`, in less time.

    >>> dice = Dice.named("en-new-4x4")
    >>> [*roll_all(dice, [7, 8])] == [roll(dice, seed=7), roll(dice, seed=8)]
    True

    Raises:
        InputError: a seed is invalid.
    """
    if len(seeds) < FEW:
        yield from (roll(dice, seed=seed) for seed in seeds)
        return
    tokens = [[*map(_token, die)] for die in dice.faces]
    for first in range(0, len(seeds), _AT_ONCE):
        yield from _roll_together(dice, tokens, seeds[first : first + _AT_ONCE])


def _roll_together(
    dice: Dice, tokens: Sequence[Sequence[str | None]], seeds: Sequence[Seed]
) -> Iterator[Grid]:
    import numpy as np

    count = len(dice)
    numbers = numbers_of_states([SeededRng(seed, PURPOSE).state for seed in seeds], 2 * count - 1)
    order = np.tile(np.arange(count), (len(seeds), 1))
    boards = np.arange(len(seeds))
    for draw, last in enumerate(range(count - 1, 0, -1)):
        other = (numbers[:, draw] % np.uint64(last + 1)).astype(np.intp)
        order[boards, other], order[:, last] = order[:, last].copy(), order[boards, other].copy()
    sides = np.array([*map(len, dice.faces)], np.uint64)[order]
    shown = (numbers[:, count - 1 :] % sides).tolist()
    # Numbers so near 2^64 that `SeededRng.below` may reject them are left to it.
    is_rare = numbers >= np.uint64(SEEDS - max(count, *map(len, dice.faces)))
    rare = {*np.flatnonzero(is_rare.any(axis=1)).tolist()}
    for number, (dies, sides_up) in enumerate(zip(order.tolist(), shown, strict=True)):
        if number in rare:
            yield roll(dice, seed=seeds[number])
        else:
            faces = [tokens[at][side] for at, side in zip(dies, sides_up, strict=True)]
            yield Grid.from_rows([faces], size=dice.size)


def grid_of_faces(faces: Sequence[str], size: tuple[int, int]) -> Grid:
    """Return the board that shows these faces in reading order."""
    return Grid.from_rows([[*map(_token, faces)]], size=size)


def _token(face: str) -> str | None:
    return None if face == BLANK else escaped(face)
