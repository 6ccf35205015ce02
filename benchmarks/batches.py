"""Batches measured as whole processes: their peak memory, and how soon a done job is taken up.

Knows the command line of lexigrid; known by run.py, which makes the input, and engines.py.
Rule: what is measured is a process of its own, so that nothing of the benchmark counts.
"""

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
    """Write the input of a case, and for a job to be taken up again do it once."""
    chance = random.Random(case["seed"])
    if case["model"] == "batch/memory":
        place = folder / "boards.csv"
        # A kilobyte a row, as files with more than boards have: only one column is of use.
        rest = "x" * (case["row bytes"] - 18)
        with place.open("w", encoding="ascii") as file:
            file.write("grid,rest\n")
            for _ in range(case["bytes"] // case["row bytes"] // 1000):
                file.writelines(f"{rolled(chance)},{rest}\n" for _ in range(1000))
        return case | {"command": [str(place), str(folder / "out"), "--size", "4x4"]}
    place = folder / "boards.txt"
    boards = [rolled(chance) for _ in range(2 * case["parts"])]
    place.write_text("\n".join(boards) + "\n", "ascii")
    command = [str(place), str(folder / "out"), "--part-bytes", "34", "--to", "jsonl"]
    if run_batch(command)["parts"] != case["parts"]:
        raise RuntimeError(f"the job has other parts than {case['parts']}")
    return case | {"command": command}


def rolled(chance: random.Random) -> str:
    """Draw the letters of a board."""
    return "".join(chance.choices("etaoinshrdlu", k=16))


def run_batch(command: list[str]) -> Case:
    """Run `lexigrid batch` and give its summary."""
    program = [sys.executable, "-m", "lexigrid", "batch", *command, "--format", "json"]
    run = subprocess.run(program, capture_output=True, text=True, check=True)
    return dict(json.loads(run.stdout))


def peak_memory(case: Case) -> Callable[[], int]:
    """Prepare a job from its start to its end; the answer is the most memory it had, in MB."""

    def answer() -> int:
        shutil.rmtree(case["command"][1], ignore_errors=True)
        run_batch(case["command"])
        return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024

    return answer


def taken_up(case: Case) -> Callable[[], int]:
    """Prepare a job that is done to be given again; the answer is the parts it found done."""
    return lambda: int(run_batch(case["command"])["resumed"])
