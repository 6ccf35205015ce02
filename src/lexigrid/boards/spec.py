"""Boards on order: dice laid so that the board has what was asked for.

Knows dice, rng, packing and the searches; known by matches and the command line.
Rule: the same dice, words, order and seed give the same board; the time limit only ends a search.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .._util.rng import Seed, SeededRng
from ..errors import InputError
from ..game import BLANK, Dice, Rules, choose_dice, common_words
from ..grid import Grid
from ..lexicon import Lexicon
from ..search import find_paths
from .dice_roll import lay_faces
from .pack import Packing
from .placement import Lay, Placer

if TYPE_CHECKING:
    import numpy as np

_PURPOSE = "order"
#: Neighbours of a board that are looked at in one step, and steps without gain before a new start.
_NEIGHBOURS = 24
_PATIENCE = 30
_SECONDS = 30.0
#: The bits of a score that counts words, words nearly long enough, and words long enough.
_NEARLY, _ENOUGH = 14, 28
_MANY = 1 << 14


@dataclass(frozen=True, slots=True)
class IntRange:
    """A range of whole numbers, both ends included; `most` None is no upper end.

    >>> 90 in IntRange(80, 120), IntRange(8).miss(6), IntRange(0, 5).miss(7)
    (True, 2, 2)
    """

    least: int = 0
    most: int | None = None

    def __post_init__(self) -> None:
        if self.least < 0 or (self.most is not None and self.most < self.least):
            raise InputError(f"{self} is no range, expected such as 80-120 or 8+")

    def __contains__(self, number: object) -> bool:
        return isinstance(number, int) and not self.miss(number)

    def __str__(self) -> str:
        return f"{self.least}+" if self.most is None else f"{self.least}-{self.most}"

    def miss(self, number: int) -> int:
        """Tell by how much a number is outside; 0 inside."""
        if number < self.least:
            return self.least - number
        return max(0, number - self.most) if self.most is not None else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardSpec:
    """What a board must have: words, points, letters of its longest word, words it contains.

    With `common`, words, points and the longest word are counted over common words alone.
    """

    words: IntRange | None = None
    score: IntRange | None = None
    longest: IntRange | None = None
    contains: tuple[str, ...] = ()
    common: bool = False

    @property
    def is_open(self) -> bool:
        """Does any board do?"""
        return not (self.words or self.score or self.longest or self.contains)


@dataclass(frozen=True, slots=True)
class FoundBoard:
    """A board, what it has of what was ordered, and whether that is all of it.

    Where `met` is False it is the nearest board that was seen.
    """

    grid: Grid
    words: int
    score: int
    longest: int
    met: bool
    tried: int


def find_board(
    order: BoardSpec,
    *,
    seed: Seed,
    dice: Dice | None = None,
    lexicon: Lexicon | None = None,
    rules: Rules | None = None,
    deadline: float = _SECONDS,
    threads: int | None = None,
) -> FoundBoard:
    """Lay dice so that the board has what was ordered, by local search from random boards.

    Words to be contained are laid first, along random paths; then dice are exchanged and turned
    as long as that brings the board nearer, and laid anew where it does not.

    >>> board = find_board(BoardSpec(words=IntRange(80, 120), contains=("planet",)), seed=1)
    >>> board.met, board.words in IntRange(80, 120)
    (True, True)

    Raises:
        InputError: a word that these dice cannot show.
        LexiconError: common words are wanted, and the lexicon has no bands.
    """
    words = Lexicon.default() if lexicon is None else lexicon
    chosen = dice if dice is not None else choose_dice(words)
    scheme = rules if rules is not None else Rules.of_size(chosen.size)
    counted = common_words(words) if order.common else words
    search = _Search(order, chosen, counted, scheme, threads)
    return search.run(SeededRng(seed, _PURPOSE), time.monotonic() + deadline)


def count_board(grid: Grid, lexicon: Lexicon, rules: Rules, *, common: bool = False) -> FoundBoard:
    """Count what a board has, as if it had been ordered; with `common`, of common words.

    >>> count_board(Grid.parse("tea/ant/oat"), Lexicon(["tea", "oat"]), Rules()).score
    2
    """
    return FoundBoard(
        grid, *_solve(grid, common_words(lexicon) if common else lexicon, rules), True, 1
    )


class _Search:
    """One search: the nearest lay so far, and how far it is from what was ordered."""

    def __init__(
        self, order: BoardSpec, dice: Dice, lexicon: Lexicon, rules: Rules, threads: int | None
    ) -> None:
        self._order, self._dice, self._rules = order, dice, rules
        self._lexicon = lexicon
        self._placer = Placer(dice, lexicon, order.contains)
        split = lexicon.alphabet.split
        tiles = {face: split(face) for die in dice.faces for face in die if face != BLANK}
        packable = all(face != BLANK for die in dice.faces for face in die)
        packing = Packing.of(lexicon, tiles.values(), dice.size) if packable else None
        self._measure = (
            _BatchMeasure(packing, tiles, order, lexicon, rules, threads)
            if packing is not None and dice.size[0] * dice.size[1] <= 25
            else _PlainMeasure(dice.size, order, lexicon, rules)
        )
        self._tried = 0

    def run(self, rng: SeededRng, until: float) -> FoundBoard:
        """Search until a board has all, or the time is up."""
        best: Lay | None = None
        best_miss = -1
        while best is None or (best_miss and time.monotonic() < until):
            lay = self._placer.start(rng)
            if lay is None:
                if best is None and time.monotonic() >= until:
                    raise InputError(
                        f"no way was found to lay {', '.join(self._order.contains)} on one board "
                        "with these dice; ask for fewer words, or give more time"
                    )
                continue
            lay, miss = self._climb(rng, lay, until)
            if best is None or miss < best_miss:
                best, best_miss = lay, miss
        return self._facts(best, best_miss == 0)

    def _climb(self, rng: SeededRng, lay: Lay, until: float) -> tuple[Lay, int]:
        """Take the best neighbour as long as it is no worse, until patience ends."""
        (miss,) = self._measure.misses([lay.faces])
        self._tried += 1
        waited = 0
        while miss and waited < _PATIENCE and time.monotonic() < until:
            near = [lay.changed(rng) for _ in range(_NEIGHBOURS)]
            misses = self._measure.misses([each.faces for each in near])
            self._tried += len(near)
            least = min(misses)
            waited = 0 if least < miss else waited + 1
            if least <= miss:
                lay, miss = near[misses.index(least)], least
        return lay, miss

    def _facts(self, lay: Lay, met: bool) -> FoundBoard:
        grid = lay_faces(lay.faces, self._dice.size)
        found = _solve(grid, self._lexicon, self._rules)
        return FoundBoard(grid, *found, met, self._tried)


class _PlainMeasure:
    """How far boards are from an order, one by one: for dice of any faces."""

    def __init__(
        self, size: tuple[int, int], order: BoardSpec, lexicon: Lexicon, rules: Rules
    ) -> None:
        self._size, self._order, self._lexicon, self._rules = size, order, lexicon, rules

    def misses(self, boards: Sequence[list[str]]) -> list[int]:
        """Tell for each board how far it is from the order; 0 has it."""
        return [
            _miss(self._order, *_solve(lay_faces(faces, self._size), self._lexicon, self._rules))
            for faces in boards
        ]


class _BatchMeasure:
    """How far boards are from an order, many at once: for tiles of one letter, and Qu."""

    def __init__(
        self,
        packing: Packing,
        tiles: dict[str, tuple[str, ...]],
        order: BoardSpec,
        lexicon: Lexicon,
        rules: Rules,
        threads: int | None,
    ) -> None:
        self._packing, self._order, self._rules, self._threads = packing, order, rules, threads
        self._byte_of = {face: packing.byte_of["".join(tile)] for face, tile in tiles.items()}
        self._most_letters = lexicon.max_length

    def misses(self, boards: Sequence[list[str]]) -> list[int]:
        """Tell for each board how far it is from the order; 0 has it."""
        import numpy as np

        order = self._order
        coded = np.array([[self._byte_of[face] for face in faces] for faces in boards], np.uint8)
        scores = [0] * len(boards)
        if order.score is not None:
            scores = self._score(coded, self._rules.scheme)
        counts, longest = [0] * len(boards), [0] * len(boards)
        if order.words is not None or order.longest is not None:
            sums = self._score(coded, self._count_table())
            counts = [number % _MANY for number in sums]
            longest = [self._longest(number) for number in sums]
            longest = self._too_long(coded, longest)
        return [_miss(order, *facts) for facts in zip(counts, scores, longest, strict=True)]

    def _score(self, coded: np.ndarray[Any, Any], table: Any) -> list[int]:
        least = self._rules.min_length
        scores = self._packing.score(coded, table, least, self._threads)
        return [int(score) for score in scores]

    def _count_table(self) -> dict[int, int]:
        """Give points from which the number of words and the longest can be told."""
        wanted = self._order.longest.least if self._order.longest else 0
        table = {}
        for letters in range(self._rules.min_length, self._most_letters + 1):
            table[letters] = 1
            if wanted:
                table[letters] += (letters == wanted - 1) << _NEARLY
                table[letters] += (letters >= wanted) << _ENOUGH
        return table

    def _longest(self, number: int) -> int:
        """Tell how long the longest word is, as far as it matters."""
        wanted = self._order.longest.least if self._order.longest else 0
        if not wanted:
            return 0
        if number >> _ENOUGH:
            return wanted
        return wanted - 1 if number >> _NEARLY else max(0, wanted - 2)

    def _too_long(self, coded: np.ndarray[Any, Any], longest: list[int]) -> list[int]:
        """Take longer words than are wanted into account."""
        most = self._order.longest.most if self._order.longest else None
        if most is None:
            return longest
        table = dict.fromkeys(range(most + 1, self._most_letters + 1), 1)
        beyond = self._score(coded, table) if table else longest
        return [
            most + count if table and count else known
            for count, known in zip(beyond, longest, strict=True)
        ]


def _solve(grid: Grid, lexicon: Lexicon, rules: Rules) -> tuple[int, int, int]:
    """Give the number of words, their points, and the letters of the longest."""
    found = find_paths(
        grid, lexicon, min_length=rules.min_length, scoring=rules.scheme, paths="none"
    )
    split = lexicon.alphabet.split
    return found.count, found.score, max((len(split(each.word)) for each in found), default=0)


def _miss(order: BoardSpec, words: int, score: int, longest: int) -> int:
    """Tell how far a board is from an order: the shares missing, in thousandths."""
    total = 0
    for span, number in ((order.words, words), (order.score, score), (order.longest, longest)):
        if span is not None and (miss := span.miss(number)):
            total += max(1, 1000 * miss // max(1, max(number, span.least)))
    return total
