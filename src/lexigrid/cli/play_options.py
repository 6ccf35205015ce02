"""The options of `lexigrid play` that set up a game: players, rules and board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import click

from .._util.options import Whole
from .._util.validation import check_exclusive
from ..game import (
    MAX_HINTS,
    MAX_PENALTY,
    MAX_SECONDS,
    MAX_TARGET,
    MAX_TRIES,
    MODES,
    Mode,
)
from ..play import AIMS, LEVELS, Opponent
from ..play.history import History, measure_progress
from .help import option
from .inputs import recover_text
from .options import add_options, gather_options, number_option, value_parser

OWN = "own"
#: The opponent's level in a first game, and the number of games before `own` adapts to the player.
_FIRST_LEVEL = 3
_MIN_GAMES = 3


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """The board, the players, and the rules that differ from the usual ones."""

    grid: str | None
    qu: bool
    share: str | None
    daily: bool
    resume: bool
    players: str | None
    levels: tuple[str, ...]
    alone: bool
    mode: Mode | None
    seconds: int | None
    no_limit: bool
    gain: int | None
    tries: int | None
    target: int | None
    cancel: bool | None
    penalty: int | None
    hints: int | None
    turning: bool | None

    @property
    def people(self) -> tuple[str, ...]:
        """The names of the human players."""
        if self.players is None:
            return ("you",)
        names = recover_text(self.players, "--players").split(",")
        return tuple(name.strip() for name in names)

    @property
    def rules(self) -> dict[str, Any]:
        """The rules given as options."""
        check_exclusive({"--seconds": self.seconds, "--no-limit": self.no_limit})
        names = ("mode", "seconds", "gain", "tries", "target", "cancel", "penalty", "hints")
        values = {name: getattr(self, name) for name in (*names, "turning")}
        given = {name: value for name, value in values.items() if value is not None}
        return given | ({"seconds": None} if self.no_limit else {})

    def opponents(self, history: History | None) -> tuple[Opponent, ...]:
        """Return the given opponents; a single person gets one of equal strength by default."""
        check_exclusive({"--alone": self.alone, "--level": self.levels})
        if self.alone:
            return ()
        if not self.levels and len(self.people) > 1:
            return ()
        own = _own_level(history, self.people[0])
        levels = self.levels or (OWN,)
        return tuple(Opponent(own if level == OWN else int(level)) for level in levels)


def parse_level(text: str) -> str:
    """Read a level: 1 to 10, or `own`.

    >>> parse_level("7"), parse_level("own")
    ('7', 'own')

    Raises:
        InputError: there is no such level.
    """
    return text if text == OWN else str(Whole(1, LEVELS[-1]).parse(text))


def _levels(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> Any:
    read = value_parser(parse_level)
    return tuple(read(ctx, param, each) for each in value)


play_options = gather_options(
    "chosen",
    PlayOptions,
    [
        click.argument("grid", metavar="[GRID]", required=False),
        add_options(
            [
                option(
                    "--players",
                    metavar="A,B",
                    help="The people, who play one after another.",
                ),
                option(
                    "--level",
                    "levels",
                    metavar="1-10|own",
                    multiple=True,
                    callback=_levels,
                    help="Strength of an opponent; repeatable. own: equal to yours.",
                ),
                option("--alone", is_flag=True, help="No opponent."),
            ],
            "Players",
        ),
        add_options(
            [
                option(
                    "--mode",
                    type=click.Choice(MODES),
                    help="What decides the game; default: clock.",
                ),
                number_option("--seconds", "Seconds per person: 180, or 240 on 6x6.", MAX_SECONDS),
                option("--no-limit", is_flag=True, help="No time limit."),
                number_option("--gain", "Seconds added by each word: 8 in stamina.", MAX_SECONDS),
                number_option(
                    "--tries", "Words that a person may enter: 30 in allotment.", MAX_TRIES
                ),
                number_option("--target", "Points that end a series: 100 in marathon.", MAX_TARGET),
                option(
                    "--cancel/--keep",
                    default=None,
                    help="Words found by several players count for nobody (default) or for all.",
                ),
                number_option("--penalty", "Points lost for a wrong word.", MAX_PENALTY),
                number_option("--hints", "Hints per person.", MAX_HINTS),
                option("--turning/--no-turning", default=None, help="May the board be rotated?"),
            ],
            "Rules",
        ),
        add_options(
            [
                option("--qu", is_flag=True, help="Every tile Q of GRID spells QU."),
                option("--share", metavar="CODE", help="Play the game of a share code."),
                option(
                    "--daily",
                    is_flag=True,
                    help="The board of the day, the same for everyone.",
                ),
            ],
            "Board",
        ),
        add_options(
            [
                option("--resume", is_flag=True, help="Resume the last unfinished game."),
            ],
            "Games",
        ),
    ],
)


def _own_level(history: History | None, name: str) -> int:
    """Return the level whose share of the points is closest to the person's in recent games."""
    games = [] if history is None else history.games()
    for each in measure_progress(games):
        if each.player == name and each.games >= _MIN_GAMES:
            return min(LEVELS, key=lambda level: abs(AIMS[level - 1] - each.lately * 1000))
    return _FIRST_LEVEL
