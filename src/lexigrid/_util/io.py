"""Files: written whole or not at all, read within bounds.

Knows errors; known by whoever reads or writes a file.
Rule: bytes go to a temporary file in the same folder, which then takes the name at once.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from ..errors import InputError

#: The most that is read of one file into memory (a raw grid is mapped, not read).
MAX_BYTES = 1 << 30


@contextmanager
def atomic_write(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """Open a file for writing that appears under its name only when all of it is written.

    >>> import tempfile
    >>> place = Path(tempfile.mkdtemp()) / "words.txt"
    >>> with atomic_write(place) as file:
    ...     _ = file.write(b"oat")
    >>> place.read_bytes()
    b'oat'

    Raises:
        InputError: the folder or the file cannot be written.
    """
    target = Path(path).resolve()  # a link keeps pointing to the file that is written
    if target.exists() and not target.is_file():
        with _opened_device(target) as device:
            yield device
        return
    try:
        descriptor, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    except OSError as error:
        raise _cannot_write(target, error) from error
    unfinished = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        _take_usual_mode(unfinished)
        unfinished.replace(target)
    except OSError as error:
        unfinished.unlink(missing_ok=True)
        raise _cannot_write(target, error) from error
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise


def read_bytes(path: str | os.PathLike[str]) -> bytes:
    """Read a file of at most MAX_BYTES; "-" is standard input.

    Raises:
        InputError: it cannot be read, or is larger.
    """
    try:
        if path == "-":
            return _read_bounded(sys.stdin.buffer, "standard input")
        with open(path, "rb") as file:
            return _read_bounded(file, repr(str(path)))
    except (OSError, ValueError) as error:  # ValueError: a name with a null character
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(f"cannot read {str(path)!r}: {reason}", path=str(path)) from error


def _read_bounded(file: BinaryIO, name: str) -> bytes:
    # In pieces, so that Ctrl-C is heard where a device never ends.
    pieces: list[bytes] = []
    size = 0
    while piece := file.read(1 << 24):
        pieces.append(piece)
        size += len(piece)
        if size > MAX_BYTES:
            raise InputError(f"{name} has more than {MAX_BYTES} bytes, the most that is read")
    return b"".join(pieces)


@contextmanager
def _opened_device(path: Path) -> Iterator[BinaryIO]:
    """A device or a pipe has no name to take at once: what is written goes straight through."""
    try:
        with path.open("wb") as file:
            yield file
    except OSError as error:
        raise _cannot_write(path, error) from error


def _take_usual_mode(path: Path) -> None:
    """Give a temporary file, which is private, the mode that a new file would have."""
    mask = os.umask(0)
    os.umask(mask)
    path.chmod(0o666 & ~mask)


def _cannot_write(path: Path, error: OSError) -> InputError:
    reason = error.strerror or str(error)
    return InputError(f"cannot write {str(path)!r}: {reason}", path=path)
