"""Batch engines: whole processes (peak memory, resuming a job), and jobs against one call."""

from __future__ import annotations

import json
import random
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

Case = dict[str, Any]


def prepare(case: Case, folder: Path) -> Case:
    """Write the input of a case; run a job that is to be resumed once."""
    rng = random.Random(case["seed"])
    if case["model"] == "batch/memory":
        path = folder / "boards.csv"
        # Rows of a kilobyte, with only one column to read.
        rest = "x" * (case["row bytes"] - 18)
        with path.open("w", encoding="ascii") as file:
            file.write("grid,rest\n")
            for _ in range(case["bytes"] // case["row bytes"] // 1000):
                file.writelines(f"{draw_board(rng)},{rest}\n" for _ in range(1000))
        return case | {"command": [str(path), str(folder / "out"), "--size", "4x4"]}
    path = folder / "boards.txt"
    boards = [draw_board(rng) for _ in range(2 * case["parts"])]
    path.write_text("\n".join(boards) + "\n", "ascii")
    command = [str(path), str(folder / "out"), "--part-bytes", "34", "--to", "jsonl"]
    if run_batch(command)["parts"] != case["parts"]:
        raise RuntimeError(f"the number of parts of the job is not {case['parts']}")
    return case | {"command": command}


def draw_board(rng: random.Random) -> str:
    """Draw the letters of a 4x4 board."""
    return "".join(rng.choices("etaoinshrdlu", k=16))


def run_batch(command: list[str]) -> Case:
    """Run `lexigrid batch` and return its summary."""
    program = [sys.executable, "-m", "lexigrid", "batch", *command, "--format", "json"]
    run = subprocess.run(program, capture_output=True, text=True, check=True)
    return dict(json.loads(run.stdout))


def peak_memory(case: Case) -> Callable[[], int]:
    """Prepare a whole job; the answer is its peak memory in MB."""

    def answer() -> int:
        shutil.rmtree(case["command"][1], ignore_errors=True)
        run_batch(case["command"])
        return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024

    return answer


def resume(case: Case) -> Callable[[], int]:
    """Prepare to resume a finished job; the answer is the number of parts already done."""
    return lambda: int(run_batch(case["command"])["resumed"])


def scores_in_memory(case: Case) -> Callable[[], int]:
    """Prepare score_grids of a column in memory, on all cores."""
    import pyarrow.parquet as pq

    import lexigrid as lg

    column = pq.read_table(case["parquet"])["grid"].combine_chunks()
    lexicon = lg.Lexicon.read(case["lexicon"])
    size = tuple(case["size"])
    return lambda: int(lg.score_grids(column, lexicon, size=size, qu=True, min_length=3).sum())


def run_job(case: Case, **engine: Any) -> Callable[[], int]:
    """Prepare a job from Parquet to Parquet; the answer is the sum of the written scores."""
    import pyarrow.parquet as pq

    import lexigrid as lg
    from lexigrid.batch import run_batch

    out = Path(case["folder"]) / "out"
    lexicon = lg.Lexicon.read(case["lexicon"])

    def answer() -> int:
        shutil.rmtree(out, ignore_errors=True)
        size = tuple(case["size"])
        run_batch(case["parquet"], out, words=lexicon, size=size, qu=True, min_length=3, **engine)
        return int(pq.read_table(out, columns=["score"])["score"].to_numpy().sum())

    return answer


def run_job_on_dask(case: Case) -> Callable[[], int]:
    """Prepare the same job on a running cluster of two workers."""
    import importlib

    cluster: Any = importlib.import_module("distributed").LocalCluster(
        n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None
    )
    return run_job(case, engine="dask", scheduler=cluster.scheduler_address)
