"""The manifest of a job in its output folder: the input, the options and the finished parts.

It is written to a temporary file and renamed. A part that it does not list is not done.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from .._util import schema
from .._util.io import atomic_write, read_bytes
from ..errors import InputError
from .job import Job
from .parts import Part, PartResult
from .plan import make_plan, plan_from_list, plan_to_list
from .readers.sources import Source

NAME = "_manifest.json"
FORMAT = "lexigrid/batch"
VERSION = 1
#: The least seconds between two writes; writing takes at most a fiftieth of the time.
_LEAST_PAUSE = 0.2
_PAUSE_PER_SECOND = 50

#: The numbers of a PartResult.
RESULT = (schema.integer(),) * 4
_SOURCE = (schema.text, schema.text, schema.integer(), schema.integer(), schema.text, schema.text)
_ANY_OBJECT = schema.mapping(schema.text, lambda value: value)
#: The form of every manifest; that of `done` depends on whether the output is one file.
_MANIFEST = schema.record(
    {
        "lexigrid": schema.text,
        "job": _ANY_OBJECT,
        "lexicon": schema.optional(_ANY_OBJECT),
        "sources": schema.list_of(schema.sequence(*_SOURCE)),
        "parts": schema.list_of(schema.sequence(*(schema.integer(),) * 5)),
        "done": _ANY_OBJECT,
    },
    {"output": lambda value: value},
)
_DONE = schema.mapping(schema.decimal(), schema.sequence(*RESULT))


@dataclass(slots=True)
class Manifest:
    """A job in its folder: its identity, its parts, and the results of the finished ones."""

    folder: str
    identity: dict[str, Any]
    parts: list[Part]
    done: dict[int, PartResult] = field(default_factory=dict)
    _written: float = 0.0
    _pause: float = _LEAST_PAUSE

    @property
    def remaining(self) -> list[Part]:
        """The unfinished parts, in order."""
        return [part for part in self.parts if part.number not in self.done]

    def total(self) -> PartResult:
        """Add up the results of the finished parts."""
        return PartResult(*map(sum, zip(*self.done.values(), PartResult(0, 0, 0, 0), strict=True)))

    def add_result(self, part: Part, result: PartResult) -> None:
        """Record that a part is done; write the file if the last write was long enough ago."""
        self.done[part.number] = result
        if time.monotonic() - self._written > self._pause:
            self.write()

    def to_dict(self) -> dict[str, Any]:
        """Return the content of the file."""
        return {
            "format": FORMAT,
            "version": VERSION,
            **self.identity,
            "parts": plan_to_list(self.parts),
            "done": {str(number): list(result) for number, result in sorted(self.done.items())},
        }

    def write(self) -> None:
        """Write the manifest, whole or not at all."""
        begin = time.monotonic()
        with atomic_write(os.path.join(self.folder, NAME)) as file:
            file.write(json.dumps(self.to_dict(), separators=(",", ":")).encode() + b"\n")
        self._written = time.monotonic()
        self._pause = max(_LEAST_PAUSE, _PAUSE_PER_SECOND * (self._written - begin))


def make_identity(
    job: Job, sources: Sequence[Source], lexicon: dict[str, str] | None, version: str
) -> dict[str, Any]:
    """Return what two jobs must share for one to resume the other, as a manifest stores it."""
    return {
        "lexigrid": version,
        "job": job.to_dict(),
        "lexicon": lexicon,
        "sources": [source.to_list() for source in sources],
    }


def open_manifest(
    folder: str, job: Job, sources: Sequence[Source], identity: dict[str, Any]
) -> tuple[Manifest, bool]:
    """Start a job in an empty folder, or resume it; also return whether it is resumed.

    Parts whose file is missing or has the wrong size are processed again.

    Raises:
        InputError: the folder holds something else or a different job.
    """
    path = os.path.join(folder, NAME)
    found = read_manifest(path, identity)
    if found is None:
        manifest = Manifest(folder, identity, make_plan(job, sources))
        manifest.write()
        return manifest, False
    manifest = Manifest(folder, identity, plan_from_list(job, found["parts"], sources))
    sizes = {entry.name: entry.stat().st_size for entry in os.scandir(folder)}
    names = {part.number: part.name for part in manifest.parts}
    done = schema.read(_DONE, found["done"], f"the manifest {path!r}: done", InputError)
    for number, stored in done.items():
        result = PartResult(*stored)
        name = names.get(number)
        if name is not None and sizes.get(name) == result.size:
            manifest.done[number] = result
    return manifest, True


def read_manifest(path: str, identity: dict[str, Any]) -> dict[str, Any] | None:
    """Read the manifest of this job; None if there is no such file.

    Raises:
        InputError: it is damaged, or the job differs; the message says in what.
    """
    if not os.path.lexists(path):
        return None
    name = f"the manifest {path!r}"
    data = schema.parse_json(read_bytes(path), f"{name} is ", InputError)
    if not isinstance(data, dict) or (data.get("format"), data.get("version")) != (FORMAT, VERSION):
        raise InputError(f"{name} is not in the format that this release reads", path=path)
    found = schema.read(_MANIFEST, data, name, InputError)
    difference = _find_difference(found, identity)
    if difference is not None:
        name, before, now = difference
        what = f"{name} was {_short(before)}, and is now {_short(now)}"
        if name.startswith("the time of "):
            what = f"{name.removeprefix('the time of ')} has been written since"
        raise InputError(
            f"{path!r} holds a different job: {what}; name another output, give --overwrite, or "
            "repeat the earlier command to resume it",
            path=path,
            differs=name,
        )
    return found


def _find_difference(
    found: dict[str, Any], identity: dict[str, Any]
) -> tuple[str, Any, Any] | None:
    """Return the name and both values of the first difference between two jobs."""
    for key, now in identity.items():
        before = found.get(key)
        if before == now:
            continue
        if key == "sources" and isinstance(before, list):
            return _find_source_difference(before, now)
        if isinstance(before, dict) and isinstance(now, dict):
            for name in dict.fromkeys([*now, *before]):
                if before.get(name) != now.get(name):
                    what = name if key == "job" else f"{key} {name}"
                    return what, before.get(name), now.get(name)
        return key, before, now
    return None


def _find_source_difference(before: list[Any], now: list[Any]) -> tuple[str, Any, Any]:
    if len(before) != len(now):
        return "the number of input files", len(before), len(now)
    for old, new in zip(before, now, strict=True):
        names = (each.name for each in fields(Source))
        for name, a, b in zip(names, old, new, strict=True):
            if a != b:
                return f"the {name} of {new[0]!r}", a, b
    return "sources", before, now


def _short(value: Any) -> str:
    shown = repr(value)
    return shown if len(shown) <= 80 else f"{shown[:77]}..."
