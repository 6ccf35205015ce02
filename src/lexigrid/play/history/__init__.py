"""The history of finished and unfinished games, in the user's own files."""

from .database import History, UnfinishedGame, default_path
from .progress import Progress, measure_progress
from .records import COMPUTER, HUMAN, GameRecord, PlayerRecord, WordRecord, record_game

__all__ = [
    "COMPUTER",
    "HUMAN",
    "GameRecord",
    "History",
    "PlayerRecord",
    "Progress",
    "UnfinishedGame",
    "WordRecord",
    "default_path",
    "measure_progress",
    "record_game",
]
