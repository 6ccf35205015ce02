"""Searches of many boards in the core: of one shape as bytes, or of any kind as grids."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

from ... import _core
from ..._util.progress import Progress
from ..._util.validation import check_threads
from ...cpu import use_environment
from ...geometry import KING
from ...grid import Grid, GridsLike
from ...lexicon import Lexicon, WordsLike, per_lexicon
from ..encode import (
    MAX_STORED_CELLS,
    WORD_ORDERS,
    lexicon_for,
    native_topology,
    resolve_words,
    tile_texts,
)
from ..options import min_length_for
from ..scoring import points_table
from .options import BulkOptions, bulk_options, seconds_until
from .pack import SPECIAL, Shape, pack

#: The code of a character that no word has.
_NO_LETTER = 0xFF


class ByteLetters(NamedTuple):
    """How a lexicon reads the bytes of boards.

    `codes` is the letter of each byte as a character. A board with a byte of `special` needs a
    parser. `q` and `u` are the codes of these letters if the lexicon has both, and `qu` is the byte
    of a tile that spells them; None if its alphabet reads them otherwise.
    """

    codes: bytes
    special: bytes
    q: int | None
    u: int | None
    qu: int | None


class Prepared(NamedTuple):
    """Boards to search: as listed, and as bytes if `solver`, a kernel, serves them.

    `others` are the numbers of those that are not there as bytes.
    """

    words: Lexicon | tuple[str, ...]
    lexicon: Lexicon
    listed: Any
    solver: _core.Boards | None
    data: Any
    shape: Shape
    others: Sequence[int] = ()


def prepare(
    boards: GridsLike, words: WordsLike | None, options: BulkOptions, *, with_qu: bool = True
) -> Prepared:
    """Pack boards for a search, if possible; with Qu tiles, unless it serves only letters."""
    use_environment()
    given = resolve_words(words)
    lexicon = lexicon_for(None, given)
    letters = byte_letters(lexicon, options.qu)
    qu = letters.qu if with_qu else None
    listed, packed = pack(boards, options.size, letters.special, qu)
    if packed is None:
        return Prepared(given, lexicon, listed, None, None, (0, 0))
    solver = solver_for(lexicon, packed.shape, options)
    return Prepared(given, lexicon, listed, solver if solver.serves else None, *packed)


def solver_for(lexicon: Lexicon, shape: Shape, options: BulkOptions) -> _core.Boards:
    """Return the solver for boards of one shape, cached or new."""
    scoring = options.scoring
    return solver_of(
        lexicon,
        shape,
        bool(options.qu),
        options.min_length,
        scoring if isinstance(scoring, str) else frozenset(scoring.items()),
        options.topology,
        options.wrap,
    )


@per_lexicon
def solver_of(
    lexicon: Lexicon,
    shape: Shape,
    qu: bool,
    min_length: int | None,
    scoring: Any,
    topology: Any,
    wrap: bool | None,
) -> _core.Boards:
    """Return the solver for hashable options, in which a table of points is a set of its items."""
    use_environment()  # `score_grids` comes here first
    points: Any = scoring if isinstance(scoring, str) else dict(scoring)
    options = bulk_options(None, None, topology, wrap, shape, qu, min_length, points)
    letters = byte_letters(lexicon, options.qu)
    return _core.Boards(
        lexicon.core,
        letters.codes,
        letters.special,
        bool(options.qu),
        letters.q,
        letters.u,
        native_topology(options.topology_on(KING), *shape),
        min_length_for(lexicon, min_length),
        points_table(options.scoring, lexicon.max_length),
    )


@per_lexicon
def byte_letters(lexicon: Lexicon, qu: bool) -> ByteLetters:
    """Return how the lexicon reads bytes."""
    codes, split = lexicon.letter_codes, lexicon.alphabet.split
    punctuation = frozenset(lexicon.core.punctuation)
    table = bytearray([_NO_LETTER]) * 256
    special = bytearray(SPECIAL)
    for byte in range(256):
        character = chr(byte)
        letters = split(character)
        if character == ".":
            continue
        if len(letters) != 1 or character in punctuation or not punctuation.isdisjoint(letters):
            special.append(byte)
            continue
        code = codes.get(letters[0], _NO_LETTER)
        if code < _NO_LETTER:
            table[byte] = code
    q, u = codes.get("q"), codes.get("u")
    is_pair = all(split(text) == ("q", "u") for text in ("qu", "Qu", "QU"))
    if qu and not is_pair:
        special += b"qQ"
    elif qu and (q is None or u is None):  # then no word has "qu"
        table[ord("q")] = table[ord("Q")] = _NO_LETTER
    tile = (ord("q") if qu else _core.QU_TILE) if is_pair else None
    if tile is None or q is None or u is None:
        q = u = None
    return ByteLetters(bytes(table), bytes(special), q, u, tile)


def search_grids(
    grids: Iterable[Grid],
    count: int,
    words: Lexicon | tuple[str, ...],
    options: BulkOptions,
    wanted: int,
    end: float = math.inf,
    progress: Progress | None = None,
) -> tuple[_core.ManyWords, tuple[Lexicon, ...]]:
    """Search `count` grids on several threads, each as `find_paths` would.

    Grids read words differently, so several lexicons may be used. They are returned, with the
    built-in reading first, and words are numbered in one lexicon after the other. After `end`
    (`time.monotonic`), the grids that are left are not read, and count as not reached.
    """
    base = lexicon_for(None, words)
    first_ids = {id(base): 0}
    lexicons = [base]
    points_of = cache(lambda max_length: points_table(options.scoring, max_length))

    def encoded() -> Iterator[tuple[Any, ...]]:
        for grid in grids:
            lexicon = lexicon_for(grid, words)
            if id(lexicon) not in first_ids:
                first_ids[id(lexicon)] = sum(map(len, lexicons))
                lexicons.append(lexicon)
            yield (
                lexicon.core,
                tile_texts(grid.tile_table, lexicon.alphabet),
                grid.codes,
                options.native_topology(grid),
                points_of(lexicon.max_length),
                first_ids[id(lexicon)],
            )

    result = _core.search_grids(
        encoded(),
        count,
        min_length_for(words, options.min_length),
        wanted,
        WORD_ORDERS[options.sort],
        options.native_limit,
        MAX_STORED_CELLS,
        check_threads(options.threads),
        seconds_until(end),
        progress,
    )
    return result, tuple(lexicons)
