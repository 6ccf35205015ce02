"""Measure how much processor time searches take beyond their deadlines."""

from __future__ import annotations

import gc
import random
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

import lexigrid as lg
from common import Facts

Search = Callable[..., Any]


def searches() -> dict[str, Search]:
    """Return searches by name that take longer than any of the deadlines."""
    rng, lexicon = random.Random(1), lg.Lexicon.default()
    runs = lg.Lexicon(["a" * length for length in range(1, 200)])
    wildcards = ["a" * length + "?" for length in range(1, 100)]

    def drawn(side: int) -> lg.Grid:
        return lg.Grid.from_rows(["".join(rng.choices("etaoins", k=side)) for _ in range(side)])

    plain, wild = (lg.Grid.from_rows([row] * 300) for row in ("a" * 300, ("a" * 29 + "?") * 10))
    letters, questions = (lg.Grid.from_rows([tile * 8] * 8) for tile in "a?")
    packed = np.frombuffer(b"etaoinshrdlucmfw" * 1_000_000, np.uint8).reshape(-1, 4, 4)
    large, wide = [drawn(30) for _ in range(1000)], drawn(2000)
    accented = ["/".join("".join(rng.choices("etaoinsé", k=4)) for _ in range(4))] * 50_000
    lines, paths = partial(lg.find_lines, threads=1), partial(lg.find_paths, paths="all")
    many = partial(lg.find_paths_many, threads=1)
    return {
        "lines": partial(lines, plain, runs),
        "lines first": partial(lines, plain, runs, first=True),
        "lines wrap": partial(lines, plain, runs, wrap=True),
        "lines with wild tiles": partial(lines, wild, runs),
        "lines of a large grid": partial(lines, wide, lexicon),
        "lines with wildcards": partial(lines, plain, wildcards, wildcards=True),
        "trace": partial(lg.trace, letters, "a" * 20, paths="all", limit=None),
        "paths": partial(paths, questions, lexicon),
        "paths of a large grid": partial(paths, wide, lexicon),
        "paths of packed boards": partial(many, packed, lexicon),
        "the same on two threads": partial(lg.find_paths_many, packed, lexicon, threads=2),
        "paths of boards as text": partial(many, accented, lexicon),
        "paths of grids": partial(many, large, lexicon),
        "scores": partial(lg.score_grids, packed, lexicon, threads=1),
    }


def deadlines(times: int = 5) -> Iterator[Facts]:
    """Measure how much processor time searches take beyond their deadlines.

    A line has the longest excess of several searches, until the answer is there and until it is
    freed, in milliseconds of processor time of the calling thread, and the largest answer. Grids
    and lexicons are made before.
    """
    gc.disable()
    for name, search in searches().items():
        for deadline in (0.1, 0.3, 0.7):
            answered, freed, sizes = [], [], []
            for _ in range(times):
                begin = time.thread_time()
                found = search(deadline=deadline)
                answered.append(time.thread_time() - begin - deadline)
                sizes.append(len(found) if isinstance(found, np.ndarray) else found.count)
                assert isinstance(found, np.ndarray) or not found.complete
                begin = time.thread_time()
                del found
                freed.append(answered[-1] + time.thread_time() - begin)
            facts: Facts = {"search": name, "deadline": deadline, "largest": max(sizes)}
            facts["answered, ms"] = round(1000 * max(answered))
            facts["freed, ms"] = round(1000 * max(freed))
            yield facts
