"""Games that were played, kept in the user's own files.

Knows errors and SQLite; known by matches, the terminal game and the command line.
Rule: a game is written whole or not at all, and once, whatever kills the program.
"""

from .database import History, Unfinished, default_path
from .records import GameRecord, PlayerRecord, WordRecord
from .stats import Progress, measure_progress

__all__ = [
    "GameRecord",
    "History",
    "PlayerRecord",
    "Progress",
    "Unfinished",
    "WordRecord",
    "default_path",
    "measure_progress",
]
