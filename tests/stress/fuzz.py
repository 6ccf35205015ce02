"""Damage input of every format; each must be answered or refused soon and in little memory."""

from __future__ import annotations

import json
import multiprocessing
import random
import resource
import sys
import time
import warnings
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from common import LONGEST, Facts, damage
from formats import Outcome, all_formats, attempt, choose_formats, seeds_of

MAX_SECONDS = 1.0
MAX_MEMORY = 500 << 20
#: Seconds of processor time after which an input is stopped.
_GIVE_UP = 20
_ODD: list[Any] = [
    None, True, False, 0, 1, -1, 7, 255, 2**31, 2**32, 2**63 - 1, 2**63, 2**64, 10**30, -(10**18),
    0.5, -0.0, 1e308, float("nan"), float("inf"), "", "0", "-1", "a", "\0", "\ud800", "é", "\u202e",
    "x" * 5000, "/" * 50, "?", "[", "\\", [], {}, [[]], [None], {"": None}, [0] * 300, [[[[]]]],
]  # fmt: skip


def mutate(rng: random.Random, name: str, seed: bytes) -> bytes:
    """Return a damaged seed: by its structure, by its bytes, or by both."""
    if all_formats()[name].is_json and rng.random() < 0.7:
        seed = _mutate_json(rng, seed)
        if rng.random() < 0.7:
            return seed
    return damage(rng, seed)


def _mutate_json(rng: random.Random, data: bytes) -> bytes:
    try:
        holder = [json.loads(data)]
    except (ValueError, RecursionError):
        return data
    for _ in range(1 + int(rng.expovariate(1))):
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
        if len(json.dumps(holder[0])) > LONGEST:
            break
    return json.dumps(holder[0]).encode()


def _spots(holder: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every place in nested lists and objects: its container and its key."""
    waiting = [holder]
    while waiting:
        parent = waiting.pop()
        for key in list(parent) if isinstance(parent, dict) else range(len(parent)):
            yield parent, key
            if isinstance(parent[key], dict | list):
                waiting.append(parent[key])


def judge(name: str, data: bytes) -> Outcome:
    """Read an input; an error outside the tree and too much time or memory are faults."""
    read, begin = all_formats()[name].read, time.perf_counter()
    found = attempt(read, data, _GIVE_UP)
    if found.kind == "fault" or time.perf_counter() - begin <= MAX_SECONDS:
        return found
    begin, ready = time.perf_counter(), seconds_ready()  # perhaps other programs were in the way
    again = attempt(read, data, _GIVE_UP)
    idle = time.perf_counter() - begin - (seconds_ready() - ready)
    if max(again.seconds, idle) <= MAX_SECONDS:
        return again
    return Outcome("fault", f"took {again.seconds:.1f} s, waited {idle:.1f} s", again.seconds)


def seconds_ready() -> float:
    """Return how long this thread has used a core or waited for one.

    Where the system does not say, all time counts, so that no input seems to wait.
    """
    try:
        with open("/proc/thread-self/schedstat") as file:
            return sum(map(int, file.read().split()[:2])) / 1e9
    except OSError:
        return time.perf_counter()


def prepare(name: str) -> None:
    """Load modules and tables, then let memory grow by at most 500 MB; warnings are errors."""
    for data in seeds_of(name):
        judge(name, data)
    if sys.platform == "linux":
        with open("/proc/self/statm") as file:
            pages = int(file.read().split()[0])
        most = pages * resource.getpagesize() + MAX_MEMORY
        resource.setrlimit(resource.RLIMIT_AS, (most, resource.getrlimit(resource.RLIMIT_AS)[1]))
    warnings.simplefilter("error")


def make_input(name: str, seed: int, number: int) -> bytes:
    """Return an input of a format, always the same; the first are the undamaged examples."""
    seeds, rng = seeds_of(name), random.Random(f"{seed}/{name}/{number}")
    return seeds[number] if number < len(seeds) else mutate(rng, name, rng.choice(seeds))


def read_inputs(name: str, seed: int, runs: int, end: float, number: Any, answer: Any) -> None:
    """Read inputs of a format; answer with the facts. `number` is that of the input being read."""
    prepare(name)
    answered, slowest, faults = 0, 0.0, dict[str, int]()
    while number.value < runs and time.time() < end:
        found = judge(name, make_input(name, seed, number.value))
        if found.kind == "fault":
            faults.setdefault(found.message, number.value)
        answered += found.kind == "answered"
        slowest = max(slowest, found.seconds)
        number.value += 1
    facts = {"format": name, "inputs": number.value, "answered": answered, "faults": faults}
    answer.put(facts | {"slowest seconds": round(slowest, 2)})


def fuzz(
    formats: str = "", runs: int = 0, seconds: float = 0.0, seed: int = 1, share: str = "0/1",
    only: int = -1,
) -> Iterator[Facts]:  # fmt: skip
    """Send damaged input to every format that may come from untrusted sources.

    Whatever the input, lexigrid must answer or raise a LexigridError, within a second of processor
    time, a second of waiting and 500 MB. --formats names some of them, joined by commas; --share
    I/N takes every Nth, from I. --runs is the number of inputs of each, 1,000 unless --seconds is
    given. Faults have the numbers of inputs; input number N of a format and a seed is always the
    same, and --only N reads it with its traceback. An input that ends the process ends the run of
    its format.
    """
    part, parts = map(int, share.split("/"))
    context = multiprocessing.get_context("fork")
    runs, end = runs or (sys.maxsize if seconds else 1000), seconds or 1e9
    for name in choose_formats(formats)[part::parts]:
        if only >= 0:
            data = make_input(name, seed, only)
            print(name, data[:2000])
            all_formats()[name].read(data)
            continue
        number, answer = context.RawValue("q"), context.SimpleQueue()
        given = (name, seed, runs, time.time() + end, number, answer)
        child = context.Process(target=read_inputs, args=given)
        child.start()
        child.join()
        ended = {f"ended the process, status {child.exitcode}": number.value}
        yield {"format": name, "faults": ended} if answer.empty() else answer.get()
