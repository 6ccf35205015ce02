"""Scores of all changes and swaps of one board, compared with the oracle and with `find_paths`."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import lexigrid as lg
import naive
from strategies import grids, words

TOPOLOGIES = ("king", "rook", "bishop", "hex")
questions = given(
    grids("abq", 3, (".",)), words("abqu", 4), st.booleans(), st.sampled_from(TOPOLOGIES), st.data()
)


@questions
def test_changes_equal_the_oracle(
    kernel: str, grid: lg.Grid, listed: list[str], qu: bool, topology: Any, data: st.DataObject
) -> None:
    lexicon = lg.Lexicon([*listed, "qua"])
    text = grid.format(one_line=True).replace("/", "").replace(" ", "")
    size = (grid.rows, grid.columns)
    scores = lg.bulk.score_changes(text, lexicon, size=size, qu=qu, topology=topology)
    assert (*size, len(lexicon.letters)) == scores.shape
    row, column = data.draw(st.integers(0, size[0] - 1)), data.draw(st.integers(0, size[1] - 1))
    number = data.draw(st.integers(0, len(lexicon.letters) - 1))
    changed = list(text)
    at = row * size[1] + column
    if changed[at] != ".":
        changed[at] = lexicon.letters[number]
    board = lg.Grid.parse("".join(changed), size=size, qu=qu, topology=topology)
    table = lg.games.points_table("classic", 30)
    expected = sum(table[len(s)] for s, _, _ in naive.find_paths(board, [*listed, "qua"]))
    assert expected == scores[row, column, number]


def test_letters_that_no_word_has_are_changed_but_holes_are_not(kernel: str) -> None:
    lexicon = lg.Lexicon(["a", "qua"])
    assert lg.bulk.score_changes("bq/", lexicon, qu=True)[0].tolist() == [[1, 0, 0], [0, 0, 0]]
    assert lg.bulk.score_changes(".q/", lexicon, qu=True)[0].tolist() == [[0, 0, 0], [0, 0, 0]]


@given(grids("ab", 3), words("ab", 3))
def test_changes_of_any_grid_equal_single_searches(
    kernel: str, grid: lg.Grid, listed: list[str]
) -> None:
    lexicon = lg.Lexicon([*listed, "ba"])
    scores = lg.bulk.score_changes(grid, lexicon, min_length=1, scoring="letters")
    here = lg.find_paths(grid, lexicon, scoring="letters").score
    for row in range(grid.rows):
        for column in range(grid.columns):
            for number, letter in enumerate(lexicon.letters):
                rows = [
                    [None if (t := grid[r, c]) is None else t.format() for c in range(grid.columns)]
                    for r in range(grid.rows)
                ]
                if rows[row][column] is None:
                    assert here == scores[row, column, number]
                    continue
                rows[row][column] = letter
                changed = lg.Grid.from_rows(rows)
                alone = lg.find_paths(changed, lexicon, scoring="letters").score
                assert alone == scores[row, column, number]


@questions
def test_swaps_equal_the_oracle(
    kernel: str, grid: lg.Grid, listed: list[str], qu: bool, topology: Any, data: st.DataObject
) -> None:
    lexicon = lg.Lexicon([*listed, "qua"])
    text = grid.format(one_line=True).replace("/", "").replace(" ", "")
    size = (grid.rows, grid.columns)
    scores = lg.bulk.score_swaps(text, lexicon, size=size, qu=qu, topology=topology)
    assert (*size, *size) == scores.shape
    first, second = (data.draw(st.integers(0, len(text) - 1)) for _ in range(2))
    changed = list(text)
    if text[first] != "." and text[second] != ".":
        changed[first], changed[second] = text[second], text[first]
    board = lg.Grid.parse("".join(changed), size=size, qu=qu, topology=topology)
    table = lg.games.points_table("classic", 30)
    expected = sum(table[len(s)] for s, _, _ in naive.find_paths(board, [*listed, "qua"]))
    flat = scores.reshape(len(text), len(text))
    assert expected == flat[first, second] == flat[second, first]


@given(grids("ab", 3), words("ab", 3))
def test_swaps_of_any_grid_equal_single_searches(
    kernel: str, grid: lg.Grid, listed: list[str]
) -> None:
    lexicon = lg.Lexicon([*listed, "ba"])
    scores = lg.bulk.score_swaps(grid, lexicon, min_length=1, scoring="letters")
    cells = [(row, column) for row in range(grid.rows) for column in range(grid.columns)]
    for first in cells:
        for second in cells:
            rows = [
                [None if (t := grid[r, c]) is None else t.format() for c in range(grid.columns)]
                for r in range(grid.rows)
            ]
            one, other = rows[first[0]][first[1]], rows[second[0]][second[1]]
            if one is not None and other is not None:
                rows[first[0]][first[1]], rows[second[0]][second[1]] = other, one
            alone = lg.find_paths(lg.Grid.from_rows(rows), lexicon, scoring="letters").score
            assert alone == scores[(*first, *second)]


def test_swaps_of_equal_letters_change_nothing(kernel: str) -> None:
    """Swapping two different letters loses the only word."""
    scores = lg.bulk.score_swaps("x" * 13 + "oat", ["oat"], size=(4, 4)).reshape(16, 16)
    alike = np.eye(16, dtype=bool)
    alike[:13, :13] = True
    assert (scores[alike] == 1).all()
    assert scores[14, 15] == 0


@pytest.mark.parametrize(
    ("side", "board"),
    [(5, "oatx.xxxxxxteax.xxnotexx."), (6, "oatxx.xxxxxxteax.xxxxxxxnotexx.xxxxx")],
)
def test_neighbours_of_boards_with_holes_equal_bulk_scores(
    kernel: str, side: int, board: str
) -> None:
    """Larger boards are searched one by one; holes are neither swapped nor changed."""
    lexicon, cells = lg.Lexicon(["oat", "tea", "toe", "neat", "note", "ten", "tax"]), side * side
    swapped = []
    for first, second in np.ndindex(cells, cells):
        order = list(board)
        if "." not in (board[first], board[second]):
            order[first], order[second] = board[second], board[first]
        swapped.append("".join(order))
    expected = lg.score_grids(swapped, lexicon, size=(side, side)).tolist()
    assert len({*expected}) > 3
    assert expected == lg.bulk.score_swaps(board, lexicon, size=(side, side)).ravel().tolist()
    changed = [
        board[:at] + ("." if board[at] == "." else letter) + board[at + 1 :]
        for at in range(cells)
        for letter in lexicon.letters
    ]
    expected = lg.score_grids(changed, lexicon, size=(side, side)).tolist()
    assert expected == lg.bulk.score_changes(board, lexicon, size=(side, side)).ravel().tolist()


RICH = "sepesdsrtermaisnitalpegnd"


def test_swaps_of_a_rich_board_equal_bulk_scores(kernel: str) -> None:
    """On a board of 25 cells with a large list, many words have many paths."""
    lexicon = lg.Lexicon.default()
    scores = lg.bulk.score_swaps(RICH, lexicon, size=(5, 5)).reshape(25, 25)
    swapped = []
    for first, second in np.ndindex(25, 25):
        order = list(RICH)
        order[first], order[second] = RICH[second], RICH[first]
        swapped.append("".join(order))
    assert lg.score_grids(swapped, lexicon, size=(5, 5)).tolist() == scores.ravel().tolist()


def test_changes_of_a_rich_board_equal_bulk_scores(kernel: str) -> None:
    lexicon = lg.Lexicon.default()
    scores = lg.bulk.score_changes(RICH, lexicon, size=(5, 5))
    letters = lexicon.letters
    changed = [RICH[:at] + letter + RICH[at + 1 :] for at in range(25) for letter in letters]
    assert lg.score_grids(changed, lexicon, size=(5, 5)).tolist() == scores.ravel().tolist()
