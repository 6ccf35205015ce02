"""`lexigrid play`: a game in the terminal, its history and its share codes.

The game uses the full screen on a terminal if Textual is installed, and plain lines otherwise. An
unfinished game can be resumed.
"""

from __future__ import annotations

import datetime
import os
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from .._util.plain_text import count_noun
from .._util.validation import check_exclusive
from ..boards.daily import DAILY, DAILY_PUZZLES, daily_puzzle, daily_seed, number_of
from ..boards.dice_roll import roll
from ..boards.find import find_board
from ..boards.spec import BoardSetup
from ..errors import InputError
from ..game.dice import Dice
from ..game.share_code import ShareCode
from ..grid import Grid
from ..lexicon import Lexicon
from ..play.history.database import History, default_path
from ..play.history.progress import measure_progress
from ..play.log import Stage
from ..play.match import Match
from ..play.session import Session, new_match, restore_match
from ..play.setup import MatchSetup, next_setup, setup_of_share, share_result
from .boards import BoardOptions, board_options
from .help import Command, option
from .inputs import LETTERS, GridOptions, is_file, read_puzzle
from .interrupts import leave_time_after_interrupts
from .options import given_options, refuse_options
from .output import Output, output_options
from .play_options import PlayOptions, play_options
from .status import CUT_SHORT, FOUND, MISSING

if TYPE_CHECKING:
    from ..puzzle import Puzzle

#: Options that select a board by its words, and those that choose words to avoid as well.
_FINDING = ("--words", "--score", "--longest", "--contains", "--required")
_AVOIDING = ("--avoid", "--allow")
#: The groups of options that set up a new game.
_SETTING_UP = ("Players", "Rules", "Board")


@click.command("play", cls=Command)
@play_options
@board_options()
@option("--plain", is_flag=True, help="Play in plain lines, not on the full screen.", group="Games")
@option("--no-history", is_flag=True, help="Do not save this game.", group="Games")
@option("--stats", is_flag=True, help="Show your progress over all games.", group="Games")
@option("--export", is_flag=True, help="Write all games (--format json or csv).", group="Games")
@output_options
def command(
    chosen: PlayOptions,
    board: BoardOptions,
    plain: bool,
    no_history: bool,
    stats: bool,
    export: bool,
    answer: Output,
) -> int:
    """Play a letter grid: find words against the clock, opponents, and each other.

    \b
      lexigrid play                      # against an opponent of your strength
      lexigrid play --size 5x5 --level 4 --level 7
      lexigrid play --players ann,ben --alone
      lexigrid play --mode stamina       # every word adds time
      lexigrid play --daily              # the board of the day
      lexigrid play --daily --mode find-all --alone
      lexigrid play --daily puzzle       # the word search of the day; paths: on paths
      lexigrid play puzzle.json          # a word search or a path puzzle
    """
    if stats or export:
        check_exclusive({"--stats": stats, "--export": export})
        refuse_options(
            given_options(*_SETTING_UP), "--stats and --export are about all saved games"
        )
        return _show_history(answer, stats=stats)
    if answer.format != "text" or answer.output is not None:
        raise InputError("--format and --output are for --stats and --export; leave them out")
    sources = {"GRID": chosen.grid, "--share": chosen.share, "--daily": chosen.daily}
    check_exclusive(sources | {"--resume": chosen.resume})
    puzzle = _choose_puzzle(chosen, board)
    history = None if no_history else History(default_path())
    try:
        if puzzle is not None:
            from .play_puzzle import play_puzzle

            found = play_puzzle(puzzle, board.read_lexicon(), answer.page(), history)
            return FOUND if found else MISSING
        lexicon = board.read_lexicon()
        dice: Dice | None = None
        if chosen.resume:
            own = "--resume continues a game with its board, players and rules"
            refuse_options(given_options(*_SETTING_UP), own)
            match = _resume(history, lexicon)
        else:
            setup, dice = _choose_setup(chosen, board, lexicon, history, answer)
            match = new_match(setup)

        def next_match(match: Match) -> Match:
            following = next_setup(match, dice=dice, spec=board.spec, avoid=board.avoided)
            return new_match(following)

        return _play(Session(match, history, next_match=next_match), answer, plain=plain)
    finally:
        if history is not None:
            history.close()


def _choose_puzzle(chosen: PlayOptions, board: BoardOptions) -> Puzzle | None:
    """Return the puzzle of the day or of a file, which one person plays without a clock."""
    puzzle, kind = None, next((each for each in DAILY_PUZZLES if each == chosen.daily), None)
    if chosen.grid is not None and is_file(chosen.grid):
        from ..puzzle.io import with_places

        puzzle = read_puzzle(chosen.grid)
        puzzle = with_places(puzzle) if puzzle else None
    if puzzle is None and kind is None:
        return None
    what = f"--daily {kind}" if kind else "GRID"
    own = {"--lexicon", "--language", *(["--daily"] if kind else [])}
    given = given_options(*_SETTING_UP).keys() - own
    refuse_options(given, f"{what} is a puzzle, which one person plays without a clock")
    if kind:
        today = number_of(datetime.date.today())
        puzzle = daily_puzzle(kind, today, language=board.language)
    return puzzle


