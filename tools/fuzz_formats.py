"""Send damaged input to every format that may come from untrusted sources.

    python tools/fuzz_formats.py                       all formats, 1,000 inputs each
    python tools/fuzz_formats.py match dice --runs 1000000 --seed 2
    python tools/fuzz_formats.py hunspell --seconds 1800
    python tools/fuzz_formats.py match --seconds 1800 --coverage     guided by atheris, if installed
    python tools/fuzz_formats.py match --only 1234     repeat one input, with its traceback

Whatever the input, lexigrid must answer or raise a LexigridError, within a second of processor
time, a second of waiting and 500 MB. Input NUMBER of a format and a seed is always the same.
"""

from __future__ import annotations

import argparse
import atexit
import json
import mmap
import os
import random
import resource
import shutil
import signal
import sys
import time
import traceback
import warnings
from collections.abc import Iterator, Sequence
from contextlib import suppress
from copy import deepcopy
from dataclasses import asdict, dataclass, field
from functools import cache
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import Any

if "--coverage" in sys.argv:
    import atheris
    from atheris.instrument_bytecode import patch_code

    # Atheris's own import hook does not reach the modules of an editable install.
    _get_code = SourceFileLoader.get_code

    def _instrumented(loader: SourceFileLoader, name: str) -> CodeType | None:
        code = _get_code(loader, name)
        return patch_code(code, True) if code and name.startswith("lexigrid.") else code

    SourceFileLoader.get_code = _instrumented  # type: ignore[assignment,method-assign]

from fuzzed import FORMATS, Format, folder
from lexigrid import LexigridError

MAX_SECONDS = 1.0
MAX_MEMORY = 500 << 20
#: Seconds of processor time after which a run is stopped.
_GIVE_UP = 20
_LONGEST = 1 << 16
_MANY = 2**31 - 1

_ODD: list[Any] = [
    None, True, False, 0, 1, -1, 7, 255, 2**31, 2**32, 2**63 - 1, 2**63, 2**64, 10**30, -(10**18),
    0.5, -0.0, 1e308, float("nan"), float("inf"), "", "0", "-1", "a", "\0", "\ud800", "é", "\u202e",
    "x" * 5000, "/" * 50, "?", "[", "\\", [], {}, [[]], [None], {"": None}, [0] * 300, [[[[]]]],
]  # fmt: skip
_PIECES = [
    b"\0", b"\xff", b"\n", b"\r\n", b",", b'"', b"'", b"/", b"|", b"[", b"]", b"\\", b" ", b"\t",
    b"?", b".", b"-", b"0", b"1", b"99999999999999999999", b"-1", b"\xef\xbb\xbf", b"\xed\xa0\x80",
    b"null", b"{}", b"[]", b"1e999", b"NaN", b"\xe2\x80\xae", b"e\xcc\x81", b"\x7f\xff\xff\xff",
]  # fmt: skip


class Fault(Exception):  # noqa: N818 - a finding, not an error of this program
    """An input that lexigrid did not handle as promised."""


def mutate(rng: random.Random, form: Format, seed: bytes) -> bytes:
    """Return a damaged seed: by its structure, by its bytes, or by both."""
    data = seed
    if form.is_json and rng.random() < 0.7:
        data = _mutate_json(rng, data)
        if rng.random() < 0.7:
            return data
    for _ in range(1 + int(rng.expovariate(0.7))):
        data = _mutate_bytes(rng, data)
    return data[:_LONGEST]


def _mutate_json(rng: random.Random, data: bytes) -> bytes:
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return data
    for _ in range(1 + int(rng.expovariate(1))):
        holder = [value]
        spots = list(_spots(holder))
        parent, key = rng.choice(spots)
        other, at = rng.choice(spots)
        act = rng.randrange(6)
        if act <= 2:
            parent[key] = deepcopy(rng.choice(_ODD))
        elif act == 3 and parent is not holder:
            del parent[key]
        elif act == 4:
            parent[key] = deepcopy(other[at])
        elif isinstance(parent[key], list):
            parent[key] = parent[key] * rng.choice((2, 3, 50))
        elif isinstance(parent[key], int):
            parent[key] = -parent[key] + rng.choice((-1, 1, 1000))
        value = holder[0]
        if len(json.dumps(value)) > _LONGEST:
            break
    return json.dumps(value).encode()


