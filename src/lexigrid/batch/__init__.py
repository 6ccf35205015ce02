"""Batches: files of grids in, files of answers out, on one machine or on a cluster.

Every input row has exactly one output row, however often the job is interrupted.
"""

from .api import ENGINES, Summary, run_batch
from .job import DEFAULT_COLUMNS, KINDS, TASKS, Job
from .prove import prove_best

__all__ = [
    "DEFAULT_COLUMNS",
    "ENGINES",
    "KINDS",
    "TASKS",
    "Job",
    "Summary",
    "prove_best",
    "run_batch",
]
