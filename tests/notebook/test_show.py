"""What `show` makes of each value: the widget, what it sends, its picture, and its errors."""

from __future__ import annotations

import sys
from typing import Any, cast

import pytest

import lexigrid as lg
from lexigrid.notebook import show
from lexigrid.notebook.widgets import Widget

#: The most bytes of script and style that a widget sends.
MOST_SENT = 60_000
BOARD = "tea/ant/oat"
WORDS = ["eat", "oat", "tan", "tea"]
VIEW = "application/vnd.jupyter.widget-view+json"


def set_from_page(widget: Widget, **values: Any) -> None:
    """Set traitlets as a message of the page does."""
    widget.set_state(values)


@pytest.fixture(scope="module")
def puzzle() -> lg.Puzzle:
    return lg.make_puzzle(["wren", "owl"], size=7, seed=7, title="Birds", secret=["hawk"])


@pytest.mark.parametrize(
    ("make", "name"),
    [
        (lambda: lg.make_puzzle(["oat", "rye"], seed=1), "PuzzleWidget"),
        (lambda: lg.Grid.parse(BOARD), "GameWidget"),
        (lambda: lg.find_board(lg.BoardSpec(), seed=1), "GameWidget"),
        (lambda: lg.Game.start(BOARD, WORDS), "GameWidget"),
        (lambda: lg.find_paths(BOARD, WORDS), "AnswerWidget"),
        (lambda: lg.find_lines(BOARD, WORDS), "AnswerWidget"),
        (lambda: lg.trace(BOARD, "eat"), "AnswerWidget"),
        (lambda: lg.solve_cover("te/as", ["teas"]), "AnswerWidget"),
        (lambda: lg.Game.start(BOARD, WORDS).solution, "AnswerWidget"),
    ],
)
def test_each_value_is_a_light_widget_with_a_picture(make: Any, name: str) -> None:
    widget: Any = show(make())
    assert type(widget).__name__ == name
    state = widget.get_state()
    assert len((state["_esm"] + state["_style"]).encode()) < MOST_SENT
    assert "_css" not in state  # it would apply to the whole notebook
    shown = widget._repr_mimebundle_()[0]
    assert VIEW in shown
    assert {"text/html", "image/svg+xml"} & shown.keys()
    assert "<svg " in shown.get("text/html", shown.get("image/svg+xml"))


def test_found_words_of_a_puzzle_come_back(puzzle: lg.Puzzle) -> None:
    widget = show(puzzle, with_key=False)
    seen: list[list[str]] = []
    widget.observe(lambda change: seen.append(change.new), "found")
    set_from_page(widget, found=["owl"], progress={"found": [1]})
    set_from_page(widget, found=["owl", "hawk"])
    assert seen == [["owl"], ["owl", "hawk"]]
    assert widget.get_state()["_data"]["page"]["reveal"] is False
    with pytest.raises(Exception, match="read-only"):
        widget.found = []


def test_a_game_goes_on_from_its_moves() -> None:
    game = lg.Game.start(BOARD, WORDS).play("oat", at=2000)[0].play("ten", at=3000)[0]
    widget = show(game)
    assert widget.found == ["oat"]
    assert widget.game == game
    set_from_page(widget, found=["oat", "tan"], progress={"used": 9, "over": True})
    assert [each.word for each in widget.game.words_of() if each] == ["oat", "tan"]
    assert widget.game.is_over


def test_a_board_is_a_game_without_a_clock() -> None:
    widget = show("teas/anto/oats/nest")
    assert (widget.game.rules.seconds, widget.game.rules.min_length) == (None, 3)
    assert show(BOARD, WORDS).game.solution.count == 4


def test_texts_are_in_the_language_of_the_words() -> None:
    german = lg.Lexicon(["tee", "tat"], alphabet="de")
    page: Any = show("te/ea", german)._data["page"]
    assert (page["language"], page["texts"]["say_too short"][:6]) == ("en", "{word}")
    puzzle = lg.make_puzzle(["tee", "rot"], seed=1, language="de")
    page = show(puzzle)._data["page"]
    assert (page["language"], page["texts"]["hint"]) == ("de", "Tipp")


def test_large_answers_are_cut() -> None:
    found = lg.find_paths("s?al/t?en/rino")
    data: Any = show(found)._data
    assert len(data["answer"]["words"]) == 2000 < len(found)
    assert (data["answer"]["count"], data["answer"]["complete"]) == (len(found), False)
    lines = lg.find_lines(
        BOARD, lg.Lexicon([*WORDS, *map("x{}".format, "abcdefghijklmnopqrstuvw")])
    )
    assert show(lines)._data["answer"]["missing"] == []


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: show(lg.Game.start(BOARD, WORDS, players=("a", "b"))), "several players"),
        (
            lambda: show(lg.Game.start(BOARD, WORDS, rules=lg.Rules(penalty=1))),
            "expects one player and none of these rules",
        ),
        (lambda: show(lg.find_paths(BOARD, WORDS, paths="none")), "search with paths='one'"),
        (lambda: show(lg.find_paths_many([BOARD], WORDS)[0]), "the FoundWords has no grid"),
        (lambda: cast(Any, show)(lg.trace(BOARD, "eat"), WORDS), "words are given for a Trace"),
        (lambda: cast(Any, show)(BOARD, WORDS, with_key="yes"), "with_key"),
        (lambda: cast(Any, show)(3), "grid"),
    ],
)
def test_errors(call: Any, message: str) -> None:
    with pytest.raises(lg.LexigridError, match=message):
        call()


def test_without_anywidget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "lexigrid.notebook.widgets")
    monkeypatch.setitem(sys.modules, "anywidget", None)
    with pytest.raises(lg.InputError, match=r"needs anywidget.*pip install 'lexigrid\[notebook\]'"):
        show(BOARD)
