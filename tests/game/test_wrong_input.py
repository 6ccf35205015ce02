"""What is not a game or a move: the message says what to do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import lexigrid as lg

GRID = lg.Grid.parse("tea/ant/oat")
GAME: Any = lg.Game.start(GRID, ["tea", "oat", "ant", "eat"])
#: The package without its types.
ANY: Any = lg


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: ANY.Game.start(GRID, ["oat"], players=5), "the players are 5, expected names"),
        (lambda: ANY.Game.start(GRID, ["oat"], rules=5), "the rules are 5, expected Rules"),
        (lambda: ANY.Game.from_dict("{}"), "this is not a game"),
        (lambda: ANY.Game.from_json({}), "{} is not JSON text; from_dict reads a dictionary"),
        (lambda: lg.Game.from_dict(GAME.to_dict(), ["oat"]), "give the lexicon of the game"),
        (lambda: GAME.play("x", player="ann"), r"no player 'ann', expected a number: 0 \(you\)"),
        (lambda: GAME.play(None), "the word is None, expected text"),
        (lambda: ANY.Rules.of_size("5x5"), r"size is '5x5', expected \(rows, columns\)"),
        (
            lambda: ANY.games.Opponent(3).find_words(GAME, seed=1),
            "solved board such as game.solution",
        ),
    ],
)
def test_a_mistake_is_explained(call: Callable[[], Any], message: str) -> None:
    with pytest.raises(lg.LexigridError, match=message):
        call()


@pytest.mark.parametrize(
    "wrong",
    [
        {"min_length": 0},
        {"min_length": "3"},
        {"seconds": 0},
        {"seconds": 1.5},
        {"penalty": -1},
        {"hints": True},
        {"scoring": "best"},
        {"scoring": {3: -1}},
    ],
)
def test_invalid_rules_are_reported(wrong: dict[str, Any]) -> None:
    with pytest.raises(lg.InputError, match=next(iter(wrong))):
        lg.Rules(**wrong)


def test_unknown_rules_are_reported() -> None:
    with pytest.raises(lg.GameError, match="bonus"):
        lg.Rules.from_dict({"bonus": 1})


@pytest.mark.parametrize("players", [(), ("a", "a"), (" ",), tuple(map(str, range(99)))])
def test_players_have_different_names(players: tuple[str, ...]) -> None:
    with pytest.raises(lg.GameError, match="expected"):
        lg.Game.start(GRID, ["eat"], players=players)


@pytest.mark.parametrize(
    ("change", "part"),
    [
        ({"format": "lexigrid/grid"}, "not a game"),
        ({"version": 9}, "version is 9"),
        ({"lexicon": "0" * 16}, "lexicon"),
        ({"moves": [{"player": 5, "at": 0, "word": "eat"}]}, "no player 5"),
        ({"moves": [{"player": 0}]}, "damaged"),
        ({"moves": [{"player": 0, "at": 999_999_999, "word": "eat"}]}, "time is up"),
        ({"players": None}, "damaged"),
    ],
)
def test_invalid_saved_games_are_reported(change: dict[str, Any], part: str) -> None:
    lexicon = lg.Lexicon(["eat", "oat", "tan"])
    data = lg.Game.start(GRID, lexicon).to_dict() | change
    with pytest.raises(lg.GameError, match=part):
        lg.Game.from_dict(data, lexicon)


def test_a_game_of_a_grid_says_how_to_start_one() -> None:
    wrong: Any = GRID
    with pytest.raises(lg.InputError, match=r"expected a Solution \(Game\.start takes a grid\)"):
        lg.Game(wrong)


def test_a_board_that_is_too_large_is_reported() -> None:
    with pytest.raises(lg.GameError, match="400 cells"):
        lg.Game.start(lg.Grid.parse("a" * 441, size=(21, 21)))
