"""Kill and interrupt jobs and start them twice; the output must equal that of undisturbed jobs.

`python tools/disturb_batch.py [KILLS [PRESSES [STARTS]]]` kills jobs, clusters and workers, KILLS
in total, over every kind of file and every task; presses Ctrl-C PRESSES times; starts STARTS jobs
twice for each kind of output. It prints a line of JSON for each kind of disturbance. ONLY=Ctrl-C
selects the disturbances with this text in their names.
"""

from __future__ import annotations

import itertools
import json
import multiprocessing
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

import lexigrid as lg
from lexigrid.batch import TASKS, run_batch

DASK = ("--engine", "dask", "--workers", "2")
KINDS = {"parquet": ".parquet", "arrow": ".arrow", "csv": ".csv", "jsonl": ".jsonl", "text": ".txt"}
ROWS = 1500
WORDS = ["tea", "rest", "lion", "nests"]
Process = subprocess.Popen[bytes]


@dataclass
class Case:
    """A job: its input, its options, and the parts that it writes undisturbed."""

    place: Path
    options: tuple[str, ...]
    whole: dict[str, bytes]

    def start(self, out: Path, *options: str) -> Process:
        """Start the job in a new session, as a shell does."""
        command = [sys.executable, "-m", "lexigrid", "batch", str(self.place), str(out), "--quiet"]
        return subprocess.Popen(
            [*command, *self.options, *options],
            stdout=subprocess.DEVNULL,
            stderr=(out.parent / "errors.txt").open("ab"),
            start_new_session=True,
        )


