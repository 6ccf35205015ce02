"""What is asked of a batch: the task, how rows are read, what is kept.

Knows errors and the search's choices; known by the whole room.
Rule: a Job holds all that shapes the bytes of the output, and nothing else.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..errors import InputError
from ..search import SCORINGS

Shape = tuple[int, int]

#: What each task can tell of a row, and the type of each column.
TASKS: Mapping[str, Mapping[str, str]] = {
    "score": {"score": "number", "count": "number"},
    "paths": {"score": "number", "count": "number", "words": "texts", "paths": "paths"},
    "lines": {
        "count": "number",
        "missing": "texts",
        "occurrences": "occurrences",
    },
    "check": {"ok": "flag", "missing": "texts", "repeated": "texts"},
    "trace": {"words": "texts", "status": "texts", "count": "numbers", "paths": "cells"},
}
#: What is kept unless said otherwise; `error` always stands last.
KEPT: Mapping[str, tuple[str, ...]] = {
    "score": ("grid", "score"),
    "paths": ("grid", "score", "count", "words"),
    "lines": ("grid", "count", "missing", "occurrences"),
    "check": ("grid", "ok", "missing", "repeated"),
    "trace": ("grid", "words", "status"),
}
KINDS = ("parquet", "arrow", "csv", "jsonl", "text")
#: Rows of one part of the output at most, and bytes of one part of a text file.
PART_ROWS = 1 << 17
PART_BYTES = 1 << 22
#: Rows that are read, searched and written in one go: a part of a second, megabytes of answers.
BATCH_ROWS = {"score": 1 << 15, "paths": 1 << 12, "lines": 1 << 10, "check": 1 << 10}
BATCH_ROWS_TRACE = 1 << 8


@dataclass(frozen=True, slots=True)
class Job:
    """The task and its options. Two jobs that are equal write equal bytes for equal input."""

    task: str = "score"
    kind: str = "parquet"
    keep: tuple[str, ...] = ()
    grid_column: str = "grid"
    words_column: str | None = None
    size_column: str | None = None
    size: Shape | None = None
    qu: bool = False
    alphabet: str | None = None
    case_sensitive: bool = False
    fold_accents: bool = False
    min_length: int = 1
    scoring: str | tuple[tuple[int, int], ...] = "classic"
    topology: str | None = None
    wrap: bool = False
    deadline: float | None = None
    part_rows: int = PART_ROWS
    part_bytes: int = PART_BYTES

    @property
    def columns(self) -> dict[str, str]:
        """The columns of the output and their types, in order."""
        known = {"grid": "text", **TASKS[self.task]}
        return {**{name: known[name] for name in self.keep}, "error": "text"}

    @property
    def batch_rows(self) -> int:
        """Rows that are worked on in one go."""
        return BATCH_ROWS.get(self.task, BATCH_ROWS_TRACE)

    @property
    def points(self) -> str | dict[int, int]:
        """The scoring as the searches take it."""
        return self.scoring if isinstance(self.scoring, str) else dict(self.scoring)

    def to_json(self) -> dict[str, Any]:
        """Give the job as it stands in a manifest."""
        return {
            key: [list(each) if isinstance(each, tuple) else each for each in value]
            if isinstance(value, tuple)
            else value
            for key, value in dataclasses.asdict(self).items()
        }


def check_job(job: Job) -> Job:
    """Check the choices of a job and fill in what is kept; give the job to work with.

    >>> check_job(Job(task="score")).keep
    ('grid', 'score')

    Raises:
        InputError: a task, kind, column or scheme that is none.
    """
    if job.task not in TASKS:
        raise InputError(f"task is {job.task!r}, expected one of {', '.join(TASKS)}")
    if job.kind not in KINDS:
        raise InputError(f"the output's kind is {job.kind!r}, expected one of {', '.join(KINDS)}")
    known = ("grid", *TASKS[job.task])
    for name in job.keep:
        if name not in known:
            raise InputError(
                f"keep has {name!r}, which --task {job.task} does not tell; "
                f"expected some of {', '.join(known)}"
            )
    if len(set(job.keep)) != len(job.keep):
        raise InputError(f"keep names a column twice: {', '.join(job.keep)}")
    if isinstance(job.scoring, str) and job.scoring not in SCORINGS:
        raise InputError(f"scoring is {job.scoring!r}, expected one of {', '.join(SCORINGS)}")
    for name in ("part_rows", "part_bytes"):
        value = getattr(job, name)
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:
            raise InputError(f"{name} is {value!r}, expected a whole number from 1")
    return dataclasses.replace(job, keep=job.keep or KEPT[job.task])
