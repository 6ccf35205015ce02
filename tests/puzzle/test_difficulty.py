"""Puzzles near a wanted difficulty."""

from __future__ import annotations

from typing import Any

import pytest

import lexigrid as lg
from lexigrid import _core
from lexigrid.puzzle.generate.words import random_words, theme_words


def test_difficulty_grows_with_what_makes_a_puzzle_hard() -> None:
    words = theme_words("birds")[:12]
    easy = lg.make_puzzle(words, size=14, seed=1, level="easy").difficulty.score
    hard = lg.make_puzzle(words, size=14, seed=1, level="expert", decoys=40).difficulty.score
    assert hard > easy + 20


@pytest.mark.parametrize("wanted", [25, 45, 65])
def test_a_wanted_difficulty_is_reached(wanted: int) -> None:
    puzzle = lg.make_puzzle(theme_words("birds")[:15], size=15, seed=1, difficulty=wanted)
    assert abs(puzzle.difficulty.score - wanted) < 6
    assert puzzle == lg.make_puzzle(code=puzzle.code)
    with pytest.raises(lg.InputError, match="already holds every option; leave out title"):
        lg.make_puzzle(code=puzzle.code, title="Cereals")
    assert puzzle == lg.make_puzzle(code=puzzle.code, secret=[], avoid=[])


def test_an_open_size_allows_harder_puzzles() -> None:
    puzzle = lg.make_puzzle(theme_words("birds")[:15], seed=1, difficulty=72)
    assert abs(puzzle.difficulty.score - 72) < 4
    assert puzzle == lg.make_puzzle(code=puzzle.code)


def test_difficulties_span_the_scale() -> None:
    words = random_words(12, 5, shortest=4, longest=5)
    easy, hard = (lg.make_puzzle(words, seed=4, difficulty=wanted) for wanted in (5, 95))
    assert easy.difficulty.score <= 8
    assert hard.difficulty.score >= 90
    assert () == easy.notes == hard.notes
    for puzzle in (easy, hard):
        assert lg.check_puzzle(puzzle).is_valid
        assert puzzle == lg.make_puzzle(code=puzzle.code)
    short = lg.make_puzzle(words, seed=4, size=12, difficulty=5)
    assert short.notes[0].startswith(f"the difficulty is {short.difficulty.score}, not 5: these ")
    assert short.notes[0].endswith(f"allow {short.difficulty.score} to 70.3")


@pytest.mark.parametrize(
    ("theme", "pool", "seed"), [("birds", 12, 1), ("birds", 6, 2), ("ocean", 10, 1)]
)
def test_small_grids_do_not_hold_up_a_search_with_a_pool(theme: str, pool: int, seed: int) -> None:
    puzzle = lg.make_puzzle(theme=theme, pool=pool, seed=seed, difficulty=0, deadline=30)
    assert "these words and options allow" in puzzle.notes[0]
    assert puzzle.grid == lg.make_puzzle(code=puzzle.code).grid


def test_a_pool_that_does_not_fit_is_given_up_early(monkeypatch: pytest.MonkeyPatch) -> None:
    layouts = 0

    def make_layout(*arguments: Any) -> Any:
        nonlocal layouts
        layouts += 1
        return original(*arguments)

    original = _core.make_layout
    monkeypatch.setattr(_core, "make_layout", make_layout)
    with pytest.raises(lg.PuzzleError, match="12 wanted words fit"):
        lg.make_puzzle(random_words(30, 12), pool=12, size=7, difficulty=50, seed=1)
    assert layouts <= 10  # it took 28 s when there were 80


def test_words_that_hardly_fit_are_placed_within_a_limited_effort() -> None:
    puzzle = lg.make_puzzle(theme="birds", pool=12, seed=1, size=8, difficulty=95, deadline=60)
    assert 12 == len(puzzle.words)
    assert "these words and options allow" in puzzle.notes[0]


@pytest.mark.parametrize("options", [{"level": "easy", "difficulty": 90}, {"difficulty": 0}])
def test_a_share_code_gives_an_equal_puzzle_with_its_notes(options: dict[str, object]) -> None:
    puzzle = lg.make_puzzle(["cat", "dog", "title"], size=5, seed=1, **options)  # type: ignore[arg-type]
    assert puzzle == lg.make_puzzle(code=puzzle.code)
    assert puzzle.notes == lg.make_puzzle(code=puzzle.code).notes
    assert "these words and options allow" in puzzle.notes[0]
