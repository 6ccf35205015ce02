"""Does a puzzle keep its promise? Asked of the package's own line search, in all directions.

Knows puzzles and the line search; known by makers and the command line.
Rule: every occurrence is explained by the key, or it is a fault; nothing is taken on trust.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from ..alphabet import Alphabet
from ..errors import PuzzleError
from ..geometry import Cell
from ..search import Lines, Occurrence, find_lines
from .puzzle import Placement, Puzzle, letters_of

#: Faults of one kind that are listed for one word; more are only counted.
_MOST_LISTED = 4


@dataclass(frozen=True, slots=True)
class Fault:
    """One way in which a puzzle breaks its promise.

    `kind` is "missing", "twice", "inside", "key", "direction" or "avoided".
    """

    kind: str
    word: str
    message: str

    def __str__(self) -> str:
        return self.message


@dataclass(frozen=True, slots=True)
class PuzzleReport:
    """What a check found: faults, and notes on what is allowed but worth knowing."""

    faults: tuple[Fault, ...]
    notes: tuple[str, ...]
    words: int

    @property
    def is_valid(self) -> bool:
        """Does the puzzle keep its promise?"""
        return not self.faults

    def to_json(self) -> dict[str, object]:
        """Give the JSON form."""
        return {
            "format": "lexigrid/check",
            "version": 1,
            "valid": self.is_valid,
            "words": self.words,
            "faults": [
                {"kind": fault.kind, "word": fault.word, "message": fault.message}
                for fault in self.faults
            ],
            "notes": list(self.notes),
        }


def check_puzzle(
    puzzle: Puzzle, *, allow_subwords: bool = False, avoid: Iterable[str] = ()
) -> PuzzleReport:
    """Say whether each word of a puzzle stands in it exactly once, and if not, why not.

    All eight directions are searched. With a key, each word must stand where the key says, in a
    direction that the puzzle allows. A word inside another word of the list is a fault unless
    `allow_subwords`; then it is a note. Words of `avoid` must not stand anywhere, but one that is
    a part of a listed word (either way) is only a note.

    >>> from lexigrid import Grid
    >>> from lexigrid.puzzle.io import puzzle_of
    >>> report = check_puzzle(puzzle_of(Grid.parse("tea/ant/oat"), ["tea", "oat"]))
    >>> report.is_valid, [str(fault) for fault in report.faults]
    (False, ['oat stands 2 times: 3,1 N, 3,1 E'])

    Raises:
        PuzzleError: the puzzle has no words.
    """
    words = [placed.word for placed in puzzle.key]
    if not words:
        raise PuzzleError("the puzzle has no words to find")
    unwanted = list(avoid)
    seen = find_lines(puzzle.grid, [*words, *unwanted], threads=1)
    return _Judge(puzzle, seen, words, unwanted, allow_subwords).report()


class _Judge:
    """One puzzle, what was seen in it, and what is to be said about it."""

    def __init__(
        self,
        puzzle: Puzzle,
        seen: Lines,
        words: Sequence[str],
        unwanted: Sequence[str],
        allow_subwords: bool,
    ) -> None:
        self.puzzle = puzzle
        self.words = words
        self.allow_subwords = allow_subwords
        self.alphabet = puzzle.grid.alphabet or Alphabet()
        self.faults: list[Fault] = []
        self.notes: list[str] = []
        self.unwanted = unwanted
        self.by_word: dict[str, list[Occurrence]] = {}
        for each in seen:
            for spelling in each.spellings:
                self.by_word.setdefault(spelling, []).append(each)
        self.seen = seen

    def letters(self, word: str) -> tuple[str, ...]:
        return letters_of(self.alphabet, word)

    def report(self) -> PuzzleReport:
        for index, word in enumerate(self.words):
            self._judge_word(index, word)
        self._judge_unwanted()
        return PuzzleReport(tuple(self.faults), tuple(self.notes), len(self.words))

    @cached_property
    def _lines(self) -> list[tuple[str, frozenset[Cell]]]:
        """The lines that explain what stands inside them: the key's, or the only ones of a word."""
        lines: list[tuple[str, frozenset[Cell]]] = []
        for placed in self.puzzle.key:
            found = self.by_word.get(placed.word.strip(), [])
            if placed.length:
                lines.append((placed.word, frozenset(placed.cells)))
            elif len(found) == 1:
                lines.append((placed.word, frozenset(found[0].cells)))
        return lines

    def _judge_word(self, index: int, word: str) -> None:
        found = self.by_word.get(word.strip(), [])
        placed = self.puzzle.key[index]
        if placed.length:
            self._judge_key(word, found, index)
            own = _ends(placed)
            others = [each for each in found if _ends(each) != own]
        elif not found:
            self._fault("missing", word, f"{word} is not in the grid")
            return
        else:
            outer = [each for each in found if self._host(word, each) is None]
            lone = _ends(outer[0]) if len(outer) == 1 else None
            others = [each for each in found if _ends(each) != lone]
        inside = [(each, host) for each in others if (host := self._host(word, each)) is not None]
        if len(inside) < len(others):
            self._fault("twice", word, f"{word} stands {len(found)} times: {_places(found)}")
        elif inside:
            hosts = ", ".join(dict.fromkeys(host for _, host in inside))
            text = f"{word} stands inside {hosts} too"
            if self.allow_subwords:
                self.notes.append(text)
            else:
                self._fault("inside", word, text)

    def _judge_key(self, word: str, found: Sequence[Occurrence], index: int) -> None:
        placed = self.puzzle.key[index]
        own = _ends(placed)
        if not any(_ends(each) == own for each in found):
            kind = "key" if found else "missing"
            where = f"; it is at {_places(found)}" if found else ""
            row, column = placed.start
            self._fault(kind, word, f"{word} is not at {row + 1},{column + 1}{_way(placed)}{where}")
        elif placed.direction is not None and placed.direction not in self.puzzle.directions:
            allowed = ",".join(map(str, self.puzzle.directions))
            self._fault("direction", word, f"{word} runs {placed.direction}, allowed is {allowed}")

    def _host(self, word: str, each: Occurrence) -> str | None:
        """Name the listed word that the occurrence is a part of, or None."""
        cells = frozenset(each.cells)
        for other, line in self._lines:
            if other != word and cells < line:
                return other
            if other != word and cells == line and len(cells) > 1:
                return other  # the same word, or its mirror image
        return None

    def _judge_unwanted(self) -> None:
        listed = {self.letters(word) for word in self.words} if self.unwanted else set()
        for word in self.unwanted:
            found = self.by_word.get(word.strip(), [])
            if self.letters(word) in listed:
                self._fault("avoided", word, f"{word} is to be avoided and is listed")
                continue
            hosts = [self._host("", each) for each in found]
            accidental = [each for each, host in zip(found, hosts, strict=True) if host is None]
            if accidental:
                self._fault("avoided", word, f"{word}, to be avoided, is at {_places(accidental)}")
            for host in dict.fromkeys(host for host in hosts if host is not None):
                self.notes.append(f"{word}, to be avoided, is a part of {host}")

    def _fault(self, kind: str, word: str, message: str) -> None:
        self.faults.append(Fault(kind, word, message))


def _ends(line: Occurrence | Placement) -> tuple[Cell, Cell]:
    """Name the cells of a line, whichever way it is read, by its two ends."""
    start, end = line.start, line.end
    return (start, end) if start <= end else (end, start)


def _way(placed: object) -> str:
    direction = getattr(placed, "direction", None)
    return "" if direction is None else f" {direction}"


def _places(found: Sequence[Occurrence]) -> str:
    """Say where occurrences are, for people: counted from 1."""
    told = [
        f"{each.start.row + 1},{each.start.column + 1}{_way(each)}" for each in found[:_MOST_LISTED]
    ]
    more = f" and {len(found) - _MOST_LISTED} more" if len(found) > _MOST_LISTED else ""
    return ", ".join(told) + more
