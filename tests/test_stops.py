"""Searches end at their deadline, with an answer that is built, written and freed in time."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import lexigrid as lg

BUILT_IN = lg.Lexicon.default()
#: Seconds of processor time after the deadline; an idle machine takes a tenth of them at most.
MARGIN = 0.5


def square(side: int, row: str) -> lg.Grid:
    return lg.Grid.parse("\n".join([(row * side)[:side]] * side))


def runs_of_a(longest: int) -> list[str]:
    return ["a" * length for length in range(1, longest + 1)]


@pytest.mark.parametrize(
    ("deadline", "search"),
    [
        (0.7, lambda d: lg.find_lines(square(300, "a"), runs_of_a(199), deadline=d)),
        (0.7, lambda d: lg.find_lines(square(300, "a"), runs_of_a(199), deadline=d, first=True)),
        (0.7, lambda d: lg.find_lines(square(300, "a"), runs_of_a(199), deadline=d, wrap=True)),
        (0.7, lambda d: lg.find_lines(square(300, "a" * 40 + "?"), runs_of_a(199), deadline=d)),
        (0.2, lambda d: lg.trace(square(8, "a"), "a" * 12, paths="all", limit=None, deadline=d)),
        (0.2, lambda d: lg.find_paths(square(6, "?eta"), BUILT_IN, paths="all", deadline=d)),
    ],
)
def test_a_deadline_holds_until_the_answer_is_freed(
    deadline: float, search: Callable[[float], Any]
) -> None:
    begun = time.thread_time()
    answer = search(deadline)
    assert not answer.complete
    del answer
    assert time.thread_time() - begun < deadline + MARGIN


@pytest.mark.parametrize("wrap", [False, True])
@pytest.mark.parametrize("row", ["a", "a" * 17 + "?"])
def test_a_cut_answer_is_a_part_of_the_whole_in_canonical_order(row: str, wrap: bool) -> None:
    grid = square(50, row)
    words = runs_of_a(40)
    whole = lg.find_lines(grid, words, wrap=wrap)
    numbers = {each: number for number, each in enumerate(whole.to_numpy().tolist())}
    assert len(whole) == len(numbers)
    for deadline in (0.0, 0.002, 0.004, 0.008, 0.016, 0.03, 0.06):
        part = lg.find_lines(grid, words, wrap=wrap, deadline=deadline)
        places = np.array([numbers[each] for each in part.to_numpy().tolist()])
        assert (np.diff(places) > 0).all()
        assert len(part) == part.count
        assert {part.word_at(n) for n in set(part.to_numpy()["word"].tolist())} == (
            set(words) - set(part.missing)
        )


def test_a_cut_trace_lists_paths_in_canonical_order() -> None:
    grid = square(5, "a")
    whole = lg.trace(grid, "a" * 6, paths="all", limit=None)
    numbers = {path: number for number, path in enumerate(whole.paths)}
    assert whole.count == len(numbers)
    for deadline in (0.0, 0.0005, 0.001, 0.002):
        part = lg.trace(grid, "a" * 6, paths="all", limit=None, deadline=deadline)
        places = [numbers[path] for path in part.paths]
        assert places == sorted(set(places))
        assert len(part.paths) <= part.count <= whole.count


def test_a_cut_path_search_lists_true_paths() -> None:
    grid = lg.Grid.parse("?eta/oins/h?du/lmcf")
    whole = {word.word: set(word.paths) for word in lg.find_paths(grid, BUILT_IN, paths="all")}
    for deadline in (0.0, 0.002, 0.01, 0.03):
        part = lg.find_paths(grid, BUILT_IN, paths="all", deadline=deadline)
        for word in part:
            assert set(word.paths) <= whole[word.word]
            assert list(word.paths) == sorted(set(word.paths))
