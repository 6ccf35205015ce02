"""The options of each search, as frozen objects that are validated when made.

The Python functions, the command line and batches all make these objects. A new option takes one
field here, one keyword or command line option, and one place that uses it.
"""

from __future__ import annotations

import math
import operator
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from .. import _core
from .._util.cache import memoized
from .._util.plain_text import shorten
from .._util.validation import (
    NO_DEADLINE,
    check_choice,
    check_deadline,
    check_flag,
    check_int,
    check_limit,
    check_shape,
    check_threads,
    is_int,
)
from ..errors import InputError
from ..geometry import ALL_DIRECTIONS, Direction, Topology, parse_directions
from ..grid import Grid
from ..lexicon import COMMON_BAND, Lexicon, WordsLike
from .encode import native_topology
from .scoring import Scoring, check_scoring

#: Which paths `find_paths` lists for each word.
Paths = Literal["none", "one", "all"]
#: The order of the words of `find_paths`.
Sort = Literal["grid", "alpha", "length", "score"]
#: Which paths `trace` lists.
TracePaths = Literal["one", "all", "count"]
#: Which paths `find_paths_many` lists for each word.
BulkPathsMode = Literal["none", "one"]
#: The order of the words of each board of `find_paths_many`.
BulkSort = Literal["grid", "tiles", "alpha", "length", "score"]

#: Where boards are scored: on the processor, or on a graphics card.
Device = Literal["cpu", "cuda"]
DEVICES: tuple[Device, ...] = get_args(Device)

#: The default `min_length` with the built-in lexicon.
DEFAULT_MIN_LENGTH = 3
#: The default `limit` of `trace`.
DEFAULT_TRACE_LIMIT = 1000
#: Options that are on or off; `wrap` can also be None.
_FLAGS = ("wrap", "first", "wildcards", "count_only", "reuse", "qu")


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """The options that all searches have; `deadline` is in seconds."""

    limit: int | None = None
    deadline: float | None = None
    #: The limit and the deadline as the native core takes them.
    native_limit: int = field(init=False, repr=False, compare=False)
    native_deadline: float = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        for name in _FLAGS:
            check_flag(getattr(self, name, None), name)
        object.__setattr__(self, "native_limit", check_limit(self.limit))
        object.__setattr__(self, "native_deadline", check_deadline(self.deadline))


@dataclass(frozen=True, slots=True)
class LineOptions(SearchOptions):
    """The options of `find_lines`, which explains them.

    >>> LineOptions(directions="N,E").directions
    (<Direction.N: 'N'>, <Direction.E: 'E'>)

    Raises:
        InputError: an option has an invalid value.
    """

    directions: str | Iterable[Direction | str] = ALL_DIRECTIONS
    wrap: bool | None = None
    first: bool = False
    wildcards: bool = False
    count_only: bool = False
    through: tuple[int, int] | None = None
    threads: int | None = None
    #: A bit for each direction.
    direction_mask: int = field(init=False, repr=False, compare=False)
    native_threads: int = field(init=False, repr=False, compare=False)
    #: Has every option its default, or says how many threads may be used?
    is_plain: bool = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        SearchOptions.__post_init__(self)
        numbers = self.limit, self.deadline, self.wrap, self.through
        is_plain = all(each is None for each in numbers) and not (
            self.first or self.wildcards or self.count_only
        )
        directions = parse_directions(self.directions)
        object.__setattr__(self, "directions", directions)
        object.__setattr__(self, "is_plain", is_plain and directions == ALL_DIRECTIONS)
        object.__setattr__(self, "direction_mask", sum(1 << each.number for each in directions))
        object.__setattr__(self, "native_threads", check_threads(self.threads))
        if self.through is not None:
            given: Any = self.through
            cell = tuple(given) if isinstance(given, Iterable) else ()
            if len(cell) != 2 or not all(map(is_int, cell)):
                raise InputError(f"through is {shorten(given)}, expected a cell (row, column)")
            row, column = map(operator.index, cell)
            object.__setattr__(self, "through", (row, column))


