"""Press Ctrl-C at random moments of every command, and measure how it ends.

`python tools/press_ctrl_c.py [PRESSES]` prints a line of JSON per command: how it ended, the
longest time from Ctrl-C to the exit with status 130, the processor time meanwhile, and files left
behind. Moments are spread evenly over orders of magnitude, from the first millisecond on.

Before the first line of lexigrid runs, the interpreter ends in its own way: by the signal, which a
shell reports as 130 ("signal"), or with status 1 and a fatal error of its start-up ("start").
ONLY=paths selects the commands with this text in their names.
"""

from __future__ import annotations

import json
import os
import random
import re
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

INTERRUPTED = 130
#: The first and the last moment of a press, in seconds from the start.
FIRST, LAST = 0.001, 4.0
#: Commands at the same time: few, because one that waits for a processor exits late.
AT_ONCE = max(1, (os.cpu_count() or 1) // 2)
TICKS = os.sysconf("SC_CLK_TCK")


def write_inputs(folder: Path) -> None:
    """Write inputs whose answers take seconds to write."""
    (folder / "a300.txt").write_text("\n".join(["a" * 300] * 300), "utf-8")
    (folder / "runs.txt").write_text("\n".join("a" * n for n in range(1, 60)), "utf-8")
    (folder / "board.txt").write_text("\n".join(["etaoinsh" * 12] * 96), "utf-8")
    rng = random.Random(5)
    boards = ["".join(rng.choices("etaoinshrdlu", k=16)) for _ in range(200_000)]
    (folder / "boards.txt").write_text("\n".join(boards), "utf-8")
    rows = ["".join(rng.choices("etaoinshrdlu", k=900)) for _ in range(20_000)]
    (folder / "large.csv").write_text(
        "grid,words\n" + "".join(f"{row},tea;oats;trains;rain\n" for row in rows), "utf-8"
    )
    stems = {"".join(rng.choices("etaoinshrdlu", k=9)) for _ in range(100_000)}
    (folder / "it.dic").write_text("\n".join(["1", *(f"{stem}/S" for stem in stems)]), "utf-8")
    (folder / "it.aff").write_text("SET UTF-8\nSFX S Y 2\nSFX S 0 s .\nSFX S e ing e\n", "utf-8")
    chapter = '[[chapters]]\ntheme = "birds"\ncount = 100\npool = 9\n'
    (folder / "book.toml").write_text('title = "Birds"\n' + chapter * 3, "utf-8")


def commands() -> dict[str, list[str]]:
    """Return the commands by name; OUT is a new file, PORT a free port."""
    found: dict[str, list[str]] = {}
    for form in ("text", "json", "csv"):
        lines = ["lines", "a300.txt", "--words", "runs.txt", "--format", form]
        found[f"lines {form}"] = lines
        found[f"lines {form} to a file"] = [*lines, "--output", "OUT"]
        found[f"paths {form}"] = ["paths", "board.txt", "--paths", "all", "--format", form]
        found[f"trace {form}"] = [
            "trace", "aaaaaaaa/" * 8, "a" * 12, "--paths", "all", "--limit", "3000000",
            "--deadline", "100", "--format", form,
        ]  # fmt: skip
    found["lines of the lexicon"] = [
        "lines",
        "board.txt",
        "--lexicon",
        "default",
        "--format",
        "json",
    ]
    found["lexicon words"] = ["lexicon", "words"]
    found["lexicon build"] = ["lexicon", "build", "boards.txt", "--output", "OUT"]
    found["make"] = ["make", "--random", "90", "--size", "40x40", "--output", "OUT"]
    found["book"] = ["book", "book.toml", "--output", "OUT.pdf"]
    found["roll --best"] = ["roll", "--best"]
    found["prove"] = ["prove", "--size", "3x3", "--proof", "OUT.json"]
    found["site"] = ["site", "OUT"]
    found["serve"] = ["serve", "--port", "PORT"]
    found["lexicon add"] = ["lexicon", "add", "it", "--from", "it.dic", "--forms", "all"]
    found["help"] = ["--help"]
    for kind in ("csv", "jsonl", "parquet"):
        folded = ["large.csv", f"OUT.{kind}", "--size", "30x30"]
        found[f"batch score {kind}"] = ["batch", "boards.txt", f"OUT.{kind}"]
        keep = ["--keep", "grid,words,paths"]
        found[f"batch paths {kind}"] = [
            "batch",
            "boards.txt",
            f"OUT.{kind}",
            "--task",
            "paths",
            *keep,
        ]
        found[f"batch large paths {kind}"] = [
            "batch", *folded, "--task", "paths", "--lexicon", "default", *keep
        ]  # fmt: skip
        for task in ("lines", "check", "trace"):
            found[f"batch {task} {kind}"] = ["batch", *folded, "--task", task]
    return found


def free_port() -> str:
    """Return the number of a free port."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return str(server.getsockname()[1])


def processor_seconds(process: int) -> float:
    """Return the processor time that a process has taken."""
    fields = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def press(folder: Path, arguments: list[str], moment: float) -> tuple[str, float, float, list[str]]:
    """Press Ctrl-C in a command; return its end, seconds, processor seconds, files left behind.

    The end is the status, for an error with the last line of its message.
    """
    with tempfile.TemporaryDirectory(dir=folder) as place:
        answer, port = os.path.join(place, "answer"), free_port()
        command = [part.replace("OUT", answer).replace("PORT", port) for part in arguments]
        process = subprocess.Popen(
            [Path(sys.executable).with_name("lexigrid"), *command],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            env=os.environ | {"LEXIGRID_DATA": os.path.join(place, "data")},
        )
        assert process.stderr is not None
        time.sleep(moment)
        before, pressed = processor_seconds(process.pid), time.monotonic()
        os.kill(process.pid, signal.SIGINT)  # `send_signal` would reap a process that has ended
        errors = process.stderr.read()
        _, code, usage = os.wait4(process.pid, 0)
        delay = time.monotonic() - pressed
        process.returncode = status = os.waitstatus_to_exitcode(code)
        process.stderr.close()
        left = [path.name for path in Path(place).rglob("*") if ".parts" not in str(path)]
    work = max(0.0, usage.ru_utime + usage.ru_stime - before)
    message = errors.decode(errors="replace").strip()
    places = re.findall(r'/(lexigrid/\S+|bin/lexigrid)", line (\d+)', message)
    place = " at {}:{}".format(*places[-1]) if places else ""
    if status == -signal.SIGINT:
        end = f"traceback{place}" if "lexigrid/" in place else "signal"
    else:
        end = "start" if status == 1 and "KeyboardInterrupt" in message else str(status)
        if end in ("1", "2"):
            end += f": {message.splitlines()[-1:]}{place}"
    return end, delay, work, left


def main(presses: int) -> None:
    """Press Ctrl-C in all commands."""
    rng = random.Random(1)
    signal.signal(signal.SIGINT, signal.default_int_handler)  # background jobs ignore it
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_inputs(folder)
        for command, arguments in commands().items():
            if os.environ.get("ONLY", "") not in command:
                continue
            ends: Counter[str] = Counter()
            interrupted: list[tuple[float, float]] = []
            left: set[str] = set()
            moments = [FIRST * (LAST / FIRST) ** rng.random() for _ in range(presses)]
            with ThreadPoolExecutor(AT_ONCE) as pool:
                pressed = list(pool.map(partial(press, folder, arguments), moments))
            for end, delay, work, files in pressed:
                ends[end] += 1
                if end == str(INTERRUPTED):
                    interrupted.append((delay, work))
                    left |= set(files)
            delays, works = zip(*interrupted, strict=True) if interrupted else ((0.0,), (0.0,))
            facts = {
                "command": command,
                "ends": dict(sorted(ends.items())),
                "longest_seconds": round(max(delays), 3),
                "median_seconds": round(statistics.median(delays), 3),
                "longest_processor_seconds": round(max(works), 3),
                "left": sorted(left),
            }
            print(json.dumps(facts), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 50)
