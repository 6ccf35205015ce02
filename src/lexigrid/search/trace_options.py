"""The options of `trace`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, get_args

from .._util.cache import memoized
from .._util.kinds import Choice, Count, OrNone
from .._util.options import option
from ..errors import InputError
from ..geometry import TOPOLOGY_NAMES
from .options import REUSE, SearchOptions, TopologyKind, TopologyOptions

#: Which paths `trace` lists.
TracePaths = Literal["one", "all", "count"]
#: The default `limit` of `trace`.
DEFAULT_TRACE_LIMIT = 1000


@dataclass(frozen=True, slots=True)
class TraceOptions(TopologyOptions):
    """The options of `trace`, which explains them; `topology` may also be "line".

    Raises:
        InputError: an option has an invalid value.
    """

    topology: Any = option(
        TopologyKind((*TOPOLOGY_NAMES, "line")),
        "As for `find_paths`, or line for straight lines in eight directions.",
        cli_help="Which cells touch; default: as the grid says, or king.",
    )
    reuse: bool = REUSE
    paths: TracePaths = option(
        Choice(get_args(TracePaths)), "Paths listed for each word, or counted.", default="one"
    )
    limit: int | None = option(
        OrNone(Count()), "The most paths to list.", default=DEFAULT_TRACE_LIMIT, is_last=True
    )

    def __post_init__(self) -> None:
        if not self.is_line:
            TopologyOptions.__post_init__(self)
        elif self.reuse:
            raise InputError("reuse is for paths; a straight line never visits a cell twice")
        else:
            SearchOptions.__post_init__(self)

    @property
    def is_line(self) -> bool:
        """Are only straight lines searched?"""
        return isinstance(self.topology, str) and self.topology == "line"


#: The options made from keywords, cached.
trace_options = memoized(TraceOptions)
