"""Boards from share codes, and share codes for boards.

Knows share codes, dice and rolls; known by matches and the command line.
Rule: a code gives the board that it was made of, or an error.
"""

from __future__ import annotations

from .._util.rng import check_seed
from ..errors import GameError, InputError, LexigridError
from ..game import Dice, Rules, derive_dice
from ..game.dice import DERIVED
from ..game.share_code import Share, check_board
from ..grid import Grid
from ..lexicon import Lexicon
from .dice_roll import roll


def share_board(
    grid: Grid, *, rules: Rules, lexicon: Lexicon, seed: str, dice: Dice | None = None
) -> Share:
    """Make a share code for a board: as dice and seed where they give it, else as it lies.

    >>> grid = roll("en-new-4x4", seed="7")
    >>> dice = Dice.named("en-new-4x4")
    >>> share = share_board(grid, rules=Rules(), lexicon=Lexicon.default(), seed="7", dice=dice)
    >>> share.dice, open_share(share, Lexicon.default()) == grid
    (2, True)
    """
    common = {"rules": rules, "lexicon": lexicon.fingerprint, "seed": check_seed(seed)}
    check = check_board(grid)
    if dice is not None and roll(dice, seed=seed) == grid:
        if dice.number:
            return Share(**common, dice=dice.number, check=check)  # type: ignore[arg-type]
        if dice.name == DERIVED:
            return Share(**common, dice=0, size=dice.size, check=check)  # type: ignore[arg-type]
    board = grid.format(one_line=True)
    return Share(**common, board=board, check=check)  # type: ignore[arg-type]


def open_share(share: Share, lexicon: Lexicon) -> Grid:
    """Give the board of a share code.

    Raises:
        GameError: derived dice and another lexicon; dice that this release has otherwise.
    """
    if share.dice == 0 and share.lexicon != lexicon.fingerprint:
        raise GameError(
            f"the board is of dice derived from the lexicon {share.lexicon}, this one is "
            f"{lexicon.fingerprint}; name the lexicon that the code was made with"
        )
    try:
        grid = _board(share, lexicon)
    except LexigridError as error:
        raise GameError(f"the share code gives no board: {error}") from error
    if check_board(grid) != share.check:
        raise GameError("the share code gives another board here than where it was made")
    return grid


def dice_of(share: Share, lexicon: Lexicon) -> Dice | None:
    """Give the dice of a share code; None where it holds the board itself."""
    if share.dice is None:
        return None
    return Dice.numbered(share.dice) if share.dice else derive_dice(lexicon, share.size)


def _board(share: Share, lexicon: Lexicon) -> Grid:
    dice = dice_of(share, lexicon)
    if dice is not None:
        return roll(dice, seed=share.seed)
    if not share.board:
        raise InputError("it holds no board")
    return Grid.parse(share.board)
