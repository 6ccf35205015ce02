"""The engines of the benchmarks: each answers a case, and says how long it took.

Knows lexigrid and its rivals; run by run.py, one process an engine.
Rule: what is timed is the answer alone; reading the input and building what is kept are not.

`python engines.py ENGINE CASE.json` prints one JSON line: the answer, and seconds per repeat.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

Case = dict[str, Any]
#: What an engine prepared, ready to be timed again and again.
Answer = Callable[[], Any]

DIRECTIONS = [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)]


def lexigrid_engine(case: Case) -> Answer:
    """Prepare lexigrid for any model."""
    import lexigrid as lg

    model = case["model"]
    if model == "paths/score":
        import numpy as np

        lexicon = lg.Lexicon.read(case["lexicon"])
        boards = np.frombuffer("".join(case["boards"]).encode(), np.uint8)
        boards = boards.reshape(len(case["boards"]), -1)
        size = tuple(case["size"])
        return lambda: int(
            lg.score_grids(boards, lexicon, size=size, qu=True, min_length=3, threads=1).sum()
        )
    if model == "paths/call":
        lexicon = lg.Lexicon.read(case["lexicon"])
        size = tuple(case["size"])
        options: dict[str, Any] = {"size": size, "qu": True, "min_length": 3, "threads": 1}
        return lambda: sum(
            int(lg.score_grids([board], lexicon, **options)[0]) for board in case["boards"]
        )
    if model == "lines/list":
        import numpy as np

        rows = np.array([[ord(c) for c in row] for row in case["rows"]], np.uint8)
        return lambda: lg.find_lines(lg.Grid.from_array(rows), case["words"], threads=1).count
    if model == "compile/list":
        return lambda: len(lg.Lexicon(case["words"]))
    if model == "open":
        from lexigrid.lexicon.lexicon import DEFAULT_PATH, _open

        return lambda: len(_open(DEFAULT_PATH, validate=False))
    raise ValueError(model)


def set_of_words(case: Case) -> Answer:
    """Prepare Python's own set of words."""
    return lambda: len(set(case["words"]))


def textbook_lines(case: Case) -> Answer:
    """Prepare the textbook solver: a trie of dicts, followed from every cell in 8 directions."""
    rows: list[str] = case["rows"]
    trie: dict[str, Any] = {}
    for word in case["words"]:
        node = trie
        for letter in word:
            node = node.setdefault(letter, {})
        node["$"] = word

    def answer() -> int:
        found = 0
        height, width = len(rows), len(rows[0])
        for row in range(height):
            for column in range(width):
                for down, right in DIRECTIONS:
                    node, r, c = trie, row, column
                    while 0 <= r < height and 0 <= c < width:
                        following = node.get(rows[r][c])
                        if following is None:
                            break
                        node = following
                        found += "$" in node
                        r, c = r + down, c + right
        return found

    return answer


def find_lines_by_find(case: Case) -> Answer:
    """Prepare `str.find` over the rows, columns and diagonals, and over their reverse."""
    rows: list[str] = case["rows"]
    words: list[str] = case["words"]

    def answer() -> int:
        width = len(rows[0]) + 1
        text = "\n".join(rows) + "\n"
        # With one separator a row, every step of the text but a row's own crosses a separator at
        # the end of a line.
        axes = [text]
        axes += [
            "\n".join(text[start::step] for start in range(step))
            for step in (width, width + 1, width - 1)
        ]
        found = 0
        for axis in axes:
            for each in (axis, axis[::-1]):
                for word in words:
                    at = each.find(word)
                    while at >= 0:
                        found += 1
                        at = each.find(word, at + 1)
        return found

    return answer


def find_lines_by_automaton(case: Case) -> Answer:
    """Prepare pyahocorasick over the same texts, words and reversed words in one automaton."""
    import ahocorasick

    rows: list[str] = case["rows"]
    width = len(rows[0]) + 1

    def answer() -> int:
        automaton = ahocorasick.Automaton()
        for word in case["words"]:
            automaton.add_word(word, word)
            automaton.add_word(word[::-1], word)
        automaton.make_automaton()
        text = "\n".join(rows) + "\n"
        found = sum(1 for _ in automaton.iter(text))
        for step in (width, width + 1, width - 1):
            for start in range(step):
                found += sum(1 for _ in automaton.iter(text[start::step]))
        return found

    return answer


