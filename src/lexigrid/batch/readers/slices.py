"""Reading slices of input files, of whatever kind, for the parts of a job.

Knows jobs, sources, slices and the readers of each kind; known by the work and the engines.
Rule: what a slice gives never depends on who read before it.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..job import Job
from ..plan import Slice
from ..rows import Rows
from .sources import Source

if TYPE_CHECKING:
    from .columnar import GroupReader

#: Row groups that are kept open: parts come in order, so that one is in use, or two.
KEPT_OPEN = 2


class Readers:
    """The row groups of Parquet that are open, for the threads of a process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._open: dict[tuple[Job, Source, int], GroupReader] = {}

    def read(self, job: Job, source: Source, piece: Slice) -> Iterator[Rows]:
        """Read a slice in batches of rows."""
        if source.kind not in ("parquet", "arrow"):
            from . import text as textual

            return textual.read(job, source, piece)
        from . import columnar

        if source.kind == "parquet" and piece.groups == 1:
            taken = self._taken(job, source, piece)
            if taken is not None:
                return iter(taken)
        return columnar.read(job, source, piece)

    def _taken(self, job: Job, source: Source, piece: Slice) -> list[Rows] | None:
        from .columnar import GroupReader

        key = (job, source, piece.group)
        with self._lock:
            reader = self._open.pop(key, None)
            if reader is None:
                reader = GroupReader(job, source, piece.group)
            taken = reader.take(piece)  # trouble loses the place in the file, and the reader
            if reader.is_read:
                reader.close()
                return taken
            self._open[key] = reader
            while len(self._open) > KEPT_OPEN:
                self._open.pop(next(iter(self._open))).close()
            return taken

    def close(self) -> None:
        """Close all that is open."""
        with self._lock:
            while self._open:
                self._open.popitem()[1].close()
