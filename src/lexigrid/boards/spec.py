"""The specification of a board, the setup to make it with, and the board found."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from .._util.kinds import Kind, Words
from .._util.options import Options, option
from .._util.plain_text import is_file_name, shorten
from .._util.rng import Seed, check_seed
from .._util.validation import check_int, check_type, is_int
from ..errors import InputError
from ..game.derived_dice import check_dice, find_dice
from ..game.dice import Dice, check_size
from ..game.rules import Rules
from ..grid import Grid
from ..lexicon import Lexicon, WordsLike
from ..search.encode import as_lexicon
from ..search.options import CommonKind, band_of
from ..search.paths import FoundWords


@dataclass(frozen=True, slots=True)
class IntRange:
    """A range of whole numbers with both ends included.

    >>> 90 in IntRange(80, 120), IntRange(8).distance(6), IntRange(0, 5).distance(7)
    (True, 2, 2)
    """

    least: int = 0
    """The smallest number of the range."""
    most: int | None = None
    """The largest number of the range; None for no upper end."""

    def __post_init__(self) -> None:
        check_int(self.least, "least")
        if self.most is not None:
            check_int(self.most, "most")
        if self.most is not None and self.most < self.least:
            raise InputError(f"the range {self} runs backwards; write {self.most}-{self.least}")

    @classmethod
    def parse(cls, text: str) -> IntRange:
        """Read a range such as 80-120, 8+ or 5; the inverse of `str`.

        >>> str(IntRange.parse("80-120")), str(IntRange.parse("8+")), str(IntRange.parse("5"))
        ('80-120', '8+', '5-5')

        Raises:
            InputError: the text is not a range.
        """
        check_type(text, "the range", str, "text such as '80-120'")
        match = re.fullmatch(r"([0-9]{1,9})(?:(\+)|-([0-9]{1,9}))?", text.strip())
        if match is None:
            raise InputError(f"{shorten(text)} is not a range such as 80-120, 8+ or 5")
        least = int(match[1])
        return cls(least, None if match[2] else int(match[3] or least))

    def __contains__(self, number: object) -> bool:
        return is_int(number) and not self.distance(number)  # type: ignore[arg-type]

    def __str__(self) -> str:
        return f"{self.least}+" if self.most is None else f"{self.least}-{self.most}"

    def distance(self, number: int) -> int:
        """Return how far a number is outside the range; 0 inside."""
        if not is_int(number):
            raise InputError(f"the number is {shorten(number)}, expected a whole number")
        number = int(number)
        if number < self.least:
            return self.least - number
        return max(0, number - self.most) if self.most is not None else 0


class _Range(Kind):
    """A range of whole numbers."""

    metavar = "RANGE"

    def check(self, value: Any, name: str) -> IntRange:
        if isinstance(value, IntRange):
            return value
        if isinstance(value, str):
            return IntRange.parse(value)
        raise InputError(f"{name} is {shorten(value)}, expected a range such as IntRange(80, 120)")

    def parse(self, text: str) -> IntRange:
        if is_file_name(text):
            raise InputError(
                f"{shorten(text)} is the name of a file; did you mean --lexicon {text}?"
            )
        return IntRange.parse(text)

    def describe(self) -> str:
        return "a range such as 80-120, 8+ or 5"


class _Common(CommonKind):
    """The same, with truth values kept."""

    def check(self, value: Any, name: str) -> Any:
        return value if isinstance(value, bool) else band_of(value) or 0


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardSpec(Options):
    """The words, points and letters of the longest word that a board must have, as ranges."""

    words: IntRange | None = option(_Range(), "Number of words: 80-120, 90+.")
    score: IntRange | None = option(_Range(), "Points of all words.")
    longest: IntRange | None = option(_Range(), "Length of the longest word.")
    contains: tuple[str, ...] = option(
        Words(),
        "Words that must be on the board.",
        default=(),
        cli_help="A word that must be on the board; repeatable.",
    )
    required: IntRange | None = option(
        _Range(),
        "Number of required words, the common ones; every tile is used by one of them. Other words "
        "are extra.",
        cli_help="Number of common words, which use every tile: 25-60.",
    )
    common: bool | int = option(
        _Common(),
        "The ranges count only common words; in Python and HTTP, also those up to a band.",
        default=False,
        cli_help="The ranges count only common words.",
    )
    avoid: tuple[str, ...] | None = option(
        Words(),
        "Words that must not be on the board, except inside `contains`; by default, rude words.",
        surfaces=("http",),
    )

    def counted(self, lexicon: Lexicon) -> Lexicon:
        """Return the words of a lexicon that the ranges count.

        Raises:
            LexiconError: common words are wanted, but the lexicon has no bands.
        """
        band = band_of(self.common)
        return lexicon if band is None else lexicon.common(band)

    @property
    def is_open(self) -> bool:
        """Does the specification ask for nothing, so that any rolled board meets it?"""
        ranges = (self.words, self.score, self.longest, self.required)
        return not (any(ranges) or self.contains or self.avoid)

    def distance(self, words: int, score: int, longest: int) -> int:
        """Return how far a board is from the ranges, in thousandths; 0 if it meets them."""
        total = 0
        ranges = ((self.words, words), (self.score, score), (self.longest, longest))
        for wanted, number in ranges:
            if wanted is not None and (distance := wanted.distance(number)):
                total += max(1, 1000 * distance // max(1, max(number, wanted.least)))
        return total


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardSetup:
    """The words, rules and seed of a board, and its dice, or None if it was not rolled.

    >>> setup = BoardSetup.of(seed=7, dice=Dice.named("en-big-deluxe-5x5"))
    >>> setup.seed, setup.rules.scoring
    ('7', 'big')
    """

    lexicon: Lexicon
    rules: Rules
    seed: str
    dice: Dice | None = None

    @classmethod
    def of(
        cls,
        *,
        seed: Seed,
        lexicon: WordsLike | None = None,
        dice: Dice | str | None = None,
        rules: Rules | None = None,
        size: tuple[int, int] = (4, 4),
    ) -> BoardSetup:
        """Return a setup, by default with the built-in words and the usual rules of the size.

        Raises:
            InputError: the seed is invalid, the size is out of range, or the dice are for another
                language than the words.
        """
        lexicon = as_lexicon(lexicon)
        if dice is not None:
            dice = find_dice(dice, lexicon)
        size = dice.size if dice else size
        check_size(size)
        if rules is not None:
            check_type(rules, "rules", Rules, "Rules")
        if dice is not None:
            check_dice(dice, lexicon)
        return cls(
            lexicon=lexicon,
            rules=Rules.of_size(size) if rules is None else rules,
            seed=check_seed(seed),
            dice=dice,
        )


@dataclass(frozen=True, slots=True)
class FoundBoard:
    """A board with its number of words, points, and length of its longest word."""

    grid: Grid
    """The board."""
    words: int
    """The number of its words."""
    score: int
    """The points of all its words."""
    longest: int
    """The number of letters of its longest word."""
    met: bool
    """Does it meet the specification? If not, it is the nearest board that was tried."""
    tried: int
    """The number of boards tried."""
    required: FoundWords | None = None
    """The words that a player must find, with their paths, if the specification asks for them."""

    def _repr_svg_(self) -> str | None:
        """Return a picture of the board, for a notebook."""
        return self.grid._repr_svg_()
