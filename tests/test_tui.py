"""The terminal game, driven through Textual's pilot.

Only keys are pressed, on a screen of 80 columns and 24 lines, and the screen is read.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import DataTable, Input, Static

import lexigrid as lg
from lexigrid.boards import BoardSetup
from lexigrid.game import Rules
from lexigrid.play import MatchSetup, Opponent, Session, Stage, new_match, restore_match
from lexigrid.play.history import History
from lexigrid.play.tui.app import PlayApp
from lexigrid.play.tui.board import BoardView, draw_board
from lexigrid.play.tui.result import ResultScreen
from lexigrid.play.tui.turn import TurnScreen
from lexigrid.play.tui.waiting import PauseScreen, ReadyScreen

LEXICON = lg.Lexicon.default()
Script = Callable[[Pilot[None], PlayApp], Awaitable[None]]


class Clock:
    """A clock that is moved by hand."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


def begin(
    history: History | None = None, grid: lg.Grid | None = None, **options: Any
) -> tuple[Session, Clock]:
    clock = Clock()
    rules = options.pop("rules", Rules(seconds=60, hints=1))
    options = {"opponents": (Opponent(5),)} | options
    board = lg.roll("en-new-4x4", seed=7) if grid is None else grid
    lexicon = options.pop("lexicon", LEXICON)
    setup = BoardSetup.of(seed=7, lexicon=lexicon, rules=rules)
    return Session(
        new_match(MatchSetup(grid=board, board=setup, **options)), history, clock=clock
    ), clock


def drive(session: Session, script: Script, size: tuple[int, int] = (80, 24)) -> PlayApp:
    """Run the game and a script of keys."""
    app = PlayApp(session)

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await script(pilot, app)

    asyncio.run(run())
    return app


def shown(app: PlayApp, name: str) -> str:
    return str(app.screen.query_one(f"#{name}", Static).render())


def screen_text(app: PlayApp) -> list[str]:
    """Return the lines of the screen."""
    width, height = app.size
    lines = app.screen._compositor.render_strips()
    assert height == len(lines)
    return [strip.crop(0, width).text for strip in lines]


async def settle(pilot: Pilot[None]) -> None:
    """Wait until the messages of keys are handled and the screens are laid out."""
    for _ in range(4):
        await pilot.pause()


async def press(pilot: Pilot[None], *keys: str) -> None:
    """Press keys one after another, each when the last one has taken effect."""
    for at, key in enumerate(keys, 1):
        await pilot.press(key)
        if len(key) > 1 or at == len(keys):
            await settle(pilot)


async def enter(pilot: Pilot[None], *words: str) -> None:
    await press(pilot, *(key for word in words for key in (*word, "enter")))


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
            "- show: already found",
            "- zzz: not on the board",
            "+ show: 1 point",
        ] == lines
        assert "you: 1 point, 1 word" in shown(app, "players")
        clock.seconds += 30.5
        app.poll()
        await settle(pilot)
        assert "0:30 left" in shown(app, "head")
        others = len(session.match.found_by_now(0))
        assert others > 0
        assert f", {others} word" in shown(app, "players")
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
        board = app.screen.query_one(BoardView)
        assert "(N)[O][D]" in board.drawn
        await press(pilot, "x")
        assert "on the board: only 3 of 4 letters" == shown(app, "traced")
        assert "(N)[O][D]" in board.drawn
        await press(pilot, "backspace", "backspace")
        assert "(N)[O] D " in board.drawn
        await press(pilot, "escape")
        assert "(" not in board.drawn
        assert "" == app.screen.query_one(Input).value == shown(app, "traced")

    drive(session, script)


def test_a_tile_of_two_letters_is_marked_by_its_first() -> None:
    session, _ = begin(grid=lg.Grid.parse("Qu i/z a"))

    async def script(pilot: Pilot[None], app: PlayApp) -> None:
        await press(pilot, "enter", "q")
        board = app.screen.query_one(BoardView)
        assert "(Qu) i" in board.drawn.replace("I", "i")
        await press(pilot, "u", "i")
        assert "(Qu)[I ]" in board.drawn
        await enter(pilot, "z")
        assert "+ quiz: 1 point" in shown(app, "log")

    drive(session, script)


