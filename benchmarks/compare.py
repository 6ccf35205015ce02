"""Time two builds of lexigrid against each other in one run, alternating between them.

`python benchmarks/compare.py --old PYTHON [--targets portable,avx2] [--processes N] [--rounds N]
[ROW ...]`

PYTHON is the interpreter of an environment with the old build; the interpreter that runs this
script has the new one. Each build runs in processes of its own, on the same core, and uses only
public names that both builds have. Where the system puts the memory of a process changes its speed
by up to a tenth, so a row is timed in several processes of each build. It is timed only if
both give the same answer. Seconds are processor time; a ratio is old over new, the median over the
rounds of all processes.
"""

from __future__ import annotations

import argparse
import csv
import datetime
import gc
import itertools
import json
import math
import os
import platform
import random
import statistics
import subprocess
import sys
import time
import zlib
from collections.abc import Callable, Iterator
from typing import Any

import inputs
import traces

Answer = Callable[[], object]
SEVEN = ["python", "code", "algorithm", "dfs", "bfs", "loop", "recursion"]
#: A measurement repeats the call for about this many seconds.
LEAST_SECONDS = 0.05


def find_lines(side: int, words: list[str], *, compiled: bool = False) -> Answer:
    """Find all occurrences; the words are compiled in each call, unless `compiled`."""
    import numpy as np

    import lexigrid as lg

    letters = np.random.default_rng(1).integers(97, 123, (side, side), dtype=np.uint8)
    letters.flags.writeable = False  # a grid copies writable arrays
    if compiled:
        lexicon = lg.Lexicon(words)
        return lambda: lg.find_lines(lg.Grid.from_array(letters), lexicon, threads=1).to_numpy()
    # Short lists are cached by their words in order, so each call uses another order.
    orders: Iterator[tuple[str, ...]] = itertools.chain([tuple(words)], shuffled(words))
    return lambda: lg.find_lines(lg.Grid.from_array(letters), next(orders), threads=1).to_numpy()


def shuffled(words: list[str]) -> Iterator[tuple[str, ...]]:
    """Yield the words in random orders."""
    rng, order = random.Random(1), list(words)
    while True:
        rng.shuffle(order)
        yield tuple(order)


def path_options(side: int) -> dict[str, Any]:
    return {"size": (side, side), "qu": True, "min_length": 3}


def enable_lexicon() -> Any:
    import lexigrid as lg

    path = inputs.enable_list()
    return lg.Lexicon.default() if path is None else lg.Lexicon.read(path)


def score_grids(side: int, boards: list[str]) -> Answer:
    import lexigrid as lg

    lexicon = enable_lexicon()
    return lambda: lg.score_grids(boards, lexicon, threads=1, **path_options(side))


def list_words(side: int, boards: list[str]) -> Answer:
    """Find the words of many boards with one path each."""
    import lexigrid as lg

    lexicon = enable_lexicon()
    options: dict[str, Any] = path_options(side) | {"paths": "one", "sort": "tiles", "threads": 1}
    return lambda: lg.find_paths_many(boards, lexicon, **options).scores


def score_neighbours(name: str, boards: list[str]) -> Answer:
    """Score all boards that differ from 5x5 boards in one letter, or by a swap of two cells."""
    import lexigrid as lg

    lexicon = enable_lexicon()
    score = getattr(getattr(lg, "bulk", lg), name)  # older builds have it at the top
    return lambda: [score(board, lexicon, **path_options(5)) for board in boards]


def find_paths(side: int) -> Answer:
    """Find all words of one large grid with a path each."""
    import lexigrid as lg

    lexicon, grid = enable_lexicon(), lg.Grid.from_rows(inputs.draw_texts(side, side, 1))
    return lambda: lg.find_paths(grid, lexicon, min_length=3).to_numpy().cells


def trace_hard() -> Answer:
    """Decide a sixth of the hard questions, except those that take seconds."""
    import lexigrid as lg

    asked: list[tuple[lg.Grid, str, Any]] = [
        (lg.Grid.from_rows(q.rows), q.word, "king" if q.neighbours == 8 else "rook")
        for q in itertools.islice(traces.questions(0), 0, None, 6)
        if q.name not in SLOW_TRACES
    ]
    return lambda: [lg.trace(grid, word, topology=name).status for grid, word, name in asked]


