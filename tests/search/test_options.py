"""Options of searches: numbers and flags of any kind, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import lexigrid as lg

GRID = lg.Grid.parse("tea/ant/oat")
WORDS = ["oat", "tea", "ant"]
#: The package without its types.
ANY: Any = lg


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: ANY.find_lines(GRID, ["oat"], progress=5), "progress is 5, expected a function"),
        (lambda: ANY.trace(GRID, "\ud800"), "half a surrogate pair"),
        (lambda: ANY.trace(GRID, "oat", topology="line", reuse=True), "reuse is for paths"),
        (lambda: ANY.find_paths_many(5, ["oat"]), "the boards are 5, expected several"),
        (
            lambda: ANY.score_grids("teaantoat", ["oat"]),
            "the boards are 'teaantoat', expected several",
        ),
        (lambda: ANY.score_grids([["tea", 5]], ["oat"]), "board 1: row 2 is 5, expected text"),
        (lambda: ANY.score_grids([GRID, None], WORDS), "board 2: the grid is None"),
        (lambda: ANY.score_grids(None, WORDS), r"such as \['teaantoat'\]"),
        (lambda: ANY.cpu.set_cpu_target(5), "kernel 5 is not available here"),
        (lambda: ANY.cpu.set_cpu_target("\ud800"), "kernel"),
        (
            lambda: ANY.games.points_table("classic", "x"),
            "max_length is 'x', expected a whole number",
        ),
        (lambda: ANY.games.points_table("classic", 10**30), "max_length is"),
    ],
)
def test_a_mistake_is_explained(call: Callable[[], Any], message: str) -> None:
    with pytest.raises(lg.LexigridError, match=message):
        call()


@pytest.mark.parametrize("name", ["wrap", "first", "wildcards", "count_only"])
@pytest.mark.parametrize("value", ["false", "no", 2, []])
def test_flags_are_true_or_false(name: str, value: Any) -> None:
    with pytest.raises(lg.InputError, match="expected True or False"):
        lg.find_lines("tea/ant/oat", ["oat"], **{name: value})


def test_numbers_of_any_size_are_options() -> None:
    huge = 10**400
    for min_length in (10**12, huge):
        assert not lg.find_paths(GRID, ["oat"], min_length=min_length)
        assert [0, 0] == lg.score_grids(
            [GRID, "tea/ant/o?t"], ["oat"], min_length=min_length
        ).tolist()
        assert [0] == lg.score_grids(["teaantoat"], ["oat"], min_length=min_length).tolist()
    assert lg.find_paths(GRID, ["oat"], limit=huge, deadline=huge)
    assert lg.find_lines(GRID, ["oat"], limit=huge, deadline=float("inf"), threads=huge)
    assert [1] == lg.score_grids([GRID], ["oat"], threads=huge, deadline=huge).tolist()


def test_the_number_of_threads_is_capped() -> None:
    boards, words = ["teaantoat"], lg.Lexicon([*WORDS, "eat"])
    assert lg.score_grids(boards, words, threads=10**30) == lg.score_grids(boards, words)
    assert lg.find_paths_many(boards, words, threads=10**30)[0].count == 4


def test_numbers_from_numpy() -> None:
    search: Any = lg.find_lines
    assert len(search(GRID, WORDS, limit=np.int64(1), threads=np.int32(2))) == 1
    assert search(GRID, WORDS, deadline=np.float32(60)).complete
    through = search(GRID, WORDS, through=(1, 1))
    assert through == search(GRID, WORDS, through=[1, 1])
    assert through == search(GRID, WORDS, through=np.array([1, 1]))
    assert lg.find_paths(GRID, WORDS, min_length=np.int64(4)).count == 0  # type: ignore[arg-type]
    make: Any = lg.make_puzzle
    made = make(["oat"], size=np.int64(5), seed=np.int64(3), difficulty=np.float32(40))
    assert (made.grid.rows, made.seed >= 0) == (5, True)
    assert lg.roll(seed=np.int64(7)) == lg.roll(seed=7)  # type: ignore[arg-type]
