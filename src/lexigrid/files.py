"""Files that are written whole or not at all.

Knows errors; known by whoever writes a file.
Rule: the bytes go to a temporary file in the same folder, which then takes the name at once.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from .errors import InputError


@contextmanager
def written_whole(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """Open a file for writing that appears under its name only when all of it is written.

    >>> import tempfile
    >>> place = Path(tempfile.mkdtemp()) / "words.txt"
    >>> with written_whole(place) as file:
    ...     _ = file.write(b"oat")
    >>> place.read_bytes()
    b'oat'

    Raises:
        InputError: the folder or the file cannot be written.
    """
    target = Path(path)
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


def _take_usual_mode(path: Path) -> None:
    """Give a temporary file, which is private, the mode that a new file would have."""
    mask = os.umask(0)
    os.umask(mask)
    path.chmod(0o666 & ~mask)


def _cannot_write(path: Path, error: OSError) -> InputError:
    reason = error.strerror or str(error)
    return InputError(f"cannot write {str(path)!r}: {reason}", path=path)
