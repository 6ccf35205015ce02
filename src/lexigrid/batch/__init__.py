"""Batches: files of grids in, files of answers out, on one machine or on a cluster.

Every input row has exactly one output row, however often the job is interrupted.
"""

from .api import Summary, run_batch

__all__ = ["Summary", "run_batch"]
