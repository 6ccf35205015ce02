"""Share codes of boards: a code gives the board that it was made from, or an error."""

from __future__ import annotations

from ..errors import GameError, InputError, LexigridError
from ..game import DERIVED, Dice, ShareCode, board_checksum, derive_dice
from ..grid import Grid
from ..lexicon import Lexicon
from .dice_roll import roll
from .spec import BoardSetup


def share_board(grid: Grid, setup: BoardSetup) -> ShareCode:
    """Make the share code of a board: dice and seed if they give the board, else the board itself.

    >>> setup = BoardSetup.of(seed="7", dice=Dice.named("en-new-4x4"))
    >>> share = share_board(roll("en-new-4x4", seed="7"), setup)
    >>> share.dice, open_share(share, Lexicon.default())[1] == setup
    (2, True)
    """
    dice, rules, seed = setup.dice, setup.rules, setup.seed
    lexicon, check = setup.lexicon.fingerprint, board_checksum(grid)
    if dice is not None and roll(dice, seed=seed) == grid:
        if dice.number:
            return ShareCode(rules, lexicon, seed, dice=dice.number, check=check)
        if dice.name == DERIVED:
            return ShareCode(rules, lexicon, seed, dice=0, size=dice.size, check=check)
    return ShareCode(rules, lexicon, seed, board=grid.format(one_line=True), check=check)


def open_share(share: ShareCode, lexicon: Lexicon) -> tuple[Grid, BoardSetup]:
    """Return the board of a share code and its setup with this lexicon.

    Raises:
        GameError: the dice are derived from another lexicon, or differ in this release.
    """
    if share.dice == 0 and share.lexicon != lexicon.fingerprint:
        raise GameError(
            f"the board has dice derived from the lexicon {share.lexicon}, this one is "
            f"{lexicon.fingerprint}; give the lexicon that the code was made with"
        )
    dice: Dice | None = None
    try:
        if share.dice is not None:
            dice = Dice.numbered(share.dice) if share.dice else derive_dice(lexicon, share.size)
            grid = roll(dice, seed=share.seed)
        elif share.board:
            grid = Grid.parse(share.board)
        else:
            raise InputError("it has no board")
    except LexigridError as error:
        raise GameError(f"the share code gives no board: {error}") from error
    if board_checksum(grid) != share.check:
        raise GameError("the share code gives another board in this release")
    setup = BoardSetup(lexicon=lexicon, rules=share.rules, seed=share.seed, dice=dice)
    return grid, setup