def test_hints_rotation_pause_and_end_by_keys() -> None:
    session, clock = begin()

    async def script(pilot: Pilot[None], app: PlayApp) -> None:
        await press(pilot, "enter", "f2")
        assert "? s····· (6 letters)" in shown(app, "log")
        assert "(S)" in app.screen.query_one(BoardView).drawn
        await press(pilot, "ctrl+n")
        assert "no hint is left, the rules allow 1" in shown(app, "log")
        assert "0 hints left" in shown(app, "head")
        await press(pilot, "f3")
        assert app.screen.query_one(BoardView).drawn.startswith("(S) I  N  V")
        await press(pilot, "f4")
        assert isinstance(app.screen, PauseScreen)
        clock.seconds += 50
        app.poll()
        await settle(pilot)
        assert not any("V" in line for line in screen_text(app))
        await press(pilot, "enter")
        assert isinstance(app.screen, TurnScreen)
        assert 0 == session.poll().now
        await press(pilot, "f8")
        assert isinstance(app.screen, ResultScreen)

    drive(session, script)


def test_rotation_can_be_forbidden() -> None:
    session, _ = begin(rules=Rules(turning=False))

    async def script(pilot: Pilot[None], app: PlayApp) -> None:
        await press(pilot, "enter", "f3")
        assert "do not allow" in shown(app, "log")

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
        assert draw_board(session.match.game.grid, first.path).plain == board.drawn
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


# --- screens ---------------------------------------------------------------------------------

BOARDS = [
    ("en-new-4x4", lg.roll("en-new-4x4", seed=1)),
    ("en-super-big-2012-6x6", lg.roll("en-super-big-2012-6x6", seed=7)),
    ("wide letters", lg.Grid.parse("日本/語. ".strip())),
    ("hex", lg.Grid.parse("abc/def/ghi", topology="hex")),
    ("large", lg.Grid.parse("abcdefghijklmnopqrst" * 14, size=(14, 20))),
]


@pytest.mark.parametrize("board", [grid for _, grid in BOARDS], ids=[name for name, _ in BOARDS])
def test_all_boards_fit_on_the_smallest_screen(board: lg.Grid) -> None:
    session, _ = begin(grid=board, lexicon=lg.Lexicon(["abc", "日本語", "def"]))

    async def script(pilot: Pilot[None], app: PlayApp) -> None:
        await press(pilot, "enter")
        text = "\n".join(screen_text(app))
        for cell in board:
            tile = board[cell]
            assert tile is not None
            assert tile.face in text or tile.face.upper() in text
        assert "type a word" in text
        assert "End" in text
        await press(pilot, "f8")
        assert "PLAYER" in "\n".join(screen_text(app))

    drive(session, script)


def test_unicode_words_are_typed_and_marked() -> None:
    lexicon = lg.Lexicon(["мир", "рим"])
    session, _ = begin(grid=lg.Grid.parse("ми/р."), lexicon=lexicon, opponents=())

    async def script(pilot: Pilot[None], app: PlayApp) -> None:
        await press(pilot, "enter", *"мир")
        assert "(М)[И]" in app.screen.query_one(BoardView).drawn
        await press(pilot, "enter")
        await settle(pilot)
        assert "+ мир: 1 point" in shown(app, "log")

    drive(session, script)


def test_the_path_is_marked_without_colour() -> None:
    """NO_COLOR is respected, and the brackets stay."""
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "import test_tui as t\n"
        "session, _ = t.begin()\n"
        "async def script(pilot, app):\n"
        "    await t.press(pilot, 'enter', *'nod')\n"
        "    print(app.no_color, any('(N)[O][D]' in line for line in t.screen_text(app)))\n"
        "t.drive(session, script)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(Path(__file__).parent)],
        capture_output=True,
        text=True,
        env={"NO_COLOR": "1", "PATH": "/usr/bin:/bin", "TERM": "xterm-256color"},
    )
    assert "True True\n" == done.stdout, done.stderr


def test_drawing_a_board() -> None:
    grid = lg.Grid.parse("Qu a/. t")
    assert " Qu  A  \n\n     T  " == draw_board(grid).plain
    assert "(Qu)[A ]\n\n     T  " == draw_board(grid, [lg.Cell(0, 0), lg.Cell(0, 1)]).plain
    # A hole in a path, which no search returns, is not marked.
    assert draw_board(grid).plain == draw_board(grid, [lg.Cell(1, 0)]).plain


def test_importing_the_game_does_not_import_textual() -> None:
    code = "import lexigrid.play.tui, sys; print('textual' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "False\n" == done.stdout
