"""Verify, then time: every engine in its own process, alternating, pinned to one core.

If answers differ, nothing is timed. Ratios compare times of one run. Results go to records/.

`python benchmarks/run.py [PART OF A NAME ...]` runs the benchmarks whose names have these parts.
"""

from __future__ import annotations

import argparse
import csv
import datetime
import importlib.util
import json
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

from inputs import FOLDER
from models import Case, Measured, check_equal, model_of
from rivals.lines import PACKAGES

ROUNDS = 7
#: An engine that takes longer than SLOW seconds gets SLOW_ROUNDS rounds.
SLOW, SLOW_ROUNDS = 3.0, 2

#: Engines that are no rivals: parts of lexigrid, and lower bounds.
NO_RIVALS = frozenset(
    ["core", "one-by-one", "batch", "batch-dask", "score_grids", "memchr", "python-nothing"]
)


def time_engine(engine: str, case_file: Path, cores: str = "0") -> Measured:
    """Run one engine in its own process, pinned to the given cores if possible."""
    command = [sys.executable, str(FOLDER / "engines.py"), engine, str(case_file)]
    if shutil.which("taskset"):
        if "@" in engine:
            cores = "0,1"
        command = ["taskset", "-c", cores, *command]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode != 0:
        raise RuntimeError(f"{engine} failed: {run.stderr.strip().splitlines()[-1:]}")
    measured: Measured = json.loads(run.stdout)
    return measured


def select_engines(engines: list[str]) -> list[str]:
    """Omit instruction sets that this machine lacks, and rivals that are not installed."""
    import lexigrid

    targets = lexigrid.cpu.cpu_targets()
    best = targets[-1]
    chosen = []
    for engine in engines:
        name, _, rest = engine.partition(":")
        target, at, threads = rest.partition("@")
        if target and target not in targets:
            engine = f"{name}:{best}{at}{threads}"
        if name in PACKAGES and importlib.util.find_spec(PACKAGES[name]) is None:
            print(f"{name} needs {PACKAGES[name]}: pip install lexigrid[bench,dask]")
            continue
        if engine not in chosen:
            chosen.append(engine)
    return chosen


def measure(case: Case) -> list[dict[str, Any]]:
    """Verify and time all engines of a case; the first is the base of the ratios."""
    with tempfile.TemporaryDirectory() as name:
        folder, model = Path(name), model_of(case)
        made = model.prepare(case | {"folder": name}, folder)
        if made is None:
            print(f"{case['name']}: omitted, as words, a package or a compiler are missing")
            return []
        case_file = folder / "case.json"
        case_file.write_text(json.dumps(made), "utf-8")
        engines, cores = select_engines(case["engines"]), case.get("cores", "0")
        first = {engine: time_engine(engine, case_file, cores) for engine in engines}
        getattr(model, "check", check_equal)(case, first)
        answers = {engine: measured["answer"] for engine, measured in first.items()}
        rounds: dict[str, list[float]] = {engine: [] for engine in engines}
        if case.get("rounds") == 1:
            rounds = {engine: [statistics.median(first[engine]["seconds"])] for engine in engines}
        for _ in range(case.get("rounds", ROUNDS) - len(rounds[engines[0]])):
            for engine in engines:
                times = rounds[engine]
                if len(times) >= SLOW_ROUNDS and min(times) > SLOW:
                    continue
                times.append(statistics.median(time_engine(engine, case_file, cores)["seconds"]))
    return [make_row(case["name"], engine, answers, rounds) for engine in engines]


def format_seconds(seconds: float) -> str:
    """Return seconds to the microsecond, short ones to the nanosecond."""
    return f"{seconds:.6f}" if seconds >= 1e-3 else f"{seconds:.9f}"


def make_row(
    name: str, engine: str, answers: dict[str, Any], rounds: dict[str, list[float]]
) -> dict[str, Any]:
    """Summarize the rounds of one engine; a ratio is the median over the rounds."""
    base, own = next(iter(rounds.values())), rounds[engine]
    times = statistics.median(a / b for a, b in zip(base, own, strict=False))
    row = {
        "benchmark": name,
        "engine": engine,
        "answer": answers[engine],
        "median seconds": format_seconds(statistics.median(own)),
        "least": format_seconds(min(own)),
        "most": format_seconds(max(own)),
        "times base": f"{times:.2f}",
        "times best rival": times_best_rival(engine, rounds),
    }
    comparison = f"  {row['times best rival']} x the best rival" if row["times best rival"] else ""
    print(f"{name:50} {engine:20} {row['median seconds']} s  {row['times base']} x{comparison}")
    return row


def times_best_rival(engine: str, rounds: dict[str, list[float]]) -> str:
    """Compare lexigrid with the fastest rival; "" without one."""
    names = ((name, name.partition(":")[0]) for name in rounds)
    rivals = [rounds[name] for name, kind in names if kind not in {*NO_RIVALS, "lexigrid"}]
    if not engine.startswith("lexigrid") or not rivals:
        return ""
    best = min(rivals, key=statistics.median)
    return f"{statistics.median(a / b for a, b in zip(best, rounds[engine], strict=False)):.2f}"


def print_ratios(rows: list[dict[str, Any]]) -> None:
    """Print how many times the best rival lexigrid is in each benchmark, the least last."""
    best: dict[str, float] = {}
    for row in rows:
        if ratio := row["times best rival"]:
            best[row["benchmark"]] = max(float(ratio), best.get(row["benchmark"], 0.0))
    if best:
        print("\nratio to the best rival")
    for name, ratio in sorted(best.items(), key=lambda each: -each[1]):
        print(f"{name:60} {ratio:8.2f}")


def record(rows: list[dict[str, Any]]) -> None:
    """Write rows into the record of the day; keep the rows of other benchmarks."""
    import lexigrid

    today = datetime.datetime.now(tz=datetime.UTC).date().isoformat()
    # Each set of instruction sets has its own record.
    machine = f"{platform.system().lower()}-{platform.machine()}-{lexigrid.cpu.cpu_targets()[-1]}"
    path = FOLDER / "records" / f"{today}-{machine}.csv"
    if path.exists():
        again = {row["benchmark"] for row in rows}
        with path.open(encoding="utf-8", newline="") as file:
            rows = [row for row in csv.DictReader(file) if row["benchmark"] not in again] + rows
    with path.open("w", encoding="utf-8", newline="") as file:
        names = dict.fromkeys(name for row in rows for name in row)  # older rows have fewer
        writer = csv.DictWriter(file, list(names))
        writer.writeheader()
        writer.writerows(rows)
    print(f"recorded in {path.relative_to(FOLDER.parent)}")


def main(parts: list[str]) -> None:
    """Run the benchmarks whose names have one of these parts, or all."""
    every = []
    for path in sorted((FOLDER / "definitions").glob("*.toml")):
        for case in tomllib.loads(path.read_text("utf-8"))["benchmark"]:
            is_wanted = not parts or any(part in case["name"] for part in parts)
            if is_wanted and (rows := measure(case)):
                record(rows)
                every += rows
    print_ratios(every)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Verify and time lexigrid and its rivals.")
    parser.add_argument("parts", metavar="PART", nargs="*", help="Part of the benchmarks' names.")
    main(parser.parse_args().parts)
