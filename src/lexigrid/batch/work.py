"""The work on one part: read, search, write; the same on a thread and on a cluster.

Knows jobs, plans, readers, searches and writers; known by the engines.
Rule: a part appears under its name whole, and holds a row for each row of its slice, in order.
"""

from __future__ import annotations

import os
from contextlib import AbstractContextManager, nullcontext
from typing import Any, NamedTuple

from .._core import StopToken
from .._util.io import atomic_write
from ..errors import InputError
from ..lexicon import Lexicon
from .job import Job
from .plan import Part
from .readers.slices import Readers
from .readers.sources import Source
from .rows import Column, FewTexts, Rows
from .tasks.boards import find_rows, score_rows
from .tasks.searches import ask_rows
from .writers import open_writer


class Done(NamedTuple):
    """What became of a part: its rows, those with an error, those a check found wrong, bytes."""

    rows: int
    bad: int
    failed: int
    size: int


def work_part(
    job: Job,
    lexicon: Lexicon | None,
    source: Source,
    part: Part,
    folder: str,
    *,
    strict: bool = False,
    stop: StopToken | None = None,
    readers: Readers | None = None,
    turns: AbstractContextManager[Any] | None = None,
) -> Done:
    """Do one part and write its file, whole or not at all.

    `readers` serve several parts; a search is done within `turns`, reading and writing are not.

    Raises:
        InputError: a source that has changed or is damaged; a file that cannot be written; with
            `strict` a row that cannot be used.
        InterruptedError: `stop` was set.
    """
    ended = stop or StopToken()
    turn = turns or nullcontext()
    source.check_unchanged()
    target = os.path.join(folder, part.name)
    count = bad = failed = 0
    with atomic_write(target) as file, open_writer(job, file) as writer:
        for rows in (readers or Readers()).read(job, source, part.piece):
            if ended.is_set():
                raise InterruptedError
            with turn:
                columns = _worked(job, lexicon, rows, ended)
            if strict and rows.errors:
                row, error = min(rows.errors.items())
                raise InputError(
                    f"{source.path!r}, row {count + row + 1} of the part from "
                    f"{_place(part)}: {error}",
                    path=source.path,
                    part=part.number,
                    row=count + row + 1,
                    reason=error,
                )
            writer.write(columns)
            count += len(rows)
            bad += len(rows.errors)
            if job.task == "check":
                failed += sum(each is False for each in columns["ok"])
    return Done(count, bad, failed, os.path.getsize(target))


def _worked(job: Job, lexicon: Lexicon | None, rows: Rows, stop: StopToken) -> dict[str, Column]:
    if job.task not in ("score", "paths"):
        columns = ask_rows(job, lexicon, rows, stop)
    elif lexicon is None:
        raise InputError(f"--task {job.task} needs a lexicon")
    elif job.task == "score" and "count" not in job.keep:
        columns = score_rows(job, lexicon, rows)
    else:
        columns = find_rows(job, lexicon, rows)
    if "grid" in job.keep:
        columns["grid"] = rows.grids
    columns["error"] = FewTexts(len(rows), rows.errors)
    return columns


def _place(part: Part) -> str:
    if part.piece.groups:
        return f"row {part.piece.begin} of row group {part.piece.group}"
    return f"byte {part.piece.begin}"
