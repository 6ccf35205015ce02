"""Shared by the formats: the class of a format, a folder for files, a small lexicon."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import lexigrid as lg

WORDS = ("ant", "eat", "oat", "tan", "tea")


@dataclass(frozen=True, slots=True)
class Format:
    """A format: valid examples, a reader, and whether mutations may rearrange its JSON.

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
    """Return a folder for files, in memory if possible."""
    memory = "/dev/shm"
    return Path(
        tempfile.mkdtemp(prefix="lexigrid-fuzz-", dir=memory if os.path.isdir(memory) else None)
    )


@cache
def lexicon() -> lg.Lexicon:
    """Return a small lexicon."""
    return lg.Lexicon(WORDS)


def place(name: str, data: bytes) -> Path:
    """Write a file into the folder."""
    path = folder() / name
    path.write_bytes(data)
    return path


def as_json(data: bytes) -> Any:
    """Return the parsed JSON of an input, or its text if it is not JSON."""
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return data.decode("utf-8", "replace")


def dump(value: Any) -> bytes:
    """Return JSON as bytes."""
    return json.dumps(value).encode()
