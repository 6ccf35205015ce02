"""The JSON forms of a saved match and of the setup of a contest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from .._util.codec import OMIT, ROW, Document, Form, Head, Range
from .._util.limits import MAX_PLAYERS
from .._util.rng import check_seed
from .._util.schema import MAX_INTEGER, choice
from ..errors import GameError
from ..game.game import Game
from ..game.rules import Rules
from ..grid import Grid
from ..lexicon import Lexicon
from .log import Stage
from .match import Match, seats_of
from .opponents import Opponent, TimedWord
from .setup import MatchSetup, Rival

#: The stages of a match in turns.
_STAGE = Form(lambda value: Stage(choice("ready", "playing", "over")(value)), str)
_Points = Annotated[int, Range(-MAX_INTEGER)]


@dataclass(frozen=True, slots=True)
class SavedMatch(Document):
    """A match that is played in turns."""

    _head: ClassVar = Head("the damaged match", GameError, "lexigrid/match", noun="match")
    id: str
    started: str
    game: Any
    opponents: tuple[Annotated[Opponent, ROW], ...]
    findings: tuple[tuple[Annotated[TimedWord, ROW], ...], ...]
    elapsed: Annotated[tuple[int, ...], Range(1)]
    turn: int
    stage: Annotated[Stage, _STAGE]
    dice: str
    seed: str
    share: str
    carried: tuple[_Points, ...] = ()
    rival: Annotated[Rival, ROW] | None = None
    grid: Annotated[Grid | None, OMIT] = None
    """The board as it was rolled; None if that is the board of the game."""

    @classmethod
    def of(cls, match: Match) -> SavedMatch:
        """Return the form of a match."""
        setup = match.setup
        return cls(
            match.id, match.started, match.game.to_dict(), setup.opponents, match.planned,
            match.clocks, match.turn, match.stage,
            setup.dice, setup.seed, setup.share, setup.carried, match.rival,
            None if setup.grid == match.game.grid else setup.grid,
        )  # fmt: skip

    def restore(self, lexicon: Lexicon) -> Match:
        """Make the match.

        Raises:
            GameError: it was played with another lexicon, or the values are inconsistent.
        """
        game, people = Game.from_dict(self.game, lexicon), len(self.elapsed)
        if not (
            self.turn < people
            and len(self.findings) == len(self.opponents)
            and len(game.players) == people + len(self.opponents)
            and len(self.carried) in (0, len(game.players))
        ):
            raise GameError(
                "the match is damaged: its players, clocks and turn do not fit together"
            )
        setup = MatchSetup(
            grid=self.grid or game.grid, lexicon=lexicon, rules=game.rules, seed=self.seed,
            dice=self.dice,
            opponents=self.opponents, people=game.players[:people], share=self.share,
            carried=self.carried,
        )  # fmt: skip
        return Match(
            setup, game, seats_of(setup, game), self.findings, self.elapsed, self.stage,
            self.turn, self.rival, self.id, self.started,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class SavedContest(Document):
    """The setup of a contest, with the secrets of the game; its log is stored entry by entry."""

    _head: ClassVar = Head("the damaged contest", GameError, "lexigrid/contest", noun="contest")
    grid: Grid
    rules: Rules
    lexicon: str
    fingerprint: str
    seed: str
    dice: str
    opponents: Annotated[tuple[Annotated[int, Range(1, 10)], ...], Range(0, MAX_PLAYERS)]
    seats: Annotated[int, Range(1, MAX_PLAYERS)]
    visible: bool

    @classmethod
    def of(cls, setup: MatchSetup) -> SavedContest:
        """Return the form of a setup."""
        levels = tuple(each.level for each in setup.opponents)
        return cls(
            setup.grid, setup.rules, setup.lexicon_name, setup.lexicon.fingerprint, setup.seed,
            setup.dice, levels, setup.seats, setup.visible,
        )  # fmt: skip

    def restore(self, lexicons: Mapping[str, Lexicon]) -> MatchSetup:
        """Make the setup.

        Raises:
            GameError: the lexicon is unknown.
        """
        lexicon = lexicons.get(self.lexicon)
        if lexicon is None or lexicon.fingerprint != self.fingerprint:
            raise GameError(f"the lexicon {self.lexicon!r} of the contest is not available")
        return MatchSetup(
            grid=self.grid, lexicon=lexicon, rules=self.rules, seed=check_seed(self.seed),
            dice=self.dice, opponents=tuple(map(Opponent, self.opponents)), is_shared=True,
            lexicon_name=self.lexicon, seats=self.seats, visible=self.visible,
        )  # fmt: skip
