"""The options of searches of many boards."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from typing import Literal, get_args

from ..._util.cache import memoized
from ..._util.validation import NO_DEADLINE, check_choice, check_shape, check_threads
from ..options import DEVICES, Device, TopologyOptions, check_words
from ..scoring import Scoring

#: Which paths `find_paths_many` lists for each word.
BulkPathsMode = Literal["none", "one"]
#: The order of the words of each board of `find_paths_many`.
BulkSort = Literal["grid", "tiles", "alpha", "length", "score"]


@dataclass(frozen=True, slots=True)
class BulkOptions(TopologyOptions):
    """The options of searches of many boards; see `find_paths_many` and `score_grids`.

    Raises:
        InputError: an option has an invalid value.
        GridError: the size is below 1x1.
    """

    size: tuple[int, int] | None = None
    qu: bool = False
    min_length: int | None = None
    scoring: Scoring = "classic"
    paths: BulkPathsMode = "one"
    sort: BulkSort = "grid"
    threads: int | None = None
    device: Device = "cpu"

    def __post_init__(self) -> None:
        TopologyOptions.__post_init__(self)
        check_choice(self.device, "device", DEVICES)
        if self.size is not None:
            object.__setattr__(self, "size", check_shape(self.size, "size"))
        check_choice(self.paths, "paths", get_args(BulkPathsMode))
        check_choice(self.sort, "sort", get_args(BulkSort))
        if self.threads is not None:
            object.__setattr__(self, "threads", check_threads(self.threads))
        check_words(self.min_length, self.scoring)

    def end(self) -> float:
        """Return when a search that begins now must end, for `seconds_until`."""
        return math.inf if self.deadline is None else time.monotonic() + self.native_deadline


def seconds_until(end: float) -> float:
    """Return the seconds that are left as the native core takes them."""
    return NO_DEADLINE if end == math.inf else max(0.0, end - time.monotonic())


#: The options made from keywords, cached.
bulk_options = memoized(BulkOptions)
