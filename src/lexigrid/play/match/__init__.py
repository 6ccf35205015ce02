"""A match: a game as it is played, by people in turn and by opponents, against clocks.

Knows games, opponents, boards by chance and the records of the history; known by the terminal game
and the command line.
Rule: a match is a value that is told the time; only a session looks at a clock.
"""

from .match import Match, Stage
from .session import Session, left_match, new_match
from .setup import Setup, begin_match

__all__ = ["Match", "Session", "Setup", "Stage", "begin_match", "left_match", "new_match"]