def _spots(holder: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every place in nested lists and objects: its container and its key."""
    waiting = [holder]
    while waiting:
        parent = waiting.pop()
        for key in list(parent) if isinstance(parent, dict) else range(len(parent)):
            yield parent, key
            if isinstance(parent[key], dict | list):
                waiting.append(parent[key])


def _mutate_bytes(rng: random.Random, data: bytes) -> bytes:
    at, end = sorted((rng.randrange(len(data) + 1), rng.randrange(len(data) + 1)))
    act = rng.randrange(8)
    if act == 0 and data:
        at = min(at, len(data) - 1)
        return data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]
    if act == 1:
        return data[:at] + rng.randbytes(rng.choice((1, 2, 4, 8))) + data[at:]
    if act == 2:
        return data[:at] + data[min(end, at + rng.choice((1, 2, 8, 64))) :]
    if act == 3:
        return data[:at] + data[at : at + 40] * rng.choice((2, 5, 400)) + data[at:]
    if act == 4:
        return data[:at] + rng.choice(_PIECES) * rng.choice((1, 1, 1, 2, 1000)) + data[end:]
    if act == 5:
        to = rng.randrange(len(data) + 1)
        return data[:to] + data[at:end] + data[to:]
    if act == 6:
        return data[:at]
    return data[:at] + rng.choice(_PIECES) + data[at:]


def run(form: Format, data: bytes) -> bool:
    """Read one input; return whether it was answered rather than refused.

    Raises:
        Fault: another error, too much time or memory.
    """
    begin = time.perf_counter()  # process_time needs a system call, which may take longer
    try:
        form.read(data)
        is_answered = True
    except LexigridError as error:
        str(error).encode("utf-8", "backslashreplace")
        is_answered = False
    except (Exception, RecursionError) as error:
        raise Fault(f"{type(error).__name__}: {error}") from error
    if time.perf_counter() - begin > MAX_SECONDS:
        begin, spent, ready = time.perf_counter(), time.process_time(), _seconds_ready()
        with suppress(LexigridError):
            form.read(data)
        spent = time.process_time() - spent
        if spent > MAX_SECONDS:
            raise Fault(f"took {spent:.1f} s of processor time")
        idle = time.perf_counter() - begin - (_seconds_ready() - ready)
        if idle > MAX_SECONDS:
            raise Fault(f"waited {idle:.1f} s")
    return is_answered


def _seconds_ready() -> float:
    """Return how long this thread has used a core or waited for one.

    Where the system does not say, all time counts, so that no input seems to wait.
    """
    try:
        with open("/proc/thread-self/schedstat") as file:
            return sum(map(int, file.read().split()[:2])) / 1e9
    except OSError:
        return time.perf_counter()


def limit_resources() -> None:
    """Let memory grow by at most 500 MB from now on, and turn warnings into errors."""
    if sys.platform == "linux":
        with open("/proc/self/statm") as file:
            pages = int(file.read().split()[0])
        most = pages * resource.getpagesize() + MAX_MEMORY
        resource.setrlimit(resource.RLIMIT_AS, (most, resource.getrlimit(resource.RLIMIT_AS)[1]))

    warnings.simplefilter("error")


def limit_seconds(found: Findings) -> None:
    """Stop an input that takes too long: one that is still being read at the second tick."""
    before = -1

    def tick(*_: object) -> None:
        nonlocal before
        if before == found.inputs:
            raise TimeoutError(f"stopped after {_GIVE_UP} s of processor time or more")
        before = found.inputs

    signal.signal(signal.SIGPROF, tick)
    signal.setitimer(signal.ITIMER_PROF, _GIVE_UP, _GIVE_UP)


@cache
def seeds_of(name: str) -> Sequence[bytes]:
    """Return the seeds of a format; they are created once, before memory is limited."""
    return FORMATS[name].seeds()


def inputs(name: str, seed: int, number: int) -> Iterator[tuple[int, bytes]]:
    """Yield the inputs of a format from a number on; the first are the undamaged seeds."""
    form, seeds = FORMATS[name], seeds_of(name)
    while seeds:
        rng = random.Random(f"{seed}/{name}/{number}")
        whole = number < len(seeds)
        yield number, seeds[number] if whole else mutate(rng, form, rng.choice(seeds))
        number += 1


@dataclass(slots=True)
class Findings:
    """The results for one format; `faults` are input numbers by message."""

    format: str
    seed: int
    inputs: int = 0
    answered: int = 0
    slowest_seconds: float = 0.0  # wall-clock time
    faults: dict[str, int] = field(default_factory=dict)


def fuzz(found: Findings, runs: int, end: float) -> Iterator[Findings]:
    """Read inputs of a format, and yield the findings before each input and at the end."""
    form = FORMATS[found.format]
    for number, data in inputs(found.format, found.seed, found.inputs):
        yield found
        if number >= runs or time.time() >= end:
            return
        begin = time.perf_counter()
        try:
            found.answered += run(form, data)
        except Fault as fault:
            found.faults.setdefault(str(fault)[:300], number)
        found.inputs = number + 1
        found.slowest_seconds = max(found.slowest_seconds, time.perf_counter() - begin)


def fuzz_in_child(name: str, *, runs: int, seconds: float | None, seed: int) -> Findings:
    """Read inputs in another process; an input that ends the process is a fault and skipped."""
    end = time.time() + (1e9 if seconds is None else seconds)
    found = Findings(name, seed)
    with mmap.mmap(-1, 1 << 20) as notes:  # shared, and written without system calls
        while True:
            if not (child := os.fork()):
                status = 70  # if this program itself fails
                try:
                    for data in seeds_of(name):  # load modules and tables before inputs are timed
                        run(FORMATS[name], data)
                    limit_resources()
                    limit_seconds(found)
                    for found in fuzz(found, runs, end):  # noqa: B020
                        note = json.dumps(asdict(found)).encode() + b"\n"
                        notes[: len(note)] = note
                    status = 0
                except Exception:
                    traceback.print_exc()
                finally:
                    os._exit(status)
            status = os.waitpid(child, 0)[1]
            notes.seek(0)
            found = Findings(**json.loads(notes.readline()))
            if not status:
                return found
            found.faults[f"ended the process, status {status}"] = found.inputs
            found.inputs += 1


def fuzz_with_coverage(name: str, *, runs: int, seconds: float | None, seed: int) -> int:
    """Let atheris choose inputs in another process; return its exit status or the number of faults.

    The first input of each fault becomes a file `crash-FORMAT-NUMBER`.
    """
    sys.stdout.flush()
    known = folder() / f"{name}-faults"
    if child := os.fork():
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        return status or (known.stat().st_size if known.exists() else 0)
    form, corpus, faults = FORMATS[name], folder() / name, set[str]()
    corpus.mkdir()
    for number, data in enumerate(seeds_of(name)):
        (corpus / f"seed-{number}").write_bytes(data)
        run(form, data)
    limit_resources()

    def change(data: bytes, most: int, number: int) -> bytes:
        rng = random.Random(number)
        return mutate(rng, form, data if len(data) > 1 else rng.choice(seeds_of(name)))[:most]

    def read(data: bytes) -> None:
        try:
            run(form, data)
        except Fault as fault:
            if (message := str(fault)[:300]) not in faults:
                faults.add(message)
                known.write_bytes(b"." * len(faults))
                Path(f"crash-{name}-{len(faults)}").write_bytes(data)
                print(f"{name}: {message}: {data[:2000]!r}", flush=True)

    settings = [f"-runs={runs}", f"-max_total_time={int(seconds or 0)}", f"-seed={seed}"]
    longest = max(form.longest, *(2 * len(data) for data in seeds_of(name)))
    settings += [f"-max_len={longest}", "-rss_limit_mb=0", "-verbosity=0", "-print_final_stats=1"]
    atheris.Setup([sys.argv[0], *settings, str(corpus)], read, custom_mutator=change)
    atheris.Fuzz()
    raise AssertionError("atheris ends the process")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("formats", nargs="*", metavar="FORMAT", help=", ".join(FORMATS))
    parser.add_argument("--runs", type=int, help="inputs per format, 1,000 unless --seconds")
    parser.add_argument("--seconds", type=float, help="the longest time per format")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--share", default="0/1", metavar="I/N", help="every Nth format, from I")
    parser.add_argument("--only", type=int, metavar="NUMBER", help="repeat one input")
    parser.add_argument("--coverage", action="store_true", help="guided by atheris, if installed")
    options = parser.parse_args()
    names = options.formats or list(FORMATS)
    part, parts = map(int, options.share.split("/"))
    names = names[part::parts]
    if unknown := set(names) - set(FORMATS):
        parser.error(f"no format {unknown.pop()!r}, expected some of {', '.join(FORMATS)}")
    atexit.register(shutil.rmtree, folder())
    if options.only is not None:
        _, data = next(inputs(names[0], options.seed, options.only))
        print(data[:2000])
        try:
            print("answered" if run(FORMATS[names[0]], data) else "refused")
        except Fault:
            traceback.print_exc()
        return 0
    failed = False
    much: dict[str, Any] = {
        "runs": options.runs or (_MANY if options.seconds else 1000),
        "seconds": options.seconds,
        "seed": options.seed,
    }
    for name in names:
        if options.coverage:
            failed = fuzz_with_coverage(name, **much) != 0 or failed
            continue
        found = fuzz_in_child(name, **much)
        failed = failed or bool(found.faults)
        print(json.dumps(asdict(found)), flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
