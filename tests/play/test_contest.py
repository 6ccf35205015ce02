"""Contests as values: a log restores the contest, and events restore what a viewer sees."""

from __future__ import annotations

import json

import pytest

import lexigrid as lg
from contests import LEXICON, opened, play_at_random
from lexigrid.play.contest import GRACE, Contest, Stage
from lexigrid.play.contest_setup import ContestSetup
from lexigrid.play.contest_view import event_of, fold, review_of, state_of


@pytest.mark.parametrize("seed", range(4))
def test_a_log_gives_the_contest_again(seed: int) -> None:
    history = play_at_random(seed)
    entries = [entry for _, entry in history]
    as_read = [entry._replace(data=json.loads(json.dumps(entry.data))) for entry in entries]
    options = ContestSetup.from_dict(history[0][0].setup.to_dict(), {"default": LEXICON})
    again = Contest.replay(options, as_read)
    last = history[-1][0]
    assert (last.seats, last.game, last.stage) == (again.seats, again.game, again.stage)
    assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))


@pytest.mark.parametrize("visible", [True, False])
@pytest.mark.parametrize("viewer", [None, 2, 3])
def test_the_state_of_a_viewer_is_the_fold_of_its_events(viewer: int | None, visible: bool) -> None:
    history = play_at_random(7, visible=visible)
    state = state_of(history[0][0], "id", viewer, 0)
    for contest, entry in history[1:]:
        state = fold(state, event_of(contest, entry, viewer))
        assert state == state_of(contest, "id", viewer, entry.at)


def test_nothing_secret_is_seen_before_the_end() -> None:
    contest, _ = opened("Ann", "Bob", opponents=(10,))
    assert state_of(contest, "id", 1, 0)["rows"] is None
    contest, _ = contest.begin()
    contest, entry = contest.play(1, "neat", at=1000, key="k")
    own, other = (json.dumps(event_of(contest, entry, viewer)) for viewer in (1, 2))
    assert '"neat"' in own
    assert '"neat"' not in other
    for viewer in (None, 1, 2):
        text = json.dumps(state_of(contest, "id", viewer, 1000))
        assert '"seed"' not in text
        assert "digest" not in text
        assert ('"neat"' in text) == (viewer == 1)


def test_a_word_after_the_end_counts_at_the_last_moment() -> None:
    contest, _ = opened("Ann")
    contest, _ = contest.begin()
    assert contest.advance(60_000 + GRACE - 1) is None
    contest, entry = contest.play(0, "tea", at=60_000 + GRACE - 1, key="k")
    assert (entry.at, entry.data["reason"]) == (60_000, "accepted")
    found = contest.advance(60_000 + GRACE)
    assert found is not None
    assert found[0].stage is Stage.OVER
    with pytest.raises(lg.GameError, match="the contest is over"):
        found[0].play(0, "oat", at=60_000, key="l")


def test_what_a_contest_refuses() -> None:
    contest, _ = opened("Ann", seats=2)
    with pytest.raises(lg.GameError, match="'ann' is taken"):
        contest.join("ann", ticket="")
    with pytest.raises(lg.GameError, match="0 characters, expected 1 to 24"):
        contest.join(" ", ticket="")
    with pytest.raises(lg.GameError, match="contest is open, expected playing"):
        contest.play(0, "tea", at=0, key=None)
    full, _ = contest.join("Bob", ticket="")
    with pytest.raises(lg.GameError, match="all 2 seats are taken"):
        full.join("Cleo", ticket="")
    begun, _ = full.begin()
    with pytest.raises(lg.GameError, match="contest is playing, expected open"):
        begun.join("Cleo", ticket="")
    with pytest.raises(lg.GameError, match="65 characters, expected at most 64"):
        begun.play(0, "a" * 65, at=0, key=None)


def test_the_review_names_the_finders() -> None:
    contest, _ = opened("Ann", "Bob")
    contest, _ = contest.begin()
    for seat in (0, 1):
        contest, _ = contest.play(seat, "tea", at=1000 + seat, key=None)
    contest, _ = contest.end(2000)
    review = review_of(contest, "id")
    found = {word["word"]: word["seats"] for word in review["words"]}
    assert (found["tea"], found["oat"]) == ([0, 1], [])
    assert {None} == {word["commonness"] for word in review["words"]}  # the lexicon has no bands
    assert [0, 0] == [seat["points"] for seat in review["seats"]]  # both found it, so it cancels


def test_the_clock_of_a_pause_stands_still() -> None:
    contest, _ = opened("Ann")
    contest, _ = contest.begin()
    contest, _ = contest.pause(5000)
    assert contest.advance(90_000) is None
    contest, entry = contest.resume()
    assert (contest.stage, entry.at) == (Stage.PLAYING, 5000)
