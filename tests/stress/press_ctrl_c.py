"""Press Ctrl-C at random moments of every command, and measure how it ends."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import product
from pathlib import Path
from threading import Timer

from common import Facts, draw_board, free_port, summarize

#: The first and the last moment of a press, in seconds from the start.
FIRST, LAST = 0.001, 4.0
#: Seconds of the next start, which removes what a signal left behind.
AGAIN = 6.0
#: Seconds after which a command that writes nothing to its closed pipe is ended.
PIPE_SECONDS = 2.0
#: Commands at the same time: few, because one that waits for a processor exits late.
AT_ONCE = max(1, (os.cpu_count() or 1) // 2)
TICKS = os.sysconf("SC_CLK_TCK")
#: Commands by name, for each FORM and KIND of output. OUT is a new file, PORT a free port.
COMMANDS = {
    "lines FORM": "lines a300.txt --words runs.txt --format FORM",
    "lines FORM to a file": "lines a300.txt --words runs.txt --format FORM --output OUT",
    "paths FORM": "paths board.txt --paths all --format FORM",
    "trace FORM": f"trace a8.txt {'a' * 12} --paths all --limit 3000000 --deadline 100"
    " --format FORM",
    "lines of the lexicon": "lines board.txt --lexicon default --format json",
    "lexicon words": "lexicon words",
    "lexicon build": "lexicon build boards.txt --output OUT",
    "lexicon add": "lexicon add it --from it.dic --forms all",
    "make": "make --random 90 --size 40x40 --output OUT",
    "book": "book book.toml --output OUT.pdf",
    "roll --best": "roll --best",
    "prove": "prove --size 3x3 --proof OUT.json",
    "site": "site OUT",
    "serve": "serve --port PORT",
    "help": "--help",
    "batch score KIND": "batch boards.txt OUT.KIND",
    "batch paths KIND": "batch boards.txt OUT.KIND --task paths --keep grid,words,paths",
    "batch large paths KIND": "batch large.csv OUT.KIND --size 30x30 --task paths"
    " --lexicon default --keep grid,words,paths",
    "batch lines KIND": "batch large.csv OUT.KIND --size 30x30 --task lines",
    "batch check KIND": "batch large.csv OUT.KIND --size 30x30 --task check",
    "batch trace KIND": "batch large.csv OUT.KIND --size 30x30 --task trace",
}


def write_inputs(folder: Path) -> None:
    """Write inputs whose answers take seconds to write."""
    rng = random.Random(5)
    chapter = '[[chapters]]\ntheme = "birds"\ncount = 100\npool = 9\n'
    stems = {draw_board(rng, 9) for _ in range(100_000)}
    texts = {
        "a300.txt": ["a" * 300] * 300,
        "a8.txt": ["a" * 8] * 8,
        "runs.txt": ["a" * n for n in range(1, 60)],
        "board.txt": ["etaoinsh" * 12] * 96,
        "boards.txt": [draw_board(rng) for _ in range(200_000)],
        "large.csv": [
            "grid,words",
            *(f"{draw_board(rng, 900)},tea;oats;trains;rain" for _ in range(20_000)),
        ],
        "it.dic": ["1", *(f"{stem}/S" for stem in stems)],
        "it.aff": ["SET UTF-8", "SFX S Y 2", "SFX S 0 s .", "SFX S e ing e"],
        "book.toml": ['title = "Birds"', *[chapter] * 3],
    }
    for name, lines in texts.items():
        (folder / name).write_text("\n".join([*lines, ""]), "utf-8")


def commands() -> Iterator[tuple[str, list[str]]]:
    """Yield the commands by name."""
    for name, line in COMMANDS.items():
        for form, kind in zip(("text", "json", "csv"), ("csv", "jsonl", "parquet"), strict=True):
            each, command = (
                text.replace("FORM", form).replace("KIND", kind) for text in (name, line)
            )
            if each != name or form == "text":
                yield each, command.split()


def processor_seconds(process: int) -> float:
    """Return the processor time that a process has taken."""
    fields = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def press(
    folder: Path, arguments: list[str], number: int, moment: float
) -> tuple[str, float, float, list[str]]:
    """Send a signal to a command, and start it again if it left something behind.

    Return its end, seconds, processor seconds, files left behind.

    The end is the status, for an error with the last line of its message.
    """
    with tempfile.TemporaryDirectory(dir=folder) as place:
        answer, port = os.path.join(place, "answer"), str(free_port())
        command = [part.replace("OUT", answer).replace("PORT", port) for part in arguments]
        process = subprocess.Popen(
            [Path(sys.executable).with_name("lexigrid"), *command],
            cwd=folder, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE,
            stdout=subprocess.PIPE if number == signal.SIGPIPE else subprocess.DEVNULL,
            env=os.environ | {"LEXIGRID_DATA": os.path.join(place, "data")},
        )  # fmt: skip
        assert process.stderr is not None
        time.sleep(moment)
        before, pressed = processor_seconds(process.pid), time.monotonic()
        if number == signal.SIGPIPE:  # Python ignores the signal; the reader goes away
            assert process.stdout is not None
            process.stdout.close()
            later = Timer(PIPE_SECONDS, process.send_signal, (signal.SIGTERM,))
            later.start()
        else:
            os.kill(process.pid, number)  # `send_signal` would reap a process that has ended
        errors = process.stderr.read()
        _, code, usage = os.wait4(process.pid, 0)
        delay = time.monotonic() - pressed
        if number == signal.SIGPIPE:
            later.cancel()
        process.returncode = status = os.waitstatus_to_exitcode(code)
        process.stderr.close()
        left = leftovers(place)
        if number != signal.SIGINT and left:
            again = subprocess.Popen(
                [Path(sys.executable).with_name("lexigrid"), *command],
                cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL, env=os.environ | {"LEXIGRID_DATA": f"{place}/data"},
            )  # fmt: skip
            time.sleep(AGAIN)
            again.terminate()
            again.wait()
            left = leftovers(place)
    work = max(0.0, usage.ru_utime + usage.ru_stime - before)
    message = errors.decode(errors="replace").strip()
    places = re.findall(r'/(lexigrid/\S+|bin/lexigrid)", line (\d+)', message)
    place = " at {}:{}".format(*places[-1]) if places else ""
    if status == -number:
        end = f"traceback{place}" if "lexigrid/" in place else "signal"
    else:
        end = "start" if status == 1 and "KeyboardInterrupt" in message else str(status)
        if end in ("1", "2"):
            end += f": {message.splitlines()[-1:]}{place}"
    return end, delay, work, left


def leftovers(place: str) -> list[str]:
    """Return the locks, temporary files and unfinished answers in a folder."""
    found = [path for path in Path(place).rglob("*") if path.is_file()]
    kept = ("answer", "lexicons", ".sqlite3", ".making", "_manifest.json", ".work")
    return [
        each.name
        for each in found
        if "lock" in each.name
        or each.name.endswith("-tmp")
        or not any(part in str(each.relative_to(place)) for part in kept)
    ]


def press_ctrl_c(
    presses: int = 50, only: str = "", names: str = "INT", distinct: bool = False
) -> Iterator[Facts]:
    """Press Ctrl-C at random moments of every command, or send other signals; see how it ends.

    A line has the ends of a command, the times from Ctrl-C to the exit with status 130, the
    longest processor time meanwhile, and files left behind. Moments are spread evenly over orders
    of magnitude, from the first millisecond on. Before the first line of lexigrid runs, the
    interpreter ends in its own way: by the signal, which a shell reports as 130 ("signal"), or with
    status 1 and a fatal error of its start-up ("start"). --only selects the commands with this text
    in their names, --distinct one form of each command; --names are the signals, joined by commas.
    What a signal leaves behind may be removed by the next start of the command.
    """
    rng = random.Random(1)
    signal.signal(signal.SIGINT, signal.default_int_handler)  # background jobs ignore it
    with tempfile.TemporaryDirectory() as inputs:
        write_inputs(Path(inputs))
        chosen = [each for each in commands() if only in each[0]]
        if distinct:
            first = {
                tuple(arguments[: 1 + (arguments[0] == "lexicon")]): (name, arguments)
                for name, arguments in reversed(chosen)
            }
            chosen = [*first.values()][::-1]
        for (command, arguments), name in product(chosen, names.split(",")):
            number = getattr(signal, f"SIG{name}")
            moments = [FIRST * (LAST / FIRST) ** rng.random() for _ in range(presses)]
            with ThreadPoolExecutor(AT_ONCE) as pool:
                pressed = list(pool.map(partial(press, Path(inputs), arguments, number), moments))
            ends = Counter(end for end, *_ in pressed)
            interrupted = [each[1:] for each in pressed if each[0] == str(128 + number)]
            yield {
                "command": command,
                "signal": name,
                "ends": dict(sorted(ends.items())),
                **summarize([delay for delay, _, _ in interrupted]),
                "most processor ms": round(
                    1000 * max((work for _, work, _ in interrupted), default=0)
                ),
                "faults": sorted({file for *_, files in pressed for file in files}),
            }
