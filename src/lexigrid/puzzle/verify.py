"""Proof that a puzzle is valid, by the package's own line search in all eight directions.

Every occurrence of a word that the key does not explain is a fault.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, Literal

from .._util.limits import MAX_OCCURRENCES
from .._util.plain_text import shorten
from .._util.report import Fault, Report
from .._util.validation import check_words
from ..alphabet import Alphabet
from ..errors import PuzzleError
from ..geometry import Cell, Direction
from ..search.lines import Lines, Occurrence, find_lines
from .placement import Placement, letters_of
from .puzzle import Puzzle

FaultKind = Literal["missing", "twice", "inside", "key", "direction", "avoided"]

#: Occurrences of one word that a message lists; further ones are only counted.
_MAX_LISTED = 4


def check_puzzle(
    puzzle: Puzzle, *, allow_subwords: bool = False, avoid: Iterable[str] = ()
) -> Report:
    """Check that each word of a puzzle occurs in it exactly once, and explain every fault.

    All eight directions are searched. If the puzzle has a key, each word must be where the key
    says, in a direction that the puzzle allows. A word inside another word of the list is a fault,
    or only a note with `allow_subwords`, or if the key counts it (`Placement.inside`). Words of
    `avoid` must not occur anywhere; one that is part of a listed word, forwards or backwards, is
    only a note. A path puzzle is checked along paths: each cell must belong to one word, no two
    paths may cross, and each word has one path.

    >>> from lexigrid import Grid
    >>> from lexigrid.puzzle.io import create_puzzle
    >>> report = check_puzzle(create_puzzle(Grid.parse("tea/ant/oat"), ["tea", "oat"]))
    >>> report.is_valid, [str(fault) for fault in report.faults]
    (False, ['oat occurs 2 times: 3,1 N, 3,1 E'])

    Raises:
        PuzzleError: the puzzle has no words, or they occur more than MAX_OCCURRENCES times.
    """
    given: Any = puzzle
    if not isinstance(given, Puzzle):
        raise PuzzleError(
            f"the puzzle is {shorten(given)}, expected a Puzzle; Puzzle.read reads a file, "
            "and Puzzle.from_json its text"
        )
    avoided = check_words(avoid, "avoid")
    if puzzle.kind != "lines":
        from .verify_paths import check_paths

        return check_paths(puzzle, avoided)
    return check_found(puzzle, find_words(puzzle), allow_subwords, avoided)


def find_words(puzzle: Puzzle) -> tuple[Occurrence, ...]:
    """Find the words of a puzzle.

    Raises:
        PuzzleError: the puzzle has no words, or they occur more than MAX_OCCURRENCES times.
    """
    words = dict.fromkeys(placed.word for placed in puzzle.key)
    if not words:
        raise PuzzleError("the puzzle has no words to find")
    return tuple(_find(puzzle, [*words]))


def check_found(
    puzzle: Puzzle, found: Iterable[Occurrence], allow_subwords: bool, avoid: Sequence[str]
) -> Report:
    """Check a puzzle as `check_puzzle` does, with the occurrences that `find_words` found."""
    # A search of its own: many puzzles avoid the same words, which are then compiled only once.
    return _Checker(puzzle, found, allow_subwords).check(_find(puzzle, avoid) if avoid else ())


def _find(puzzle: Puzzle, words: Sequence[str]) -> Lines:
    found = find_lines(puzzle.grid, words, threads=1, limit=MAX_OCCURRENCES)
    if not found.complete:
        raise PuzzleError(f"the words occur more than {MAX_OCCURRENCES:,} times, too many to check")
    return found


class _Checker:
    """Compares the occurrences in a puzzle with its key."""

    def __init__(self, puzzle: Puzzle, found: Iterable[Occurrence], allow_subwords: bool) -> None:
        self._puzzle = puzzle
        self._allow_subwords = allow_subwords
        self._faults: list[Fault] = []
        self._notes: list[str] = []
        self._by_word: dict[str, list[Occurrence]] = {}
        for each in found:
            for spelling in each.spellings:
                self._by_word.setdefault(spelling, []).append(each)

    @cached_property
    def _lines(self) -> dict[Cell, dict[frozenset[Cell], list[str]]]:
        """By cell, the lines that may contain other words, each with up to two words on it.

        A line is the place of a word in the key, or the only occurrence of a word without one.
        """
        lines: dict[Cell, dict[frozenset[Cell], list[str]]] = {}
        for placed in self._puzzle.key:
            own = self._occurrences(placed.word)
            if placed.length or len(own) == 1:
                cells = placed.cells if placed.length else own[0].cells
                line = frozenset(cells)
                for cell in cells:
                    words = lines.setdefault(cell, {}).setdefault(line, [])
                    if len(words) < 2 and placed.word not in words:
                        words.append(placed.word)
        return lines

    def check(self, avoided: Iterable[Occurrence]) -> Report:
        by_word: dict[str, list[Placement]] = {}
        for placed in self._puzzle.key:
            by_word.setdefault(placed.word, []).append(placed)
        for own in by_word.values():
            self._check_word(own)
        self._check_avoided(avoided)
        return Report(tuple(self._faults), tuple(self._notes), len(self._puzzle.key))

    def _occurrences(self, word: str) -> list[Occurrence]:
        return self._by_word.get(word.strip(), [])

    def _check_word(self, own: Sequence[Placement]) -> None:
        """Check the placements of a word, which may be hidden several times."""
        placed, times = own[0], len(own)
        word = placed.word
        found = self._occurrences(word)
        if placed.length:
            for each in own:
                self._check_placement(each, found)
            expected = {_ends(each) for each in own}
        elif not found:
            self._add_fault("missing", word, f"{word} is not in the grid")
            return
        else:
            outer = [each for each in found if self._find_host(word, each) is None]
            expected = {_ends(each) for each in outer} if len(outer) == times else set()
        hosts = [self._find_host(word, each) for each in found if _ends(each) not in expected]
        inside = [host for host in hosts if host is not None]
        may_be_all = placed.length or times <= len(found)
        is_repeated = may_be_all and 1 < times > len(expected)
        if is_repeated or (len(inside) < len(hosts) and len(found) > 1):
            wanted = f", expected {times}" if times > 1 else ""
            self._add_fault(
                "twice", word, f"{word} occurs {len(found)} times{wanted}: {_places(found)}"
            )
        elif len(found) < times and not placed.length:
            text = f"{word} occurs {len(found)} times, expected {times}: {_places(found)}"
            self._add_fault("missing", word, text)
        elif inside:
            text = f"{word} is also inside {', '.join(dict.fromkeys(inside))}"
            if self._allow_subwords or placed.inside == len(inside):
                self._notes.append(text)
            else:
                self._add_fault("inside", word, text)

    def _check_placement(self, placed: Placement, found: Sequence[Occurrence]) -> None:
        word, direction = placed.word, placed.direction
        if not any(_ends(each) == _ends(placed) for each in found):
            elsewhere = f"; it is at {_places(found)}" if found else ""
            self._add_fault(
                "key" if found else "missing",
                word,
                f"{word} is not at {_place(placed.start, direction)}{elsewhere}",
            )
        elif direction is not None and direction not in self._puzzle.directions:
            allowed = ",".join(map(str, self._puzzle.directions))
            self._add_fault("direction", word, f"{word} runs {direction}, expected {allowed}")

    def _find_host(self, word: str, found: Occurrence) -> str | None:
        """Return the listed word that contains an occurrence of `word`, or None."""
        cells = frozenset(found.cells)
        for line, words in self._lines.get(found.start, {}).items():
            # On equal cells, the words are equal or each other's reverse.
            if cells < line or (cells == line and len(cells) > 1):
                for other in words:
                    if other != word:
                        return other
        return None

    def _check_avoided(self, found: Iterable[Occurrence]) -> None:
        by_word: dict[str, list[Occurrence]] = {}
        for each in found:
            by_word.setdefault(each.word, []).append(each)
        alphabet = self._puzzle.grid.alphabet or Alphabet()
        listed = {letters_of(alphabet, each.word) for each in self._puzzle.key} if by_word else ()
        for word, occurrences in by_word.items():
            if letters_of(alphabet, word) in listed:
                self._add_fault("avoided", word, f"{word} is both listed and avoided")
                continue
            hosts = [self._find_host("", each) for each in occurrences]
            accidental = [
                each for each, host in zip(occurrences, hosts, strict=True) if host is None
            ]
            if accidental:
                text = f"{word}, an avoided word, is at {_places(accidental)}"
                self._add_fault("avoided", word, text)
            for host in dict.fromkeys(host for host in hosts if host is not None):
                self._notes.append(f"{word}, an avoided word, is part of {host}")

    def _add_fault(self, kind: FaultKind, word: str, message: str) -> None:
        self._faults.append(Fault(kind, word, message))


def _ends(line: Occurrence | Placement) -> tuple[Cell, Cell]:
    """Return both ends of a line, the same whichever way it is read."""
    start, end = line.start, line.end
    return (start, end) if start <= end else (end, start)


def _place(start: Cell, direction: Direction | None) -> str:
    """Describe a place for people, who count from 1."""
    return f"{start.row + 1},{start.column + 1}{'' if direction is None else f' {direction}'}"


def _places(found: Sequence[Occurrence]) -> str:
    listed = ", ".join(_place(each.start, each.direction) for each in found[:_MAX_LISTED])
    more = f" and {len(found) - _MAX_LISTED} more" if len(found) > _MAX_LISTED else ""
    return listed + more
