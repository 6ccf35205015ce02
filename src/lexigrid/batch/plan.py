"""The parts of a job: pieces of input files of bounded size, each of which becomes one file.

Knows jobs, sources and the readers of each kind; known by the run.
Rule: the plan follows from the files and the job alone, so it is the same on every day.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..errors import InputError
from .job import Job
from .readers.sources import Source

SUFFIXES = {"parquet": ".parquet", "arrow": ".arrow", "csv": ".csv", "jsonl": ".jsonl"}


class Slice(NamedTuple):
    """A piece of a file: bytes of a text file; rows of row groups (record batches) of others."""

    begin: int
    end: int
    group: int = 0
    groups: int = 0


@dataclass(frozen=True, slots=True)
class Part:
    """One part: a piece of one source, and the name of the file that it becomes."""

    number: int
    source: int
    piece: Slice
    name: str

    @property
    def weight(self) -> int:
        """How much there is to do, in the units of its source's kind."""
        return self.piece.end - self.piece.begin


def make_plan(job: Job, sources: Sequence[Source]) -> list[Part]:
    """Cut all sources into parts.

    Raises:
        InputError: a file that is damaged, or lacks a column.
    """
    pieces = [cut_source(job, source) for source in sources]
    return _numbered(job, pieces)


def cut_source(job: Job, source: Source) -> list[Slice]:
    """Cut one source into slices, and check that it has the columns that the job reads."""
    if source.kind in ("parquet", "arrow"):
        from .readers import columnar

        return columnar.cut(job, source)
    from .readers import text as textual

    return textual.cut(job, source)


def plan_to_json(parts: Sequence[Part]) -> list[list[int]]:
    """Give the plan as it stands in a manifest."""
    return [[part.source, *part.piece] for part in parts]


def plan_from_json(job: Job, listed: Any, sources: int) -> list[Part]:
    """Read the plan of a manifest.

    Raises:
        InputError: it is none.
    """
    pieces: list[list[Slice]] = [[] for _ in range(sources)]
    try:
        for source, *piece in listed:
            pieces[source].append(Slice(*map(int, piece)))
    except (TypeError, ValueError, IndexError) as error:
        raise InputError(f"the manifest's plan is damaged: {error}") from error
    return _numbered(job, pieces)


def _numbered(job: Job, pieces: Sequence[Sequence[Slice]]) -> list[Part]:
    suffix = SUFFIXES.get(job.kind, ".txt")
    parts: list[Part] = []
    for source, own in enumerate(pieces):
        for number, piece in enumerate(own):
            name = f"part-{source:06d}-{number:06d}{suffix}"
            parts.append(Part(len(parts), source, piece, name))
    return parts
