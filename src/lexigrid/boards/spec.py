"""Boards to a specification: dice laid out so that words, points and lengths are in given ranges.

The same dice, words, specification and seed give the same board; the deadline only ends a search.
"""

from __future__ import annotations

import re
import time
from dataclasses import dataclass

from .._util.rng import Seed, SeededRng
from ..errors import InputError
from ..game import Dice, Rules, choose_dice, common_words
from ..grid import Grid
from ..lexicon import Lexicon
from .dice_roll import grid_of_faces
from .layout import DiceLayout, LayoutGenerator
from .setup import BoardSetup

_PURPOSE = "order"
#: Neighbours of a layout that are tried in one step, and steps without gain before a restart.
_NEIGHBOURS = 24
_PATIENCE = 30
DEADLINE = 30.0


@dataclass(frozen=True, slots=True)
class IntRange:
    """A range of whole numbers with both ends included; `most` None means no upper end.

    >>> 90 in IntRange(80, 120), IntRange(8).distance(6), IntRange(0, 5).distance(7)
    (True, 2, 2)
    """

    least: int = 0
    most: int | None = None

    def __post_init__(self) -> None:
        if self.least < 0 or (self.most is not None and self.most < self.least):
            raise InputError(f"{self} is no range, expected such as 80-120 or 8+")

    @classmethod
    def parse(cls, text: str) -> IntRange:
        """Read a range such as 80-120, 8+ or 5; the inverse of `str`.

        >>> str(IntRange.parse("80-120")), str(IntRange.parse("8+")), str(IntRange.parse("5"))
        ('80-120', '8+', '5-5')

        Raises:
            InputError: the text is no range.
        """
        match = re.fullmatch(r"([0-9]{1,9})(?:(\+)|-([0-9]{1,9}))?", text.strip())
        if match is None:
            raise InputError(f"{text!r} is no range, expected such as 80-120, 8+ or 5")
        least = int(match[1])
        return cls(least, None if match[2] else int(match[3] or least))

    def __contains__(self, number: object) -> bool:
        return isinstance(number, int) and not self.distance(number)

    def __str__(self) -> str:
        return f"{self.least}+" if self.most is None else f"{self.least}-{self.most}"

    def distance(self, number: int) -> int:
        """Return how far a number is outside the range; 0 inside."""
        if number < self.least:
            return self.least - number
        return max(0, number - self.most) if self.most is not None else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardSpec:
    """The words, points and letters of the longest word that a board must have, as ranges.

    `contains` are words that must be on the board. With `common`, only common words are counted.
    """

    words: IntRange | None = None
    score: IntRange | None = None
    longest: IntRange | None = None
    contains: tuple[str, ...] = ()
    common: bool = False

    @property
    def is_open(self) -> bool:
        """Does every board meet the specification?"""
        return not (self.words or self.score or self.longest or self.contains)

    def distance(self, words: int, score: int, longest: int) -> int:
        """Return how far a board is from the ranges, in thousandths; 0 if it meets them."""
        total = 0
        ranges = ((self.words, words), (self.score, score), (self.longest, longest))
        for wanted, number in ranges:
            if wanted is not None and (distance := wanted.distance(number)):
                total += max(1, 1000 * distance // max(1, max(number, wanted.least)))
        return total


@dataclass(frozen=True, slots=True)
class FoundBoard:
    """A board with its words, points and letters of its longest word.

    If `met` is False, the board is the nearest one to the specification among those tried.
    """

    grid: Grid
    words: int
    score: int
    longest: int
    met: bool
    tried: int


def find_board(
    spec: BoardSpec,
    *,
    seed: Seed,
    dice: Dice | None = None,
    lexicon: Lexicon | None = None,
    rules: Rules | None = None,
    deadline: float = DEADLINE,
    threads: int | None = None,
) -> FoundBoard:
    """Find a board that meets a specification, by local search from random layouts of the dice.

    The words to contain are placed first, along random paths. Then dice are swapped and rolled
    again as long as that brings the board nearer; without progress the search restarts.

    >>> board = find_board(BoardSpec(words=IntRange(80, 120), contains=("planet",)), seed=1)
    >>> board.met, board.words in IntRange(80, 120)
    (True, True)

    Raises:
        InputError: the dice cannot show one of the words.
        LexiconError: common words are wanted, but the lexicon has no bands.
    """
    words = Lexicon.default() if lexicon is None else lexicon
    dice = choose_dice(words) if dice is None else dice
    setup = BoardSetup.of(seed=seed, lexicon=words, dice=dice, rules=rules)
    search = _Search(spec, dice, setup, threads)
    return search.run(SeededRng(seed, _PURPOSE), time.monotonic() + deadline)


def count_board(grid: Grid, lexicon: Lexicon, rules: Rules, *, common: bool = False) -> FoundBoard:
    """Count the words and points of a board; with `common`, of common words only.

    >>> count_board(Grid.parse("tea/ant/oat"), Lexicon(["tea", "oat"]), Rules()).score
    2
    """
    from .measure import count_words

    counts = count_words(grid, common_words(lexicon) if common else lexicon, rules)
    return FoundBoard(grid, *counts, met=True, tried=1)


class _Search:
    """One search for a board that meets a specification."""

    def __init__(
        self, spec: BoardSpec, dice: Dice, setup: BoardSetup, threads: int | None
    ) -> None:
        lexicon = common_words(setup.lexicon) if spec.common else setup.lexicon
        self._spec, self._dice, self._lexicon, self._rules = spec, dice, lexicon, setup.rules
        self._layouts = LayoutGenerator(dice, lexicon, spec.contains)
        self._distances = choose_measure(spec, dice, lexicon, setup.rules, threads)
        self._tried = 0

    def run(self, rng: SeededRng, until: float) -> FoundBoard:
        """Search until a board meets the specification or the time is up."""
        best: DiceLayout | None = None
        best_distance = -1
        while best is None or (best_distance and time.monotonic() < until):
            layout = self._layouts.start(rng)
            if layout is None:
                if best is None and time.monotonic() >= until:
                    raise InputError(
                        f"no way was found to place {', '.join(self._spec.contains)} on one board "
                        "with these dice; ask for fewer words, or give more time"
                    )
                continue
            layout, distance = self._climb(rng, layout, until)
            if best is None or distance < best_distance:
                best, best_distance = layout, distance
        grid = grid_of_faces(best.faces, self._dice.size)
        counts = count_words(grid, self._lexicon, self._rules)
        return FoundBoard(grid, *counts, met=best_distance == 0, tried=self._tried)

    def _climb(
        self, rng: SeededRng, layout: DiceLayout, until: float
    ) -> tuple[DiceLayout, int]:
        """Move to the best neighbour as long as it is no worse, until patience ends."""
        (distance,) = self._distances([layout.faces])
        self._tried += 1
        waited = 0
        while distance and waited < _PATIENCE and time.monotonic() < until:
            near = [layout.changed(rng) for _ in range(_NEIGHBOURS)]
            distances = self._distances([each.faces for each in near])
            self._tried += len(near)
            least = min(distances)
            waited = 0 if least < distance else waited + 1
            if least <= distance:
                layout, distance = near[distances.index(least)], least
        return layout, distance
