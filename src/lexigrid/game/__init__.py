"""A game on a letter grid: dice, rules, moves, verdicts and scores.

Values are frozen, read no clock and draw no random numbers. A move carries its time.
"""

from .derived_dice import (
    DERIVED,
    check_dice,
    choose_dice,
    count_letters,
    derive_dice,
    dice_of,
    find_dice,
    is_same_language,
    offered_dice,
    usual_board,
    usual_rules,
)
from .dice import BLANK, Dice, check_size
from .game import Game
from .moves import Hint, Move, Reason, ReviewedWord, Scores, Verdict
from .rules import MODES, Mode, Rules
from .share_code import Challenge, ShareCode, board_checksum
from .solution import Counts, Solution, count_tiles

__all__ = [
    "BLANK",
    "DERIVED",
    "MODES",
    "Challenge",
    "Counts",
    "Dice",
    "Game",
    "Hint",
    "Mode",
    "Move",
    "Reason",
    "ReviewedWord",
    "Rules",
    "Scores",
    "ShareCode",
    "Solution",
    "Verdict",
    "board_checksum",
    "check_dice",
    "check_size",
    "choose_dice",
    "count_letters",
    "count_tiles",
    "derive_dice",
    "dice_of",
    "find_dice",
    "is_same_language",
    "offered_dice",
    "usual_board",
    "usual_rules",
]
