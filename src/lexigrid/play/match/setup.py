"""The setting of a match: board, rules, people, opponents.

Knows boards by chance, share codes and games; known by the terminal game and the command line.
Rule: the same setting and seed give the same board and the same play of the opponents.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..._util.rng import check_seed
from ...boards import Seed
from ...boards.shared import share_board
from ...errors import GameError
from ...game import Dice, Game, Rules
from ...geometry import Topology
from ...grid import Grid
from ...lexicon import Lexicon
from ..opponents import Opponent
from .match import Match


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """Everything that is settled before a match begins.

    `dice` are those that the board was rolled with, if it was rolled.
    """

    grid: Grid
    lexicon: Lexicon
    rules: Rules
    seed: Seed
    people: tuple[str, ...] = ("you",)
    opponents: tuple[Opponent, ...] = ()
    dice: Dice | None = None


def begin_match(setup: Setup, *, id: str, started: str) -> Match:
    """Begin a match; `id` and `started` (UTC, ISO form) are what the history calls it.

    Raises:
        GameError: two players of one name, no people, a board that is too rich.
    """
    seed = check_seed(setup.seed)
    if not setup.people:
        raise GameError("nobody plays, expected at least one person")
    opponents = _named_apart(setup.opponents)
    names = (*setup.people, *(each.name for each in opponents))
    game = Game.start(setup.grid, setup.lexicon, rules=setup.rules, players=names)
    findings = tuple(
        each.findings(game.solution, seed=seed, number=number)
        for number, each in enumerate(opponents)
    )
    return Match(
        id,
        started,
        game,
        opponents,
        findings,
        (0,) * len(setup.people),
        dice=setup.dice.name if setup.dice else "",
        seed=seed,
        share=_share(setup, seed),
    )


def _named_apart(opponents: tuple[Opponent, ...]) -> tuple[Opponent, ...]:
    """Give opponents of one level names that differ."""
    named: list[Opponent] = []
    for each in opponents:
        taken = sum(other.level == each.level for other in named)
        called = each.called or (f"{each.name} {taken + 1}" if taken else "")
        named.append(Opponent(each.level, called))
    return tuple(named)


def _share(setup: Setup, seed: str) -> str:
    """Give the share code; "" for a board whose cells touch in another way than usual."""
    if setup.grid.topology != Topology():
        return ""
    share = share_board(
        setup.grid, rules=setup.rules, lexicon=setup.lexicon, seed=seed, dice=setup.dice
    )
    return share.format()
