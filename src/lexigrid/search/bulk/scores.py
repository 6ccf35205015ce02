"""Scores of many boards, and of all changes of one.

Knows the shared query, the packing, the solvers, the path search and the native core; known by
everything above.
Rule: boards travel as bytes, one a cell; no Python object is made for a board.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ...grid import Grid, Tile
from ...lexicon import Lexicon
from .. import _arguments as query
from .fallback import search_each
from .pack import grids_of, pack
from .solver import least_length, solver_of

if TYPE_CHECKING:
    import numpy as np

    Scores = np.ndarray[Any, np.dtype[np.int64]]

#: Of NumPy, when it was first needed: an import statement in a function costs as much as the call.
_empty: Any = None
_int64: Any = None


def score_grids(
    boards: Any,
    lexicon: Lexicon | Iterable[str],
    *,
    size: tuple[int, int] | None = None,
    qu: bool = False,
    min_length: int | None = None,
    scoring: str | Mapping[int, int] = "classic",
    topology: Any = "king",
    wrap: bool = False,
    threads: int | None = None,
    deadline: float | None = None,
) -> Scores:
    """Score many boards at once: an int64 array, in the order of the boards.

    `boards` are strings (folded to `size`; without it, read as `Grid.parse` does), Grids, a uint8
    array of character codes with a board a row, (n, rows * columns) or (n, rows, columns), or an
    Arrow column of strings. They are scored on all cores unless `threads` says otherwise; boards of
    plain letters travel as bytes, others are read one by one. Boards that the `deadline` (seconds)
    left out have the score -1.

    >>> words = ["eat", "oat", "tan", "quit"]
    >>> score_grids(["teaantoat", "qitxxxxxx"], words, size=(3, 3), qu=True).tolist()
    [3, 1]

    Raises:
        GridError: a board that is no grid, or does not fit the size.
        InputError: an option value that cannot be used.
    """
    if (
        deadline is None
        and type(boards) is list
        and (threads is None or (type(threads) is int and threads > 0))
    ):
        # The short way, for strings and options that were used before: 1 us beside the search.
        try:
            known = lexicon._solvers[size, qu, min_length, scoring, topology, wrap]  # type: ignore[union-attr]
            scores: Scores = _empty(len(boards), _int64)
        except (AttributeError, KeyError, TypeError):  # words, new options, a table of points
            pass
        else:
            if known.score_texts(boards, scores, threads or 0):
                return scores
    query.prepare()
    if threads is not None:
        query.thread_count(threads)
    seconds = query.deadline_seconds(deadline)
    words = lexicon if isinstance(lexicon, Lexicon) else Lexicon(lexicon)
    listed, packed = pack(boards, size)
    if packed is not None:
        data, shape = packed
        solver = solver_of(words, shape, qu, min_length, scoring, topology, wrap)
        if solver.serves:
            _find_numpy()
            scores = _empty(len(data) // (shape[0] * shape[1]), _int64)
            solver.score_bytes(data, scores, threads or 0, seconds)
            return scores
    grids = grids_of(listed, size, qu, topology, wrap)
    return _scored_each(grids, words, least_length(words, min_length), scoring, threads, seconds)


def score_changes(
    board: Any,
    lexicon: Lexicon | Iterable[str],
    *,
    size: tuple[int, int] | None = None,
    qu: bool = False,
    min_length: int | None = None,
    scoring: str | Mapping[int, int] = "classic",
    topology: Any = "king",
    wrap: bool = False,
) -> Scores:
    """Score all boards that differ from one in one cell: an int64 array (rows, columns, letters).

    Element [row, column, k] is the score with letter number k of `lexicon.letters` on that cell;
    with `qu=True` the letter q is a Qu tile. The board is a string (folded to `size`; without it,
    read as `Grid.parse` does), a Grid, or a uint8 array of character codes. A hole stays a hole
    and has the score of the board as it is. On boards of up to 25 cells with plain letters all
    changes are searched together, in a fifth of the time that they take one by one.

    >>> lexicon = Lexicon(["tea", "ten", "net"])
    >>> scores = score_changes("te/na", lexicon)
    >>> scores[1, 1].tolist(), lexicon.letters  # te/na, te/ne, te/nn, te/nt
    ([3, 2, 2, 2], ('a', 'e', 'n', 't'))

    Raises:
        GridError: a board that is no grid, or does not fit the size.
        InputError: an option value that cannot be used.
    """
    import numpy as np

    query.prepare()
    words = lexicon if isinstance(lexicon, Lexicon) else Lexicon(lexicon)
    listed, solver, data, shape = _one(board, size, words, qu, min_length, scoring, topology, wrap)
    if solver is not None:
        scores = np.asarray(solver.changes(data)).view(np.int64)
        return scores.reshape(*shape, -1)
    (grid,) = grids_of(listed, size, qu, topology, wrap)
    least = least_length(words, min_length)
    scores = _scored_each(_changed(grid, words.letters, qu), words, least, scoring)
    return scores.reshape(grid.rows, grid.columns, len(words.letters))


def score_swaps(
    board: Any,
    lexicon: Lexicon | Iterable[str],
    *,
    size: tuple[int, int] | None = None,
    qu: bool = False,
    min_length: int | None = None,
    scoring: str | Mapping[int, int] = "classic",
    topology: Any = "king",
    wrap: bool = False,
) -> Scores:
    """Score all boards that differ from one in two tiles exchanged: an int64 array of four axes.

    Element [row, column, other row, other column] is the score with the tiles of these two cells
    exchanged, in either order. A hole stays a hole: its pairs, like a cell with itself and two
    equal tiles, have the score of the board as it is. The board is given as to `score_changes`. On
    up to 25 cells with plain letters all exchanges are searched together where that is faster: good
    boards of 25 cells take 0.4 to 0.6 of the time that they take one by one.

    >>> scores = score_swaps("te/na", ["tea", "ant", "neat"], topology="rook")
    >>> scores[0, 0, 0, 0].item(), scores[0, 0, 0, 1].item()  # te/na, et/na
    (2, 0)

    Raises:
        GridError: a board that is no grid, or does not fit the size.
        InputError: an option value that cannot be used.
    """
    import numpy as np

    query.prepare()
    words = lexicon if isinstance(lexicon, Lexicon) else Lexicon(lexicon)
    listed, solver, data, shape = _one(board, size, words, qu, min_length, scoring, topology, wrap)
    if solver is not None:
        return np.asarray(solver.swaps(data)).view(np.int64).reshape(*shape, *shape)
    (grid,) = grids_of(listed, size, qu, topology, wrap)
    least = least_length(words, min_length)
    cells = grid.rows * grid.columns
    each = _scored_each(_swapped(grid), words, least, scoring)
    scores = np.full((cells, cells), each[0], np.int64)
    for first, second, score in zip(*np.tril_indices(cells, -1), each[1:], strict=True):
        scores[first, second] = scores[second, first] = score
    return scores.reshape(grid.rows, grid.columns, grid.rows, grid.columns)


def _one(
    board: Any,
    size: tuple[int, int] | None,
    words: Lexicon,
    qu: bool,
    min_length: int | None,
    scoring: str | Mapping[int, int],
    topology: Any,
    wrap: bool,
) -> tuple[Any, Any, Any, Any]:
    """Give one board in a list, and, where a kernel serves it, its solver, bytes and shape."""
    import numpy as np

    listed, packed = pack(board[np.newaxis] if hasattr(board, "shape") else [board], size)
    if packed is None:
        return listed, None, None, None
    data, shape = packed
    solver = solver_of(words, shape, qu, min_length, scoring, topology, wrap)
    return listed, solver if solver.serves else None, data, shape


def _scored_each(
    grids: Iterable[Grid],
    lexicon: Lexicon,
    least: int,
    scoring: str | Mapping[int, int],
    threads: int | None = None,
    deadline: float = -1.0,
) -> Scores:
    import numpy as np

    searched = search_each(
        grids,
        lexicon,
        min_length=least,
        scoring=scoring,
        wanted=0,
        threads=threads,
        deadline=deadline,
    )
    found = [-1 if each.result.finish == "deadline" else each.result.score for each in searched]
    return np.array(found, dtype=np.int64)


def _find_numpy() -> None:
    global _empty, _int64
    if _int64 is None:
        import numpy as np

        _empty, _int64 = np.empty, np.dtype(np.int64)


def _changed(grid: Grid, letters: Sequence[str], qu: bool) -> Iterator[Grid]:
    """Lay each letter on each cell in turn; a hole stays one."""
    laid = [Tile(face, (face,)) for face in ("qu" if qu and c == "q" else c for c in letters)]
    tokens: list[list[str | None]] = [
        [None if (tile := grid[r, c]) is None else tile.format() for c in range(grid.columns)]
        for r in range(grid.rows)
    ]
    for row in tokens:
        for column, before in enumerate(row):
            for tile in laid:
                row[column] = None if before is None else tile.format()
                yield Grid.from_rows(tokens, alphabet=grid.alphabet, topology=grid.topology)
            row[column] = before


def _swapped(grid: Grid) -> Iterator[Grid]:
    """Give the grid as it is, then with each tile and one before it exchanged; a hole stays one."""
    columns = grid.columns
    tiles = [grid[cell // columns, cell % columns] for cell in range(grid.rows * columns)]
    faces = [None if tile is None else tile.format() for tile in tiles]

    def laid(order: Sequence[str | None]) -> Grid:
        rows = [order[at : at + columns] for at in range(0, len(order), columns)]
        return Grid.from_rows(rows, alphabet=grid.alphabet, topology=grid.topology)

    yield grid
    for second, face in enumerate(faces):
        for first in range(second):
            order = list(faces)
            if face is not None and faces[first] is not None:
                order[first], order[second] = face, faces[first]
            yield laid(order)
