"""Games for tests: a match that has begun, finished games for the history, the command itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import lexigrid as lg
from commands import answer
from lexigrid.boards.spec import BoardSetup
from lexigrid.game.moves import Verdict
from lexigrid.game.rules import Rules
from lexigrid.play.history.records import GameRecord, PlayerRecord, WordRecord
from lexigrid.play.match import Match
from lexigrid.play.opponents import Opponent
from lexigrid.play.setup import MatchSetup

LEXICON = lg.Lexicon.default()


def begin(**options: Any) -> Match:
    rules = options.pop("rules", Rules(seconds=60, hints=1))
    players = {"opponents": (Opponent(5), Opponent(5), Opponent(1))} | options
    board = BoardSetup.of(seed=7, rules=rules, dice=lg.Dice.named("en-new-4x4"))
    setup = MatchSetup.of(lg.roll("en-new-4x4", seed=7), board, **players)
    return Match.open(setup, id="m1", started="2026-01-01T00:00:00Z")


def start(match: Match) -> Match:
    """Start the turn of the current person."""
    return match.after(match.begin())


def passed(match: Match, milliseconds: int) -> Match:
    """Let time pass."""
    return match.until(match.now + milliseconds)


def say(match: Match, word: str) -> tuple[Match, Verdict]:
    """Play a word for the current person; the turn may end."""
    match = match.after(match.play(word))
    verdict = match.game.moves[-1].verdict
    assert verdict is not None
    return match.until(match.now), verdict


def end(match: Match) -> Match:
    """End the turn of the current person."""
    return match.after(match.end())


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


@pytest.fixture
def game_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The history's folder in one test."""
    monkeypatch.setenv("LEXIGRID_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


def play(*arguments: str, typed: str = ":end\n", status: int = 0) -> str:
    return answer("play", *arguments, given=typed, status=status)


def standing(text: str, name: str) -> list[int]:
    """Return a player's points and numbers of words, cancelled and wrong words in the result."""
    row = next(line.split() for line in text.splitlines() if line.split()[1:2] == [name])
    return [int(field) for field in row[2:6]]
