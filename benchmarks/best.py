"""Measure the processor time until `optimize_board` reaches the best boards known, from five seeds.

    python benchmarks/best.py enable2k.txt [--sizes 3x3,3x4,4x4,5x5] [--seeds 5] [--limit 600]

ENABLE2K, `classic`, three letters, q as Qu; one process. Everything but reading the lexicon counts.
A seed that does not reach the board within the limit counts as the limit.
"""

from __future__ import annotations

import argparse
import contextlib
import statistics
import time

import lexigrid as lg

#: The best boards known for ENABLE2K; those up to 4x4 are proved.
BEST = {"3x3": 545, "3x4": 1651, "4x4": 3625, "5x5": 10406}
#: More rounds, each from a new board, than fit into any limit.
ROUNDS = 100_000


class ReachedError(Exception):
    """The search has reached the board."""


def measure(lexicon: lg.Lexicon, size: str, seed: int, limit: float) -> tuple[float, int]:
    """Return the processor time of a search, and its best score."""
    best = 0
    begin = time.process_time()

    def stop_at_best(found: lg.BestBoard) -> None:
        nonlocal best
        best = found.score
        if best >= BEST[size]:
            raise ReachedError

    rows, columns = map(int, size.split("x"))
    with contextlib.suppress(ReachedError):
        lg.optimize_board(
            lexicon,
            seed=seed,
            size=(rows, columns),
            rules=lg.Rules(),
            rounds=ROUNDS,
            deadline=limit,
            processes=1,
            progress=stop_at_best,
        )
    return time.process_time() - begin, best


def main() -> None:
    """Print a table with the median and the time of each seed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("words")
    parser.add_argument("--sizes", default=",".join(BEST))
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--limit", type=float, default=600)
    options = parser.parse_args()
    lexicon = lg.Lexicon.read(options.words)
    print("| size | board | median | seeds |\n|---|---|---|---|")
    for size in options.sizes.split(","):
        found = [measure(lexicon, size, 1 + at, options.limit) for at in range(options.seeds)]
        seconds = [spent for spent, _ in found]
        each = ", ".join(
            f"{spent:.1f}" + (f" ({best:,} only)" if best < BEST[size] else "")
            for spent, best in found
        )
        print(
            f"| {size} | {BEST[size]:,} | {statistics.median(seconds):.1f} s | {each} |", flush=True
        )


if __name__ == "__main__":
    main()
