"""Boards on an emulated graphics card, compared with the core."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import lexigrid as lg
from checkout import IS_DEEP, TESTS
from emulated_card import EmulatedCard, card, needs_emulator
from lexigrid.boards.dice_roll import roll
from lexigrid.bulk import CudaScorer, score_changes
from lexigrid.search.bulk.cuda import device, scorer
from lexigrid.search.bulk.cuda.device import read_source
from lexigrid.search.bulk.cuda.scorer import Tier
from lexigrid.search.bulk.cuda.variants import VariantScorer

pytestmark = needs_emulator
assert card  # a fixture
#: Boards of each kind and size; with the deep profile, 60,000 in all.
COUNT = 3000 if IS_DEEP else 180
SIZES = [(rows, columns) for rows in (3, 4, 5) for columns in (3, 4, 5)]
#: Tiers that many boards exceed.
SMALL = (Tier(64, 64), Tier(256, 64), Tier(0, 64, 1))


def boards_of(kind: str, size: tuple[int, int], count: int) -> Any:
    """Return boards as an array of character codes."""
    rng = np.random.default_rng(len(kind))
    cells = size[0] * size[1]
    letters = {
        "uniform": "abcdefghijklmnopqrstuvwxyz",
        "dice": "eeeeeeeaaaaaooooiiiitttttsssssnnnnrrrrhhlldduccmpfgwybvkjxqz",
        "rich": "aeinrstdl",
        "qu": "quiteqaes",
        "holes": "aeinrst..!QZ",
    }[kind]
    boards = rng.choice(np.frombuffer(letters.encode(), np.uint8), (count, cells))
    if kind == "rich":  # boards of one letter, and of two
        boards[:26] = np.arange(97, 123, dtype=np.uint8)[: len(boards), None]
        boards[26:40, ::2], boards[26:40, 1::2] = ord("e"), ord("s")
    return boards


@pytest.mark.parametrize("size", SIZES if IS_DEEP else [(3, 4), (4, 4), (5, 5)])
def test_scores_equal_those_of_the_core(card: EmulatedCard, size: tuple[int, int]) -> None:
    for kind in ("uniform", "dice", "rich", "qu", "holes"):
        count = COUNT if size == (4, 4) else COUNT // 3
        boards = boards_of(kind, size, count * (4 if size == (4, 4) and kind == "dice" else 1))
        for qu in (True, False) if kind == "qu" else (True,):
            options: dict[str, Any] = {"size": size, "qu": qu}
            expected = lg.score_grids(boards, **options)
            found = lg.score_grids(boards, device="cuda", **options)
            assert found.dtype == expected.dtype
            assert np.array_equal(found, expected), (kind, size, qu)


def test_options_count_as_on_the_processor(card: EmulatedCard) -> None:
    words = ["eat", "tea", "oat", "quit", "a", "to", "teat"]
    boards = ["teaantoat", "qitxxxxxx", "t.a.TEA.."]
    for lexicon in (words, lg.Lexicon(words)):
        for options in (
            {"scoring": "letters"},
            {"min_length": 4, "qu": True},
            {"scoring": {1: 7, 2: 5}},
            {"scoring": {3: 2**29}},
            {"scoring": "fibonacci", "min_length": 0, "qu": True},
        ):
            expected = lg.score_grids(boards, lexicon, **options)
            found = lg.score_grids(boards, lexicon, device="cuda", **options)
            assert expected.tolist() == found.tolist()


@pytest.mark.parametrize("seed", range(20 if IS_DEEP else 3))
def test_chunks_overlap_without_harm(
    monkeypatch: pytest.MonkeyPatch, card: EmulatedCard, seed: int
) -> None:
    card.random.seed(seed)
    made = CudaScorer(size=(4, 4))
    monkeypatch.setattr(made, "chunk", 64)
    boards = boards_of("dice", (4, 4), 500)
    shares: list[float] = []
    for count in (500, 0, 1, 64, 65, 129):
        found = made.score(boards[:count], progress=shares.append)
        assert np.array_equal(found, lg.score_grids(boards[:count], size=(4, 4)))
    assert shares[:3] == [0.128, 0.256, 0.384]
    assert shares[-1] == 1.0
    on_card = card.xp.asarray(boards)
    found = made.score(on_card)
    assert type(found) is type(on_card)
    assert np.array_equal(found, lg.score_grids(boards, size=(4, 4)))
    assert np.array_equal(lg.score_grids(on_card, device="cuda"), found)


def test_a_host_that_does_not_wait_is_noticed(
    monkeypatch: pytest.MonkeyPatch, card: EmulatedCard
) -> None:
    made = CudaScorer(size=(3, 3))
    monkeypatch.setattr(made, "chunk", 64)
    boards = boards_of("dice", (3, 3), 300)
    expected = made.score(boards)
    monkeypatch.setattr("emulated_card.Stream.synchronize", lambda self: None)
    assert not np.array_equal(made.score(boards), expected)


def test_full_tiers_leave_boards_to_the_next_and_then_to_the_core(
    monkeypatch: pytest.MonkeyPatch, card: EmulatedCard
) -> None:
    monkeypatch.setattr(scorer, "TIERS", {25: SMALL})
    made = CudaScorer(size=(4, 4), qu=True)
    monkeypatch.setattr(made, "chunk", 50)
    rescued: list[int] = []
    rescue = made._search_on_core

    def count_rescued(lane: Any, left: int, coding: Any) -> None:
        rescued.append(left)
        rescue(lane, left, coding)

    monkeypatch.setattr(made, "_search_on_core", count_rescued)
    boards = np.concatenate([boards_of(kind, (4, 4), 60) for kind in ("dice", "rich", "qu")])
    expected = lg.score_grids(boards, size=(4, 4), qu=True)
    assert np.array_equal(made.score(boards), expected)
    assert {slots for slots, _, _ in SMALL} == set(card.launched)
    assert 0 < sum(rescued) < 60
    assert np.array_equal(made.score(card.xp.asarray(boards)), expected)
    rescued.clear()
    sample = made.sample("it-4x4", 60, seed=3, keep_scores=True)
    assert rescued
    assert sample.scores is not None
    found = lg.find_paths_many([sample.board(number) for number in range(60)])
    assert np.array_equal(sample.scores, found.scores)
    assert np.array_equal(sample.word_counts, np.bincount(found.counts))


@pytest.mark.parametrize(
    ("name", "seed"), [("en-new-4x4", 7), ("it-4x4", "birds"), ("fr-4x4", 2**64)]
)
def test_boards_are_rolled_as_on_the_processor(
    monkeypatch: pytest.MonkeyPatch, card: EmulatedCard, name: str, seed: int | str
) -> None:
    made = CudaScorer(size=(4, 4), qu=True)
    monkeypatch.setattr(made, "chunk", 128)
    sample = made.sample(name, 300, seed, keep_scores=True)
    grids = [roll(name, seed=f"{seed}/{n + 1}" if n else seed) for n in range(300)]
    assert grids == [sample.board(number) for number in range(300)]
    found = lg.find_paths_many(grids)
    assert sample.scores is not None
    assert np.array_equal(sample.scores, found.scores)
    assert np.array_equal(sample.score_counts, np.bincount(found.scores))
    assert np.array_equal(sample.word_counts, np.bincount(found.counts))
    assert (sample.count, sample.best) == (300, int(found.scores.argmax()))
    assert made.sample(name, 300, seed).scores is None
    with pytest.raises(lg.InputError, match="number is 300"):
        sample.board(300)


def test_dice_with_other_tiles(card: EmulatedCard) -> None:
    faces = ["In E T", "Th A I", "N # S", "A É Qu", "E R T", "I N G", "S T In", "E A R", "D E N"]
    dice = lg.Dice.of(faces, size=(3, 3))
    made = CudaScorer(size=(3, 3))
    sample = made.sample(dice, 200, 1, keep_scores=True)  # `in` is spelled in two ways
    expected = lg.find_paths_many([sample.board(number) for number in range(200)])
    assert expected.counts.max() > 20
    assert sample.scores is not None
    assert np.array_equal(sample.scores, expected.scores)
    assert np.array_equal(sample.word_counts, np.bincount(expected.counts))


def test_an_answer_that_is_cut_short(card: EmulatedCard) -> None:
    assert lg.score_grids(["teaantoat"] * 3, device="cuda", deadline=0).tolist() == [-1] * 3
    made, end = CudaScorer(size=(3, 3)), float("-inf")
    assert made.score(card.xp.asarray(boards_of("dice", (3, 3), 2)), end=end).tolist() == [-1, -1]

    def stop(share: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        made.score(["teaantoat"], progress=stop)
    assert made.score(["teaantoat"]).tolist() == lg.score_grids(["teaantoat"]).tolist()


@pytest.mark.parametrize("place", ["none", "if (waiting >= 32)"])
def test_a_missing_barrier_is_noticed(place: str) -> None:
    done = subprocess.run(
        [sys.executable, __file__, place],
        timeout=120,
        capture_output=True,
        check=False,
        env={"PYTHONPATH": f"{TESTS / 'support'}", "PATH": "/usr/bin:/bin"},
    )
    assert (done.returncode == 0) == (place == "none"), done.stderr.decode()


def run_without_barrier(place: str) -> bool:
    """Score boards without the last barrier before `place`; return whether all are right."""
    source = read_source()
    if place != "none":
        before, after = source.split(place, 1)
        begin, rest = before.rsplit("__syncwarp();", 1)
        assert len(rest) < 20, "there is no barrier at this place"
        source = begin + rest + place + after
    emulated = EmulatedCard(source=source)
    device.open_card = lambda: emulated  # type: ignore[assignment]
    boards = boards_of("rich", (4, 4), 60)
    found = lg.score_grids(boards, size=(4, 4), device="cuda")
    changed = VariantScorer(size=(4, 4)).score_changes(emulated.xp.asarray(boards[:1]))
    expected = score_changes(boards[0], size=(4, 4))
    return np.array_equal(found, lg.score_grids(boards, size=(4, 4))) and np.array_equal(
        changed.reshape(expected.shape), expected
    )


if __name__ == "__main__":
    sys.exit(0 if run_without_barrier(sys.argv[1]) else 1)
