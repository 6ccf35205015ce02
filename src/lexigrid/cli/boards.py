"""The board options that `roll` and `play` share: dice, seed, specification, words, scoring."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .._util.io import read_bytes
from .._util.plain_text import is_file_name
from .._util.rng import check_seed
from ..boards import BoardSetup, BoardSpec, IntRange, fresh_seed
from ..errors import InputError
from ..game import (
    DERIVED,
    Dice,
    Mode,
    Rules,
    check_dice,
    choose_dice,
    derive_dice,
    usual_board,
    usual_rules,
)
from ..lexicon import Lexicon
from ..search import SCORINGS
from .help import option
from .inputs import choose_alphabet, is_file, read_lexicon, recover_text
from .options import (
    add_options,
    gather_options,
    letter_options,
    lexicon_option,
    number_option,
    parse_scoring,
    size_option,
    value_parser,
)
from .word_files import avoid_options, choose_avoided

_MAX_DICE_BYTES = 1 << 20

#: The options that change the usual rules of a board.
rule_options = add_options(
    [
        number_option(
            "--min-length", "Fewest letters of a word: 3 up to 4x4, 4 above.", group="Rules"
        ),
        option(
            "--scoring",
            metavar="S",
            completes="scoring",
            help=f"{', '.join(SCORINGS)}, or 3:1,4:2.",
            group="Rules",
        ),
    ]
)


@dataclass(frozen=True, slots=True)
class BoardOptions:
    """How to make a board: its dice, size and seed, its specification, and the words that count."""

    dice: str | None
    size: tuple[int, int] | None
    seed: str | None
    words: IntRange | None
    score: IntRange | None
    longest: IntRange | None
    contains: tuple[str, ...]
    common: bool
    avoid: tuple[str, ...]
    allow: tuple[str, ...]
    allow_rude: bool
    lexicon: str | None
    alphabet: str | None
    case_sensitive: bool
    fold_accents: bool
    language: str | None
    min_length: int | None
    scoring: str | None

    def read_lexicon(self) -> Lexicon:
        """Read the lexicon."""
        letters = choose_alphabet(
            self.alphabet, self.case_sensitive, self.fold_accents, self.language
        )
        lexicon = read_lexicon(self.lexicon, letters, self.language)
        return lexicon.adapted_to(letters, frozenset())

    def read_dice(self, lexicon: Lexicon) -> Dice:
        """Return the dice: a published set, derived dice, a file, or the lexicon's usual dice.

        Raises:
            InputError: there are no such dice, or their size differs from `--size`.
        """
        if self.dice is None:
            return choose_dice(lexicon, self.size)
        if self.dice == DERIVED:
            return derive_dice(lexicon, self.size or usual_board(lexicon)[0])
        if self.dice not in Dice.names() and is_file(self.dice):
            return _read_dice_file(self.dice, self.size)
        if is_file_name(self.dice):
            raise InputError(
                f"cannot read dice from {self.dice!r}: no such file; check the name, or choose "
                "dice from `lexigrid list dice`",
                path=self.dice,
            )
        dice = Dice.named(self.dice)
        if self.size not in (None, dice.size):
            rows, columns = dice.size
            raise InputError(
                f"--size does not fit the dice {self.dice}, which are {rows}x{columns}; "
                f"leave one of them out, or give --dice {DERIVED}"
            )
        return dice

    def setup(
        self,
        lexicon: Lexicon,
        dice: Dice | None,
        size: tuple[int, int] | None = None,
        mode: Mode = "clock",
        **rules: Any,
    ) -> BoardSetup:
        """Return the setup of a board: the usual rules of mode and size with the options applied.

        Raises:
            InputError: an option is out of range, or dice and words have different languages.
        """
        if dice is not None:
            check_dice(dice, lexicon)
        size = dice.size if dice else size or (4, 4)
        rules = usual_rules(lexicon, size) | rules
        if self.min_length is not None:
            rules["min_length"] = self.min_length
        if self.scoring is not None:
            rules["scoring"] = parse_scoring(self.scoring)
        return BoardSetup(
            lexicon=lexicon,
            rules=Rules.of_mode(mode, size, **rules),
            seed=check_seed(
                fresh_seed() if self.seed is None else recover_text(self.seed, "--seed")
            ),
            dice=dice,
        )

    @property
    def spec(self) -> BoardSpec:
        """The specification of the board."""
        return BoardSpec(
            words=self.words,
            score=self.score,
            longest=self.longest,
            contains=tuple(recover_text(word, "--contains") for word in self.contains),
            common=self.common,
            avoid=self.avoided,
        )

    @property
    def avoided(self) -> tuple[str, ...] | None:
        """The words to keep off the board and from opponents; None means rude words."""
        return choose_avoided(
            self.avoid, self.allow, allow_rude=self.allow_rude, language=self.language
        )


def board_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of a board; the command receives them as `board`."""
    return gather_options(
        "board",
        BoardOptions,
        [
            option(
                "--dice",
                metavar="NAME|FILE",
                completes="dice",
                help=f"A name (see lexigrid list dice), '{DERIVED}' to derive them from the words, "
                "or a file; default: those of the language and size, such as en-new-4x4.",
                group="Board",
            ),
            size_option("Size of the board: 4 or 4x4, 5x5, 3x6 ..."),
            option(
                "--seed", metavar="S", help="The same seed gives the same board.", group="Board"
            ),
            _range_option("--words", "Number of words: 80-120, 90+."),
            _range_option("--score", "Points of all words."),
            _range_option("--longest", "Length of the longest word."),
            option(
                "--contains",
                metavar="WORD",
                multiple=True,
                help="A word that must be on the board; repeatable.",
                group="Board",
            ),
            option(
                "--common", is_flag=True, help="The ranges count only common words.", group="Board"
            ),
            avoid_options("Words to avoid. Play, but not roll, also avoids rude words."),
            lexicon_option,
            letter_options,
            rule_options,
        ],
    )(command)


def _parse_range(text: str) -> IntRange:
    if is_file_name(text):
        raise InputError(f"{text!r} is the name of a file; did you mean --lexicon {text}?")
    return IntRange.parse(text)


def _range_option(name: str, help_text: str) -> Callable[..., Any]:
    parse = value_parser(_parse_range)
    return option(name, metavar="RANGE", callback=parse, help=help_text, group="Board")


def _read_dice_file(path: str, size: tuple[int, int] | None) -> Dice:
    """Read a file with one die per line, faces separated by spaces, and `#` comments."""
    data = read_bytes(path)
    try:
        text = data[:_MAX_DICE_BYTES].decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(
            f"dice file {path!r} is not UTF-8 at byte {error.start}; save it as UTF-8"
        ) from error
    lines = [line.strip() for line in text.splitlines()]
    dice = [line for line in lines if line and not line.startswith("# ")]
    side = math.isqrt(len(dice))
    if size is None and (side * side != len(dice) or not dice):
        raise InputError(
            f"dice file {path!r} has {len(dice)} dice, which do not make a square; give --size RxC"
        )
    return Dice.of(dice, size=size or (side, side))
