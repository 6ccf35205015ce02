"""Check a proof of the best board with plain code that shares nothing with the search.

A placement is a word on some cells, as an integer with a digit for each place: 0, or the number of
the letter, from 1. The first place is the leading digit.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from itertools import chain, product
from math import prod
from operator import contains
from typing import Any

import numpy as np
import numpy.typing as npt

from .._util.plain_text import count_noun
from .._util.progress import Progress, Share, check_progress
from .._util.report import Fault, Report
from .._util.rng import Seed, SeededRng
from .._util.validation import check_int, check_type
from ..errors import InputError
from ..grid import Grid, Tile, map_tiles
from ..lexicon import Lexicon, WordsLike
from ..search.bulk.bounds import DEFAULT_LIMIT
from ..search.encode import as_lexicon
from ..search.paths import FoundWords, find_paths
from ..search.scoring import points_table
from .proof import DIGITS, Proof

_PURPOSE = "recheck"

_Integers = npt.NDArray[np.int64]
#: The words that share a beginning: by the next letter; "" has the number of the whole word.
_Trie = dict[str, Any]


def check_proof(
    proof: Proof,
    words: WordsLike | None = None,
    *,
    sample: int | None = None,
    seed: Seed = 1,
    progress: Progress | None = None,
) -> Report:
    """Check a proof of the best board, and explain every fault.

    There are three checks: every board is in exactly one pattern, if need be rotated or mirrored;
    the listed boards have the points of the bound, as have their patterns, and each pattern with
    that bound has a listed board; and, for all patterns or a `sample` of them, no board is above
    the bound of its pattern, and no best board is missing from a list that is not empty. A sample
    begins with the patterns that have the bound of the proof, usually one or two, and goes on at
    random: if it has them all, a best board can be missing only from another pattern whose bound is
    wrong. The search of a pattern is plain Python that shares no code with `prove_best`: about a
    second for a pattern of 3x3, from seconds to minutes for one of 3x4. `progress` gets the
    share done after each pattern.

    Raises:
        InputError: `sample` is out of range, or a pattern has 2**63 placements or more.
    """
    check_type(proof, "the proof", Proof, "a Proof such as Proof.load('best.json')")
    lexicon = as_lexicon(words)
    faults = [Fault("partition", "", each) for each in _check_partition(proof, lexicon)]
    if faults:
        return Report(tuple(faults))
    faults += [Fault("board", "", each) for each in _check_boards(proof, lexicon)]
    names = sorted(proof.bounds)
    if sample is not None:
        check_int(sample, "sample", 0)
        names = SeededRng(seed, _PURPOSE).shuffled(names)
        names = sorted(names, key=lambda name: proof.bounds[name] < proof.bound)[:sample]
    check_progress(progress)
    checker = _PatternChecker(proof, lexicon) if names else None
    for number, name in enumerate(names, 1):
        if checker and (fault := checker.find_fault(name)):
            faults.append(Fault("pattern", "", f"pattern {name} has {fault}"))
        if progress is not None:
            progress(Share(number / len(names), f"{number} of {len(names)} patterns"))
    return Report(tuple(faults))


def _check_partition(proof: Proof, lexicon: Lexicon) -> Iterator[str]:
    """Check that the patterns cover all boards."""
    partition = proof.partition
    if proof.fingerprint != lexicon.fingerprint:
        yield f"the proof is for another lexicon, {proof.fingerprint}, not {lexicon.fingerprint}"
        return
    for classes in {partition.classes, partition.corner_classes}:
        if sorted("".join(classes)) != sorted(lexicon.letters):
            yield f"the classes {' '.join(classes)} do not divide the letters of the lexicon"
            return
    rows, columns = partition.size
    boards = covered = 0
    seen = set()
    for name in product(*(DIGITS[: len(each)] for each in partition.cells)):
        boards += 1
        grid = [name[at : at + columns] for at in range(0, rows * columns, columns)]
        names = {"".join(chain(*image)) for image in _images(grid) if len(image) == rows}
        listed = names & proof.bounds.keys()
        covered += bool(listed)
        seen |= listed
    if covered != boards:
        yield f"{boards - covered} of {boards} patterns are missing"
    if unknown := proof.bounds.keys() - seen:
        yield f"{min(unknown)!r} is not a pattern"
    if proof.bounds and max(proof.bounds.values()) != proof.bound:
        yield f"the bound is {proof.bound}, but that of the patterns {max(proof.bounds.values())}"


def _images(grid: Sequence[tuple[Any, ...]]) -> Iterator[list[tuple[Any, ...]]]:
    """Yield the rotations and mirror images of a grid."""
    turned = list(grid)
    for _ in range(4):
        turned = list(zip(*turned[::-1], strict=True))
        yield turned
        yield turned[::-1]


def _check_boards(proof: Proof, lexicon: Lexicon) -> Iterator[str]:
    """Check that the best boards have the size and score of the proof, and so their patterns.

    A pattern has the bound of the proof if, and only if, it has a best board: the bound of a
    pattern is exact from `at_least` on, which the score of a listed board reaches.
    """
    rows, columns = proof.partition.size
    best = {name for name, bound in proof.bounds.items() if bound == proof.bound}
    listed = set()
    for board in proof.boards:
        has_letters = set(chain(*_letters_of(board))) <= set(lexicon.letters)
        if (board.rows, board.columns) != (rows, columns) or not has_letters:
            yield (
                f"the board {board.format(one_line=True)} is not {rows}x{columns} with one letter "
                "of the lexicon on each cell"
            )
            continue
        found = find_paths(
            board, lexicon, min_length=proof.min_length, scoring=proof.scoring, paths="none"
        )
        if found.score != proof.bound:
            yield f"the board {board.format(one_line=True)} has {found.score} points"
            continue
        names = set(_pattern_names(proof, board)) & proof.bounds.keys()
        if not names <= best:
            name = min(names - best)
            yield (
                f"the board {board.format(one_line=True)} is in the pattern {name}, whose bound is "
                f"{proof.bounds[name]}"
            )
        listed |= names
    if proof.boards and (without := best - listed):
        yield f"pattern {min(without)} has the bound {proof.bound}, but no board of it is listed"


def _pattern_names(proof: Proof, board: Grid) -> Iterator[str]:
    """Yield the names of the patterns of a board and its images."""
    rows, cells = proof.partition.size[0], proof.partition.cells
    for image in _images(_letters_of(board)):
        if len(image) == rows:
            letters = chain(*image)
            yield "".join(
                next(digit for digit, each in zip(DIGITS, classes, strict=False) if letter in each)
                for classes, letter in zip(cells, letters, strict=True)
            )


def _letters_of(board: Grid) -> list[tuple[str, ...]]:
    """Return the letters of the rows: q for Qu, and "" for a hole or a tile of several letters."""

    def letter_of(tile: Tile | None) -> str:
        spelled = tile.spellings if tile is not None else ()
        return spelled[0].replace("qu", "q") if len(spelled) == 1 else ""

    return [tuple(row) for row in map_tiles(board, letter_of)]


class _PatternChecker:
    """Searches patterns for boards above their bound, and for best boards that are not listed."""

    def __init__(self, proof: Proof, lexicon: Lexicon) -> None:
        self._proof, self._lexicon = proof, lexicon
        rows, columns = proof.partition.size
        cells = list(product(range(rows), range(columns)))
        near = [
            [j for j, (c, d) in enumerate(cells) if max(abs(a - c), abs(b - d)) == 1]
            for a, b in cells
        ]
        #: Cells in the order in which their letters are chosen: most neighbours first.
        self._order = sorted(range(len(cells)), key=lambda cell: -len(near[cell]))
        place = {cell: at for at, cell in enumerate(self._order)}
        self._near = [[place[other] for other in near[cell]] for cell in self._order]
        #: All images of the listed boards.
        self._listed = {
            tuple(chain(*image))
            for board in proof.boards
            for image in _images(_letters_of(board))
            if len(image) == rows
        }
        points = points_table(proof.scoring, lexicon.max_length)
        has_qu = "u" in lexicon.letters
        self._trie: _Trie = {}
        self._points: list[int] = []
        for word in lexicon:
            letters = "".join(lexicon.alphabet.split(word))
            if len(letters) >= proof.min_length and points[len(letters)]:
                tiles = letters.replace("qu", "q") if has_qu else letters
                is_bare = has_qu and tiles.count("q") != letters.count("qu")
                if not is_bare and len(tiles) <= len(cells):
                    node = self._trie
                    for letter in tiles:
                        node = node.setdefault(letter, {})
                    node[""] = len(self._points)
                    self._points.append(points[len(letters)])

    def find_fault(self, name: str) -> str | None:
        """Return a board that contradicts the proof, described; None if the pattern has none.

        Raises:
            InputError: the pattern has 2**63 placements or more.
        """
        proof = self._proof
        bound = proof.bounds[name]
        classes = [
            letters[DIGITS.index(digit)]
            for letters, digit in zip(proof.partition.cells, name, strict=True)
        ]
        least = bound if bound == proof.bound and self._lists_all(classes) else bound + 1
        for board in self._search(name, classes, least):
            found = find_paths(
                board,
                self._lexicon,
                min_length=proof.min_length,
                scoring=proof.scoring,
                paths="all" if least == bound else "none",
            )
            text = "/".join(map("".join, board))
            if found.score > bound:
                return f"a board above its bound {bound}: {text}"
            if found.score == least and not self._is_listed(board, found):
                return f"a board with {count_noun(bound, 'point')} that is not listed: {text}"
        return None

    def _lists_all(self, classes: Sequence[str]) -> bool:
        """Should the list have every best board of the pattern?

        A proof without boards claims only the bound, and the search lists at most DEFAULT_LIMIT
        boards of a pattern.
        """
        count = sum(all(map(contains, classes, board)) for board in self._listed)
        return bool(self._listed) and count < DEFAULT_LIMIT

    def _is_listed(self, board: Sequence[Sequence[str]], found: FoundWords) -> bool:
        """Is there a listed board with the same letters on all cells that words use?"""
        columns = len(board[0])
        letters = ["q" if tile == "Qu" else tile for tile in chain(*board)]
        used = {row * columns + column for word in found for row, column in chain(*word.paths)}
        return any(all(each[cell] == letters[cell] for cell in used) for each in self._listed)

    def _search(self, name: str, classes: Sequence[str], least: int) -> Iterator[list[list[str]]]:
        """Yield the tiles of boards of the pattern: all with `least` points, and some with fewer.

        Boards that differ only in letters that no word uses count as one.
        """
        letters = [classes[cell] for cell in self._order]
        radices = [len(each) + 1 for each in letters]
        if prod(radices) >= 2**63:
            raise InputError(f"the pattern {name} has too many cells to check")
        placements, words = self._place(letters, radices)
        points = np.array(self._points, np.int64)[words]
        columns = self._proof.partition.size[1]
        has_qu = "u" in self._lexicon.letters
        for chosen in self._explore(*_combine(placements, points), letters, [], least):
            shown = dict(zip(self._order, chosen, strict=True))
            tiles = ["Qu" if has_qu and shown[c] == "q" else shown[c] for c in range(len(chosen))]
            yield [tiles[at : at + columns] for at in range(0, len(tiles), columns)]

    def _place(self, letters: Sequence[str], radices: Sequence[int]) -> _Integers:
        """Return the placements of all words with these letters in the places, above their words.

        Every placement of a word is listed once, even if paths spell it in several ways.
        """
        values = [
            {letter: number * prod(radices[at + 1 :]) for number, letter in enumerate(shown, 1)}
            for at, shown in enumerate(letters)
        ]
        placements, words = array("q"), array("q")

        def extend(at: int, used: int, placement: int, node: _Trie) -> None:
            if "" in node:
                placements.append(placement)
                words.append(node[""])
            for after in self._near[at]:
                if not used >> after & 1:
                    for letter in node.keys() & values[after].keys():
                        value = placement + values[after][letter]
                        extend(after, used | 1 << after, value, node[letter])

        for at, shown in enumerate(values):
            for letter in self._trie.keys() & shown.keys():
                extend(at, 1 << at, shown[letter], self._trie[letter])
        found = np.array([placements, words])
        found = found[:, np.lexsort(found)]
        return found[:, np.diff(found, prepend=-1).any(axis=0)]

    def _explore(
        self,
        placements: _Integers,
        points: _Integers,
        letters: Sequence[str],
        chosen: list[str],
        least: int,
    ) -> Iterator[list[str]]:
        """Choose letters place by place where that may give `least` points.

        Words may count twice here, so some of these boards have fewer points.
        """
        at = len(chosen)
        if at == len(letters):
            if points.sum() >= least:
                yield chosen
            return
        size = prod(len(each) + 1 for each in letters[at + 1 :])
        ends = np.searchsorted(placements, size * np.arange(len(letters[at]) + 2))
        most = _bounds(placements, points, [len(each) + 1 for each in letters[at:]])
        has_unused = False
        for number, letter in enumerate(letters[at], 1):
            is_unused = ends[number] == ends[number + 1]
            if most[0] + most[number] < least or (is_unused and has_unused):
                continue
            has_unused |= is_unused
            kept = np.r_[: ends[1], ends[number] : ends[number + 1]]
            rest = _combine(placements[kept] % size, points[kept])
            yield from self._explore(*rest, letters, [*chosen, letter], least)


def _combine(placements: _Integers, points: _Integers) -> tuple[_Integers, _Integers]:
    """Return each placement once, in order, with the points of all its words."""
    if not len(placements):
        return placements, points
    order = np.argsort(placements, kind="stable")
    placements = placements[order]
    first = np.flatnonzero(np.diff(placements, prepend=-1))
    return placements[first], np.add.reduceat(points[order], first)


def _bounds(placements: _Integers, points: _Integers, radices: Sequence[int]) -> _Integers:
    """Bound the points of placements by the digit of their first place, for all its digits.

    Placements without a letter in a place are bounded separately from those with one, as if each
    could choose the letters of later places on its own; of those with one, the best letter counts.
    """
    for radix in radices[:0:-1]:
        groups = placements // radix
        has_letter = placements != groups * radix
        first = np.flatnonzero(np.diff(groups, prepend=-1))
        without = np.add.reduceat(np.where(has_letter, 0, points), first)
        points = without + np.maximum.reduceat(np.where(has_letter, points, 0), first)
        placements = groups[first]
    bounds = np.zeros(radices[0], np.int64)
    bounds[placements] = points
    return bounds
