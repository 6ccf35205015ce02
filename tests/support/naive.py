"""The oracle: slow but obviously correct searches, without a trie and without the native core."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from lexigrid import Alphabet, Cell, Direction, Grid, Topology
from lexigrid.alphabet import is_punctuation
from lexigrid.geometry import ALL_DIRECTIONS

Path = tuple[Cell, ...]
Letters = tuple[str, ...]
Line = tuple[str, Path, Direction | None]
Tiles = dict[Cell, list[Letters]]

#: The letter of a wild tile; no text contains it.
WILD = "\0"


def letters_of(grid: Grid, word: str, keep: str = "") -> Letters:
    """Split a word as the grid reads it: punctuation counts where the grid has it."""
    alphabet = grid.alphabet or Alphabet()
    has = {c for t in grid.tiles if t is not None for text in t.spellings for c in text} | {*keep}
    letters = alphabet.split(word.strip())
    return tuple(c for c in letters if not is_punctuation(c) or c in has) or letters


def distinct_words(grid: Grid, words: Iterable[str], keep: str = "") -> dict[Letters, list[str]]:
    """Group words by their letters, with all spellings in the order given."""
    groups: dict[Letters, list[str]] = {}
    for word in words:
        spellings = groups.setdefault(letters_of(grid, word, keep), [])
        if word.strip() not in spellings:
            spellings.append(word.strip())
    return groups


@lru_cache(maxsize=8)
def tiles_of(grid: Grid) -> Tiles:
    """Return the spellings of each tile as letters; a hole has none."""
    alphabet = grid.alphabet or Alphabet()
    tiles: Tiles = {}
    for cell in all_cells(grid):
        tile = grid[cell]
        spellings = () if tile is None else tile.spellings
        is_wild = tile is not None and tile.is_wild
        tiles[cell] = [(WILD,)] if is_wild else [alphabet.split(each) for each in spellings]
    return tiles


def count_spelled(tiles: Tiles, path: Path, letters: Letters, any_letter: str = "") -> set[int]:
    """Return how many of the letters, from the first on, the tiles of the path can spell."""
    places = {0}
    for cell in path:
        places = {
            place + len(option)
            for place in places
            for option in tiles[cell]
            if agree(letters[place : place + len(option)], option, any_letter)
        }
        if not places:
            break
    return places


def agree(letters: Letters, option: Letters, any_letter: str) -> bool:
    """Can a tile with this spelling represent these letters of a word?"""
    return len(letters) == len(option) and all(
        tile_letter in (WILD, letter) or letter == any_letter
        for letter, tile_letter in zip(letters, option, strict=True)
    )


def can_spell(grid: Grid, path: Path, letters: Letters) -> bool:
    """Can the tiles of the path spell these letters, tile by tile?"""
    return len(letters) in count_spelled(tiles_of(grid), path, letters)


def lines_from(
    grid: Grid, start: Cell, direction: Direction, wrap: bool, most: int
) -> Iterator[Path]:
    """All lines of two or more cells from a cell in one direction."""
    line = [start]
    while len(line) < most:
        row, column = line[-1].row + direction.row_step, line[-1].column + direction.column_step
        if wrap:
            row, column = row % grid.rows, column % grid.columns
        if not (0 <= row < grid.rows and 0 <= column < grid.columns) or (row, column) == start:
            return
        line.append(Cell(row, column))
        yield tuple(line)


def all_cells(grid: Grid) -> list[Cell]:
    return [Cell(row, column) for row in range(grid.rows) for column in range(grid.columns)]


def find_lines(
    grid: Grid,
    words: Iterable[str],
    *,
    directions: Iterable[Direction] = ALL_DIRECTIONS,
    wrap: bool | None = None,
    first: bool = False,
    wildcards: bool = False,
    limit: int | None = None,
) -> list[Line]:
    """All occurrences in canonical order, as (first spelling, cells, direction)."""
    any_letter = "?" if wildcards else ""
    wraps = grid.topology.wrap if wrap is None else wrap
    groups = distinct_words(grid, words, any_letter)
    ordered = sorted(groups)
    most = max(map(len, groups))
    chosen = set(directions)
    tiles = tiles_of(grid)
    found: list[Line] = []
    seen: set[tuple[Letters, frozenset[Cell]]] = set()
    for start in all_cells(grid):
        begun = [each for each in ordered if count_spelled(tiles, (start,), each, any_letter)]
        if not begun:
            continue
        lines: list[tuple[Direction | None, Path]] = [(None, (start,))]
        for direction in (each for each in ALL_DIRECTIONS if each in chosen):
            lines += [(direction, line) for line in lines_from(grid, start, direction, wraps, most)]
        for way, line in lines:
            for letters in begun:
                if len(letters) in count_spelled(tiles, line, letters, any_letter):
                    key = (letters, frozenset(line))
                    if key not in seen:
                        seen.add(key)
                        found.append((groups[letters][0], line, way))
    if first:
        kept: dict[str, Line] = {}
        for line_found in found:
            kept.setdefault(line_found[0], line_found)
        found = list(kept.values())
    return found[:limit]


def missing_words(grid: Grid, words: list[str], found: list[Line], keep: str = "") -> list[str]:
    """First spellings, in the order given, of the words that do not occur."""
    seen = {word for word, _, _ in found}
    return [s[0] for s in distinct_words(grid, words, keep).values() if s[0] not in seen]


@lru_cache(maxsize=8)
def neighbours_of(topology: Topology, rows: int, columns: int) -> dict[Cell, tuple[Cell, ...]]:
    cells = [Cell(row, column) for row in range(rows) for column in range(columns)]
    return {cell: topology.neighbours(rows, columns, cell) for cell in cells}


def paths_of(grid: Grid, letters: Letters, topology: Topology, reuse: bool = False) -> list[Path]:
    """All paths that spell the letters, in canonical order."""
    found: list[Path] = []
    tiles, near = tiles_of(grid), neighbours_of(topology, grid.rows, grid.columns)

    def walk(path: Path) -> None:
        places = count_spelled(tiles, path, letters)
        if not places:
            return
        if len(letters) in places:
            found.append(path)
        if len(path) < len(letters):
            for cell in near[path[-1]]:
                if reuse or cell not in path:
                    walk((*path, cell))

    for start in all_cells(grid):
        walk((start,))
    return sorted(found)


def count_paths(grid: Grid, letters: Letters, topology: Topology) -> int:
    """The number of paths that spell the letters; every tile is one letter.

    Partial paths are counted by their cells and last cell: a board of one letter has millions.
    """
    tiles, near = tiles_of(grid), neighbours_of(topology, grid.rows, grid.columns)
    ends = {
        (frozenset([cell]), cell): 1
        for cell in all_cells(grid)
        if count_spelled(tiles, (cell,), letters[:1])
    }
    for place in range(1, len(letters)):
        longer: dict[tuple[frozenset[Cell], Cell], int] = {}
        for (used, end), count in ends.items():
            for cell in near[end]:
                if cell not in used and count_spelled(tiles, (cell,), letters[place : place + 1]):
                    key = (used | {cell}, cell)
                    longer[key] = longer.get(key, 0) + count
        ends = longer
    return sum(ends.values())


def find_paths(
    grid: Grid,
    words: Iterable[str],
    *,
    topology: Topology | None = None,
    reuse: bool = False,
    min_length: int = 1,
) -> list[tuple[Letters, list[str], list[Path]]]:
    """All words with their paths, in the order in which the grid spells them first."""
    chosen = topology or grid.topology
    found = [
        (letters, spellings, paths_of(grid, letters, chosen, reuse))
        for letters, spellings in distinct_words(grid, words).items()
        if len(letters) >= min_length
    ]
    return sorted((f for f in found if f[2]), key=lambda f: (f[2][0], f[0]))


def is_path(grid: Grid, path: Path, topology: Topology, reuse: bool = False) -> bool:
    """Do consecutive cells touch, and is each cell used once?"""
    shape = (grid.rows, grid.columns)
    return all(topology.touches(shape, a, b) for a, b in pairwise(path)) and (
        reuse or len(set(path)) == len(path)
    )


def dice_can_show(faces: Sequence[str], dice: Sequence[Sequence[str]]) -> bool:
    """Can these dice show these faces, with one die per face?

    Bipartite matching: a face whose dice are all taken moves another face to a free die.
    """
    holder: dict[int, int] = {}

    def assign(face: int, tried: set[int]) -> bool:
        for die in range(len(dice)):
            if die not in tried and faces[face] in dice[die]:
                tried.add(die)
                if die not in holder or assign(holder[die], tried):
                    holder[die] = face
                    return True
        return False

    return len(faces) == len(dice) and all(assign(face, set()) for face in range(len(faces)))
