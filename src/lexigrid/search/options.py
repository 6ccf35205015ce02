"""What the options of searches have in common: frozen objects that are validated when made.

The Python functions, the command line and batches all make these objects. The options of a search
are in its module. A new option takes one field there, one keyword or command line option, and one
place that uses it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from .. import _core
from .._util.validation import check_deadline, check_flag, check_int, check_limit
from ..geometry import Topology
from ..grid import Grid
from ..lexicon import COMMON_BAND, Lexicon, WordsLike
from .encode import native_topology
from .scoring import Scoring, check_scoring

#: Where boards are scored: on the processor, or on a graphics card.
Device = Literal["cpu", "cuda"]
DEVICES: tuple[Device, ...] = get_args(Device)

#: The default `min_length` with the built-in lexicon.
DEFAULT_MIN_LENGTH = 3
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


def check_words(min_length: int | None, scoring: Scoring) -> None:
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
