"""Writing columns of rows: CSV, JSON lines and plain text here, the rest by pyarrow.

Knows jobs and rows; known by the work.
Rule: a row of the input is one line, whatever became of it.
"""

from __future__ import annotations

import csv
import io
import json
from contextlib import AbstractContextManager, nullcontext
from typing import Any, BinaryIO, Protocol

from .job import Job
from .rows import Column, listed


class Writer(Protocol):
    """What takes columns of rows."""

    def write(self, columns: dict[str, Column]) -> None:
        """Write columns of rows."""


def open_writer(job: Job, file: BinaryIO) -> AbstractContextManager[Writer]:
    """Give the writer for the kind of output that the job asks for."""
    if job.kind in ("parquet", "arrow"):
        from .readers.columnar import ColumnWriter

        return ColumnWriter(job, file)
    return nullcontext(_LineWriter(job, file))


class _LineWriter:
    def __init__(self, job: Job, file: BinaryIO) -> None:
        self._names = list(job.columns)
        self._file = file
        self._format = {"csv": self._csv, "jsonl": self._json, "text": self._text}[job.kind]
        if job.kind == "csv":
            self._file.write((",".join(self._names) + "\n").encode())

    def write(self, columns: dict[str, Column]) -> None:
        lists = [listed(columns[name]) for name in self._names]
        self._file.write(self._format(lists).encode("utf-8", "replace"))

    def _csv(self, lists: list[list[Any]]) -> str:
        page = io.StringIO(newline="")
        writer = csv.writer(page, lineterminator="\n")
        writer.writerows([_field(value) for value in row] for row in zip(*lists, strict=True))
        return page.getvalue()

    def _json(self, lists: list[list[Any]]) -> str:
        names = self._names
        return "".join(
            json.dumps(
                dict(zip(names, row, strict=True)), ensure_ascii=False, separators=(", ", ": ")
            )
            + "\n"
            for row in zip(*lists, strict=True)
        )

    def _text(self, lists: list[list[Any]]) -> str:
        return "".join(
            "\t".join(" ".join(str(_field(value)).split()) for value in row) + "\n"
            for row in zip(*lists, strict=True)
        )


def _field(value: Any) -> Any:
    """Give a value as a field: words with semicolons between, what is deeper as JSON."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        if all(isinstance(each, str | int) for each in value):
            return ";".join(map(str, value))
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return value


def join_parts(paths: list[str], kind: str, file: BinaryIO) -> None:
    """Write the parts of a job one behind the other as one file."""
    if kind in ("parquet", "arrow"):
        from .readers.columnar import join_columns

        join_columns(paths, kind, file)
        return
    for number, path in enumerate(paths):
        with open(path, "rb") as part:
            if kind == "csv" and number:
                part.readline()  # the header stands in the first
            while piece := part.read(1 << 20):
                file.write(piece)
