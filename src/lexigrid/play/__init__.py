"""Playing games: opponents, matches, their history, and the terminal game."""

from .log import Entry, Stage
from .match import Match
from .opponents import AIMS, LEVELS, Opponent, TimedWord
from .session import Session, new_match, restore_match
from .setup import (
    MatchSetup,
    Rival,
    next_seed,
    next_setup,
    rematch_setup,
    setup_of_share,
    share_result,
)

__all__ = [
    "AIMS",
    "LEVELS",
    "Entry",
    "Match",
    "MatchSetup",
    "Opponent",
    "Rival",
    "Session",
    "Stage",
    "TimedWord",
    "new_match",
    "next_seed",
    "next_setup",
    "rematch_setup",
    "restore_match",
    "setup_of_share",
    "share_result",
]
