"""Scores and rolls boards on a graphics card, and on all cores of the same machine.

`python benchmarks/cuda.py [SECONDS]` needs `lexigrid[cuda]` and a card. It names the card, checks
that it computes what the core computes, and then times both. It takes less than four minutes.
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

import numpy as np

import lexigrid as lg
from lexigrid.bulk import CudaScorer, score_changes
from lexigrid.proofs import optimize_board
from lexigrid.search.bulk.cuda.variants import VariantScorer
from lexigrid.search.options import Device

DICE = ("en-new-4x4", "en-big-deluxe-5x5")
#: Boards to check in each set, and to time by the number of cells.
CHECKED = 20_000
TIMED = {16: 8_000_000, 25: 2_000_000}
LIMIT = 220.0


def boards_of(dice: lg.Dice, count: int) -> Any:
    """Return random boards on which each die has its own cell."""
    rng = np.random.default_rng(1)
    faces = np.array([[ord(face[0].lower()) for face in die] for die in dice.faces], np.uint8)
    return faces[np.arange(len(dice)), rng.integers(0, faces.shape[1], (count, len(dice)))]


def check(cupy: Any, scorer: CudaScorer, dice: lg.Dice) -> None:
    """Compare boards of all kinds with the core; end the program if one differs."""
    rng = np.random.default_rng(2)
    sets = {
        "dice": boards_of(dice, CHECKED),
        "uniform": rng.integers(97, 123, (CHECKED, len(dice))).astype(np.uint8),
        "rich": rng.choice(np.frombuffer(b"aeinrstdl", np.uint8), (CHECKED // 4, len(dice))),
        "qu and holes": rng.choice(np.frombuffer(b"quaeist.", np.uint8), (CHECKED // 4, len(dice))),
    }
    wrong = {}
    for name, boards in sets.items():
        expected = lg.score_grids(boards, size=dice.size, qu=True)
        wrong[name] = int(np.count_nonzero(scorer.score(boards) != expected))
    sample = scorer.sample(dice, 3000, seed=1, keep_scores=True)
    found = lg.find_paths_many([sample.board(number) for number in range(3000)])
    wrong["rolled"] = int(np.count_nonzero(sample.scores != found.scores))
    counted = np.array_equal(sample.word_counts, np.bincount(found.counts))
    variants = VariantScorer(size=dice.size, qu=True)
    some = sets["rich"][:200]
    changed = cupy.asnumpy(variants.score_changes(cupy.asarray(some)))
    expected = np.stack([score_changes(board, size=dice.size, qu=True) for board in some])
    wrong["changes"] = int(np.count_nonzero(changed != expected.reshape(changed.shape)))
    print(f"check {dice.name}: wrong boards {wrong}, word counts equal: {counted}", flush=True)
    if any(wrong.values()) or not counted:
        raise SystemExit("the card does not compute what the core computes")


def time_rate(name: str, count: int, work: Callable[[], object], repeats: int = 5) -> None:
    """Print the median rate of some work, after one run to warm up."""
    work()
    rates = []
    for _ in range(repeats):
        begin = time.perf_counter()
        work()
        rates.append(count / (time.perf_counter() - begin) / 1e6)
    spread = f"{min(rates):.2f} to {max(rates):.2f}"
    print(f"{name}: {statistics.median(rates):.2f} M boards/s ({spread})", flush=True)


def main(limit: float) -> None:
    """Check and time everything; the climbs at the end take what is left of the limit."""
    cupy, end = import_module("cupy"), time.monotonic() + limit
    for name in DICE:
        dice = lg.Dice.named(name)
        begin = time.perf_counter()
        scorer = CudaScorer(size=dice.size, qu=True)
        print(f"card: {scorer.card}; ready in {time.perf_counter() - begin:.1f} s", flush=True)
        check(cupy, scorer, dice)
        count = TIMED[len(dice)]
        boards = boards_of(dice, count)
        few = boards[: count // 16]
        on_cores = partial(lg.score_grids, few, size=dice.size, qu=True)
        time_rate(f"{name}, NumPy to NumPy", count, partial(scorer.score, boards))
        time_rate(f"{name}, on the card", count, partial(scorer.score, cupy.asarray(boards)))
        time_rate(f"{name}, rolled there", count, partial(scorer.sample, dice, count, 1))
        best = cupy.asarray(boards[np.argsort(-scorer.score(few))[:4096]])
        variants, letters = VariantScorer(size=dice.size, qu=True), len(scorer.lexicon.letters)
        changes = best.size * letters
        time_rate(f"{name}, changes of good boards", changes, partial(variants.score_changes, best))
        time_rate(f"{name}, all {os.cpu_count()} cores", len(few), on_cores)
    begin = time.perf_counter()
    CudaScorer(qu=True).sample("en-new-4x4", 10**9, seed=1)
    print(f"10^9 boards of en-new-4x4: {time.perf_counter() - begin:.2f} s", flush=True)
    devices: tuple[Device, ...] = ("cuda", "cpu")
    for device in devices:
        seconds = max(5.0, min(30.0, (end - time.monotonic()) / 2))
        found = optimize_board(seed=1, size=(5, 5), rounds=4096, deadline=seconds, device=device)
        board = found.grid.format(one_line=True)
        print(
            f"best 5x5 in {seconds:.0f} s, {device}: {found.score} points, {found.tried} boards, "
            f"{board}",
            flush=True,
        )


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else LIMIT)
