"""The order in which plans for a puzzle are tried, given what came of earlier ones."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

import lexigrid as lg
from lexigrid.puzzle.generate.job import prepare
from lexigrid.puzzle.generate.options import PuzzleOptions
from lexigrid.puzzle.generate.plans import (
    Failure,
    Misfit,
    OutOfEffort,
    Plan,
    Trial,
    Unfillable,
    Unplaced,
    conclude,
    plan_puzzle,
)

CEREALS = ["oat", "rye", "barley", "wheat", "millet", "sorghum"]
NO_ROOM = "no room for it"


def follow(
    words: list[str], outcome: Callable[[Plan], Failure], **options: Any
) -> tuple[list[Plan], Failure]:
    """Follow plans that all fail with these outcomes; return the plans and the conclusion."""
    job = prepare(PuzzleOptions.of(words=words, seed=1, **options))
    trials: list[Trial] = []
    for plan in plan_puzzle(job, trials):
        failure = outcome(plan)
        trials.append(Trial(plan, failure))
    concluded = conclude(trials)
    assert not isinstance(concluded, lg.Puzzle)
    return [trial.plan for trial in trials], concluded


def sides(plans: list[Plan]) -> list[tuple[int, int]]:
    return [plan.size[:2] for plan in plans]


def words_of(plan: Plan) -> set[str]:
    return {entry.word for entry in plan.entries}


def test_a_grid_of_one_size_is_tried_once_with_the_whole_effort() -> None:
    plans, failure = follow(["oat", "rye"], lambda _: Unplaced((("oat", NO_ROOM),)), size=5)
    assert [(5, 5)] == sides(plans)
    assert Unplaced((("oat", NO_ROOM),)) == failure
    [grown, *others], _ = follow(["oat", "rye"], lambda _: Unplaced(()), size=5, grow=True)
    assert (5, 5) == grown.size[:2]
    assert 30 * grown.effort < plans[0].effort * 0.91
    assert sides(others) == sorted(set(sides(others)))


def test_what_cannot_be_filled_is_laid_out_again_while_fewer_rude_words_are_avoided() -> None:
    plans, failure = follow(["oat", "rye"], lambda _: Unfillable(5))
    assert [*("strict",) * 8, *("mild",) * 8, *(None,) * 24] == [plan.rude for plan in plans]
    assert (1, 40) == (len({*sides(plans)}), len({plan.seed for plan in plans}))
    assert Unfillable(5) == failure
    plans, _ = follow(["oat", "rye"], lambda _: Unfillable(5), allow_rude=True)
    assert [None] * 40 == [plan.rude for plan in plans]


def test_a_spent_budget_ends_the_search() -> None:
    plans, failure = follow(["oat", "rye"], lambda plan: OutOfEffort(plan.effort))
    assert 1 == len(plans)
    assert OutOfEffort(plans[0].effort) == failure


def test_sizes_nearest_to_success_come_first_in_the_next_round() -> None:
    words = ["barley", "wheat", "millet", "sorghum"]

    def outcome(plan: Plan) -> Failure:
        rows, columns = plan.size[:2]
        if rows > columns:
            return Unplaced((("millet", NO_ROOM),))
        return Misfit(columns, 5)

    plans, failure = follow(words, outcome, message="hello")
    rounds = len(plans) // 3
    first, second = sides(plans)[:rounds], sides(plans)[rounds : 2 * rounds]
    nearest = sorted(first, key=lambda size: (size[0] > size[1], abs(size[1] - 5)))
    assert nearest == second != first
    assert 0.15 < plans[0].effort / plans[rounds].effort < 0.51
    assert Misfit(min((c for r, c in first if r <= c), key=lambda c: abs(c - 5)), 5) == failure


def test_words_of_a_pool_replace_those_without_a_place() -> None:
    plans, failure = follow(
        CEREALS, lambda plan: Unplaced(((min(words_of(plan)), NO_ROOM),)), pool=2, size=9
    )
    assert 5 == len(plans)  # then one word is left
    for plan, following in pairwise(plans):
        lost = min(words_of(plan))
        assert words_of(plan) - {lost} < words_of(following)
        assert lost in dict(following.dropped)
    assert Unplaced(((min(words_of(plans[-1])), NO_ROOM),)) == failure


def test_other_words_of_a_pool_are_chosen_for_the_message() -> None:
    plans, failure = follow(
        CEREALS,
        lambda plan: Misfit(sum(map(len, words_of(plan))), 2),
        pool=4,
        size=(3, 7),
        message="hi",
    )
    assert len(plans) == len({frozenset(words_of(plan)) for plan in plans}) > 1
    assert Misfit(min(sum(map(len, words_of(plan))) for plan in plans), 2) == failure


def test_a_secret_word_without_a_place_ends_the_search() -> None:
    long = ("concatenation", "13 letters, longer than the 9x9 grid")
    options: dict[str, Any] = {"pool": 2, "size": 9, "secret": ["concatenation"], "seed": 1}
    with pytest.raises(lg.PuzzleError, match="2 of the 2 wanted words fit") as caught:
        lg.make_puzzle(CEREALS, **options, deadline=30)
    assert (long,) == caught.value.unplaced
    puzzle = lg.make_puzzle(CEREALS, **options, allow_missing=True, deadline=30)
    assert (2, (long,)) == (len(puzzle.words), puzzle.missing)
