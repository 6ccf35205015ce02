"""Verify, then time: every engine in its own process, alternating, pinned to one core.

Knows the definitions, the engines and their input; known by `make bench`.
Rule: an engine whose answer differs is not timed; ratios are of one run; the record is kept.

`python benchmarks/run.py [PART OF A NAME ...]` runs the benchmarks whose names have these parts.
"""

from __future__ import annotations

import csv
import datetime
import importlib.util
import json
import os
import platform
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
ROUNDS = 7

Case = dict[str, Any]


def shared_list() -> Path | None:
    """Find the ENABLE list, which the published figures are of."""
    folder = Path(os.environ.get("LEXIGRID_SHARED", FOLDER.parents[1] / "shared"))
    path = folder / "data" / "enable2k.txt"
    return path if path.exists() else None


def rolled(dice: str, count: int, seed: int) -> list[str]:
    """Roll boards: dice shuffled, a face each; Qu is written q."""
    lines = (FOLDER / "data" / f"{dice}.txt").read_text("utf-8").splitlines()
    faces = [line.split() for line in lines if not line.startswith("#")]
    chance = random.Random(seed)
    boards = []
    for _ in range(count):
        order = chance.sample(faces, len(faces))
        boards.append("".join(chance.choice(die)[0].lower() for die in order))
    return boards


