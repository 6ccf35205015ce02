"""Estimate the processor time of `lexigrid prove` from a random sample of patterns.

    python benchmarks/prove.py enable2k.txt --size 3x4 --at-least 1651 --sample 100

Patterns are drawn with replacement, including mirror images and turns. The time of a pattern is
divided by its number of distinct images, because a proof has only one of them.
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
import time

import lexigrid as lg
from lexigrid.boards.proof import DIGITS


def main() -> None:
    """Print the estimate with its standard error."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("words")
    parser.add_argument("--size", default="3x4")
    parser.add_argument("--at-least", type=int, default=1651)
    parser.add_argument("--sample", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    lexicon = lg.Lexicon.read(options.words)
    rows, columns = map(int, options.size.split("x"))
    partition = lg.Partition.of(lexicon, (rows, columns))
    patterns = math.prod(len(classes) for classes in partition.cells)
    rng = random.Random(options.seed)
    shares, seconds, best = [], [], 0
    for _ in range(options.sample):
        name = "".join(rng.choice(DIGITS[: len(classes)]) for classes in partition.cells)
        images = {"".join(name[cell] for cell in order) for order in partition.symmetries}
        begin = time.process_time()
        found = lg.bound_boards(
            partition.pattern(name), lexicon, qu=True, min_length=3, at_least=options.at_least
        )
        seconds.append(time.process_time() - begin)
        shares.append(seconds[-1] / len(images))
        best = max(best, found.bound)
        print(f"{name} {seconds[-1]:.2f} s, bound {found.bound}", flush=True)
    hours = [patterns * share / 3600 for share in shares]
    error = statistics.stdev(hours) / math.sqrt(len(hours))
    print(
        f"{options.size}: {len(hours)} of {patterns / len(partition.symmetries):,.0f} patterns, "
        f"{statistics.mean(seconds):.2f} s each, {max(seconds):.1f} s at most; all of them "
        f"{statistics.mean(hours):,.2f} hours, standard error {error:,.2f}; highest bound {best}"
    )


if __name__ == "__main__":
    main()
