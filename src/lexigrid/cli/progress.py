"""How far a long search is: one line on a terminal, gone when it ends.

Knows standard error and a clock; known by the commands.
Rule: nothing is shown in the first half second, nor where nobody looks.
"""

from __future__ import annotations

import contextlib
import sys
import time
from types import TracebackType

_PATIENCE = 0.5  # seconds
_EVERY = 0.1
_WIDTH = 30


class Progress:
    """A bar with the part done and the time left; called with the part, 0 to 1."""

    def __init__(self, *, quiet: bool = False) -> None:
        self._is_shown = False
        self._begun = time.monotonic()
        self._next = self._begun + _PATIENCE
        self._is_wanted = not quiet and sys.stderr is not None and sys.stderr.isatty()

    def __enter__(self) -> Progress:
        return self

    def __call__(self, done: float) -> None:
        """Show the bar, if it is time to."""
        now = time.monotonic()
        if not self._is_wanted or now < self._next:
            return
        self._next = now + _EVERY
        self._write("\r" + bar(done, now - self._begun))
        self._is_shown = True

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._is_shown:
            self._write("\r\x1b[K")

    def _write(self, text: str) -> None:
        with contextlib.suppress(OSError, ValueError):
            sys.stderr.write(text)
            sys.stderr.flush()


def bar(done: float, seconds: float) -> str:
    """Draw a bar.

    >>> bar(0.25, 2.0)
    '[=======                       ]  25 %, 6 s left'
    """
    part = min(max(done, 0.0), 1.0)
    filled = "=" * int(part * _WIDTH)
    left = f", {seconds / part - seconds:.0f} s left" if part > 0 else ""
    return f"[{filled:{_WIDTH}}] {part * 100:3.0f} %{left}"
