"""What is not a grid, and what might be two things: the message says what to do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import lexigrid as lg

GRID = lg.Grid.parse("tea/ant/oat")
WORDS = ["oat", "tea", "ant"]
PUZZLE = lg.make_puzzle(WORDS, seed=1)
#: The package without its types.
ANY: Any = lg
ANY_GRID: Any = GRID


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: ANY.find_lines("board.txt", WORDS), r"did you mean Grid.read\('board.txt'\)"),
        (lambda: ANY.find_lines(Path("board.txt"), WORDS), r"Grid.read\('board.txt'\)"),
        (lambda: ANY.find_lines(PUZZLE, WORDS), "the grid is a Puzzle; give its attribute grid"),
        (lambda: ANY.find_paths(lg.find_lines(GRID, WORDS), WORDS), "a Lines; give its attribute"),
        (lambda: ANY.find_lines(b"tea/ant/x", WORDS), "bytes with several rows; decode them"),
        (lambda: ANY.find_lines(b"te\nan\n", WORDS), "bytes with several rows; decode them"),
        (lambda: ANY.find_lines([["t", ""], ["a", "n"]], WORDS), "write . or None for a hole"),
        (lambda: ANY.find_lines(5, ["oat"]), "the grid is 5"),
        (lambda: ANY.Grid(GRID), "make a Grid with Grid.parse"),
        (lambda: ANY.Grid.read(b"board.txt"), "expected the path of a file"),
        (lambda: ANY.Grid.read(1), "cannot read '1': expected the path of a file"),
        (lambda: ANY.Grid.read(None), "expected the path of a file"),
        (lambda: ANY.Grid.from_dict("{}"), "expected a dictionary"),
        (lambda: ANY.Grid.from_json({}), "{} is not JSON text; from_dict reads a dictionary"),
        (lambda: ANY.Grid.from_json("{"), "not JSON"),
        (lambda: ANY.Grid.from_dict(PUZZLE.grid.to_dict() | {"version": True}), "version is True"),
        (lambda: GRID.to_svg([[(9, 9)]]), "expected cells of the grid"),
        (lambda: ANY.Tile.parse(5), "a tile is 5, expected text"),
        (lambda: ANY_GRID[0], r"the cell is 0, expected \(row, column\)"),
        (lambda: ANY_GRID[0, "x"], r"the cell is \(0, 'x'\), expected"),
        (lambda: ANY_GRID[0.5, 1], r"the cell is \(0.5, 1\), expected"),
    ],
)
def test_a_mistake_is_explained(call: Callable[[], Any], message: str) -> None:
    with pytest.raises(lg.LexigridError, match=message):
        call()


def test_a_bare_string_is_a_square_or_an_error() -> None:
    words = ["oat"]
    for text, shape in (
        ("teaantoat", (3, 3)),
        ("a", (1, 1)),
        (r"\/abc", (2, 2)),
        ("abcd\n", (2, 2)),
    ):
        grid = lg.Grid.parse(text)
        assert shape == (grid.rows, grid.columns)
    assert (1, 4) == lg.bulk.score_swaps("abcd/", words).shape[:2]
    assert (1, 4) == lg.bulk.score_swaps("a b c d", words).shape[:2]
    best = "perslatgsineters"
    assert lg.score_grids([best])[0] == lg.score_grids([best], size=(4, 4))[0] > 1000
    calls: list[Any] = [
        lg.Grid.parse,
        lambda text: lg.find_lines(text, words),
        lambda text: lg.find_paths(text, words),
        lambda text: lg.trace(text, "oat"),
        lambda text: lg.score_grids([text], words),
        lambda text: lg.find_paths_many(["abcd", text], words),
        lambda text: lg.bulk.score_changes(text, words),
        lambda text: lg.bulk.score_swaps(text, words),
        lambda text: lg.Game.start(text, words),
    ]
    for call_ in calls:
        with pytest.raises(
            lg.GridError, match=r"5 tiles do not make a square.*size.*'/' at its end"
        ):
            call_("abcde")


@pytest.mark.parametrize("text", ["east lone rdin gsmo", "tea ant oat\n", "Qu In"])
def test_words_on_one_line_may_be_rows_or_tiles(text: str) -> None:
    with pytest.raises(lg.GridError, match="join rows with '/'"):
        lg.Grid.parse(text)
    assert lg.Grid.parse(text.strip() + "/").rows == 1


def test_a_grid_that_looks_like_a_file_name_needs_a_size() -> None:
    assert lg.Grid.parse("teaan.txt", size=(3, 3)).format(one_line=True) == "tea/an./txt"


@pytest.mark.parametrize("line", ["||" * 10**5 + " " * 10**5 + "!", "|" + " |" * 10**5 + "!"])
def test_a_line_of_bars_and_blanks_takes_linear_time(line: str) -> None:
    with pytest.raises(lg.GridError, match="row 2 has"):
        lg.Grid.parse(f"{line}\nabcd\n")


def test_a_slash_before_the_first_row() -> None:
    with pytest.raises(lg.GridError, match="row 1 is empty"):
        lg.Grid.parse("/t e a/a n t")
