"""Opponents: strength and pace, and the same game from the same seed.

Strength is measured on a hundred dice boards (two hundred in the deep profile) to which the skills
were not fitted.
"""

from __future__ import annotations

import math
import os
import subprocess
import sys
from functools import cache
from itertools import pairwise
from statistics import mean

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lexigrid as lg
from lexigrid._util.rng import SeededRng
from lexigrid.boards.dice_roll import roll
from lexigrid.game.game import Game
from lexigrid.game.rules import Rules
from lexigrid.game.solution import Solution
from lexigrid.play.opponents import (
    AIMS,
    LEVELS,
    LUCK,
    Opponent,
    TimedWord,
    difficulty_of,
    doublings_of,
    draw_luck,
    spread_times,
)

BOARDS = 200 if os.environ.get("LEXIGRID_TEST_PROFILE") == "deep" else 100


@cache
def boards() -> list[Solution]:
    lexicon = lg.Lexicon.default()
    return [Solution(roll("en-new-4x4", seed=n), lexicon, Rules()) for n in range(1, BOARDS + 1)]


@cache
def mean_share(level: int) -> float:
    """Return the mean share of a board's points that a level takes in three minutes."""
    shares = []
    for seed, solution in enumerate(boards(), 1):
        taken = Opponent(level).find_words(solution, seed=seed)
        points = sum(word.score for each in taken if (word := solution.find(each.word)))
        shares.append(points / max(1, solution.score))
    return mean(shares)


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_takes_its_share_of_the_points(level: int) -> None:
    aim = AIMS[level - 1] / 1000
    assert 0.8 * aim <= mean_share(level) <= 1.2 * aim


def test_levels_are_strictly_stronger() -> None:
    shares = [mean_share(level) for level in LEVELS]
    assert all(lower < higher for lower, higher in pairwise(shares))
    assert (30, 200, 900) == (AIMS[0], AIMS[4], AIMS[9])


def test_common_short_straight_words_are_found_more_often() -> None:
    """Level 5 finds words more common and shorter than those it misses."""
    found: list[tuple[int, int]] = []
    missed: list[tuple[int, int]] = []
    for seed, solution in enumerate(boards()[:60]):
        taken = {each.word for each in Opponent(5).find_words(solution, seed=seed)}
        for word in solution.words:
            facts = (solution.lexicon.band(word.word) or 0, len(word.word))
            (found if word.word in taken else missed).append(facts)
    assert mean(band for band, _ in found) < mean(band for band, _ in missed) - 15
    assert mean(size for _, size in found) < mean(size for _, size in missed)


def test_more_time_finds_more() -> None:
    counts = []
    for seconds in (30, 90, 180, 600):
        total = 0
        for seed in range(1, 30):
            solution = Solution(
                roll("en-new-4x4", seed=seed), lg.Lexicon.default(), Rules(seconds=seconds)
            )
            total += len(Opponent(5).find_words(solution, seed=seed))
        counts.append(total)
    assert counts == sorted(set(counts))


@given(st.integers(0, 10**6), st.sampled_from(LEVELS), st.sampled_from([10, 180, None]))
def test_found_words_are_on_the_board_and_in_time(
    seed: int, level: int, seconds: int | None
) -> None:
    game = Game.start(roll("en-new-4x4", seed=seed), rules=Rules(seconds=seconds))
    found = Opponent(level).find_words(game.solution, seed=seed)
    times = [each.at for each in found]
    assert times == sorted(times)
    assert all(0 <= at <= (seconds or 180) * 1000 for at in times)
    for each in found:
        game, verdict = game.play(each.word, at=each.at)
        assert verdict
    assert found == Opponent(level).find_words(game.solution, seed=seed)


def test_a_known_game() -> None:
    """Opponents change their play only with the bands of words: share codes depend on it."""
    solution = Solution(roll("en-new-4x4", seed=7), lg.Lexicon.default(), Rules())
    found = Opponent(1).find_words(solution, seed=7)
    assert [(each.word, each.at) for each in found] == [
        ("nod", 15728),
        ("done", 24372),
        ("won", 48613),
        ("show", 74079),
        ("woo", 82147),
        ("don", 114796),
        ("woven", 158025),
    ]


def test_the_same_seed_gives_the_same_game_in_another_process() -> None:
    code = (
        "import lexigrid as lg; from lexigrid.play.opponents import Opponent;"
        "game = lg.Game.start(lg.roll('en-new-4x4', seed=11));"
        "print(Opponent(6).find_words(game.solution, seed=11))"
    )
    shown = {
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            check=True,
            env={"PYTHONHASHSEED": seed},
            text=True,
        ).stdout
        for seed in ("0", "5")
    }
    solution = Game.start(roll("en-new-4x4", seed=11)).solution
    assert {f"{Opponent(6).find_words(solution, seed=11)}\n"} == shown


def test_several_opponents_of_one_level_play_differently() -> None:
    solution = boards()[0]
    one, two = (Opponent(6).find_words(solution, seed=1, number=n) for n in (0, 1))
    assert one != two


@given(st.integers(1, 86_400))
def test_doublings_are_the_logarithm(seconds: int) -> None:
    exact = 256 * math.log2(seconds / 180)
    assert exact - 1 - 1e-9 <= doublings_of(seconds) <= exact + 1e-9


def test_luck_has_its_standard_deviation() -> None:
    rng = SeededRng(1, "luck")
    drawn = [draw_luck(rng) for _ in range(20_000)]
    assert abs(mean(drawn)) < 0.03 * LUCK
    assert 0.97 * LUCK < math.sqrt(mean(each * each for each in drawn)) < 1.03 * LUCK


@given(st.lists(st.integers(0, 2**40 - 1), max_size=60), st.integers(1, 10**6))
def test_times_are_spread_over_the_clock(parts: list[int], clock: int) -> None:
    times = spread_times(parts, clock)
    assert times == sorted(times)
    assert all(0 <= at <= clock for at in times)


def test_words_without_bands_are_equally_common() -> None:
    assert difficulty_of(None, 4, ()) == difficulty_of(40, 4, ())
    solution = Solution(roll("fr-4x4", seed=1), lg.Lexicon(list(lg.Lexicon.default())), Rules())
    assert Opponent(7).find_words(solution, seed=1)


@pytest.mark.parametrize("level", [0, 11, True, "5"])
def test_invalid_levels_are_reported(level: int) -> None:
    with pytest.raises(lg.GameError, match="1 to 10"):
        Opponent(level)


def test_an_empty_board_has_nothing_to_find() -> None:
    solution = Game.start(lg.Grid.parse("qxq/xqx")).solution
    assert () == Opponent(10).find_words(solution, seed=1)
    assert TimedWord("tea", 5).at == 5
