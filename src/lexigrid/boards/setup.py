"""What a board is made with: words, rules, dice and a seed."""

from __future__ import annotations

from dataclasses import dataclass

from .._util.rng import Seed, check_seed
from ..game import Dice, Rules, check_size
from ..lexicon import Lexicon


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardSetup:
    """The words, rules and seed of a board, and its dice; None for a board that was not rolled.

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
        lexicon: Lexicon | None = None,
        dice: Dice | None = None,
        rules: Rules | None = None,
        size: tuple[int, int] = (4, 4),
    ) -> BoardSetup:
        """Complete a setup: built-in words, and the usual rules of the board's size.

        Raises:
            InputError: the seed is invalid, or the size is out of range.
        """
        size = dice.size if dice else size
        check_size(size)
        return cls(
            lexicon=Lexicon.default() if lexicon is None else lexicon,
            rules=Rules.of_size(size) if rules is None else rules,
            seed=check_seed(seed),
            dice=dice,
        )
