"""Create the folder of a job, lock it against other jobs, and remove unfinished files."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from .._util.io import TEMPORARY
from .._util.lock import hold_lock
from ..errors import InputError
from . import manifest
from .parts import Part

LOCK = "_lock"
#: The lexicon, where workers on other machines can map it.
LEXICON = "_lexicon.lexicon"


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


def own_files(folder: str, parts: Iterable[Part] = ()) -> list[str]:
    """Return the names of the files of the job in a folder, and those of `parts`; its list last."""
    path = os.path.join(folder, manifest.NAME)
    names = [LOCK, LEXICON, *(part.name for part in parts), *manifest.list_parts(path)]
    return [*dict.fromkeys(names), manifest.NAME]


def _check_content(folder: str) -> None:
    """Check that a folder, if it exists, is empty or holds a job."""
    if os.path.lexists(folder) and not os.path.isdir(folder):
        raise InputError(
            f"{folder!r} is not a folder; name a new folder, or a file that ends as in scores.csv",
            path=folder,
        )
    if not os.path.isdir(folder) or os.path.exists(os.path.join(folder, manifest.NAME)):
        return
    names = [name for name in os.listdir(folder) if not name.startswith((".", "_"))]
    if names:
        raise InputError(
            f"{folder!r} holds {names[0]!r} but no batch job; name an empty or new folder",
            path=folder,
        )
