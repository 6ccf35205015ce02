"""Verify, then time: every engine in its own process, alternating, pinned to one core.

If answers differ, nothing is timed. Ratios compare times of one run. Results go to records/.

`python benchmarks/run.py [PART OF A NAME ...]` runs the benchmarks whose names have these parts.
"""

from __future__ import annotations

import csv
import datetime
import importlib.util
import json
import platform
import shutil
import statistics
import string
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

import batches
import decide
import inputs
import single
from inputs import FOLDER
from rivals.lines import PACKAGES

ROUNDS = 7
#: An engine that takes longer than SLOW seconds gets SLOW_ROUNDS rounds.
SLOW, SLOW_ROUNDS = 3.0, 2

#: Line searches are compared with the fastest of these.
BEST_RIVALS = ("hyperscan", "ahocorasick_rs", "numba")

Case = dict[str, Any]


def draw_word_lists(case: Case) -> list[list[str]]:
    """Draw the word lists of puzzles, or read the file that the case names."""
    from lexigrid.puzzle.generate.words import random_words

    if "file" in case:
        return [[word for line in inputs.data_lines(case["file"]) for word in line.split()]]
    count, band = case["words"], case["band"]
    return [
        list(random_words(count, seed, band=band, shortest=4, longest=12))
        for seed in range(case["lists"])
    ]


def list_changes(boards: list[str]) -> list[str]:
    """List the boards with every letter on every cell."""
    return [
        board[:cell] + letter + board[cell + 1 :]
        for board in boards
        for cell in range(len(board))
        for letter in string.ascii_lowercase
    ]


def list_swaps(boards: list[str]) -> list[str]:
    """List the boards with the letters of every two cells exchanged."""
    return [
        board[:first]
        + board[second]
        + board[first + 1 : second]
        + board[first]
        + board[second + 1 :]
        for board in boards
        for second in range(len(board))
        for first in range(second)
    ]


def compile_program(folder: Path, source: Path, *, with_core: bool = False) -> str | None:
    """Compile a C++ program, with the core if requested; None without a compiler or the core."""
    compiler = shutil.which("g++") or shutil.which("c++")
    libraries = sorted((FOLDER.parent / "build").glob("cp*/liblexigrid_native.a"))
    if compiler is None or (with_core and not libraries):
        print(f"{source.name} needs a C++ compiler{' and make setup' if with_core else ''}")
        return None
    flags = ["-O3", "-march=native", "-std=c++20", f"-I{FOLDER.parent / 'native'}"]
    program = folder / source.stem
    library = libraries[-1:] if with_core else []
    subprocess.run([compiler, *flags, "-o", program, source, *library], check=True)
    return str(program)


def prepare_paths(case: Case, folder: Path) -> Case | None:
    """Prepare the boards and rivals of a path search."""
    words = inputs.enable_list()
    if words is None:
        return None
    case["lexicon"] = str(words)
    rivals = FOLDER / "rivals"
    if case["model"] == "paths/grid":
        case["rows"] = inputs.draw_texts(case["side"], case["side"], case["seed"])
        recursion = compile_program(folder, rivals / "recursive_paths.cpp", with_core=True)
        return case | {"recursion": recursion} if recursion else None
    if "file" in case:
        case["boards"] = inputs.data_lines(case["file"])[: case["count"]]
    elif "english" in case:
        cells = case["size"][0] * case["size"][1]
        case["boards"] = inputs.draw_texts(cells, case["count"], case["seed"])
    else:
        case["boards"] = inputs.roll_boards(case["dice"], case["count"], case["seed"])
    if case["model"] == "paths/changes":
        case["changed"] = list_changes(case["boards"])
    if case["model"] == "paths/swaps":
        case["changed"] = list_swaps(case["boards"])
    textbook = compile_program(folder, rivals / "textbook_paths.cpp")
    return case | {"textbook": textbook} if textbook else None


def write_rolled_boards(case: Case, folder: Path) -> str | None:
    """Write millions of rolled boards as Parquet; None without pyarrow."""
    if importlib.util.find_spec("pyarrow") is None:
        return None
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


