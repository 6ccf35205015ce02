"""Lock files, which name the process that holds them and are released when it ends."""

from __future__ import annotations

import functools
import os
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from .. import _core
from ..errors import InputError

#: The byte to lock on Windows, where nobody else can then read it.
_LOCKED_AT = 1 << 30
#: Seconds to wait for the name of a process that has just taken a lock.
_NAME_SECONDS = 0.5
#: Flags for opening files, where the system has them: follow no links, do not inherit.
NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)


def try_lock(descriptor: int) -> bool:
    """Lock an open file until it is closed; return False if another process has locked it.

    Raises:
        OSError: the file system has no locks.
    """
    try:
        if os.name == "nt":  # pragma: no cover - Windows
            import msvcrt

            os.lseek(descriptor, _LOCKED_AT, os.SEEK_SET)
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
            os.lseek(descriptor, 0, os.SEEK_SET)
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True


@contextmanager
def hold_lock(path: str, held: str) -> Iterator[None]:
    """Hold a lock file and remove it at the end; take over one that a killed process left.

    `held` begins the message for other processes: "another job is running in 'scores'".

    Raises:
        InputError: another process holds the lock, or the file cannot be written.
    """
    try:
        descriptor = _open_locked(path)
    except OSError as error:
        folder, reason = os.path.dirname(path), error.strerror or error
        raise InputError(f"cannot write into {folder!r}: {reason}", path=folder) from error
    if descriptor is None:
        holder = _read_holder(path)
        raise InputError(f"{held} ({holder})", path=path, holder=holder)
    try:
        _core.add_unfinished(os.fsencode(path))
        os.write(descriptor, f"process {os.getpid()} on {host_name()}\n".encode())
        yield
    finally:
        if os.name == "nt":  # pragma: no cover - Windows cannot remove an open file
            os.close(descriptor)
        with suppress(OSError):
            os.unlink(path)
        _core.remove_unfinished(os.fsencode(path))
        if os.name != "nt":
            os.close(descriptor)


@functools.cache
def host_name() -> str:
    """Return the name of this machine, in characters that are valid in a file name."""
    import platform

    return re.sub(r"[^\w.-]", "-", platform.node()) or "this-machine"


def _open_locked(path: str) -> int | None:
    """Open and lock a file; return None if another process has locked it."""
    while True:
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT | NO_FOLLOW, 0o666)
        except FileNotFoundError:  # the holder has just removed the folder
            os.makedirs(os.path.dirname(path), exist_ok=True)
            continue
        try:
            if not try_lock(descriptor):
                os.close(descriptor)
                return None
            with suppress(FileNotFoundError):
                # If they differ, the holder removed the file after it was opened here.
                if os.path.samestat(os.fstat(descriptor), os.stat(path)):
                    os.ftruncate(descriptor, 0)
                    return descriptor
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)


def _read_holder(path: str) -> str:
    """Return the name of the process that holds a lock."""
    until = time.monotonic() + _NAME_SECONDS
    while time.monotonic() < until:
        with suppress(OSError, UnicodeDecodeError), open(path, encoding="utf-8") as file:
            if (name := file.readline(200)).endswith("\n"):
                return name.strip()
        time.sleep(0.01)
    return "an unnamed process"
