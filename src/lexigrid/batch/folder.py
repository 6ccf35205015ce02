"""Create the folder of a job, lock it against other jobs, and remove unfinished files."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from contextlib import contextmanager

from .._util.io import TEMPORARY
from .._util.lock import hold_lock
from ..errors import InputError
from . import manifest

LOCK = "_lock"


@contextmanager
def open_folder(folder: str) -> Iterator[None]:
    """Create a folder if necessary, and keep other jobs out of it.

    The lock ends with the process. If no job could start, the folder is removed.

    Raises:
        InputError: the folder cannot be written, holds something else, or another job runs in it.
    """
    _check_content(folder)
    try:
        # Without the lock, unfinished files may belong to another job.
        with hold_lock(os.path.join(folder, LOCK), f"another job is running in {folder!r}"):
            remove_unfinished(folder)
            yield
    finally:
        with contextlib.suppress(OSError):
            os.rmdir(folder)  # if it is empty


def remove_unfinished(folder: str) -> None:
    """Remove the temporary files of a folder, including those of workers about to exit."""
    for entry in os.scandir(folder):
        if entry.name.endswith(TEMPORARY):
            with contextlib.suppress(OSError):
                os.unlink(entry.path)


def clear_folder(folder: str) -> None:
    """Remove all files of a job except its lock."""
    for entry in os.scandir(folder):
        if entry.name != LOCK:
            os.unlink(entry.path)


def _check_content(folder: str) -> None:
    """Check that a folder, if it exists, is empty or holds a job."""
    if not os.path.isdir(folder) or os.path.exists(os.path.join(folder, manifest.NAME)):
        return
    names = [name for name in os.listdir(folder) if not name.startswith((".", "_"))]
    if names:
        raise InputError(
            f"{folder!r} holds {names[0]!r} but no batch job; name an empty or new folder",
            path=folder,
        )
