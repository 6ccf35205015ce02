"""Opponents: computer players whose words and times are decided before the game.

The same board, level and seed give the same words at the same times. All arithmetic is on integers.

The time to find a word is 3 minutes * 2^((difficulty - skill + luck) / 256). Difficulty adds up the
rarity of the word (its band), its length, and the turns of its path. Luck is drawn for each word of
the board in canonical order; its mean is 0 and its standard deviation LUCK units. A word is found
if its time is within the clock.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import isqrt

from .._util.plain_text import shorten
from .._util.rng import Seed, SeededRng
from .._util.validation import check_int, check_type, is_int
from ..errors import GameError
from ..game.rules import Rules
from ..game.solution import Solution
from ..geometry import Cell
from ..lexicon.rude import words_to_avoid

LEVELS = range(1, 11)
#: How long an opponent plays without a time limit: as long as in the usual game.
_DEFAULT_SECONDS = 180
_NAMES = ("Ada", "Bo", "Cleo", "Dara", "Emil", "Fay", "Gus", "Hana", "Ivo", "Jun")

#: The shares of a board's points that levels 1 to 10 aim at in three minutes, in thousandths.
AIMS = (30, 50, 80, 130, 200, 300, 420, 570, 740, 900)
#: The skills with which levels 1 to 10 meet these aims (benchmarks/records/).
_SKILLS = (-244, -110, 35, 216, 420, 678, 981, 1353, 1753, 2205)
#: The units of difficulty, skill or luck that double a time.
_DOUBLE = 256
#: The standard deviation of luck.
LUCK = 400
#: Difficulty by band: each entry holds up to its band.
_BANDS = ((10, 0), (20, 130), (35, 280), (40, 420), (50, 560), (55, 700), (60, 840), (70, 1100))
_RAREST = 1500
#: Words of a lexicon without bands count as words of band 40.
_NO_BAND = 420
_PER_LETTER = 170
_PER_TURN = 45


@dataclass(frozen=True, slots=True)
class TimedWord:
    """A word that an opponent finds, and when."""

    word: str
    """The word."""
    at: int
    """Milliseconds since the start."""


@dataclass(frozen=True, slots=True)
class Opponent:
    """A computer player of a level from 1 to 10.

    In three minutes, level 1 takes about 3 % of the points of a dice board, level 5 about 20 %,
    level 10 about 90 %. Common and short words on straight paths are found first.

    >>> Opponent(5).name, Opponent(5, "Kim").name
    ('Emil (5)', 'Kim')

    Raises:
        GameError: there is no such level.
    """

    level: int
    """The level, 1 to 10."""
    called: str = ""
    """A name of your choice; empty for the default."""

    def __post_init__(self) -> None:
        if not is_int(self.level) or self.level not in LEVELS:
            raise GameError(
                f"the level is {shorten(self.level)}, "
                f"expected a whole number from 1 to {LEVELS[-1]}"
            )

    @property
    def name(self) -> str:
        """The given name, or a default name with the level."""
        return self.called or f"{_NAMES[self.level - 1]} ({self.level})"

    def find_words(
        self, solution: Solution, *, seed: Seed, number: int = 0, avoid: Iterable[str] | None = None
    ) -> tuple[TimedWord, ...]:
        """Return the words that the opponent finds within the rules, in order of time.

        If words add time, the opponent plays on for as long as its own words allow. `number`
        distinguishes opponents of the same level in one game. The opponent never plays words of
        `avoid`, by default `rude_words`.
        """
        check_type(solution, "the board", Solution, "a solved board such as game.solution")
        check_int(number, "number")
        alphabet = solution.lexicon.alphabet
        avoided = {*map(alphabet.fold, words_to_avoid(avoid, solution.lexicon))}
        rng = SeededRng(seed, f"opponent/{self.level}/{number}")
        rules = solution.rules
        seconds = rules.seconds or _DEFAULT_SECONDS
        if rules.gain:
            seconds = max(seconds, _DEFAULT_SECONDS)
        hardest = _SKILLS[self.level - 1] + doublings_of(seconds)
        found = []
        for order, word in enumerate(solution.words):
            letters = len(solution.letters_of(word.word))
            band = solution.lexicon.band(word.word)
            difficulty = difficulty_of(band, letters, word.path or ()) + draw_luck(rng)
            if difficulty <= hardest and alphabet.fold(word.word) not in avoided:
                found.append((difficulty, order, word.word))
        found.sort()
        times = spread_times([rng.below(1 << 40) for _ in found], seconds * 1000)
        words = [TimedWord(word, at) for (_, _, word), at in zip(found, times, strict=True)]
        return tuple(_within_rules(words[: rules.tries], rules))


def with_distinct_names(opponents: Iterable[Opponent]) -> tuple[Opponent, ...]:
    """Number the names of opponents of the same level, from the second one on."""
    named: list[Opponent] = []
    for each in opponents:
        taken = sum(other.level == each.level for other in named)
        called = each.called or (f"{each.name} {taken + 1}" if taken else "")
        named.append(Opponent(each.level, called))
    return tuple(named)


def _within_rules(words: Iterable[TimedWord], rules: Rules) -> Iterator[TimedWord]:
    """Yield the words until the time is up, counting the time that earlier words added."""
    for count, word in enumerate(words):
        limit = rules.time_limit(count)
        if limit is not None and word.at > limit:
            return
        yield word


def difficulty_of(band: int | None, letters: int, path: tuple[Cell, ...]) -> int:
    """Return the difficulty of a word: 0 for an everyday word of three letters on a straight path.

    >>> difficulty_of(10, 3, ()), difficulty_of(10, 5, ()) < difficulty_of(80, 5, ())
    (0, True)
    """
    if band is None:
        rarity = _NO_BAND
    else:
        rarity = next((units for upper, units in _BANDS if band <= upper), _RAREST)
    return rarity + _PER_LETTER * max(0, letters - 3) + _PER_TURN * count_turns(path)


def count_turns(path: tuple[Cell, ...]) -> int:
    """Count the changes of direction along a path.

    >>> count_turns((Cell(0, 0), Cell(0, 1), Cell(1, 1), Cell(2, 1)))
    1
    """
    steps = [(b.row - a.row, b.column - a.column) for a, b in pairwise(path)]
    return sum(before != after for before, after in pairwise(steps))


def draw_luck(rng: SeededRng) -> int:
    """Draw luck: nearly normal (the sum of twelve uniform numbers), with mean 0."""
    total = 0
    for _ in range(3):
        number = rng.next()
        for shift in (0, 16, 32, 48):
            total += number >> shift & 0xFFFF
    return (total - 6 * 0xFFFF) * LUCK >> 16


def doublings_of(seconds: int) -> int:
    """Return 256 * log2(seconds / 180), rounded down.

    >>> doublings_of(180), doublings_of(360), doublings_of(90)
    (0, 256, -256)
    """
    # Integers only: seconds / 180 >= 2^(n / 256) if and only if seconds^256 >= 180^256 * 2^n.
    ratio: int = (seconds**_DOUBLE << _DOUBLE * 64) // 180**_DOUBLE
    return ratio.bit_length() - 1 - _DOUBLE * 64


def spread_times(parts: Sequence[int], milliseconds: int) -> list[int]:
    """Spread finds over a clock, in milliseconds: fast at first, a third as fast at the end.

    Each find has an equal share of the clock; `parts` places it there, in units of 2^-40.

    >>> spread_times([1 << 39] * 3, 9000)
    [1040, 3437, 6626]
    """
    times = []
    for number, part in enumerate(parts):
        # After part x of the clock, the share found is y = 1.5 x - 0.5 x^2.
        share = ((number << 40) + part) // len(parts)
        passed = (3 << 40) - isqrt((9 << 80) - (share << 43))
        times.append(passed * milliseconds >> 41)
    return times
