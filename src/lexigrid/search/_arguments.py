"""What the three searches share: letters of a grid in the numbers of a lexicon, options checked.

Knows grids, lexicons and the native core; known by the searches only.
Rule: work is done once for each distinct tile, never once for each cell.
"""

from __future__ import annotations

import functools
import threading
from array import array
from collections.abc import Iterable
from typing import Any, Generic, TypeVar

from .. import _core
from ..alphabet import OPEN, Alphabet, is_punctuation
from ..cpu import use_environment
from ..errors import GridError, InputError
from ..geometry import Topology
from ..grid import Grid, Tile
from ..lexicon import Lexicon

_Made = TypeVar("_Made")

NO_LIMIT = 2**64 - 1
#: Cells of stored paths, 4 bytes each: beyond them an answer ends with complete=False.
MAX_STORED_CELLS = 1 << 24
#: Occurrences of lines, 16 bytes each: likewise.
MAX_STORED_LINES = 1 << 28

TOPOLOGY_KINDS = {"king": 0, "rook": 1, "bishop": 2, "hex": 3, "custom": 4}


def check_grid(grid: object) -> None:
    """Refuse what is no Grid, with the way to make one."""
    if not isinstance(grid, Grid):
        kind = type(grid).__name__
        raise InputError(f"the grid is a {kind}, expected a Grid; make one with Grid.parse(...)")


def reading(grid: Grid, words: Lexicon | Iterable[str], *, keep: str = "") -> Lexicon:
    """Give the words as the grid reads them; `keep` is punctuation to count as letters anyway.

    Raises:
        AlphabetError: grid and lexicon were given two different alphabets.
        LexiconError: words that cannot be compiled.
    """
    # Which punctuation lies on a grid takes a look at all its cells, and few words have any.
    if isinstance(words, Lexicon):
        if grid._alphabet is None and not keep and not words._native.has_punctuation:
            return words
        here = punctuation_of(grid) if words._native.has_punctuation else frozenset()
        return words._reading(grid.alphabet, here | frozenset(keep))
    listed = words if isinstance(words, tuple) else tuple(words)
    read = _compiled(listed, grid.alphabet, keep)
    if read._native.has_punctuation:
        here = punctuation_of(grid).intersection(read._native.punctuation)
        if here:
            return _compiled(listed, grid.alphabet, keep + "".join(sorted(here)))
    return read


def _compiled(words: tuple[str, ...], alphabet: Alphabet | None, keep: str) -> Lexicon:
    """Compile words; a program that asks many grids for the same few has them compiled once."""
    if len(words) > _MAX_REMEMBERED_WORDS:
        return Lexicon._compiled(words, alphabet, keep)
    key = (words, alphabet, keep)
    try:
        kept = _word_lists.get(key)
    except TypeError:  # what cannot be hashed is no text: compiling says which word it is
        return Lexicon._compiled(words, alphabet, keep)
    if kept is None:
        kept = _word_lists.keep(key, Lexicon._compiled(words, alphabet, keep))
    return kept


def punctuation_of(grid: Grid) -> frozenset[str]:
    """Collect the punctuation characters that the grid has as tiles, or in them."""
    return _spelled(grid.tiles, grid.alphabet or OPEN)[1]


def tile_texts(grid: Grid, alphabet: Alphabet) -> _core.TileTexts:
    """Say what the distinct tiles of a grid spell, for the core to put into letter codes."""
    # The table as it is: tiles that lie nowhere do no harm here.
    return _spelled(grid._tiles, alphabet)[0]


def native_tiles(grid: Grid, letters: Iterable[str], alphabet: Alphabet) -> _core.Tiles:
    """Describe the distinct tiles of a grid in letter codes, which count the letters from 0."""
    return tile_texts(grid, alphabet).in_letters(list(letters))


#: What tiles spell, for the core, and the punctuation among it.
SpelledTiles = tuple[_core.TileTexts, frozenset[str]]


class Recent(Generic[_Made]):
    """What was worked out last, by key: at most so many; safe on many threads."""

    __slots__ = ("_kept", "_lock", "_most")

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: dict[Any, _Made] = {}
        self._lock = threading.Lock()

    def get(self, key: Any) -> _Made | None:
        """Give what is kept under a key."""
        return self._kept.get(key)

    def keep(self, key: Any, made: _Made) -> _Made:
        """Keep what was made, and forget what was made first."""
        with self._lock:
            self._kept[key] = made
            while len(self._kept) > self._most:
                del self._kept[next(iter(self._kept))]
        return made

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._kept.clear()


