"""Batches: files of grids in, files of answers out, on one machine or on a cluster.

Knows the searches; known by the command line.
Rule: every row of the input has one row in the output, whatever dies in between.
"""

from .api import ENGINES, Summary, run_batch
from .job import KEPT, KINDS, TASKS

__all__ = ["ENGINES", "KEPT", "KINDS", "TASKS", "Summary", "run_batch"]
