"""One word traced: whether, how and in how many ways.

Knows the shared query, the line search and the native core; known by everything above.
Rule: `absent` is proved, `found` is shown, and what time did not decide is `undetermined`.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import Any

from .. import _core
from ..alphabet import Alphabet, is_punctuation
from ..errors import LexiconError
from ..geometry import Cell
from ..grid import Grid
from . import query
from .lines import find_lines

PATHS = {"one": 0, "all": 1, "count": 2}
DEFAULT_LIMIT = 1000


@dataclass(frozen=True, slots=True)
class Trace:
    """The answer for one word.

    `status` is "found", "absent" (proved) or "undetermined" (the deadline passed). `count` is the
    number of paths, or a lower bound where `complete` is False.
    """

    word: str
    status: str
    count: int
    paths: tuple[tuple[Cell, ...], ...]
    complete: bool

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

    Paths stand in canonical order: first cell in reading order, then cell by cell.

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
    query.check_grid(grid)
    query.prepare()
    query.choice(paths, "paths", PATHS)
    alphabet = grid.alphabet if grid.alphabet is not None else Alphabet()
    letters = _letters(grid, word, alphabet)
    if topology == "line":
        return _trace_lines(grid, word, wrap, paths, limit, deadline)
    code_of = {letter: code for code, letter in enumerate(sorted(set(letters)))}
    footing = query.footing_of(grid, topology, wrap)
    result = _core.trace(
        array("H", [code_of[letter] for letter in letters]),
        query.native_tiles(grid, code_of, alphabet),
        grid.codes,
        grid.rows,
        grid.columns,
        footing.kind,
        footing.wrap,
        footing.pairs,
        bool(reuse),
        PATHS[paths],
        query.limit_number(limit),
        query.deadline_seconds(deadline),
    )
    listed = tuple(
        tuple(
            Cell(*divmod(cell, grid.columns))
            for cell in result.cells[result.cell_of[i] : result.cell_of[i + 1]]
        )
        for i in range(len(result.cell_of) - 1)
    )
    count = (result.count_high << 64) + result.count_low
    return Trace(word, result.status, count, listed, result.exact)


def _letters(grid: Grid, word: str, alphabet: Alphabet) -> list[str]:
    if not isinstance(word, str):
        raise LexiconError(f"the word is {word!r} ({type(word).__name__}), expected text")
    letters = alphabet.split(word.strip())
    if not letters:
        raise LexiconError("the word is empty, expected letters")
    if any(map(is_punctuation, letters)):
        kept = query.punctuation_of(grid)
        return [c for c in letters if not is_punctuation(c) or c in kept] or list(letters)
    return list(letters)


def _trace_lines(
    grid: Grid, word: str, wrap: bool | None, paths: str, limit: int | None, deadline: float | None
) -> Trace:
    lines = find_lines(grid, [word], wrap=wrap, deadline=deadline, count_only=paths == "count")
    most = 1 if paths == "one" else limit
    listed = tuple(line.cells for line in lines[:most])
    status = "found" if lines.count else "absent" if lines.complete else "undetermined"
    return Trace(word, status, lines.count, listed, lines.complete)
