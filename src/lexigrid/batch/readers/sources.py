"""The input files of a job, each identified by its size, its time and its first and last bytes."""

from __future__ import annotations

import glob
import hashlib
import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import BinaryIO

from ..._util.io import cannot_read, no_file
from ..._util.plain_text import shorten
from ..._util.validation import check_choice
from ...errors import InputError
from ..job import DELIMITERS, KINDS

#: File name endings and their kinds.
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
#: The name of standard input and standard output.
STANDARD_STREAM = "-"
_DIGESTED_BYTES = 1 << 16
#: Endings of compressed files, and commands that unpack them to standard output.
_UNPACKERS = {
    ".gz": "gzip -dc",
    ".xz": "xz -dc",
    ".zst": "zstd -dc",
    ".bz2": "bzip2 -dc",
    ".zip": "unzip -p",
}


@dataclass(frozen=True, slots=True)
class Source:
    """One input file."""

    path: str
    kind: str
    size: int
    time: int  # of the last change, in nanoseconds
    digest: str  # of the first and the last 64 KiB
    delimiter: str = ""  # the field separator of kinds with a header

    @property
    def name(self) -> str:
        """The name for messages."""
        return "standard input" if self.path == STANDARD_STREAM else repr(self.path)

    @property
    def is_columnar(self) -> bool:
        """Is it a Parquet or Arrow file, rather than text?"""
        return self.kind in ("parquet", "arrow")

    def check_unchanged(self) -> None:
        """Check that the file has not changed since the job was planned.

        Raises:
            InputError: it is gone, or its size or time has changed.
        """
        try:
            found = os.stat(self.path)
        except OSError as error:
            raise cannot_read(self.path, error) from error
        if (found.st_size, found.st_mtime_ns) != (self.size, self.time):
            raise InputError(
                f"{self.path!r} has changed since the job began; start again in another folder",
                path=self.path,
            )


def find_sources(
    inputs: str | os.PathLike[str] | Iterable[str],
    kind: str | None,
    *,
    delimiter: str | None = None,
    skip: Sequence[str] = (),
) -> list[Source]:
    """Expand files, folders (recursively) and globs into input files, each sorted by name.

    In folders and globs, names that begin with `.` or `_` are left out, and so is everything at or
    below the paths in `skip`.

    Raises:
        InputError: there are no files, or one is empty or of unknown kind.
    """
    given = list_inputs(inputs)
    if kind is not None:
        check_choice(kind, "read_as", KINDS)
    paths: list[str] = []
    for each in given:
        found = _expand(os.fspath(each), kind, tuple(map(os.path.realpath, skip)))
        if not found:
            if os.path.isdir(each):
                if os.path.realpath(each) in map(os.path.realpath, skip):
                    raise InputError(f"{each!r} is also the output; name another output", path=each)
                raise InputError(
                    f"the folder {each!r} has no input, expected files that end with one of "
                    f"{' '.join(ENDINGS)}; for other endings give --from",
                    path=each,
                )
            if re.search(r"[*?\[]", each):
                raise InputError(
                    f"no file matches {each!r}, expected the name of an input", path=each
                )
            raise no_file(each)
        paths += found
    if len(set(paths)) != len(paths):
        raise InputError("an input file is named twice; name it once")
    return [_open_source(path, kind, delimiter) for path in paths]


def list_inputs(inputs: str | os.PathLike[str] | Iterable[str | os.PathLike[str]]) -> list[str]:
    """Return the names of input files, folders and globs as a list.

    Raises:
        InputError: there are none, or they have the wrong type.
    """
    try:
        listed = [inputs] if isinstance(inputs, str | os.PathLike) else list(inputs)
        names = [os.fspath(each) for each in listed]
    except TypeError as error:
        raise InputError(
            f"the inputs are {shorten(inputs)}, expected a file, a folder, a glob or several"
        ) from error
    if not names:
        raise InputError("there are no inputs, expected a file, a folder, a glob or several")
    return names


def open_standard_input(kind: str | None, delimiter: str | None) -> Source:
    """Return standard input as a source, by default of text.

    Raises:
        InputError: the kind cannot be read from a stream.
    """
    source = Source(STANDARD_STREAM, kind or "text", 0, 0, "", "")
    if source.is_columnar:
        raise InputError(f"{kind} cannot be read from standard input ('-'); name a file")
    return _set_delimiter(source, delimiter)


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


def _open_source(path: str, kind: str | None, delimiter: str | None) -> Source:
    known = kind or kind_of(path)
    stem, ending = os.path.splitext(path)
    if known is None and ending.lower() in _UNPACKERS:
        raise InputError(
            f"{path!r} is compressed; unpack it, or pipe it: {_UNPACKERS[ending.lower()]} {path} | "
            f"lexigrid batch - OUT --from {kind_of(stem) or 'csv'}",
            path=path,
        )
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
            file.seek(0)
            head = file.read(4)
    except OSError as error:
        raise cannot_read(path, error) from error
    if not found.st_size:
        raise InputError(f"{path!r} is empty, expected rows with a grid each", path=path)
    source = Source(os.path.abspath(path), known, found.st_size, found.st_mtime_ns, digest)
    if not source.is_columnar:
        check_encoding(source, head)
    return _set_delimiter(source, delimiter)


def _set_delimiter(source: Source, delimiter: str | None) -> Source:
    if delimiter is None:
        return replace(source, delimiter=DELIMITERS.get(source.kind, ""))
    if source.kind not in DELIMITERS:
        raise InputError(
            f"delimiter is for CSV and TSV, and {source.name} is {source.kind}; leave out the "
            "delimiter, or choose csv or tsv as the format to read from"
        )
    if len(delimiter) != 1 or not delimiter.isascii() or delimiter in '"\r\n':
        raise InputError(f"delimiter is {shorten(delimiter)}, expected one character such as ';'")
    return replace(source, delimiter=delimiter)


def check_encoding(source: Source, head: bytes) -> None:
    """Check that the first bytes of text are not UTF-16 or UTF-32.

    Raises:
        InputError: they are.
    """
    if head.startswith((b"\xff\xfe", b"\xfe\xff")) or 0 in head[:2]:
        raise InputError(
            f"{source.name} is UTF-16 or UTF-32, expected UTF-8; save it as UTF-8", path=source.path
        )
