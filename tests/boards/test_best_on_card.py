"""The search for the best board on an emulated graphics card finds what the processor finds."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np
import pytest

import lexigrid as lg
from checkout import IS_DEEP
from emulated_card import EmulatedCard, card, needs_emulator
from lexigrid.boards import climb
from lexigrid.boards.best import optimize_board
from lexigrid.bulk import score_changes, score_swaps
from lexigrid.errors import InputError
from lexigrid.search.bulk.cuda import variants
from lexigrid.search.bulk.cuda.scorer import Tier
from lexigrid.search.bulk.cuda.variants import WILD, VariantScorer

pytestmark = needs_emulator
assert card  # a fixture
BOARDS = ["perslatgsineters", "qzqzqzqzqzqzqzqz", "eeeeeeeeeeeeeeee", "quieteratiuqnese"]
WORDS = ["tea", "eat", "ate", "quit", "quiet", "tie", "neat", "ant", "tan", "net", "ten", "tine"]


@pytest.mark.parametrize("size", [(3, 4), (4, 4)])
def test_variants_equal_those_of_the_core(
    monkeypatch: pytest.MonkeyPatch, card: EmulatedCard, size: tuple[int, int]
) -> None:
    made = VariantScorer(WORDS, size=size, qu=True)
    monkeypatch.setattr(made, "chunk", 100)
    letters = made.lexicon.letters
    rng = np.random.default_rng(1)
    boards = rng.choice([*map(ord, letters)], (3, size[0] * size[1])).astype(np.uint8)
    on_card = card.xp.asarray(boards)
    for board, changed, swapped in zip(
        boards, made.score_changes(on_card), made.score_swaps(on_card), strict=True
    ):
        options: dict[str, Any] = {"size": size, "qu": True}
        expected = score_changes(board, made.lexicon, **options)
        assert np.array_equal(changed.reshape(expected.shape), expected)
        expected = score_swaps(board, made.lexicon, **options).reshape(swapped.shape)
        assert np.array_equal(swapped, np.triu(expected, 1))


@pytest.mark.parametrize(
    ("tier", "share", "fits"), [(WILD, 0.25, True), (Tier(0, 64, 1), 1e-9, False)]
)
def test_changes_of_boards_with_many_words(
    monkeypatch: pytest.MonkeyPatch, card: EmulatedCard, tier: Tier, share: float, fits: bool
) -> None:
    monkeypatch.setattr(variants, "WILD", tier)
    monkeypatch.setattr(variants, "NOTES_SHARE", share)
    monkeypatch.setattr(variants, "MAX_JOBS", 40)  # boards in several launches
    made, size = VariantScorer(size=(4, 4), qu=True), (4, 4)
    boards = np.array([[*board.encode()] for board in BOARDS], np.uint8)
    rescued = mock.Mock(wraps=made._changes_on_core)
    monkeypatch.setattr(made, "_changes_on_core", rescued)
    for board, changed in zip(boards, made.score_changes(card.xp.asarray(boards)), strict=True):
        expected = score_changes(board, size=size, qu=True)
        assert np.array_equal(changed.reshape(expected.shape), expected)
    assert rescued.called != fits


@pytest.mark.parametrize(
    ("words", "goal"), [(WORDS, "points"), (WORDS, "words"), (["ßé", "éa", "eßa", "aé"], "points")]
)
def test_the_same_seed_gives_the_same_boards(
    card: EmulatedCard, words: list[str], goal: Any
) -> None:
    rounds = 12 if IS_DEEP else 3
    options: dict[str, Any] = {"seed": 4, "size": (3, 3), "rounds": rounds, "patience": 3}
    expected = optimize_board(words, goal=goal, processes=1, **options)
    assert optimize_board(words, goal=goal, device="cuda", **options) == expected
    assert card.launched


def test_dice_and_rounds_that_wait_for_their_turn(
    monkeypatch: pytest.MonkeyPatch, card: EmulatedCard, tmp_path: Path
) -> None:
    monkeypatch.setattr(climb, "SIDE_BY_SIDE", 2)
    dice = lg.Dice.of(["E A T"] * 3 + ["Qu I T"] * 3 + ["N E"] * 3, size=(3, 3))
    options: dict[str, Any] = {"seed": 1, "dice": dice, "rounds": 5, "patience": 3}
    expected = optimize_board(WORDS, processes=1, **options)
    shares: list[float] = []
    scores: list[int] = []
    found = optimize_board(
        WORDS,
        device="cuda",
        resume=tmp_path / "search.json",
        progress=shares.append,
        better=lambda board: scores.append(board.score),
        **options,
    )
    assert found == expected
    assert shares[-1] == 1.0
    assert all(one < other for one, other in itertools.pairwise(scores))
    again = optimize_board(WORDS, processes=1, resume=tmp_path / "search.json", **options)
    assert again == expected


def test_the_deadline_and_wrong_options(card: EmulatedCard) -> None:
    found = optimize_board(WORDS, seed=1, size=(3, 3), rounds=3, deadline=0, device="cuda")
    assert not found.complete
    for options, reason in (
        ({"size": (2, 2)}, "does not serve boards of 2x2"),
        ({"processes": 2}, "processes .* is for device='cpu'"),
        ({"device": "gpu"}, "expected one of cpu, cuda"),
    ):
        with pytest.raises(InputError, match=reason):
            optimize_board(WORDS, **{"seed": 1, "device": "cuda", **options})  # type: ignore[arg-type]
