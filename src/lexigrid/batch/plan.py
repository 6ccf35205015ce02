"""Divide input files into parts; the plan depends on nothing but the files and the job."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..errors import InputError
from .job import Job
from .parts import Part, Slice
from .readers.slices import slice_source
from .readers.sources import Source

SUFFIXES = {"parquet": ".parquet", "arrow": ".arrow", "csv": ".csv", "jsonl": ".jsonl"}


def make_plan(job: Job, sources: Sequence[Source]) -> list[Part]:
    """Divide all sources into parts.

    Raises:
        InputError: a file is damaged or lacks a column.
    """
    return _number_parts(job, [slice_source(job, source) for source in sources])


def plan_to_json(parts: Sequence[Part]) -> list[list[int]]:
    """Return the plan as a manifest stores it."""
    return [[part.source, *part.slice] for part in parts]


def plan_from_json(job: Job, stored: Any, sources: int) -> list[Part]:
    """Read the plan of a manifest.

    Raises:
        InputError: it is damaged.
    """
    slices: list[list[Slice]] = [[] for _ in range(sources)]
    try:
        for source, *numbers in stored:
            slices[source].append(Slice(*map(int, numbers)))
    except (TypeError, ValueError, IndexError) as error:
        raise InputError(f"the manifest's plan is damaged: {error}") from error
    return _number_parts(job, slices)


def _number_parts(job: Job, slices: Sequence[Sequence[Slice]]) -> list[Part]:
    suffix = SUFFIXES.get(job.kind, ".txt")
    parts: list[Part] = []
    for source, own in enumerate(slices):
        for number, piece in enumerate(own):
            name = f"part-{source:06d}-{number:06d}{suffix}"
            parts.append(Part(len(parts), source, piece, name))
    return parts
