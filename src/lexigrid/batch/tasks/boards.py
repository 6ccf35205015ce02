"""Scores and words of the boards of a batch.

Boards of the same size with plain letters are searched together; all others are searched alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from ... import _core
from ..._util.validation import NO_DEADLINE
from ...errors import LexigridError
from ...lexicon import Lexicon
from ...search.bulk.cuda.calls import scorer_for
from ...search.bulk.cuda.limits import TILES, declined, why_not
from ...search.bulk.options import BulkOptions
from ...search.bulk.pack import pack, shape_of_text
from ...search.bulk.paths import search_boards
from ...search.bulk.solver import byte_letters, solver_for
from ...search.options import path_options
from ...search.paths import search_paths
from ..job import TASKS, Job, Shape
from ..progress import PartWatch
from ..rows import Column, ListColumn, Rows, column_to_list, mask_rows
from .grids import check_complete, parse_grid, size_of_row

#: Boards of one size, one byte per cell; the size; the row number of each board.
Group = tuple[Any, Shape, Sequence[int]]


def score_rows(job: Job, lexicon: Lexicon, rows: Rows, watch: PartWatch) -> dict[str, Column]:
    """Score the boards of a batch: the column `score`."""
    import numpy as np

    scores = np.zeros(len(rows), np.int64)
    groups, alone = _group_rows(job, lexicon, rows)
    for data, shape, numbers in groups:
        options = _bulk_options(job, shape)
        if job.device == "cuda":
            if (reason := why_not(lexicon, shape, options)) is not None:
                rows.errors.update(dict.fromkeys(numbers, str(declined(reason))))
                continue
            own = scorer_for(lexicon, shape, options).score_bytes(data)
            scores[_index(numbers, len(rows))] = own
            continue
        solver = solver_for(lexicon, shape, options)
        if not solver.serves:
            alone += numbers
            continue
        found = solver.score_bytes(data, 1, NO_DEADLINE, None)
        scores[_index(numbers, len(rows))] = np.frombuffer(found, np.int64)
    if job.device == "cuda":
        rows.errors.update(dict.fromkeys(alone, str(declined(TILES))))
        alone = []
    for count, row in enumerate(alone, len(rows) - len(alone)):
        watch.advance(count, len(rows), rows.share)
        paths = _find_in_row(job, lexicon, rows, row, count_only=True)
        scores[row] = paths.score if paths is not None else 0
    return {"score": mask_rows(scores, rows.errors)}


def find_rows(job: Job, lexicon: Lexicon, rows: Rows, watch: PartWatch) -> dict[str, Column]:
    """Find the words of the boards of a batch: score, count, words and, if kept, paths."""
    groups, alone = _group_rows(job, lexicon, rows)
    if not alone and len(groups) <= 1:
        # This path makes no Python object per row.
        return _make_columns(job, lexicon, groups, len(rows), frozenset(rows.errors))
    lists: dict[str, list[Any]] = {name: [None] * len(rows) for name in TASKS["paths"]}
    for data, shape, numbers in groups:
        own = _make_columns(job, lexicon, [(data, shape, range(len(numbers)))], len(numbers))
        for name, column in own.items():
            for row, value in zip(numbers, column_to_list(column), strict=True):
                lists[name][row] = value
    for count, row in enumerate(alone, len(rows) - len(alone)):
        watch.advance(count, len(rows), rows.share)
        found = _find_in_row(job, lexicon, rows, row, count_only=False)
        if found is not None:
            lists["score"][row] = found.score
            lists["count"][row] = found.count
            lists["words"][row] = list(found.words)
            if "paths" in job.keep:
                lists["paths"][row] = [list(map(list, word.path)) for word in found]
    return dict(lists)


def _group_rows(job: Job, lexicon: Lexicon, rows: Rows) -> tuple[list[Group], list[int]]:
    """Group the rows whose boards can be searched together, and list the rows to search alone."""
    if job.alphabet or job.case_sensitive or job.fold_accents or job.deadline is not None:
        return [], [row for row in range(len(rows)) if row not in rows.errors]
    letters = byte_letters(lexicon, job.qu)
    qu = None if job.device == "cuda" and not job.qu else letters.qu
    if not rows.errors and rows.sizes is None and len(rows):
        try:
            _, packed = pack(rows.grids, job.size, letters.special, qu)
        except LexigridError:  # a row without a grid
            packed = None
        if packed is not None and not packed.others:
            return [(packed.data, packed.shape, range(len(rows)))], []
    by_shape: dict[tuple[Shape, bool], tuple[list[str], list[int]]] = {}
    alone: list[int] = []
    for row, text in enumerate(rows.texts()):
        if row in rows.errors:
            continue
        if text is None:
            rows.errors[row] = "there is no grid"
            continue
        size = size_of_row(job, rows, row)
        shape = size or shape_of_text(text, None)
        if shape is None:
            alone.append(row)
            continue
        texts, numbers = by_shape.setdefault((shape, size is not None), ([], []))
        texts.append(text)
        numbers.append(row)
    groups: list[Group] = []
    for (shape, has_size), (texts, numbers) in by_shape.items():
        form = (*shape, has_size or shape[0] == shape[1], letters.special, qu)
        data, others = _core.pack_texts(texts, *form)
        if others:
            alone += [numbers[at] for at in others]
            kept = sorted({*range(len(texts))}.difference(others))
            data, _ = _core.pack_texts([texts[at] for at in kept], *form)
            numbers = [numbers[at] for at in kept]
        if numbers:
            groups.append((data, shape, numbers))
    return groups, sorted(alone)


def _index(numbers: Sequence[int], rows: int) -> Any:
    """Return a NumPy index for row numbers."""
    return slice(None) if len(numbers) == rows else list(numbers)


def _find_in_row(job: Job, lexicon: Lexicon, rows: Rows, row: int, *, count_only: bool) -> Any:
    grid = parse_grid(job, rows, row)
    if grid is None:
        return None
    options = path_options(
        min_length=job.min_length,
        scoring=job.points,
        paths=_kept_paths(job),
        count_only=count_only,
        deadline=job.deadline,
    )
    try:
        found = search_paths(grid, lexicon, options)
        check_complete(found)
        return found
    except LexigridError as error:
        rows.errors[row] = str(error)
        return None


def _bulk_options(job: Job, shape: Shape) -> BulkOptions:
    return BulkOptions(
        size=shape,
        qu=job.qu,
        min_length=job.min_length,
        scoring=job.points,
        topology=job.topology,
        wrap=job.wrap,
        paths=_kept_paths(job),
        threads=1,
    )


def _kept_paths(job: Job) -> Literal["none", "one"]:
    return "one" if "paths" in job.keep else "none"


def _make_columns(
    job: Job,
    lexicon: Lexicon,
    groups: list[Group],
    rows: int,
    missing: frozenset[int] = frozenset(),
) -> dict[str, Column]:
    """Make columns from the flat arrays of one search; `missing` rows have no values."""
    import numpy as np

    scores = np.zeros(rows, np.int64)
    counts = np.zeros(rows, np.int64)
    words, inner, cells = np.zeros(0, np.uint32), np.zeros(1, np.int64), np.zeros(0, np.uint32)
    width = 1
    for data, shape, numbers in groups:
        boards = np.frombuffer(data, np.uint8).reshape(-1, shape[0] * shape[1])
        found = search_boards(boards, lexicon, _bulk_options(job, shape))
        index = _index(numbers, rows)
        scores[index], counts[index] = found.scores, found.counts
        words, width = found.word_ids, shape[1]
        if found.cells is not None and found.cell_at is not None:
            inner, cells = found.cell_at, found.cells
    first = np.zeros(rows + 1, np.int64)
    np.cumsum(counts, out=first[1:])
    columns: dict[str, Column] = {
        "score": mask_rows(scores, missing),
        "count": mask_rows(counts, missing),
        "words": ListColumn(first, words, missing, lexicon=lexicon),
    }
    if "paths" in job.keep:
        pairs = np.stack(np.divmod(cells.astype(np.uint32), np.uint32(width)), axis=1)
        columns["paths"] = ListColumn(first, pairs, missing, inner=inner)
    return columns
