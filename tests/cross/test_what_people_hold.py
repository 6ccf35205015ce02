"""Arrays, paths, files and rows are accepted as people expect, or the message says what to do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lexigrid as lg

GRID = "tea/ant/oat"
WORDS = ["oat", "tea", "ant"]
#: The package without its types.
ANY: Any = lg
PUZZLE = lg.make_puzzle(WORDS, seed=1)


@pytest.mark.parametrize(
    "board",
    [
        np.array([list("tea"), list("ant"), list("oat")]),
        np.array(["tea", "ant", "oat"]),
        np.array(["tea", "ant", "oat"], dtype=object),
        np.frombuffer(b"teaantoat", np.uint8).reshape(3, 3),
        (row for row in ("tea", "ant", "oat")),
        (tuple("tea"), tuple("ant"), tuple("oat")),
    ],
    ids=lambda board: type(board).__name__,
)
def test_boards_of_any_kind(board: Any) -> None:
    assert lg.find_lines(board, WORDS) == lg.find_lines(GRID, WORDS)


@pytest.mark.parametrize(
    "words", [np.array(WORDS), set(WORDS), dict.fromkeys(WORDS), iter(WORDS), lg.Lexicon(WORDS)]
)
def test_words_of_any_kind(words: Any) -> None:
    assert lg.find_paths(GRID, words).count == 3


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


def test_results_for_people() -> None:
    assert str(lg.trace(GRID, "tea")) == "tea: found, 4 paths"
    assert str(lg.trace(GRID, "zebra")) == "zebra: absent"
    found = lg.find_paths(GRID, ["tea", "oat"], count_only=True)
    assert repr(found) == "<FoundWords: 2 words, 2 points>"
    assert repr(lg.find_lines(GRID, ["ant"])) == "<Lines: 1 occurrence: ant 1,0 E>"
    game = lg.Game.start(GRID, WORDS)
    assert repr(game.solution) == "<Solution of 'tea/ant/oat': 3 words, 3 points>"
    assert repr(game.play("tea")[0]) == "<Game on 'tea/ant/oat', players you, 1 move>"
    assert "<svg" in (game._repr_svg_() or "")
    assert "3 points" in game.solution._repr_html_()
    assert repr(lg.find_paths_many([GRID], WORDS)) == "<BulkPaths: 1 board, 3 words>"
    assert str(lg.check_puzzle(PUZZLE)) == "valid, 3 words"
    assert lg.Direction("ne") is lg.Direction.NE


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: ANY.find_lines("board.txt", WORDS), r"did you mean Grid.read\('board.txt'\)"),
        (lambda: ANY.find_lines(Path("board.txt"), WORDS), r"Grid.read\('board.txt'\)"),
        (lambda: ANY.find_lines(PUZZLE, WORDS), "the grid is a Puzzle; give its attribute grid"),
        (lambda: ANY.find_paths(lg.find_lines(GRID, WORDS), WORDS), "a Lines; give its attribute"),
        (lambda: ANY.find_lines(b"tea/ant/x", WORDS), "bytes with several rows; decode them"),
        (lambda: ANY.find_lines(b"te\nan\n", WORDS), "bytes with several rows; decode them"),
        (lambda: ANY.Lexicon(["oat"], bands=[1, 2]), "2 bands for 1 word, expected one"),
        (lambda: ANY.find_lines(GRID, "words.txt"), r"Lexicon.read\('words.txt'\)"),
        (lambda: ANY.find_lines(GRID, Path("a.txt")), r"Lexicon.read\('a.txt'\)"),
        (lambda: ANY.Lexicon(Path("a.txt")), r"Lexicon.read\('a.txt'\)"),
        (lambda: ANY.find_lines([["t", ""], ["a", "n"]], WORDS), "write . or None for a hole"),
        (lambda: ANY.Grid(GRID), "make a Grid with Grid.parse"),
        (lambda: ANY.Grid.read(b"board.txt"), "expected the path of a file"),
        (lambda: ANY.score_grids([GRID, None], WORDS), "board 2: the grid is None"),
        (lambda: ANY.score_grids(None, WORDS), r"such as \['teaantoat'\]"),
        (lambda: ANY.make_puzzle(["oat"], mask=np.ones((3, 3))), "expected a shape such as"),
        (lambda: ANY.make_puzzle(["oat"], grow="false"), "grow is 'false', expected True or False"),
        (lambda: ANY.make_puzzle(["oat"], title=None), "title is None, expected text"),
        (lambda: ANY.check_puzzle("puzzle.json"), "Puzzle.read reads a file"),
        (lambda: ANY.Puzzle.from_dict("{}"), "expected a dictionary"),
        (lambda: ANY.Grid.from_dict("{}"), "expected a dictionary"),
        (lambda: ANY.Game.from_dict("{}"), "this is not a game"),
        (lambda: ANY.Puzzle.from_json({}), "{} is not JSON text; from_dict reads a dictionary"),
        (lambda: ANY.Grid.from_json({}), "{} is not JSON text; from_dict reads a dictionary"),
        (lambda: ANY.Game.from_json({}), "{} is not JSON text; from_dict reads a dictionary"),
        (lambda: ANY.Grid.from_json("{"), "not JSON"),
        (lambda: ANY.Grid.from_dict(PUZZLE.grid.to_dict() | {"version": True}), "version is True"),
    ],
)
def test_messages_explain_mistakes(call: Callable[[], Any], message: str) -> None:
    with pytest.raises(lg.LexigridError, match=message):
        call()


def test_a_grid_that_looks_like_a_file_name_needs_a_size() -> None:
    assert lg.Grid.parse("teaan.txt", size=(3, 3)).format(one_line=True) == "tea/an./txt"
