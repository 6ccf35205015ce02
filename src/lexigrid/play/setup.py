"""The setup of a match: a board, its words and rules, people and opponents.

With the same setup, opponents play the same words. A share code holds a setup and, after the match,
a score to beat.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Annotated, Any, Self

from .._util.codec import Range
from .._util.limits import MAX_PLAYERS
from .._util.schema import MAX_INTEGER
from ..boards.dice_roll import roll
from ..boards.find import find_board
from ..boards.share import open_share, share_board
from ..boards.spec import BoardSetup, BoardSpec
from ..errors import GameError
from ..game.derived_dice import DERIVED, derive_dice
from ..game.dice import Dice
from ..game.game import Game
from ..game.rules import Rules
from ..game.share_code import Challenge, ShareCode
from ..geometry import Topology
from ..grid import Grid
from ..lexicon import Lexicon
from .opponents import Opponent

if TYPE_CHECKING:
    from .match import Match

#: The name of a sole person, which a share code leaves out, and of the sender of such a code.
YOU, SENDER = "you", "the sender"
_NEXT = re.compile(r"(.*)\.([0-9]{1,9})", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Rival:
    """Somebody who played the same game before: the name, the points to beat, and the words."""

    name: str
    points: Annotated[int, Range(-MAX_INTEGER)]
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchSetup:
    """Everything that is decided before a match begins; a saved match lacks what is not compared.

    In a contest (`is_shared`) people join later, and one clock is for all.
    """

    grid: Grid = field(compare=False)
    """The board at the beginning; that of the match may be rotated."""
    lexicon: Lexicon
    rules: Rules
    seed: str
    dice: str = ""
    """The name of the dice; empty if they have none."""
    opponents: tuple[Opponent, ...] = ()
    avoid: tuple[str, ...] | None = field(default=None, compare=False)
    """Words that no opponent plays; None: `rude_words`."""
    is_shared: bool = False
    people: tuple[str, ...] = ()
    share: str = ""
    """The share code; empty if the board has none."""
    carried: tuple[int, ...] = ()
    """Each player's points on the earlier boards of a series."""
    challenge: Challenge | None = field(default=None, compare=False)
    """The score to beat."""
    lexicon_name: str = "default"
    """The name of the lexicon of a contest on its server."""
    seats: int = MAX_PLAYERS
    """The number of seats of a contest, including those of opponents."""
    visible: bool = True
    """Do the players of a contest see each other's points?"""

    @classmethod
    def of(
        cls,
        grid: Grid,
        board: BoardSetup,
        *,
        people: tuple[str, ...] = (YOU,),
        opponents: Sequence[Opponent] = (),
        **others: Any,
    ) -> Self:
        """Return the setup of a match in turns on a board; `others` are further fields."""
        share = ""
        if grid.topology == Topology():
            levels = tuple(each.level for each in opponents)
            share = replace(share_board(grid, board), opponents=levels).format()
        return cls(
            grid=grid,
            lexicon=board.lexicon,
            rules=board.rules,
            seed=board.seed,
            dice=board.dice.name if board.dice else "",
            people=people,
            opponents=tuple(opponents),
            share=share,
            **others,
        )

    def find_dice(self) -> Dice | None:
        """Return the dice of the board; None if they are unknown."""
        if self.dice == DERIVED:
            return derive_dice(self.lexicon, (self.grid.rows, self.grid.columns))
        return Dice.named(self.dice) if self.dice in Dice.names() else None

    def find_rival(self, game: Game) -> Rival | None:
        """Return the rival of the challenge, with its words as text.

        Raises:
            GameError: the board has fewer words.
        """
        if self.challenge is None:
            return None
        words = _sorted_words(game)
        if self.challenge.words and self.challenge.words[-1] >= len(words):
            raise GameError("the score to beat has words that are not on the board; copy it again")
        own = tuple(words[number] for number in self.challenge.words)
        return Rival(self.challenge.name or SENDER, self.challenge.points, own)


def setup_of_share(
    share: ShareCode, lexicon: Lexicon, opponents: Sequence[Opponent] = (), **others: Any
) -> MatchSetup:
    """Return the setup of a share code, with the score to beat if the lexicon is the same.

    `opponents` play if the code has none of its own; `others` are further fields of the setup.

    Raises:
        GameError: as `open_share`, or an unknown level.
    """
    grid, board = open_share(share, lexicon)
    if share.opponents is not None:
        opponents = tuple(map(Opponent, share.opponents))
    challenge = share.challenge if share.lexicon == lexicon.fingerprint else None
    return MatchSetup.of(grid, board, opponents=opponents, challenge=challenge, **others)


def next_setup(
    match: Match,
    *,
    dice: Dice | None = None,
    spec: BoardSpec | None = None,
    avoid: tuple[str, ...] | None = None,
) -> MatchSetup:
    """Return the setup of the next match: the next seed, with the same rules and players.

    The board is rolled with the dice of the match, or with `dice`, and meets `spec`. A match
    without dice reuses its board. In a series, points are carried over.
    """
    before, grid = match.setup, match.game.grid
    dice = before.find_dice() if dice is None else dice
    seed = next_seed(before.seed)
    board = BoardSetup(lexicon=before.lexicon, rules=before.rules, seed=seed, dice=dice)
    if dice is not None and spec is not None and not spec.is_open:
        words, rules = before.lexicon, before.rules
        grid = find_board(spec, seed=seed, dice=dice, words=words, rules=rules).grid
    elif dice is not None:
        grid = roll(dice, seed=seed)
    return MatchSetup.of(
        grid,
        board,
        people=before.people,
        opponents=before.opponents,
        avoid=avoid,
        carried=() if match.is_series_over else match.totals,
    )


def rematch_setup(setup: MatchSetup, seed: str) -> MatchSetup:
    """Return the setup of a contest after another one: a new board of the same dice.

    Raises:
        GameError: the board has no dice.
    """
    dice = setup.find_dice()
    if dice is None:
        raise GameError("the board of this game has no dice, so there is no other; open a new game")
    return replace(setup, grid=roll(dice, seed=seed), seed=seed)


def next_seed(seed: str) -> str:
    """Return the seed of the next match.

    >>> next_seed("7"), next_seed("tuesday"), next_seed("tuesday.2")
    ('8', 'tuesday.2', 'tuesday.3')
    """
    if seed.isascii() and seed.isdigit():
        return str(int(seed) + 1)
    found = _NEXT.fullmatch(seed)
    return f"{found[1]}.{int(found[2]) + 1}" if found else f"{seed}.2"


def share_result(match: Match) -> str:
    """Return the share code of a match with its best person's score as the score to beat.

    Return "" if the match has no share code.
    """
    if not match.setup.share:
        return ""
    people = match.setup.people
    scores = match.game.scores()[: len(people)]
    best = max(range(len(scores)), key=lambda person: scores[person].points)
    numbers = {word: number for number, word in enumerate(_sorted_words(match.game))}
    words = sorted(numbers[each.word] for each in (*scores[best].words, *scores[best].cancelled))
    name = "" if people[best] == YOU else people[best]
    challenge = Challenge(name, scores[best].points, tuple(words))
    return replace(ShareCode.parse(match.setup.share), challenge=challenge).format()


def _sorted_words(game: Game) -> list[str]:
    """Return the words of a board in an order that does not depend on its rotation."""
    return sorted(found.word for found in game.solution.words)
