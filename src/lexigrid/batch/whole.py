"""A job whose output is one file: its parts are joined, and a note beside it says that it is done.

Knows manifests, sources, writers and files; known by the run.
Rule: the note stands before the parts go, so that a job which is done is told at any moment.
"""

from __future__ import annotations

import contextlib
import json
import os
from typing import Any

from .._util.io import atomic_write
from ..errors import InputError
from .manifest import Manifest, check_same
from .readers.sources import digest_of_ends
from .work import Done
from .writers import join_parts


def note_of(target: str) -> str:
    """Name the file beside a whole output that holds what its manifest said."""
    folder, name = os.path.split(target)
    return os.path.join(folder, f".{name}.manifest.json")


def join(manifest: Manifest, kind: str, target: str) -> None:
    """Make one file of all parts, and note that it is done and what it is known by."""
    paths = [os.path.join(manifest.folder, part.name) for part in manifest.parts]
    with atomic_write(target) as file:
        join_parts(paths, kind, file)
    document = {**manifest.document(), "parts": [], "output": _known_by(target)}
    document["done"] = {"all": [len(paths), *manifest.sums()]}
    with atomic_write(note_of(target)) as file:
        file.write(json.dumps(document, separators=(",", ":")).encode() + b"\n")


def find_done(target: str, identity: dict[str, Any]) -> tuple[int, Done] | None:
    """Give the number of parts and the sums of a job that is done, None if there is none.

    A note whose file is gone is removed: the job is to be done again.

    Raises:
        InputError: the file is another job's, or was changed since.
    """
    note = note_of(target)
    try:
        with open(note, "rb") as file:
            found = json.loads(file.read())
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise InputError(f"cannot read the manifest {note!r}: {error}", path=note) from error
    if not os.path.exists(target):
        with contextlib.suppress(FileNotFoundError):
            os.unlink(note)
        return None
    check_same(target, found, identity)
    if found.get("output") != _known_by(target):
        raise there_already(target, " and is not as its job left it")
    try:
        parts, *sums = map(int, found["done"]["all"])
        return parts, Done(*sums)
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(f"the manifest {note!r} is damaged: {error!r}", path=note) from error


def there_already(target: str, what: str = "") -> InputError:
    """Make the error for a file that this job has not written."""
    return InputError(f"{target!r} is there already{what}; delete it or name another", path=target)


def _known_by(target: str) -> list[Any]:
    with open(target, "rb") as file:
        found = os.fstat(file.fileno())
        return [found.st_size, found.st_mtime_ns, digest_of_ends(file, found.st_size)]