@dataclass(frozen=True, slots=True)
class TopologyOptions(SearchOptions):
    """The options of searches along paths: which cells touch."""

    topology: Any = None
    wrap: bool | None = None
    #: The topology that was given, if any.
    given: Topology | None = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        SearchOptions.__post_init__(self)
        given = None if self.topology is None else Topology.of(self.topology, wrap=self.wrap)
        object.__setattr__(self, "given", given)
        if not isinstance(self.topology, str):  # pairs may be an iterator
            object.__setattr__(self, "topology", given)

    def topology_on(self, own: Topology) -> Topology:
        """Return the topology to search with; the grid's `own` supplies what is not given.

        A name does not say whether edges touch; a `Topology` does, and so do pairs of cells.
        """
        if self.given is None:
            return own if self.wrap is None else Topology.of(own, wrap=self.wrap)
        if self.wrap is None and isinstance(self.topology, str) and own.wrap:
            return Topology.of(self.given, wrap=True)
        return self.given

    def native_topology(self, grid: Grid) -> _core.Topology:
        """Return the topology to search a grid with, for the core."""
        return native_topology(self.topology_on(grid.topology), grid.rows, grid.columns)


@dataclass(frozen=True, slots=True)
class PathOptions(TopologyOptions):
    """The options of `find_paths`, which explains them.

    Raises:
        InputError: an option has an invalid value.
    """

    reuse: bool = False
    min_length: int | None = None
    common: bool | int | None = None
    scoring: Scoring = "classic"
    paths: Paths = "one"
    sort: Sort = "grid"
    count_only: bool = False

    def __post_init__(self) -> None:
        TopologyOptions.__post_init__(self)
        check_choice(self.paths, "paths", get_args(Paths))
        check_choice(self.sort, "sort", get_args(Sort))
        _check_words(self.min_length, self.scoring)
        object.__setattr__(self, "common", band_of(self.common))


@dataclass(frozen=True, slots=True)
class TraceOptions(TopologyOptions):
    """The options of `trace`, which explains them; `topology` may also be "line".

    Raises:
        InputError: an option has an invalid value.
    """

    reuse: bool = False
    paths: TracePaths = "one"
    limit: int | None = DEFAULT_TRACE_LIMIT

    def __post_init__(self) -> None:
        if not self.is_line:
            TopologyOptions.__post_init__(self)
        elif self.reuse:
            raise InputError("reuse is for paths; a straight line never visits a cell twice")
        SearchOptions.__post_init__(self)
        check_choice(self.paths, "paths", get_args(TracePaths))

    @property
    def is_line(self) -> bool:
        """Are only straight lines searched?"""
        return isinstance(self.topology, str) and self.topology == "line"


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
        _check_words(self.min_length, self.scoring)

    def end(self) -> float:
        """Return when a search that begins now must end, for `seconds_until`."""
        return math.inf if self.deadline is None else time.monotonic() + self.native_deadline


def seconds_until(end: float) -> float:
    """Return the seconds that are left as the native core takes them."""
    return NO_DEADLINE if end == math.inf else max(0.0, end - time.monotonic())


def band_of(common: bool | int | None) -> int | None:
    """Return the highest band of common words for True or a band; None for all words.

    >>> band_of(True), band_of(20), band_of(False)
    (50, 20, None)

    Raises:
        InputError: it is neither a truth value nor a band.
    """
    if common is None or isinstance(common, bool):
        return COMMON_BAND if common else None
    return check_int(common, "common")


def _check_words(min_length: int | None, scoring: Scoring) -> None:
    if min_length is not None:
        check_int(min_length, "min_length")
    check_scoring(scoring)


def min_length_for(lexicon: WordsLike | None, min_length: int | None) -> int:
    """Return `min_length`, or if it is None, 3 for the lexicon of a language and 1 for other words.

    Raises:
        InputError: `min_length` is not a whole number from 0.
    """
    if min_length is not None:
        return min(check_int(min_length, "min_length"), _core.MAX_WORD_LETTERS + 1)
    is_own = isinstance(lexicon, Lexicon) and lexicon.language is None
    is_own |= lexicon is not None and not isinstance(lexicon, Lexicon)
    return 1 if is_own else DEFAULT_MIN_LENGTH


#: The options made from keywords, cached. The public functions call these.
line_options = memoized(LineOptions)
path_options = memoized(PathOptions)
trace_options = memoized(TraceOptions)
bulk_options = memoized(BulkOptions)
