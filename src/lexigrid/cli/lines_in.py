"""Lines that are typed or piped, waited for no longer than a clock allows.

Knows nothing of lexigrid; known by the plain game.
Rule: a line is given whole; where the system cannot wait with a limit, the wait has none.
"""

from __future__ import annotations

import io
import os
import select
import sys
import time

_PIECE = 4096


class LineReader:
    """Reads lines from standard input; `ended` once there are no more."""

    def __init__(self) -> None:
        self.ended = sys.stdin is None
        self._waiting = b""
        self._file = _descriptor()

    def read(self, seconds: float | None) -> str | None:
        """Give the next line without its end; None at the end or when the seconds are over."""
        if self.ended:
            return None
        if self._file is None:
            line = sys.stdin.readline()
            self.ended = not line
            return line.rstrip("\r\n") if line else None
        until = None if seconds is None else time.monotonic() + seconds
        while b"\n" not in self._waiting:
            left = None if until is None else max(0.0, until - time.monotonic())
            if not select.select([self._file], [], [], left)[0]:
                return None
            piece = os.read(self._file, _PIECE)
            if not piece:
                self.ended = True
                break
            self._waiting += piece
        line_bytes, _, self._waiting = self._waiting.partition(b"\n")
        if self.ended and not line_bytes:
            return None
        return line_bytes.decode("utf-8", "replace").rstrip("\r")


def _descriptor() -> int | None:
    """Give the number of standard input where it can be waited for."""
    if sys.stdin is None or os.name == "nt":
        return None
    try:
        return sys.stdin.fileno()
    except (OSError, ValueError, io.UnsupportedOperation):
        return None
