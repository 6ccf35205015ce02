"""Benchmark `trace` on the questions of traces.py: how many are decided, and how fast.

Seconds are processor time. An answer that contradicts another engine or a known answer raises an
error. `python decide.py ENGINE CASE.json` prints status and seconds of each question as JSON.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import traces

Case = dict[str, Any]
#: Status, seconds of processor time, seconds of wall time beyond the deadline.
Outcome = tuple[str, float, float]
LETTERS = {"found": "S", "absent": "U", "undetermined": "T"}


def ask_lexigrid(case: Case) -> Iterator[Outcome]:
    """Trace each question; creating the grid is not timed."""
    import lexigrid as lg
    from lexigrid import _core
    from lexigrid.search import TraceOptions
    from lexigrid.search.trace import TraceQuery

    for q in traces.questions(case["seed"]):
        cells = memoryview("".join(q.rows).encode()).cast("B", (len(q.rows), len(q.rows[0])))
        grid = lg.Grid.from_array(cells)
        topology = "king" if q.neighbours == 8 else "rook"
        arguments = TraceQuery(grid, q.word).arguments(TraceOptions(topology=topology))
        patience = case["deadline"] * case.get("patience", 1)
        wall, begin = time.perf_counter(), time.thread_time()
        result = _core.trace(*arguments, wanted=0, limit=1, deadline=patience)
        spent, late = time.thread_time() - begin, time.perf_counter() - wall - patience
        status = LETTERS[result.status] if spent < case["deadline"] else "T"
        yield status, spent, max(late, 0.0)


def ask_backtracking(case: Case) -> Iterator[Outcome]:
    """Run the textbook program, which times itself, on files with the questions."""
    folder = Path(case["folder"]) / "questions"
    traces.write(folder, case["seed"])
    files = [str(folder / q.name) for q in traces.questions(case["seed"])]
    command = [case["textbook"], str(case["rival_deadline"]), *files]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    for line in run.stdout.splitlines():
        status, seconds = line.split()
        yield status, float(seconds), max(float(seconds) - case["rival_deadline"], 0.0)


def summary(outcomes: list[Outcome]) -> str:
    """Count the decided questions by time."""
    spent = [seconds for status, seconds, _ in outcomes if status != "T"]
    counts = [sum(seconds < limit for seconds in spent) for limit in (1, 0.1, 0.001)]
    late = max(late for _, _, late in outcomes) * 1000
    soon = "1 s {} 100 ms {} 1 ms {}".format(*counts)
    return f"{len(spent)} of {len(outcomes)} decided: {soon}; at most {late:.0f} ms late"


def check(case: Case, outcomes: dict[str, list[Outcome]]) -> None:
    """Raise an error if answers contradict each other or a known answer."""
    for number, q in enumerate(traces.questions(case["seed"])):
        given = {engine: each[number][0] for engine, each in outcomes.items()}
        decided = {status for status in given.values() if status != "T"} | ({q.known} - {"?"})
        if len(decided) > 1:
            raise RuntimeError(f"{case['name']}: {q.name}: {given}, known {q.known}")


def measure(case: Case, case_file: Path, engines: list[str]) -> Iterator[dict[str, Any]]:
    """Run each engine once on all questions, in a separate process, and compare."""
    outcomes: dict[str, list[Outcome]] = {}
    for engine in engines:
        command = [sys.executable, __file__, engine, str(case_file)]
        run = subprocess.run(command, capture_output=True, text=True, check=True)
        outcomes[engine] = [tuple(outcome) for outcome in json.loads(run.stdout)]
    check(case, outcomes)
    base = sum(seconds for _, seconds, _ in outcomes[engines[0]])
    for engine, each in outcomes.items():
        spent = sorted(seconds for _, seconds, _ in each)
        yield {
            "benchmark": case["name"],
            "engine": engine,
            "answer": summary(each),
            "median seconds": f"{spent[len(spent) // 2]:.6f}",
            "least": f"{spent[0]:.6f}",
            "most": f"{spent[-1]:.6f}",
            "times base": f"{base / sum(spent):.2f}",
        }


if __name__ == "__main__":
    given = json.loads(Path(sys.argv[2]).read_text("utf-8"))
    backtracking = sys.argv[1] == "backtracking"
    answers = ask_backtracking(given) if backtracking else ask_lexigrid(given)
    print(json.dumps(list(answers)))
