"""Score many boards, or all changes of one. Plain boards never become Python objects."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

from ..._util.progress import Progress, check_progress
from ..._util.validation import MAX_THREADS
from ...geometry import TopologyLike
from ...grid import Grid, GridLike, GridsLike, Tile, map_tiles
from ...lexicon import Lexicon, WordsLike
from ..encode import COUNT_ONLY
from ..options import Device
from ..scoring import Scoring
from .options import BulkOptions, bulk_options, seconds_until
from .pack import read_grids
from .solver import Prepared, prepare, search_grids, solver_of

if TYPE_CHECKING:
    import numpy as np

    Scores = np.ndarray[Any, np.dtype[np.int64]]


def score_grids(
    boards: GridsLike,
    words: WordsLike | None = None,
    *,
    size: tuple[int, int] | None = None,
    qu: bool = False,
    min_length: int | None = None,
    scoring: Scoring = "classic",
    topology: TopologyLike | None = None,
    wrap: bool | None = None,
    threads: int | None = None,
    deadline: float | None = None,
    progress: Progress | None = None,
    device: Device = "cpu",
) -> Scores:
    """Score many boards: an int64 array of points, in the order of the boards.

    `boards` are strings, Grids, rows and arrays, as `find_paths` takes one; or a uint8 array of
    character codes with a board per row, (n, rows * columns) or (n, rows, columns); or an Arrow
    column of strings. Boards of plain letters and Qu tiles are scored as bytes, others one by one.
    The options are those of `find_paths_many`. Boards not reached by the `deadline` (seconds) score
    -1. With `device="cuda"`, a graphics card scores boards of plain letters from 3x3 to 5x5, also
    an array that is on the card (`bulk.CudaScorer`).

    >>> words = ["eat", "oat", "tan", "quit"]
    >>> score_grids(["teaantoat", "qitxxxxxx"], words, size=(3, 3), qu=True).tolist()
    [3, 1]

    Raises:
        GridError: a board is not a grid, or does not fit the size.
        InputError: an option has an invalid value, or the device does not serve the boards.
    """
    if (
        type(boards) is list
        and isinstance(words, Lexicon)
        and size is not None
        and isinstance(scoring, str)
        and deadline is None
        and progress is None
        and device == "cpu"
        and (threads is None or (type(threads) is int and 0 < threads <= MAX_THREADS))
    ):  # this costs 1 us on top of the search of a board
        solver = solver_of(words, size, qu, min_length, scoring, topology, wrap)
        scores = solver.score_texts(boards, threads or 0)
        if scores is not None:
            return _read_scores(scores)
    options = bulk_options(
        None, deadline, topology, wrap, size, qu, min_length, scoring,
        threads=threads, device=device,
    )  # fmt: skip
    return score_boards(boards, words, options, progress)


def score_boards(
    boards: GridsLike,
    words: WordsLike | None,
    options: BulkOptions,
    progress: Progress | None = None,
) -> Scores:
    """Score boards as `score_grids` does, given its options as an object."""
    check_progress(progress)
    if options.device == "cuda":
        from .cuda.calls import score_on_card

        on_card: Scores = score_on_card(boards, words, options, progress)
        return on_card
    end = options.end()
    given = prepare(boards, words, options)
    if given.solver is None:
        grids = read_grids(given.listed, options)
        scores = _score_each(grids, len(given.listed), given, options, end, progress)
    else:
        seconds = seconds_until(end)
        found = given.solver.score_bytes(given.data, options.threads or 0, seconds, progress)
        scores = _read_scores(found)
        if given.others:
            grids = read_grids(given.listed, options, given.others)
            own = _score_each(grids, len(given.others), given, options, end)
            scores[list(given.others)] = own
    if progress is not None:
        progress(1.0)
    return scores


def score_changes(
    board: GridLike,
    words: WordsLike | None = None,
    *,
    size: tuple[int, int] | None = None,
    qu: bool = False,
    min_length: int | None = None,
    scoring: Scoring = "classic",
    topology: TopologyLike | None = None,
    wrap: bool | None = None,
) -> Scores:
    """Score every change of one cell of a board: an int64 array (rows, columns, letters).

    Element [row, column, k] is the score with letter number k of the lexicon's `letters` there;
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

    options = bulk_options(None, None, topology, wrap, size, qu, min_length, scoring)
    given = _prepare_one(board, words, options)
    letters = given.lexicon.letters
    # Letters that a kernel does not read as the board would: a Qu tile if no word has a u, and
    # punctuation (of a word of nothing else), which counts in all words once it is on the board.
    others = {"q"} if qu and "u" not in letters else set()
    others.update(given.lexicon.core.punctuation)
    if given.solver is not None and others.isdisjoint(letters):
        scores = np.asarray(given.solver.changes(given.data)).view(np.int64)
        return scores.reshape(*given.shape, -1)
    (grid,) = read_grids(given.listed, options)
    shape = grid.rows, grid.columns, len(letters)
    changed = _changed(grid, letters, qu)
    return _score_each(changed, math.prod(shape), given, options).reshape(shape)


def score_swaps(
    board: GridLike,
    words: WordsLike | None = None,
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

    options = bulk_options(None, None, topology, wrap, size, qu, min_length, scoring)
    given = _prepare_one(board, words, options)
    if given.solver is not None:
        scores = np.asarray(given.solver.swaps(given.data)).view(np.int64)
        return scores.reshape(*given.shape, *given.shape)
    (grid,) = read_grids(given.listed, options)
    cells = grid.rows * grid.columns
    each = _score_each(_swapped(grid), 1 + math.comb(cells, 2), given, options)
    scores = np.full((cells, cells), each[0], np.int64)
    for first, second, score in zip(*np.tril_indices(cells, -1), each[1:], strict=True):
        scores[first, second] = scores[second, first] = score
    return scores.reshape(grid.rows, grid.columns, grid.rows, grid.columns)


def _prepare_one(board: Any, words: WordsLike | None, options: BulkOptions) -> Prepared:
    is_array = getattr(board, "ndim", 0) in (1, 2) and getattr(board, "dtype", None) == "uint8"
    return prepare(board[None] if is_array else [board], words, options, with_qu=False)


def _score_each(
    grids: Iterable[Grid],
    count: int,
    given: Prepared,
    options: BulkOptions,
    end: float = math.inf,
    progress: Progress | None = None,
) -> Scores:
    """Score `count` grids one by one; those not reached before `end` score -1."""
    import numpy as np

    result, _ = search_grids(grids, count, given.words, options, COUNT_ONLY, end, progress)
    scores = np.asarray(result.scores).view(np.int64)
    return np.where(np.asarray(result.reached), scores, -1)


def _read_scores(scores: bytearray) -> Scores:
    frombuffer, number = _score_reader()
    read: Scores = frombuffer(scores, number)
    return read


@functools.cache
def _score_reader() -> tuple[Any, np.dtype[Any]]:
    """Return `np.frombuffer` and int64: an import statement takes as long as a short call."""
    import numpy as np

    return np.frombuffer, np.dtype(np.int64)


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
