"""The folder of a job: created, locked against other jobs, and cleaned of unfinished files."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ..errors import InputError
from . import manifest

_LOCK = "_lock"


@contextmanager
def open_folder(folder: str) -> Iterator[None]:
    """Create a folder if necessary, and keep other jobs out of it.

    The lock ends with the process. A folder in which no job could start is removed.

    Raises:
        InputError: it cannot be written, holds something else, or another job is running in it.
    """
    _check_content(folder)
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise InputError(
            f"cannot make the folder {folder!r}: {error.strerror or error}", path=folder
        ) from error
    try:
        with lock_folder(folder):
            remove_unfinished(folder)
            yield
    except BaseException:
        with contextlib.suppress(OSError):
            if set(os.listdir(folder)) <= {_LOCK}:
                shutil.rmtree(folder)
        raise


@contextmanager
def lock_folder(folder: str) -> Iterator[None]:
    """Keep other jobs out of a folder.

    Raises:
        InputError: another job is running in it.
    """
    try:
        import fcntl
    except ImportError:  # Windows
        yield
        return
    try:
        file: Any = open(os.path.join(folder, _LOCK), "ab")  # noqa: SIM115 - closed below
    except OSError as error:
        raise InputError(
            f"cannot write into {folder!r}: {error.strerror or error}", path=folder
        ) from error
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise InputError(
                f"another job is running in {folder!r}; wait for it or name another folder",
                path=folder,
            ) from error
        yield


def remove_unfinished(folder: str) -> None:
    """Remove the files that killed workers have left unfinished."""
    for entry in os.scandir(folder):
        if entry.name.startswith((".part-", f".{manifest.NAME}.")):
            with contextlib.suppress(OSError):
                os.unlink(entry.path)


def _check_content(folder: str) -> None:
    """Check that a folder, if it exists, holds a job or nothing."""
    if not os.path.isdir(folder) or os.path.exists(os.path.join(folder, manifest.NAME)):
        return
    names = [name for name in os.listdir(folder) if not name.startswith((".", "_"))]
    if names:
        raise InputError(
            f"{folder!r} holds {names[0]!r} and no batch job; name an empty or new folder",
            path=folder,
        )
