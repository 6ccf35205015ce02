"""One word traced: whether, how and in how many ways.

Knows the shared query, the line search and the native core; known by everything above.
Rule: `absent` is proved, `found` is shown, and what time did not decide is `undetermined`.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise, repeat
from math import lcm
from typing import Any

from .. import _core
from ..alphabet import OPEN, Alphabet, is_punctuation
from ..errors import LexiconError
from ..geometry import Cell
from ..grid import Grid
from . import _arguments as query
from .lines import find_lines

PATHS = {"one": 0, "all": 1, "count": 2}
DEFAULT_LIMIT = 1000

_MAKE_CELL = partial(tuple.__new__, Cell)


@dataclass(frozen=True, slots=True)
class Trace:
    """The answer for one word.

    `status` is "found", "absent" (proved) or "undetermined" (the deadline passed). `count` is the
    number of paths, or a lower bound where `complete` is False. `decided_by` names the pass that
    settled the status, for those who want to know how.
    """

    word: str
    status: str
    count: int
    paths: tuple[tuple[Cell, ...], ...]
    complete: bool
    decided_by: str = field(default="", compare=False)

    def __bool__(self) -> bool:
        """Was it found?"""
        return self.status == "found"


def trace(
    grid: Grid,
    word: str,
    *,
    topology: Any = None,
    wrap: bool | None = None,
    reuse: bool = False,
    paths: str = "one",
    limit: int | None = DEFAULT_LIMIT,
    deadline: float | None = None,
) -> Trace:
    """Trace one word along touching cells, no cell twice.

    Paths stand in canonical order: first cell in reading order, then cell by cell. With one path
    asked for it is the first of them where that is soon told (always when the count is complete);
    a hard question is answered with the path that was found first.

    >>> answer = trace(Grid.parse("tea/ant/oat"), "eat", paths="all")
    >>> answer.status, answer.count, answer.paths[0][:2]
    ('found', 2, (Cell(row=0, column=1), Cell(row=0, column=2)))

    Args:
        topology: as for `find_paths`, or "line" for straight lines in eight directions.
        wrap: do cells touch across the edge? None takes it from the grid.
        reuse: may a cell come again, though never twice in a row?
        paths: "one", "all" (listed up to `limit`), or "count" for the number alone.
        limit: paths listed at most; None lists all.
        deadline: seconds after which an open question is "undetermined".

    Raises:
        LexiconError: the word has no letters.
        InputError: an option value that cannot be used.
    """
    options = {"topology": topology, "wrap": wrap, "reuse": reuse}
    return trace_without((), grid, word, paths=paths, limit=limit, deadline=deadline, **options)


def trace_without(
    passes: Iterable[str],
    grid: Grid,
    word: str,
    *,
    topology: Any = None,
    wrap: bool | None = None,
    reuse: bool = False,
    paths: str = "one",
    limit: int | None = DEFAULT_LIMIT,
    deadline: float | None = None,
) -> Trace:
    """Trace as `trace` does with some passes of the core switched off: for tests and benchmarks.

    The answer is the same, the time is not; the names are those of `_core.TRACE_PASSES`.
    """
    query.choice(paths, "paths", PATHS)
    question = _Question(grid, word, topology, wrap, reuse)
    most, seconds = query.limit_number(limit), query.deadline_seconds(deadline)
    if topology == "line":
        return _trace_lines(grid, word, wrap, paths, limit, deadline)
    switched_off = {query.choice(name, "a pass", _core.TRACE_PASSES) for name in passes}
    skip = sum(1 << _core.TRACE_PASSES.index(name) for name in switched_off)
    result = _core.trace(
        *question.arguments(), wanted=PATHS[paths], limit=most, skip=skip, deadline=seconds
    )
    listed = question.paths(result.cells, result.cell_of)
    count = sum(limb << 64 * place for place, limb in enumerate(result.count))
    return Trace(word, result.status, count, listed, result.exact, result.decided_by)


def iter_paths(
    grid: Grid,
    word: str,
    *,
    topology: Any = None,
    wrap: bool | None = None,
    reuse: bool = False,
    deadline: float | None = None,
) -> Iterator[tuple[Cell, ...]]:
    """Yield all paths of a word in canonical order; each is looked for when it is asked for.

    >>> paths = iter_paths(Grid.parse("tea/ant/oat"), "eat")
    >>> next(paths)
    (Cell(row=0, column=1), Cell(row=0, column=2), Cell(row=1, column=2))

    Args:
        deadline: seconds that one path may take; TimeoutError after them, and `next` goes on.

    Raises:
        LexiconError: the word has no letters.
        InputError: an option value that cannot be used.
    """
    question = _Question(grid, word, topology, wrap, reuse)
    if topology == "line":
        return (line.cells for line in find_lines(grid, [word], wrap=wrap))
    seconds = query.deadline_seconds(deadline)
    stream = _core.TraceStream(*question.arguments())
    return map(question.path, iter(lambda: stream.next(seconds), None))


#: Letters, tiles, cells, rows, columns, topology, wrap, pairs of cells, reuse.
_Arguments = tuple[Any, _core.Tiles, Any, int, int, int, bool, Any, bool]


class _Question:
    """A grid and a word in the numbers of the core."""

    __slots__ = ("_grid", "_letters", "_reuse", "_tiles", "_topology", "_wrap")

    def __init__(
        self, grid: Grid, word: str, topology: Any, wrap: bool | None, reuse: bool
    ) -> None:
        query.check_grid(grid)
        query.prepare()
        alphabet = grid.alphabet if grid.alphabet is not None else OPEN
        letters = _letters(grid, word, alphabet)
        code_of = {letter: code for code, letter in enumerate(sorted(set(letters)))}
        self._grid = grid
        self._letters = array("H", [code_of[letter] for letter in letters])
        self._tiles = query.native_tiles(grid, code_of, alphabet)  # in the order of the codes
        self._topology = topology
        self._wrap = wrap
        self._reuse = bool(reuse)

    def arguments(self) -> _Arguments:
        """Give what the core's searches of one word take first."""
        grid = self._grid
        footing = query.footing_of(grid, self._topology, self._wrap)
        return (
            self._letters,
            self._tiles,
            grid.codes,
            grid.rows,
            grid.columns,
            footing.kind,
            footing.wrap,
            footing.pairs,
            self._reuse,
        )

    def path(self, cells: Iterable[int]) -> tuple[Cell, ...]:
        """Dress the cell numbers of a path."""
        # No step is Python code: 220 ns a cell, not 300 (and as much again for the collector).
        return tuple(map(_MAKE_CELL, map(divmod, cells, repeat(self._grid.columns))))

    def paths(self, cells: memoryview, ends: memoryview) -> tuple[tuple[Cell, ...], ...]:
        """Dress many paths; where they are longer than the grid is large, each cell but once.

        A thousand paths of a long word are millions of cells: 30 ns each so, not 300, and a
        deadline is kept.
        """
        grid = self._grid
        if len(cells) <= grid.rows * grid.columns:
            return tuple(self.path(cells[begin:end]) for begin, end in pairwise(ends))
        dressed = self.path(range(grid.rows * grid.columns))
        return tuple(
            tuple(map(dressed.__getitem__, cells[begin:end])) for begin, end in pairwise(ends)
        )


