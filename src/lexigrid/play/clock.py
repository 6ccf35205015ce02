"""The clock of a match or contest that is being played: the only code that reads the time for it.

The server starts and stops it in `web/room.py`, the terminal in `play/session.py`.
"""

from __future__ import annotations

import time
from collections.abc import Callable


class Clock:
    """A clock in milliseconds, which is stopped until it is started.

    `seconds` returns seconds that never decrease.
    """

    def __init__(self, seconds: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._at = 0
        self._since: float | None = None

    @property
    def is_running(self) -> bool:
        """Is it running?"""
        return self._since is not None

    def now(self) -> int:
        """Return the time on the clock."""
        passed = 0.0 if self._since is None else self._seconds() - self._since
        return self._at + max(0, int(passed * 1000))

    def start(self, at: int) -> None:
        """Run from a time on."""
        self._at, self._since = at, self._seconds()

    def stop(self, at: int) -> None:
        """Stop at a time."""
        self._at, self._since = at, None
