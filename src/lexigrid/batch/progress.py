"""The progress of a job on one line: rows, rate and time left."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(slots=True)
class Progress:
    """Work and rows done so far; `show` gets a line ten times a second at most.

    Parts of earlier runs count as done, but not for the rate.
    """

    total: int
    done_before: int = 0
    rows_before: int = 0
    show: Callable[[str], None] | None = None
    done: int = 0
    rows: int = 0
    begin: float = field(default_factory=time.monotonic)
    _shown: float = 0.0

    def add(self, weight: int, rows: int) -> None:
        """Count a part that is done."""
        self.done += weight
        self.rows += rows

    def tick(self) -> None:
        """Show the line if it is due."""
        now = time.monotonic()
        if self.show is not None and now - self._shown >= 0.1:
            self._shown = now
            self.show(self.line(now))

    def line(self, now: float) -> str:
        """Return the line to show.

        >>> Progress(200, begin=0.0, done=50, rows=1000).line(10.0)
        ' 25 %  1,000 rows  100 rows/s  0:30 left'
        """
        seconds = max(now - self.begin, 1e-9)
        done = (self.done_before + self.done) / max(self.total, 1)
        text = f"{int(100 * done):3d} %  {self.rows_before + self.rows:,} rows"
        if self.done:
            left = (self.total - self.done_before - self.done) * seconds / self.done
            text += f"  {self.rows / seconds:,.0f} rows/s  {format_duration(left)} left"
        return text


def format_duration(seconds: float) -> str:
    """Return a duration as people write it.

    >>> format_duration(75), format_duration(3 * 3600 + 62)
    ('1:15', '3:01:02')
    """
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"
