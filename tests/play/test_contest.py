"""Contests as values: a log restores the contest, and events restore what a viewer sees."""

from __future__ import annotations

import json

import pytest

import lexigrid as lg
from contests import LEXICON, begun, fold, opened, play_at_random
from lexigrid.play.log import Entry, Stage
from lexigrid.play.match import GRACE, Match
from lexigrid.play.match_view import event_of, review_of, state_of
from lexigrid.play.saved import SavedContest


@pytest.mark.parametrize("seed", range(4))
def test_a_log_gives_the_contest_again(seed: int) -> None:
    history = play_at_random(seed)
    entries = [entry for _, entry in history]
    stored = [(entry, json.loads(json.dumps(entry.data))) for entry in entries]
    as_read = [entry._replace(data=data, verdict=None) for entry, data in stored]
    setup = history[0][0].setup
    restored = SavedContest.from_dict(SavedContest.of(setup).to_dict()).restore(
        {"default": LEXICON}
    )
    again = Match.replay(restored, as_read, id="id")
    last = history[-1][0]
    assert last == again
    assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))


@pytest.mark.parametrize("visible", [True, False])
@pytest.mark.parametrize("viewer", [None, 2, 3])
def test_the_state_of_a_viewer_is_the_fold_of_its_events(viewer: int | None, visible: bool) -> None:
    history = play_at_random(7, visible=visible)
    state = state_of(history[0][0], viewer, 0)
    for contest, entry in history[1:]:
        state = fold(state, event_of(contest, entry, viewer))
        assert state == state_of(contest, viewer, entry.at)


def test_nothing_secret_is_seen_before_the_end() -> None:
    contest = opened("Ann", "Bob", opponents=(10,))
    assert state_of(contest, 1, 0)["rows"] is None
    contest = contest.after(contest.begin())
    entry = contest.play("neat", seat=1, at=1000, key="k")
    contest = contest.after(entry)
    own, other = (json.dumps(event_of(contest, entry, viewer)) for viewer in (1, 2))
    assert '"neat"' in own
    assert '"neat"' not in other
    for viewer in (None, 1, 2):
        text = json.dumps(state_of(contest, viewer, 1000))
        assert '"seed"' not in text
        assert "digest" not in text
        assert ('"neat"' in text) == (viewer == 1)


def test_a_word_after_the_end_counts_at_the_last_moment() -> None:
    contest = begun("Ann")
    assert contest.due(60_000 + GRACE - 1) is None
    entry = contest.play("tea", seat=0, at=60_000 + GRACE - 1, key="k")
    assert (entry.at, entry.data["reason"]) == (60_000, "accepted")
    due = contest.after(entry).due(60_000 + GRACE)
    assert due is not None
    over = contest.after(entry).after(due)
    assert over.stage is Stage.OVER
    with pytest.raises(lg.GameError, match="the game is over, expected playing"):
        over.play("oat", seat=0, at=60_000, key="l")


def test_what_a_contest_refuses() -> None:
    contest = opened("Ann", seats=2)
    with pytest.raises(lg.GameError, match="'ann' is taken"):
        contest.join("ann", ticket="")
    with pytest.raises(lg.GameError, match="0 characters, expected 1 to 24"):
        contest.join(" ", ticket="")
    with pytest.raises(lg.GameError, match="game is open, expected playing"):
        contest.play("tea", seat=0, at=0, key=None)
    with pytest.raises(lg.GameError, match="game is open, expected playing or paused"):
        contest.end(0)
    full = contest.after(contest.join("Bob", ticket=""))
    with pytest.raises(lg.GameError, match="all 2 seats are taken"):
        full.join("Cleo", ticket="")
    playing = full.after(full.begin())
    with pytest.raises(lg.GameError, match="game is playing, expected open"):
        playing.join("Cleo", ticket="")
    with pytest.raises(lg.GameError, match="65 characters, expected at most 64"):
        playing.play("a" * 65, seat=0, at=0, key=None)


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        (Entry(4, 0, "began"), "the entry 4 follows 2"),
        (Entry(3, 0, "joined", 1, {"name": "Bob"}), "game is playing, expected open"),
        (Entry(3, 0, "ended"), "has an entry 'ended'"),
        (Entry(3, 0, "danced"), "has an entry 'danced'"),
        (Entry(3, 0, "hint", None), "an entry 'hint' of the seat None"),
        (Entry(3, 0, "word", 7, {}), "an entry 'word' of the seat 7"),
        (Entry(3, 0, "word", 0, {"said": "tea"}), "the damaged contest has no 'word'"),
        (Entry(3, 0, "word", 0, {"said": "a", "word": "a", "reason": "b"}), "reason is 'b', exp"),
    ],
)
def test_an_entry_that_does_not_follow_is_refused(entry: Entry, message: str) -> None:
    with pytest.raises(lg.GameError, match=message):
        begun("Ann").after(entry)


def test_the_review_names_the_finders() -> None:
    contest = begun("Ann", "Bob")
    for seat in (0, 1):
        contest = contest.after(contest.play("tea", seat=seat, at=1000 + seat, key=None))
    contest = contest.after(contest.end(2000))
    review = review_of(contest)
    found = {word["word"]: word["seats"] for word in review["words"]}
    assert (found["tea"], found["oat"]) == ([0, 1], [])
    assert {None} == {word["commonness"] for word in review["words"]}  # the lexicon has no bands
    assert [0, 0] == [seat["points"] for seat in review["seats"]]  # both found it, so it cancels


def test_the_clock_of_a_pause_stands_still() -> None:
    contest = begun("Ann")
    contest = contest.after(contest.request("paused", 5000))
    assert contest.due(90_000) is None
    entry = contest.request("resumed")
    assert (contest.after(entry).stage, entry.at) == (Stage.PLAYING, 5000)
