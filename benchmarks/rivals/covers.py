"""The covers of a board by other solvers: `exact-cover`, dancing links in C; `strands-solver`.

A row of the matrix is a path, its columns are the cells and the blocks in which it steps
diagonally. A block need not be used, so each has a row of its own, which fills it.
"""

from __future__ import annotations

import contextlib
import itertools
import signal
from typing import Any

import numpy as np

import lexigrid as lg

#: What makes two placements of a word different: cells and crossed blocks.
Shape = tuple[str, frozenset[tuple[int, int]], frozenset[tuple[int, int]]]


def blocks_of(path: tuple[lg.Cell, ...]) -> list[tuple[int, int]]:
    """Return the blocks of 2x2 cells in which a path steps diagonally."""
    return [
        (min(a.row, b.row), min(a.column, b.column))
        for a, b in itertools.pairwise(path)
        if a.row != b.row and a.column != b.column
    ]


def shape(word: str, path: tuple[lg.Cell, ...]) -> Shape:
    return word, frozenset(map(tuple, path)), frozenset(blocks_of(path))  # type: ignore[arg-type]


def build(grid: lg.Grid, words: lg.Lexicon) -> tuple[list[Shape], Any]:
    """Return the placements of all words, and the matrix with a row for each of them."""
    rows, columns = grid.rows, grid.columns
    shapes = dict.fromkeys(
        shape(each.word, path)
        for each in lg.find_paths(grid, words, min_length=4, paths="all")
        for path in each.paths
        if len({*blocks_of(path)}) == len(blocks_of(path))
    )
    cells, blocks = rows * columns, (rows - 1) * (columns - 1)
    matrix = np.zeros((len(shapes) + blocks, cells + blocks), dtype=np.int32)
    for at, (_, used, crossed) in enumerate(shapes):
        matrix[at, [row * columns + column for row, column in used]] = 1
        matrix[at, [cells + row * (columns - 1) + column for row, column in crossed]] = 1
    matrix[len(shapes) :, cells:] = np.eye(blocks, dtype=np.int32)
    return [*shapes], matrix


def read(grid: lg.Grid, shapes: list[Shape], solutions: Any) -> set[frozenset[Shape]]:
    """Return the covers of distinct words with a spanning one among the solutions of the matrix."""
    covers = set()
    for solution in solutions:
        cover = [shapes[row] for row in solution if row < len(shapes)]
        if len({word for word, _, _ in cover}) == len(cover) and any(
            {0, last} <= {cell[axis] for cell in used}
            for _, used, _ in cover
            for axis, last in enumerate((grid.rows - 1, grid.columns - 1))
        ):
            covers.add(frozenset(cover))
    return covers


def cover_by_strands(grid: lg.Grid, words: set[str], seconds: int) -> set[frozenset[str]] | None:
    """Return the sets of distinct words, one of which spans, by `strands-solver`; None if late."""
    from strands_solver.grid_coverer import GridCoverer
    from strands_solver.word_finder import WordFinder

    rows = [[face.upper() for face in row] for row in grid.to_dict()["rows"]]
    signal.signal(signal.SIGPROF, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        with contextlib.suppress(KeyboardInterrupt):
            strands = WordFinder(rows, dictionary=words).find_all_words()
            plain = [each for each in strands if not each.has_self_crossing()]
            covers = GridCoverer(rows).cover(plain)
            return {
                frozenset(each.string.casefold() for each in cover)
                for cover in covers
                if len({each.string for each in cover}) == len(cover)
                and any(each.is_spangram(grid.rows, grid.columns) for each in cover)
            }
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return None
