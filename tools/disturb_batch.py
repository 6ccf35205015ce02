"""Kill and interrupt jobs repeatedly; the resumed output must equal the undisturbed one.

The files must be equal byte for byte, no unfinished file may be left, and Ctrl-C must end a job
soon. `python tools/disturb_batch.py [KILLS [PRESSES]]` prints a line of JSON for each kind of
disturbance; ONLY=Ctrl-C selects those with this text in their names.
"""

from __future__ import annotations

import json
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

DASK = ("--engine", "dask", "--workers", "2")
Process = subprocess.Popen[bytes]


def write_boards(place: Path, count: int, seed: int) -> None:
    """Write 4x4 boards as text, one in a hundred of them ragged."""
    rng = random.Random(seed)
    boards = ["".join(rng.choices("etaoinshrdlu", k=16)) for _ in range(count)]
    boards[::97] = ["ragged/row"] * len(boards[::97])
    place.write_text("\n".join(boards) + "\n", "utf-8")


def start(place: Path, out: Path, *options: str) -> Process:
    """Start a job in a new session, as a shell does."""
    command = [sys.executable, "-m", "lexigrid", "batch", str(place), str(out), "--quiet"]
    return subprocess.Popen(
        [*command, "--to", "jsonl", "--task", "paths", "--part-bytes", "1000", *options],
        stdout=subprocess.DEVNULL,
        stderr=(out.parent / "errors.txt").open("ab"),
        start_new_session=True,
    )


def finished(process: Process) -> None:
    """Wait for the end of a job, which must have status 1 because some rows have errors."""
    if (status := process.wait(timeout=300)) != 1:
        raise AssertionError(f"the job ended with {status}, expected 1")


def parts_of(folder: Path) -> dict[str, bytes]:
    """Return the bytes of all parts, and the names of unfinished files.

    Workers live for a moment after their job was killed, so unfinished files come and go.
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


def kill_process(place: Path, whole: dict[str, bytes], out: Path, times: int, dask: bool) -> int:
    """Kill a job (and its cluster) at random moments, then let it end; count the running ones."""
    options = DASK if dask else ()
    rng = random.Random(times)
    at_work = 0
    for number in range(times):
        process = start(place, out, *options)
        if number % 3:
            wait_for_part(out, process, len(list(out.glob("part-*"))))
            time.sleep(rng.uniform(0, 0.1))
        else:
            time.sleep(rng.uniform(0, 2.0 if dask else 1.0))
        process.kill()
        at_work += process.wait() == -signal.SIGKILL
        check_whole(whole, out, swept=False)
    finished(start(place, out, *options))
    return at_work


def kill_workers(place: Path, whole: dict[str, bytes], out: Path, times: int) -> int:
    """Kill workers of the cluster repeatedly while the job runs."""
    rng = random.Random(times)
    killed = 0
    while killed < times:
        if out.exists() and len(parts_of(out)) >= len(whole):  # done: start another job
            check_whole(whole, out, swept=True)
            for path in out.iterdir():
                path.unlink()
            out.rmdir()
        process = start(place, out, *DASK)
        while killed < times and wait_for_part(out, process, len(list(out.glob("part-*")))):
            time.sleep(rng.uniform(0, 0.4))
            if workers := workers_of(process.pid):
                os.kill(rng.choice(workers), signal.SIGKILL)
                killed += 1
        finished(process)
    return killed


def press(place: Path, whole: dict[str, bytes], out: Path, times: int, dask: bool) -> list[float]:
    """Press Ctrl-C repeatedly; return the seconds until the job ended.

    Every other time all processes get the signal, as from a terminal.
    """
    options = DASK if dask else ()
    rng = random.Random(times)
    waited: list[float] = []
    while len(waited) < times:
        process = start(place, out, *options)
        if len(waited) % 5:
            wait_for_part(out, process, len(list(out.glob("part-*"))))
            time.sleep(rng.uniform(0, 0.1))
        else:  # during its start, once Python runs
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
                check_whole(whole, out, swept=True)
        elif status == -signal.SIGINT:
            continue  # while Python itself was starting
        elif status != 1:
            raise AssertionError(f"Ctrl-C ended the job with {status}, expected 130")
        else:  # it was done before the signal
            check_whole(whole, out, swept=True)
            for path in out.iterdir():
                path.unlink()
    finished(start(place, out, *options))
    return waited


def main(kills: int, presses: int) -> None:
    """Disturb jobs in all ways and print the results."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        place = folder / "boards.txt"
        write_boards(place, 40_000, 1)
        finished(start(place, folder / "whole"))
        whole = parts_of(folder / "whole")
        only = os.environ.get("ONLY", "")

        def report(what: str, times: int, disturb: Callable[[Path], object]) -> None:
            out = folder / what.replace(" ", "-").replace(",", "")
            if times == 0 or only not in what:
                return
            try:
                answer = disturb(out)
            except AssertionError:
                print(
                    (folder / "errors.txt").read_text("utf-8", "replace")[-2000:], file=sys.stderr
                )
                raise
            if parts_of(out) != whole:
                raise AssertionError(f"{what}: the resumed job differs from the undisturbed one")
            result = {"disturbed by": what, "times": times, "parts": len(whole), "equal": True}
            if isinstance(answer, list):
                result |= {
                    "median seconds": round(statistics.median(answer), 3),
                    "most seconds": round(max(answer), 3),
                }
            else:
                result["at work"] = answer
            print(json.dumps(result), flush=True)

        report("SIGKILL", kills, lambda out: kill_process(place, whole, out, kills, False))
        report("SIGKILL, Dask", kills, lambda out: kill_process(place, whole, out, kills, True))
        report("SIGKILL of a worker", kills, lambda out: kill_workers(place, whole, out, kills))
        report("Ctrl-C", presses, lambda out: press(place, whole, out, presses, False))
        report("Ctrl-C, Dask", presses, lambda out: press(place, whole, out, presses, True))


if __name__ == "__main__":
    given = [int(each) for each in sys.argv[1:]]
    main(*(given + [20, 50][len(given) :]))
