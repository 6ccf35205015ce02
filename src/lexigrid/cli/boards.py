"""Options of boards that are made: dice, seed, what the board must have, rules.

Knows dice, rules and boards by chance; known by the commands roll and play.
Rule: an option value that cannot be used is one line that names the option and shows a right one.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from ..errors import InputError
from ..search import SCORINGS
from .inputs import BUILT_IN, choose_alphabet, is_file, read_lexicon, recover_text
from .options import (
    gather_options,
    letter_options,
    number_option,
    parse_scoring,
    shape_option,
    value_parser,
)

if TYPE_CHECKING:
    from ..boards import BoardSpec, IntRange
    from ..game import Dice, Rules
    from ..lexicon import Lexicon

DERIVED = "derived"
MAX_DICE_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class BoardOptions:
    """How a board is to be made: dice or size, seed, and what it must have."""

    dice: str | None
    size: tuple[int, int] | None
    seed: str | None
    words: IntRange | None
    score: IntRange | None
    longest: IntRange | None
    contains: tuple[str, ...]
    common: bool

    def read_dice(self, lexicon: Lexicon) -> Dice:
        """Give the dice: a published set, `derived`, a file of dice, or what suits the lexicon.

        Raises:
            InputError: no such dice, or dice of another size than asked for.
        """
        from ..game import Dice, choose_dice, derive_dice

        if self.dice is None:
            return choose_dice(lexicon, self.size)
        if self.dice == DERIVED:
            return derive_dice(lexicon, self.size or (4, 4))
        if self.dice not in Dice.names() and is_file(self.dice):
            return _read_dice_file(self.dice, self.size)
        dice = Dice.named(self.dice)
        if self.size not in (None, dice.size):
            rows, columns = dice.size
            raise InputError(
                f"--size does not fit the dice {self.dice}, which are {rows}x{columns}; "
                f"leave one of them out, or take --dice {DERIVED}"
            )
        return dice

    def read_seed(self) -> str:
        """Give the seed, or a fresh one.

        Raises:
            InputError: a seed that is none.
        """
        from .._util.rng import check_seed
        from ..boards import fresh_seed

        if self.seed is None:
            return str(fresh_seed())
        return check_seed(recover_text(self.seed, "--seed"))

    def read_order(self) -> BoardSpec | None:
        """Give what the board must have; None if any board will do."""
        from ..boards import BoardSpec

        order = BoardSpec(
            words=self.words,
            score=self.score,
            longest=self.longest,
            contains=tuple(recover_text(word, "--contains") for word in self.contains),
            common=self.common,
        )
        return None if order.is_open else order


@dataclass(frozen=True, slots=True)
class WordOptions:
    """The words that count and what they score."""

    lexicon: str
    alphabet: str | None
    case_sensitive: bool
    fold_accents: bool
    min_length: int | None
    scoring: str | None

    def read_lexicon(self) -> Lexicon:
        """Give the lexicon named."""
        letters = choose_alphabet(self.alphabet, self.case_sensitive, self.fold_accents)
        return read_lexicon(self.lexicon, letters)

    def rules(self, size: tuple[int, int], **others: Any) -> Rules:
        """Give the rules of a board of this size, changed as asked for."""
        from dataclasses import replace

        from ..game import Rules

        changes = dict(others)
        if self.min_length is not None:
            changes["min_length"] = self.min_length
        if self.scoring is not None:
            changes["scoring"] = parse_scoring(self.scoring)
        return replace(Rules.of_size(size), **changes)


def parse_span(text: str) -> IntRange:
    """Read a range: 80-120, 8+, or one number.

    >>> str(parse_span("80-120")), str(parse_span("8+")), str(parse_span("5"))
    ('80-120', '8+', '5-5')

    Raises:
        InputError: it is nothing of the kind.
    """
    from ..boards import IntRange

    match = re.fullmatch(r"([0-9]{1,9})(?:(\+)|-([0-9]{1,9}))?", text.strip())
    if match is None:
        raise InputError(f"{text!r} is no range, expected such as 80-120, 8+ or 5")
    least = int(match[1])
    if match[2]:
        return IntRange(least)
    return IntRange(least, int(match[3]) if match[3] else least)


def board_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add how a board is made; the command receives it as `board`."""
    span = value_parser(parse_span)
    return gather_options(
        "board",
        BoardOptions,
        [
            click.option(
                "--dice",
                metavar="NAME|FILE",
                help=f"Dice (roll --list), '{DERIVED}' from the lexicon, or a file, a die a line.",
            ),
            shape_option("--size", "Size of the board: 4x4, 5x5, 3x6 ..."),
            click.option("--seed", metavar="S", help="The same seed gives the same board."),
            click.option("--words", metavar="RANGE", callback=span, help="Words: 80-120, 90+."),
            click.option("--score", metavar="RANGE", callback=span, help="Points of all words."),
            click.option(
                "--longest", metavar="RANGE", callback=span, help="Letters of the longest word."
            ),
            click.option(
                "--contains", metavar="WORD", multiple=True, help="A word to be there; repeatable."
            ),
            click.option("--common", is_flag=True, help="Ranges count common words alone."),
        ],
    )(command)


def word_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the words that count; the command receives them as `listed`."""
    return gather_options(
        "listed",
        WordOptions,
        [
            click.option(
                "--lexicon",
                metavar="NAME|FILE",
                default=BUILT_IN[0],
                help="'default' (taken if nothing is named) or a file.",
            ),
            letter_options,
            number_option("--min-length", "Letters a word needs: 3 to 4x4, 4 on larger boards."),
            click.option("--scoring", metavar="S", help=f"{', '.join(SCORINGS)}, or 3:1,4:2."),
        ],
    )(command)


def _read_dice_file(path: str, size: tuple[int, int] | None) -> Dice:
    """Read dice of one's own: a die a line, faces between blanks, `#` comments at line starts."""
    from .._util.io import read_bytes
    from ..game import Dice

    data = read_bytes(path)
    try:
        text = data[:MAX_DICE_BYTES].decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(
            f"dice file {path!r} is not UTF-8 at byte {error.start}; save it as UTF-8"
        ) from error
    lines = [line.strip() for line in text.splitlines()]
    dice = [line for line in lines if line and not line.startswith("# ")]
    side = math.isqrt(len(dice))
    if size is None and (side * side != len(dice) or not dice):
        raise InputError(
            f"dice file {path!r} has {len(dice)} dice, which make no square; give --size RxC"
        )
    return Dice.of(dice, size=size or (side, side))
