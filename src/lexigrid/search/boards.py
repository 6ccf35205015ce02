"""Many boards of one shape in one call.

Knows the shared query, scoring, the path search and the native core; known by everything above.
Rule: boards travel as bytes, one a cell; no Python object is made for a board.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from .. import _core
from ..errors import GridError
from ..geometry import Topology
from ..grid import Grid
from ..lexicon import Lexicon
from . import query
from .paths import DEFAULT_MIN_LENGTH, find_paths
from .scoring import points_table

if TYPE_CHECKING:
    import numpy as np

DEAD = 0xFF
#: Characters of a board that are no letters: such boards are parsed one by one.
_SPECIAL = b"?[]\\/| \t\r\n"


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
) -> np.ndarray[Any, Any]:
    """Score many boards at once: an int64 array, in the order of the boards.

    `boards` are strings (folded to `size`; without it, read as `Grid.parse` does), Grids, or a
    uint8 array of character codes with a board a row, (n, rows * columns) or (n, rows, columns).
    Boards of up to 25 cells with plain letters are scored by a kernel, on all cores unless
    `threads` says otherwise; others one by one, with the same answer.

    >>> words = ["eat", "oat", "tan", "quit"]
    >>> score_grids(["teaantoat", "qitxxxxxx"], words, size=(3, 3), qu=True).tolist()
    [3, 1]

    Raises:
        GridError: a board that is no grid, or does not fit the size.
        InputError: an option value that cannot be used.
    """
    import numpy as np

    is_default = isinstance(lexicon, Lexicon) and lexicon is Lexicon.default()
    least = DEFAULT_MIN_LENGTH if is_default else 1
    least = least if min_length is None else query.number(min_length, "min_length")
    query.prepare()
    words = lexicon if isinstance(lexicon, Lexicon) else Lexicon(lexicon)
    packed = _packed(boards, size)
    if packed is not None:
        data, shape = packed
        footing = query.Footing(Topology.of(topology, wrap=wrap), *shape)
        letter_of, q, u = words._remembered(("letters", qu), lambda: _letter_table(words, qu))
        points = points_table(scoring, words.max_length)
        done = _core.score_boards(
            words._native,
            data,
            letter_of,
            q,
            u,
            *shape,
            footing.kind,
            footing.wrap,
            footing.pairs,
            least,
            points,
            query.thread_count(threads),
            -1.0,
        )
        if done is not None:
            return np.asarray(done[0]).astype(np.int64)
    scores = [
        find_paths(
            grid, words, min_length=least, scoring=scoring, count_only=True, threads=threads
        ).score
        for grid in _grids(boards, size, qu, topology, wrap)
    ]
    return np.array(scores, dtype=np.int64)


def _packed(boards: Any, size: tuple[int, int] | None) -> tuple[Any, tuple[int, int]] | None:
    """Give the boards as bytes, one a cell, and their shape; None where they must be parsed."""
    if hasattr(boards, "shape"):
        return _packed_array(boards, size)
    if size is None or isinstance(boards, str | Grid):
        return None
    listed = boards if isinstance(boards, list | tuple) else list(boards)
    if not listed or not all(isinstance(board, str) for board in listed):
        return None
    cells = size[0] * size[1]
    text = "".join(listed)
    if len(text) != cells * len(listed) or not text.isascii():
        return None
    if any(len(board) != cells for board in listed):
        return None
    data = text.encode("ascii")
    return (data, size) if len(data.translate(None, _SPECIAL)) == len(data) else None


def _packed_array(boards: Any, size: tuple[int, int] | None) -> tuple[Any, tuple[int, int]] | None:
    import numpy as np

    array = np.ascontiguousarray(boards)
    if array.dtype != np.uint8 or array.ndim not in (2, 3):
        raise GridError(
            f"the boards are an array of {array.dtype} with {array.ndim} dimensions, expected "
            "uint8 with 2 (a board a row) or 3"
        )
    shape = (int(array.shape[1]), int(array.shape[2])) if array.ndim == 3 else size
    if shape is None or shape[0] * shape[1] * array.shape[0] != array.size:
        raise GridError(f"boards of {array.shape[1]} cells do not fit the size {shape}", size=shape)
    flat = array.reshape(-1)
    return None if np.isin(flat, np.frombuffer(_SPECIAL, np.uint8)).any() else (flat, shape)


def _letter_table(lexicon: Lexicon, qu: bool) -> tuple[bytes, int | None, int | None]:
    """Tabulate the letter code of each byte as a character, and the codes of q and u."""
    table = bytearray([DEAD]) * 256
    for byte in range(256):
        letters = lexicon.alphabet.split(chr(byte))
        code = lexicon._code_of.get(letters[0]) if len(letters) == 1 else None
        if code is not None and code < DEAD and chr(byte) != ".":
            table[byte] = code
    q, u = lexicon._code_of.get("q"), lexicon._code_of.get("u")
    if not qu:
        return bytes(table), None, None
    if q is None or u is None:  # then no word has "qu"
        for byte in b"qQ":
            table[byte] = DEAD
        return bytes(table), None, None
    return bytes(table), q, u


def _grids(
    boards: Any, size: tuple[int, int] | None, qu: bool, topology: Any, wrap: bool
) -> Iterable[Grid]:
    """Read boards one by one: strings, Grids, rows of an array."""
    if isinstance(boards, str | Grid):
        raise GridError(f"the boards are {boards!r}, expected several, such as [{boards!r}]")
    for number, board in enumerate(boards):
        if isinstance(board, Grid):
            yield board
            continue
        text = board if isinstance(board, str) else bytes(board).decode("latin-1")
        try:
            yield Grid.parse(text, size=size, qu=qu, topology=topology, wrap=wrap)
        except GridError as error:
            raise GridError(f"board {number}: {error}", board=number, **error.facts) from None
