"""Searches end at their deadline, with an answer that is built, written and freed in time."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from itertools import pairwise
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
        assert {part.word_at(n) for n in set(part.word_ids.tolist())} == (
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


def test_a_cut_path_search_of_a_large_grid_lists_true_paths() -> None:
    """More paths than are grouped after a deadline, which can also pass while they are grouped."""
    rng = random.Random(5)
    grid = lg.Grid.from_rows([rng.choices("etaoins", k=120) for _ in range(120)])

    def hashes_of(found: Any) -> dict[str, np.ndarray[Any, Any]]:
        """Return a hash of each path, by word."""
        path_of, cell_of, cells = (
            np.array(getattr(found._result, name), np.int64)
            for name in ("path_of", "cell_of", "cells")
        )
        assert (len(found) + 1, path_of[-1] + 1, cell_of[-1]) == (
            *map(len, (path_of, cell_of)),
            len(cells),
        )
        assert found.score == sum(word.score for word in found)
        place = np.arange(len(cells)) - np.repeat(cell_of[:-1], np.diff(cell_of))
        mixed = (cells.astype(np.uint64) + 1) * np.uint64(3) ** (place.astype(np.uint64) * 7 + 5)
        hashes = np.add.reduceat(mixed, cell_of[:-1]) if len(cells) else mixed
        return {
            word.word: hashes[first:last]
            for word, (first, last) in zip(found, pairwise(path_of), strict=True)
        }

    whole = hashes_of(lg.find_paths(grid, BUILT_IN, paths="all"))
    assert sum(map(len, whole.values())) > 400_000
    order = list(whole)
    began = time.monotonic()
    assert lg.find_paths(grid, BUILT_IN, paths="all").complete
    seconds = time.monotonic() - began
    for share in (0, 0.01, 0.1, 0.3, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95):
        part = hashes_of(lg.find_paths(grid, BUILT_IN, paths="all", deadline=share * seconds))
        assert list(part) == order[: len(part)]
        assert all(np.isin(hashes, whole[word]).all() for word, hashes in part.items())