def scores_in_memory(case: Case) -> Answer:
    """Prepare score_grids over a column that is in memory, on all cores."""
    import pyarrow.parquet as pq

    import lexigrid as lg

    column = pq.read_table(case["parquet"])["grid"].combine_chunks()
    lexicon = lg.Lexicon.read(case["lexicon"])
    size = tuple(case["size"])
    return lambda: int(lg.score_grids(column, lexicon, size=size, qu=True, min_length=3).sum())


def batch_of(case: Case, **engine: Any) -> Answer:
    """Prepare a job from Parquet to Parquet; its scores are summed from what it wrote."""
    import shutil

    import pyarrow.parquet as pq

    import lexigrid as lg
    from lexigrid.batch import run_batch

    out = Path(case["folder"]) / "out"
    lexicon = lg.Lexicon.read(case["lexicon"])

    def answer() -> int:
        shutil.rmtree(out, ignore_errors=True)
        size = tuple(case["size"])
        run_batch(case["parquet"], out, lexicon=lexicon, size=size, qu=True, min_length=3, **engine)
        return int(pq.read_table(out, columns=["score"])["score"].to_numpy().sum())

    return answer


def batch_on_dask(case: Case) -> Answer:
    """Prepare the same job on a cluster of two workers that has started."""
    import importlib

    cluster: Any = importlib.import_module("distributed").LocalCluster(
        n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None
    )
    return batch_of(case, engine="dask", scheduler=cluster.scheduler_address)


ENGINES: dict[str, Callable[[Case], Answer]] = {
    "lexigrid": lexigrid_engine,
    "score_grids": scores_in_memory,
    "batch": batch_of,
    "batch-dask": batch_on_dask,
    "set-of-words": set_of_words,
    "textbook-python": textbook_lines,
    "str.find": find_lines_by_find,
    "pyahocorasick": find_lines_by_automaton,
}


def run_textbook_paths(case: Case, program: str) -> dict[str, Any]:
    """Run the textbook solver in C++, which times itself."""
    boards = Path(case["folder"]) / "boards.txt"
    boards.write_text("\n".join(case["boards"]) + "\n")
    rows, columns = map(str, case["size"])
    command = [program, case["lexicon"], str(boards), rows, columns, "5"]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    _, _, points, seconds = run.stdout.split()
    return {"answer": int(points), "seconds": [float(seconds)]}


def run_process(case: Case, engine: str) -> dict[str, Any]:
    """Time a whole process."""
    command = [sys.executable, "-c", "pass"]
    if engine != "python-nothing":
        command = [str(Path(sys.executable).parent / "lexigrid"), *case["command"]]
    seconds = []
    for _ in range(5):
        begin = time.perf_counter()
        subprocess.run(command, capture_output=True, check=True)
        seconds.append(time.perf_counter() - begin)
    return {"answer": None, "seconds": seconds}


def run(engine: str, case: Case) -> dict[str, Any]:
    """Answer a case once unmeasured, then several times measured."""
    name, _, kernel = engine.partition(":")
    if case["model"] == "process":
        return run_process(case, engine)
    if name == "textbook-c++":
        return run_textbook_paths(case, case["textbook"])
    if kernel:
        import lexigrid

        lexigrid.force_kernel(kernel)
    answer = ENGINES[name](case)
    first = answer()
    seconds: list[float] = []
    while len(seconds) < 5 and (sum(seconds) < 2 or not seconds):
        begin = time.perf_counter()
        answer()
        seconds.append(time.perf_counter() - begin)
    return {"answer": first, "seconds": seconds}


if __name__ == "__main__":
    print(json.dumps(run(sys.argv[1], json.loads(Path(sys.argv[2]).read_text("utf-8")))))
