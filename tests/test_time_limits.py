"""Work ends at its deadline, and soon after its stop token is set."""

from __future__ import annotations

import dataclasses
import gc
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

import lexigrid as lg
from lexigrid._core import StopToken
from lexigrid.boards.best import optimize_board
from lexigrid.boards.find import find_board
from lexigrid.puzzle.generate.words import random_words
from lexigrid.render.puzzle_file import PageOptions, puzzle_to_bytes

#: The processor time that a test allows after a deadline or a stop. The promise is 0.05 s, but the
#: cores may be shared.
_GRACE = 0.15
#: Too short to finish any of this work.
_DEADLINE = 0.04
WORDS = random_words(300, 1, band=60)
LONG = lg.make_puzzle(["oat", "rye"], seed=1)
WILD = "/".join(["?" * 8] * 8)


def make_forever(deadline: float | None = None) -> Any:
    return lg.make_puzzle(WORDS, size=30, seed=1, overlap="many", deadline=deadline)


def aim_forever(deadline: float | None = None) -> Any:
    return lg.make_puzzle(WORDS[:60], seed=1, difficulty=99, deadline=deadline)


def draw_forever(deadline: float | None = None) -> Any:
    puzzle = dataclasses.replace(LONG, title="xy " * 100_000)
    return puzzle_to_bytes(puzzle, "svg", PageOptions(), deadline=deadline)


def find_every_path(deadline: float | None = None) -> Any:
    return lg.find_paths(WILD, lg.Lexicon.default(), paths="all", deadline=deadline)


def find_sorted_paths(deadline: float | None = None) -> Any:
    return lg.find_paths(
        WILD, lg.Lexicon.default(), paths="all", sort="score", limit=50, deadline=deadline
    )


def find_impossible_board(deadline: float | None = None) -> Any:
    spec = lg.BoardSpec(words=lg.games.IntRange(5000))
    return find_board(spec, seed=1, deadline=60 if deadline is None else deadline, threads=1)


def find_impossible_large_board(deadline: float | None = None) -> Any:
    spec = lg.BoardSpec(words=lg.games.IntRange(5000))
    dice = lg.Dice.named("en-super-big-2012-6x6")
    seconds = 60 if deadline is None else deadline
    return find_board(spec, seed=1, dice=dice, deadline=seconds, threads=1)


def optimize_forever(deadline: float | None = None) -> Any:
    words = lg.Lexicon(lg.theme_words("birds"))  # with few words, the first board is found quickly
    return optimize_board(words, seed=1, rounds=1000, processes=1, deadline=deadline)


ENDLESS = [
    make_forever,
    aim_forever,
    draw_forever,
    find_every_path,
    find_sorted_paths,
    find_impossible_board,
    find_impossible_large_board,
    optimize_forever,
]


def seconds_to(work: Callable[[], object]) -> float:
    gc.disable()  # a collection goes through the objects of all tests
    try:
        begin = time.thread_time()
        work()
        return time.thread_time() - begin
    finally:
        gc.enable()


@pytest.mark.parametrize("work", ENDLESS, ids=lambda work: work.__name__)
def test_work_ends_at_its_deadline(work: Callable[[float], Any]) -> None:
    """Processor time of the thread, so that other load on the machine does not matter."""

    def run() -> None:
        try:
            found = work(_DEADLINE)
        except lg.PuzzleError as error:
            message = str(error)
        else:
            message = f"within {_DEADLINE} s"
            assert not getattr(found, "complete", False)
            assert not getattr(found, "met", False)
        assert f"within {_DEADLINE} s" in message

    run()
    assert seconds_to(run) < _DEADLINE + _GRACE


@pytest.mark.parametrize("work", ENDLESS, ids=lambda work: work.__name__)
def test_work_ends_when_its_token_is_set(work: Callable[[], Any]) -> None:
    stop = StopToken()
    used = 0.0

    def run() -> None:
        nonlocal used
        stop.watch()
        with pytest.raises(InterruptedError):
            work()
        used = time.thread_time() - set_at

    set_at = 0.0
    thread = threading.Thread(target=run)
    thread.start()
    time.sleep(_DEADLINE)
    clock = time.pthread_getcpuclockid(thread.ident or 0)
    set_at = time.clock_gettime(clock)
    stop.set()
    thread.join(10)
    assert not thread.is_alive()
    assert used < _GRACE


def test_a_deadline_never_changes_a_puzzle() -> None:
    made = [lg.make_puzzle(["oat", "rye"], seed=1, deadline=seconds) for seconds in (None, 60)]
    assert made[0] == made[1]


def test_pages_are_drawn_within_a_deadline() -> None:
    puzzle = lg.make_puzzle(["oat", "rye"], size=(4, 4), seed=1)
    with pytest.raises(lg.PuzzleError, match="not drawn within 0 s"):
        puzzle_to_bytes(puzzle, "pdf", PageOptions(), deadline=0)
    assert puzzle_to_bytes(puzzle, "svg", PageOptions(), deadline=60)[0][:4] == b"<svg"
