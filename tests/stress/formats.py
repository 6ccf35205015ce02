"""The formats that may come from untrusted sources, each with valid examples and a reader."""

from __future__ import annotations

import atexit
import json
import os
import shutil
import signal
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal, NamedTuple

import lexigrid as lg
from checkout import TESTS

#: Files of every format.
FILES = TESTS / "cases" / "formats"
#: The words of the files.
WORDS = ("tea", "eat", "oat", "tan", "ant", "ate", "eta", "net", "ten", "neat")


@dataclass(frozen=True, slots=True)
class Format:
    """A format: valid examples, a reader, and whether damage may rearrange its JSON.

    `parse` reads without searching, where `read` also searches what was read. `longest` limits the
    bytes of inputs guided by coverage.
    """

    seeds: Callable[[], Sequence[bytes]]
    read: Callable[[bytes], object]
    is_json: bool = False
    parse: Callable[[bytes], object] | None = None
    longest: int = 1024


@cache
def folder() -> Path:
    """Return a folder for files, in memory if possible, which is removed at the end."""
    memory = "/dev/shm"
    path = tempfile.mkdtemp("-fuzz", dir=memory if os.path.isdir(memory) else None)
    atexit.register(shutil.rmtree, path)
    return Path(path)


@cache
def lexicon() -> lg.Lexicon:
    """Return a small lexicon."""
    return lg.Lexicon(WORDS)


def place(name: str, data: bytes) -> Path:
    """Write a file into the folder."""
    path = folder() / name
    path.write_bytes(data)
    return path


def example(name: str) -> bytes:
    """Return a file of a format."""
    return (FILES / name).read_bytes()


def lines(name: str) -> list[bytes]:
    """Return the lines of a file, each an example of a format."""
    return example(name).splitlines()


def as_json(data: bytes) -> Any:
    """Return the parsed JSON of an input, or its text if it is not JSON."""
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return data.decode("utf-8", "replace")


def dump(value: Any) -> bytes:
    """Return JSON as bytes."""
    return json.dumps(value).encode()


@cache
def all_formats() -> dict[str, Format]:
    """Return the formats by name."""
    import format_files
    import format_saved
    import format_texts

    return format_texts.FORMATS | format_files.FORMATS | format_saved.FORMATS


@cache
def seeds_of(name: str) -> Sequence[bytes]:
    """Return the examples of a format; they are made once, before memory is limited."""
    return all_formats()[name].seeds()


def choose_formats(names: str) -> list[str]:
    """Return the named formats, or all, after making their examples.

    Readers write over the files that examples are made of.
    """
    known = all_formats()
    chosen = names.split(",") if names else list(known)
    if unknown := set(chosen) - set(known):
        raise SystemExit(f"no format {unknown.pop()!r}, expected some of {','.join(known)}")
    for name in chosen:
        seeds_of(name)
    return chosen


class Outcome(NamedTuple):
    """What came of an input: the text of the error, and the seconds of processor time."""

    kind: Literal["answered", "refused", "fault"]
    message: str
    seconds: float


def attempt(read: Callable[[bytes], object], data: bytes, most: float) -> Outcome:
    """Read an input for at most some seconds of processor time."""
    signal.signal(signal.SIGPROF, _stop)
    signal.setitimer(signal.ITIMER_PROF, most)
    begin = time.process_time()
    kind: Literal["answered", "refused", "fault"] = "answered"
    message = ""
    try:
        read(data)
    except lg.LexigridError as error:
        kind, message = "refused", str(error)
    except Exception as error:
        kind, message = "fault", f"{type(error).__name__}: {error}"
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return Outcome(kind, message[:300], time.process_time() - begin)


def _stop(*_: object) -> None:
    raise TimeoutError("stopped")
