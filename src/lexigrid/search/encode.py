"""Grids, words and topologies in the form that the native core takes.

Each distinct tile is split into letters once, not once per cell.
"""

from __future__ import annotations

import operator
from array import array
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from itertools import chain
from typing import Any

from .. import _core
from .._util.cache import BoundedCache
from .._util.plain_text import shorten
from ..alphabet import OPEN, Alphabet, is_punctuation
from ..errors import GridError, InputError
from ..geometry import Topology
from ..grid import Grid, Tile
from ..grid.cells import Tiles
from ..grid.encode import LATIN_1, byte_tiles
from ..lexicon import Lexicon, WordsLike
from ..lexicon.compile import check_several

#: The most path cells an answer stores, 4 bytes each; with more, it ends with complete=False.
MAX_STORED_CELLS = 1 << 24
#: The most line occurrences an answer stores, 16 bytes each; likewise.
MAX_STORED_LINES = 1 << 28
#: What the core lists for each word, and its orders of words, as it numbers them.
COUNT_ONLY = 0
PATHS_WANTED = {"none": 1, "one": 2, "all": 3}
WORD_ORDERS = {"grid": 0, "tiles": 1, "alpha": 2, "length": 3, "score": 4}

_TOPOLOGY_KINDS = {"king": 0, "rook": 1, "bishop": 2, "hex": 3, "custom": 4}
#: Larger topologies are not cached.
_MAX_REMEMBERED_CELLS = 4096
#: With more tiles, their faces are folded together.
_FEW_TILES = 64
#: Longer word lists are not cached; callers who reuse them should make a Lexicon.
_MAX_REMEMBERED_WORDS = 1000

#: Keyed by identity: hashing the 256 tiles of a grid of bytes takes nearly as long as splitting
#: them (1 ms), and hashing an alphabet as long as everything else. Each entry keeps both objects
#: alive, so that their ids are not reused.
_spellings: BoundedCache[tuple[int, int], tuple[object, object, _core.TileTexts]] = BoundedCache()
compiled_words: BoundedCache[object, Lexicon] = BoundedCache()


def resolve_words(words: Any, *, default: bool = True) -> Lexicon | tuple[str, ...]:
    """Return the words of a search; None means the built-in lexicon if it is the `default`.

    Raises:
        InputError: the words are a single string, or not iterable.
    """
    if isinstance(words, (Lexicon, tuple)):
        return words
    if words is None and default:
        return Lexicon.default()
    if not isinstance(words, list):
        check_several(words, InputError, "a Lexicon or words")
    return tuple(words)


def as_lexicon(words: WordsLike | None) -> Lexicon:
    """Return words as a lexicon; None means the built-in one.

    Raises:
        InputError: the words are a single string, or not iterable.
        LexiconError: words that cannot be compiled.
    """
    found = resolve_words(words)
    return found if isinstance(found, Lexicon) else Lexicon(found)


def text_of_word(lexicon: Lexicon, number: Any) -> str:
    """Return the text of the word with this number in flat arrays.

    Raises:
        InputError: there is no such number.
    """
    with suppress(TypeError):
        index = operator.index(number)
        if 0 <= index < len(lexicon):
            return lexicon.text_of(index)
    most = len(lexicon) - 1
    raise InputError(
        f"the number of a word is {shorten(number)}, expected a whole number from 0 to {most}"
    )


def lexicon_for(grid: Grid | None, words: Lexicon | tuple[str, ...], *, keep: str = "") -> Lexicon:
    """Return the words as the grid reads them: in its alphabet, keeping the punctuation it has.

    `keep` is punctuation that always counts as letters. Without a grid, the words are read as by a
    grid with neither alphabet nor punctuation.

    Raises:
        AlphabetError: grid and lexicon were given two different alphabets.
        LexiconError: words that cannot be compiled.
    """
    # Finding the punctuation of a grid reads all its cells, and few words have any.
    alphabet = None if grid is None else grid.alphabet
    if isinstance(words, Lexicon):
        has_punctuation = words.core.has_punctuation
        if alphabet is None and not keep and (grid is None or not has_punctuation):
            return words
        found = punctuation_on(grid) if grid is not None and has_punctuation else frozenset()
        return words.adapted_to(alphabet, found | frozenset(keep))
    lexicon = compile_few(words, alphabet, keep)
    if grid is not None and lexicon.core.has_punctuation:
        found = punctuation_on(grid).intersection(lexicon.core.punctuation)
        if found:
            return compile_few(words, alphabet, keep + "".join(sorted(found)))
    return lexicon


