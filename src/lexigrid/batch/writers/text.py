"""Write columns as CSV, JSON lines or plain text; open the writer for any kind.

Each input row becomes one line.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from itertools import islice
from typing import Any, BinaryIO, Protocol

from ..._util.csv_text import format_csv
from ..job import DELIMITERS, Job
from ..readers.sources import Source
from ..readers.text import Check, no_check
from ..rows import Column, column_to_list

#: Rows formatted between two checks whether the job was stopped.
_ROWS_AT_ONCE = 1 << 8


class Writer(Protocol):
    """Writes columns of rows."""

    def write(self, columns: dict[str, Column], check: Check = no_check) -> None:
        """Write columns of rows; `check` may raise an error to stop."""


def open_writer(job: Job, source: Source, file: BinaryIO) -> AbstractContextManager[Writer]:
    """Return the writer for the job's output kind."""
    if job.is_columnar:
        from .columnar import ColumnWriter

        return ColumnWriter(job, source, file)
    return nullcontext(TextWriter(job, file))


def join_parts(paths: list[str], kind: str, file: BinaryIO) -> None:
    """Join the parts of a job into one file."""
    if kind in ("parquet", "arrow"):
        from .columnar import join_columns

        join_columns(paths, kind, file)
        return
    for number, path in enumerate(paths):
        with open(path, "rb") as part:
            if kind in DELIMITERS and number:
                part.readline()  # the first part has the header
            shutil.copyfileobj(part, file, 1 << 20)


class TextWriter:
    """Writes columns as CSV, JSON lines or tab-separated text."""

    def __init__(self, job: Job, file: BinaryIO) -> None:
        self._names = list(job.columns)
        self._file = file
        self._kind = job.kind
        self._csv_raw = job.csv_raw
        if job.kind in DELIMITERS:
            names = [" ".join(name.split()) for name in self._names]  # names may have line breaks
            file.write(self._format_csv([names]).encode("utf-8", "replace"))

    def write(self, columns: dict[str, Column], check: Check = no_check) -> None:
        """Write columns of rows."""
        rows = zip(*(column_to_list(columns[name]) for name in self._names), strict=True)
        while some := list(islice(rows, _ROWS_AT_ONCE)):
            check()
            self._file.write(self._format(some).encode("utf-8", "replace"))

    def _format(self, rows: Iterable[Sequence[Any]]) -> str:
        if self._kind == "text":
            return _format_text(rows)
        if self._kind != "jsonl":
            return self._format_csv(rows)
        named = (dict(zip(self._names, row, strict=True)) for row in rows)
        # Columns that are passed through may have dates, decimals and the like.
        return "".join(f"{json.dumps(r, ensure_ascii=False, default=str)}\n" for r in named)

    def _format_csv(self, rows: Iterable[Any]) -> str:
        fields = (map(_field, row) for row in rows)
        return format_csv(fields, raw=self._csv_raw, delimiter=DELIMITERS[self._kind])


def _format_text(rows: Iterable[Any]) -> str:
    return "".join(
        "\t".join(" ".join(str(_field(value)).split()) for value in row) + "\n" for row in rows
    )


def _field(value: Any) -> Any:
    """Return a value as a field: flat lists joined by semicolons, nested ones as JSON."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list) and {*map(type, value)} <= {str, int}:
        return ";".join(map(str, value))
    if isinstance(value, list | dict):
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)
    return value
