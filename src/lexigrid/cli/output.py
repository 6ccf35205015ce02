"""Where an answer goes: standard output or a file, as text, JSON or CSV.

Knows files and pages; known by the commands.
Rule: a file is written whole or not at all; messages never mix with the answer.
"""

from __future__ import annotations

import errno
import os
import shutil
import stat
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import BinaryIO

from .._util.io import atomic_write
from ..errors import InputError
from ..render.terminal.page import Page
from .messages import abandon_standard_output, complain

_PIECE = 1 << 16
_WIDTH = 80
_NARROWEST = 20


@dataclass(frozen=True, slots=True)
class Output:
    """The form of the answer (text, json, csv), its file (None: standard output), silence."""

    format: str = "text"
    output: str | None = None
    quiet: bool = False

    def page(self) -> Page:
        """Describe what the reader can show: colour only on a terminal and without NO_COLOR."""
        if self.output is not None or sys.stdout is None:
            return Page()
        terminal = sys.stdout.isatty()
        encoding = sys.stdout.encoding or "utf-8"
        if not terminal:
            return Page(encoding=encoding)
        wish = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        width = max(_NARROWEST, shutil.get_terminal_size((_WIDTH, 24)).columns)
        return Page(width=width, colour=wish, encoding=encoding, terminal=True)

    def say(self, message: str) -> None:
        """Write a message to standard error, unless asked to be quiet."""
        if not self.quiet:
            complain(message)

    def send_page(self, lines: Iterable[str]) -> None:
        """Write lines of text, in what the terminal or file can show."""
        self._send((f"{line}\n" for line in lines), is_text=True)

    def send_document(self, parts: Iterable[str]) -> None:
        """Write a JSON or CSV document, which is UTF-8 wherever it goes."""
        self._send(parts, is_text=False)

    def _send(self, parts: Iterable[str], *, is_text: bool) -> None:
        if self.output is None:
            encoding = (getattr(sys.stdout, "encoding", None) or "utf-8") if is_text else "utf-8"
            _write_to_standard_output(_encode(parts, encoding))
        elif (place := find_output(self.output)) is not None:
            with atomic_write(place) as file:
                _write_all(file, _encode(parts, "utf-8"))
        else:
            _write_to_device(self.output, _encode(parts, "utf-8"))


def find_output(path: str) -> str | None:
    """Return the regular file, there or not yet, that the path leads to; None for a device.

    A device or a pipe keeps its place: only regular files are replaced.

    Raises:
        InputError: it is a folder, or in a folder that is not there.
    """
    place = os.path.realpath(path)
    try:
        mode = os.stat(place).st_mode
    except (FileNotFoundError, NotADirectoryError):
        folder = os.path.dirname(place)
        if not os.path.isdir(folder):
            raise InputError(f"cannot write {path!r}: no folder {folder!r}", path=path) from None
        return place
    except (OSError, ValueError) as error:
        raise InputError(f"cannot write {path!r}: {error}", path=path) from error
    if stat.S_ISDIR(mode):
        raise InputError(f"cannot write {path!r}: it is a folder, expected a file", path=path)
    return place if stat.S_ISREG(mode) else None


def _encode(parts: Iterable[str], encoding: str) -> Iterator[bytes]:
    """Join small parts into pieces worth a write; what the encoding lacks is escaped."""
    waiting: list[str] = []
    size = 0
    for part in parts:
        waiting.append(part)
        size += len(part)
        if size >= _PIECE:
            yield "".join(waiting).encode(encoding, "backslashreplace")
            waiting, size = [], 0
    yield "".join(waiting).encode(encoding, "backslashreplace")


def _write_all(file: BinaryIO, pieces: Iterable[bytes]) -> None:
    file.writelines(pieces)


def _write_to_device(path: str, pieces: Iterable[bytes]) -> None:
    try:
        with open(path, "wb") as file:
            _write_all(file, pieces)
    except OSError as error:
        raise InputError(f"cannot write {path!r}: {error.strerror}", path=path) from error


def _write_to_standard_output(pieces: Iterable[bytes]) -> None:
    stream = sys.stdout
    if stream is None:
        raise InputError("standard output is closed; give --output FILE")
    try:
        stream.flush()
        _write_all(stream.buffer, pieces)
        stream.buffer.flush()
    except OSError as error:
        if error.errno == errno.EPIPE or (os.name == "nt" and error.errno == errno.EINVAL):
            abandon_standard_output()
            return
        reason = error.strerror or str(error)
        raise InputError(f"cannot write to standard output: {reason}") from error
