"""The options of `lexigrid play` that set up a game: players, rules and board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import click

from .._util.kinds import Whole
from .._util.validation import check_exclusive
from ..boards.daily import DAILY_PUZZLES
from ..game.rules import MODES, Mode
from ..play.history.database import History
from ..play.history.progress import measure_progress
from ..play.opponents import AIMS, LEVELS, Opponent
from .help import Parsed, option
from .inputs import recover_text
from .options import add_options, gather_options

OWN = "own"
#: The opponent's level in a first game, and the number of games before `own` adapts to the player.
_FIRST_LEVEL = 3
_MIN_GAMES = 3


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """The board, the players, and the mode."""

    grid: str | None
    qu: bool
    share: str | None
    daily: str | None
    resume: bool
    players: str | None
    levels: tuple[str, ...]
    alone: bool
    mode: Mode | None
    no_limit: bool

    @property
    def people(self) -> tuple[str, ...]:
        """The names of the human players."""
        if self.players is None:
            return ("you",)
        names = recover_text(self.players, "--players").split(",")
        return tuple(name.strip() for name in names)

    def mode_of(self, rules: Mapping[str, Any]) -> dict[str, Any]:
        """Return the mode and the time limit that options choose; `rules` are those given."""
        check_exclusive({"--seconds": rules.get("seconds"), "--no-limit": self.no_limit})
        mode: dict[str, Any] = {} if self.mode is None else {"mode": self.mode}
        return mode | ({"seconds": None} if self.no_limit else {})

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


_players = [
    option("--players", metavar="A,B", help="The people, who play one after another."),
    option(
        "--level",
        "levels",
        metavar="1-10|own",
        multiple=True,
        type=Parsed(parse_level),
        help="Strength of an opponent; repeatable. own: equal to yours.",
    ),
    option("--alone", is_flag=True, help="No opponent."),
]
_mode = [
    option("--mode", type=click.Choice(MODES), help="What decides the game; default: clock."),
    option("--no-limit", is_flag=True, help="No time limit."),
]
_board = [
    option("--qu", is_flag=True, help="Every tile Q of GRID spells QU."),
    option("--share", metavar="CODE", help="Play the game of a share code."),
    option(
        "--daily",
        type=click.Choice(("board", *DAILY_PUZZLES)),
        is_flag=False,
        flag_value="board",
        help="The board, puzzle or path puzzle of the day, the same for everyone.",
    ),
]
#: Adds GRID and the options for players and mode, which a command gets as `chosen`.
play_options = gather_options(
    "chosen",
    PlayOptions,
    [
        click.argument("grid", metavar="[GRID]", required=False),
        add_options(_players, "Players"),
        add_options(_mode, "Rules"),
        add_options(_board, "Board"),
        option("--resume", is_flag=True, help="Resume the last unfinished game.", group="Games"),
    ],
)


def _own_level(history: History | None, name: str) -> int:
    """Return the level whose share of the points is closest to the person's in recent games."""
    games = [] if history is None else history.games()
    for each in measure_progress(games):
        if each.player == name and each.games >= _MIN_GAMES:
            return min(LEVELS, key=lambda level: abs(AIMS[level - 1] - each.lately * 1000))
    return _FIRST_LEVEL
