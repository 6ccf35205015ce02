"""Values can be pickled and copied, and never change."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np

import lexigrid as lg
from lexigrid.search.line_options import LineOptions
from lexigrid.search.lines import search_lines
from lexigrid.search.options import PathOptions
from lexigrid.search.paths import search_paths

GRID = lg.Grid.parse("tea/ant/oat")


def test_a_grid_never_changes() -> None:
    array = np.frombuffer(b"teaant", np.uint8).reshape(2, 3).copy()
    grid = lg.Grid.from_array(array)
    array[:] = ord("x")
    assert lg.Grid.parse("tea/ant") == grid


# --- pickles and copies ---------------------------------------------------------------------------


def test_values_pickle_and_copy() -> None:
    words = ["oat", "tea", "ICE", "dog", "a-b"]
    lexicon = lg.Lexicon(words, bands=[1, 2, 3, 4, 5])
    values: list[Any] = [
        GRID,
        lexicon,
        lg.find_lines(GRID, words),
        lg.find_lines(GRID, words, limit=1),
        lg.find_lines(GRID, lexicon, count_only=True),
        lg.find_paths(GRID, words, paths="all", sort="alpha"),
        lg.find_paths(GRID, words, count_only=True),
        lg.find_paths(GRID, words, limit=1, sort="score"),
        lg.find_paths(GRID, words, limit=1),
        lg.find_paths_many(["tea/ant/oat", "tea/xx-/oat"], words)[1],
        lg.trace(GRID, "oat", paths="all"),
        lg.Game.start(GRID, words).play("oat")[0],
    ]
    for value in values:
        for again in (pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)):
            assert value == again
            for name in ("words", "count", "score", "missing", "complete", "cut_by", "total"):
                if not isinstance(value, lg.Lexicon):
                    assert getattr(value, name, None) == getattr(again, name, None)
            if isinstance(value, lg.Lines):
                assert (value.to_numpy() == again.to_numpy()).all()
                assert value.to_json() == again.to_json()
            if isinstance(value, lg.FoundWords):
                assert value.to_json() == again.to_json()
    many = lg.find_paths_many(["tea/ant/oat", "tea/xx-/oat"], words)
    for again in (pickle.loads(pickle.dumps(many)), copy.deepcopy(many), copy.copy(many)):
        assert list(many) == list(again)
    assert search_lines(GRID, words, LineOptions()) == values[2]
    assert search_paths(GRID, words, PathOptions(paths="all", sort="alpha")) == values[5]
