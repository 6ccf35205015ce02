"""The files that a batch reads: which they are, of which kind, and whether they have changed.

Knows errors; known by the plan, the manifest and the run.
Rule: a file is known by its size, its time and what stands at its two ends.
"""

from __future__ import annotations

import glob
import hashlib
import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, BinaryIO

from ...errors import InputError

#: Endings of file names and their kinds.
ENDINGS = {
    ".parquet": "parquet",
    ".pq": "parquet",
    ".arrow": "arrow",
    ".feather": "arrow",
    ".ipc": "arrow",
    ".csv": "csv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".txt": "text",
    ".text": "text",
}
_LOOKED_AT = 1 << 16


@dataclass(frozen=True, slots=True)
class Source:
    """One input file."""

    path: str
    kind: str
    size: int
    time: int  # nanoseconds, of the last change
    digest: str  # of the first and the last 64 KiB

    def to_json(self) -> list[Any]:
        """Give the source as it stands in a manifest."""
        return [self.path, self.kind, self.size, self.time, self.digest]

    def check_unchanged(self) -> None:
        """Check that the file is still the one that was planned for.

        Raises:
            InputError: it is gone, or has another size or time.
        """
        try:
            found = os.stat(self.path)
        except OSError as error:
            raise _cannot_read(self.path, error) from error
        if (found.st_size, found.st_mtime_ns) != (self.size, self.time):
            raise InputError(
                f"{self.path!r} has changed since the job began; start again in another folder",
                path=self.path,
            )


def find_sources(
    inputs: str | os.PathLike[str] | Iterable[str], kind: str | None, *, skip: Sequence[str] = ()
) -> list[Source]:
    """Find the input files: a file, all files of a folder and below, or a glob; sorted by name.

    Names that begin with `.` or `_` are no input in a folder or a glob, nor is what stands at or
    below one of `skip`.

    Raises:
        InputError: there is none; one is empty or of no known kind.
    """
    given = [inputs] if isinstance(inputs, str | os.PathLike) else list(inputs)
    paths: list[str] = []
    for each in given:
        found = _expanded(os.fspath(each), kind, tuple(map(os.path.realpath, skip)))
        if not found:
            raise InputError(f"no input {each!r}: no such file, and nothing that it matches")
        paths += found
    if len(set(paths)) != len(paths):
        raise InputError("an input file is named twice, expected each once")
    return [_source(path, kind) for path in paths]


def digest_of_ends(file: BinaryIO, size: int) -> str:
    """Take a digest of the first and the last 64 KiB of a file."""
    digest = hashlib.blake2b(file.read(_LOOKED_AT), digest_size=16)
    if size > _LOOKED_AT:
        file.seek(max(_LOOKED_AT, size - _LOOKED_AT))
        digest.update(file.read(_LOOKED_AT))
    return digest.hexdigest()


def _expanded(name: str, kind: str | None, skip: tuple[str, ...]) -> list[str]:
    if os.path.isdir(name):
        files = [
            os.path.join(folder, file)
            for folder, folders, files in os.walk(name)
            if not _pruned(folders)
            for file in files
            if _is_plain(file) and (kind is not None or _kind_of(file) is not None)
        ]
    elif os.path.exists(name):
        return [name]
    else:
        fixed = re.split(r"[*?\[]", name)[0]
        files = [
            path
            for path in glob.glob(name, recursive=True)
            if not os.path.isdir(path) and all(map(_is_plain, _steps(path[len(fixed) :])))
        ]
    return sorted(path for path in files if not _is_below(path, skip))


def _steps(path: str) -> list[str]:
    return [step for step in re.split(r"[\\/]", path) if step]


def _pruned(folders: list[str]) -> bool:
    """Keep hidden folders out of a walk (in place, as os.walk wants it)."""
    folders[:] = sorted(each for each in folders if each[0] not in "._")
    return False


def _is_below(path: str, places: tuple[str, ...]) -> bool:
    real = os.path.realpath(path)
    return any(real == place or real.startswith(place + os.sep) for place in places)


def _is_plain(name: str) -> bool:
    return name[0] not in "._"


def _kind_of(path: str) -> str | None:
    return ENDINGS.get(os.path.splitext(path)[1].lower())


def _source(path: str, kind: str | None) -> Source:
    known = kind or _kind_of(path)
    if known is None:
        raise InputError(
            f"{path!r}: its ending tells no kind; name it with one of {' '.join(ENDINGS)}, "
            "or give --from",
            path=path,
        )
    try:
        with open(path, "rb") as file:
            found = os.fstat(file.fileno())
            digest = digest_of_ends(file, found.st_size)
    except OSError as error:
        raise _cannot_read(path, error) from error
    if not found.st_size:
        raise InputError(f"{path!r} is empty, expected rows with a grid each", path=path)
    return Source(os.path.abspath(path), known, found.st_size, found.st_mtime_ns, digest)


def _cannot_read(path: str, error: OSError) -> InputError:
    return InputError(f"cannot read {path!r}: {error.strerror or error}", path=path)
