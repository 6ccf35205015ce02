"""Divide input files into parts; the plan depends on nothing but the files and the job."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise

from ..errors import InputError
from .job import Job
from .parts import Part, Slice
from .readers.slices import slice_source
from .readers.sources import Source
from .readers.text import find_first_record


def make_plan(job: Job, sources: Sequence[Source]) -> list[Part]:
    """Divide all sources into parts.

    Raises:
        InputError: a file is damaged or lacks a column.
    """
    return _number_parts(job, [slice_source(job, source) for source in sources])


def plan_to_json(parts: Sequence[Part]) -> list[list[int]]:
    """Return the plan as a manifest stores it."""
    return [[part.source, *part.slice] for part in parts]


def plan_from_json(
    job: Job, stored: Sequence[Sequence[int]], sources: Sequence[Source]
) -> list[Part]:
    """Read the plan of a manifest.

    Raises:
        InputError: it does not fit the files.
    """
    slices: list[list[Slice]] = [[] for _ in sources]
    for source, *piece in stored:
        if source < len(sources):
            slices[source].append(Slice(*piece))
    if len(stored) != sum(map(len, slices)) or not all(map(partial(_fits, job), sources, slices)):
        raise InputError("the plan of the manifest is damaged: its parts do not fit the files")
    return _number_parts(job, slices)


def _fits(job: Job, source: Source, slices: Sequence[Slice]) -> bool:
    """Do the slices follow each other from the first record to the end of the file?"""
    if source.is_columnar:  # the file knows; text would have to be read
        return slices == slice_source(job, source)
    edges = [(find_first_record(source),) * 2, *(piece[:2] for piece in slices), (source.size,) * 2]
    return all(begin <= end == after for (begin, end), (after, _) in pairwise(edges))


def _number_parts(job: Job, slices: Sequence[Sequence[Slice]]) -> list[Part]:
    suffix = ".txt" if job.kind == "text" else f".{job.kind}"
    parts: list[Part] = []
    for source, own in enumerate(slices):
        for number, piece in enumerate(own):
            name = f"part-{source:06d}-{number:06d}{suffix}"
            parts.append(Part(len(parts), source, piece, name))
    return parts
