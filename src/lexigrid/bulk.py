"""Many boards in one call, and files of boards.

A list or an array of boards is searched in one process, on all processors. `run_batch` reads and
writes files, on this machine or on a cluster. `CudaScorer` uses a graphics card.
"""

from .batch.api import ENGINES as ENGINES
from .batch.api import Summary as Summary
from .batch.api import run_batch as run_batch
from .batch.job import DEFAULT_COLUMNS as DEFAULT_COLUMNS
from .batch.job import KINDS as KINDS
from .batch.job import TASKS as TASKS
from .batch.job import Job as Job
from .boards.cuda import BoardSample as BoardSample
from .boards.cuda import CudaScorer as CudaScorer
from .search.bulk.paths import BulkArrays as BulkArrays
from .search.bulk.paths import BulkPaths as BulkPaths
from .search.bulk.paths import find_paths_many as find_paths_many
from .search.bulk.scores import score_changes as score_changes
from .search.bulk.scores import score_grids as score_grids
from .search.bulk.scores import score_swaps as score_swaps
