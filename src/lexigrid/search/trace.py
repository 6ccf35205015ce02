"""Trace one word: `found` shows a path, `absent` is proved, anything else is `undetermined`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import lcm
from typing import Any, Literal, get_args

from .. import _core
from .._util.cache import memoized
from .._util.kinds import Choice, Count, OrNone
from .._util.options import describe_options, option
from .._util.plain_text import count_noun, shorten
from .._util.sequences import LazyTuple
from ..alphabet import OPEN, Alphabet, is_punctuation
from ..cpu import use_environment
from ..errors import InputError, LexiconError
from ..geometry import TOPOLOGY_NAMES, Cell, TopologyLike
from ..grid import Grid, GridLike, as_grid, draw_for_notebook
from ..lexicon.compile import check_characters
from .answer import cells_of
from .documents import JSON_NAMES, traces_to_json
from .encode import punctuation_on, tile_texts
from .line_options import line_options
from .lines import search_lines
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

_WANTED = {"one": 0, "all": 1, "count": 2}


@dataclass(frozen=True, slots=True)
class Trace:
    """The answer for one word; true if it was found."""

    word: str
    """The word as given."""
    status: str
    """"found", "absent" (proved) or "undetermined" (the deadline passed)."""
    count: int
    """The number of paths; a lower bound where `complete` is False."""
    paths: Sequence[tuple[Cell, ...]]
    """The requested paths; each is made when read, because there can be millions."""
    complete: bool
    """Is `count` exact?"""
    decided_by: str = field(default="", compare=False)
    """The pass of the search that settled the status."""
    grid: Grid | None = field(default=None, compare=False, repr=False)
    """The grid that was searched."""

    def __str__(self) -> str:
        least = "" if self.complete else "at least "
        count = f", {least}{count_noun(self.count, 'path')}" if self else ""
        return f"{self.word}: {self.status}{count}"

    def __bool__(self) -> bool:
        """Was it found?"""
        return self.status == "found"

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as in JSON: `word`, `status`, `count`, `complete`, `paths`."""
        paths = [[list(cell) for cell in path] for path in self.paths]
        return {name: getattr(self, name) for name in JSON_NAMES} | {"paths": paths}

    def to_json(self) -> str:
        """Return the `lexigrid/trace` document as text."""
        return "".join(traces_to_json(self.grid, [self]))

    def _repr_svg_(self) -> str | None:
        """Return the grid with the first path, for a notebook."""
        if self.grid is None:
            return None
        return draw_for_notebook(self.grid, self.paths[:1], start=True)


@describe_options(TraceOptions)
def trace(
    grid: GridLike,
    word: str,
    *,
    topology: TopologyLike | Literal["line"] | None = None,
    wrap: bool | None = None,
    reuse: bool = False,
    paths: TracePaths = "one",
    limit: int | None = DEFAULT_TRACE_LIMIT,
    deadline: float | None = None,
) -> Trace:
    """Trace one word along touching cells, no cell twice.

    Paths come in canonical order: first cell in reading order, then cell by cell. With paths="one"
    the path is the first of them if the count is complete; on a hard question it is whichever was
    found first.

    >>> answer = trace(Grid.parse("tea/ant/oat"), "eat", paths="all")
    >>> answer.status, answer.count, answer.paths[0][:2]
    ('found', 2, (Cell(row=0, column=1), Cell(row=0, column=2)))

    Args:
        grid: a `Grid`, text, rows or a 2-D array.

    Raises:
        LexiconError: the word has no letters.
        InputError: an option has an invalid value.
    """
    return trace_word(grid, word, trace_options(limit, deadline, topology, wrap, reuse, paths))


def trace_word(grid: GridLike, word: str, options: TraceOptions) -> Trace:
    """Trace as `trace` does, given its options as an object."""
    query = TraceQuery(grid, word)
    if options.is_line:
        return _trace_lines(query, options)
    result = _core.trace(
        *query.arguments(options),
        wanted=_WANTED[options.paths],
        limit=options.native_limit,
        deadline=options.native_deadline,
    )
    paths = LazyTuple(len(result), lambda i: cells_of(result.path(i), query.grid.columns))
    count = sum(limb << 64 * place for place, limb in enumerate(result.count))
    return Trace(word, result.status, count, paths, result.exact, result.decided_by, query.grid)


