"""The manifest of a job: what it reads, asks and has done, in the folder of its output.

Knows jobs, plans, sources and files; known by the run.
Rule: written whole and renamed; a part that it does not name is not done.
"""

from __future__ import annotations

import contextlib
import json
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from .._util.io import atomic_write
from ..errors import InputError
from .job import Job
from .plan import Part, make_plan, plan_from_json, plan_to_json
from .readers.sources import Source
from .work import Done

NOTHING = Done(0, 0, 0, 0)
NAME = "_manifest.json"
FORMAT = "lexigrid/batch"
VERSION = 1
#: Writing the manifest takes a fiftieth of the time at most; seconds between two writings.
_SHARE = 50
_PAUSE = 0.2


@dataclass(slots=True)
class Manifest:
    """A job in its folder: what it is, its parts, and what became of those that are done."""

    folder: str
    identity: dict[str, Any]
    parts: list[Part]
    done: dict[int, Done] = field(default_factory=dict)
    _written: float = 0.0
    _pause: float = _PAUSE

    @property
    def left(self) -> list[Part]:
        """The parts that are not done, in order."""
        return [part for part in self.parts if part.number not in self.done]

    def sums(self) -> Done:
        """Add up what became of the parts that are done."""
        return Done(*map(sum, zip(*self.done.values(), strict=True))) if self.done else NOTHING

    def note(self, part: Part, done: Done) -> None:
        """Note that a part is done; now and then the manifest is written."""
        self.done[part.number] = done
        if time.monotonic() - self._written > self._pause:
            self.write()

    def document(self) -> dict[str, Any]:
        """Give what stands in the file."""
        return {
            "format": FORMAT,
            "version": VERSION,
            **self.identity,
            "parts": plan_to_json(self.parts),
            "done": {str(number): list(done) for number, done in sorted(self.done.items())},
        }

    def write(self) -> None:
        """Write the manifest, whole or not at all."""
        begin = time.monotonic()
        with atomic_write(os.path.join(self.folder, NAME)) as file:
            file.write(json.dumps(self.document(), separators=(",", ":")).encode() + b"\n")
        self._written = time.monotonic()
        self._pause = max(_PAUSE, _SHARE * (self._written - begin))


def identity_of(
    job: Job, sources: Sequence[Source], lexicon: dict[str, str] | None, version: str
) -> dict[str, Any]:
    """Give all by which a job is told from another one, as it stands in a manifest."""
    return {
        "lexigrid": version,
        "job": job.to_json(),
        "lexicon": lexicon,
        "sources": [source.to_json() for source in sources],
    }


def open_manifest(
    folder: str, job: Job, sources: Sequence[Source], identity: dict[str, Any]
) -> tuple[Manifest, bool]:
    """Begin a job in an empty or new folder, or take it up again; tell whether it was taken up.

    Parts whose file is not there as noted are done again.

    Raises:
        InputError: the folder holds something else, or a job that differs in anything.
    """
    path = os.path.join(folder, NAME)
    try:
        with open(path, "rb") as file:
            found = json.loads(file.read())
    except FileNotFoundError:
        manifest = Manifest(folder, identity, make_plan(job, sources))
        manifest.write()
        return manifest, False
    except (OSError, ValueError) as error:
        raise InputError(f"cannot read the manifest {path!r}: {error}", path=path) from error
    check_same(folder, found, identity)
    manifest = Manifest(folder, identity, plan_from_json(job, found["parts"], len(sources)))
    noted = {int(number): Done(*done) for number, done in found["done"].items()}
    there = {entry.name: entry.stat().st_size for entry in os.scandir(folder)}
    names = {part.number: part.name for part in manifest.parts}
    manifest.done = {
        number: done
        for number, done in noted.items()
        if number in names and there.get(names[number]) == done.size
    }
    return manifest, True


def sweep(folder: str) -> None:
    """Remove what a job that was killed has left half-written."""
    for entry in os.scandir(folder):
        if entry.name.startswith((".part-", f".{NAME}.")):
            with contextlib.suppress(OSError):
                os.unlink(entry.path)


def check_folder(folder: str) -> None:
    """Check that a folder, if it is there, holds a job or nothing.

    Raises:
        InputError: it holds something else.
    """
    if not os.path.isdir(folder) or os.path.exists(os.path.join(folder, NAME)):
        return
    names = [name for name in os.listdir(folder) if not name.startswith((".", "_"))]
    if names:
        raise InputError(
            f"{folder!r} holds {names[0]!r} and is of no batch job; name an empty or new folder",
            path=folder,
        )


def check_same(folder: str, found: Any, identity: dict[str, Any]) -> None:
    """Check that what a manifest says is this job.

    Raises:
        InputError: it differs in anything; the message says in what.
    """
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise InputError(f"{folder!r} has a manifest that is none of lexigrid", path=folder)
    if found.get("version") != VERSION or not {"parts", "done"} <= set(found):
        raise InputError(f"{folder!r}: this release does not read its manifest", path=folder)
    differing = _difference(found, identity)
    if differing is not None:
        what, was, asked = differing
        raise InputError(
            f"{folder!r} holds a job that differs: {what} was {was}, and is {asked} now; "
            "give the same command again to go on, or name another output",
            path=folder,
            differs=what,
        )


def _difference(found: dict[str, Any], identity: dict[str, Any]) -> tuple[str, str, str] | None:
    """Name the first thing in which two jobs differ, and both its values."""
    for key, asked in identity.items():
        was = found.get(key)
        if was == asked:
            continue
        if key == "sources" and isinstance(was, list):
            return _differing_source(was, asked)
        if isinstance(was, dict) and isinstance(asked, dict):
            for name in dict.fromkeys([*asked, *was]):
                if was.get(name) != asked.get(name):
                    return f"{key} {name}", _short(was.get(name)), _short(asked.get(name))
        return key, _short(was), _short(asked)
    return None


def _differing_source(was: list[Any], asked: list[Any]) -> tuple[str, str, str]:
    if len(was) != len(asked):
        return "the number of input files", str(len(was)), str(len(asked))
    for old, new in zip(was, asked, strict=True):
        for name, a, b in zip(("path", "kind", "size", "time", "digest"), old, new, strict=True):
            if a != b:
                return f"the {name} of {new[0]!r}", _short(a), _short(b)
    return "sources", "others", "others"


def _short(value: Any) -> str:
    shown = repr(value)
    return shown if len(shown) <= 80 else f"{shown[:77]}..."
