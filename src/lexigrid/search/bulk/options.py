"""The options of searches of many boards."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from typing import Literal, get_args

from ..._util.cache import memoized
from ..._util.kinds import Checked, Choice, Count, Flag, Shaped
from ..._util.options import option
from ..._util.validation import NO_DEADLINE, check_threads
from ..options import DEVICES, Device, TopologyOptions
from ..scoring import Scoring, ScoringLike

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

    size: tuple[int, int] | None = option(Shaped(), "")
    qu: bool = option(Flag(), "", default=False)
    min_length: int | None = option(Count(), "")
    scoring: Scoring = option(ScoringLike(), "", default="classic")
    paths: BulkPathsMode = option(Choice(get_args(BulkPathsMode)), "", default="one")
    sort: BulkSort = option(Choice(get_args(BulkSort)), "", default="grid")
    threads: int | None = option(Checked(lambda value, _: check_threads(value), ""), "")
    device: Device = option(Choice(DEVICES), "", default="cpu")

    def end(self) -> float:
        """Return when a search that begins now must end, for `seconds_until`."""
        return math.inf if self.deadline is None else time.monotonic() + self.native_deadline


def seconds_until(end: float) -> float:
    """Return the seconds that are left as the native core takes them."""
    return NO_DEADLINE if end == math.inf else max(0.0, end - time.monotonic())


#: The options made from keywords, cached.
bulk_options = memoized(BulkOptions)
