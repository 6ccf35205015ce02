"""Boards of the day: common words use every tile, and rarer ones are extra."""

from __future__ import annotations

import json

import pytest

import lexigrid as lg
from commands import call
from lexigrid.boards.spec import IntRange
from lexigrid.lexicon.rude import words_to_avoid


@pytest.mark.parametrize("seed", range(12))
def test_the_required_words_use_every_tile(seed: int) -> None:
    board = lg.find_board(lg.BoardSpec(required=IntRange(25, 60)), seed=seed)
    common = lg.Lexicon.default().common()
    found = lg.find_paths(board.grid, common, min_length=3, paths="all")
    assert board.met
    assert board.required is not None
    assert {word.word for word in board.required} == {word.word for word in found}
    assert 25 <= len(found) <= 60
    assert {cell for word in found for path in word.paths for cell in path} == {*board.grid}
    rude = {*words_to_avoid(None, lg.Lexicon.default())}
    assert not rude & {word.word for word in lg.find_paths(board.grid, min_length=3)}
    assert board.words >= len(found)


def test_the_command_line_and_the_numbers_on_tiles() -> None:
    answer = call("roll", "--daily-style", "--seed", "1", "--format", "json")
    (board,) = json.loads(answer.stdout)["boards"]
    grid = lg.Grid.from_rows(board["rows"])
    names = [word["word"] for word in board["required"]]
    paths = [lg.trace(grid, name, paths="all").paths for name in names]
    for word, own in zip(board["required"], paths, strict=True):
        assert tuple(map(tuple, word["path"])) in own
    for row, column in grid:
        begin = sum(any(path[0] == (row, column) for path in own) for own in paths)
        use = sum(any((row, column) in path for path in own) for own in paths)
        assert (board["begin"][row][column], board["use"][row][column]) == (begin, use)
        assert use > 0
    assert "required of" in answer.stderr
    same = call("roll", "--required", "25-60", "--seed", "1", "--format", "json")
    assert same.stdout == answer.stdout


def test_wrong_combinations() -> None:
    for other in (["--required", "3-5"], ["--best"]):
        refused = call("roll", "--daily-style", *other)
        assert refused.exit_code == 2
        assert "cannot be combined" in refused.stderr
    with pytest.raises(lg.InputError, match="required is 30, expected a range"):
        lg.BoardSpec(required=30)  # type: ignore[arg-type]
