"""Kill and interrupt jobs and start them twice; the output must equal that of undisturbed jobs."""

from __future__ import annotations

import itertools
import multiprocessing
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import lexigrid as lg
from batch_files import KINDS, parts_of, started, wait_for_part, write_rows
from common import Facts, draw_board, free_port, summarize
from lexigrid.batch import run_batch
from lexigrid.batch.job import TASKS

DASK = ("--engine", "dask", "--workers", "2")
WORDS = ["tea", "rest", "lion", "nests"]


@dataclass
class Case:
    """A job in a folder: its options, and the parts that it writes undisturbed."""

    folder: Path
    options: tuple[str, ...]
    whole: dict[str, bytes]

    @property
    def out(self) -> Path:
        """The output of the disturbed job."""
        return self.folder / "out"

    def start(self, *options: str, out: str = "out") -> subprocess.Popen[bytes]:
        """Start the job in a new session, as a shell does."""
        with (self.folder / "errors.txt").open("ab") as errors:
            files = self.folder / self.options[0], self.folder / out
            more = ("--quiet", *self.options[1:], *options)
            return started(*files, *more, stderr=errors, start_new_session=True)

    def check(self, *, is_stopped: bool) -> None:
        """Check that each part is whole and, if the job has stopped, that no other file is left."""
        for name, data in parts_of(self.out).items() if self.out.exists() else ():
            if not name.startswith("."):
                assert data == self.whole[name], f"{name} differs"
            assert not (is_stopped and name.startswith(".")), f"{name} was left unfinished"

    def finish(self, process: subprocess.Popen[bytes]) -> None:
        """Wait for the end of a job, which must have status 1 because some rows have errors."""
        assert process.wait(timeout=300) == 1, (self.folder / "errors.txt").read_text()[-2000:]