def make_puzzles() -> Answer:
    """Make ten puzzles of 20 words each on 15x15."""
    import lexigrid as lg

    pool = [word for word in inputs.sample_words(2000) if len(word) <= 12]
    lists = [pool[i : i + 20] for i in range(0, 200, 20)]
    options: dict[str, Any] = {"size": 15, "allow_missing": True, "allow_subwords": True}
    if hasattr(lg, "rude_words"):  # older builds do not avoid rude words
        options["allow_rude"] = True
    return lambda: [
        str(lg.make_puzzle(words, seed=seed, **options).grid) for seed, words in enumerate(lists)
    ]


#: Sampled questions that take seconds.
SLOW_TRACES = frozenset(["st8_shuf0", "st10_shuf0"])

DICE_4X4 = ("dice-new-4x4", 1000, 1)

#: The rows by name; each function prepares the input and returns the call to time.
ROWS: dict[str, Callable[[], Answer]] = {
    "lines 100x100, 7 words": lambda: find_lines(100, SEVEN),
    "lines 1000x1000, 7 words": lambda: find_lines(1000, SEVEN),
    "lines 4000x4000, 7 words": lambda: find_lines(4000, SEVEN),
    "lines 1000x1000, 100 words": lambda: find_lines(1000, inputs.sample_words(100)),
    "lines 1000x1000, 1,000 words": lambda: find_lines(1000, inputs.sample_words(1000)),
    "lines 1000x1000, 10,000 words": lambda: find_lines(1000, inputs.sample_words(10_000)),
    "lines 1000x1000, all words, compiled before": lambda: find_lines(
        1000, inputs.sample_words(200_000), compiled=True
    ),
    "paths 4x4, scores": lambda: score_grids(4, inputs.roll_boards(*DICE_4X4)),
    "paths 8x8, scores": lambda: score_grids(8, inputs.draw_texts(64, 200, 1)),
    "paths 4x4, words and a path each": lambda: list_words(4, inputs.roll_boards(*DICE_4X4)),
    "paths 5x5, scores of all one-cell changes": lambda: score_neighbours(
        "score_changes", inputs.data_lines("climbed-5x5")[:3]
    ),
    "paths 5x5, scores of all two-cell swaps": lambda: score_neighbours(
        "score_swaps", inputs.data_lines("climbed-5x5")[:3]
    ),
    "paths 100x100, words and a path each": lambda: find_paths(100),
    "trace, hard questions": trace_hard,
    "make 10 puzzles of 20 words": make_puzzles,
}


def checksum(value: Any) -> int:
    """Return the checksum of an answer: of arrays by bytes, of everything else by text."""
    if isinstance(value, list):
        return zlib.crc32(repr([checksum(each) for each in value]).encode())
    return zlib.crc32(value.tobytes() if hasattr(value, "tobytes") else repr(value).encode())


def work() -> None:
    """Serve one build: answer each line of input with a line of JSON."""
    answer: Answer = lambda: None  # noqa: E731
    for line in sys.stdin:
        request = json.loads(line)
        if "row" in request:
            answer = ROWS[request["row"]]()
            reply: Any = checksum(answer())
            gc.collect()
            gc.freeze()
        elif "targets" in request:
            import lexigrid

            reply = getattr(lexigrid, "cpu", lexigrid).cpu_targets()
        else:
            begin = time.process_time()
            for _ in range(request["repeats"]):
                answer()
            reply = (time.process_time() - begin) / request["repeats"]
        print(json.dumps(reply), flush=True)


class Worker:
    """A process with one build of lexigrid, for one instruction set."""

    def __init__(self, python: str, target: str = "") -> None:
        environment = os.environ | {"LEXIGRID_KERNEL": target}
        command = [python, __file__, "--worker"]
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, env=environment)

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self._process.wait()

    def ask(self, **request: object) -> Any:
        """Send a request and wait for its answer."""
        to, back = self._process.stdin, self._process.stdout
        assert to
        assert back
        to.write(json.dumps(request).encode() + b"\n")
        to.flush()
        if not (line := back.readline()):
            raise RuntimeError(f"the worker ended with status {self._process.wait()}")
        return json.loads(line)


