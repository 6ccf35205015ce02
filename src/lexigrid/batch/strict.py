"""Where in its file a row stands that stopped a job: parts know their own rows only.

Knows manifests, plans and readers; known by the run.
Rule: rows are counted after the trouble, so that a job without any pays nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import InputError
from .job import Job
from .manifest import Manifest
from .plan import Part
from .readers.slices import Readers
from .readers.sources import Source


def in_its_file(
    error: InputError, job: Job, sources: Sequence[Source], manifest: Manifest
) -> InputError:
    """Tell of a row by its number in the file, where the error is about a row of a part."""
    if "part" not in error.facts:
        return error
    ours = manifest.parts[error.part]
    before = [part for part in manifest.parts[: ours.number] if part.source == ours.source]
    try:
        row = error.row + sum(
            _rows_of(job, sources[ours.source], manifest, part) for part in before
        )
    except InputError:  # the file has changed meanwhile: what its part says must do
        return error
    return InputError(
        f"{error.path!r}, row {row} of the file: {error.reason}", path=error.path, row=row
    )


def _rows_of(job: Job, source: Source, manifest: Manifest, part: Part) -> int:
    if part.number in manifest.done:
        return manifest.done[part.number].rows
    if source.kind in ("parquet", "arrow"):
        return part.weight
    # Text whose part was still at work: a few parts, as they are done in order.
    return sum(len(rows) for rows in Readers().read(job, source, part.piece))