#: A grid of bytes shares one table of 256 tiles, which takes a millisecond to split into letters;
#: keyed by identity, as hashing it would take nearly as long. The tiles are kept beside the table:
#: an id can only be used again when they are gone.
_spelled_tables: Recent[tuple[object, SpelledTiles]] = Recent(32)

_word_lists: Recent[Lexicon] = Recent(16)
#: Longer lists are worth a Lexicon of their own.
_MAX_REMEMBERED_WORDS = 1000


def _spelled(tiles: tuple[Tile | None, ...], alphabet: Alphabet) -> SpelledTiles:
    """Split what each tile spells into letters, once for tiles that are asked for again."""
    # The open alphabet goes without being hashed, which would take longer than all else here.
    key = id(tiles) if alphabet is OPEN else (id(tiles), alphabet)
    kept = _spelled_tables.get(key)
    if kept is None:
        kept = _spelled_tables.keep(key, (tiles, _split(tiles, alphabet)))
    return kept[1]


def _split(tiles: tuple[Tile | None, ...], alphabet: Alphabet) -> SpelledTiles:
    table: list[object] = []
    for tile in tiles:
        if tile is None or tile.is_wild:
            table.append(None if tile is None else True)
            continue
        spellings = tuple(alphabet.split(text) for text in tile.spellings)
        is_letter = len(spellings) == 1 and len(spellings[0]) == 1
        table.append(spellings[0][0] if is_letter else spellings)
    characters = {c for tile in tiles if tile is not None for text in tile.spellings for c in text}
    return _core.TileTexts(table), frozenset(c for c in characters if is_punctuation(c))


class Footing:
    """The topology of a search in the numbers of the core."""

    __slots__ = ("kind", "pairs", "wrap")

    def __init__(self, chosen: Topology, rows: int, columns: int) -> None:
        if rows * columns > _core.MAX_CELLS:
            raise GridError(
                f"the grid is {rows}x{columns}; paths are searched on at most {_core.MAX_CELLS} "
                "cells, straight lines on more"
            )
        chosen.check(rows, columns)
        self.kind = TOPOLOGY_KINDS[chosen.name]
        self.wrap = chosen.wrap
        self.pairs = array("I")
        for a, b in chosen.pairs:
            self.pairs.extend((a.row * columns + a.column, b.row * columns + b.column))


def footing_of(grid: Grid, topology: Any, wrap: bool | None) -> Footing:
    """Give the footing of a search: as asked for, or the grid's own."""
    return Footing(topology_of(grid, topology, wrap), grid.rows, grid.columns)


def topology_of(grid: Grid, topology: Any, wrap: bool | None) -> Topology:
    """Give the topology that was asked for, or the grid's own."""
    if topology is None:
        own = grid.topology
        if wrap is None or wrap == own.wrap:
            return own
        return Topology(own.name, wrap, own.pairs)
    if isinstance(topology, Topology) and wrap is None:
        return topology
    return Topology.of(topology, wrap=bool(wrap))


def number(value: object, name: str, *, least: int = 0) -> int:
    """Check a whole number."""
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise InputError(f"{name} is {value!r}, expected a whole number from {least}")
    return value


def limit_number(limit: int | None) -> int:
    """Give a limit as the core wants it."""
    return NO_LIMIT if limit is None else min(number(limit, "limit"), NO_LIMIT)


def deadline_seconds(deadline: float | None) -> float:
    """Give a deadline as the core wants it: negative for none."""
    if deadline is None:
        return -1.0
    if isinstance(deadline, bool) or not isinstance(deadline, int | float) or not deadline >= 0:
        raise InputError(f"deadline is {deadline!r}, expected seconds from 0")
    return float(deadline)


def choice(value: object, name: str, choices: Iterable[str]) -> str:
    """Check a word that is one of several."""
    known = tuple(choices)
    if not isinstance(value, str) or value not in known:
        raise InputError(f"{name} is {value!r}, expected one of {', '.join(known)}")
    return value


def thread_count(threads: int | None) -> int:
    """Give the number of threads a search may use: all cores unless said otherwise."""
    if threads is not None:
        return number(threads, "threads", least=1)
    return _cores()


@functools.cache
def _cores() -> int:
    """Count the cores this process may use."""
    import os

    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def prepare() -> None:
    """Make sure that the kernel that the environment names is used."""
    use_environment()
