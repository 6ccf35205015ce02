"""The setup of a match: a board, its words and rules, people and opponents.

With the same setup, opponents play the same words. A share code holds a setup and, after the match,
a score to beat.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..boards import BoardSetup, BoardSpec, find_board, open_share, roll, share_board
from ..errors import GameError
from ..game import DERIVED, Challenge, Dice, Game, ShareCode, derive_dice
from ..geometry import Topology
from ..grid import Grid
from ..lexicon import Lexicon
from .match import SENDER, YOU, Match, Rival
from .opponents import Opponent, with_distinct_names

_NEXT = re.compile(r"(.*)\.([0-9]{1,9})", re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchSetup:
    """Everything that is decided before a match begins."""

    grid: Grid
    board: BoardSetup
    people: tuple[str, ...] = (YOU,)
    opponents: tuple[Opponent, ...] = ()
    avoid: tuple[str, ...] | None = None
    """Words that no opponent plays; None: `rude_words`."""
    carried: tuple[int, ...] = ()
    """Each player's points on the earlier boards of a series."""
    challenge: Challenge | None = None
    """The score to beat."""

    @property
    def share(self) -> str:
        """The share code; "" if the board does not have the default topology."""
        if self.grid.topology != Topology():
            return ""
        levels = tuple(each.level for each in self.opponents)
        return replace(share_board(self.grid, self.board), opponents=levels).format()


def begin_match(setup: MatchSetup, *, id: str, started: str) -> Match:
    """Begin a match; the history stores its `id` and `started` (UTC, ISO format).

    Raises:
        GameError: there are no players, two have the same name, or the board has too many words.
    """
    if not setup.people:
        raise GameError("there are no players, expected at least one person")
    board = setup.board
    opponents = with_distinct_names(setup.opponents)
    names = (*setup.people, *(each.name for each in opponents))
    game = Game.start(setup.grid, board.lexicon, rules=board.rules, players=names)
    return Match(
        id,
        started,
        game,
        opponents,
        tuple(
            each.find_words(game.solution, seed=board.seed, number=number, avoid=setup.avoid)
            for number, each in enumerate(opponents)
        ),
        (0,) * len(setup.people),
        dice=board.dice.name if board.dice else "",
        seed=board.seed,
        share=setup.share,
        carried=setup.carried,
        rival=None if setup.challenge is None else _rival(setup.challenge, game),
    )


def setup_of_share(share: ShareCode, lexicon: Lexicon, people: Sequence[str]) -> MatchSetup:
    """Return the setup of a share code, with the score to beat if the lexicon is the same.

    Raises:
        GameError: as `open_share`, or an unknown level.
    """
    grid, board = open_share(share, lexicon)
    return MatchSetup(
        grid=grid,
        board=board,
        people=tuple(people),
        opponents=tuple(map(Opponent, share.opponents or ())),
        challenge=share.challenge if share.lexicon == lexicon.fingerprint else None,
    )


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
    game = match.game
    lexicon, size = game.lexicon, (game.grid.rows, game.grid.columns)
    if dice is None and match.dice == DERIVED:
        dice = derive_dice(lexicon, size)
    elif dice is None and match.dice in Dice.names():
        dice = Dice.named(match.dice)
    seed = next_seed(match.seed)
    if dice is None:
        grid = game.grid
    elif spec is None or spec.is_open:
        grid = roll(dice, seed=seed)
    else:
        grid = find_board(spec, seed=seed, dice=dice, words=lexicon, rules=game.rules).grid
    return MatchSetup(
        grid=grid,
        board=BoardSetup(lexicon=lexicon, rules=game.rules, seed=seed, dice=dice),
        people=match.people,
        opponents=match.opponents,
        avoid=avoid,
        carried=() if match.is_series_over else match.totals,
    )


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
    if not match.share:
        return ""
    scores = match.game.scores()[: len(match.people)]
    best = max(range(len(scores)), key=lambda person: scores[person].points)
    numbers = {word: number for number, word in enumerate(_sorted_words(match.game))}
    words = (*scores[best].words, *scores[best].cancelled)
    name = "" if match.people[best] == YOU else match.people[best]
    challenge = Challenge(
        name, scores[best].points, tuple(sorted(numbers[each.word] for each in words))
    )
    return replace(ShareCode.parse(match.share), challenge=challenge).format()


def _sorted_words(game: Game) -> list[str]:
    """Return the words of a board in an order that does not depend on its rotation."""
    return sorted(found.word for found in game.solution.words)


def _rival(challenge: Challenge, game: Game) -> Rival:
    """Return the rival of a challenge, with its words as text.

    Raises:
        GameError: the board has fewer words.
    """
    words = _sorted_words(game)
    if challenge.words and challenge.words[-1] >= len(words):
        raise GameError("the score to beat has words that are not on the board; copy it again")
    name = challenge.name or SENDER
    return Rival(name, challenge.points, tuple(words[number] for number in challenge.words))
