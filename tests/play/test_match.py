"""Matches: turns, clocks, opponents, saving and reports, with a simulated clock."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lexigrid as lg
from games import LEXICON, begin, end, passed, say, start
from lexigrid.boards.spec import BoardSetup
from lexigrid.game.game import Game
from lexigrid.game.rules import Rules
from lexigrid.play.history.records import record_match
from lexigrid.play.log import Stage
from lexigrid.play.match import Match
from lexigrid.play.opponents import Opponent
from lexigrid.play.outcome import describe_end, describe_outcome
from lexigrid.play.report import describe_match, player_marks, write_results, write_words
from lexigrid.play.saved import SavedMatch
from lexigrid.play.session import new_match
from lexigrid.play.setup import MatchSetup, next_seed, next_setup
from lexigrid.render.terminal.page import Page


def again(match: Match) -> Match:
    """Return a match saved as JSON and restored."""
    return SavedMatch.from_dict(json.loads(SavedMatch.of(match).to_json())).restore(LEXICON)


# --- turns and clocks -----------------------------------------------------------------------------


def test_opponents_of_one_level_have_different_names() -> None:
    assert ("you", "Emil (5)", "Emil (5) 2", "Ada (1)") == begin().game.players


def test_a_match_runs_from_ready_to_over() -> None:
    match = begin(people=("ann", "ben"))
    assert (Stage.READY, "ann", 60_000) == (match.stage, match.person.name, match.left)
    with pytest.raises(lg.GameError, match="the game is ready, expected playing"):
        match.play("show")
    match = passed(match, 500)
    assert 0 == match.now
    match = passed(start(match), 1500)
    match, verdict = say(match, "show")
    assert (True, 1500, 58_500) == (bool(verdict), match.now, match.left)
    match = passed(match, 10**9)
    assert (Stage.READY, "ben", 0) == (match.stage, match.person.name, match.now)
    match = passed(start(match), 100)
    match, _ = say(match, "show")
    match = end(match)
    assert Stage.OVER is match.stage
    ann, ben, *others = match.game.scores()
    assert (
        ["show"] == [each.word for each in ann.cancelled] == [each.word for each in ben.cancelled]
    )
    assert any(scores.found for scores in others)
    with pytest.raises(lg.GameError, match="the game is over, expected ready or playing"):
        match.end()
    with pytest.raises(lg.GameError, match="the game is over, expected ready"):
        match.begin()


def test_opponents_find_words_as_time_passes() -> None:
    match = start(begin())
    counts = []
    for _ in range(6):
        match = passed(match, 10_000)
        counts.append(len(match.found_by_now(0)))
    assert counts == sorted(counts)
    assert len(match.planned[0]) == counts[-1] > counts[0]
    points = [sum(word.score for word in match.found_by_now(number)) for number in range(3)]
    over = match
    assert Stage.OVER is over.stage
    game = Game.start(over.game.grid, LEXICON, rules=Rules(cancel=False))
    for each in over.planned[0]:
        game, _ = game.play(each.word)
    assert points[0] == game.scores()[0].points


def test_ending_early_stops_the_opponents_too() -> None:
    match = end(passed(start(begin()), 5_000))
    late = [move for move in match.game.moves if move.at > 5_000]
    assert (Stage.OVER, []) == (match.stage, late)


def test_words_add_time_in_stamina() -> None:
    rules = Rules.of_mode("stamina", (4, 4))
    match = passed(start(begin(rules=rules)), 59_000)
    match, _ = say(match, "show")
    assert 9_000 == match.left
    match = passed(match, 8_999)
    assert (1, Stage.PLAYING) == (match.left, match.stage)
    assert again(match) == match
    assert Stage.OVER is passed(match, 1).stage
    for words in match.planned:
        for count, each in enumerate(words):
            limit = rules.time_limit(count)
            assert limit is not None
            assert each.at <= limit


def test_a_turn_ends_when_the_tries_are_used_or_all_words_are_found() -> None:
    match = start(begin(rules=Rules(tries=2), people=("ann", "ben")))
    for word in ("no", "show", "show", "zzz"):
        match, _ = say(match, word)
    assert (Stage.READY, "ben") == (match.stage, match.person.name)
    assert ("no tries left", "") == (describe_end(match, 0), describe_end(match, 1))
    assert all(len(words) <= 2 for words in match.planned)
    game = Game.start("tea/ant/oat", ["tea", "ant"], rules=Rules(find_all=True, tries=9))
    for word in ("tea", "ant"):
        assert not game.is_done()
        game, _ = game.play(word)
    assert (True, 7, 2) == (game.is_done(), game.tries_left(), game.wanted_found())
    game = Game.start("tea/ant/oat", rules=Rules(tries=1)).play("tea")[0]
    with pytest.raises(lg.GameError, match="no tries are left"):
        game.play("ant")


def test_a_series_carries_points_and_rolls_the_next_board() -> None:
    match = start(begin(rules=Rules(target=2), people=("ann", "ben"), opponents=()))
    match, _ = say(match, "show")
    match = end(start(end(match)))
    assert ((1, 0), False) == (match.totals, match.is_series_over)
    assert ["ann leads by 1 point, ahead of ben", "series to 2 points: ann 1, ben 0"] == (
        describe_outcome(match)
    )
    setup = next_setup(match)
    assert lg.roll("en-new-4x4", seed="8") == setup.grid
    second = start(end(start(Match.open(setup, id="m2"))))
    assert again(second) == second
    best = max(second.game.solution.words, key=lambda found: found.score)
    second = end(say(second, best.word)[0])
    assert (1, best.score) == second.totals
    assert second.is_series_over
    assert describe_outcome(second)[0].startswith("ben wins by")
    assert () == next_setup(second).carried


@pytest.mark.parametrize(
    ("people", "words", "outcome"),
    [
        (("you",), {0: "show"}, "you win by 1 point, ahead of Ada (1)"),
        (("you",), {1: "show"}, "you lose by 1 point: Ada (1) 1, you 0"),
        (("ann",), {1: "show"}, "ann loses by 1 point: Ada (1) 1, ann 0"),
        (("you",), {}, "a draw: you and Ada (1) have 0 points each"),
        (("ann", "ben"), {1: "show"}, "ben wins by 1 point, ahead of ann and Ada (1)"),
        (("ann", "ben"), {0: "show", 2: "show"}, "a draw: ann, ben and Ada (1) have 0 points each"),
    ],
)
def test_the_outcome_is_said(people: tuple[str, ...], words: dict[int, str], outcome: str) -> None:
    match = begin(people=people, opponents=(Opponent(1),), rules=Rules(seconds=1))
    for _ in people:
        match = end(start(match))
    game = replace(match.game, moves=(), is_over=False)
    for player, word in words.items():
        game, _ = game.play(word, player=player)
    assert [outcome] == describe_outcome(replace(match, game=game.finished()))


def test_seeds_of_following_matches() -> None:
    seeds = ["9", "2026-03-01", "a.b", "a.9"]
    assert ["10", "2026-03-01.2", "a.b.2", "a.10"] == [*map(next_seed, seeds)]


def test_without_a_limit_the_clock_keeps_running() -> None:
    match = passed(start(begin(rules=Rules(seconds=None))), 10**7)
    assert (None, Stage.PLAYING) == (match.left, match.stage)


def test_hints_and_rotation() -> None:
    match = start(begin())
    entry = match.hint()
    match = match.after(entry)
    hint = match.game.moves[-1]
    assert hint.word in {word.word for word in match.game.solution.words}
    assert str(entry.data["clue"]).startswith(hint.word[0])
    with pytest.raises(lg.GameError, match="allow 1"):
        match.hint()
    rotated = match.after(match.request("rotated"))
    assert match.game.grid.rotated() == rotated.game.grid
    assert match.planned == rotated.planned


STEPS = st.lists(
    st.sampled_from(["show", "nod", "zzz", "pass", "hint", "rotate", "end", "start"]), max_size=25
)


@given(STEPS)
def test_a_match_round_trips_through_json(steps: list[str]) -> None:
    match = start(begin(people=("ann", "ben")))
    for step in steps:
        if step == "pass":
            match = passed(match, 7_000)
        elif step == "end":
            match = match if match.stage is Stage.OVER else end(match)
        elif step == "rotate":
            match = match.after(match.request("rotated"))
        elif match.stage is Stage.READY:
            match = start(match)
        elif match.stage is Stage.PLAYING and step == "hint" and not match.person.hints:
            match = match.after(match.hint())
        elif match.stage is Stage.PLAYING and step in ("show", "nod", "zzz"):
            match, _ = say(match, step)
        assert match == again(match)
        assert match.game.scores() == again(match).game.scores()


@pytest.mark.parametrize(
    ("change", "part"),
    [
        ({"format": "x"}, "not a match"),
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
        SavedMatch.from_dict(SavedMatch.of(begin()).to_dict() | change).restore(LEXICON)


def test_the_record_of_a_match() -> None:
    match = passed(start(begin()), 2_000)
    now = datetime(2026, 1, 1, 0, 1, tzinfo=UTC)
    with pytest.raises(lg.GameError, match="not over"):
        record_match(match, now)
    match, _ = say(match, "show")
    match, _ = say(match, "showz")
    record = record_match(end(match), now)
    you, first, *_ = record.players
    assert ("human", None, 2.0, 1) == (you.kind, you.level, you.seconds, you.wrong)
    assert ["accepted", "not on the board"] == [word.verdict for word in you.words]
    assert ("computer", 5) == (first.kind, first.level)
    assert (140, 190) == (record.board_words, record.board_points)
    assert lg.Grid.parse(record.board) == lg.roll("en-new-4x4", seed=7)


def test_matches_have_different_ids() -> None:
    board = BoardSetup.of(seed=1)
    setup = MatchSetup.of(lg.roll(seed=1), board)
    assert new_match(setup).id != new_match(setup).id
    with pytest.raises(lg.GameError, match="there are no players"):
        new_match(MatchSetup.of(lg.roll(seed=1), board, people=()))


# --- written --------------------------------------------------------------------------------------


def test_a_match_is_described() -> None:
    facts = ["4x4", "words of at least 3 letters", "1:00", "duplicate words cancel"]
    assert [*facts, "1 hint"] == describe_match(begin())


def test_results_list_every_word_once_by_commonness() -> None:
    match = passed(start(begin()), 1_000)
    match, _ = say(match, "show")
    match = passed(match, 59_000)
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
