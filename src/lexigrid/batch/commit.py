"""Read, search and commit one part; the same code runs on threads and on clusters.

A part is committed when its complete file, one row per input row in order, is renamed to its final
name. The manifest then records it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from .._core import StopToken
from .._util.io import atomic_write
from ..errors import InputError
from ..lexicon import Lexicon
from .job import Job
from .parts import Part, PartResult
from .progress import PartWatch
from .readers.slices import SliceReader
from .readers.sources import Source
from .rows import Column, Rows, SparseTexts
from .tasks.boards import find_rows, score_rows
from .tasks.searches import search_rows
from .writers.text import open_writer

#: Columns of answers, and the numbers of their rows, errors and failed checks.
Answers = tuple[dict[str, Column], PartResult]


def commit_part(
    job: Job,
    lexicon: Lexicon | None,
    source: Source,
    part: Part,
    folder: str,
    *,
    strict: bool = False,
    watch: PartWatch | None = None,
    reader: SliceReader | None = None,
    search_slots: AbstractContextManager[Any] | None = None,
) -> PartResult:
    """Search the rows of one part and write its file, whole or not at all.

    A `reader` may serve several parts. Searching holds one of the `search_slots`; reading and
    writing do not.

    Raises:
        InputError: the source has changed or is damaged; the file cannot be written; with
            `strict`, a row is unusable.
        InterruptedError: the job was stopped.
    """
    watch = watch or PartWatch(StopToken())
    reader = reader or SliceReader()
    source.check_unchanged()
    target = os.path.join(folder, part.name)
    total = PartResult(0, 0, 0, 0)
    with atomic_write(target) as file, open_writer(job, source, file) as writer:
        batches = reader.read(job, source, part.slice, watch.check)
        for columns, result in answer_batches(
            job,
            lexicon,
            source,
            batches,
            lambda: reader.first_place(source, part.slice),
            watch,
            strict=strict,
            search_slots=search_slots,
        ):
            writer.write(columns, watch.check)
            total = PartResult(*map(sum, zip(total, result, strict=True)))
    return total._replace(size=os.path.getsize(target))


def answer_batches(
    job: Job,
    lexicon: Lexicon | None,
    source: Source,
    batches: Iterable[Rows],
    first_place: Callable[[], int],
    watch: PartWatch,
    *,
    strict: bool,
    search_slots: AbstractContextManager[Any] | None = None,
) -> Iterator[Answers]:
    """Search batches of rows of one slice; `first_place` returns the line or row it begins at.

    Raises:
        InputError: the source is damaged; with `strict`, a row is unusable.
        InterruptedError: the job was stopped.
    """
    first: int | None = None
    for rows in batches:
        with search_slots or nullcontext():
            columns = _search(job, lexicon, rows, watch)
        if rows.errors:
            first = first_place() if first is None else first
            if strict:
                raise _make_error(source, rows, first)
            if not source.is_columnar:  # columnar rows have the same number in input and output
                rows.errors = {
                    row: f"line {first + rows.places[row] + 1}: {error}"
                    for row, error in rows.errors.items()
                }
        columns["error"] = SparseTexts(len(rows), rows.errors)
        failed = sum(ok is False for ok in columns["ok"]) if job.task == "check" else 0
        yield columns, PartResult(len(rows), len(rows.errors), failed, 0)
        watch.finish(len(rows), rows.share)


def _make_error(source: Source, rows: Rows, first: int) -> InputError:
    """Return the error for the first unusable row of a batch."""
    row, error = min(rows.errors.items())
    noun = "row" if source.is_columnar else "line"
    place = first + rows.places[row] + 1
    return InputError(
        f"{source.name}, {noun} {place}: {error}", path=source.path, reason=error, **{noun: place}
    )


def _search(job: Job, lexicon: Lexicon | None, rows: Rows, watch: PartWatch) -> dict[str, Column]:
    if job.task not in ("score", "paths"):
        columns = search_rows(job, lexicon, rows, watch)
    elif lexicon is None:
        raise InputError(f"--task {job.task} needs a lexicon")
    elif job.task == "score" and "count" not in job.keep:
        columns = score_rows(job, lexicon, rows, watch)
    else:
        columns = find_rows(job, lexicon, rows, watch)
    if "grid" in job.keep:
        columns["grid"] = rows.grids
    return columns | rows.passed
