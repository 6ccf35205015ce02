"""A game on a letter grid: dice, rules, moves, verdicts, points.

Knows searches, lexicons and grids; known by rolling, opponents, matches and everything above.
Rule: values are frozen and know no clock and no chance; the time of a move is told with it.
"""

from .dice import BLANK, Dice, choose_dice, derive_dice
from .game import Game, Hint, Move
from .review import COMMON_BAND, Reviewed, common_words
from .rules import Rules
from .scores import Scores
from .solution import Solution
from .verdict import Reason, Verdict

__all__ = [
    "BLANK",
    "COMMON_BAND",
    "Dice",
    "Game",
    "Hint",
    "Move",
    "Reason",
    "Reviewed",
    "Rules",
    "Scores",
    "Solution",
    "Verdict",
    "choose_dice",
    "common_words",
    "derive_dice",
]
