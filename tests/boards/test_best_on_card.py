"""The search for the best board on an emulated graphics card finds what the processor finds."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lexigrid as lg
from checkout import IS_DEEP
from emulated_card import EmulatedCard, card, needs_emulator
from lexigrid.boards import climb
from lexigrid.boards.best import optimize_board
from lexigrid.bulk import CudaScorer, score_changes, score_swaps
from lexigrid.errors import InputError

pytestmark = needs_emulator
assert card  # a fixture
WORDS = ["tea", "eat", "ate", "quit", "quiet", "tie", "neat", "ant", "tan", "net", "ten", "tine"]


@pytest.mark.parametrize("size", [(3, 4), (4, 4)])
def test_variants_equal_those_of_the_core(
    monkeypatch: pytest.MonkeyPatch, card: EmulatedCard, size: tuple[int, int]
) -> None:
    made = CudaScorer(WORDS, size=size, qu=True)
    monkeypatch.setattr(made, "chunk", 100)
    letters = made.lexicon.letters
    rng = np.random.default_rng(1)
    boards = rng.choice([*map(ord, letters)], (3, size[0] * size[1])).astype(np.uint8)
    changes = made.score_variants(boards, "".join(letters).encode())
    swaps = made.score_variants(boards)
    for board, changed, swapped in zip(boards, changes, swaps, strict=True):
        options: dict[str, Any] = {"size": size, "qu": True}
        expected = score_changes(board, made.lexicon, **options)
        assert np.array_equal(changed.reshape(expected.shape), expected)
        expected = score_swaps(board, made.lexicon, **options).reshape(swapped.shape)
        assert np.array_equal(swapped, np.triu(expected, 1))


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
