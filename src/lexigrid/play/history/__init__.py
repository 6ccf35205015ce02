"""The history of finished and unfinished games, in the user's own files."""

from .database import History, UnfinishedGame, default_path
from .progress import Progress, measure_progress
from .records import (
    COMPUTER,
    HUMAN,
    GameRecord,
    PlayerRecord,
    WordRecord,
    format_time,
    record_match,
)

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
    "format_time",
    "measure_progress",
    "record_match",
]
