"""Finished games for the tests of the history; the same number gives the same game."""

from __future__ import annotations

from lexigrid.play.history import GameRecord, PlayerRecord, WordRecord


def record(number: int, *, points: int = 7, level: int = 5, theirs: int = 5) -> GameRecord:
    words = tuple(WordRecord(f"word{at}", at % 3, at * 1000, "accepted") for at in range(40))
    return GameRecord(
        id=f"game-{number:06}",
        started=f"2026-01-01T00:{number % 60:02}:00Z",
        finished=f"2026-01-02T{number // 3600:02}:{number // 60 % 60:02}:{number % 60:02}Z",
        board="tea/ant/oat",
        dice="en-new-4x4",
        seed=str(number),
        share="",
        lexicon="0" * 16,
        rules="{}",
        board_words=50,
        board_points=100,
        players=(
            PlayerRecord("ann", "human", None, points, 40, 1, 2, 0, 180.0, words),
            PlayerRecord("Emil (5)", "computer", level, theirs, 1, 0, 0, 0, 180.0, words[:1]),
        ),
    )
