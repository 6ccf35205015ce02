"""Divide input files into slices that can be read independently."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..job import Job
from ..parts import Slice
from ..rows import Rows
from . import text
from .sources import Source

if TYPE_CHECKING:
    from .columnar import GroupReader

#: Row groups to keep open: parts come in order, so only one or two are in use.
MAX_OPEN = 2
#: Slices whose first line number is remembered: more than are in progress at once.
_MAX_KNOWN = 1 << 8


def slice_source(job: Job, source: Source) -> list[Slice]:
    """Divide one source into slices, and check that it has the columns that the job reads."""
    if not source.is_columnar:
        return text.slice_file(job, source)
    from . import columnar

    return columnar.slice_file(job, source)


def list_columns(source: Source) -> list[str]:
    """List the columns of a file; plain text has none."""
    if not source.is_columnar:
        return text.list_columns(source)
    from . import columnar

    return list(columnar.read_schema(source).names)


class SliceReader:
    """Reads slices for the threads of a process, and keeps Parquet row groups open."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._open: dict[tuple[Job, Source, int], GroupReader] = {}
        #: By path: where slices begin, and the lines before them.
        self._lines: dict[str, list[tuple[int, int]]] = {}

    def read(
        self, job: Job, source: Source, piece: Slice, check: text.Check = text.no_check
    ) -> Iterator[Rows]:
        """Read a slice in batches of rows; `check` may raise an error to stop."""
        if not source.is_columnar:
            return text.read_slice(job, source, piece, check)
        from . import columnar

        if source.kind == "parquet" and piece.groups == 1:
            rows = self._read_from_group(job, source, piece)
            if rows is not None:
                return iter(rows)
        return columnar.read_slice(job, source, piece)

    def _read_from_group(self, job: Job, source: Source, piece: Slice) -> list[Rows] | None:
        from .columnar import GroupReader

        key = (job, source, piece.group)
        with self._lock:
            # An error leaves the reader at an unknown position, so it is dropped.
            reader = self._open.pop(key, None) or GroupReader(job, source, piece.group)
            rows = reader.read(piece)
            if reader.is_finished:
                reader.close()
                return rows
            self._open[key] = reader
            while len(self._open) > MAX_OPEN:
                self._open.pop(next(iter(self._open))).close()
            return rows

    def first_place(self, source: Source, piece: Slice) -> int:
        """Return the number of lines (of text) or rows of the file before a slice."""
        if source.is_columnar:
            from . import columnar

            return columnar.count_rows_before(source, piece)
        # Slices come in order, so each counts the lines since the previous one.
        with self._lock:
            known = self._lines.setdefault(source.path, [(0, 0)])
            begin, lines = max(each for each in known if each[0] <= piece.begin)
        lines += text.count_lines(source, begin, piece.begin)
        with self._lock:
            known.append((piece.begin, lines))
            del known[1:-_MAX_KNOWN]
        return lines

    def close(self) -> None:
        """Close all open row groups."""
        with self._lock:
            while self._open:
                self._open.popitem()[1].close()