def prepare(case: Case, folder: Path) -> Case | None:
    """Prepare the input of a case; None if a requirement is missing."""
    made = dict(case, folder=str(folder))
    model = case["model"]
    if model.startswith("paths/"):
        return prepare_paths(made, folder)
    if model in ("read", "load", "lexicon/memory", "batch") or case.get("lexicon") == "enable":
        words = inputs.enable_list()
        if words is None:
            return None
        made["lexicon"] = str(words)
    if model in ("batch/memory", "batch/resume"):
        return batches.prepare(made, folder)
    if model == "batch":
        made["parquet"] = write_rolled_boards(case, folder)
        return made if made["parquet"] else None
    if model.startswith("lines/") and "sample" in case:
        made["words"] = inputs.sample_words(case["sample"])
    elif model.startswith("trace/"):
        made["textbook"] = compile_program(folder, FOLDER / "rivals" / "textbook_trace.cpp")
        if model == "trace/call":
            made["core"] = compile_program(folder, FOLDER / "core_trace.cpp", with_core=True)
            made |= single.draw(case)
        return made if made["textbook"] and made.get("core", True) else None
    elif model.startswith("make/") and model != "make/book":
        made["lists"] = draw_word_lists(case)
    elif model == "compile/list":
        import lexigrid

        made["words"] = list(lexigrid.Lexicon.default())
    return made


def time_engine(engine: str, case_file: Path, cores: str = "0") -> dict[str, Any]:
    """Run one engine in its own process, pinned to the given cores if possible."""
    command = [sys.executable, str(FOLDER / "engines.py"), engine, str(case_file)]
    if shutil.which("taskset"):
        if "@" in engine or "two-threads" in engine:
            cores = "0,1"
        command = ["taskset", "-c", cores, *command]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode != 0:
        raise RuntimeError(f"{engine} failed: {run.stderr.strip().splitlines()[-1:]}")
    return dict(json.loads(run.stdout))


def select_engines(engines: list[str]) -> list[str]:
    """Omit instruction sets that this machine lacks, and rivals that are not installed."""
    import lexigrid

    targets = lexigrid.cpu_targets()
    best = targets[-1]
    chosen = []
    for engine in engines:
        name, _, rest = engine.partition(":")
        target, at, threads = rest.partition("@")
        if target and target not in targets:
            engine = f"{name}:{best}{at}{threads}"
        if name == "batch-dask" and importlib.util.find_spec("distributed") is None:
            print("distributed is not installed; pip install lexigrid[dask]")
            continue
        if name in PACKAGES and importlib.util.find_spec(PACKAGES[name]) is None:
            print(f"{name} is not installed; pip install lexigrid[bench]")
            continue
        if engine not in chosen:
            chosen.append(engine)
    return chosen


def measure(case: Case) -> list[dict[str, Any]]:
    """Verify and time all engines of a case; the first is the base of the ratios."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        made = prepare(case, folder)
        if made is None:
            print(f"{case['name']}: omitted, because data/enable2k.txt or a compiler is missing")
            return []
        case_file = folder / "case.json"
        case_file.write_text(json.dumps(made), "utf-8")
        if case["model"] == "trace/decide":
            rows = list(decide.measure(made, case_file, case["engines"]))
            for row in rows:
                print(f"{row['benchmark']:50} {row['engine']:20} {row['answer']}")
            return rows
        engines = select_engines(case["engines"])
        cores = case.get("cores", "0")
        answers = {engine: time_engine(engine, case_file, cores)["answer"] for engine in engines}
        distinct = {
            str(answer)
            for engine, answer in answers.items()
            if engine != "memchr" and answer != "undetermined"
        }
        if case.get("compare", True) and len(distinct) != 1:
            raise RuntimeError(f"{case['name']}: the answers differ: {answers}")
        rounds: dict[str, list[float]] = {engine: [] for engine in engines}
        for _ in range(case.get("rounds", ROUNDS)):
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
    """Compare lexigrid with the fastest of BEST_RIVALS; "" without one."""
    rivals = [rounds[rival] for rival in BEST_RIVALS if rival in rounds]
    if not engine.startswith("lexigrid") or not rivals:
        return ""
    best = min(rivals, key=statistics.median)
    return f"{statistics.median(a / b for a, b in zip(best, rounds[engine], strict=False)):.2f}"


def record(rows: list[dict[str, Any]]) -> None:
    """Write rows into the record of the day; keep the rows of other benchmarks."""
    import lexigrid

    today = datetime.datetime.now(tz=datetime.UTC).date().isoformat()
    # Each set of instruction sets has its own record.
    machine = f"{platform.system().lower()}-{platform.machine()}-{lexigrid.cpu_targets()[-1]}"
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
    for path in sorted((FOLDER / "definitions").glob("*.toml")):
        for case in tomllib.loads(path.read_text("utf-8"))["benchmark"]:
            is_wanted = not parts or any(part in case["name"] for part in parts)
            if is_wanted and (rows := measure(case)):
                record(rows)


if __name__ == "__main__":
    main(sys.argv[1:])
