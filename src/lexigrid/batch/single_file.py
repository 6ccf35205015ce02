"""A job with a single output file: its parts are joined, and a note next to the file marks it done.

The note is written before the parts are removed, so a finished job is always recognized.
"""

from __future__ import annotations

import contextlib
import os
from dataclasses import dataclass, replace
from typing import Any

from .._util.codec import read
from .._util.io import atomic_write, file_exists
from ..errors import InputError
from .manifest import Content, Manifest, dump, read_manifest
from .parts import PartResult
from .readers.sources import ENDINGS, digest_ends, kind_of
from .writers.text import join_parts


@dataclass(frozen=True, slots=True)
class _Done:
    """What is done: the number of parts, and the totals."""

    all: tuple[int, int, int, int, int]


def output_kind(target: str, write_as: str | None) -> str | None:
    """Return the kind of an output file by its ending; None for a folder.

    Raises:
        InputError: the ending is unknown, or that of another kind than `write_as`.
    """
    ending = os.path.splitext(target)[1]
    kind = kind_of(target)
    if os.path.isdir(target) or not ending:
        return None
    if kind is None:
        raise InputError(
            f"{target!r}: unknown file name ending, expected one of {' '.join(ENDINGS)}; "
            "end the name of a folder with '/'",
            path=target,
        )
    if write_as is not None and not (isinstance(write_as, str) and write_as == kind):
        raise InputError(
            f"--to {write_as} (write_as) contradicts the file name {target!r}, which means {kind}; "
            "leave it out, or change the name",
            path=target,
        )
    return kind


def note_path(target: str) -> str:
    """Return the path of the note with the manifest of a finished single-file job."""
    folder, name = os.path.split(target)
    return os.path.join(folder, f".{name}.manifest.json")


def join_output(manifest: Manifest, kind: str, target: str) -> None:
    """Join all parts into one file, and write its note."""
    paths = [os.path.join(manifest.folder, part.name) for part in manifest.parts]
    with atomic_write(target) as file:
        join_parts(paths, kind, file)
    done = {"all": [len(paths), *manifest.total()]}
    content = replace(manifest.identity, done=done, output=file_identity(target))
    with atomic_write(note_path(target)) as file:
        file.write(dump(content))


def find_finished(target: str, identity: Content) -> tuple[int, PartResult] | None:
    """Return the number of parts and the totals of a finished job; None if it is not finished.

    A note without its file is removed, so that the job runs again.

    Raises:
        InputError: the file belongs to another job, or has changed since it was written.
    """
    note = note_path(target)
    if not os.path.exists(target):
        with contextlib.suppress(FileNotFoundError):
            os.unlink(note)
        return None
    found = read_manifest(note, identity)
    if found is None:
        return None
    if found.output != file_identity(target):
        raise file_exists(target, " and has changed since its job wrote it")
    done = read(_Done, found.done, f"the manifest {note!r}: done", InputError)
    parts, *total = done.all
    return parts, PartResult(*total)


def file_identity(target: str) -> list[Any]:
    """Return the size, time and digest of a file, which reveal a change."""
    with open(target, "rb") as file:
        found = os.fstat(file.fileno())
        return [found.st_size, found.st_mtime_ns, digest_ends(file, found.st_size)]
