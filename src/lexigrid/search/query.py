"""What the three searches share: letters of a grid in the numbers of a lexicon, options checked.

Knows grids, lexicons and the native core; known by the searches only.
Rule: work is done once for each distinct tile, never once for each cell.
"""

from __future__ import annotations

import functools
import threading
from array import array
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, TypeVar

from .. import _core
from ..alphabet import Alphabet, is_punctuation
from ..errors import GridError, InputError
from ..geometry import Topology
from ..grid import Grid, Tile
from ..kernels import use_environment
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
        here = punctuation_of(grid) if words._native.punctuation else frozenset()
        return words._reading(grid.alphabet, here | frozenset(keep))
    listed = words if isinstance(words, tuple) else tuple(words)
    read = _compiled(listed, grid.alphabet, keep)
    if read._native.punctuation:
        here = punctuation_of(grid).intersection(read._native.punctuation)
        if here:
            return _compiled(listed, grid.alphabet, keep + "".join(sorted(here)))
    return read


def _compiled(words: tuple[str, ...], alphabet: Alphabet | None, keep: str) -> Lexicon:
    """Compile words; a program that asks many grids for the same few has them compiled once."""
    if len(words) > _MAX_REMEMBERED_WORDS:
        return Lexicon._compiled(words, alphabet, keep)
    try:
        return _word_lists.get(
            (words, alphabet, keep), lambda: Lexicon._compiled(words, alphabet, keep)
        )
    except TypeError:  # what cannot be hashed is no text: compiling says which word it is
        return Lexicon._compiled(words, alphabet, keep)


def punctuation_of(grid: Grid) -> frozenset[str]:
    """Collect the punctuation characters that the grid has as tiles, or in them."""
    return _spelled(grid.tiles, grid.alphabet or Alphabet())[1]


def lexicon_tiles(grid: Grid, lexicon: Lexicon, *, unknown: int = -1) -> _core.Tiles:
    """Describe the distinct tiles of a grid in the letters of a lexicon, which keeps the last."""
    tiles = grid._tiles
    kept = lexicon._made.get("tiles")
    if kept is not None and kept[0] is tiles and kept[1] == unknown:
        return kept[2]  # type: ignore[no-any-return]
    made = native_tiles(grid, lexicon._code_of, lexicon.alphabet, unknown=unknown)
    lexicon._made["tiles"] = (tiles, unknown, made)
    return made


def native_tiles(
    grid: Grid, code_of: Mapping[str, int], alphabet: Alphabet, *, unknown: int = -1
) -> _core.Tiles:
    """Describe the distinct tiles of a grid in letter codes.

    `unknown` is the code of letters that have none; -1 makes what has them spell nothing.
    """
    # The table as it is: tiles that lie nowhere do no harm here.
    spelled, _, tiles_of = _spelled(grid._tiles, alphabet)
    table: list[object] = [None] * len(spelled)
    if unknown >= 0:
        for tiles in tiles_of.values():
            for tile in tiles:
                table[tile] = unknown
    # By letter, not by tile: a grid of bytes has 256 tiles, and few words have few letters.
    for letter, code in code_of.items():
        for tile in tiles_of.get(letter, ()):
            table[tile] = code
    for tile in tiles_of[None]:
        spelling = spelled[tile]
        if isinstance(spelling, tuple):
            codes = [[code_of.get(letter, unknown) for letter in letters] for letters in spelling]
            table[tile] = [each for each in codes if each and -1 not in each]
        else:
            table[tile] = spelling
    return _core.Tiles(table)


#: What tiles spell: a letter, alternatives of letters, None for a hole, True for a wild tile.
Spelled = str | tuple[tuple[str, ...], ...] | bool | None

#: What the tiles of a grid spell, by tile id; the punctuation among it; the tiles of each letter,
#: and under None those that are no letter.
SpelledTable = tuple[list[Spelled], frozenset[str], dict[str | None, list[int]]]


class Recent(Generic[_Made]):
    """What was worked out last, by key: at most so many; safe on many threads."""

    __slots__ = ("_kept", "_lock", "_most")

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[Any, _Made] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Any, make: Callable[[], _Made]) -> _Made:
        """Give what is kept under a key, or make it."""
        with self._lock:
            kept = self._kept.get(key)
        if kept is not None:
            return kept
        made = make()
        with self._lock:
            self._kept[key] = made
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return made

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._kept.clear()


#: A grid of bytes shares one table of 256 tiles, which takes a millisecond to split into letters;
#: keyed by identity, as hashing it would take nearly as long.
_spelled_tables: Recent[tuple[object, SpelledTable]] = Recent(32)

_word_lists: Recent[Lexicon] = Recent(16)
#: Longer lists are worth a Lexicon of their own.
_MAX_REMEMBERED_WORDS = 1000


def _spelled(tiles: tuple[Tile | None, ...], alphabet: Alphabet) -> SpelledTable:
    """Split what each tile spells into letters, once for tiles that are asked for again."""
    # The tiles are kept beside the table: an id can only be used again when they are gone.
    return _spelled_tables.get((id(tiles), alphabet), lambda: (tiles, _split(tiles, alphabet)))[1]


def _split(tiles: tuple[Tile | None, ...], alphabet: Alphabet) -> SpelledTable:
    table: list[Spelled] = []
    for tile in tiles:
        if tile is None or tile.is_wild:
            table.append(None if tile is None else True)
            continue
        spellings = tuple(alphabet.split(text) for text in tile.spellings)
        is_letter = len(spellings) == 1 and len(spellings[0]) == 1
        table.append(spellings[0][0] if is_letter else spellings)
    characters = {c for tile in tiles if tile is not None for text in tile.spellings for c in text}
    tiles_of: dict[str | None, list[int]] = {None: []}
    for index, spelled in enumerate(table):
        tiles_of.setdefault(spelled if isinstance(spelled, str) else None, []).append(index)
    return table, frozenset(c for c in characters if is_punctuation(c)), tiles_of


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
