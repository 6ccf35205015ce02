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
import string
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

import batches
import decide
import single
from rivals.lines import PACKAGES

FOLDER = Path(__file__).parent
ROUNDS = 7
#: Rounds that an engine gets which takes longer than so many seconds.
PATIENCE, SLOW = 2, 3.0

#: What a line search is measured against: the best of these, whichever it is.
BEST_RIVALS = ("hyperscan", "ahocorasick_rs", "numba")

#: Letters about as often as in English text.
ENGLISH = (
    "e" * 12
    + "t" * 9
    + "aaaaaaaaooooooooiiiiiiinnnnnnnsssssshhhhhhrrrrrr"
    + ("ddddllllcccuuummmwwffggyyppbbvkjxqz")
)

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
    """Take words of four letters and more of ENABLE, or of the built-in lexicon, in any order.

    None is another one reversed, or itself: rivals that look for reversed words count it twice.
    """
    import lexigrid

    listed = shared_list()
    lexicon = lexigrid.Lexicon.default() if listed is None else lexigrid.Lexicon.read(listed)
    words = [word for word in lexicon if len(word) >= 4]
    known = set(words)
    fit = [word for word in words if word[::-1] not in known]
    random.Random(1).shuffle(fit)
    return fit[:count]


def word_lists(case: Case) -> list[list[str]]:
    """Draw the lists of words of puzzles, or read the one that is named."""
    from lexigrid.puzzle.generate.words import random_words

    if "file" in case:
        text = (FOLDER / "data" / f"{case['file']}.txt").read_text("utf-8")
        return [[w for row in text.splitlines() if row[0] != "#" for w in row.split()]]
    count, band = case["words"], case["band"]
    return [
        list(random_words(count, seed, band=band, shortest=4, longest=12))
        for seed in range(case["lists"])
    ]


def listed(name: str) -> list[str]:
    """Read boards that are kept in data/."""
    lines = (FOLDER / "data" / f"{name}.txt").read_text("utf-8").splitlines()
    return [line for line in lines if not line.startswith("#")]


def changes_of(boards: list[str]) -> list[str]:
    """List all boards with another letter, or the same, on one cell."""
    return [
        board[:cell] + letter + board[cell + 1 :]
        for board in boards
        for cell in range(len(board))
        for letter in string.ascii_lowercase
    ]


def swaps_of(boards: list[str]) -> list[str]:
    """List all boards with the letters of one cell and another before it exchanged."""
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


def compiled(name: str, folder: Path, *sources: Path) -> str | None:
    """Compile a rival in C++, of its own file unless others are named; None without a compiler."""
    compiler = shutil.which("g++") or shutil.which("c++")
    if compiler is None:
        return None
    native = FOLDER.parent / "native"
    flags = ["-O3", "-march=native", "-std=c++20", f"-I{native}"]
    program = folder / name
    subprocess.run(
        [compiler, *flags, "-o", program, *(sources or [FOLDER / "rivals" / f"{name}.cpp"])],
        check=True,
    )
    return str(program)


def compiled_core(folder: Path) -> str | None:
    """Compile the driver of the core, with the library that the package was built with."""
    libraries = sorted((FOLDER.parent / "build").glob("cp*/liblexigrid_native.a"))
    if not libraries:
        print("build/ has no library of the core (make setup), and `core` cannot run")
        return None
    return compiled("core_trace", folder, FOLDER / "core_trace.cpp", libraries[-1])