def _letters(grid: Grid, word: str, alphabet: Alphabet) -> list[str]:
    if not isinstance(word, str):
        raise LexiconError(f"the word is {word!r} ({type(word).__name__}), expected text")
    letters = alphabet.split(word.strip())
    if not letters:
        raise LexiconError("the word is empty, expected letters")
    if any(map(is_punctuation, set(letters))):  # a word of 200,000 letters has few different ones
        kept = query.punctuation_of(grid)
        return [c for c in letters if not is_punctuation(c) or c in kept] or list(letters)
    return list(letters)


def _trace_lines(
    grid: Grid, word: str, wrap: bool | None, paths: str, limit: int | None, deadline: float | None
) -> Trace:
    if _is_too_long_for_lines(grid, word, wrap):
        return Trace(word, "absent", 0, (), True, "letters")
    lines = find_lines(grid, [word], wrap=wrap, deadline=deadline, count_only=paths == "count")
    most = 1 if paths == "one" else limit
    listed = tuple(line.cells for line in lines[:most])
    status = "found" if lines.count else "absent" if lines.complete else "undetermined"
    return Trace(word, status, lines.count, listed, lines.complete)


def _is_too_long_for_lines(grid: Grid, word: str, wrap: bool | None) -> bool:
    """Tell that no line of the grid has room for a word, however long its tiles are.

    Only such words may have more letters than a lexicon's words (4,095), but for grids with longer
    lines: there they are refused.
    """
    alphabet = grid.alphabet if grid.alphabet is not None else Alphabet()
    rows, columns = grid.rows, grid.columns
    is_wrapped = grid.topology.wrap if wrap is None else wrap
    cells = lcm(rows, columns) if is_wrapped else max(rows, columns)
    spelled = (len(alphabet.split(text)) for tile in grid.tiles if tile for text in tile.spellings)
    return len(_letters(grid, word, alphabet)) > cells * max(spelled, default=1)
