"""The terminal game, driven through Textual's pilot.

Knows the package and Textual.
Rule: keys alone are pressed, on a screen of 80 columns and 24 lines, and what is shown is read.
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
from lexigrid.game import Rules
from lexigrid.play.history import History
from lexigrid.play.match import Session, Setup, Stage, left_match, new_match
from lexigrid.play.opponents import Opponent
from lexigrid.play.tui.app import PlayApp
from lexigrid.play.tui.board import BoardView, draw_board
from lexigrid.play.tui.pauses import PauseScreen, ReadyScreen
from lexigrid.play.tui.play import PlayScreen
from lexigrid.play.tui.result import ResultScreen

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
    setup = Setup(grid=board, lexicon=lexicon, rules=rules, seed=7, **options)
    return Session(new_match(setup), history, clock=clock), clock


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
    """Read the screen as a person does: lines of characters."""
    width, height = app.size
    lines = app.screen._compositor.render_strips()
    assert height == len(lines)
    return [strip.crop(0, width).text for strip in lines]


async def settle(pilot: Pilot[None]) -> None:
    """Wait until keys have become messages, messages screens, and those are laid out."""
    for _ in range(4):
        await pilot.pause()


async def press(pilot: Pilot[None], *keys: str) -> None:
    """Press keys one after another, as a person does who looks at what the last one did."""
    for at, key in enumerate(keys, 1):
        await pilot.press(key)
        if len(key) > 1 or at == len(keys):
            await settle(pilot)


async def say(pilot: Pilot[None], *words: str) -> None:
    await press(pilot, *(key for word in words for key in (*word, "enter")))


# --- a game ---------------------------------------------------------------------------------------


def test_a_game_from_ready_to_the_result() -> None:
    session, clock = begin()

    async def script(pilot: Pilot[None], app: PlayApp) -> None:
        assert isinstance(app.screen, ReadyScreen)
        assert "against Emil (5)" in shown(app, "lines")
        assert "words of several players cancel" in shown(app, "lines")
        await press(pilot, "enter")
        assert isinstance(app.screen, PlayScreen)
        assert "1:00 left" in shown(app, "head")
        await say(pilot, "show", "zzz", "show", "no")
        said = shown(app, "said").splitlines()
        assert [
            "- no: too short (2 letters)",
            "- show: already found",
            "- zzz: not on the board",
            "+ show: 1 point",
        ] == said
        assert "you: 1 point, 1 word" in shown(app, "players")
        clock.seconds += 30.5
        app.look()
        await settle(pilot)
        assert "0:30 left" in shown(app, "head")
        others = len(session.match.found_by_now(0))
        assert others > 0
        assert f", {others} word" in shown(app, "players")
        clock.seconds += 20
        app.look()
        await settle(pilot)
        assert "! 0:10 left !" in shown(app, "head")
        clock.seconds += 20
        app.look()
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
        assert "not on the board beyond 3 of 4 letters" == shown(app, "traced")
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
        await say(pilot, "z")
        assert "+ quiz: 1 point" in shown(app, "said")

    drive(session, script)


def test_hints_turns_pauses_and_the_end_by_keys() -> None:
    session, clock = begin()

    async def script(pilot: Pilot[None], app: PlayApp) -> None:
        await press(pilot, "enter", "f2")
        assert "? s····· (6 letters)" in shown(app, "said")
        assert "(S)" in app.screen.query_one(BoardView).drawn
        await press(pilot, "ctrl+n")
        assert "no hint is left, the rules allow 1" in shown(app, "said")
        assert "0 hints left" in shown(app, "head")
        await press(pilot, "f3")
        assert app.screen.query_one(BoardView).drawn.startswith("(S) I  N  V")
        await press(pilot, "f4")
        assert isinstance(app.screen, PauseScreen)
        clock.seconds += 50
        app.look()
        await settle(pilot)
        assert not any("V" in line for line in screen_text(app))
        await press(pilot, "enter")
        assert isinstance(app.screen, PlayScreen)
        assert 0 == session.poll().now
        await press(pilot, "f8")
        assert isinstance(app.screen, ResultScreen)

    drive(session, script)


def test_turning_can_be_forbidden() -> None:
    session, _ = begin(rules=Rules(turning=False))

    async def script(pilot: Pilot[None], app: PlayApp) -> None:
        await press(pilot, "enter", "f3")
        assert "do not allow" in shown(app, "said")

    drive(session, script)


def test_people_play_one_after_another() -> None:
    session, clock = begin(people=("ann", "ben"), opponents=())

    async def script(pilot: Pilot[None], app: PlayApp) -> None:
        assert "the next is ann" in shown(app, "lines")
        await press(pilot, "enter")
        await say(pilot, "show", "nod")
        clock.seconds += 61
        app.look()
        await settle(pilot)
        assert isinstance(app.screen, ReadyScreen)
        assert "the next is ben" in shown(app, "lines")
        assert not any("show" in line for line in screen_text(app))
        await press(pilot, "enter")
        assert "" == shown(app, "said")
        await say(pilot, "show")
        await press(pilot, "ctrl+d")
        assert isinstance(app.screen, ResultScreen)

    drive(session, script)
    assert [1, 0] == [tally.points for tally in session.match.game.tallies()]


def test_the_result_shows_every_word_and_its_path() -> None:
    session, _ = begin()

    async def script(pilot: Pilot[None], app: PlayApp) -> None:
        await press(pilot, "enter")
        await say(pilot, "show")
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
        assert shown(app, "view").startswith("common words that all missed: 7")
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


# --- leaving and going on -------------------------------------------------------------------------


def test_a_game_that_is_left_goes_on(tmp_path: Path) -> None:
    with History(tmp_path / "h.sqlite3") as history:
        session, clock = begin(history)

        async def leave(pilot: Pilot[None], app: PlayApp) -> None:
            await press(pilot, "enter")
            await say(pilot, "show")
            clock.seconds += 7
            app.look()
            await pilot.press("ctrl+q")

        drive(session, leave)
        (unfinished,) = history.unfinished()
        again = Session(left_match(unfinished, LEXICON), history, clock=clock)

        async def go_on(pilot: Pilot[None], app: PlayApp) -> None:
            assert "to go on: 0:53 left" in shown(app, "lines")
            await press(pilot, "enter")
            assert "+ show: 1 point" == shown(app, "said")
            await press(pilot, "f8")

        drive(again, go_on)
        assert (1, []) == (history.count(), history.unfinished())


def test_ctrl_c_leaves_as_an_interruption() -> None:
    session, _ = begin()

    async def script(pilot: Pilot[None], app: PlayApp) -> None:
        await press(pilot, "enter")
        await pilot.press("ctrl+c")

    assert drive(session, script).is_interrupted


# --- what is seen ---------------------------------------------------------------------------------

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
        assert "+ мир: 1 point" in shown(app, "said")

    drive(session, script)


def test_without_colour_the_path_is_marked_all_the_same() -> None:
    """NO_COLOR is heard, and the brackets stay."""
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


def test_the_drawing_of_a_board() -> None:
    grid = lg.Grid.parse("Qu a/. t")
    assert " Qu  A  \n\n     T  " == draw_board(grid).plain
    assert "(Qu)[A ]\n\n     T  " == draw_board(grid, [lg.Cell(0, 0), lg.Cell(0, 1)]).plain
    # A path over a hole, which no search gives, marks nothing there.
    assert draw_board(grid).plain == draw_board(grid, [lg.Cell(1, 0)]).plain


def test_importing_the_game_brings_no_screen() -> None:
    code = "import lexigrid.play.tui, sys; print('textual' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "False\n" == done.stdout
