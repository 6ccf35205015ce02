"""Write columns of rows: CSV, JSON lines and plain text here, Parquet and Arrow by pyarrow.

Each row of the input becomes one line.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext
from typing import Any, BinaryIO, Protocol

from ..._util.csv_text import format_csv
from ..job import Job
from ..rows import Column, column_to_list


class Writer(Protocol):
    """Anything that writes columns of rows."""

    def write(self, columns: dict[str, Column]) -> None:
        """Write columns of rows."""


def open_writer(job: Job, file: BinaryIO) -> AbstractContextManager[Writer]:
    """Return the writer for the job's kind of output."""
    if job.kind in ("parquet", "arrow"):
        from .columnar import ColumnWriter

        return ColumnWriter(job, file)
    return nullcontext(TextWriter(job, file))


def join_parts(paths: list[str], kind: str, file: BinaryIO) -> None:
    """Write the parts of a job one after the other into one file."""
    if kind in ("parquet", "arrow"):
        from .columnar import join_columns

        join_columns(paths, kind, file)
        return
    for number, path in enumerate(paths):
        with open(path, "rb") as part:
            if kind == "csv" and number:
                part.readline()  # the first part has the header
            shutil.copyfileobj(part, file, 1 << 20)


class TextWriter:
    """Writes columns as CSV, JSON lines or tab-separated text."""

    def __init__(self, job: Job, file: BinaryIO) -> None:
        self._names = list(job.columns)
        self._file = file
        self._csv_raw = job.csv_raw
        self._format = {"csv": self._format_csv, "jsonl": self._format_json, "text": _format_text}[
            job.kind
        ]
        if job.kind == "csv":
            file.write((",".join(self._names) + "\n").encode())

    def write(self, columns: dict[str, Column]) -> None:
        """Write columns of rows."""
        rows = zip(*(column_to_list(columns[name]) for name in self._names), strict=True)
        self._file.write(self._format(rows).encode("utf-8", "replace"))

    def _format_csv(self, rows: Iterable[Any]) -> str:
        return format_csv((map(_field, row) for row in rows), raw=self._csv_raw)

    def _format_json(self, rows: Iterable[Any]) -> str:
        return "".join(
            json.dumps(dict(zip(self._names, row, strict=True)), ensure_ascii=False) + "\n"
            for row in rows
        )


def _format_text(rows: Iterable[Any]) -> str:
    return "".join(
        "\t".join(" ".join(str(_field(value)).split()) for value in row) + "\n" for row in rows
    )


def _field(value: Any) -> Any:
    """Return a value as a field: lists of words joined by semicolons, deeper ones as JSON."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        if all(isinstance(each, str | int) for each in value):
            return ";".join(map(str, value))
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return value
