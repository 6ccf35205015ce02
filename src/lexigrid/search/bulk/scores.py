"""Score many boards, or all changes of one. Plain boards never become Python objects."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

from ..._util.validation import MAX_THREADS
from ...cpu import use_environment
from ...geometry import TopologyLike
from ...grid import Grid, Tile, map_tiles
from ...lexicon import Lexicon
from ..encode import lexicon_for, resolve_words
from ..options import BulkOptions, bulk_options, seconds_until
from ..paths import STORE_COUNT
from ..scoring import Scoring
from .fallback import search_grids
from .pack import pack, read_grids
from .solver import byte_letters, solver_for

if TYPE_CHECKING:
    import numpy as np

    Scores = np.ndarray[Any, np.dtype[np.int64]]

#: `np.empty` and int64 once NumPy is loaded: an import statement takes as long as a short call.
_empty: Any = None
_int64: Any = None


def score_grids(
    boards: Any,
    lexicon: Lexicon | Iterable[str] | None = None,
    *,
    size: tuple[int, int] | None = None,
    qu: bool = False,
    min_length: int | None = None,
    scoring: Scoring = "classic",
    topology: TopologyLike | None = None,
    wrap: bool | None = None,
    threads: int | None = None,
    deadline: float | None = None,
) -> Scores:
    """Score many boards: an int64 array of points, in the order of the boards.

    `boards` are strings, Grids, rows and arrays, as `find_paths` takes one; or a uint8 array of
    character codes with a board per row, (n, rows * columns) or (n, rows, columns); or an Arrow
    column of strings. Boards of plain letters are scored as bytes, others one by one. The options
    are those of `find_paths_many`. Boards not reached by the `deadline` (seconds) score -1.

    >>> words = ["eat", "oat", "tan", "quit"]
    >>> score_grids(["teaantoat", "qitxxxxxx"], words, size=(3, 3), qu=True).tolist()
    [3, 1]

    Raises:
        GridError: a board is not a grid, or does not fit the size.
        InputError: an option has an invalid value.
    """
    if (
        deadline is None
        and type(boards) is list
        and (threads is None or (type(threads) is int and 0 < threads <= MAX_THREADS))
    ):
        # Strings, and options used before: this costs 1 us on top of the search.
        try:
            solver = lexicon.derived[size, qu, min_length, scoring, topology, wrap]  # type: ignore[union-attr]
            scores: Scores = _empty(len(boards), _int64)
        except (AttributeError, KeyError, TypeError):  # words, new options, a table of points
            pass
        else:
            if solver.score_texts(boards, scores, threads or 0):
                return scores
    options = bulk_options(
        size=size,
        qu=qu,
        min_length=min_length,
        scoring=scoring,
        topology=topology,
        wrap=wrap,
        threads=threads,
        deadline=deadline,
    )
    return score_boards(boards, lexicon, options)


def score_boards(
    boards: Any, lexicon: Lexicon | Iterable[str] | None, options: BulkOptions
) -> Scores:
    """Score boards as `score_grids` does, given its options as an object."""
    use_environment()
    words = resolve_words(lexicon)
    base = lexicon_for(None, words)
    end = options.end()
    listed, packed = pack(boards, options.size, byte_letters(base, qu=options.qu).special)
    if packed is not None:
        data, shape = packed
        solver = solver_for(base, shape, options)
        if solver.serves:
            _import_numpy()
            scores: Scores = _empty(len(data) // (shape[0] * shape[1]), _int64)
            solver.score_bytes(data, scores, options.threads or 0, seconds_until(end))
            return scores
    import numpy as np

    reached = _score_each(read_grids(listed, options), words, options, end)
    return np.pad(reached, (0, len(listed) - len(reached)), constant_values=-1)


def score_changes(
    board: Any,
    lexicon: Lexicon | Iterable[str] | None = None,
    *,
    size: tuple[int, int] | None = None,
    qu: bool = False,
    min_length: int | None = None,
    scoring: Scoring = "classic",
    topology: TopologyLike | None = None,
    wrap: bool | None = None,
) -> Scores:
    """Score every change of one cell of a board: an int64 array (rows, columns, letters).

    Element [row, column, k] is the score with letter number k of `lexicon.letters` on that cell;
    with `qu=True` the letter q is a Qu tile. A hole stays a hole and has the score of the unchanged
    board. The board takes any form that `find_paths` takes; the options are those of
    `find_paths_many`. On boards of up to 25 cells with plain letters, all changes are searched
    together, in a fifth of the time that they take one by one.

    >>> lexicon = Lexicon(["tea", "ten", "net"])
    >>> scores = score_changes("te/na", lexicon)
    >>> scores[1, 1].tolist(), lexicon.letters  # te/na, te/ne, te/nn, te/nt
    ([3, 2, 2, 2], ('a', 'e', 'n', 't'))

    Raises:
        GridError: a board is not a grid, or does not fit the size.
        InputError: an option has an invalid value.
    """
    import numpy as np

    options = bulk_options(
        size=size, qu=qu, min_length=min_length, scoring=scoring, topology=topology, wrap=wrap
    )
    words = resolve_words(lexicon)
    base = lexicon_for(None, words)
    listed, solver, data, shape = _pack_one(board, base, options)
    # Letters that a kernel does not read as the board would: a Qu tile if no word has a u, and
    # punctuation (of a word of nothing else), which counts in all words once it is on the board.
    others = {"q"} if qu and "u" not in base.letters else set()
    if solver is not None and others.union(base.core.punctuation).isdisjoint(base.letters):
        scores = np.asarray(solver.changes(data)).view(np.int64)
        return scores.reshape(*shape, -1)
    (grid,) = read_grids(listed, options)
    scores = _score_each(_changed(grid, base.letters, qu), words, options)
    return scores.reshape(grid.rows, grid.columns, len(base.letters))


def score_swaps(
    board: Any,
    lexicon: Lexicon | Iterable[str] | None = None,
    *,
    size: tuple[int, int] | None = None,
    qu: bool = False,
    min_length: int | None = None,
    scoring: Scoring = "classic",
    topology: TopologyLike | None = None,
    wrap: bool | None = None,
) -> Scores:
    """Score every swap of two tiles of a board: an int64 array of four axes.

    Element [row, column, other row, other column] is the score with the tiles of these two cells
    swapped. A hole stays a hole: swaps with a hole, of a cell with itself and of equal tiles have
    the score of the unchanged board. The board and options are as for `score_changes`. On boards of
    up to 25 cells with plain letters, all swaps are searched together where that is faster: for
    good boards of 25 cells, in 0.4 to 0.6 of the time that they take one by one.

    >>> scores = score_swaps("te/na", ["tea", "ant", "neat"], topology="rook")
    >>> scores[0, 0, 0, 0].item(), scores[0, 0, 0, 1].item()  # te/na, et/na
    (2, 0)

    Raises:
        GridError: a board is not a grid, or does not fit the size.
        InputError: an option has an invalid value.
    """
    import numpy as np

    options = bulk_options(
        size=size, qu=qu, min_length=min_length, scoring=scoring, topology=topology, wrap=wrap
    )
    words = resolve_words(lexicon)
    listed, solver, data, shape = _pack_one(board, lexicon_for(None, words), options)
    if solver is not None:
        return np.asarray(solver.swaps(data)).view(np.int64).reshape(*shape, *shape)
    (grid,) = read_grids(listed, options)
    cells = grid.rows * grid.columns
    each = _score_each(_swapped(grid), words, options)
    scores = np.full((cells, cells), each[0], np.int64)
    for first, second, score in zip(*np.tril_indices(cells, -1), each[1:], strict=True):
        scores[first, second] = scores[second, first] = score
    return scores.reshape(grid.rows, grid.columns, grid.rows, grid.columns)


def _pack_one(board: Any, words: Lexicon, options: BulkOptions) -> tuple[Any, Any, Any, Any]:
    """Return one board in a list and, if a kernel serves it, its solver, bytes and shape."""
    use_environment()
    is_array = getattr(board, "ndim", 0) in (1, 2) and getattr(board, "dtype", None) == "uint8"
    boards = board[None] if is_array else [board]
    listed, packed = pack(boards, options.size, byte_letters(words, qu=options.qu).special)
    if packed is None:
        return listed, None, None, None
    data, shape = packed
    solver = solver_for(words, shape, options)
    return listed, solver if solver.serves else None, data, shape


def _score_each(
    grids: Iterable[Grid],
    words: Lexicon | tuple[str, ...],
    options: BulkOptions,
    end: float = math.inf,
) -> Scores:
    import numpy as np

    searched = search_grids(grids, words, options, STORE_COUNT, end=end)
    scores = [-1 if each is None else each.result.score for each in searched]
    return np.array(scores, dtype=np.int64)


def _import_numpy() -> None:
    global _empty, _int64
    if _int64 is None:
        import numpy as np

        _empty, _int64 = np.empty, np.dtype(np.int64)


def _changed(grid: Grid, letters: Sequence[str], qu: bool) -> Iterator[Grid]:
    """Yield the grid with each letter on each cell in turn; a hole stays a hole."""
    faces = ["qu" if qu and letter == "q" else letter for letter in letters]
    changes = [Tile(face, (face,)).format() for face in faces]
    tokens = _tokens_of(grid)
    for cell, token in enumerate(tokens):
        for change in changes:
            yield _with_tokens(
                grid, [*tokens[:cell], None if token is None else change, *tokens[cell + 1 :]]
            )


def _swapped(grid: Grid) -> Iterator[Grid]:
    """Yield the grid, then each swap of a tile with an earlier one; a hole stays a hole."""
    tokens = _tokens_of(grid)
    yield grid
    for second, token in enumerate(tokens):
        for first in range(second):
            order = list(tokens)
            if token is not None and tokens[first] is not None:
                order[first], order[second] = token, tokens[first]
            yield _with_tokens(grid, order)


def _tokens_of(grid: Grid) -> list[str | None]:
    rows = map_tiles(grid, lambda tile: None if tile is None else tile.format())
    return [*chain(*rows)]


def _with_tokens(grid: Grid, tokens: Sequence[str | None]) -> Grid:
    size = grid.rows, grid.columns
    return Grid.from_rows([tokens], size=size, alphabet=grid.alphabet, topology=grid.topology)
