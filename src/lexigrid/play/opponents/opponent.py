"""An opponent: what it finds on a board, and when.

Knows solutions, skill and chance; known by matches.
Rule: luck is drawn for every word of the board in canonical order, found or not.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..._util.rng import Seed, SeededRng
from ...errors import GameError
from ...game import Solution
from .skill import LUCK, SKILLS, difficulty_of, doublings_of, spread_over

LEVELS = range(1, 11)
#: Without a time limit an opponent plays as long as in the usual game.
USUAL_SECONDS = 180
_NAMES = ("Ada", "Bo", "Cleo", "Dara", "Emil", "Fay", "Gus", "Hana", "Ivo", "Jun")


@dataclass(frozen=True, slots=True)
class Finding:
    """A word that an opponent finds, and when: milliseconds on the clock."""

    word: str
    at: int


@dataclass(frozen=True, slots=True)
class Opponent:
    """A player of a strength from 1 to 10.

    In three minutes level 1 takes about 3 % of the points of a dice board, level 5 about 20 %,
    level 10 about 90 %. Common and short words on straight paths are found first.

    >>> Opponent(5).name, Opponent(5, "Kim").name
    ('Emil (5)', 'Kim')

    Raises:
        GameError: a level that is none.
    """

    level: int
    called: str = ""

    def __post_init__(self) -> None:
        if isinstance(self.level, bool) or self.level not in LEVELS:
            raise GameError(f"the level is {self.level!r}, expected 1 to {LEVELS[-1]}")

    @property
    def name(self) -> str:
        """Give the name: as called, or one of its own with the level."""
        return self.called or f"{_NAMES[self.level - 1]} ({self.level})"

    def findings(self, solution: Solution, *, seed: Seed, number: int = 0) -> tuple[Finding, ...]:
        """Tell what the opponent finds in the time of the rules, in the order of time.

        `number` tells several opponents of one game apart.
        """
        rng = SeededRng(seed, f"opponent/{self.level}/{number}")
        rules = solution.rules
        seconds = USUAL_SECONDS if rules.seconds is None else rules.seconds
        most = SKILLS[self.level - 1] + doublings_of(seconds)
        lexicon = solution.lexicon
        found = []
        for order, word in enumerate(solution.words):
            letters = len(solution.letters_of(word.word))
            hard = difficulty_of(lexicon.band(word.word), letters, word.path or ())
            needed = hard + _luck(rng)
            if needed <= most:
                found.append((needed, order, word.word))
        found.sort()
        times = spread_over([rng.below(1 << 40) for _ in found], seconds * 1000)
        return tuple(Finding(word, at) for (_, _, word), at in zip(found, times, strict=True))


def _luck(rng: SeededRng) -> int:
    """Draw luck: nearly normal (the sum of twelve even numbers), whole, mean 0, spread LUCK."""
    total = 0
    for _ in range(3):
        number = rng.next()
        for shift in (0, 16, 32, 48):
            total += number >> shift & 0xFFFF
    return (total - 6 * 0xFFFF) * LUCK >> 16
