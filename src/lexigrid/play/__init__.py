"""Games as they are played: opponents, matches, their history, and the terminal game."""

from .match import Match, Stage
from .opponents import AIMS, LEVELS, Opponent, TimedWord
from .session import Session, new_match, restore_match
from .setup import MatchSetup, begin_match

__all__ = [
    "AIMS",
    "LEVELS",
    "Match",
    "MatchSetup",
    "Opponent",
    "Session",
    "Stage",
    "TimedWord",
    "begin_match",
    "new_match",
    "restore_match",
]
