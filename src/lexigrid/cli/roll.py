"""`lexigrid roll`: random boards, boards that fit a specification, and the best board.

Only boards go to standard output, so that they can be piped into `lexigrid paths -`.
"""

from __future__ import annotations

import shlex
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import click

from .._util.kinds import Seconds
from .._util.plain_text import count_noun
from .._util.validation import MAX_THREADS, check_exclusive
from ..boards.best import GOALS, MAX_ELITES, MAX_ROUNDS, BestBoard, Goal, optimize_board
from ..boards.daily import DAILY
from ..boards.dice_roll import roll_all
from ..boards.documents import BOARD_FACTS, boards_to_json
from ..boards.find import DEADLINE, count_boards, list_seeds, make_boards
from ..boards.spec import BoardSetup, FoundBoard
from ..errors import InputError
from ..lexicon import Lexicon
from ..render.terminal.picture import spread_grid
from ..search.options import DEVICES, Device
from .boards import BoardOptions, board_options
from .help import Command, option
from .messages import Progress
from .options import given_options, number_option
from .output import Output, output_options
from .status import CUT_SHORT, FOUND

MAX_BOARDS = 100_000
_NOT_WITH_BEST = (
    *("--words", "--score", "--longest", "--contains", "--common", "--required"),
    "--daily-style",
)


@click.command("roll", cls=Command)
@board_options("min_length", "scoring")
@option("--daily-style", "is_daily", is_flag=True, help="A board of the day: --required 25-60.")
@option(
    "--best",
    metavar="[points|words]",
    type=click.Choice(GOALS),
    is_flag=False,
    flag_value="points",
    help="Search for the board with the most points or words.",
    group="Best board",
)
@number_option(
    "--rounds", "With --best: number of searches from new boards.", MAX_ROUNDS, group="Best board"
)
@number_option(
    "--count",
    f"Number of boards, up to {MAX_BOARDS:,}; with --best, the best of N rounds.",
    MAX_BOARDS,
)
@option("--deadline", kind=Seconds(), help="Time limit: 30 per board; none with --best.")
@number_option("--threads", "Number of threads or, with --best, of processes.", MAX_THREADS)
@option(
    "--resume",
    metavar="FILE",
    help="With --best: save the search in FILE; if FILE exists, continue its search.",
    group="Best board",
)
@option(
    "--device",
    type=click.Choice(DEVICES),
    help="With --best: cpu, or cuda for a graphics card, which pays with many --rounds.",
    group="Best board",
)
@output_options
def command(
    board: BoardOptions,
    answer: Output,
    is_daily: bool,
    best: Goal | None,
    resume: str | None,
    device: Device | None,
    rounds: int | None,
    count: int | None,
    deadline: float | None,
    threads: int | None,
) -> int:
    """Roll letter dice onto a board; the same --seed gives the same board everywhere.

    \b
      lexigrid roll --seed 7 | lexigrid paths -
      lexigrid roll --words 80-120 --longest 8+ --contains planet --common
      lexigrid roll --best --size 4x4
    """
    for flag, value in {"--rounds": rounds, "--resume": resume, "--device": device}.items():
        if value is not None and best is None:
            raise InputError(f"{flag} is for --best; add --best, or leave it out")
    if is_daily:
        check_exclusive({"--daily-style": True, "--required": board.wanted.get("required")})
        board = replace(board, wanted=board.wanted | {"required": DAILY.required})
    lexicon = board.read_lexicon()
    if best is not None:
        others = (name for name in given_options() if name in _NOT_WITH_BEST)
        check_exclusive(dict.fromkeys(("--best", *others), True))
        if count is not None and (count > MAX_ELITES or (rounds is not None and count > rounds)):
            raise InputError(
                f"--count is {count}, expected at most {min(MAX_ELITES, rounds or MAX_ELITES)}: "
                "with --best, each round gives one board"
            )
        dice = board.read_dice(lexicon) if board.dice is not None else None
        options = {
            "size": board.size or (4, 4),
            "goal": best,
            "rounds": rounds or count or 1,
            "deadline": deadline,
            "processes": threads,
            "resume": resume,
            "device": device or "cpu",
        }
        return _send_best(board.setup(lexicon, dice, board.size), options, count or 1, answer)
    dice = board.read_dice(lexicon)
    setup = board.setup(lexicon, dice)
    if board.spec.is_open and answer.format == "text" and (count or 1) > 1:
        # These boards are not searched, so each is written as it is rolled.
        seeds = list_seeds(setup.seed, count or 1)
        answer.send_page(grid.format(one_line=True) for grid in roll_all(dice, seeds))
        return _report_many(seeds, dice.name or "own", answer)
    seconds = DEADLINE if deadline is None else deadline
    made = []
    with Progress(quiet=answer.quiet) as progress:
        for each in make_boards(
            board.spec, dice, setup, count or 1, seconds_left=lambda: seconds, threads=threads
        ):
            made.append(each)
            progress(len(made) / (count or 1))
    _send_boards(made, dice.name or "own", lexicon, answer)
    return _report(made, dice.name or "own", answer, common=board.spec.common is not False)


