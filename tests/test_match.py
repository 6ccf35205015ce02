"""Matches: turns, clocks, opponents, saving and reports, with a clock moved by hand."""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lexigrid as lg
from lexigrid.boards import BoardSetup
from lexigrid.game import Game, Rules
from lexigrid.play import (
    Match,
    MatchSetup,
    Opponent,
    Session,
    Stage,
    begin_match,
    new_match,
    restore_match,
)
from lexigrid.play.history import History, UnfinishedGame
from lexigrid.play.report import describe_match, player_marks, write_results, write_words
from lexigrid.render.terminal.page import Page

LEXICON = lg.Lexicon.default()


def begin(**options: Any) -> Match:
    rules = options.pop("rules", Rules(seconds=60, hints=1))
    players = {"opponents": (Opponent(5), Opponent(5), Opponent(1))} | options
    board = BoardSetup.of(seed=7, rules=rules, dice=lg.Dice.named("en-new-4x4"))
    setup = MatchSetup(grid=lg.roll("en-new-4x4", seed=7), board=board, **players)
    return begin_match(setup, id="m1", started="2026-01-01T00:00:00Z")


class Clock:
    """A clock that is moved by hand."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


# --- turns and clocks -----------------------------------------------------------------------------


def test_opponents_of_one_level_have_different_names() -> None:
    assert ("you", "Emil (5)", "Emil (5) 2", "Ada (1)") == begin().game.players


def test_a_match_runs_from_ready_to_over() -> None:
    match = begin(people=("ann", "ben"))
    assert (Stage.READY, "ann", 60_000) == (match.stage, match.person, match.left)
    with pytest.raises(lg.GameError, match="no clock"):
        match.play("show")
    match = match.passed(500)
    assert 0 == match.now
    match = match.start_turn().passed(1500)
    match, verdict = match.play("show")
    assert (True, 1500, 58_500) == (bool(verdict), match.now, match.left)
    match = match.passed(10**9)
    assert (Stage.READY, "ben", 0) == (match.stage, match.person, match.now)
    match = match.start_turn().passed(100)
    match, _ = match.play("show")
    match = match.end_turn()
    assert Stage.OVER is match.stage
    ann, ben, *others = match.game.scores()
    assert (
        ["show"] == [each.word for each in ann.cancelled] == [each.word for each in ben.cancelled]
    )
    assert any(scores.found for scores in others)
    assert match is match.end_turn()
    with pytest.raises(lg.GameError, match="over"):
        match.start_turn()


def test_opponents_find_words_as_time_passes() -> None:
    match = begin().start_turn()
    counts = []
    for _ in range(6):
        match = match.passed(10_000)
        counts.append(len(match.found_by_now(0)))
    assert counts == sorted(counts)
    assert len(match.planned[0]) == counts[-1] > counts[0]
    points = [match.points_by_now(number) for number in range(3)]
    over = match.end_turn()
    game = Game.start(over.game.grid, LEXICON, rules=Rules(cancel=False))
    for each in over.planned[0]:
        game, _ = game.play(each.word)
    assert points[0] == game.scores()[0].points


def test_ending_early_stops_the_opponents_too() -> None:
    match = begin().start_turn().passed(5_000).end_turn()
    late = [move for move in match.game.moves if move.at > 5_000]
    assert (Stage.OVER, []) == (match.stage, late)


def test_without_a_limit_the_clock_keeps_running() -> None:
    match = begin(rules=Rules(seconds=None)).start_turn().passed(10**7)
    assert (None, Stage.PLAYING) == (match.left, match.stage)


def test_hints_and_rotation() -> None:
    match = begin().start_turn()
    match, hint = match.hint()
    assert hint.word in {word.word for word in match.game.solution.words}
    with pytest.raises(lg.GameError, match="allow 1"):
        match.hint()
    assert match.game.grid.rotated() == match.rotated().game.grid
    assert match.planned == match.rotated().planned


STEPS = st.lists(
    st.sampled_from(["show", "nod", "zzz", "pass", "hint", "rotate", "end", "start"]), max_size=25
)


@given(STEPS)
def test_a_match_round_trips_through_json(steps: list[str]) -> None:
    match = begin(people=("ann", "ben")).start_turn()
    for step in steps:
        if step == "pass":
            match = match.passed(7_000)
        elif step == "end":
            match = match.end_turn()
        elif step == "rotate":
            match = match.rotated()
        elif match.stage is Stage.READY:
            match = match.start_turn()
        elif match.stage is Stage.PLAYING and step == "hint" and not match.current_scores.hints:
            match, _ = match.hint()
        elif match.stage is Stage.PLAYING and step in ("show", "nod", "zzz"):
            match, _ = match.play(step)
        again = Match.from_json(json.loads(json.dumps(match.to_json())), LEXICON)
        assert match == again
    assert match.game.scores() == again.game.scores() if steps else True


@pytest.mark.parametrize(
    ("change", "part"),
    [
        ({"format": "x"}, "no match"),
        ({"version": 2}, "version"),
        ({"turn": None, "stage": "dancing"}, "damaged"),
        ({"findings": 5}, "damaged"),
        ({"turn": 9}, "do not fit"),
        ({"elapsed": [0, 0]}, "do not fit"),
        ({"elapsed": [-1]}, r"elapsed\[0\] is -1, expected"),
        ({"opponents": []}, "do not fit"),
        ({"opponents": [[99, ""]]}, "level"),
        ({"game": {"format": "lexigrid/game", "version": 1, "lexicon": "0"}}, "lexicon"),
    ],
)
def test_invalid_saved_matches_are_reported(change: dict[str, Any], part: str) -> None:
    with pytest.raises(lg.GameError, match=part):
        Match.from_json(begin().to_json() | change, LEXICON)


def test_the_record_of_a_match() -> None:
    match = begin().start_turn().passed(2_000)
    with pytest.raises(lg.GameError, match="not over"):
        match.record("now")
    match, _ = match.play("show")
    match, _ = match.play("showz")
    record = match.end_turn().record("2026-01-01T00:01:00Z")
    you, first, *_ = record.players
    assert ("human", None, 2.0, 1) == (you.kind, you.level, you.seconds, you.wrong)
    assert ["accepted", "not on the board"] == [word.verdict for word in you.words]
    assert ("computer", 5) == (first.kind, first.level)
    assert (140, 190) == (record.board_words, record.board_points)
    assert lg.Grid.parse(record.board) == lg.roll("en-new-4x4", seed=7)


# --- sessions -------------------------------------------------------------------------------------


def test_the_clock_runs_only_while_the_session_does() -> None:
    clock = Clock()
    session = Session(begin(), None, clock=clock)
    clock.seconds += 5
    assert 0 == session.poll().now
    session.start_turn()
    for _ in range(16):
        clock.seconds += 1 / 64  # 15.625 ms: parts of milliseconds are not lost
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


def test_a_match_is_saved_with_every_move_and_resumes_after_a_kill(tmp_path: Path) -> None:
    clock = Clock()
    with History(tmp_path / "h.sqlite3") as history:
        session = Session(begin(people=("ann", "ben")), history, clock=clock)
        session.start_turn()
        clock.seconds += 3
        session.play("show")
        session.rotate_board()
    # Nothing was closed or ended, as after a kill.
    with History(tmp_path / "h.sqlite3") as history:
        (unfinished,) = history.unfinished()
        match = restore_match(unfinished, LEXICON)
        assert (Stage.READY, "ann", 3_000) == (match.stage, match.person, match.now)
        assert ["show"] == [verdict.word for verdict in match.game.words_of(0)]
        assert session.match.game == match.game
        again = Session(match, history, clock=clock)
        again.start_turn()
        again.end_turn()
        again.start_turn()
        again.end_turn()
        assert [] == history.unfinished()
        assert 1 == history.count()
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
        history.delete_unfinished(match.id)
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


def test_matches_have_different_ids() -> None:
    board = BoardSetup.of(seed=1)
    setup = MatchSetup(grid=lg.roll(seed=1), board=board)
    assert new_match(setup).id != new_match(setup).id
    with pytest.raises(lg.GameError, match="nobody"):
        new_match(MatchSetup(grid=lg.roll(seed=1), board=board, people=()))


# --- written --------------------------------------------------------------------------------------


def test_a_match_is_described() -> None:
    facts = ["4x4", "words of at least 3 letters", "1:00", "duplicate words cancel"]
    assert [*facts, "1 hint"] == describe_match(begin())


def test_results_list_every_word_once_by_commonness() -> None:
    match = begin().start_turn().passed(1_000)
    match, _ = match.play("show")
    match = match.passed(59_000)
    page = list(write_results(match, Page()))
    text = "\n".join(page)
    assert "board: 140 words, 190 points" in text
    assert "common words that nobody found" in text
    assert max(map(len, page)) <= 80
    listed = "\n".join(write_words(match, Page())).split()
    for word in match.game.solution.words:
        assert word.word in listed
    assert text.index("everyday") < text.index("rare (")
    assert ("*", "1", "2", "3") == player_marks(match)
    assert "show *" in text
