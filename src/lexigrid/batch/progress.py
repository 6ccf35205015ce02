"""The progress of a job: the rows done, the rate and the time left."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from .._core import StopToken
from .._util.progress import Progress, Share


@dataclass(slots=True)
class PartWatch:
    """Counts the finished rows of one part, and interrupts it when the job stops.

    `report` receives the finished rows and their share of the part.
    """

    stop: StopToken
    report: Callable[[int, float], None] | None = None
    rows: int = 0
    share: float = 0.0

    def check(self) -> None:
        """Check that the job was not stopped.

        Raises:
            InterruptedError: it was stopped.
        """
        if self.stop.is_set():
            raise InterruptedError

    def advance(self, row: int, rows: int, share: float) -> None:
        """Note that `row` of a batch of `rows` rows are done; the batch ends at `share`."""
        self.check()
        if self.report is not None:
            own_share = self.share + (share - self.share) * row / rows
            self.report(self.rows + row, own_share)

    def finish(self, rows: int, share: float) -> None:
        """Note that a batch of rows is done."""
        self.advance(rows, rows, share)
        self.rows += rows
        self.share = share


@dataclass(slots=True)
class Meter:
    """Work and rows done so far, reported at most ten times a second.

    Parts of earlier runs count as done but do not affect the rate.
    """

    total: int
    progress: Progress | None = None
    done_before: int = 0
    rows_before: int = 0
    done: int = 0
    rows: int = 0
    begin: float = field(default_factory=time.monotonic)
    _running: dict[int, tuple[int, float]] = field(default_factory=dict)
    _shown: float = 0.0

    def report(self, part: int, rows: int, weight: float) -> None:
        """Note how much of a part is done; any thread may call this."""
        self._running[part] = rows, weight

    def add(self, part: int, weight: int, rows: int) -> None:
        """Count a finished part."""
        self._running.pop(part, None)
        self.done += weight
        self.rows += rows

    def tick(self) -> None:
        """Report if it is time."""
        now = time.monotonic()
        if self.progress is not None and now - self._shown >= 0.1:
            self._shown = now
            self.progress(self.share(now))

    def share(self, now: float) -> Share:
        """Return the share that is done.

        >>> str(Meter(200, begin=0.0, done=50, rows=1000).share(10.0))
        ' 25 %  1,000 rows  100 rows/s  0:30 left'

        Without a total, as for standard input, it has no percentage and no time left.
        """
        seconds = max(now - self.begin, 1e-9)
        running = list(self._running.values())
        done = self.done + sum(weight for _, weight in running)
        rows = self.rows + sum(count for count, _ in running)
        text = f"{self.rows_before + rows:,} rows"
        share = (self.done_before + done) / self.total if self.total else 0.0
        if self.total:
            text = f"{int(100 * share):3d} %  {text}"
        if rows:
            text += f"  {rows / seconds:,.0f} rows/s"
        if done and self.total:
            left = (self.total - self.done_before - done) * seconds / done
            text += f"  {format_duration(left)} left"
        return Share(share, text)


def format_duration(seconds: float) -> str:
    """Return a duration as people write it.

    >>> format_duration(75), format_duration(3 * 3600 + 62)
    ('1:15', '3:01:02')
    """
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"
