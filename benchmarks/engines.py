"""Run one engine on one case: `python engines.py ENGINE CASE.json` prints its answer and times.

Only the answer is timed, not the preparation. The engine `lexigrid:avx2@2` uses AVX2 and two
threads.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from models import Case, Measured, model_of


def run(engine: str, case: Case) -> Measured:
    """Answer a case once to warm up, then measure several repetitions."""
    name, _, rest = engine.partition(":")
    target, _, threads = rest.partition("@")
    case |= {"threads": int(threads or case.get("threads", 1))}
    if target:
        import lexigrid

        lexigrid.cpu.set_cpu_target(target)
    prepared = model_of(case).ENGINES[name](case)
    if not callable(prepared):
        measured: Measured = prepared
        return measured
    begin = time.perf_counter()
    first = prepared()
    warming = time.perf_counter() - begin
    if first != case.get("expected", first):
        raise ValueError(f"the answer is {first}, expected {case['expected']}")
    if warming > 3:  # long enough that warming up does not matter
        return {"answer": first, "seconds": [warming]}
    seconds: list[float] = []
    # Calls of microseconds are repeated more often, because the first ones run cold.
    while not seconds or (len(seconds) < 7 and sum(seconds) < 1.5) or sum(seconds) < 0.02:
        begin = time.perf_counter()
        prepared()
        seconds.append(time.perf_counter() - begin)
    return {"answer": first, "seconds": seconds}


if __name__ == "__main__":
    print(json.dumps(run(sys.argv[1], json.loads(Path(sys.argv[2]).read_text("utf-8")))))