def iter_paths(
    grid: GridLike,
    word: str,
    *,
    topology: TopologyLike | Literal["line"] | None = None,
    wrap: bool | None = None,
    reuse: bool = False,
    deadline: float | None = None,
) -> Iterator[tuple[Cell, ...]]:
    """Yield all paths of a word in canonical order, searching for each when it is requested.

    >>> paths = iter_paths(Grid.parse("tea/ant/oat"), "eat")
    >>> next(paths)
    (Cell(row=0, column=1), Cell(row=0, column=2), Cell(row=1, column=2))

    Args:
        topology: as for `trace`, and `wrap` and `reuse` likewise.
        deadline: seconds for each path. When they have passed, `next` raises TimeoutError, and
            the following `next` continues the search.

    Raises:
        LexiconError: the word has no letters.
        InputError: an option has an invalid value.
    """
    options = trace_options(topology=topology, wrap=wrap, reuse=reuse, deadline=deadline)
    query = TraceQuery(grid, word)
    if options.is_line:
        return _iter_lines(query, replace(options, paths="all", limit=None))
    stream = _core.TraceStream(*query.arguments(options))
    columns = query.grid.columns
    found = iter(lambda: stream.next(options.native_deadline), None)
    return (cells_of(path, columns) for path in found)


#: Letters, tiles, cells, topology, reuse.
_Arguments = tuple[list[str], _core.TileTexts, Any, _core.Topology, bool]


class TraceQuery:
    """A grid and a word, with `letters` as the grid reads them, encoded for the core."""

    __slots__ = ("_tiles", "grid", "letters", "word")

    def __init__(self, board: GridLike, word: str) -> None:
        grid = as_grid(board)
        use_environment()
        alphabet = grid.alphabet or OPEN
        self.grid = grid
        self.word = word
        self.letters = letters_of(grid, word, alphabet)
        self._tiles = tile_texts(grid.tile_table, alphabet)

    def arguments(self, options: TraceOptions) -> _Arguments:
        """Return the first arguments of the core's searches for one word."""
        topology = options.native_topology(self.grid)
        return self.letters, self._tiles, self.grid.codes, topology, bool(options.reuse)


def letters_of(grid: Grid, word: str, alphabet: Alphabet) -> list[str]:
    """Split a word into letters, dropping punctuation that the grid lacks.

    Raises:
        LexiconError: the word is not text, or has no letters.
    """
    if not isinstance(word, str):
        raise LexiconError(f"the word is {shorten(word)} ({type(word).__name__}), expected text")
    letters = alphabet.split(word.strip())
    if not letters:
        raise LexiconError("the word is empty, expected letters")
    check_characters(word)
    if any(map(is_punctuation, set(letters))):  # a word of 200,000 letters has few distinct ones
        kept = punctuation_on(grid)
        return [c for c in letters if not is_punctuation(c) or c in kept] or list(letters)
    return list(letters)


def _trace_lines(query: TraceQuery, options: TraceOptions) -> Trace:
    word = query.word
    if _is_too_long_for_lines(query, options.wrap):
        return Trace(word, "absent", 0, (), True, "letters", query.grid)
    lines = search_lines(
        query.grid,
        [word],
        line_options(
            wrap=options.wrap, deadline=options.deadline, count_only=options.paths == "count"
        ),
    )
    most = min(options.native_limit, 1) if options.paths == "one" else options.native_limit
    listed = min(len(lines), most)
    paths = LazyTuple(listed, lambda i: lines[i].cells)
    status = "found" if lines.count else "absent" if lines.complete else "undetermined"
    return Trace(word, status, lines.count, paths, lines.complete, grid=query.grid)


def _iter_lines(query: TraceQuery, options: TraceOptions) -> Iterator[tuple[Cell, ...]]:
    paths: Iterator[tuple[Cell, ...]] | None = None

    def next_path() -> tuple[Cell, ...] | None:
        nonlocal paths
        if paths is None:
            answer = _trace_lines(query, options)
            if not answer.complete:
                raise TimeoutError("the lines were not found within the time limit")
            paths = iter(answer.paths)
        return next(paths, None)

    return iter(next_path, None)


def _is_too_long_for_lines(query: TraceQuery, wrap: bool | None) -> bool:
    """Does the word have more letters than any line of the grid can spell, however long its tiles?

    Such a word is absent even if it exceeds the 4,095 letters of a lexicon's words. On a grid with
    longer lines, a word that exceeds them is refused.
    """
    grid = query.grid
    alphabet = grid.alphabet or OPEN
    wraps = grid.topology.wrap if wrap is None else wrap
    cells = lcm(grid.rows, grid.columns) if wraps else max(grid.rows, grid.columns)
    spelled = (len(alphabet.split(text)) for tile in grid.tiles for text in tile.spellings)
    return len(query.letters) > cells * max(spelled, default=1)
