"""The manifest of a job in its output folder: the input, the options and the finished parts.

It is written to a temporary file and renamed. A part that it does not list is not done.
"""

from __future__ import annotations

import json
import os
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Annotated, Any

from .._util import schema
from .._util.codec import OMIT, ROW, read, write
from .._util.io import atomic_write, read_bytes
from ..errors import InputError
from .job import Job
from .parts import Part, PartResult
from .plan import make_plan, name_part, plan_from_list
from .readers.sources import Source

NAME = "_manifest.json"
_HEAD = {"format": "lexigrid/batch", "version": 1}
#: The least seconds between two writes; writing takes at most a fiftieth of the time.
_LEAST_PAUSE = 0.2
_PAUSE_PER_SECOND = 50

_AnyObject = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Content:
    """The content of the file. Two jobs are the same if all but their parts are equal."""

    lexigrid: str
    job: _AnyObject
    lexicon: _AnyObject | None
    sources: tuple[Annotated[Source, ROW], ...]
    parts: tuple[tuple[int, int, int, int, int], ...]
    done: _AnyObject
    """By number the results of finished parts; that of a single file has another form."""
    output: Annotated[Any, OMIT] = None


@dataclass(slots=True)
class Manifest:
    """A job in its folder: its identity, its parts, and the results of the finished ones."""

    folder: str
    identity: Content
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

    @property
    def content(self) -> Content:
        """The content of the file."""
        parts = tuple((part.source, *part.slice) for part in self.parts)
        done = {str(number): result for number, result in sorted(self.done.items())}
        return replace(self.identity, parts=parts, done=done)

    def write(self) -> None:
        """Write the manifest, whole or not at all."""
        begin = time.monotonic()
        with atomic_write(os.path.join(self.folder, NAME)) as file:
            file.write(dump(self.content))
        self._written = time.monotonic()
        self._pause = max(_LEAST_PAUSE, _PAUSE_PER_SECOND * (self._written - begin))


def make_identity(
    job: Job, sources: Sequence[Source], lexicon: Mapping[str, str] | None, version: str
) -> Content:
    """Return what two jobs must share for one to resume the other: all but the device."""
    options = {name: value for name, value in write(job).items() if name != "device"}
    return Content(version, options, lexicon, tuple(sources), (), {})


def dump(content: Content) -> bytes:
    """Return the content as it is written."""
    document = {**_HEAD, **write(content)}
    return json.dumps(document, separators=(",", ":")).encode() + b"\n"


def open_manifest(
    folder: str, job: Job, sources: Sequence[Source], identity: Content
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
    manifest = Manifest(folder, identity, plan_from_list(job, found.parts, sources))
    sizes = {entry.name: entry.stat().st_size for entry in os.scandir(folder)}
    names = {part.number: part.name for part in manifest.parts}
    done = read(Mapping[int, PartResult], found.done, f"the manifest {path!r}: done", InputError)
    for number, result in done.items():
        name = names.get(number)
        if name is not None and sizes.get(name) == result.size:
            manifest.done[number] = result
    return manifest, True


def list_parts(path: str) -> list[str]:
    """Return the files of the parts of any job; none if its manifest is missing or damaged."""
    try:
        data = json.loads(read_bytes(path))
        kind, numbers = data["job"]["kind"], Counter(int(source) for source, *_ in data["parts"])
    except (InputError, ValueError, TypeError, LookupError):
        return []
    return [name_part(source, n, kind) for source, most in numbers.items() for n in range(most)]


def read_manifest(path: str, identity: Content) -> Content | None:
    """Read the manifest of this job; None if there is no such file.

    Raises:
        InputError: it is damaged, or the job differs; the message says in what.
    """
    if not os.path.lexists(path):
        return None
    name = f"the manifest {path!r}"
    data = schema.parse_json(read_bytes(path), f"{name} is ", InputError)
    if not isinstance(data, dict) or {key: data.get(key) for key in _HEAD} != _HEAD:
        raise InputError(f"{name} is not in the format that this release reads", path=path)
    found: Content = read(Content, data, name, InputError)
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


def _find_difference(found: Content, identity: Content) -> tuple[str, Any, Any] | None:
    """Return the name and both values of the first difference between two jobs."""
    for key in ("lexigrid", "job", "lexicon", "sources"):
        before, now = getattr(found, key), getattr(identity, key)
        if before == now:
            continue
        if key == "sources":
            return _find_source_difference(before, now)
        if isinstance(before, dict) and isinstance(now, dict):
            for name in dict.fromkeys([*now, *before]):
                if before.get(name) != now.get(name):
                    what = name if key == "job" else f"{key} {name}"
                    return what, before.get(name), now.get(name)
        return key, before, now
    return None


def _find_source_difference(
    before: Sequence[Source], now: Sequence[Source]
) -> tuple[str, Any, Any]:
    for old, new in zip(before, now, strict=False):
        for each in fields(Source):
            a, b = getattr(old, each.name), getattr(new, each.name)
            if a != b and len(before) == len(now):
                return f"the {each.name} of {new.path!r}", a, b
    return "the number of input files", len(before), len(now)


def _short(value: Any) -> str:
    shown = repr(value)
    return shown if len(shown) <= 80 else f"{shown[:77]}..."
