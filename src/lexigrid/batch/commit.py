"""Read, search and commit one part; the same code runs on threads and on clusters.

A part is committed when its file takes its name: whole, with one row per input row, in order. The
manifest then records it.
"""

from __future__ import annotations

import os
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from .._core import StopToken
from .._util.io import atomic_write
from ..errors import InputError
from ..lexicon import Lexicon
from .job import Job
from .parts import Part, PartResult
from .readers.slices import SliceReader
from .readers.sources import Source
from .rows import Column, Rows, SparseTexts
from .tasks.boards import find_rows, score_rows
from .tasks.searches import search_rows
from .writers.text import open_writer


def commit_part(
    job: Job,
    lexicon: Lexicon | None,
    source: Source,
    part: Part,
    folder: str,
    *,
    strict: bool = False,
    stop: StopToken | None = None,
    reader: SliceReader | None = None,
    search_slots: AbstractContextManager[Any] | None = None,
) -> PartResult:
    """Search the rows of one part and write its file, whole or not at all.

    A `reader` may serve several parts. Only searching takes one of the `search_slots`.

    Raises:
        InputError: the source has changed or is damaged; the file cannot be written; with
            `strict`, a row is unusable.
        InterruptedError: `stop` was set.
    """
    stop = stop or StopToken()
    source.check_unchanged()
    target = os.path.join(folder, part.name)
    count = errors = failed = 0
    with atomic_write(target) as file, open_writer(job, source, file) as writer:
        for rows in (reader or SliceReader()).read(job, source, part.slice):
            if stop.is_set():
                raise InterruptedError
            with search_slots or nullcontext():
                columns = _search(job, lexicon, rows, stop)
            if strict and rows.errors:
                row, error = min(rows.errors.items())
                number = count + row + 1
                raise InputError(
                    f"{source.path!r}, row {number} of the part from {part.place}: {error}",
                    path=source.path,
                    part=part.number,
                    row=number,
                    reason=error,
                )
            writer.write(columns)
            count += len(rows)
            errors += len(rows.errors)
            if job.task == "check":
                failed += sum(ok is False for ok in columns["ok"])
    return PartResult(count, errors, failed, os.path.getsize(target))


def _search(job: Job, lexicon: Lexicon | None, rows: Rows, stop: StopToken) -> dict[str, Column]:
    if job.task not in ("score", "paths"):
        columns = search_rows(job, lexicon, rows, stop)
    elif lexicon is None:
        raise InputError(f"--task {job.task} needs a lexicon")
    elif job.task == "score" and "count" not in job.keep:
        columns = score_rows(job, lexicon, rows)
    else:
        columns = find_rows(job, lexicon, rows)
    if "grid" in job.keep:
        columns["grid"] = rows.grids
    columns |= rows.passed
    columns["error"] = SparseTexts(len(rows), rows.errors)
    return columns
