"""The board options that `roll` and `play` share: dice, seed, specification, words, scoring."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from typing import Any

from .._util.io import read_bytes
from .._util.kinds import Size
from .._util.limits import MAX_DICE_SIDE
from .._util.plain_text import is_file_name
from .._util.rng import check_seed, fresh_seed
from ..boards.spec import BoardSetup, BoardSpec
from ..errors import InputError
from ..game.derived_dice import DERIVED, check_dice, dice_of, usual_rules
from ..game.dice import Dice
from ..game.rules import Mode, Rules
from ..lexicon import Lexicon
from ..reading.decode import decode
from .help import option
from .inputs import LetterOptions, is_file, read_lexicon, recover_text, say_notes
from .options import (
    Decorator,
    add_options,
    derive_options,
    gather_options,
    letter_options,
    lexicon_option,
    read_options,
)
from .word_files import avoid_options, choose_avoided

#: The kind of the size of a new board.
BOARD_SIZE = Size(MAX_DICE_SIDE)
_MAX_DICE_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class BoardOptions(LetterOptions):
    """How to make a board: its dice, size and seed, its specification, and the words that count."""

    dice: str | None
    size: tuple[int, int] | None
    seed: str | None
    wanted: dict[str, Any]
    """The specification, except words to avoid."""
    avoid: tuple[str, ...]
    allow: tuple[str, ...]
    allow_rude: bool
    lexicon: str | None
    rules: dict[str, Any]
    """The rules that are given."""

    @classmethod
    def of(cls, **values: Any) -> BoardOptions:
        """Make the options from the values of the command line."""
        wanted, rules = read_options(BoardSpec, values), read_options(Rules, values)
        others = values.keys() & {each.name for each in fields(cls)}
        return cls(wanted=wanted, rules=rules, **{name: values[name] for name in others})

    def read_lexicon(self) -> Lexicon:
        """Read the lexicon."""
        letters = self.choose_alphabet()
        lexicon = read_lexicon(self.lexicon, letters, self.language)
        return lexicon.adapted_to(letters, frozenset())

    def read_dice(self, lexicon: Lexicon) -> Dice:
        """Return the dice: a published set, derived dice, a file, or the lexicon's usual dice.

        Raises:
            InputError: there are no such dice, or their size differs from `--size`.
        """
        name = self.dice
        if name is not None and name not in (*Dice.names(), DERIVED):
            if is_file(name):
                return _read_dice_file(name, self.size)
            if is_file_name(name):
                raise InputError(
                    f"cannot read dice from {name!r}: no such file; check the name, or choose dice "
                    "from `lexigrid list dice`",
                    path=name,
                )
        return dice_of(name, lexicon, self.size)

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
        rules = usual_rules(lexicon, size) | rules | self.rules
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
        contains = (recover_text(word, "--contains") for word in self.wanted.get("contains", ()))
        return BoardSpec(**self.wanted | {"contains": tuple(contains), "avoid": self.avoided})

    @property
    def avoided(self) -> tuple[str, ...] | None:
        """The words to keep off the board and from opponents; None means rude words."""
        return choose_avoided(
            self.avoid, self.allow, allow_rude=self.allow_rude, language=self.language
        )


def board_options(*rules: str) -> Decorator:
    """Return a decorator that adds the options of a board, received as `board`.

    `rules` are the names of the rules that are offered.
    """
    seed = option("--seed", metavar="S", help="The same seed gives the same board.", group="Board")
    dice = option(
        "--dice",
        metavar="NAME|FILE",
        completes="dice",
        help=f"A name (see lexigrid list dice), '{DERIVED}' to derive them from the words, "
        "or a file; default: those of the language and size, such as en-new-4x4.",
        group="Board",
    )
    return gather_options(
        "board",
        BoardOptions.of,
        [
            dice,
            option(
                "--size",
                kind=BOARD_SIZE,
                help="Size of the board: 4 or 4x4, 5x5, 3x6 ...",
                group="Board",
            ),
            seed,
            add_options(derive_options(BoardSpec), "Board"),
            avoid_options("Words to avoid. Play, but not roll, also avoids rude words."),
            lexicon_option(),
            letter_options,
            add_options(derive_options(Rules, *rules, has_defaults=False), "Rules"),
        ],
    )


def _read_dice_file(path: str, size: tuple[int, int] | None) -> Dice:
    """Read a file with one die per line, and `# ` comments."""
    from ..reading.dice import read_dice

    source = decode(read_bytes(path, _MAX_DICE_BYTES), path, InputError)
    dice = read_dice(source.text, f"dice file {path!r}")
    say_notes(source.notes)
    side = math.isqrt(len(dice))
    if size is None and (side * side != len(dice) or not dice):
        raise InputError(
            f"dice file {path!r} has {len(dice)} dice, which do not make a square; give --size RxC"
        )
    return Dice.of(dice, size=size or (side, side))
