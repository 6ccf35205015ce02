"""Shares of directions, words that share no cell, and blank cells between the words."""

from __future__ import annotations

from collections import Counter

import pytest

import lexigrid as lg
from commands import call
from lexigrid.puzzle.generate.job import SHARES
from lexigrid.puzzle.generate.words import theme_words

WORDS = theme_words("birds")[:20]


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("share", [0, 0.2, 0.5, 1])
def test_as_many_words_run_backward_and_diagonally_as_wanted(seed: int, share: float) -> None:
    puzzle = lg.make_puzzle(WORDS, seed=seed, backward=share, diagonal="30%")
    counts = {
        name: sum(placed.direction in directions for placed in puzzle.key)
        for name, directions in SHARES.items()
    }
    assert {"backward": 20 * share, "diagonal": 6} == counts
    assert puzzle == lg.make_puzzle(code=puzzle.code)


def test_backward_in_a_script_from_right_to_left() -> None:
    puzzle = lg.make_puzzle(["שלום", "ספר", "בית", "ילד"], seed=1, backward=0, diagonal=0)
    assert {str(placed.direction) for placed in puzzle.key} <= {"W", "S"}


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("size", [None, 20])
def test_words_apart_share_no_cell(seed: int, size: int | None) -> None:
    puzzle = lg.make_puzzle(WORDS, seed=seed, overlap="none", size=size)
    assert len(puzzle.words) == 20
    cells = Counter(cell for placed in puzzle.key for cell in placed.cells)
    assert {*cells.values()} == {1}
    assert lg.check_puzzle(puzzle).is_valid


def test_words_apart_need_room() -> None:
    words = ["abcd", "axyz", "dpqr", "zstr"]
    assert len(lg.make_puzzle([*words, "ax"], seed=1, size=4, overlap="many").words) == 5
    words.append("ax")
    with pytest.raises(lg.PuzzleError, match="no room"):
        lg.make_puzzle(words, seed=1, overlap="none", size=4)


def test_blank_cells_are_holes() -> None:
    puzzle = lg.make_puzzle(WORDS, seed=1, filler="blank")
    assert len(puzzle.grid) == len(puzzle.solution_cells)
    assert lg.check_puzzle(puzzle).is_valid


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--backward", "20%", "--level", "easy"], "backward is 20%, but the directions or the"),
        (["--diagonal", "50%", "--directions", "NE,SE"], "allow only such words"),
        (["--backward", "much"], "is not a share such as 20%"),
        (["--backward", "200%"], "is not a share"),
        (["--filler", "blank", "--message", "hi"], "blank cells hold no message"),
        (["--kind", "cover", "--diagonal", "10%"], "diagonal"),
    ],
)
def test_what_is_refused(arguments: list[str], message: str) -> None:
    result = call("make", "oat", "rye", *arguments)
    assert result.exit_code == 2
    assert message in result.stderr
