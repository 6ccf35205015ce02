"""Make path puzzles of every theme and time them: how many succeed, and how fast.

`python benchmarks/covers.py [COUNT] [SEED]`. Times are processor time. A puzzle counts if it is
made within a second, or within five for other sizes and masks.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Iterable, Mapping

import lexigrid as lg

#: Notes on boards that are not proved.
_UNPROVED = ("other words cover the board", "could not be decided")
_SIZES = ((5, 6), (7, 7), (8, 8), (10, 8), (10, 10))


def report(
    name: str, puzzles: Iterable[Mapping[str, object]], most: float = 1.0
) -> list[lg.Puzzle]:
    """Make puzzles of the options given, print a line, and return those made in time."""
    made: list[lg.Puzzle] = []
    seconds: list[float] = []
    refused = proved = 0
    for options in puzzles:
        begun = time.process_time()
        try:
            puzzle = lg.make_puzzle(kind="cover", **options)  # type: ignore[arg-type]
        except lg.PuzzleError as error:
            refused += "no word spans" in str(error)
            puzzle = None
        seconds.append(time.process_time() - begun)
        if puzzle is not None and seconds[-1] <= most:
            made.append(puzzle)
            proved += not any(text in note for note in puzzle.notes for text in _UNPROVED)
    print(
        f"{name}: {len(made)} of {len(seconds)} ({refused} have no word that spans), "
        f"{proved} proved, median {1000 * statistics.median(seconds):.1f} ms, "
        f"longest {1000 * max(seconds):.0f} ms"
    )
    return made


def main(count: int = 1000, seed: int = 1) -> None:
    """Print how many puzzles of each kind are made in time."""
    themes = lg.themes()

    def of_themes(name: str, number: int, **options: object) -> Iterable[dict[str, object]]:
        for at in range(number):
            yield {"theme": themes[at % len(themes)], "seed": f"{seed}/{name}/{at}", **options}

    made = report("8x6, from a theme", of_themes("pool", count, size=(8, 6)))
    for unique in ("word", "proved"):
        fixed = (
            {"words": puzzle.words, "size": (8, 6), "seed": f"{seed}/fixed/{at}", "unique": unique}
            for at, puzzle in enumerate(made)
        )
        report(f"8x6, fixed lists, unique={unique}", fixed)
    for rows, columns in _SIZES:
        name = f"{rows}x{columns}"
        options = of_themes(name, count // 10, size=(rows, columns), unique="word")
        report(name, options, most=5.0)
    for mask in ("heart", "circle"):
        options = of_themes(mask, count // 20, size=(10, 10), mask=mask, unique="word")
        report(f"10x10 {mask}", options, most=5.0)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
