"""`lexigrid roll`: boards by chance, on order, or as good as they get.

Knows dice, boards by chance and the output; imported when it is called.
Rule: only boards go to standard output, so that they can be piped into `lexigrid paths -`.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

import click

from ..boards import BestBoard, FoundBoard, find_board, optimize_board, roll
from ..boards.spec import count_board
from ..errors import InputError
from ..game import Dice, Rules
from ..grid import Grid
from ..lexicon import Lexicon
from .boards import BoardOptions, WordOptions, board_options, word_options
from .options import MAX_THREADS, number_option, output_options, parse_seconds, value_parser
from .output import Output
from .status import CUT_SHORT, FOUND

_ORDER_SECONDS = 30.0
_SECONDS_BETWEEN_NEWS = 1.0
MAX_BOARDS = 100_000


@click.command("roll", short_help="Roll letter dice; find boards on order; find the best board.")
@board_options
@click.option("--best", is_flag=True, help="Search for the board with the most points.")
@number_option("--rounds", "With --best: search so often from new boards.", 1000)
@number_option("--count", "So many boards.", MAX_BOARDS)
@click.option(
    "--deadline",
    metavar="SECONDS",
    callback=value_parser(parse_seconds),
    help="Stop then: 30 for each board, with --best when its rounds are done.",
)
@number_option("--threads", "Use so many processor cores.", MAX_THREADS)
@click.option("--list", "wants_list", is_flag=True, help="List the sets of dice.")
@word_options
@output_options
def command(
    board: BoardOptions,
    listed: WordOptions,
    answer: Output,
    best: bool,
    rounds: int | None,
    count: int | None,
    deadline: float | None,
    threads: int | None,
    wants_list: bool,
) -> int:
    """Roll letter dice onto a board; the same --seed gives the same board everywhere.

    \b
      lexigrid roll --seed 7 | lexigrid paths -
      lexigrid roll --words 80-120 --longest 8+ --contains planet --common
      lexigrid roll --best --size 4x4
    """
    if wants_list:
        _send_sets(answer)
        return FOUND
    if rounds is not None and not best:
        raise InputError("--rounds is for --best; add --best, or leave it out")
    lexicon = listed.read_lexicon()
    if best:
        return _send_best(board, listed, lexicon, answer, rounds or 1, count, deadline, threads)
    dice = board.read_dice(lexicon)
    rules = listed.rules(dice.size)
    seed = board.read_seed()
    order = board.read_order()
    seeds = [seed if at == 0 else f"{seed}/{at + 1}" for at in range(count or 1)]
    if order is None:
        boards: Iterator[FoundBoard] = (
            count_board(roll(dice, seed=each), lexicon, rules, common=board.common)
            for each in seeds
        )
    else:
        seconds = _ORDER_SECONDS if deadline is None else deadline
        boards = (
            find_board(
                order,
                seed=each,
                dice=dice,
                lexicon=lexicon,
                rules=rules,
                deadline=seconds,
                threads=threads,
            )
            for each in seeds
        )
    made = list(zip(seeds, boards, strict=True))
    _send_boards(made, dice.name or "own", lexicon, answer)
    return _tell(made, dice.name or "own", answer, common=board.common)


def _tell(made: list[tuple[str, FoundBoard]], dice: str, answer: Output, *, common: bool) -> int:
    """Say what was made, and what was not; give the exit status."""
    missing = [(seed, board) for seed, board in made if not board.met]
    kind = "common words" if common else "words"
    if len(made) == 1 and not missing:
        seed, board = made[0]
        answer.say(
            f"dice {dice}, seed {seed}: {board.words} {kind}, {board.score} points, "
            f"the longest of {board.longest} letters"
        )
    elif not missing:
        answer.say(f"{len(made)} boards, dice {dice}, seeds {made[0][0]} to {made[-1][0]}")
    for seed, board in missing[:1]:
        near = board.grid.format(one_line=True)
        others = f" ({len(missing)} of {len(made)} boards)" if len(made) > 1 else ""
        answer.say(
            f"no board found in the time{others} with seed {seed}; the nearest, {near}, has "
            f"{board.words} {kind}, {board.score} points, the longest of {board.longest} letters; "
            "ask for less, give another --seed or a longer --deadline"
        )
    return CUT_SHORT if missing else FOUND


def _send_boards(
    made: list[tuple[str, FoundBoard]], dice: str, lexicon: Lexicon, answer: Output
) -> None:
    if answer.format == "text":
        grids = [board.grid for _, board in made if board.met]
        one = len(made) == 1
        answer.send_page(
            line for grid in grids for line in (spread(grid) if one else [_one_line(grid)])
        )
        return
    facts = [
        {
            "seed": seed,
            "rows": board.grid.to_json()["rows"],
            "words": board.words,
            "score": board.score,
            "longest": board.longest,
            "met": board.met,
        }
        for seed, board in made
    ]
    if answer.format == "json":
        head = {"format": "lexigrid/roll", "version": 1, "dice": dice}
        document = head | {"lexicon": lexicon.fingerprint, "boards": facts}
        answer.send_document([json.dumps(document, ensure_ascii=False) + "\n"])
    else:
        from ..render.documents import render_csv

        rows = (
            (_one_line(board.grid), seed, board.words, board.score, board.longest, board.met)
            for seed, board in made
        )
        answer.send_document(
            render_csv(("board", "seed", "words", "score", "longest", "met"), rows)
        )


def spread(grid: Grid) -> list[str]:
    """Write a board for people, so that it can be read back: blanks between the tiles.

    >>> spread(Grid.parse("Qu a t/t e a"))
    ['Qu a  t', 't  e  a']
    """
    from ..grid.tile import HOLE
    from ..render.terminal.width import display_width, pad

    if grid.columns == 1:
        return grid.format().splitlines()
    cells = [
        [tile.format() if (tile := grid[row, column]) else HOLE for column in range(grid.columns)]
        for row in range(grid.rows)
    ]
    width = max(display_width(token) for row in cells for token in row)
    return [" ".join(pad(token, width) for token in row).rstrip() for row in cells]


def _one_line(grid: Grid) -> str:
    return grid.format(one_line=True)


# --- the best board ---------------------------------------------------------------------------


def _send_best(
    board: BoardOptions,
    listed: WordOptions,
    lexicon: Lexicon,
    answer: Output,
    rounds: int,
    count: int | None,
    deadline: float | None,
    threads: int | None,
) -> int:
    if count is not None or board.read_order() is not None or board.common:
        raise InputError(
            "--best excludes --count, --words, --score, --longest, --contains and --common"
        )
    dice = board.read_dice(lexicon) if board.dice is not None else None
    size = dice.size if dice else board.size or (4, 4)
    rules = listed.rules(size)
    seed = board.read_seed()
    begun = last = time.monotonic()

    def tell(better: BestBoard) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= _SECONDS_BETWEEN_NEWS:
            last = now
            answer.say(f"{now - begun:.0f} s: {better.score} points, {_one_line(better.grid)}")

    found = optimize_board(
        lexicon,
        seed=seed,
        size=size,
        dice=dice,
        rules=rules,
        rounds=rounds,
        deadline=deadline,
        threads=threads,
        progress=tell,
    )
    made = count_board(found.grid, lexicon, rules)
    name = dice.name or "own" if dice else "none"
    _send_boards([(seed, made)], name, lexicon, answer)
    answer.say(
        f"seed {seed}: {made.score} points in {made.words} words; {found.tried} boards in "
        f"{time.monotonic() - begun:.0f} s"
    )
    if not found.complete:
        answer.say(
            "cut short: the time was up before all rounds were done; give a longer --deadline"
        )
    return FOUND if found.complete else CUT_SHORT


# --- the list of dice ---------------------------------------------------------------------------


def _send_sets(answer: Output) -> None:
    sets = [Dice.named(name) for name in Dice.names()]
    if answer.format == "json":
        document = {"format": "lexigrid/dice", "version": 1, "sets": [*map(_describe, sets)]}
        answer.send_document([json.dumps(document, ensure_ascii=False, indent=1) + "\n"])
    elif answer.format == "csv":
        from ..render.documents import render_csv

        keys = ("name", "title", "size", "years", "trust", "note", "sources", "dice")
        rows = (
            (
                dice.name,
                dice.title,
                f"{dice.size[0]}x{dice.size[1]}",
                dice.years,
                dice.trust,
                dice.note,
                "; ".join(dice.sources),
                " / ".join(" ".join(die) for die in dice),
            )
            for dice in sets
        )
        answer.send_document(render_csv(keys, rows))
    else:
        answer.send_page(_write_sets(sets, answer))


def _describe(dice: Dice) -> dict[str, Any]:
    return {
        "name": dice.name,
        "title": dice.title,
        "language": dice.language,
        "size": list(dice.size),
        "years": dice.years or None,
        "trust": dice.trust,
        "note": dice.note or None,
        "sources": list(dice.sources),
        "rules": Rules.of_size(dice.size).to_json(),
        "dice": [list(die) for die in dice],
    }


def _write_sets(sets: list[Dice], answer: Output) -> Iterator[str]:
    from ..render.terminal.table import render_table

    rows = [((dice.name, None), (dice.trust, None), (dice.title, None)) for dice in sets]
    yield from render_table(["DICE", "TRUST", "WHAT"], rows, answer.page())
    yield ""
    yield "faces, years and sources: --format json"
