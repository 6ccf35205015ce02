"""The options of searches, each declared once: frozen objects that are validated when made.

The Python functions, the command line, HTTP requests and batches all make these objects. A new
option takes one field, a keyword argument of its function, and one place that uses it. The options
of one search alone are with it, those of lines in `line_options`, so that others import less.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from .. import _core
from .._util.cache import memoized
from .._util.kinds import Choice, Count, Flag, Seconds
from .._util.options import Options, option
from .._util.validation import (
    check_deadline,
    check_int,
    check_limit,
)
from ..geometry import TOPOLOGY_NAMES, Topology
from ..grid import Grid
from ..lexicon import COMMON_BAND, Lexicon, WordsLike
from .encode import native_topology
from .scoring import SCORINGS, Scoring, ScoringLike

#: Where boards are scored: on the processor, or on a graphics card.
Device = Literal["cpu", "cuda"]
DEVICES: tuple[Device, ...] = get_args(Device)

#: Which paths `find_paths` lists for each word.
Paths = Literal["none", "one", "all"]
#: The order of the words of `find_paths`.
Sort = Literal["grid", "alpha", "length", "score"]

#: The default `min_length` with the built-in lexicon.
DEFAULT_MIN_LENGTH = 3


class TopologyKind(Choice):
    """A topology, which is checked together with `wrap`."""

    def check(self, value: Any, name: str) -> Any:
        return value


class CommonKind(Flag):
    """True for common words, or the highest band of words."""

    json = bool | int

    def check(self, value: Any, name: str) -> int | None:
        return band_of(value)

    def describe(self) -> str:
        return "true, false or a band"


@dataclass(frozen=True, init=False, eq=False, repr=False, slots=True)
class SearchOptions(Options):
    """The options that all searches have."""

    limit: int | None = option(
        Count(), "The most answers to list, the first in order.", is_last=True
    )
    deadline: float | None = option(
        Seconds(), "Seconds until the search stops with what was found.", is_last=True
    )
    #: The limit and the deadline as the native core takes them.
    native_limit: int = field(init=False, repr=False, compare=False)
    native_deadline: float = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        Options.__post_init__(self)
        object.__setattr__(self, "native_limit", check_limit(self.limit))
        object.__setattr__(self, "native_deadline", check_deadline(self.deadline))


@dataclass(frozen=True, eq=False, repr=False, slots=True)
class TopologyOptions(SearchOptions):
    """The options of searches along paths: which cells touch."""

    topology: Any = option(
        TopologyKind(TOPOLOGY_NAMES),
        "Which cells touch: a name, a `Topology` or pairs of cells; by default as the grid says.",
        cli_help="Which cells touch; default: as the grid says, or king.",
    )
    wrap: bool | None = option(
        Flag(), "Opposite edges touch; by default as the grid says.", negative=None
    )
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


#: An option of paths.
REUSE: Any = option(Flag(), "A path may revisit a cell, but not twice in a row.", default=False)


@dataclass(frozen=True, eq=False, repr=False, slots=True)
class PathOptions(TopologyOptions):
    """The options of `find_paths`, which explains them.

    Raises:
        InputError: an option has an invalid value.
    """

    reuse: bool = REUSE
    min_length: int | None = option(
        Count(),
        "Fewest letters of a word: 3 for the words of a language, else 1.",
        group="Words",
    )
    common: bool | int | None = option(
        CommonKind(),
        "Only words that most readers know, or those up to a band; see `Lexicon.band`.",
        group="Words",
        negative=None,
        cli_help="Only words that most readers know.",
    )
    scoring: Scoring = option(
        ScoringLike(),
        f"{', '.join(SCORINGS)}, or points by number of letters, as in 3:1,4:2.",
        default="classic",
        group="Words",
        completes="scoring",
    )
    paths: Paths = option(
        Choice(get_args(Paths)), "Paths listed for each word: the first, or all.", default="one"
    )
    sort: Sort = option(
        Choice(get_args(Sort)),
        "The order of the words, then that of the alphabet.",
        default="grid",
    )
    count_only: bool = option(
        Flag(),
        "Only the number of words and the score, with all paths also their number.",
        default=False,
        flag="count",
    )


#: The options made from keywords, cached.
path_options = memoized(PathOptions)


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
