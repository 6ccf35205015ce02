"""Proof that a path puzzle is valid, by the package's path search, which its maker does not use."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain, pairwise

from .._util.plain_text import count_noun
from .._util.report import Fault, Report
from ..errors import PuzzleError
from ..geometry import Cell
from ..grid import Grid
from ..lexicon import WordsLike
from ..search.covers import Cover, search_covers, spans
from ..search.paths import find_paths
from .placement import Angles, Placement, count_turns, diagonal_block
from .puzzle import Puzzle

Path = tuple[Cell, ...]

#: Cells or paths that a message lists.
_MAX_LISTED = 4


def check_paths(puzzle: Puzzle, avoid: Sequence[str]) -> Report:
    """Check a path puzzle as `check_puzzle` does.

    Each word must be where the key says, and be traced nowhere else; or else the words must cover
    the board in one way only, which is a note. Words of `avoid` must not be traced, except along
    part of the path of a word.

    Raises:
        PuzzleError: the puzzle has no words.
    """
    if not puzzle.key:
        raise PuzzleError("the puzzle has no words to find")
    puzzle = _place(puzzle)
    words = [placed.word for placed in puzzle.key]
    every = paths_of(puzzle, [*words, *avoid])
    paths = {word: every[word] for word in filter(every.__contains__, words)}
    notes: list[str] = []
    faults = [*_check_places(puzzle, paths)]
    if puzzle.kind != "bent":
        faults += [*_check_cells(puzzle), *_check_order(puzzle)]
    repeated = {word: found for word, found in paths.items() if len(found) > 1}
    if puzzle.kind == "bent":
        faults += [
            Fault("twice", word, f"{word} occurs {len(found)} times: from {_starts(found)}")
            for word, found in repeated.items()
        ]
    elif repeated and not faults:
        is_settled = bool(_covers(puzzle, words))
        for word, found in repeated.items():
            text = f"{word} can be traced in {len(found)} ways"
            if is_settled:
                notes.append(f"{text}, but the words cover the board in one way only")
            else:
                faults.append(Fault("twice", word, f"{text}: from {_starts(found)}"))
    lines = [placed.path for placed in puzzle.key]
    for word in filter(every.__contains__, avoid):
        found = every[word]
        alone = [path for path in found if not any(is_part(path, line) for line in lines)]
        if alone:
            text = f"{word}, an avoided word, can be traced from {_starts(alone)}"
            faults.append(Fault("avoided", word, text))
        else:
            notes.append(f"{word}, an avoided word, is part of a word")
    return Report(tuple(faults), tuple(notes), len(puzzle.key))


def with_paths(puzzle: Puzzle) -> Puzzle:
    """Add the paths of words without one to the key.

    Raises:
        PuzzleError: such a word has no path, or several.
    """
    puzzle = _place(puzzle)
    for placed in puzzle.key:
        if not placed.path:
            raise PuzzleError(
                f"{placed.word} does not have one path on the board; lexigrid check shows why"
            )
    return puzzle


def _place(puzzle: Puzzle) -> Puzzle:
    """Add the paths of words without one, where there is only one way."""
    if all(placed.path for placed in puzzle.key):
        return puzzle
    words = [placed.word for placed in puzzle.key]
    known = {word: own[0] for word, own in paths_of(puzzle, words).items() if len(own) == 1}
    if puzzle.kind != "bent" and not known.keys() >= {*words}:
        found = (each for cover in _covers(puzzle, words) for each in cover.found)
        known = {each.word: each.path for each in found if each.path}
    key = (
        replace(placed, start=path[0], length=len(path), path=path)
        if not placed.path and (path := known.get(placed.word))
        else placed
        for placed in puzzle.key
    )
    return replace(puzzle, key=tuple(key))


def _covers(puzzle: Puzzle, words: Sequence[str]) -> Sequence[Cover]:
    """Return the cover by all words, if there is only one."""
    ways = search_covers(
        puzzle.grid, words, words, found=words, spanning=False, most_words=len(words), limit=2
    )
    return ways if len(ways) == 1 and ways.complete else ()


def paths_of(puzzle: Puzzle, words: WordsLike) -> dict[str, list[Path]]:
    """Return all paths of each word that has one; those of a palindrome once."""
    found = find_paths(puzzle.grid, words, paths="all", min_length=1) if words else ()
    paths: dict[str, list[Path]] = {}
    for each in found:
        if kept := _allowed_once(puzzle, each.paths):
            paths |= dict.fromkeys(each.spellings, kept)
    return paths


def solve_bent(
    grid: Grid,
    words: WordsLike,
    *,
    named: Sequence[str] = (),
    turns: int = 1,
    angles: Angles = "right",
    limit: int | None = None,
    deadline: float | None = None,
) -> tuple[Puzzle, str | None]:
    """Find each place of words with at most this many turns; also return what cut the search.

    The key of the puzzle has a placement for each place, `missing` has those of `named` without
    one. Words of a lexicon have three letters or more.

    >>> solved, _ = solve_bent(Grid.parse("oax/xtx"), ["oat", "tea"], named=["oat", "tea"])
    >>> [(placed.word, len(placed.path)) for placed in solved.key], solved.missing
    ([('oat', 3)], (('tea', 'it is nowhere'),))
    """
    rules = Puzzle(grid, (), kind="bent", turns=turns, angles=angles)
    least = 1 if named else None
    found = find_paths(grid, words, paths="all", min_length=least, deadline=deadline)
    key: list[Placement] = []
    seen: set[str] = set()
    for each in found:
        kept = _allowed_once(rules, each.paths)
        key += [Placement.along(each.word, path) for path in kept]
        seen.update(each.spellings if kept else ())
    missing = tuple((word, "it is nowhere") for word in named if word not in seen)
    is_cut = limit is not None and len(key) > limit
    notes = (f"only the first {limit} of {len(key)} places are listed",) if is_cut else ()
    return replace(rules, key=tuple(key[:limit]), missing=missing, notes=notes), found.cut_by


def _allowed_once(puzzle: Puzzle, paths: Iterable[Path]) -> list[Path]:
    """Return the paths that a word may run along; those of a palindrome once."""
    kept: dict[Path, None] = {}
    for path in paths:
        if path[::-1] not in kept and is_allowed(puzzle, path):
            kept[path] = None
    return [*kept]


def is_allowed(puzzle: Puzzle, path: Path) -> bool:
    """May a word of the puzzle run along this path?"""
    if puzzle.kind != "bent":
        return True
    turns = count_turns(path, puzzle.angles)
    return turns is not None and turns <= puzzle.turns


def _check_places(puzzle: Puzzle, paths: dict[str, list[Path]]) -> Iterable[Fault]:
    for placed in puzzle.key:
        word, found = placed.word, paths.get(placed.word, [])
        if not found:
            yield Fault("missing", word, f"{word} cannot be traced")
        elif not placed.path:
            if len(found) == 1 or any(each.path for each in puzzle.key):
                yield Fault("key", word, f"{word} has no path in the key")
        elif not is_allowed(puzzle, placed.path):
            angles = "at right angles " if puzzle.angles == "right" else ""
            text = f"{word} must turn {angles}at most {count_noun(puzzle.turns, 'time')}"
            yield Fault("turns", word, text)
        elif placed.path not in found and placed.path[::-1] not in found:
            where = f"{word} is not along its path from {_cell(placed.start)}"
            yield Fault("key", word, f"{where}; it can be traced from {_starts(found)}")


def _check_cells(puzzle: Puzzle) -> Iterable[Fault]:
    """Check that each cell is on one path, and that no two paths cross."""
    used = Counter(chain.from_iterable(placed.path for placed in puzzle.key))
    if free := [cell for cell in puzzle.grid if cell not in used]:
        yield Fault("cover", "", f"{_cells(free)} belong to no word")
    if shared := [cell for cell, count in used.items() if count > 1]:
        yield Fault("cover", "", f"{_cells(shared)} belong to several words")
    if puzzle.grid.topology.name != "king":
        return
    steps = list(chain.from_iterable(pairwise(placed.path) for placed in puzzle.key))
    if puzzle.kind == "trail":
        steps += [(a.end, b.start) for a, b in pairwise(puzzle.key)]
    blocks = Counter(block for step in steps if (block := diagonal_block(*step)))
    for block, count in blocks.items():
        if count > 1:
            yield Fault("crossing", "", f"two paths cross between {_cell(block)} and the next row")


def _check_order(puzzle: Puzzle) -> Iterable[Fault]:
    """Check the spanning word of a cover, and the order of a trail."""
    grid = puzzle.grid
    if puzzle.spanning:
        spanning = [placed for placed in puzzle.key if placed.word == puzzle.spanning]
        if not spanning:
            yield Fault("spanning", puzzle.spanning, f"{puzzle.spanning} is not among the words")
        elif spanning[0].path and not spans(grid, spanning[0].path):
            text = f"{puzzle.spanning} does not touch two opposite sides"
            yield Fault("spanning", puzzle.spanning, text)
    if puzzle.kind == "trail" and all(placed.path for placed in puzzle.key):
        for before, after in pairwise(puzzle.key):
            if after.start not in grid.topology.neighbours(grid.rows, grid.columns, before.end):
                text = f"{after.word} does not begin next to the end of {before.word}"
                yield Fault("trail", after.word, text)


def is_part(path: Path, line: Path) -> bool:
    """Is a path a run of another one, either way round?"""
    runs = [line[at : at + len(path)] for at in range(len(line) - len(path) + 1)]
    return path in runs or path[::-1] in runs


def _cell(cell: Cell) -> str:
    """Describe a cell for people, who count from 1."""
    return f"{cell.row + 1},{cell.column + 1}"


def _cells(cells: Sequence[Cell]) -> str:
    listed = ", ".join(map(_cell, cells[:_MAX_LISTED]))
    return f"{listed} and {len(cells) - _MAX_LISTED} more" if cells[_MAX_LISTED:] else listed


def _starts(paths: Sequence[Path]) -> str:
    return _cells([path[0] for path in paths])
