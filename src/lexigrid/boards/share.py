"""Share codes of boards: a code gives the board it was made from, or an error."""

from __future__ import annotations

from collections.abc import Sequence

from .._util.rng import Seed, check_seed
from .._util.validation import check_type
from ..errors import GameError, InputError, LexigridError
from ..game.derived_dice import DERIVED, check_dice, derive_dice, find_dice
from ..game.dice import Dice
from ..game.game import Game
from ..game.share_code import ShareCode, board_checksum
from ..geometry import Topology
from ..grid import Grid
from ..lexicon import Lexicon, WordsLike
from ..search.encode import as_lexicon
from .dice_roll import roll
from .spec import BoardSetup


def share_game(game: Game, *, dice: Dice | str | None = None, seed: Seed = 0) -> str:
    """Return the share code of a game: its board and rules in one line, without players and moves.

    To keep those, use `game.to_json()`. The code of a rolled board is short if its dice and seed
    are given. `open_game` and `lexigrid play --share` start the same game.

    >>> game = Game.start(roll("en-new-4x4", seed=7))
    >>> share_game(game, dice="en-new-4x4", seed=7)
    '0400E-0XM04-00000-20WBC-47B7W-YKMAK-7N0KB-7A'

    Raises:
        GameError: the board has another topology than "king", which a code cannot express.
        InputError: the dice are unknown, or the seed is invalid.
    """
    check_type(game, "the game", Game, "a Game")
    if game.grid.topology != Topology():
        raise GameError(
            "the cells of the board do not touch as usual, which a share code cannot express; "
            "send game.to_json() instead"
        )
    setup = BoardSetup(
        lexicon=game.lexicon,
        rules=game.rules,
        seed=check_seed(seed),
        dice=None if dice is None else find_dice(dice, game.lexicon),
    )
    return share_board(game.grid, setup).format()


def open_game(
    code: str, words: WordsLike | None = None, *, players: Sequence[str] = ("you",)
) -> Game:
    """Start the game of a share code, with the lexicon that it was made with.

    A code has no names of players; give them again.

    >>> open_game("0400E-0XM04-00000-20WBC-47B7W-YKMAK-7N0KB-7A").grid.format(one_line=True)
    'VEWF/NODR/IHOI/SAOE'

    Raises:
        GameError: the code is mistyped, comes from a later release, or was made with another
            lexicon; or the players are invalid, as for `Game.start`.
    """
    share = ShareCode.parse(check_type(code, "the share code", str, "text"))
    lexicon = as_lexicon(words)
    if mismatch := share.lexicon_mismatch(lexicon.fingerprint):
        raise GameError(f"{mismatch}; give the lexicon that the code was made with")
    grid, setup = open_share(share, lexicon)
    return Game.start(grid, lexicon, rules=setup.rules, players=players)


def share_board(grid: Grid, setup: BoardSetup) -> ShareCode:
    """Make the share code of a board, with dice and seed if they give it, else with the board.

    >>> setup = BoardSetup.of(seed="7", dice=Dice.named("en-new-4x4"))
    >>> share = share_board(roll("en-new-4x4", seed="7"), setup)
    >>> share.dice, open_share(share, Lexicon.default())[1] == setup
    (2, True)
    """
    dice, rules, seed = setup.dice, setup.rules, setup.seed
    lexicon, check = setup.lexicon.fingerprint, board_checksum(grid)
    board = grid.format(one_line=True)
    if dice is not None and roll(dice, seed=seed).format(one_line=True) == board:
        if dice.number:
            return ShareCode(rules, lexicon, seed, dice=dice.number, check=check)
        if dice.name == DERIVED:
            return ShareCode(rules, lexicon, seed, dice=0, size=dice.size, check=check)
    return ShareCode(rules, lexicon, seed, board=board, check=check)


def open_share(share: ShareCode, lexicon: Lexicon) -> tuple[Grid, BoardSetup]:
    """Return the board of a share code and its setup with this lexicon.

    Raises:
        GameError: the dice are derived from another lexicon, are of another language than the
            words, or differ in this release.
    """
    if share.dice == 0 and share.lexicon != lexicon.fingerprint:
        raise GameError(
            f"the dice of the board are derived from the lexicon {share.lexicon}, this one is "
            f"{lexicon.fingerprint}; give the lexicon that the code was made with"
        )
    dice: Dice | None = None
    try:
        if share.dice is not None:
            dice = Dice.numbered(share.dice) if share.dice else derive_dice(lexicon, share.size)
            check_dice(dice, lexicon)
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
