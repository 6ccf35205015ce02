"""Measure how much processor time searches take beyond their deadlines.

`python tools/measure_deadlines.py [TIMES]` prints a line of JSON per search and deadline: the
longest excess over the deadline of TIMES searches, until the answer is there and until it is freed,
in milliseconds of processor time of the calling thread, and the largest answer. Grids and lexicons
are made before.
"""

from __future__ import annotations

import gc
import json
import random
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import lexigrid as lg


def searches() -> dict[str, Callable[[float], Any]]:
    """Return searches by name that take longer than any of the deadlines."""
    runs = lg.Lexicon(["a" * length for length in range(1, 200)])
    built_in = lg.Lexicon.default()
    plain, wild = (
        lg.Grid.parse("\n".join([row] * 300)) for row in ("a" * 300, ("a" * 29 + "?") * 10)
    )
    letters, questions = (
        lg.Grid.parse("/".join(["a" * 8] * 8)),
        lg.Grid.parse("/".join(["?" * 8] * 8)),
    )
    packed = np.frombuffer(b"etaoinshrdlucmfw" * 1_000_000, np.uint8).reshape(-1, 4, 4)
    rng = random.Random(1)
    large = [
        lg.Grid.parse("/".join("".join(rng.choices("etaoins", k=30)) for _ in range(30)))
        for _ in range(1000)
    ]

    wide = lg.Grid.parse("\n".join("".join(rng.choices("etaoins", k=2000)) for _ in range(2000)))
    accented = ["/".join("".join(rng.choices("etaoinsé", k=4)) for _ in range(4))] * 50_000
    wildcards = ["a" * length + "?" for length in range(1, 100)]

    def lines(grid: lg.Grid, **options: Any) -> Callable[[float], Any]:
        return lambda seconds: lg.find_lines(grid, runs, deadline=seconds, threads=1, **options)

    return {
        "lines": lines(plain),
        "lines first": lines(plain, first=True),
        "lines wrap": lines(plain, wrap=True),
        "lines with wild tiles": lines(wild),
        "lines of a large grid": lambda seconds: lg.find_lines(
            wide, built_in, deadline=seconds, threads=1
        ),
        "lines with wildcards": lambda seconds: lg.find_lines(
            plain, wildcards, wildcards=True, deadline=seconds, threads=1
        ),
        "trace": lambda seconds: lg.trace(
            letters, "a" * 20, paths="all", limit=None, deadline=seconds
        ),
        "paths": lambda seconds: lg.find_paths(questions, built_in, paths="all", deadline=seconds),
        "paths of a large grid": lambda seconds: lg.find_paths(
            wide, built_in, paths="all", deadline=seconds
        ),
        "paths of packed boards": lambda seconds: lg.find_paths_many(
            packed, built_in, threads=1, deadline=seconds
        ),
        "the same on two threads": lambda seconds: lg.find_paths_many(
            packed, built_in, threads=2, deadline=seconds
        ),
        "paths of boards as text": lambda seconds: lg.find_paths_many(
            accented, built_in, threads=1, deadline=seconds
        ),
        "paths of grids": lambda seconds: lg.find_paths_many(
            large, built_in, threads=1, deadline=seconds
        ),
        "scores": lambda seconds: lg.score_grids(packed, built_in, threads=1, deadline=seconds),
    }


def main(times: int) -> None:
    """Measure all searches."""
    gc.disable()
    for name, search in searches().items():
        for deadline in (0.1, 0.3, 0.7):
            answered, freed, sizes = [], [], []
            for _ in range(times):
                begin = time.thread_time()
                found = search(deadline)
                answered.append(time.thread_time() - begin - deadline)
                if isinstance(found, np.ndarray):
                    sizes.append(len(found))
                else:
                    assert not found.complete
                    sizes.append(found.count)
                begin = time.thread_time()
                del found
                freed.append(answered[-1] + time.thread_time() - begin)
            facts = {
                "search": name,
                "deadline": deadline,
                "largest": max(sizes),
                "answered, ms": round(1000 * max(answered)),
                "freed, ms": round(1000 * max(freed)),
            }
            print(json.dumps(facts), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
