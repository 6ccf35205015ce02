"""Batches: whole processes (peak memory, resuming a job), and jobs against one call."""

from __future__ import annotations

import importlib.util
import json
import random
import resource
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import inputs

from models import Answer, Case, Engine


def prepare(case: Case, folder: Path) -> Case | None:
    """Write the input of a case; run a job that is to be resumed once."""
    words = inputs.enable_list()
    if words is None or importlib.util.find_spec("pyarrow") is None:
        return None
    case["lexicon"], rng = str(words), random.Random(case["seed"])
    if case["model"] == "batch/scores":
        return case | {"parquet": write_rolled_boards(case, folder)}
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


def write_rolled_boards(case: Case, folder: Path) -> str:
    """Write millions of rolled boards as Parquet."""
    import numpy as np
    import pyarrow as pa
    import pyarrow.parquet as pq

    faces = np.array(inputs.dice_faces(case["dice"]))
    rng = np.random.default_rng(case["seed"])
    path = folder / "boards.parquet"
    schema = pa.schema([("grid", pa.string())])
    with pq.ParquetWriter(path, schema) as writer:
        for begin in range(0, case["count"], 1 << 20):
            count = min(1 << 20, case["count"] - begin)
            dice = rng.permuted(np.tile(np.arange(len(faces)), (count, 1)), axis=1)
            rolls = faces[dice, rng.integers(0, faces.shape[1], dice.shape)]
            boards = np.ascontiguousarray(rolls).view(f"U{len(faces)}").reshape(-1)
            writer.write_table(pa.table({"grid": pa.array(boards)}, schema=schema))
    return str(path)


def draw_board(rng: random.Random) -> str:
    """Draw the letters of a 4x4 board."""
    return "".join(rng.choices("etaoinshrdlu", k=16))


def run_batch(command: list[str]) -> Case:
    """Run `lexigrid batch` and return its summary."""
    program = [sys.executable, "-m", "lexigrid", "batch", *command, "--format", "json"]
    run = subprocess.run(program, capture_output=True, text=True, check=True)
    return dict(json.loads(run.stdout))


def peak_memory(case: Case) -> Answer:
    """Prepare a whole job; the answer is its peak memory in MB."""

    def answer() -> int:
        shutil.rmtree(case["command"][1], ignore_errors=True)
        run_batch(case["command"])
        return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024

    return answer


def resume(case: Case) -> Answer:
    """Prepare to resume a finished job; the answer is the number of parts already done."""
    return lambda: int(run_batch(case["command"])["resumed"])


def scores_in_memory(case: Case) -> Answer:
    """Prepare score_grids of a column in memory, on all cores."""
    import pyarrow.parquet as pq

    import lexigrid as lg

    column = pq.read_table(case["parquet"])["grid"].combine_chunks()
    lexicon = lg.Lexicon.read(case["lexicon"])
    size = tuple(case["size"])
    return lambda: int(lg.score_grids(column, lexicon, size=size, qu=True, min_length=3).sum())


def run_job(case: Case, **engine: Any) -> Answer:
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


def run_job_on_dask(case: Case) -> Answer:
    """Prepare the same job on a running cluster of two workers."""
    cluster: Any = importlib.import_module("distributed").LocalCluster(
        n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None
    )
    return run_job(case, engine="dask", scheduler=cluster.scheduler_address)


ENGINES: dict[str, Engine] = {
    "lexigrid": lambda case: (peak_memory if case["model"] == "batch/memory" else resume)(case),
    "score_grids": scores_in_memory,
    "batch": run_job,
    "batch-dask": run_job_on_dask,
}