def prepared_paths(made: Case, folder: Path) -> Case | None:
    """Make boards and rivals of a path search."""
    words = shared_list()
    if words is None:
        return None
    made["lexicon"] = str(words)
    rivals, native = FOLDER / "rivals", FOLDER.parent / "native"
    if made["model"] == "paths/grid":
        chance = random.Random(made["seed"])
        side = made["side"]
        made["rows"] = ["".join(chance.choices(ENGLISH, k=side)) for _ in range(side)]
        sources = [native / "cpu.cpp", native / "map_bytes.cpp", *native.glob("lexicon*.cpp")]
        made["recursion"] = compiled("recursion", folder, rivals / "recursive_paths.cpp", *sources)
        return made if made["recursion"] else None
    if "file" in made:
        made["boards"] = listed(made["file"])[: made["count"]]
    elif "english" in made:
        chance, cells = random.Random(made["seed"]), made["size"][0] * made["size"][1]
        made["boards"] = ["".join(chance.choices(ENGLISH, k=cells)) for _ in range(made["count"])]
    else:
        made["boards"] = rolled(made["dice"], made["count"], made["seed"])
    if made["model"] == "paths/changes":
        made["changed"] = changes_of(made["boards"])
    if made["model"] == "paths/swaps":
        made["changed"] = swaps_of(made["boards"])
    made["textbook"] = compiled("textbook", folder, rivals / "textbook_paths.cpp")
    return made if made["textbook"] else None


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
        return prepared_paths(made, folder)
    if case["model"] in ("read", "load", "lexicon/memory"):
        words = shared_list()
        return None if words is None else made | {"lexicon": str(words)}
    if case["model"] in ("batch/memory", "batch/resume"):
        return batches.prepare(made, folder)
    if case["model"] == "batch":
        words, boards_file = shared_list(), write_rolled(case, folder)
        if words is None or boards_file is None:
            return None
        made |= {"lexicon": str(words), "parquet": boards_file}
    elif case["model"].startswith("lines/"):
        if "sample" in case:
            made["words"] = sampled(case["sample"])
    elif case["model"].startswith("trace/"):
        if (program := compiled("textbook_trace", folder)) is None:
            return None
        made["textbook"] = program
        if case["model"] == "trace/call":
            if (program := compiled_core(folder)) is None:
                return None
            made["core"] = program
            made |= single.drawn(case)
    elif case["model"].startswith("boards/") and case.get("lexicon") == "enable":
        words = shared_list()
        if words is None:
            return None
        made["lexicon"] = str(words)
    elif case["model"].startswith("make/") and case["model"] != "make/book":
        made["lists"] = word_lists(case)
    elif case["model"] == "compile/list":
        import lexigrid

        made["words"] = list(lexigrid.Lexicon.default())
    return made


def timed(engine: str, case_file: Path, cores: str = "0") -> dict[str, Any]:
    """Run one engine in a process of its own, on one core (or those named) if that can be said."""
    command = [sys.executable, str(FOLDER / "engines.py"), engine, str(case_file)]
    if shutil.which("taskset"):
        if "@" in engine or "two-threads" in engine:
            cores = "0,1"
        command = ["taskset", "-c", cores, *command]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode != 0:
        raise RuntimeError(f"{engine} failed: {run.stderr.strip().splitlines()[-1:]}")
    return dict(json.loads(run.stdout))


def runnable(engines: list[str]) -> list[str]:
    """Leave out kernels that this machine does not run, and rivals that are not installed."""
    import lexigrid

    kernels = lexigrid.cpu_targets()
    best = kernels[-1]
    chosen = []
    for engine in engines:
        name, _, rest = engine.partition(":")
        kernel, at, threads = rest.partition("@")
        if kernel and kernel not in kernels:
            engine = f"{name}:{best}{at}{threads}"
        if name == "batch-dask" and importlib.util.find_spec("distributed") is None:
            print("distributed is not installed and left out; pip install lexigrid[dask]")
            continue
        if name in PACKAGES and importlib.util.find_spec(PACKAGES[name]) is None:
            print(f"{name} is not installed and left out; pip install lexigrid[bench]")
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
        if case["model"] == "trace/decide":
            rows = list(decide.measure(made, case_file, case["engines"]))
            for row in rows:
                print(f"{row['benchmark']:50} {row['engine']:20} {row['answer']}")
            return rows
        engines = runnable(case["engines"])
        cores = case.get("cores", "0")
        answers = {engine: timed(engine, case_file, cores)["answer"] for engine in engines}
        told = {
            str(answer)
            for engine, answer in answers.items()
            if engine != "memchr" and answer != "undetermined"
        }
        if case.get("compare", True) and len(told) != 1:
            raise RuntimeError(f"{case['name']}: the answers differ: {answers}")
        rounds: dict[str, list[float]] = {engine: [] for engine in engines}
        for _ in range(case.get("rounds", ROUNDS)):
            for engine in engines:
                known = rounds[engine]
                if len(known) >= PATIENCE and min(known) > SLOW:
                    continue  # what takes so long is known well enough
                known.append(statistics.median(timed(engine, case_file, cores)["seconds"]))
    return [row_of(case["name"], engine, answers, rounds) for engine in engines]


