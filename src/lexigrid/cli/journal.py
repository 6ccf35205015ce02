"""The journal of a book: its finished puzzles, as JSON lines in a file next to it.

Each finished puzzle is written at once, so that an interrupted run can be continued.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO, cast

from .._util.io import cannot_read
from .._util.lock import NO_FOLLOW
from ..errors import InputError, PuzzleError
from ..puzzle import Puzzle
from .output import Output

_SUFFIX = ".making"
#: The first line of a journal, perhaps cut short.
_FINGERPRINT = re.compile("[0-9a-f]{0,32}")


@dataclass
class Journal:
    """The finished puzzles, and the file to which more are added (None: no file)."""

    path: Path | None
    fingerprint: str
    finished: tuple[Puzzle, ...] = ()
    _file: TextIO | None = None

    @classmethod
    def open(cls, output: str | None, fingerprint: str, answer: Output) -> Journal:
        """Read the journal of an interrupted run of the same book, if there is one."""
        if output is None:
            return cls(None, fingerprint)
        path = Path(f"{output}{_SUFFIX}")
        lines: list[str] = []
        try:
            with suppress(FileNotFoundError), _open_journal(path, "r") as file:
                lines = file.readlines()
        except (OSError, UnicodeDecodeError) as error:
            raise InputError(f"{cannot_read(path, error)}; remove it") from error
        if lines and not _FINGERPRINT.fullmatch(lines[0].strip()):
            raise InputError(
                f"{str(path)!r} is not the journal of an unfinished book; move it away, or name "
                "another output",
                path=path,
            )
        if lines and lines[0].strip() != fingerprint:
            answer.say(f"{path.name} belongs to another book and is replaced")
            lines = []
        return cls(path, fingerprint, tuple(_read_complete(lines[1:])))

    def __enter__(self) -> None:
        if self.path is None:
            return
        try:
            self._file = _open_journal(self.path, "w")
        except OSError as error:
            raise self._cannot_write(error) from error
        self._write(self.fingerprint)
        for puzzle in self.finished:
            self.add(puzzle)

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            # Closing repeats a failed write, whose error was already raised.
            with suppress(OSError):
                self._file.close()

    def add(self, puzzle: Puzzle) -> None:
        """Write one finished puzzle."""
        if self._file is not None:
            self._write(puzzle.to_json())

    def remove(self) -> None:
        """Delete the journal of a finished book."""
        if self.path is not None:
            self.path.unlink(missing_ok=True)

    def _write(self, line: str) -> None:
        assert self._file is not None
        try:
            self._file.write(f"{line}\n")
            self._file.flush()
        except OSError as error:
            raise self._cannot_write(error) from error

    def _cannot_write(self, error: OSError) -> InputError:
        return InputError(
            f"cannot write {str(self.path)!r}: {error.strerror}; run the same command again to "
            "continue"
        )


def _open_journal(path: Path, mode: str) -> TextIO:
    """Open a journal, but refuse a symbolic link, which somebody may have planted."""

    def open_file(name: str, flags: int) -> int:
        return os.open(name, flags | NO_FOLLOW, 0o666)

    return cast("TextIO", open(path, mode, encoding="utf-8", newline="\n", opener=open_file))


def _read_complete(lines: Sequence[str]) -> Iterator[Puzzle]:
    """Read the puzzles of a journal up to the first incomplete line."""
    for line in lines:
        try:
            if not line.endswith("\n"):
                return
            yield Puzzle.from_json(line)
        except PuzzleError:
            return