def _choose_setup(
    chosen: PlayOptions,
    board: BoardOptions,
    lexicon: Lexicon,
    history: History | None,
    answer: Output,
) -> tuple[MatchSetup, Dice | None]:
    """Return the setup of a match from a share code, or with a given, found or rolled board.

    Also return the dice, unless those of the match are known by name.
    """
    players: dict[str, Any] = {"people": chosen.people, "avoid": board.avoided}
    if chosen.share is None:
        grid, made = _make_board(chosen, board, lexicon, history, answer)
        opponents = chosen.opponents(history)
        return MatchSetup.of(grid, made, opponents=opponents, **players), made.dice
    own = given_options("Rules", "Board").keys() - {"--share"}
    refuse_options(own, "--share brings its own board and rules")
    share = ShareCode.parse(chosen.share)
    opponents = chosen.opponents(history) if share.opponents is None else ()
    setup = setup_of_share(share, lexicon, opponents, **players)
    if mismatch := share.lexicon_mismatch(lexicon.fingerprint):
        answer.say(mismatch)
    if share.opponents is not None and (chosen.levels or chosen.alone):
        raise InputError("--share brings its own opponents; leave out --level and --alone")
    return setup, None


def _make_board(
    chosen: PlayOptions,
    board: BoardOptions,
    lexicon: Lexicon,
    history: History | None,
    answer: Output,
) -> tuple[Grid, BoardSetup]:
    """Return the board and its setup: given, of the day, found for a specification, or rolled."""
    spec = board.spec
    if chosen.grid is not None:
        refuse_options((*_FINDING, "--common", "--dice"), "GRID is the board")
        shared = {name: getattr(board, name) for name in ("size", *LETTERS)}
        grid = GridOptions(chosen.grid, qu=chosen.qu, **shared).read()
        mode = chosen.mode_of(board.rules)
        return grid, board.setup(lexicon, None, (grid.rows, grid.columns), **mode)
    if chosen.qu:
        raise InputError("--qu is for a GRID; dice have Qu as a face")
    if chosen.daily:
        check_exclusive({"--daily": True, "--seed": board.seed})
        refuse_options((*_FINDING, *_AVOIDING), "--daily is the same board for everyone")
        board = _daily_board(board, has_all_words=chosen.mode == "find-all")
        spec = board.spec
    dice = board.read_dice(lexicon)
    setup = board.setup(lexicon, dice, **chosen.mode_of(board.rules))
    if spec.is_open:
        grid = roll(dice, seed=setup.seed)
    else:
        found = find_board(spec, seed=setup.seed, dice=dice, words=lexicon, rules=setup.rules)
        if not found.met:
            raise InputError(
                f"no board found with seed {setup.seed}; ask for less, or try `lexigrid roll`"
            )
        grid = found.grid
    if chosen.daily and history is not None:
        _report_daily(grid, history, answer)
    return grid, setup


def _daily_board(board: BoardOptions, *, has_all_words: bool) -> BoardOptions:
    """Return the options of the board of the day: as on the pages, rolled or made for its words."""
    today = datetime.date.today()
    if not has_all_words:
        return replace(board, seed=today.isoformat())
    wanted = board.wanted | {"required": DAILY.required}
    return replace(board, seed=daily_seed(number_of(today)), wanted=wanted)


def _report_daily(grid: Grid, history: History, answer: Output) -> None:
    """Report an earlier game on the board of the day."""
    board = grid.format(one_line=True)
    if games := [each for each in history.games() if each.board == board]:
        player = games[0].players[0]
        points = count_noun(player.points, "point")
        answer.say(f"you have already played this board: {player.name} {points}")


def _resume(history: History | None, lexicon: Lexicon) -> Match:
    if history is None:
        raise InputError("--resume needs the history; leave out --no-history")
    unfinished = history.hold_unfinished()
    if unfinished is None:
        raise InputError("there is no unfinished game; start one with `lexigrid play`")
    return restore_match(unfinished, lexicon)


def _play(session: Session, answer: Output, *, plain: bool) -> int:
    """Play on the full screen if possible, else in lines; return the exit status."""
    if sys.stdout is None:
        raise InputError("standard output is closed; a game needs it")
    leave_time_after_interrupts()  # to restore the terminal
    try:
        if plain or not _is_terminal() or not has_full_screen(answer):
            from .play_plain import play_plain

            play_plain(session, answer.page())
        else:
            from ..play.tui import play_full_screen

            play_full_screen(session)
    except KeyboardInterrupt:
        session.pause()
        _report_saved(session, answer)
        raise
    session.save()
    if session.save_error:
        raise InputError(f"this game is saved only up to its last save: {session.save_error}")
    if session.match.stage is not Stage.OVER:
        _report_saved(session, answer)
        return CUT_SHORT
    if code := share_result(session.match):
        answer.say(session.match.format("score_code", code=code))
    return FOUND


def _report_saved(session: Session, answer: Output) -> None:
    if session.match.stage is not Stage.OVER and session.is_saved:
        answer.say(session.match.format("game_saved"))


def _is_terminal() -> bool:
    """Are standard input and output a terminal that can show a full screen?"""
    is_dumb = os.environ.get("TERM") == "dumb"
    return not is_dumb and all(
        stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout)
    )


def has_full_screen(answer: Output) -> bool:
    """Is Textual installed? If not, say how to install it."""
    from importlib.util import find_spec

    if find_spec("textual") is not None:
        return True
    answer.say("the full screen needs Textual: pip install 'lexigrid[play]'; playing in lines")
    return False


def _show_history(answer: Output, *, stats: bool) -> int:
    from . import play_history

    with History(default_path()) as history:
        games = history.games()
        unfinished = len(history.unfinished())
    if stats:
        play_history.send_progress(measure_progress(games), unfinished, answer)
    else:
        play_history.send_games(games, answer)
    return FOUND if games else MISSING