def time_in_turn(old: Worker, new: Worker, row: str, rounds: int) -> list[tuple[float, float]]:
    """Check that two builds agree on a row, then return the seconds of both in each round."""
    answers = [worker.ask(row=row) for worker in (old, new)]
    if answers[0] != answers[1]:
        raise RuntimeError(f"{row}: the answers of the two builds differ")
    once = min(worker.ask(repeats=1) for worker in (old, new))
    repeats = max(1, math.ceil(LEAST_SECONDS / max(once, 1e-6)))
    pairs = []
    for number in range(rounds):
        # Each build goes first in every second round.
        order = (old, new) if number % 2 == 0 else (new, old)
        seconds = {worker: worker.ask(repeats=repeats) for worker in order}
        pairs.append((seconds[old], seconds[new]))
    return pairs


def measure(python: str, target: str, row: str, processes: int, rounds: int) -> dict[str, float]:
    """Time a row of the build of `python` and of this one in several processes each."""
    pairs = []
    for _ in range(processes):
        with Worker(python, target) as old, Worker(sys.executable, target) as new:
            pairs += time_in_turn(old, new, row, rounds)
    return {
        "old": statistics.median(pair[0] for pair in pairs),
        "new": statistics.median(pair[1] for pair in pairs),
        "ratio": statistics.median(a / b for a, b in pairs),
    }


def record(results: list[dict[str, object]]) -> None:
    """Write results into the record of the day; keep rows that were not measured again."""
    today = datetime.datetime.now(tz=datetime.UTC).date().isoformat()
    machine = f"{platform.system().lower()}-{platform.machine()}"
    place = inputs.FOLDER / "records" / "compare" / f"{today}-{machine}.csv"
    place.parent.mkdir(parents=True, exist_ok=True)
    if place.exists():
        again = {(result["row"], result["target"]) for result in results}
        with place.open(encoding="utf-8", newline="") as file:
            kept = [r for r in csv.DictReader(file) if (r["row"], r["target"]) not in again]
        results = [*kept, *results]
    with place.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(results[0]))
        writer.writeheader()
        writer.writerows(results)
    print(f"recorded in {place.relative_to(inputs.FOLDER.parent)}")


def geometric_mean(results: list[dict[str, Any]]) -> float:
    return statistics.geometric_mean(float(result["old/new"]) for result in results)


def main() -> None:
    parser = argparse.ArgumentParser(description="Time two builds of lexigrid in one run.")
    parser.add_argument("--old", required=True, help="Python of the environment to compare with")
    parser.add_argument("--targets", help="instruction sets; all that run here by default")
    parser.add_argument("--processes", type=int, default=5, help="of each build for each row")
    parser.add_argument("--rounds", type=int, default=7, help="in each process")
    parser.add_argument("rows", nargs="*", metavar="ROW", help="part of the name of a row")
    given = parser.parse_args()
    rows = [r for r in ROWS if not given.rows or any(part in r for part in given.rows)]
    if not rows:
        parser.error("no row has such a name; the rows are:\n" + "\n".join(ROWS))
    if hasattr(os, "sched_setaffinity"):  # the workers inherit it
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    with Worker(given.old) as old, Worker(sys.executable) as new:
        known = [target for target in old.ask(targets=True) if target in new.ask(targets=True)]
    print(f"words: {inputs.enable_list() or 'built-in lexicon'}")
    results: list[dict[str, Any]] = []
    for target in given.targets.split(",") if given.targets else known:
        for row in rows:
            figures = measure(given.old, target, row, given.processes, given.rounds)
            results.append(
                {
                    "row": row,
                    "target": target,
                    "old seconds": f"{figures['old']:.9f}",
                    "new seconds": f"{figures['new']:.9f}",
                    "old/new": f"{figures['ratio']:.3f}",
                }
            )
            print(
                f"{row:45} {target:10} {figures['new']:.6f} s {figures['ratio']:7.3f}", flush=True
            )
        of_target = [result for result in results if result["target"] == target]
        print(f"{'geometric mean':45} {target:10} {'':10} {geometric_mean(of_target):7.3f}")
    print(f"{'geometric mean of all':56} {'':10} {geometric_mean(results):7.3f}")
    record(results)


if __name__ == "__main__":
    work() if sys.argv[1:] == ["--worker"] else main()
