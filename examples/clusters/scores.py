"""Score an Arrow column of boards; the workers of Spark and Ray import this module."""

from collections.abc import Iterable, Iterator
from functools import lru_cache

import pyarrow as pa

import lexigrid as lg

#: The columns of the answer as a schema of Spark.
COLUMNS = "grid string, score long, error string"


@lru_cache(1)
def lexicon_at(path: str | None, fingerprint: str) -> lg.Lexicon:
    """Map the lexicon, once per worker, and check that it is the one of the job."""
    lexicon = lg.Lexicon.default() if path is None else lg.Lexicon.load(path)
    if lexicon.fingerprint != fingerprint:
        raise ValueError(f"this worker's lexicon is {lexicon.fingerprint}, expected {fingerprint}")
    return lexicon


def score(
    batches: Iterable[pa.RecordBatch], path: str | None, fingerprint: str
) -> Iterator[pa.RecordBatch]:
    """Score the column `grid` of 4x4 boards with Qu tiles; an unusable row gets an error."""
    lexicon = lexicon_at(path, fingerprint)
    for batch in batches:
        grids = batch.column("grid")
        try:  # the whole batch at once, without a Python object per row
            numbers = lg.score_grids(grids, lexicon, size=(4, 4), qu=True, threads=1)
            scores, errors = pa.array(numbers), pa.nulls(len(grids), pa.string())
        except lg.LexigridError:
            answers = [score_one(grid, lexicon) for grid in grids.to_pylist()]
            scores = pa.array([points for points, _ in answers], pa.int64())
            errors = pa.array([error for _, error in answers], pa.string())
        yield pa.record_batch({"grid": grids, "score": scores, "error": errors})


def score_one(grid: str | None, lexicon: lg.Lexicon) -> tuple[int | None, str | None]:
    """Return the points of one board, or the reason why there are none."""
    if not grid:
        return None, "there is no grid"
    try:
        board = lg.Grid.parse(grid, size=(4, 4), qu=True)
        (points,) = lg.score_grids([board], lexicon, threads=1)
    except lg.LexigridError as error:
        return None, str(error)
    return int(points), None
