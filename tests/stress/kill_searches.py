"""Kill the processes of searches for the best board; the board must not depend on it."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator

from common import Facts
from disturb_batches import kill_process, workers_of

_ROLL = "roll --best --size 2x3 --rounds 8 --threads 2 --format json --seed 1"


def _start() -> subprocess.Popen[str]:
    pipe, command = subprocess.PIPE, [sys.executable, "-m", "lexigrid", *_ROLL.split()]
    return subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True)


def kill_searches(kills: int = 100, seed: int = 1, most: int = 7) -> Iterator[Facts]:
    """Kill processes of a search as soon as they exist, or within half a second of their start.

    In each search 1 to --most of them are killed; more than five end it with a message.
    """
    rng, ends, faults, killed = random.Random(seed), Counter[int](), list[str](), 0
    whole = _start().communicate()[0]
    while killed < kills:
        process, left = _start(), rng.randint(1, most)
        begin = time.monotonic()
        while process.poll() is None and left:
            if workers := [*workers_of(process.pid)]:
                time.sleep(rng.choice((0, rng.uniform(0, 0.5))))
                if kill_process(rng.choice(workers)):
                    killed, left = killed + 1, left - 1
            assert time.monotonic() < begin + 60, "the search hangs"
        answer, errors = process.communicate(timeout=60)
        ends[process.returncode] += 1
        is_right = (process.returncode, answer) == (0, whole)
        is_reported = process.returncode == 2 and "processes of the search were ended" in errors
        if not (is_right or is_reported):
            faults.append(f"{process.returncode}: {answer[:200]} {errors[-500:]}")
    yield {"killed": killed, "ends": dict(ends), "faults": faults[:5]}
