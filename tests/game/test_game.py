"""Rules, verdicts, points and moves, compared with the naive search."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import lexigrid as lg
import naive
from lexigrid.boards.dice_roll import roll
from lexigrid.game.dice import Dice
from lexigrid.game.game import Game
from lexigrid.game.moves import Reason
from lexigrid.game.rules import Rules
from lexigrid.game.solution import Solution
from lexigrid.search.scoring import SchemeName
from strategies import grids, words

TEA = lg.Grid.parse("tea/ant/oat")
LISTED = ["eat", "oat", "tan", "tea", "neat", "quiz", "ten"]


def start(**options: Any) -> Game:
    rules = {name: options.pop(name) for name in list(options) if name != "players"}
    return Game.start(TEA, LISTED, rules=Rules(**rules), **options)


# --- scoring ------------------------------------------------------------------------------------

# Points of words of 1 to 12 letters, as the specification lists them.
SCHEMES = {
    "classic": [0, 0, 1, 1, 2, 3, 5, 11, 11, 11, 11, 11],
    "big": [0, 0, 0, 1, 2, 3, 5, 11, 11, 11, 11, 11],
    "super-big": [0, 0, 0, 1, 2, 3, 5, 11, 18, 20, 22, 24],
    "fibonacci": [0, 0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55],
    "letters": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
}


@pytest.mark.parametrize("scheme", list(SCHEMES))
def test_points_of_each_scheme(scheme: SchemeName) -> None:
    rules = Rules(scoring=scheme)
    assert SCHEMES[scheme] == [rules.points(letters) for letters in range(1, 13)]


@pytest.mark.parametrize("scheme", list(SCHEMES))
@pytest.mark.parametrize("letters", range(1, 13))
def test_a_word_in_a_game_scores_by_its_scheme(scheme: SchemeName, letters: int) -> None:
    word = "abcdefghijkl"[:letters]
    grid = lg.Grid.parse("/".join(word))
    game = Game.start(grid, [word], rules=Rules(min_length=1, scoring=scheme))
    assert SCHEMES[scheme][letters - 1] == game.judge(word).points == game.solution.score


def test_a_custom_table() -> None:
    rules = Rules(scoring={4: 7, 3: 2})
    assert rules == Rules(scoring=((3, 2), (4, 7)))
    assert hash(rules) == hash(Rules(scoring=((3, 2), (4, 7))))
    assert [0, 2, 7, 0] == [rules.points(letters) for letters in (2, 3, 4, 5)]
    game = Game.start(TEA, LISTED, rules=rules)
    assert 7 == game.judge("neat").points


def test_a_tile_of_two_letters_counts_two() -> None:
    game = Game.start(lg.Grid.parse("Qu i/z a"), ["quiz"])
    verdict = game.judge("quiz")
    assert (True, 4, 1, 3) == (bool(verdict), verdict.letters, verdict.points, len(verdict.path))
    assert Reason.TOO_SHORT is game.judge("qu").reason
    assert (2, game.judge("quiz").path[:1]) == game.solution.follow("qu")


def test_the_best_board_of_enable(shared: Any) -> None:
    """The proved optimum of 4x4: 3,625 points in 1,045 words of ENABLE."""
    lexicon = lg.Lexicon.read(shared / "data" / "enable2k.txt")
    solved = Solution(lg.Grid.parse("perslatgsineters", size=(4, 4)), lexicon, Rules())
    assert (1045, 3625) == (solved.count, solved.score)
    solved = Solution(lg.Grid.parse("streaedlp", size=(3, 3)), lexicon, Rules())
    assert 545 == solved.score


# --- rules --------------------------------------------------------------------------------------


def test_rules_have_plain_values() -> None:
    rules = Rules(cancel=1, turning=0, find_all=None, hints=np.int64(2))  # type: ignore[arg-type]
    assert rules == Rules(turning=False, hints=2)
    assert rules == Rules.from_dict(json.loads(json.dumps(rules.to_dict())))


def test_rules_of_published_games() -> None:
    for name in Dice.names():
        dice = Dice.named(name)
        rules = Rules.of_size(dice.size)
        expected = {4: (3, "classic", 180), 5: (4, "big", 180), 6: (4, "super-big", 240)}
        assert expected[dice.size[0]] == (rules.min_length, rules.scoring, rules.seconds)


@given(
    st.builds(
        Rules,
        min_length=st.integers(1, 9),
        scoring=st.one_of(
            st.sampled_from(list(SCHEMES)),
            st.dictionaries(st.integers(0, 20), st.integers(0, 99), min_size=1),
        ),
        seconds=st.none() | st.integers(1, 999),
        cancel=st.booleans(),
        penalty=st.integers(0, 9),
        hints=st.integers(0, 9),
        turning=st.booleans(),
    )
)
def test_rules_round_trip_through_json(rules: Rules) -> None:
    assert rules == Rules.from_dict(json.loads(json.dumps(rules.to_dict())))


# --- verdicts -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "reason", "explained"),
    [
        ("eat", Reason.ACCEPTED, "1 point"),
        ("EAT ", Reason.ACCEPTED, "1 point"),
        ("at", Reason.TOO_SHORT, "too short (2 letters)"),
        ("", Reason.TOO_SHORT, "too short (0 letters)"),
        ("ant", Reason.NOT_A_WORD, "not a word"),
        ("quiz", Reason.NOT_ON_BOARD, "not on the board"),
        ("teak", Reason.NOT_ON_BOARD, "not on the board (it has 'tea')"),
        ("tan", Reason.ALREADY_FOUND, "already found"),
    ],
)
def test_verdicts(word: str, reason: Reason, explained: str) -> None:
    game, _ = start().play("tan")
    verdict = game.judge(word)
    assert (reason, explained) == (verdict.reason, verdict.explain())
    assert bool(verdict) is (reason is Reason.ACCEPTED)


def test_a_verdict_shows_the_longest_prefix() -> None:
    verdict = start().judge("teak")
    assert (3, 4, "tea") == (verdict.traced, verdict.letters, verdict.prefix)
    assert [(0, 0), (0, 1), (0, 2)] == list(verdict.path)


@given(grids("ab", 3), words("ab", 5), words("ab", 5), st.integers(1, 4))
def test_verdicts_equal_the_naive_search(
    grid: lg.Grid, listed: list[str], entered: list[str], least: int
) -> None:
    game = Game.start(grid, listed, rules=Rules(min_length=least, scoring="letters"))
    there = {spellings[0]: paths for _, spellings, paths in naive.find_paths(grid, listed)}
    for word in entered:
        verdict = game.judge(word)
        on_board = [p for _, _, paths in naive.find_paths(grid, [word]) for p in paths]
        if len(word) < least:
            expected = Reason.TOO_SHORT
        elif word in listed and word in there:
            expected = Reason.ACCEPTED
        elif on_board:
            expected = Reason.NOT_A_WORD
        else:
            expected = Reason.NOT_ON_BOARD
        assert expected is verdict.reason
        if expected is Reason.ACCEPTED:
            assert (there[word][0], len(word)) == (verdict.path, verdict.points)


@given(grids("ab", 3, ("Qu", "abab")), st.text("abqu", min_size=1, max_size=7))
def test_follow_traces_the_longest_prefix(grid: lg.Grid, text: str) -> None:
    solved = Solution(grid, lg.Lexicon(["a"]), Rules())
    traced, path = solved.follow(text)

    def is_there(prefix: str) -> bool:
        """Does a path spell it, where the last tile may be spelled in part?"""
        more = ["", *(s[at:] for s in ("qu", "abab") for at in range(1, len(s)))]
        return any(naive.find_paths(grid, [prefix + rest]) for rest in more)

    assert traced == max((n for n in range(1, len(text) + 1) if is_there(text[:n])), default=0)
    spelled = "".join(tile.face for cell in path if (tile := grid[cell])).lower()
    assert spelled.startswith(text[:traced])
    assert bool(path) is bool(traced)


# --- points of several players ------------------------------------------------------------------


def played(game: Game, *entered: tuple[int, str]) -> Game:
    for at, (player, word) in enumerate(entered):
        game, _ = game.play(word, player=player, at=at)
    return game


def test_words_of_several_players_cancel() -> None:
    game = played(
        start(players=("ann", "ben")), (0, "eat"), (1, "eat"), (0, "neat"), (1, "ten"), (1, "oat")
    )
    ann, ben = game.scores()
    assert (["neat"], ["eat"]) == ([v.word for v in ann.words], [v.word for v in ann.cancelled])
    assert (1, 2, 2, 3) == (ann.points, ben.points, ann.found, ben.found)


def test_without_cancelling_all_players_keep_their_words() -> None:
    game = start(players=("ann", "ben"), cancel=False)
    game = played(game, (0, "eat"), (1, "eat"), (0, "neat"))
    assert [2, 1] == [scores.points for scores in game.scores()]


def test_only_wrong_words_cost_the_penalty() -> None:
    game = played(start(penalty=2), (0, "quiz"), (0, "ant"), (0, "at"), (0, "eat"), (0, "eat"))
    (scores,) = game.scores()
    assert (2, 1 - 4) == (scores.wrong, scores.points)


# --- moves --------------------------------------------------------------------------------------


def test_invalid_moves_are_errors() -> None:
    game = start(seconds=10)
    later, _ = game.play("eat", at=5000)
    calls: list[tuple[Callable[[], object], str]] = [
        (lambda: game.play("eat", player=1), "no player 1"),
        (lambda: game.play("eat", at=-1), "milliseconds"),
        (lambda: game.play("eat", at=10_001), "time is up"),
        (lambda: later.play("oat", at=4999), "previous one was at 5000"),
        (lambda: game.finished().play("eat"), "over"),
        (lambda: game.hint(), "allow 0"),
        (lambda: start(turning=False).rotated(), "rotated"),
        (lambda: game.tries_left(1), "no player 1"),
        (lambda: game.is_done(1), "no player 1"),
    ]
    for call, part in calls:
        with pytest.raises(lg.GameError, match=part):
            call()


def test_hints_name_words_not_yet_found() -> None:
    game = start(hints=2)
    game, _ = game.play("eat")
    game, first = game.hint(at=10)
    game, second = game.hint(at=20)
    assert 2 == game.scores()[0].hints
    assert {first.word, second.word} <= {"oat", "tan", "tea", "neat", "ten"}
    assert first.word != second.word
    assert f"{first.word[0]}{'·' * (len(first.word) - 1)}" in first.clue
    with pytest.raises(lg.GameError, match="allow 2"):
        game.hint(at=30)
    for listed, reason in (("quiz", "the board has no word"), ("oat", "every word has been found")):
        game = Game.start(TEA, [listed], rules=Rules(hints=1))
        game, _ = game.play("oat")
        with pytest.raises(lg.GameError, match=reason):
            game.hint()


def test_rotation_keeps_found_words() -> None:
    game = played(start(), (0, "eat"), (0, "quiz"), (0, "tan"))
    rotated = game
    for _ in range(4):
        before, rotated = rotated, rotated.rotated()
        assert before.grid.rotated() == rotated.grid
        assert [v.word for v in before.words_of()] == [v.word for v in rotated.words_of()]
        spelled = ["".join(str(rotated.grid[c].face) for c in v.path) for v in rotated.words_of()]  # type: ignore[union-attr]
        assert ["eat", "tan"] == spelled
    assert rotated == game


MOVES = st.lists(
    st.tuples(st.integers(0, 1), st.sampled_from([*LISTED, "ant", "xx", "", "teat", None])),
    max_size=12,
)


@given(MOVES, st.booleans(), st.integers(0, 3))
def test_a_game_round_trips_through_json(
    moves: list[tuple[int, str | None]], is_over: bool, turns: int
) -> None:
    lexicon = lg.Lexicon(LISTED)
    rules = Rules(hints=2, penalty=1)
    game = Game.start(TEA, lexicon, rules=rules, players=("ann", "ben"))
    for at, (player, word) in enumerate(moves):
        if word is not None:
            game, _ = game.play(word, player=player, at=at * 100)
        elif game.scores()[player].hints < 2 and len(game.words_of(player)) < 3:
            game, _ = game.hint(player=player, at=at * 100)
    for _ in range(turns):
        game = game.rotated()
    if is_over:
        game = game.finished()
    again = Game.from_json(game.to_json(), lexicon)
    assert game == again
    assert hash(game) == hash(again)
    assert (game.scores(), game.review()) == (again.scores(), again.review())
    assert [move.verdict for move in game.moves] == [move.verdict for move in again.moves]


# --- the end ------------------------------------------------------------------------------------


def test_the_review_lists_the_most_common_words_first() -> None:
    game, _ = Game.start(TEA).play("eat")
    review = game.review()
    assert game.solution.count == len(review)
    bands = [each.band or 0 for each in review]
    assert sorted(bands) == bands
    assert [("eat", (0,))] == [(each.word, each.players) for each in review if each.players]
    missed = game.missed()
    assert all(each.is_common and not each.players for each in missed)
    assert "tea" in {each.word for each in missed}


def test_common_words_are_those_of_low_bands() -> None:
    lexicon = lg.Lexicon(["oat", "zoa"], bands=[10, 80])
    assert ["oat"] == list(lexicon.common())
    with pytest.raises(lg.LexiconError, match="bands"):
        lg.Lexicon(["oat"]).common()
    with pytest.raises(lg.LexiconError, match="up to 5"):
        lexicon.common(5)


def test_a_board_takes_the_alphabet_of_the_words() -> None:
    """Letters of several characters are letters in verdicts too."""
    lexicon = lg.Lexicon(["llama", "chorro"], alphabet="es-digraph")
    game = Game.start(lg.Grid.parse("Ll a m a"), lexicon)
    assert (4, True) == (game.judge("llama").letters, bool(game.judge("llama")))


def test_letters_that_are_typed_apart_make_no_digraph() -> None:
    board = lg.Grid.parse("h ? h c/", alphabet="cs")
    verdict = Game.start(board, ["hch"]).judge("c-hchc")
    assert (3, "chch") == (verdict.traced, verdict.prefix)


def test_a_solution_takes_what_searches_take() -> None:
    solution = lg.games.Solution("tea/ant/oat", ["eat"], Rules())
    assert ["eat"] == [found.word for found in solution.words]
    for call in (solution.find, solution.follow, solution.letters_of):
        with pytest.raises(lg.InputError, match="the word is None, expected text"):
            call(None)  # type: ignore[arg-type]


def test_boards_with_holes_and_tiles_of_two_letters() -> None:
    grid = roll("en-super-big-2012-6x6", seed=7)
    game = Game.start(grid, rules=Rules.of_size((6, 6)))
    for found in game.solution.words:
        assert game.judge(found.word)
