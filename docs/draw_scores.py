"""Plot how many points the boards of three dice sets have.

python docs/draw_scores.py PLOT.svg [BOARDS [DEVICE]]

It needs matplotlib. A billion boards take some seconds on a graphics card (`lexigrid[cuda]`); with
the device `cpu`, a million take as long.
"""

from __future__ import annotations

import sys

import matplotlib as mpl
import numpy as np

import lexigrid as lg
from lexigrid.bulk import CudaScorer

mpl.use("svg")
from matplotlib import pyplot as plt

DICE = ("en-classic-4x4", "en-new-4x4", "en-big-deluxe-5x5")


def count_scores(name: str, boards: int, device: str) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """Return how many boards have 0, 1, 2 ... points."""
    dice = lg.Dice.named(name)
    if device == "cuda":
        return CudaScorer(size=dice.size, qu=True).sample(dice, boards, seed=1).score_counts
    grids = (lg.roll(dice, seed=f"1/{number + 1}" if number else 1) for number in range(boards))
    return np.bincount(lg.score_grids([*grids]))


def main(plot: str, boards: str = "1000000000", device: str = "cuda") -> None:
    """Draw one curve for each set of dice."""
    _, axes = plt.subplots(figsize=(8, 4.5), layout="constrained")
    for name in DICE:
        counts = count_scores(name, int(boards), device)
        mean = (counts * np.arange(len(counts))).sum() / counts.sum()
        print(f"{name}: {mean:.2f} points on average, at most {len(counts) - 1}")
        axes.plot(counts / counts.sum(), label=f"{name}, mean {mean:.0f}")
    axes.set(xlabel="points", ylabel="share of the boards", yscale="log", xscale="symlog")
    axes.legend(frameon=False)
    plt.savefig(plot)


if __name__ == "__main__":
    main(*sys.argv[1:])
