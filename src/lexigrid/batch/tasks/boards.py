"""Scores and words of the boards of a batch.

Knows jobs, rows and the searches over many boards; known by the work.
Rule: rows of one shape and plain letters go to the kernels together; what is odd goes alone.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Any

from ...errors import GridError, LexigridError
from ...grid import Grid
from ...lexicon import Lexicon
from ...search import BulkOptions, BulkPaths, find_paths, search_boards
from ...search.bulk.pack import pack, shape_of_line
from ...search.bulk.solver import solver_for
from ..job import Job, Shape
from ..letters import alphabet_of, check_letters
from ..rows import Column, ManyLists, NumberColumn, Rows

_PLAIN = re.compile(r"[^?\[\]\\/| \t\r\n]+")
#: Bytes of boards of one shape, one a cell, and the rows that they stand in.
Group = tuple[Any, Shape, Sequence[int]]


def score_rows(job: Job, lexicon: Lexicon, rows: Rows) -> dict[str, Column]:
    """Score the boards of a batch: the column `score`."""
    import numpy as np

    scores = np.zeros(len(rows), np.int64)
    groups, odd = grouped(job, rows)
    for data, shape, places in groups:
        solver = solver_for(lexicon, shape, _options_of(job, shape))
        if not solver.serves:
            odd += places
            continue
        own = np.empty(len(places), np.int64)
        solver.score_bytes(data, own, 1)
        scores[_places(places, len(rows))] = own
    for row in odd:
        found = _found_alone(job, lexicon, rows, row, count_only=True)
        scores[row] = found.score if found is not None else 0
    return {"score": NumberColumn(scores, frozenset(rows.errors))}


def find_rows(job: Job, lexicon: Lexicon, rows: Rows) -> dict[str, Column]:
    """Find the words of the boards of a batch: score, count, words and, if kept, paths."""
    groups, odd = grouped(job, rows)
    if not odd and len(groups) <= 1:
        return _flat_columns(job, lexicon, rows, groups)
    found: dict[int, Any] = {}
    for data, shape, places in groups:
        found |= zip(places, _found_many(job, lexicon, data, shape), strict=True)
    for row in odd:
        found[row] = _found_alone(job, lexicon, rows, row, count_only=False)
    return _dressed_columns(job, rows, found)


def grouped(job: Job, rows: Rows) -> tuple[list[Group], list[int]]:
    """Sort rows into groups for the kernels and odd ones; rows that are no grid get their error."""
    if job.alphabet or job.case_sensitive or job.fold_accents:
        return [], [row for row in range(len(rows)) if row not in rows.errors]
    if not rows.errors and rows.sizes is None and len(rows):
        whole = _as_one(job, rows)
        if whole is not None:
            return [whole], []
    parted: dict[Shape, tuple[list[str], list[int]]] = {}
    odd: list[int] = []
    for row, text in enumerate(rows.texts()):
        if row in rows.errors:
            continue
        if text is None:
            rows.errors[row] = "there is no grid"
            continue
        shape = _plain_shape(text, size_for(job, rows, row))
        if shape is None:
            odd.append(row)
            continue
        texts, places = parted.setdefault(shape, ([], []))
        texts.append(text.replace("/", ""))
        places.append(row)
    return [
        ("".join(texts).encode("ascii"), shape, places) for shape, (texts, places) in parted.items()
    ], odd


def size_for(job: Job, rows: Rows, row: int) -> Shape | None:
    """Give the size of a row: its own, or that of the job."""
    own = rows.sizes[row] if rows.sizes is not None else None
    return own if own is not None else job.size


def read_grid(job: Job, rows: Rows, row: int) -> Grid | None:
    """Read the grid of a row; None where it is none, and the row has its error."""
    if row in rows.errors:
        return None
    text = rows.texts()[row]
    try:
        if text is None:
            raise GridError("there is no grid")
        alphabet = alphabet_of(job.alphabet, job.case_sensitive, job.fold_accents)
        size = size_for(job, rows, row)
        options: dict[str, Any] = {"qu": job.qu, "alphabet": alphabet}
        if job.topology:
            options |= {"topology": job.topology}
        grid = Grid.parse(text, size=size, wrap=job.wrap, **options)
        if size is None and "/" not in re.sub(r"\\.", "", text):
            grid = _folded(text, grid, options, job.wrap)
        if alphabet is not None:
            check_letters(grid, alphabet)
    except LexigridError as error:
        rows.errors[row] = str(error)
        return None
    return grid


def _folded(text: str, grid: Grid, options: dict[str, Any], wrap: bool) -> Grid:
    """Fold a bare row of tiles into a square."""
    cells = grid.rows * grid.columns
    side = math.isqrt(cells)
    if side * side != cells:
        raise GridError(
            f"the {cells} tiles make no square: give --size RxC, rows joined by '/', "
            "or one row with a '/' at its end"
        )
    return Grid.parse(text, size=(side, side), wrap=wrap, **options)


def _as_one(job: Job, rows: Rows) -> Group | None:
    """Take a whole batch together where all its boards are plain and of one shape."""
    boards = rows.grids
    if isinstance(boards, list):
        first = boards[0]
        if not all(boards):  # None, or empty
            return None
    else:
        if boards.null_count:
            return None
        first = boards[0].as_py()
    size = job.size
    if size is None and "/" not in first:
        side = math.isqrt(len(first))
        if not side or side * side != len(first):
            return None
        size = (side, side)
    try:
        _, packed = pack(boards, size)
    except LexigridError:
        return None
    return None if packed is None else (*packed, range(len(rows)))


def _plain_shape(text: str, size: Shape | None) -> Shape | None:
    """Give the shape of a board of plain letters; None where a parser has to look."""
    if not text.isascii():
        return None
    if size is None and "/" in text:
        shape = shape_of_line(text)
        return shape if shape and _PLAIN.fullmatch(text.replace("/", "")) else None
    if not _PLAIN.fullmatch(text):
        return None
    if size is not None:
        return size if size[0] * size[1] == len(text) else None
    side = math.isqrt(len(text))
    return (side, side) if side * side == len(text) else None


def _places(places: Sequence[int], rows: int) -> Any:
    return slice(None) if len(places) == rows else list(places)


def _found_alone(job: Job, lexicon: Lexicon, rows: Rows, row: int, *, count_only: bool) -> Any:
    grid = read_grid(job, rows, row)
    if grid is None:
        return None
    try:
        return find_paths(
            grid,
            lexicon,
            min_length=job.min_length,
            scoring=job.points,
            paths="one" if "paths" in job.keep else "none",
            count_only=count_only,
        )
    except LexigridError as error:
        rows.errors[row] = str(error)
        return None


def _found_many(job: Job, lexicon: Lexicon, data: Any, shape: Shape) -> BulkPaths:
    import numpy as np

    boards = np.frombuffer(data, np.uint8).reshape(-1, shape[0] * shape[1])
    return search_boards(boards, lexicon, _options_of(job, shape))


def _options_of(job: Job, shape: Shape) -> BulkOptions:
    return BulkOptions(
        size=shape,
        qu=job.qu,
        min_length=job.min_length,
        scoring=job.points,
        topology=job.topology or "king",
        wrap=job.wrap,
        paths="one" if "paths" in job.keep else "none",
        threads=1,
    )


def _flat_columns(job: Job, lexicon: Lexicon, rows: Rows, groups: list[Group]) -> dict[str, Column]:
    """Lay the flat arrays of one search out over the rows; those with an error have nothing."""
    import numpy as np

    bad = frozenset(rows.errors)
    scores = np.zeros(len(rows), np.int64)
    counts = np.zeros(len(rows), np.int64)
    words, inner, cells = np.zeros(0, np.uint32), np.zeros(1, np.int64), np.zeros(0, np.uint32)
    columns = 1
    for data, shape, places in groups:
        many = _found_many(job, lexicon, data, shape)
        where = _places(places, len(rows))
        scores[where], counts[where] = many.scores, many.counts
        words, columns = many.words, shape[1]
        if many.cells is not None and many.cell_at is not None:
            inner, cells = many.cell_at, many.cells
    first = np.zeros(len(rows) + 1, np.int64)
    np.cumsum(counts, out=first[1:])
    made: dict[str, Column] = {
        "score": NumberColumn(scores, bad),
        "count": NumberColumn(counts, bad),
        "words": ManyLists(first, words, bad, texts=lexicon),
    }
    if "paths" in job.keep:
        pairs = np.stack(np.divmod(cells.astype(np.uint32), np.uint32(columns)), axis=1)
        made["paths"] = ManyLists(first, pairs, bad, inner=inner)
    return made


def _dressed_columns(job: Job, rows: Rows, found: dict[int, Any]) -> dict[str, Column]:
    """Make columns of Python lists, for boards of several shapes."""
    made: dict[str, list[Any]] = {"score": [], "count": [], "words": [], "paths": []}
    for row in range(len(rows)):
        own = found.get(row)
        made["score"].append(None if own is None else own.score)
        made["count"].append(None if own is None else own.count)
        made["words"].append(None if own is None else [word.word for word in own])
        if "paths" in job.keep:
            made["paths"].append(
                None if own is None else [[list(cell) for cell in word.path] for word in own]
            )
    return made