def compile_few(
    words: tuple[str, ...], alphabet: Alphabet | None = None, keep: str = ""
) -> Lexicon:
    """Compile words; short lists are cached, as callers search many grids for the same words."""
    if len(words) > _MAX_REMEMBERED_WORDS:
        return Lexicon.compiled_for(words, alphabet, keep)
    key = (words, alphabet, keep)
    try:
        known = compiled_words.get(key)
    except TypeError:  # an item that cannot be hashed is not text: the compiler names it
        return Lexicon.compiled_for(words, alphabet, keep)
    if known is None:
        known = compiled_words.put(key, Lexicon.compiled_for(words, alphabet, keep))
    return known


def punctuation_on(grid: Grid) -> frozenset[str]:
    """Return the punctuation characters on the tiles of a grid."""
    spell = _speller(grid.alphabet or OPEN)
    return frozenset().union(*[spell(tile)[1] for tile in grid.tiles])


def tile_texts(tiles: Tiles | None, alphabet: Alphabet) -> _core.TileTexts:
    """Return the spellings of a grid's table of tiles for the core, which encodes them.

    None is the table of all bytes.
    """
    key = (id(tiles), id(alphabet))
    known = _spellings.get(key)
    if known is None:
        spell = _speller(alphabet)
        every = byte_tiles(False, LATIN_1) if tiles is None else tiles
        if len(every) > _FEW_TILES:  # together, they are folded in a tenth of the time
            alphabet.fold("".join(tile.face for tile in every if tile))
        texts = _core.TileTexts([spell(tile)[0] for tile in every])
        known = _spellings.put(key, (tiles, alphabet, texts))
    return known[2]


@lru_cache(32)
def _speller(alphabet: Alphabet) -> Callable[[Tile | None], tuple[object, frozenset[str]]]:
    """Return a function from a tile to its form for the core and its punctuation.

    The function caches tiles, because most grids have the same few.
    """

    @lru_cache(1024)
    def spell(tile: Tile | None) -> tuple[object, frozenset[str]]:
        if tile is None or tile.is_wild:
            return None if tile is None else True, frozenset()
        spellings = tuple(map(alphabet.split, tile.spellings))
        is_letter = len(spellings) == 1 and len(spellings[0]) == 1
        marks = frozenset(filter(is_punctuation, chain(*spellings)))
        return spellings[0][0] if is_letter else spellings, marks

    return spell


def native_topology(topology: Topology, rows: int, columns: int) -> _core.Topology:
    """Return a topology on a grid of this shape for the core; those of small grids are cached.

    Raises:
        GridError: the topology does not fit the grid, or the grid has too many cells.
    """
    is_small = rows * columns <= _MAX_REMEMBERED_CELLS
    return (_topology if is_small else _topology.__wrapped__)(topology, rows, columns)


@lru_cache(64)
def _topology(topology: Topology, rows: int, columns: int) -> _core.Topology:
    if rows * columns > _core.MAX_CELLS:
        raise GridError(
            f"the grid is {rows}x{columns}; paths are searched on at most {_core.MAX_CELLS} "
            "cells, straight lines on more"
        )
    topology.check(rows, columns)
    pairs = array("I")
    for a, b in topology.pairs:
        pairs.extend((a.row * columns + a.column, b.row * columns + b.column))
    return _core.Topology(rows, columns, _TOPOLOGY_KINDS[topology.name], topology.wrap, pairs)
