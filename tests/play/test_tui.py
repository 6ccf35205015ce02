"""The terminal game, driven through Textual's pilot.

The tests press keys on a screen of 80 columns and 24 lines, and read the screen.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import DataTable, Input

import lexigrid as lg
from lexigrid.game.rules import Rules
from lexigrid.play.history.database import History
from lexigrid.play.log import Stage
from lexigrid.play.session import Session, new_match, restore_match
from lexigrid.play.setup import next_setup
from lexigrid.play.tui.app import PlayApp
from lexigrid.play.tui.board import BoardView
from lexigrid.play.tui.result import ResultScreen
from lexigrid.play.tui.turn import TurnScreen
from lexigrid.play.tui.waiting import PauseScreen, ReadyScreen
from screens import (
    LEXICON,
    begin,
    drive,
    enter,
    marked,
    press,
    screen_text,
    settle,
    shown,
)

# --- a game ---------------------------------------------------------------------------------------


def test_a_game_from_ready_to_the_result() -> None:
    session, clock = begin()

    async def script(pilot: Pilot[None], app: PlayApp) -> None:
        assert isinstance(app.screen, ReadyScreen)
        assert "against Emil (5)" in shown(app, "lines")
        assert "duplicate words cancel" in shown(app, "lines")
        await press(pilot, "enter")
        assert isinstance(app.screen, TurnScreen)
        assert "1:00 left" in shown(app, "head")
        await enter(pilot, "show", "zzz", "show", "no")
        lines = shown(app, "log").splitlines()
        assert [
            "- no: too short (2 letters)",
            "= show: already found",
            "- zzz: not on the board",
            "+ show: 1 point",
        ] == lines
        assert "you            1  1" in shown(app, "players")
        clock.seconds += 30.5
        app.poll()
        await settle(pilot)
        assert "0:30 left" in shown(app, "head")
        others = len(session.match.found_by_now(0))
        assert others > 0
        assert f"  {others}" in shown(app, "players").splitlines()[2]
        clock.seconds += 20
        app.poll()
        await settle(pilot)
        assert "! 0:10 left !" in shown(app, "head")
        clock.seconds += 20
        app.poll()
        await settle(pilot)
        assert isinstance(app.screen, ResultScreen)
        assert "* you" in shown(app, "standings")
        assert "board: 140 words, 190 points" in shown(app, "standings")
        await pilot.press("q")

    app = drive(session, script)
    assert Stage.OVER is session.match.stage
    assert not app.is_interrupted


def test_the_path_is_marked_while_a_word_is_typed() -> None:
    session, _ = begin()

    async def script(pilot: Pilot[None], app: PlayApp) -> None:
        await press(pilot, "enter", *"nod")
        assert "on the board: 3 letters" == shown(app, "traced")
        assert "N O D" == marked(app)
        await press(pilot, "x")
        assert "on the board: only 3 of 4 letters" == shown(app, "traced")
        assert "N O D" == marked(app)
        await press(pilot, "backspace", "backspace")
        assert "N O" == marked(app)
        await press(pilot, "escape")
        assert "" == marked(app)
        assert "" == app.screen.query_one(Input).value == shown(app, "traced")

    drive(session, script)


def test_a_tile_of_two_letters_is_marked_by_its_first() -> None:
    session, _ = begin(grid=lg.Grid.parse("Qu i/z a"))

    async def script(pilot: Pilot[None], app: PlayApp) -> None:
        await press(pilot, "enter", "q")
        assert "Qu" == marked(app)
        await press(pilot, "u", "i")
        assert "Qu I" == marked(app)
        await enter(pilot, "z")
        assert "+ quiz: 1 point" in shown(app, "log")

    drive(session, script)


def test_hints_rotation_pause_and_end_by_keys() -> None:
    session, clock = begin()

    async def script(pilot: Pilot[None], app: PlayApp) -> None:
        await press(pilot, "enter", "f2")
        assert "? s····· (6 letters)" in shown(app, "log")
        assert "S" == marked(app)
        await press(pilot, "ctrl+n")
        assert "no hints are left; the rules allow 1" in shown(app, "log")
        assert "0 hints left" in shown(app, "head")
        await press(pilot, "f3")
        top = app.screen.query_one(BoardView).drawn.splitlines()[1]
        assert ["(", "S", ")", "I", "N", "V"] == top.split()
        await press(pilot, "f4")
        assert isinstance(app.screen, PauseScreen)
        clock.seconds += 50
        app.poll()
        await settle(pilot)
        assert not any("V" in line for line in screen_text(app))
        await press(pilot, "enter")
        assert isinstance(app.screen, TurnScreen)
        assert 0 == session.poll().now
        await press(pilot, "f4", "f4")  # the key that stops the clock also starts it
        assert isinstance(app.screen, TurnScreen)
        await press(pilot, "f8")
        assert isinstance(app.screen, ResultScreen)

    drive(session, script)


def test_rotation_can_be_forbidden() -> None:
    session, _ = begin(rules=Rules(turning=False))

    async def script(pilot: Pilot[None], app: PlayApp) -> None:
        await press(pilot, "enter", "f3")
        assert "" == shown(app, "log")
        assert "Rotate" not in screen_text(app)[-1]

    drive(session, script)


def test_the_footer_offers_what_the_rules_allow() -> None:
    for hints in (0, 1):
        session, _ = begin(rules=Rules(hints=hints))

        async def script(pilot: Pilot[None], app: PlayApp, hints: int = hints) -> None:
            await press(pilot, "enter", "f2")
            assert bool(hints) == ("Hint" in screen_text(app)[-1])
            assert bool(hints) == ("?" in shown(app, "log"))

        drive(session, script)


# --- mouse ----------------------------------------------------------------------------------------


async def point(pilot: Pilot[None], app: PlayApp, faces: str, *, drag: bool) -> None:
    """Trace tiles with the mouse, by dragging or by clicking them one by one."""
    board = app.screen.query_one(BoardView)
    cells = {face: cell for cell, face in board.layout_of_tiles.faces.items()}
    places = [board.layout_of_tiles.region(cells[face]) for face in faces]
    offsets = [(each.x + each.width // 2, each.y + each.height // 2) for each in places]
    for at, offset in enumerate(offsets):
        if at == 0 or not drag:
            await pilot.mouse_down(board, offset=offset)
        else:
            await pilot.hover(board, offset=offset)
        if at == len(offsets) - 1 or not drag:
            await pilot.mouse_up(board, offset=offset)
        await settle(pilot)


@pytest.mark.parametrize("size", [(40, 12), (120, 40)])
def test_words_are_traced_with_the_mouse(size: tuple[int, int]) -> None:
    session, _ = begin()

    async def script(pilot: Pilot[None], app: PlayApp) -> None:
        await press(pilot, "enter")
        await point(pilot, app, "SAHN", drag=True)
        assert "- SAHN: not a word" in shown(app, "log")
        await point(pilot, app, "WFDV", drag=False)  # V does not touch D: a new path
        assert "V" == marked(app) == app.screen.query_one(Input).value
        await press(pilot, "escape")
        await point(pilot, app, "HAS", drag=False)
        assert "H A S" == marked(app)
        assert "HAS" == app.screen.query_one(Input).value
        await point(pilot, app, "S", drag=False)
        assert "+ has: 1 point" in shown(app, "log")
        assert "" == app.screen.query_one(Input).value
        await point(pilot, app, "HASH", drag=True)  # dragged back over A, so that H is left
        await press(pilot, *"nod")
        assert "on the board: 3 letters" == shown(app, "traced")

    drive(session, script, size)


def test_the_mouse_traces_tiles_that_spell_several_letters() -> None:
    session, _ = begin(grid=lg.Grid.parse("Qu ?/z [ai]"), lexicon=lg.Lexicon(["quartz", "quaiz"]))

    async def script(pilot: Pilot[None], app: PlayApp) -> None:
        await press(pilot, "enter")
        board = app.screen.query_one(BoardView)
        path = (lg.Cell(0, 0), lg.Cell(1, 1), lg.Cell(0, 1), lg.Cell(1, 0))
        board.post_message(BoardView.Traced(path, is_done=True))
        await settle(pilot)
        assert "+ quaiz: 2 points" == shown(app, "log")

    drive(session, script)


def test_people_play_one_after_another() -> None:
    session, clock = begin(people=("ann", "ben"), opponents=())

    async def script(pilot: Pilot[None], app: PlayApp) -> None:
        assert "next player: ann" in shown(app, "lines")
        await press(pilot, "enter")
        await enter(pilot, "show", "nod")
        clock.seconds += 61
        app.poll()
        await settle(pilot)
        assert isinstance(app.screen, ReadyScreen)
        assert "next player: ben" in shown(app, "lines")
        assert not any("show" in line for line in screen_text(app))
        await press(pilot, "enter")
        assert "" == shown(app, "log")
        await enter(pilot, "show")
        await press(pilot, "ctrl+d")
        assert isinstance(app.screen, ResultScreen)

    drive(session, script)
    assert [1, 0] == [scores.points for scores in session.match.game.scores()]


def test_the_result_shows_every_word_and_its_path() -> None:
    session, _ = begin()

    async def script(pilot: Pilot[None], app: PlayApp) -> None:
        await press(pilot, "enter")
        await enter(pilot, "show")
        await press(pilot, "f8")
        table = app.screen.query_one(DataTable)
        assert 140 == table.row_count
        words = [str(table.get_row_at(row)[0]) for row in range(140)]
        assert {word.word for word in session.match.game.solution.words} == set(words)
        await press(pilot, "down", "down")
        first = session.match.game.review()[2]
        board = app.screen.query_one(BoardView)
        assert first.path == board.path
        row = words.index("show")
        assert ["show", "1", "*"] == [str(cell) for cell in table.get_row_at(row)[:3]]
        await press(pilot, "tab")
        assert shown(app, "view").startswith("common words that nobody found: 7")
        assert "show" not in [table.get_row_at(row)[0] for row in range(table.row_count)]
        await press(pilot, "tab")
        assert shown(app, "view").startswith("words found: 1 ")
        await press(pilot, "tab")
        assert 140 == table.row_count

    drive(session, script)


def test_a_board_without_words_has_a_result_too() -> None:
    session, _ = begin(grid=lg.Grid.parse("qx/xq"))

    async def script(pilot: Pilot[None], app: PlayApp) -> None:
        await press(pilot, "enter", "f8", "tab", "tab")
        assert isinstance(app.screen, ResultScreen)
        assert "board: 0 words, 0 points" in shown(app, "standings")

    drive(session, script)


def test_n_begins_another_game() -> None:
    session, _ = begin(rules=Rules(target=3), next_match=lambda match: new_match(next_setup(match)))

    async def script(pilot: Pilot[None], app: PlayApp) -> None:
        await press(pilot, "enter")
        await enter(pilot, "show")
        await press(pilot, "f8")
        assert "you lead by 1 point, ahead of Emil (5)" in screen_text(app)[0]
        assert "series to 3 points: you 1, Emil (5) 0" in screen_text(app)[1]
        assert "Another game" in screen_text(app)[-1]
        await press(pilot, "n")
        assert isinstance(app.screen, ReadyScreen)
        assert "so far you 1, Emil (5) 0" in shown(app, "lines")
        assert "8" == session.match.setup.seed
        await press(pilot, "enter")
        longest = max(session.match.game.solution.words, key=lambda found: found.score)
        await enter(pilot, longest.word)
        await press(pilot, "f8")
        assert "you win by" in screen_text(app)[0]
        assert "is over" in screen_text(app)[1]
        await press(pilot, "n")
        assert () == session.match.setup.carried

    drive(session, script)


# --- leaving and resuming -------------------------------------------------------------------------


def test_an_unfinished_game_is_resumed(tmp_path: Path) -> None:
    with History(tmp_path / "h.sqlite3") as history:
        session, clock = begin(history)

        async def leave(pilot: Pilot[None], app: PlayApp) -> None:
            await press(pilot, "enter")
            await enter(pilot, "show")
            clock.seconds += 7
            app.poll()
            await pilot.press("ctrl+q")

        drive(session, leave)
        (unfinished,) = history.unfinished()
        again = Session(restore_match(unfinished, LEXICON), history, clock=clock)

        async def resume(pilot: Pilot[None], app: PlayApp) -> None:
            assert "resumed game: 0:53 left" in shown(app, "lines")
            await press(pilot, "enter")
            assert "+ show: 1 point" == shown(app, "log")
            await press(pilot, "f8")

        drive(again, resume)
        assert (1, []) == (history.count(), history.unfinished())


def test_ctrl_c_leaves_as_an_interruption() -> None:
    session, _ = begin()

    async def script(pilot: Pilot[None], app: PlayApp) -> None:
        await press(pilot, "enter")
        await pilot.press("ctrl+c")

    assert drive(session, script).is_interrupted


def test_importing_the_game_does_not_import_textual() -> None:
    code = "import lexigrid.play.tui, sys; print('textual' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "False\n" == done.stdout
