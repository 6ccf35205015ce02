"""Divide input files into parts; the plan depends only on the files and the job."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

from ..errors import InputError
from ..lexicon import Lexicon
from .job import DEFAULT_COLUMNS, INPUT_PREFIX, Job, Task, make_job, written_columns
from .parts import Part, Slice
from .readers.slices import list_columns, slice_source
from .readers.sources import Source
from .readers.text import find_first_record


def prepare_job(
    lexicon: Lexicon | None,
    options: Mapping[str, Any],
    sources: Sequence[Source],
    columns: Sequence[str] | None = None,
) -> Job:
    """Make the job for input files; keep="all" becomes a list of names.

    If the first source is a stream, `columns` are its columns.

    Raises:
        InputError: an option cannot be used, or columns differ from file to file.
    """
    if options.get("keep") == "all":
        names = list_columns(sources[0]) if columns is None else columns
        for source in sources[1:]:
            if source.kind != "jsonl" and (extra := {*list_columns(source)}.difference(names)):
                raise InputError(
                    f"{source.name} has the column {min(extra)!r}, which {sources[0].name} lacks; "
                    "name the columns with --keep",
                    path=source.path,
                )
        keep = _name_columns(options, names, sources[0])
        options = {**options, "keep": keep, "keep_all": True}
    job = make_job(lexicon, options)
    _check_types(job, sources)
    return job


def _name_columns(options: Mapping[str, Any], columns: Sequence[str], source: Source) -> list[str]:
    """Return the output names of all input columns, then the default columns."""
    task: Task = options.get("task") or "score"
    own = options.get("grid_column") or "grid"
    written = {*written_columns(task)}
    names: list[str] = []
    for column in dict.fromkeys(columns):
        # The grid column is written anyway.
        is_kept = column not in written or column == own == "grid"
        names.append(column if is_kept else f"{INPUT_PREFIX}{column}")
    if twice := {name for name in names if names.count(name) > 1}:
        name = min(twice)
        raise InputError(
            f"{source.name} has a column {name!r}, which is also the output name of its column "
            f"{name.removeprefix(INPUT_PREFIX)!r}; rename it",
            path=source.path,
        )
    taken = {*names, "grid"} if own in names else {*names}
    return names + [name for name in DEFAULT_COLUMNS.get(task, ()) if name not in taken]


def _check_types(job: Job, sources: Sequence[Source]) -> None:
    """Check that columns passed through have the same type in all files."""
    if not job.is_columnar or not job.passed:
        return
    from .writers.columnar import passed_types

    first, *others = (passed_types(job, source) for source in sources)
    for source, types in zip(sources[1:], others, strict=True):
        if types != first:
            raise InputError(
                f"the types of the columns {', '.join(job.passed)} differ between "
                f"{sources[0].name} and {source.name}; keep fewer columns, or write JSON lines",
                path=source.path,
            )


def make_plan(job: Job, sources: Sequence[Source]) -> list[Part]:
    """Divide all sources into parts.

    Raises:
        InputError: a file is damaged or lacks a column.
    """
    return _number_parts(job, [slice_source(job, source) for source in sources])


def plan_from_list(
    job: Job, stored: Sequence[Sequence[int]], sources: Sequence[Source]
) -> list[Part]:
    """Read the plan of a manifest.

    Raises:
        InputError: the plan does not fit the files.
    """
    slices: list[list[Slice]] = [[] for _ in sources]
    for source, *piece in stored:
        if source < len(sources):
            slices[source].append(Slice(*piece))
    if len(stored) != sum(map(len, slices)) or not all(map(partial(_fits, job), sources, slices)):
        raise InputError("the plan of the manifest is damaged: its parts do not fit the files")
    return _number_parts(job, slices)


def _fits(job: Job, source: Source, slices: Sequence[Slice]) -> bool:
    """Do the slices cover the file without gaps from the first record to the end?"""
    if source.is_columnar:  # cheap: the file lists its row groups
        return slices == slice_source(job, source)
    edges = [(find_first_record(source),) * 2, *(piece[:2] for piece in slices), (source.size,) * 2]
    return all(begin <= end == after for (begin, end), (after, _) in pairwise(edges))


def _number_parts(job: Job, slices: Sequence[Sequence[Slice]]) -> list[Part]:
    parts: list[Part] = []
    for source, own in enumerate(slices):
        for number, piece in enumerate(own):
            name = name_part(source, number, job.kind)
            parts.append(Part(len(parts), source, piece, name))
    return parts


def name_part(source: int, number: int, kind: str) -> str:
    """Return the name of the file of a part."""
    return f"part-{source:06d}-{number:06d}{'.txt' if kind == 'text' else f'.{kind}'}"
