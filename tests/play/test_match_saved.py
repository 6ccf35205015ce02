"""Matches saved move by move, and resumed."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import time
from pathlib import Path

import pytest

import lexigrid as lg
from games import LEXICON, begin
from lexigrid.play.history.database import History, UnfinishedGame
from lexigrid.play.log import Stage
from lexigrid.play.session import Session, restore_match


class Clock:
    """A simulated clock."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


# --- sessions -------------------------------------------------------------------------------------


def test_the_clock_runs_only_while_the_session_does() -> None:
    clock = Clock()
    session = Session(begin(), None, clock=clock)
    clock.seconds += 5
    assert 0 == session.poll().now
    session.start_turn()
    for _ in range(16):
        clock.seconds += 1 / 64  # 15.625 ms: fractions of milliseconds are not lost
        session.poll()
    assert 250 == session.match.now
    session.pause()
    clock.seconds += 50
    assert (250, True) == (session.poll().now, session.is_paused)
    assert session.play("show") is None
    session.resume()
    clock.seconds += 1
    assert session.play("show")
    assert 1250 == session.match.now
    clock.seconds += 100
    assert session.play("nod") is None
    assert Stage.OVER is session.match.stage


@pytest.mark.parametrize("end", ["skip_time", "end_turn", "poll"])
def test_a_turn_whose_time_is_up_ends_once(end: str) -> None:
    clock = Clock()
    session = Session(begin(people=("ann", "ben")), None, clock=clock)
    for turn in (0, 1):
        assert turn == session.match.turn
        session.start_turn()
        clock.seconds += 100
        session.poll()
    assert Stage.OVER is getattr(session, end)().stage
    assert (60_000, 60_000) == session.match.clocks


def test_a_match_is_saved_with_every_move_and_resumes_after_a_kill(tmp_path: Path) -> None:
    clock = Clock()
    with History(tmp_path / "h.sqlite3") as history:
        session = Session(begin(people=("ann", "ben")), history, clock=clock)
        session.start_turn()
        clock.seconds += 3
        session.play("show")
        session.rotate_board()
    # As after a kill, nothing was closed or ended.
    with History(tmp_path / "h.sqlite3") as history:
        (unfinished,) = history.unfinished()
        match = restore_match(unfinished, LEXICON)
        assert (Stage.READY, "ann", 3_000) == (match.stage, match.person.name, match.now)
        assert ["show"] == [verdict.word for verdict in match.game.words_of(0)]
        assert session.match.game == match.game
        again = Session(match, history, clock=clock)
        again.start_turn()
        again.end_turn()
        again.start_turn()
        again.end_turn()
        assert [] == history.unfinished()
        assert 1 == history.count()
        # The board as it was rolled, which dice and seed give again.
        assert session.match.setup.grid.format(one_line=True) == history.games()[0].board
        with pytest.raises(lg.GameError, match="lexicon"):
            restore_match(unfinished, lg.Lexicon(["a"]))


def test_the_time_is_saved_every_second(tmp_path: Path) -> None:
    clock = Clock()
    with History(tmp_path / "h.sqlite3") as history:
        session = Session(begin(), history, clock=clock)
        session.start_turn()
        clock.seconds += 2
        session.poll()
        (unfinished,) = history.unfinished()
        assert 2_000 == restore_match(unfinished, LEXICON).now


def test_a_history_that_fails_does_not_end_the_game(tmp_path: Path) -> None:
    clock = Clock()
    with History(tmp_path / "h.sqlite3") as history:
        session = Session(begin(), history, clock=clock)
        session.start_turn()
        history._connection.execute("DROP TABLE unfinished")
        assert session.play("show")
        assert "unfinished" in session.save_error
        assert Stage.OVER is session.end_turn().stage


def test_one_process_holds_a_game(tmp_path: Path) -> None:
    with History(tmp_path / "h.sqlite3") as history, History(tmp_path / "h.sqlite3") as other:
        match = begin()
        Session(match, history)
        holder = rf"is being played already \(process {os.getpid()} on "
        with pytest.raises(lg.InputError, match=holder):
            Session(match, other)
        with pytest.raises(lg.InputError, match=holder):
            other.hold_unfinished()
        with history._transaction() as connection:
            connection.execute("DELETE FROM unfinished")
        assert other.hold_unfinished() is None
        history.close()
        Session(match, other)
        assert match.id == getattr(other.hold_unfinished(), "id", None)
    assert [] == list(tmp_path.glob("*.lock"))


def test_the_current_game_is_kept_whatever_the_clock_says(tmp_path: Path) -> None:
    with History(tmp_path / "h.sqlite3") as history:
        for number in range(30):
            history.save_unfinished(
                UnfinishedGame(f"later-{number}", f"2099-01-{number + 1}", "{}")
            )
        session = Session(begin(), history)
        session.start_turn()
        session.play("show")
        kept = history.unfinished()
        assert (20, session.match.id) == (len(kept), kept[0].id)
        assert [f"later-{number}" for number in range(29, 10, -1)] == [e.id for e in kept[1:]]


def test_an_error_of_saving_is_forgotten_once_it_succeeds(tmp_path: Path) -> None:
    with History(tmp_path / "h.sqlite3") as history:
        session = Session(begin(), history)
        session.start_turn()
        with contextlib.closing(sqlite3.connect(tmp_path / "h.sqlite3")) as other:
            other.execute("BEGIN IMMEDIATE")
            begun = time.monotonic()
            assert session.play("show")
            assert time.monotonic() - begun < 3  # half a second on an idle machine
            assert "locked" in session.save_error
            assert not session.is_saved
        assert session.play("nod")
        assert ("", True) == (session.save_error, session.is_saved)
        match = restore_match(history.unfinished()[0], LEXICON)
        assert ["show", "nod"] == [verdict.word for verdict in match.game.words_of(0)]