def told_seconds(seconds: float) -> str:
    """Write microseconds of what takes long, nanoseconds of the rest."""
    return f"{seconds:.6f}" if seconds >= 1e-3 else f"{seconds:.9f}"


def row_of(
    name: str, engine: str, answers: dict[str, Any], rounds: dict[str, list[float]]
) -> dict[str, Any]:
    """Sum up the rounds of one engine; ratios are to the first engine, round by round."""
    base, own = next(iter(rounds.values())), rounds[engine]
    times = statistics.median(a / b for a, b in zip(base, own, strict=False))
    row = {
        "benchmark": name,
        "engine": engine,
        "answer": answers[engine],
        "median seconds": told_seconds(statistics.median(own)),
        "least": told_seconds(min(own)),
        "most": told_seconds(max(own)),
        "times base": f"{times:.2f}",
        "times best rival": times_best_rival(engine, rounds),
    }
    beside = f"  {row['times best rival']} x the best rival" if row["times best rival"] else ""
    print(f"{name:50} {engine:20} {row['median seconds']} s  {row['times base']} x{beside}")
    return row


def times_best_rival(engine: str, rounds: dict[str, list[float]]) -> str:
    """Compare lexigrid with the rival of `BEST_RIVALS` that is the fastest; "" where none is."""
    rivals = [rounds[rival] for rival in BEST_RIVALS if rival in rounds]
    if not engine.startswith("lexigrid") or not rivals:
        return ""
    best = min(rivals, key=statistics.median)
    return f"{statistics.median(a / b for a, b in zip(best, rounds[engine], strict=False)):.2f}"


def keep(rows: list[dict[str, Any]]) -> None:
    """Write rows into the day's record; other benchmarks keep theirs."""
    import lexigrid

    today = datetime.datetime.now(tz=datetime.UTC).date().isoformat()
    # Machines with other instruction sets keep records of their own.
    machine = f"{platform.system().lower()}-{platform.machine()}-{lexigrid.cpu_targets()[-1]}"
    place = FOLDER / "records" / f"{today}-{machine}.csv"
    if place.exists():
        again = {row["benchmark"] for row in rows}
        with place.open(encoding="utf-8", newline="") as file:
            rows = [row for row in csv.DictReader(file) if row["benchmark"] not in again] + rows
    with place.open("w", encoding="utf-8", newline="") as file:
        names = dict.fromkeys(name for row in rows for name in row)  # older rows have fewer
        writer = csv.DictWriter(file, list(names))
        writer.writeheader()
        writer.writerows(rows)
    print(f"recorded in {place.relative_to(FOLDER.parent)}")


def main(parts: list[str]) -> None:
    for path in sorted((FOLDER / "definitions").glob("*.toml")):
        for case in tomllib.loads(path.read_text("utf-8"))["benchmark"]:
            if (not parts or any(part in case["name"] for part in parts)) and (
                rows := measure(case)
            ):
                keep(rows)


if __name__ == "__main__":
    main(sys.argv[1:])
