"""`lexigrid play`: a game in the terminal, its history, its share codes.

Knows matches, the history and both ways to play; imported when it is called.
Rule: full screen on a terminal that has Textual, else in plain lines; a game left can go on.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from typing import Any

import click

from ..boards import find_board, roll
from ..boards.shared import dice_of, open_share
from ..errors import InputError
from ..game import Dice
from ..game.rules import MAX_HINTS, MAX_PENALTY, MAX_SECONDS
from ..game.share_code import Share
from ..grid import Grid
from ..lexicon import Lexicon
from ..play.history import History, default_path, measure_progress
from ..play.match import Match, Session, Setup, Stage, left_match, new_match
from ..play.opponents import AIMS, LEVELS, Opponent
from .boards import BoardOptions, WordOptions, board_options, word_options
from .inputs import GridOptions, recover_text
from .options import gather_options, number_option, output_options, parse_number, value_parser
from .output import Output
from .status import CUT_SHORT, FOUND, MISSING

OWN = "own"
#: The level of a first game, and games after which `own` looks at how one plays.
_FIRST_LEVEL = 3
_ENOUGH_GAMES = 3


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """Who plays, against whom, and by which rules."""

    players: str | None
    levels: tuple[str, ...]
    alone: bool
    seconds: int | None
    no_limit: bool
    cancel: bool | None
    penalty: int | None
    hints: int | None
    turning: bool | None

    def people(self) -> tuple[str, ...]:
        """Give the names of the people."""
        if self.players is None:
            return ("you",)
        names = recover_text(self.players, "--players").split(",")
        return tuple(name.strip() for name in names)

    def rules(self) -> dict[str, Any]:
        """Give the rules that differ from the usual ones."""
        if self.no_limit and self.seconds is not None:
            raise InputError("--seconds and --no-limit exclude each other, give one of them")
        chosen = {
            "seconds": self.seconds,
            "cancel": self.cancel,
            "penalty": self.penalty,
            "hints": self.hints,
            "turning": self.turning,
        }
        changes = {name: value for name, value in chosen.items() if value is not None}
        return changes | ({"seconds": None} if self.no_limit else {})


def parse_level(text: str) -> str:
    """Read a level: 1 to 10, or `own`.

    >>> parse_level("7"), parse_level("own")
    ('7', 'own')

    Raises:
        InputError: it is nothing of the kind.
    """
    return text if text == OWN else str(parse_number(text, LEVELS[-1]))


def _levels(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> Any:
    read = value_parser(parse_level)
    return tuple(read(ctx, param, each) for each in value)


def _play_options(command: Any) -> Any:
    return gather_options(
        "wishes",
        PlayOptions,
        [
            click.option("--players", metavar="A,B", help="People, one after another."),
            click.option(
                "--level",
                "levels",
                metavar="1-10|own",
                multiple=True,
                callback=_levels,
                help="Strength of an opponent; repeatable. own: as strong as you.",
            ),
            click.option("--alone", is_flag=True, help="No opponent."),
            number_option("--seconds", "Time of each person: 180, 240 on 6x6.", MAX_SECONDS),
            click.option("--no-limit", is_flag=True, help="No limit of time."),
            click.option(
                "--cancel/--keep",
                default=None,
                help="Words of several players count for nobody (usual), or for each.",
            ),
            number_option("--penalty", "Points that a wrong word costs.", MAX_PENALTY),
            number_option("--hints", "Hints for each person.", MAX_HINTS),
            click.option("--turning/--no-turning", default=None, help="May the board be turned?"),
        ],
    )(command)


@click.command("play", short_help="Play against the clock, opponents and each other.")
@click.argument("grid", metavar="[GRID]", required=False)
@board_options
@click.option("--qu", is_flag=True, help="Every tile Q of GRID spells QU.")
@_play_options
@click.option("--share", metavar="CODE", help="Play the board and rules of a share code.")
@click.option("--resume", is_flag=True, help="Go on with the game that was left last.")
@click.option("--plain", is_flag=True, help="Play in plain lines, not on the full screen.")
@click.option("--no-history", is_flag=True, help="Keep nothing of this game.")
@click.option("--stats", is_flag=True, help="Show the progress over all games.")
@click.option("--export", is_flag=True, help="Write all games, with --format json or csv.")
@word_options
@output_options
def command(
    grid: str | None,
    board: BoardOptions,
    qu: bool,
    wishes: PlayOptions,
    share: str | None,
    resume: bool,
    plain: bool,
    no_history: bool,
    stats: bool,
    export: bool,
    listed: WordOptions,
    answer: Output,
) -> int:
    """Play a letter grid: find words against the clock, opponents, and each other.

    \b
      lexigrid play                      # three minutes against an opponent of your strength
      lexigrid play --size 5x5 --level 4 --level 7
      lexigrid play --players ann,ben --alone
      lexigrid play --words 80-120 --common --hints 3
    """
    if stats or export:
        if stats and export:
            raise InputError("--stats and --export exclude each other, give one of them")
        return _show_history(answer, stats=stats)
    if answer.format != "text" or answer.output is not None:
        raise InputError("--format and --output are for --stats and --export; leave them out")
    chosen = [name for name, is_given in (("GRID", grid), ("--share", share)) if is_given]
    if len(chosen) + resume > 1:
        raise InputError("GRID, --share and --resume exclude each other, give one of them")
    history = None if no_history else History(default_path())
    try:
        lexicon = listed.read_lexicon()
        if resume:
            match = _resume(history, lexicon)
        else:
            setup = _set_up(grid, qu, board, wishes, share, listed, lexicon, history, answer)
            match = new_match(setup)
        return _play(Session(match, history), answer, plain=plain)
    finally:
        if history is not None:
            history.close()


# --- what is played -------------------------------------------------------------------------------


def _set_up(
    grid: str | None,
    qu: bool,
    board: BoardOptions,
    wishes: PlayOptions,
    share: str | None,
    listed: WordOptions,
    lexicon: Lexicon,
    history: History | None,
    answer: Output,
) -> Setup:
    """Settle board, rules and players."""
    seed = board.read_seed()
    dice: Dice | None = None
    if share is not None:
        if board.dice or board.size or board.seed or board.read_order() or listed.scoring:
            raise InputError("--share brings its own board, seed and rules; leave the others out")
        code = Share.parse(share)
        difference = code.check_lexicon(lexicon.fingerprint)
        if difference:
            answer.say(difference)
        laid, dice, rules, seed = (
            open_share(code, lexicon),
            dice_of(code, lexicon),
            code.rules,
            code.seed,
        )
    else:
        laid, dice = _lay_board(grid, qu, board, listed, lexicon, seed)
        rules = listed.rules((laid.rows, laid.columns), **wishes.rules())
    return Setup(
        grid=laid,
        lexicon=lexicon,
        rules=rules,
        seed=seed,
        people=wishes.people(),
        opponents=_opponents(wishes, history),
        dice=dice,
    )


def _lay_board(
    grid: str | None,
    qu: bool,
    board: BoardOptions,
    listed: WordOptions,
    lexicon: Lexicon,
    seed: str,
) -> tuple[Grid, Dice | None]:
    """Give the board: as named, on order, or rolled."""
    if grid is not None:
        source = GridOptions(
            grid,
            board.size,
            None,
            qu,
            listed.alphabet,
            listed.case_sensitive,
            listed.fold_accents,
        )
        return source.read(), None
    if qu:
        raise InputError("--qu is for a GRID; dice have Qu as a face")
    dice = board.read_dice(lexicon)
    order = board.read_order()
    if order is None:
        return roll(dice, seed=seed), dice
    made = find_board(order, seed=seed, dice=dice, lexicon=lexicon, rules=listed.rules(dice.size))
    if not made.met:
        raise InputError(
            f"no board found with seed {seed}; ask for less, or look with `lexigrid roll`"
        )
    return made.grid, dice


def _opponents(wishes: PlayOptions, history: History | None) -> tuple[Opponent, ...]:
    if wishes.alone:
        if wishes.levels:
            raise InputError("--alone and --level exclude each other, give one of them")
        return ()
    if not wishes.levels and len(wishes.people()) > 1:
        return ()
    own = _own_level(history, wishes.people()[0])
    return tuple(Opponent(own if level == OWN else int(level)) for level in wishes.levels or (OWN,))


def _own_level(history: History | None, name: str) -> int:
    """Give the level that takes about as much of a board as the person did lately."""
    games = [] if history is None else history.games()
    for each in measure_progress(games):
        if each.player == name and each.games >= _ENOUGH_GAMES:
            distances = [abs(aim - each.lately * 1000) for aim in AIMS]
            return LEVELS[distances.index(min(distances))]
    return _FIRST_LEVEL


def _resume(history: History | None, lexicon: Lexicon) -> Match:
    if history is None:
        raise InputError("--resume needs the history; leave --no-history out")
    left = history.unfinished()
    if not left:
        raise InputError("no game was left; begin one with `lexigrid play`")
    return left_match(left[0], lexicon)


def _play(session: Session, answer: Output, *, plain: bool) -> int:
    """Play on the full screen if there is one, else in lines; say how to go on later."""
    if plain or not _is_terminal() or not _has_screen(answer):
        from .play_plain import play_plain

        play_plain(session, answer.page())
    else:
        from ..play.tui import play_full_screen

        play_full_screen(session)
    match = session.match
    if session.trouble:
        raise InputError(f"this game was not kept: {session.trouble}")
    if match.stage is not Stage.OVER:
        answer.say("the game is kept; go on with `lexigrid play --resume`")
        return CUT_SHORT
    if match.share:
        answer.say(f"share code: {match.share}")
    return FOUND


def _is_terminal() -> bool:
    """Tell whether there is a screen that can be drawn on."""
    is_dumb = os.environ.get("TERM") == "dumb"
    return not is_dumb and all(
        stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout)
    )


def _has_screen(answer: Output) -> bool:
    """Tell whether the full screen can be used; say how to get it where it cannot."""
    from importlib.util import find_spec

    if find_spec("textual") is not None:
        return True
    answer.say("the full screen needs Textual: pip install 'lexigrid[play]'; playing in lines")
    return False


# --- what was played ------------------------------------------------------------------------------


def _show_history(answer: Output, *, stats: bool) -> int:
    path = default_path()
    with History(path) as history:
        games = history.games()
        left = len(history.unfinished())
    from . import play_history

    if stats:
        play_history.send_progress(measure_progress(games), left, answer)
    else:
        play_history.send_games(games, answer)
    return FOUND if games else MISSING
