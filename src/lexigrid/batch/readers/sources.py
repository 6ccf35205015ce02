"""The input files of a job, each identified by its size, its time and the bytes at its ends."""

from __future__ import annotations

import glob
import hashlib
import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass
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
    ".tsv": "tsv",
    ".tab": "tsv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".txt": "text",
    ".text": "text",
}
_DIGESTED_BYTES = 1 << 16


@dataclass(frozen=True, slots=True)
class Source:
    """One input file."""

    path: str
    kind: str
    size: int
    time: int  # of the last change, in nanoseconds
    digest: str  # of the first and the last 64 KiB

    @property
    def is_columnar(self) -> bool:
        """Is it a Parquet or Arrow file, rather than text?"""
        return self.kind in ("parquet", "arrow")

    def to_json(self) -> list[Any]:
        """Return the source as a manifest stores it."""
        return list(astuple(self))

    def check_unchanged(self) -> None:
        """Check that the file is still the one that the job was planned for.

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
    """Find the input files of files, folders (with those below) and globs; each sorted by name.

    In folders and globs, names that begin with `.` or `_` are left out, and so is everything at or
    below the paths in `skip`.

    Raises:
        InputError: there are none; one is empty or of no known kind.
    """
    given = [inputs] if isinstance(inputs, str | os.PathLike) else list(inputs)
    paths: list[str] = []
    for each in given:
        found = _expand(os.fspath(each), kind, tuple(map(os.path.realpath, skip)))
        if not found:
            raise InputError(f"no input {each!r}: no such file, and no file matches it")
        paths += found
    if len(set(paths)) != len(paths):
        raise InputError("an input file is named twice, expected each once")
    return [_open_source(path, kind) for path in paths]


def kind_of(path: str) -> str | None:
    """Return the kind of a file by its ending; None if the ending is unknown."""
    return ENDINGS.get(os.path.splitext(path)[1].lower())


def digest_ends(file: BinaryIO, size: int) -> str:
    """Return a digest of the first and the last 64 KiB of a file."""
    digest = hashlib.blake2b(file.read(_DIGESTED_BYTES), digest_size=16)
    if size > _DIGESTED_BYTES:
        file.seek(max(_DIGESTED_BYTES, size - _DIGESTED_BYTES))
        digest.update(file.read(_DIGESTED_BYTES))
    return digest.hexdigest()


def _expand(name: str, kind: str | None, skip: tuple[str, ...]) -> list[str]:
    if os.path.isdir(name):
        files = []
        for folder, folders, names in os.walk(name):
            folders[:] = sorted(filter(_is_visible, folders))  # os.walk enters only these
            files += [
                os.path.join(folder, each)
                for each in filter(_is_visible, names)
                if kind is not None or kind_of(each) is not None
            ]
    elif os.path.exists(name):
        return [name]
    else:
        fixed = re.split(r"[*?\[]", name)[0]
        files = [
            path
            for path in glob.glob(name, recursive=True)
            if not os.path.isdir(path)
            and all(map(_is_visible, filter(None, re.split(r"[\\/]", path[len(fixed) :]))))
        ]
    return sorted(path for path in files if not _is_below(path, skip))


def _is_below(path: str, places: tuple[str, ...]) -> bool:
    real = os.path.realpath(path)
    return any(real == place or real.startswith(place + os.sep) for place in places)


def _is_visible(name: str) -> bool:
    return name[0] not in "._"


def _open_source(path: str, kind: str | None) -> Source:
    known = kind or kind_of(path)
    if known is None:
        raise InputError(
            f"{path!r}: unknown file name ending, expected one of {' '.join(ENDINGS)}; "
            "rename it or give --from",
            path=path,
        )
    try:
        with open(path, "rb") as file:
            found = os.fstat(file.fileno())
            digest = digest_ends(file, found.st_size)
    except OSError as error:
        raise _cannot_read(path, error) from error
    if not found.st_size:
        raise InputError(f"{path!r} is empty, expected rows with a grid each", path=path)
    return Source(os.path.abspath(path), known, found.st_size, found.st_mtime_ns, digest)


def _cannot_read(path: str, error: OSError) -> InputError:
    return InputError(f"cannot read {path!r}: {error.strerror or error}", path=path)
