"""The setup of a match: a board, its words and rules, people and opponents.

The same setup gives the same play of the opponents.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..boards import BoardSetup, share_board
from ..errors import GameError
from ..game import Game
from ..geometry import Topology
from ..grid import Grid
from .match import Match
from .opponents import Opponent


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchSetup:
    """Everything that is decided before a match begins."""

    grid: Grid
    board: BoardSetup
    people: tuple[str, ...] = ("you",)
    opponents: tuple[Opponent, ...] = ()
    avoid: tuple[str, ...] | None = None
    """Words that no opponent plays; None: `rude_words`."""

    @property
    def share(self) -> str:
        """The share code; "" if the board has another topology than usual."""
        usual = self.grid.topology == Topology()
        return share_board(self.grid, self.board).format() if usual else ""


def begin_match(setup: MatchSetup, *, id: str, started: str) -> Match:
    """Begin a match; the history stores it under `id` and `started` (UTC, ISO format).

    Raises:
        GameError: nobody plays, two players have the same name, or the board has too many words.
    """
    if not setup.people:
        raise GameError("nobody plays, expected at least one person")
    board = setup.board
    opponents = _with_distinct_names(setup.opponents)
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
    )


def _with_distinct_names(opponents: tuple[Opponent, ...]) -> tuple[Opponent, ...]:
    """Number the names of opponents of the same level."""
    named: list[Opponent] = []
    for each in opponents:
        taken = sum(other.level == each.level for other in named)
        called = each.called or (f"{each.name} {taken + 1}" if taken else "")
        named.append(Opponent(each.level, called))
    return tuple(named)
