"""Small grids without options take the shortest way to the core: with the same answers."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import lexigrid as lg

_LETTERS = "abAB.?é\xdfq'"
_TABLES = st.tuples(st.integers(1, 5), st.integers(1, 5)).flatmap(
    lambda shape: st.text(_LETTERS, min_size=shape[0] * shape[1], max_size=shape[0] * shape[1]).map(
        lambda text: table_of(text, shape)
    )
)
_WORDS = st.lists(st.text("abq\xdfés'", min_size=1, max_size=4), min_size=1, max_size=5)


def table_of(text: str, shape: tuple[int, int]) -> Any:
    return np.frombuffer(text.encode("latin-1"), np.uint8).reshape(shape)


def facts(found: lg.Lines) -> tuple[Any, ...]:
    """Return what an answer says, but how it was found."""
    lines = [*map(str, found)], found.words, found.missing, found.to_numpy().tolist()
    return *lines, found.count, found.complete, found.total, found.to_json(), found.grid


@given(_TABLES, _WORDS)
@example(table_of("ab?\xdf", (2, 2)), ["ass", "b'a", "a"])
def test_the_short_way_gives_the_same_answer(table: Any, words: list[str]) -> None:
    grid = lg.Grid.from_array(table)
    expected = facts(lg.find_lines(grid, words, limit=10**6))
    writable = table.copy()
    for board in (table, writable, grid, table.T.copy().T, np.ascontiguousarray(table).tolist()):
        if isinstance(board, list):
            board = [[*map(chr, row)] for row in board]
            if grid != lg.Grid.from_rows(board):
                continue  # what is special in rows of text may not be special in bytes
        assert expected == facts(lg.find_lines(board, words))
        assert expected == facts(pickle.loads(pickle.dumps(lg.find_lines(board, tuple(words)))))
    lexicon = lg.Lexicon(words)
    long = facts(lg.find_lines(grid, lexicon, limit=10**6))
    assert long == facts(lg.find_lines(table, lexicon)) == facts(lg.find_lines(grid, lexicon))


def test_an_answer_keeps_the_letters_it_was_found_in() -> None:
    letters = np.frombuffer(b"teaantoat", np.uint8).reshape(3, 3).copy()
    found = lg.find_lines(letters, ["oat"])
    letters[:] = ord("x")
    assert found.grid == lg.Grid.parse("tea/ant/oat")
    assert ["oat 2,0 N", "oat 2,0 E"] == [*map(str, found)]
    assert not lg.find_lines(letters, ["oat"])


@pytest.mark.parametrize("limit", [127, 129])
def test_larger_grids_go_the_long_way(limit: int) -> None:
    letters = np.full((limit, 128), ord("x"), np.uint8)
    letters[5, 7:10] = [*b"oat"]
    assert ["oat 5,7 E"] == [*map(str, lg.find_lines(letters, ["oat"]))]


@pytest.mark.parametrize(
    ("board", "message"),
    [
        (np.zeros((2, 2, 2), np.uint8), "3 dimensions, expected 2"),
        (np.zeros((0, 3), np.uint8), "0x3, expected at least one cell"),
        (np.zeros((2, 2)), "expected text or None"),
    ],
)
def test_what_is_no_grid_is_refused_as_ever(board: Any, message: str) -> None:
    with pytest.raises(lg.GridError, match=message):
        lg.find_lines(board, ["oat"])


def test_words_are_read_as_the_grid_reads_them() -> None:
    rows = "cha/xxx/xxx"
    for grid, expected in ((lg.Grid.parse(rows, alphabet="cs"), 0), (lg.Grid.parse(rows), 1)):
        assert expected == lg.find_lines(grid, ["cha"]).count
    assert lg.find_lines(lg.Grid.parse("a'b/xxx/xxx"), ["a'b"]).count == 1
    assert lg.find_lines(lg.Grid.parse("cat/xxx/xxx", wrap=True), ["tc"]).count == 1