def sampled(count: int) -> list[str]:
    """Take words of four letters and more, evenly, from the built-in lexicon.

    None is another one reversed, or itself: rivals that look for reversed words count it twice.
    """
    import lexigrid

    words = [word for word in lexigrid.Lexicon.default() if len(word) >= 4]
    known = set(words)
    fit = [word for word in words if word[::-1] not in known]
    return fit[:: len(fit) // count][:count]


def write_rolled(case: Case, folder: Path) -> str | None:
    """Write millions of rolled boards as Parquet; None where pyarrow is not there."""
    if importlib.util.find_spec("pyarrow") is None:
        return None
    import numpy as np
    import pyarrow as pa
    import pyarrow.parquet as pq

    lines = (FOLDER / "data" / f"{case['dice']}.txt").read_text("utf-8").splitlines()
    faces = np.array(
        [[face[0].lower() for face in line.split()] for line in lines if not line.startswith("#")]
    )
    chance = np.random.default_rng(case["seed"])
    place = folder / "boards.parquet"
    schema = pa.schema([("grid", pa.string())])
    with pq.ParquetWriter(place, schema) as writer:
        for begin in range(0, case["count"], 1 << 20):
            count = min(1 << 20, case["count"] - begin)
            dice = chance.permuted(np.tile(np.arange(len(faces)), (count, 1)), axis=1)
            rolls = faces[dice, chance.integers(0, faces.shape[1], dice.shape)]
            boards = np.ascontiguousarray(rolls).view(f"U{len(faces)}").reshape(-1)
            writer.write_table(pa.table({"grid": pa.array(boards)}, schema=schema))
    return str(place)


def prepared(case: Case, folder: Path) -> Case | None:
    """Make the input of a case; None where something it needs is absent."""
    made = dict(case, folder=str(folder))
    if case["model"].startswith("paths/"):
        words = shared_list()
        compiler = shutil.which("g++") or shutil.which("c++")
        if words is None or compiler is None:
            return None
        textbook = folder / "textbook"
        source = FOLDER / "rivals" / "textbook_paths.cpp"
        subprocess.run([compiler, "-O3", "-march=native", "-o", textbook, source], check=True)
        boards = rolled(case["dice"], case["count"], case["seed"])
        made |= {"lexicon": str(words), "boards": boards, "textbook": str(textbook)}
    elif case["model"] == "batch":
        words, boards_file = shared_list(), write_rolled(case, folder)
        if words is None or boards_file is None:
            return None
        made |= {"lexicon": str(words), "parquet": boards_file}
    elif case["model"] == "lines/list":
        chance = random.Random(case["seed"])
        letters = "abcdefghijklmnopqrstuvwxyz"
        side = case["side"]
        if "sample" in case:
            made["words"] = sampled(case["sample"])
        made["rows"] = ["".join(chance.choices(letters, k=side)) for _ in range(side)]
    elif case["model"] == "compile/list":
        import lexigrid

        made["words"] = list(lexigrid.Lexicon.default())
    return made


def timed(engine: str, case_file: Path, cores: str = "0") -> dict[str, Any]:
    """Run one engine in a process of its own, on one core (or those named) if that can be said."""
    command = [sys.executable, str(FOLDER / "engines.py"), engine, str(case_file)]
    if shutil.which("taskset"):
        command = ["taskset", "-c", cores, *command]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode != 0:
        raise RuntimeError(f"{engine} failed: {run.stderr.strip().splitlines()[-1:]}")
    return dict(json.loads(run.stdout))


def runnable(engines: list[str]) -> list[str]:
    """Leave out kernels that this machine does not run, and rivals that are not installed."""
    import lexigrid

    kernels = lexigrid.kernels()
    best = kernels[-1]
    chosen = []
    for engine in engines:
        name, _, kernel = engine.partition(":")
        if kernel and kernel not in kernels:
            engine = f"{name}:{best}"
        if name == "batch-dask" and importlib.util.find_spec("distributed") is None:
            print("distributed is not installed and left out; pip install lexigrid[dask]")
            continue
        if name == "pyahocorasick" and importlib.util.find_spec("ahocorasick") is None:
            print("pyahocorasick is not installed and left out; pip install lexigrid[bench]")
            continue
        if engine not in chosen:
            chosen.append(engine)
    return chosen


def measure(case: Case) -> list[dict[str, Any]]:
    """Verify and time all engines of one case; the first is the base of the ratios."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        made = prepared(case, folder)
        if made is None:
            print(f"{case['name']}: left out, data/enable2k.txt or a compiler is not there")
            return []
        case_file = folder / "case.json"
        case_file.write_text(json.dumps(made), "utf-8")
        engines = runnable(case["engines"])
        cores = case.get("cores", "0")
        answers = {engine: timed(engine, case_file, cores)["answer"] for engine in engines}
        if len(set(map(str, answers.values()))) != 1:
            raise RuntimeError(f"{case['name']}: the answers differ: {answers}")
        rounds: dict[str, list[float]] = {engine: [] for engine in engines}
        for _ in range(case.get("rounds", ROUNDS)):
            for engine in engines:
                rounds[engine].append(statistics.median(timed(engine, case_file, cores)["seconds"]))
    return [row_of(case["name"], engine, answers, rounds) for engine in engines]


def row_of(
    name: str, engine: str, answers: dict[str, Any], rounds: dict[str, list[float]]
) -> dict[str, Any]:
    """Sum up the rounds of one engine; ratios are to the first engine, round by round."""
    base, own = next(iter(rounds.values())), rounds[engine]
    times = statistics.median(a / b for a, b in zip(base, own, strict=True))
    row = {
        "benchmark": name,
        "engine": engine,
        "answer": answers[engine],
        "median seconds": f"{statistics.median(own):.6f}",
        "least": f"{min(own):.6f}",
        "most": f"{max(own):.6f}",
        "times base": f"{times:.2f}",
    }
    print(f"{name:50} {engine:20} {row['median seconds']} s  {row['times base']} x")
    return row


def main(parts: list[str]) -> None:
    rows: list[dict[str, Any]] = []
    for path in sorted((FOLDER / "definitions").glob("*.toml")):
        for case in tomllib.loads(path.read_text("utf-8"))["benchmark"]:
            if not parts or any(part in case["name"] for part in parts):
                rows += measure(case)
    if not rows:
        return
    today = datetime.datetime.now(tz=datetime.UTC).date().isoformat()
    place = FOLDER / "records" / f"{today}-{platform.system().lower()}-{platform.machine()}.csv"
    if place.exists():  # benchmarks that were not run again today keep their rows
        again = {row["benchmark"] for row in rows}
        with place.open(encoding="utf-8", newline="") as file:
            rows = [row for row in csv.DictReader(file) if row["benchmark"] not in again] + rows
    with place.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    print(f"recorded in {place.relative_to(FOLDER.parent)}")


if __name__ == "__main__":
    main(sys.argv[1:])
