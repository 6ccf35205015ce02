"""Batches measured as whole processes: peak memory, and the time to resume a finished job."""

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
    """Write the input of a case; a job that is to be resumed is run once."""
    rng = random.Random(case["seed"])
    if case["model"] == "batch/memory":
        path = folder / "boards.csv"
        # Rows of a kilobyte, of which only one column is read.
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
        raise RuntimeError(f"the job has a number of parts other than {case['parts']}")
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
    """Prepare to resume a finished job; the answer is the number of parts that it found done."""
    return lambda: int(run_batch(case["command"])["resumed"])
