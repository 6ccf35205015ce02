"""How far a job is: rows, rate and time left, on one line.

Knows nothing of the package; known by the run and the command.
Rule: what is shown is measured in this run, parts of earlier runs count as done but not as speed.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(slots=True)
class Progress:
    """Weights and rows, done and in all; `show` gets the line, ten times a second at most."""

    total: int
    before: int = 0
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
        """Show the line if it is time."""
        now = time.monotonic()
        if self.show is not None and now - self._shown >= 0.1:
            self._shown = now
            self.show(self.line(now))

    def line(self, now: float) -> str:
        """Describe how far the job is.

        >>> Progress(200, begin=0.0, done=50, rows=1000).line(10.0)
        ' 25 %  1,000 rows  100 rows/s  0:30 left'
        """
        spent = max(now - self.begin, 1e-9)
        share = (self.before + self.done) / max(self.total, 1)
        text = f"{int(100 * share):3d} %  {self.rows_before + self.rows:,} rows"
        if self.done:
            left = (self.total - self.before - self.done) * spent / self.done
            text += f"  {self.rows / spent:,.0f} rows/s  {duration(left)} left"
        return text


def duration(seconds: float) -> str:
    """Write a time as people read it.

    >>> duration(75), duration(3 * 3600 + 62)
    ('1:15', '3:01:02')
    """
    whole = round(seconds)
    minutes, rest = divmod(whole, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"