def make_case(folder: Path, kind: str, task: str, rows: int = ROWS) -> Case:
    """Write 4x4 boards, about one in a hundred of them ragged, and run the job undisturbed."""
    rng = random.Random(1)
    boards = ["".join(rng.choices("etaoinshrdlu", k=16)) for _ in range(rows)]
    boards[::97] = ["ragged/row"] * len(boards[::97])
    place = folder / f"in{KINDS[kind]}"
    table = pa.table({"grid": boards, "words": [";".join(WORDS)] * rows})
    if kind == "parquet":
        pq.write_table(table, place, row_group_size=rows // 5)
    elif kind == "arrow":
        with pa.ipc.new_file(str(place), table.schema) as writer:
            writer.write_table(table, max_chunksize=rows // 5)
    elif kind == "jsonl":
        place.write_text("".join(json.dumps(row) + "\n" for row in table.to_pylist()), "utf-8")
    else:
        tail = "" if kind == "text" else f",{';'.join(WORDS)}"
        head = "" if kind == "text" else "grid,words\n"
        place.write_text(head + "".join(f"{board}{tail}\n" for board in boards), "utf-8")
    options: tuple[str, ...] = (
        "--task",
        task,
        "--part-rows",
        str(rows // 40),
        "--part-bytes",
        "1000",
    )
    if kind == "text" and task not in ("score", "paths"):
        (folder / "words.txt").write_text("\n".join(WORDS), "utf-8")
        options += ("--words", str(folder / "words.txt"))
    case = Case(place, options, {})
    finished(case.start(folder / "whole"))
    case.whole = parts_of(folder / "whole")
    return case


def finished(process: Process) -> None:
    """Wait for the end of a job, which must have status 1 because some rows have errors."""
    if (status := process.wait(timeout=300)) != 1:
        raise AssertionError(f"the job ended with {status}, expected 1")


def parts_of(folder: Path) -> dict[str, bytes]:
    """Return the bytes of all parts, and the names of unfinished files.

    Workers briefly outlive a killed job, so unfinished files come and go.
    """
    return {
        path.name: b"" if path.name.startswith(".") else path.read_bytes()
        for path in sorted(folder.glob("*"))
        if not path.name.startswith("_") and not path.name.startswith("._")
    }


def check_whole(whole: dict[str, bytes], folder: Path, *, swept: bool) -> None:
    """Check that each part is whole and, with `swept`, that there are no unfinished files."""
    for name, data in parts_of(folder).items():
        if name.startswith("."):
            if swept:
                raise AssertionError(f"{name} was left unfinished")
        elif whole[name] != data:
            raise AssertionError(f"{name} differs")


def wait_for_part(folder: Path, process: Process, before: int) -> bool:
    """Wait until a job has written another part; False if it ended first."""
    while len(list(folder.glob("part-*"))) <= before:
        if process.poll() is not None:
            return False
        time.sleep(0.005)
    return True


def workers_of(process: int) -> list[int]:
    """List the workers of a job's local cluster."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
                is_worker = b"spawn_main" in (entry / "cmdline").read_bytes()
            except OSError:
                continue
            if parent == process and is_worker:
                found.append(int(entry.name))
    return found


def kill_process(case: Case, out: Path, times: int, dask: bool) -> int:
    """Kill a job (and its cluster) at random moments, then let it end; count kills at work."""
    options = DASK if dask else ()
    rng = random.Random(times)
    at_work = 0
    for number in range(times):
        process = case.start(out, *options)
        if number % 3:
            wait_for_part(out, process, len(list(out.glob("part-*"))))
            time.sleep(rng.uniform(0, 0.1))
        else:
            time.sleep(rng.uniform(0, 2.0 if dask else 1.0))
        process.kill()
        at_work += process.wait() == -signal.SIGKILL
        check_whole(case.whole, out, swept=False)
    finished(case.start(out, *options))
    return at_work


def kill_workers(case: Case, out: Path, times: int) -> int:
    """Kill workers of the cluster repeatedly while the job runs."""
    rng = random.Random(times)
    killed = 0
    while killed < times:
        if out.exists() and len(parts_of(out)) >= len(case.whole):  # done: start another job
            check_whole(case.whole, out, swept=True)
            for path in out.iterdir():
                path.unlink()
            out.rmdir()
        process = case.start(out, *DASK)
        while killed < times and wait_for_part(out, process, len(list(out.glob("part-*")))):
            time.sleep(rng.uniform(0, 0.4))
            if workers := workers_of(process.pid):
                os.kill(rng.choice(workers), signal.SIGKILL)
                killed += 1
        finished(process)
    return killed


def press(case: Case, out: Path, times: int, dask: bool) -> list[float]:
    """Press Ctrl-C repeatedly; return the seconds until the job ended.

    Every second press goes to all processes, as from a terminal.
    """
    options = DASK if dask else ()
    rng = random.Random(times)
    waited: list[float] = []
    while len(waited) < times:
        process = case.start(out, *options)
        if len(waited) % 5:
            wait_for_part(out, process, len(list(out.glob("part-*"))))
            time.sleep(rng.uniform(0, 0.1))
        else:  # during start-up, once Python runs
            time.sleep(rng.uniform(0.4, 1.5 if dask else 0.6))
        if len(waited) % 2:
            os.kill(process.pid, signal.SIGINT)
        else:
            os.killpg(process.pid, signal.SIGINT)
        begin = time.perf_counter()
        status = process.wait(timeout=60)
        spent = time.perf_counter() - begin
        if status == 130:
            waited.append(spent)
            if out.exists():
                check_whole(case.whole, out, swept=True)
        elif status == -signal.SIGINT:
            continue  # Python itself was still starting
        elif status != 1:
            raise AssertionError(f"Ctrl-C ended the job with {status}, expected 130")
        else:  # the job ended before the signal
            check_whole(case.whole, out, swept=True)
            for path in out.iterdir():
                path.unlink()
    finished(case.start(out, *options))
    return waited


def start_twice(folder: Path, ending: str, times: int) -> Counter[str]:
    """Start a job in two processes at the same moment; count what the two report."""
    place = folder / "boards.txt"
    place.write_text("te/an\n" * 200, "utf-8")
    context: Any = multiprocessing.get_context("fork")
    seen: Counter[str] = Counter()

    def run(out: Path, barrier: Any, answers: Any, other_ended: Any) -> None:
        lexicon = lg.Lexicon(["te", "an"])
        barrier.wait()
        try:
            done = run_batch(
                place, out, words=lexicon, part_bytes=100, write_as="csv" if not ending else None,
                show=lambda _: other_ended.wait(5) and None,
            )  # fmt: skip
            answers.put(f"{done.rows} rows, {done.resumed} parts resumed")
        except lg.InputError as error:
            is_named = "another job is running" in str(error) and "(process " in str(error)
            answers.put("refused, job named" if is_named else str(error))
        other_ended.set()

    for number in range(times):
        out = folder / f"out-{number}{ending}"
        shared = (out, context.Barrier(2), context.SimpleQueue(), context.Event())
        processes = [context.Process(target=run, args=shared) for _ in range(2)]
        for process in processes:
            process.start()
        for process in processes:
            process.join()
        pair = sorted(shared[2].get() for _ in processes)
        if pair != ["200 rows, 0 parts resumed", "refused, job named"]:
            raise AssertionError(f"two starts of {out.name} ended with {pair}")
        left = [path.name for path in folder.iterdir() if path.name.endswith(("-tmp", ".parts"))]
        if left or (out.is_dir() and (out / "_lock").exists()):
            raise AssertionError(f"two starts of {out.name} left {left or '_lock'}")
        seen.update(pair)
    return seen


def kill_all(kills: int, report: Callable[..., None]) -> None:
    """Divide the kills over every kind of file and task: half for jobs, the others for Dask."""
    cases = list(itertools.product(KINDS, TASKS))
    alone = -(-kills // (2 * len(cases)))
    dask = -(-(kills - alone * len(cases)) // (2 * len(cases)))
    for kind, task in cases:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            case = make_case(folder, kind, task)
            for what, times, disturb in (
                ("SIGKILL", alone, lambda case, out, n: kill_process(case, out, n, False)),
                (
                    "SIGKILL of a cluster",
                    dask,
                    lambda case, out, n: kill_process(case, out, n, True),
                ),
                ("SIGKILL of a worker", dask, kill_workers),
            ):
                report(f"{what}, {kind}, {task}", times, case, folder, disturb)


def main(kills: int, presses: int, starts: int) -> None:
    """Disturb jobs in all ways and print the results."""
    only = os.environ.get("ONLY", "")

    def report(
        what: str, times: int, case: Case, folder: Path, disturb: Callable[..., Any]
    ) -> None:
        out = folder / what.replace(" ", "-").replace(",", "")
        if times == 0 or only not in what:
            return
        try:
            answer = disturb(case, out, times)
        except AssertionError:
            print((folder / "errors.txt").read_text("utf-8", "replace")[-2000:], file=sys.stderr)
            raise
        if parts_of(out) != case.whole:
            raise AssertionError(f"{what}: the resumed job differs from the undisturbed one")
        result = {"disturbed by": what, "times": times, "parts": len(case.whole), "equal": True}
        if isinstance(answer, list):
            result |= {
                "median seconds": round(statistics.median(answer), 3),
                "most seconds": round(max(answer), 3),
            }
        else:
            result["at work"] = answer
        print(json.dumps(result), flush=True)

    if only in "starts":
        for ending in ("", *KINDS.values()):
            with tempfile.TemporaryDirectory() as name:
                seen = start_twice(Path(name), ending, starts)
            print(json.dumps({"started twice": ending or "folder", **seen}), flush=True)
    if not only or "SIGKILL" in only:
        kill_all(kills, report)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        case = make_case(folder, "text", "paths", 40_000)
        report("Ctrl-C", presses, case, folder, lambda case, out, n: press(case, out, n, False))
        report(
            "Ctrl-C, Dask", presses, case, folder, lambda case, out, n: press(case, out, n, True)
        )


if __name__ == "__main__":
    given = [int(each) for each in sys.argv[1:]]
    main(*(given + [200, 50, 100][len(given) :]))
