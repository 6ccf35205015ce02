"""Measure how far boards are from a specification: one by one, or many at once as bytes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..game.dice import BLANK, Dice
from ..game.rules import Rules
from ..grid import Grid
from ..lexicon import Lexicon
from ..search.paths import FoundWords, find_paths
from ..search.scoring import Scoring
from .dice_roll import grid_of_faces
from .packing import BoardPacking
from .spec import BoardSpec, IntRange

#: From boards, each given as its faces in reading order, to their distances; 0 meets the spec.
Measure = Callable[[Sequence[list[str]]], list[int]]

_MAX_PACKED_CELLS = 25
#: The distance of a tile that no required word uses, in thousandths.
_MISSED_TILE = 50
#: A score that counts words holds three counters: all words, those one letter too short for the
#: longest word, and those long enough.
_NEARLY_SHIFT, _ENOUGH_SHIFT = 14, 28
_COUNT_MASK = (1 << _NEARLY_SHIFT) - 1


def choose_measure(
    spec: BoardSpec, dice: Dice, lexicon: Lexicon, rules: Rules, threads: int | None
) -> Measure:
    """Return the fastest measure that handles these dice and words."""
    faces = {face for die in dice.faces for face in die}
    if BLANK not in faces and len(dice) <= _MAX_PACKED_CELLS:
        tiles = {face: lexicon.alphabet.split(face) for face in faces}
        packing = BoardPacking.of(lexicon, tiles.values(), dice.size)
        if packing is not None:
            byte_of = {face: packing.byte_of["".join(tile)] for face, tile in tiles.items()}
            return PackedMeasure(spec, packing, byte_of, rules, lexicon.max_length, threads)
    return plain_measure(spec, dice.size, lexicon, rules)


def plain_measure(
    spec: BoardSpec, size: tuple[int, int], lexicon: Lexicon, rules: Rules
) -> Measure:
    """Measure boards of any faces, one by one."""

    def measure(boards: Sequence[list[str]]) -> list[int]:
        grids = (grid_of_faces(faces, size) for faces in boards)
        return [spec.distance(*count_words(grid, lexicon, rules)) for grid in grids]

    return measure


def required_measure(
    wanted: IntRange, size: tuple[int, int], common: Lexicon, rules: Rules
) -> Measure:
    """Measure how far the common words of boards are from a range, and how many tiles they miss."""
    spec = BoardSpec(words=wanted)

    def measure(boards: Sequence[list[str]]) -> list[int]:
        grids = (grid_of_faces(faces, size) for faces in boards)
        found = (
            find_paths(grid, common, min_length=rules.min_length, paths="all") for grid in grids
        )
        return [
            spec.distance(each.count, 0, 0) + _MISSED_TILE * (len(faces) - used(each))
            for faces, each in zip(boards, found, strict=True)
        ]

    def used(found: FoundWords) -> int:
        return len({cell for word in found for path in word.paths for cell in path})

    return measure


class PackedMeasure:
    """Measures many boards at once, with tiles of single letters and Qu."""

    def __init__(
        self,
        spec: BoardSpec,
        packing: BoardPacking,
        byte_of: dict[str, int],
        rules: Rules,
        max_length: int,
        threads: int | None,
    ) -> None:
        self._spec, self._packing, self._byte_of = spec, packing, byte_of
        self._rules, self._max_length, self._threads = rules, max_length, threads
        self._wanted = spec.longest.least if spec.longest else 0

    def __call__(self, boards: Sequence[list[str]]) -> list[int]:
        """Return the distance of each board."""
        spec = self._spec
        packed = bytes(self._byte_of[face] for faces in boards for face in faces)
        scores = counts = longest = [0] * len(boards)
        if spec.score is not None:
            scores = self._score(packed, self._rules.scheme)
        if spec.words is not None or spec.longest is not None:
            counters = self._score(packed, self._counter_table())
            counts = [number & _COUNT_MASK for number in counters]
            longest = self._with_longer(packed, [*map(self._longest, counters)])
        return [spec.distance(*each) for each in zip(counts, scores, longest, strict=True)]

    def _score(self, packed: bytes, scoring: Scoring) -> list[int]:
        return self._packing.score(packed, scoring, self._rules.min_length, self._threads)

    def _counter_table(self) -> dict[int, int]:
        """Return points by length whose sum over the words holds the three counters."""
        table = {}
        for letters in range(self._rules.min_length, self._max_length + 1):
            table[letters] = 1
            if self._wanted:
                table[letters] += (letters == self._wanted - 1) << _NEARLY_SHIFT
                table[letters] += (letters >= self._wanted) << _ENOUGH_SHIFT
        return table

    def _longest(self, counters: int) -> int:
        """Return the length of the longest word, as far as the specification depends on it."""
        if not self._wanted or counters >> _ENOUGH_SHIFT:
            return self._wanted
        return self._wanted - 1 if counters >> _NEARLY_SHIFT else max(0, self._wanted - 2)

    def _with_longer(self, packed: bytes, longest: list[int]) -> list[int]:
        """Raise the lengths of boards that have words longer than the range allows."""
        most = self._spec.longest.most if self._spec.longest else None
        if most is None or most >= self._max_length:
            return longest
        beyond = self._score(packed, dict.fromkeys(range(most + 1, self._max_length + 1), 1))
        return [
            most + count if count else known for count, known in zip(beyond, longest, strict=True)
        ]


def count_words(grid: Grid, lexicon: Lexicon, rules: Rules) -> tuple[int, int, int]:
    """Return the number of words, their points, and the length of the longest."""
    found = find_paths(
        grid,
        lexicon,
        min_length=rules.min_length,
        scoring=rules.scheme,
        paths="none",
        sort="length",
    )
    longest = lexicon.alphabet.split(found[0].word) if found else ""
    return found.count, found.score, len(longest)