def _report(made: list[tuple[str, FoundBoard]], dice: str, answer: Output, *, common: bool) -> int:
    """Report the boards on standard error; return the exit status."""
    kind = "common word" if common else "word"

    def facts(board: FoundBoard) -> str:
        words, points = count_noun(board.words, kind), count_noun(board.score, "point")
        return f"{words}, {points}, longest word {count_noun(board.longest, 'letter')}"

    missing = [(seed, board) for seed, board in made if not board.met]
    if missing:
        seed, board = missing[0]
        others = f" ({len(missing)} of {len(made)} boards)" if len(made) > 1 else ""
        answer.say(
            f"no board found in time{others} with seed {seed}; the nearest, "
            f"{board.grid.format(one_line=True)}, has {facts(board)}; "
            "relax the specification, or give another --seed or a longer --deadline"
        )
        return CUT_SHORT
    if len(made) == 1:
        seed, board = made[0]
        required = "" if board.required is None else f"{board.required.count} required of "
        answer.say(f"dice {dice}, seed {seed}: {required}{facts(board)}")
        return FOUND
    return _report_many([seed for seed, _ in made], dice, answer)


def _report_many(seeds: Sequence[str], dice: str, answer: Output) -> int:
    answer.say(f"{len(seeds)} boards, dice {dice}, seeds {seeds[0]} to {seeds[-1]}")
    return FOUND


def _send_boards(
    made: list[tuple[str, FoundBoard]], dice: str, lexicon: Lexicon, answer: Output
) -> None:
    if answer.format == "text":
        grids = [board.grid for _, board in made if board.met]
        is_single = len(made) == len(grids) == 1
        answer.send_page(
            spread_grid(grids[0], answer.page())
            if is_single
            else (grid.format(one_line=True) for grid in grids)
        )
    elif answer.format == "json":
        answer.send_document(boards_to_json(made, dice, lexicon))
    else:
        rows = (
            [board.grid.format(one_line=True), seed, dice]
            + [getattr(board, name) for name in BOARD_FACTS]
            for seed, board in made
        )
        answer.send_csv(("grid", "seed", "dice", *BOARD_FACTS), rows)


def _send_best(setup: BoardSetup, options: dict[str, Any], count: int, answer: Output) -> int:
    """Search for the best boards and report each improvement; return the exit status."""
    begun = time.monotonic()

    def show_better(better: BestBoard) -> None:
        seconds = time.monotonic() - begun
        board, quoted = better.grid.format(one_line=True), shlex.quote(str(setup.seed))
        # With this option the same command finds the board again.
        goal = options["goal"]
        answer.say(f"{seconds:.0f} s: {better.score} {goal} with --seed {quoted}, {board}")

    found = optimize_board(
        setup.lexicon,
        seed=setup.seed,
        dice=setup.dice,
        rules=setup.rules,
        better=show_better,
        **options,
    )
    boards = count_boards([grid for grid, _ in found.elites[:count]], setup.lexicon, setup.rules)
    board = boards[0]
    dice = setup.dice.name or "own" if setup.dice else "none"
    _send_boards([(setup.seed, each) for each in boards], dice, setup.lexicon, answer)
    answer.say(
        f"seed {setup.seed}: {count_noun(board.score, 'point')} in "
        f"{count_noun(board.words, 'word')}; {count_noun(found.tried, 'board')} in "
        f"{time.monotonic() - begun:.0f} s"
    )
    if len(boards) < count:
        made = count_noun(options["rounds"], "round")
        answer.say(f"{made} found only {len(boards)} of {count} boards; give more --rounds")
    if found.complete:
        return FOUND
    answer.say("cut short: time ran out before all rounds were done; give a longer --deadline")
    return CUT_SHORT