@contextmanager
def make_case(kind: str, task: str, count: int = 1500) -> Iterator[Case]:
    """Write 4x4 boards, about one in a hundred of them ragged, and run the job undisturbed."""
    rng = random.Random(1)
    boards = [draw_board(rng) for _ in range(count)]
    boards[::97] = ["ragged/row"] * len(boards[::97])
    with tempfile.TemporaryDirectory() as name:
        place = Path(name) / f"in{KINDS[kind]}"
        rows = [{"grid": board, "words": WORDS} for board in boards]
        write_rows(place, kind, rows, together=count // 5)
        parts = ("--part-rows", str(count // 40), "--part-bytes", "1000")
        options: tuple[str, ...] = (place.name, "--task", task, *parts)
        if kind == "text" and task not in ("score", "paths"):
            (place.parent / "words.txt").write_text("\n".join(WORDS), "utf-8")
            options += ("--words", str(place.parent / "words.txt"))
        case = Case(place.parent, options, {})
        case.finish(case.start(out="whole"))
        case.whole = parts_of(case.folder / "whole")
        yield case


def kill(case: Case, rng: random.Random, times: int, options: tuple[str, ...] = ()) -> Facts:
    """Kill a job (and its cluster) at random moments; count kills at work."""
    at_work = 0
    for number in range(times):
        process = case.start(*options)
        if number % 3:
            wait_for_part(case.out, process)
            time.sleep(rng.uniform(0, 0.1))
        else:
            time.sleep(rng.uniform(0, 2.0 if options else 1.0))
        process.kill()
        at_work += process.wait() == -signal.SIGKILL
        case.check(is_stopped=False)
    case.finish(case.start(*options))
    return {"at work": at_work}


def workers_of(process: int) -> Iterator[int]:
    """Yield the workers of a job's local cluster."""
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            is_worker = b"spawn_main" in (entry / "cmdline").read_bytes()
        except OSError:
            continue
        if parent == process and is_worker:
            yield int(entry.name)


def kill_process(process: int) -> bool:
    """Kill a process, and return whether it was still there."""
    with suppress(ProcessLookupError):
        os.kill(process, signal.SIGKILL)
        return True
    return False


def kill_workers(case: Case, rng: random.Random, times: int) -> Facts:
    """Kill workers of the cluster repeatedly while the job runs."""
    killed = 0
    while killed < times:
        shutil.rmtree(case.out, ignore_errors=True)
        process = case.start(*DASK)
        while killed < times and wait_for_part(case.out, process):
            time.sleep(rng.uniform(0, 0.4))
            if workers := [*workers_of(process.pid)]:
                killed += kill_process(rng.choice(workers))
        case.finish(process)
        case.check(is_stopped=True)
    return {"at work": killed}


def kill_starting(case: Case, rng: random.Random, times: int) -> Facts:
    """Kill workers of the cluster as soon as they exist, or within the second of their start."""
    killed, longest = 0, 0.0
    while killed < times:
        shutil.rmtree(case.out, ignore_errors=True)
        process, begin = case.start(*DASK), time.monotonic()
        left = rng.randint(1, 3)
        while process.poll() is None and left:
            if workers := [*workers_of(process.pid)]:
                time.sleep(rng.choice((0, rng.uniform(0, 1))))
                if kill_process(rng.choice(workers)):
                    killed, left = killed + 1, left - 1
            time.sleep(0.02)
        case.finish(process)
        case.check(is_stopped=True)
        longest = max(longest, time.monotonic() - begin)
    return {"at start": killed, "longest job s": round(longest, 1)}


@contextmanager
def scheduler(folder: Path) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """Yield a scheduler with one worker, and its address."""
    address = f"tcp://127.0.0.1:{free_port()}"
    options = ["--host", "127.0.0.1", "--port", address.rpartition(":")[2], "--no-dashboard"]
    commands = [["dask_scheduler", *options], ["dask_worker", address, "--no-dashboard"]]
    processes = [
        subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.{name}", *rest],
            stderr=subprocess.DEVNULL,
            cwd=folder,
        )
        for name, *rest in commands
    ]
    try:
        yield processes[0], address
    finally:
        for process in processes:
            process.kill()
            process.wait()


def kill_scheduler(case: Case, rng: random.Random, times: int) -> Facts:
    """Kill the scheduler of a job, which must end with a message and go on with another."""
    ends = Counter[int]()
    for _ in range(times):
        with scheduler(case.folder) as (started, address):
            process = case.start("--engine", "dask", "--scheduler", address)
            if rng.random() < 0.5:
                wait_for_part(case.out, process)
                time.sleep(rng.uniform(0, 0.3))
            else:
                time.sleep(rng.uniform(0, 2))
            started.kill()
            status = process.wait(timeout=120)
            ends[status] += 1
            case.check(is_stopped=True)
            if status == 1:  # the job ended before the scheduler
                shutil.rmtree(case.out)
    said = (case.folder / "errors.txt").read_text()
    assert "internal error" not in said, said[-2000:]
    assert "Traceback" not in said, said[-2000:]
    assert ends.keys() <= {1, 2}, ends
    case.finish(case.start())
    named = Counter(line.split(";")[0][:60] for line in said.splitlines() if "scheduler" in line)
    return {"ends": dict(ends), "messages": dict(named)}


def press(case: Case, rng: random.Random, times: int, options: tuple[str, ...] = ()) -> Facts:
    """Press Ctrl-C repeatedly, every second time in all processes, as from a terminal."""
    waited: list[float] = []
    while len(waited) < times:
        process = case.start(*options)
        if len(waited) % 5:
            wait_for_part(case.out, process)
            time.sleep(rng.uniform(0, 0.1))
        else:  # during start-up, once Python runs
            time.sleep(rng.uniform(0.4, 1.5 if options else 0.6))
        (os.kill if len(waited) % 2 else os.killpg)(process.pid, signal.SIGINT)
        begin = time.perf_counter()
        status = process.wait(timeout=60)
        if status == -signal.SIGINT:
            continue  # Python itself was still starting
        assert status in (1, 130), f"Ctrl-C ended the job with {status}, expected 130"
        if status == 130:
            waited.append(time.perf_counter() - begin)
        case.check(is_stopped=True)
        if status == 1:  # the job ended before the signal
            shutil.rmtree(case.out)
    case.finish(case.start(*options))
    return summarize(waited)


def disturb(case: Case, what: str, times: int, by: Callable[..., Facts], *more: Any) -> Facts:
    """Disturb a job and compare its output with that of the undisturbed one."""
    shutil.rmtree(case.out, ignore_errors=True)
    facts = by(case, random.Random(f"{what} {times}"), times, *more) if times else {}
    assert not times or parts_of(case.out) == case.whole, f"{what}: the resumed job differs"
    return {"disturbed by": what, "times": times, "parts": len(case.whole), "equal": True} | facts


def kill_batches(kills: int = 200) -> Iterator[Facts]:
    """Kill jobs, clusters and workers over every kind of file and every task, and resume them.

    Half of the kills are for jobs alone, the others for clusters and workers.
    """
    cases = list(itertools.product(KINDS, TASKS))
    alone = -(-kills // (2 * len(cases)))
    dask = -(-(kills - alone * len(cases)) // (2 * len(cases)))
    for kind, task in cases:
        with make_case(kind, task) as case:
            where = f"{kind}, {task}"
            yield disturb(case, f"SIGKILL, {where}", alone, kill)
            yield disturb(case, f"SIGKILL of a cluster, {where}", dask, kill, DASK)
            yield disturb(case, f"SIGKILL of a worker, {where}", dask, kill_workers)


def kill_starting_workers(kills: int = 100) -> Iterator[Facts]:
    """Kill workers of a local cluster while they start; every job must end right."""
    with make_case("text", "score") as case:
        for number in range(0, kills, 10):
            yield disturb(case, f"SIGKILL of starting workers, from {number} on", 10, kill_starting)


def kill_schedulers(kills: int = 20) -> Iterator[Facts]:
    """Kill the schedulers of jobs at random moments, and resume the jobs."""
    with make_case("text", "paths", 20_000) as case:
        yield disturb(case, "SIGKILL of the scheduler", kills, kill_scheduler)


def interrupt_batches(presses: int = 50) -> Iterator[Facts]:
    """Press Ctrl-C in jobs, on threads and on a cluster, and resume them."""
    with make_case("text", "paths", 40_000) as case:
        yield disturb(case, "Ctrl-C", presses, press)
        yield disturb(case, "Ctrl-C, Dask", presses, press, DASK)


def start_batches_twice(starts: int = 100) -> Iterator[Facts]:
    """Start a job in two processes at the same moment, for each kind of output.

    One must do all rows, and the other must name the process that holds the job.
    """
    context: Any = multiprocessing.get_context("fork")

    def run(place: Path, out: Path, barrier: Any, answers: Any, other_ended: Any) -> None:
        kind: Any = None if out.suffix else "csv"
        barrier.wait()
        try:
            done = run_batch(
                place, out, words=lg.Lexicon(["te", "an"]), part_bytes=100, write_as=kind,
                progress=lambda _: other_ended.wait(5) and None,
            )  # fmt: skip
            answers.put(f"{done.rows} rows, {done.resumed} parts resumed")
        except lg.InputError as error:
            is_named = "another job is running" in str(error) and "(process " in str(error)
            answers.put("refused, job named" if is_named else str(error))
        other_ended.set()

    for ending in ("", *KINDS.values()):
        seen: Counter[str] = Counter()
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            place = write_rows(folder / "boards.txt", "text", [{"grid": "te/an"}] * 200)
            for number in range(starts):
                out = folder / f"out-{number}{ending}"
                shared = (context.Barrier(2), context.SimpleQueue(), context.Event())
                processes = [context.Process(target=run, args=(place, out, *shared)) for _ in "ab"]
                for process in processes:
                    process.start()
                for process in processes:
                    process.join()
                pair = sorted(shared[1].get() for _ in processes)
                assert pair == ["200 rows, 0 parts resumed", "refused, job named"], (out.name, pair)
                left = [each.name for each in folder.iterdir()]
                left = [each for each in left if each.endswith(("-tmp", ".parts"))]
                assert not left, left
                assert not (out / "_lock").exists()
                seen.update(pair)
        yield {"started twice": ending or "folder", **seen}
