"""Jobs that are killed or interrupted again and again: what is resumed must equal the undisturbed.

Knows the command line of lexigrid, in processes of its own; run by hand.
Rule: byte for byte equal, nothing half-written left, and nobody waits for long after Ctrl-C.

`python tools/disturb_batch.py [KILLS [PRESSES]]` prints a line of JSON for each way.
ONLY=Ctrl-C takes the ways with that in their names.
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
    chance = random.Random(seed)
    boards = ["".join(chance.choices("etaoinshrdlu", k=16)) for _ in range(count)]
    boards[::97] = ["ragged/row"] * len(boards[::97])
    place.write_text("\n".join(boards) + "\n", "utf-8")


def start(place: Path, out: Path, *options: str) -> Process:
    """Start a job in a session of its own, as a shell does."""
    command = [sys.executable, "-m", "lexigrid", "batch", str(place), str(out), "--quiet"]
    return subprocess.Popen(
        [*command, "--to", "jsonl", "--task", "paths", "--part-bytes", "1000", *options],
        stdout=subprocess.DEVNULL,
        stderr=(out.parent / "errors.txt").open("ab"),
        start_new_session=True,
    )


def finished(process: Process) -> None:
    """Wait for a job that must end by itself: one, as rows have errors."""
    if (status := process.wait(timeout=300)) != 1:
        raise AssertionError(f"the job ended with {status}, expected 1")


def parts_of(folder: Path) -> dict[str, bytes]:
    """Take the bytes of all parts, and the names of what stands half-written.

    Workers live on for a moment after their job was killed: what they write comes and goes.
    """
    return {
        path.name: b"" if path.name.startswith(".") else path.read_bytes()
        for path in sorted(folder.glob("*"))
        if not path.name.startswith("_") and not path.name.startswith("._")
    }


def check_whole(whole: dict[str, bytes], folder: Path, *, swept: bool) -> None:
    """Check that each part that has its name is whole, and (`swept`) that nothing else is there."""
    for name, data in parts_of(folder).items():
        if name.startswith("."):
            if swept:
                raise AssertionError(f"{name} was left half-written")
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
    """Kill a job (and its cluster) at random moments, then let it end; count those at work."""
    options = DASK if dask else ()
    chance = random.Random(times)
    at_work = 0
    for number in range(times):
        process = start(place, out, *options)
        if number % 3:
            wait_for_part(out, process, len(list(out.glob("part-*"))))
            time.sleep(chance.uniform(0, 0.1))
        else:
            time.sleep(chance.uniform(0, 2.0 if dask else 1.0))
        process.kill()
        at_work += process.wait() == -signal.SIGKILL
        check_whole(whole, out, swept=False)
    finished(start(place, out, *options))
    return at_work


def kill_workers(place: Path, whole: dict[str, bytes], out: Path, times: int) -> int:
    """Kill one worker of the cluster again and again while the job goes on."""
    chance = random.Random(times)
    killed = 0
    while killed < times:
        if out.exists() and len(parts_of(out)) >= len(whole):  # done: another job
            check_whole(whole, out, swept=True)
            for path in out.iterdir():
                path.unlink()
            out.rmdir()
        process = start(place, out, *DASK)
        while killed < times and wait_for_part(out, process, len(list(out.glob("part-*")))):
            time.sleep(chance.uniform(0, 0.4))
            if workers := workers_of(process.pid):
                os.kill(chance.choice(workers), signal.SIGKILL)
                killed += 1
        finished(process)
    return killed


def press(place: Path, whole: dict[str, bytes], out: Path, times: int, dask: bool) -> list[float]:
    """Press Ctrl-C, mostly as a terminal does for all processes; give the seconds to the end."""
    options = DASK if dask else ()
    chance = random.Random(times)
    waited: list[float] = []
    while len(waited) < times:
        process = start(place, out, *options)
        if len(waited) % 5:
            wait_for_part(out, process, len(list(out.glob("part-*"))))
            time.sleep(chance.uniform(0, 0.1))
        else:  # at its start too, once Python is up
            time.sleep(chance.uniform(0.4, 1.5 if dask else 0.6))
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
        else:  # it was done before
            check_whole(whole, out, swept=True)
            for path in out.iterdir():
                path.unlink()
    finished(start(place, out, *options))
    return waited


def main(kills: int, presses: int) -> None:
    """Disturb jobs in all ways and tell what came of it."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        place = folder / "boards.txt"
        write_boards(place, 40_000, 1)
        finished(start(place, folder / "whole"))
        whole = parts_of(folder / "whole")
        only = os.environ.get("ONLY", "")

        def tell(what: str, times: int, disturb: Callable[[Path], object]) -> None:
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
            told = {"disturbed by": what, "times": times, "parts": len(whole), "equal": True}
            if isinstance(answer, list):
                told |= {
                    "median seconds": round(statistics.median(answer), 3),
                    "most seconds": round(max(answer), 3),
                }
            else:
                told["at work"] = answer
            print(json.dumps(told), flush=True)

        tell("SIGKILL", kills, lambda out: kill_process(place, whole, out, kills, False))
        tell("SIGKILL, Dask", kills, lambda out: kill_process(place, whole, out, kills, True))
        tell("SIGKILL of a worker", kills, lambda out: kill_workers(place, whole, out, kills))
        tell("Ctrl-C", presses, lambda out: press(place, whole, out, presses, False))
        tell("Ctrl-C, Dask", presses, lambda out: press(place, whole, out, presses, True))


if __name__ == "__main__":
    given = [int(each) for each in sys.argv[1:]]
    main(*(given + [20, 50][len(given) :]))
