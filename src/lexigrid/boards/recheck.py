"""Check a proof of the best board with plain code that shares nothing with the search.

A placement is a word on some cells: a string with a character for each place and its letter, in
the order of the places.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, product
from typing import Any

from .._util.rng import Seed, SeededRng
from .._util.validation import check_int, check_type
from ..lexicon import Lexicon
from ..search import as_lexicon, find_paths, points_table
from .proof import DIGITS, Proof

_PURPOSE = "recheck"

Placement = str


def check_proof(
    proof: Proof,
    lexicon: Lexicon | Iterable[str] | None = None,
    *,
    sample: int | None = None,
    seed: Seed = 1,
    progress: Callable[[str], None] | None = None,
) -> tuple[str, ...]:
    """Check a proof of the best board; return its faults, none for a valid proof.

    There are three checks: every board is in exactly one pattern, if need be rotated or mirrored;
    the best boards have their score; and no board is above the bound of its pattern, for all
    patterns or a random `sample` of them. The search of a pattern is plain Python that shares no
    code with `prove_best`: seconds for a pattern of 3x3, over ten minutes and 0.8 GB for one of
    3x4. `progress` gets a line for each pattern.

    Raises:
        InputError: `sample` is out of range.
    """
    check_type(proof, "the proof", Proof, "a Proof such as Proof.load('best.json')")
    words = as_lexicon(lexicon)
    faults = list(_check_partition(proof, words))
    if faults:
        return tuple(faults)
    faults += _check_boards(proof, words)
    names = sorted(proof.bounds)
    if sample is not None:
        check_int(sample, "sample", 0)
        names = SeededRng(seed, _PURPOSE).shuffled(names)[:sample]
    checker = _PatternChecker(proof, words) if names else None
    for number, name in enumerate(names, 1):
        above = checker.find_above(name) if checker else None
        if above is not None:
            faults.append(
                f"pattern {name} has a board above its bound {proof.bounds[name]}: {above}"
            )
        if progress is not None:
            progress(f"{number} of {len(names)} patterns")
    return tuple(faults)


def _check_partition(proof: Proof, lexicon: Lexicon) -> Iterator[str]:
    """Check that the patterns cover all boards."""
    partition = proof.partition
    if proof.fingerprint != lexicon.fingerprint:
        yield f"the proof is for another lexicon, {proof.fingerprint}, not {lexicon.fingerprint}"
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
    """Check that the best boards have the size and score of the proof."""
    for board in proof.boards:
        found = find_paths(
            board, lexicon, min_length=proof.min_length, scoring=proof.scoring, paths="none"
        )
        if (board.rows, board.columns) != proof.partition.size or found.score != proof.bound:
            yield f"the board {board.format(one_line=True)} has {found.score} points"


class _PatternChecker:
    """Searches patterns for a board above their bound."""

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
        #: The character of a letter in a place: chr(place * _width + number of the letter).
        self._width = len(lexicon.letters)
        self._number = {letter: number for number, letter in enumerate(lexicon.letters)}
        points = points_table(proof.scoring, lexicon.max_length)
        self._words: list[tuple[str, int]] = []
        for word in lexicon:
            letters = "".join(lexicon.alphabet.split(word))
            if len(letters) >= proof.min_length and points[len(letters)]:
                tiles = letters.replace("qu", "q")
                if tiles.count("q") == letters.count("qu") and len(tiles) <= len(cells):
                    self._words.append((tiles, points[len(letters)]))

    def find_above(self, name: str) -> str | None:
        """Return a board of the pattern that is above its bound; None if there is none."""
        classes = self._proof.partition.cells
        letters = [classes[cell][DIGITS.index(name[cell])] for cell in self._order]
        worth: Counter[Placement] = Counter()
        for word, points in self._words:
            for placement in set(self._place(word, letters)):
                worth[placement] += points
        return self._explore(worth, letters, [], self._proof.bounds[name])

    def _place(self, word: str, letters: Sequence[str]) -> Iterator[Placement]:
        """Yield the ways to spell a word with these letters in the places."""

        def extend(places: list[int]) -> Iterator[Placement]:
            if len(places) == len(word):
                shown = zip(places, word, strict=True)
                yield "".join(sorted(self._symbol(at, letter) for at, letter in shown))
                return
            for after in self._near[places[-1]]:
                if after not in places and word[len(places)] in letters[after]:
                    yield from extend([*places, after])

        for at, shown in enumerate(letters):
            if word[0] in shown:
                yield from extend([at])

    def _symbol(self, place: int, letter: str) -> str:
        return chr(place * self._width + self._number[letter])

    def _explore(
        self, worth: Counter[Placement], letters: Sequence[str], chosen: list[str], bound: int
    ) -> str | None:
        """Choose letters place by place where that may lead above the bound."""
        if self._bound(worth) <= bound:
            return None
        at = len(chosen)
        if at == len(letters):
            return self._score_above(chosen, bound)
        end = chr((at + 1) * self._width)  # the placements below have a letter in this place
        for letter in letters[at]:
            rest: Counter[Placement] = Counter()
            symbol = self._symbol(at, letter)
            for placement, points in worth.items():
                if not placement or placement >= end:
                    rest[placement] += points
                elif placement[0] == symbol:
                    rest[placement[1:]] += points
            found = self._explore(rest, letters, [*chosen, letter], bound)
            if found is not None:
                return found
        return None

    def _score_above(self, chosen: Sequence[str], bound: int) -> str | None:
        """Return the board if its score is above the bound; its words may have counted twice."""
        proof = self._proof
        shown = dict(zip(self._order, chosen, strict=True))
        columns = proof.partition.size[1]
        has_qu = "u" in self._lexicon.letters
        tokens = ["Qu" if has_qu and shown[c] == "q" else shown[c] for c in range(len(chosen))]
        rows = [tokens[at : at + columns] for at in range(0, len(tokens), columns)]
        found = find_paths(
            rows, self._lexicon, min_length=proof.min_length, scoring=proof.scoring, paths="none"
        )
        return "/".join(map("".join, rows)) if found.score > bound else None

    def _bound(self, worth: Counter[Placement]) -> int:
        """Bound the points of all boards by the best letter for the first place of placements.

        Placements with different first places are bounded separately, as if each could choose the
        letters of later places on its own.
        """
        total = 0
        by_first: defaultdict[str, Counter[Placement]] = defaultdict(Counter)
        for placement, points in worth.items():
            if placement:
                by_first[placement[0]][placement[1:]] += points
            else:
                total += points
        best: Counter[int] = Counter()
        for symbol, rest in by_first.items():
            place = ord(symbol) // self._width
            best[place] = max(best[place], self._bound(rest))
        return total + best.total()
