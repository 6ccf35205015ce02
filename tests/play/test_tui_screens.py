"""The screens of the terminal game at every size, and the drawing of boards."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import Any

import pytest
from rich.style import Style
from textual.geometry import Size
from textual.pilot import Pilot
from textual.widgets import Static

import lexigrid as lg
from checkout import TESTS
from lexigrid.game.rules import Rules
from lexigrid.play.opponents import Opponent
from lexigrid.play.tui.app import PlayApp
from lexigrid.play.tui.board import FIRST, PLAIN, SIZES, BoardBox, BoardLayout, BoardView
from lexigrid.play.tui.result import ResultScreen
from lexigrid.play.tui.turn import TurnScreen
from lexigrid.play.tui.waiting import PauseScreen, SmallScreen
from lexigrid.strings import GAME, Strings
from screens import (
    begin,
    drive,
    enter,
    marked,
    press,
    screen_text,
    settle,
    shown,
)

# --- languages ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        (
            "de",
            ["noch 1:00", "nicht auf dem Brett, kostet 2 Punkte", "Tipp", "du verlierst", "WEG"],
        ),
        (
            "fr",
            [
                "contre Emil (5)",
                "pas sur la grille, coûte 2 points",
                "Indice",
                "vous perdez",
                "CHEMIN",
            ],
        ),
        (
            "es",
            ["aún 1:00", "no está en el tablero, cuesta 2 puntos", "Pista", "pierdes", "CAMINO"],
        ),
    ],
)
def test_the_game_speaks_the_language_of_its_words(language: str, expected: list[str]) -> None:
    words = lg.Lexicon(["rose", "tor", "rosa", "tore"], alphabet=language)
    rules = Rules(seconds=60, hints=1, penalty=2)
    session, _ = begin(grid=lg.Grid.parse("tor/esa/nil"), lexicon=words, rules=rules)
    seen: list[str] = []

    async def script(pilot: Pilot[None], app: PlayApp) -> None:
        seen.extend(screen_text(app))
        await press(pilot, "enter", *"zzz", "enter", "f2", "f2")
        seen.extend(screen_text(app))
        await press(pilot, "f4")
        seen.extend(screen_text(app))
        await press(pilot, "enter", "f8")
        seen.extend(screen_text(app))

    drive(session, script, (120, 40))
    text = " ".join("\n".join(seen).split())
    assert [] == [each for each in expected if each not in text]
    english = {form for form in words_in("en") if form not in words_in(language)}
    assert set() == {*re.findall(r"[^\W\d_]{4,}", text)} & english - {"Emil", "everyday"}


def words_in(language: str) -> set[str]:
    texts = Strings.of(language).texts.items()
    forms = [str(text) for name, text in texts if name.startswith((GAME, "letters"))]
    return {*re.findall(r"[^\W\d_]{4,}", re.sub(r"\{\w+\}", "", " ".join(forms)))}


# --- sizes, outcomes, another game ----------------------------------------------------------------


def test_a_narrow_head_has_only_whole_parts() -> None:
    rules = Rules(hints=2, seconds=60)
    session, _ = begin(rules=rules, people=("a person with a long name", "ben"))

    async def script(pilot: Pilot[None], app: PlayApp) -> None:
        await press(pilot, "enter")
        assert "1:00 left  0 points  2 hints left" == screen_text(app)[0].strip()

    drive(session, script, (40, 12))


@pytest.mark.parametrize("size", [(40, 12), (60, 20), (200, 60)])
def test_nothing_is_lost_at_any_size(size: tuple[int, int]) -> None:
    people = tuple(f"person {number}" for number in range(4))
    rules = Rules(hints=2, penalty=3, seconds=None, tries=9)
    session, _ = begin(rules=rules, people=people, opponents=(Opponent(5),) * 4)

    async def script(pilot: Pilot[None], app: PlayApp) -> None:
        await press(pilot, "enter")
        await enter(pilot, "show", "zzzzzzzzzzzzzzz")
        lines = screen_text(app)
        text = "\n".join(lines)
        board = app.screen.query_one(BoardView)
        assert board.size == board.layout_of_tiles.size
        assert app.screen.query_one(BoardBox).max_scroll_y == 0
        assert "-2 points" in lines[0]
        assert "7 tries left" in lines[0]
        status = next(line for line in lines if "zzzzzzzzzzzzzzz: not" in line)
        assert "- zzzzzzzzzzzzzzz: not on the board" in status
        assert "costs 3 points" in text
        for _ in people:
            await press(pilot, "f8", "enter")
        assert isinstance(app.screen, ResultScreen)
        assert "a draw: person 1, person 2" in screen_text(app)[0]
        rows = shown(app, "standings")
        assert all(name in rows for name in session.match.game.players)
        seen = [*screen_text(app)]
        for _ in range(len(rows.splitlines())):
            await press(pilot, "down")
            seen += screen_text(app)
        assert set() == {*rows.split()} - {*"\n".join(seen).split()}

    drive(session, script, size)


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_no_key_is_cut_off(language: str) -> None:
    """On 40 columns, the least important keys are left out."""
    lexicon = lg.Lexicon(["tor", "rose"], alphabet=language)
    session, _ = begin(grid=lg.Grid.parse("tor/esa/nil"), lexicon=lexicon, rules=Rules(hints=1))

    async def script(pilot: Pilot[None], app: PlayApp) -> None:
        await press(pilot, "enter")
        leave = Strings.of(language).format("game.key_leave")
        assert screen_text(app)[-1].rstrip().endswith(f"^q {leave}")
        await pilot.resize_terminal(80, 24)
        await settle(pilot)
        assert "f3" in screen_text(app)[-1]

    drive(session, script, (40, 12))


def test_a_small_terminal_stops_the_clock() -> None:
    session, clock = begin()

    async def script(pilot: Pilot[None], app: PlayApp) -> None:
        await press(pilot, "enter")
        await pilot.resize_terminal(39, 12)
        await settle(pilot)
        assert isinstance(app.screen, SmallScreen)
        assert "40 columns and 12 rows" in " ".join("".join(screen_text(app)).split())
        clock.seconds += 50
        await pilot.resize_terminal(80, 24)
        await settle(pilot)
        assert isinstance(app.screen, PauseScreen)
        await press(pilot, "enter")
        assert isinstance(app.screen, TurnScreen)
        assert 0 == session.poll().now

    drive(session, script)


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
        assert "М И Р" == marked(app)
        await press(pilot, "enter")
        await settle(pilot)
        assert "+ мир: 1 point" in shown(app, "log")

    drive(session, script)


def test_the_path_is_marked_without_colour() -> None:
    """NO_COLOR is respected; the brackets stay."""
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "import screens as t\n"
        "session, _ = t.begin()\n"
        "async def script(pilot, app):\n"
        "    await t.press(pilot, 'enter', *'nod')\n"
        "    print(app.no_color, t.marked(app))\n"
        "t.drive(session, script)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(TESTS / "support")],
        capture_output=True,
        text=True,
        env={"NO_COLOR": "1", "PATH": "/usr/bin:/bin", "TERM": "xterm-256color"},
    )
    assert "True N O D\n" == done.stdout, done.stderr


@pytest.mark.parametrize(("colours", "is_bold"), [("standard", False), ("256", True)])
def test_letters_are_black_with_sixteen_colours(
    colours: str, is_bold: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Many terminals with sixteen colours show bold black as grey."""
    monkeypatch.setattr("textual.constants.COLOR_SYSTEM", colours)
    session, _ = begin()

    async def script(pilot: Pilot[None], app: PlayApp) -> None:
        await press(pilot, "enter", "n")
        inks = {Style.parse(ink).bgcolor for ink in (*PLAIN, *FIRST)}
        tiles = [
            each.style.bold
            for strip in app.screen._compositor.render_strips()
            for each in strip
            if each.style and each.style.bgcolor in inks
        ]
        assert {is_bold} == {*map(bool, tiles)}

    drive(session, script)


def test_an_unchanged_clock_is_not_drawn_again() -> None:
    session, clock = begin()

    async def script(pilot: Pilot[None], app: PlayApp) -> None:
        await press(pilot, "enter")
        drawn: list[Any] = []
        head = app.screen.query_one("#head", Static)
        head.update = drawn.append  # type: ignore[method-assign, assignment]
        app.poll()
        assert not drawn
        clock.seconds += 5
        app.poll()
        assert ["0:55 left  0 points  1 hint left"] == [text.plain for text in drawn]

    drive(session, script)


@pytest.mark.parametrize("faces", ["שלוםכלבת", "कमलनरपतस", "日本語学校中国人", "abcdefgh"])
def test_all_rows_of_a_tile_are_equally_wide(faces: str) -> None:
    """Isolates around letters once cost the rightmost tiles their last columns."""
    grid = lg.Grid.parse(faces, size=(2, 4))
    session, _ = begin(grid=grid, lexicon=lg.Lexicon(["abc"]), opponents=())

    async def script(pilot: Pilot[None], app: PlayApp) -> None:
        await press(pilot, "enter")
        tiles = app.screen.query_one(BoardView).layout_of_tiles
        inks = {Style.parse(ink).bgcolor for ink in PLAIN}
        wide = [
            sum(each.cell_length for each in strip if each.style and each.style.bgcolor in inks)
            for strip in app.screen._compositor.render_strips()
        ]
        rows = grid.rows * tiles.tile.rows
        assert [grid.columns * tiles.width] * rows == [each for each in wide if each]

    drive(session, script)


def test_drawing_a_board() -> None:
    grid = lg.Grid.parse("Qu a/. t")
    path = [lg.Cell(0, 0), lg.Cell(0, 1)]
    drawn = [BoardLayout(grid, tile).draw(path).plain for tile in SIZES]
    assert "Qu1 A2  \n     T    " == drawn[-1].replace("    T   ", "     T    ")
    assert "(Qu1 )[A2  ]\n       T    " == drawn[-2]
    assert ["(Qu1 ) [A2  ]", "", "        T    "] == drawn[-3].splitlines()
    assert [" 1       2      ", "(  Qu  )[  A   ]", " " * 16] == drawn[-4].splitlines()[:3]
    # The largest tiles have drawn faces, with the other letters of a tile after the first.
    assert drawn[0].count("█") > drawn[1].count("█") > drawn[2].count("█") == 0
    assert [3, 3, 3, 3, 3, 3, 3] == [text.count("u") + 2 for text in drawn]
    # Letters that cannot be drawn large are not put far apart.
    room = Size(300, 100)
    fitting = [BoardLayout.fitting(lg.Grid.parse(rows), room).tile for rows in ("te/an", "של/ום")]
    assert [SIZES[0], SIZES[1]] == fitting
    # A hole in a path, which no search returns, is not marked.
    assert drawn[-1] != BoardLayout(grid, SIZES[-1]).draw([lg.Cell(1, 0)]).plain.replace("1", "")


def test_numbers_of_words_left_fade_on_the_board() -> None:
    words = lg.Lexicon(["tea", "oat", "ant"])
    rules = Rules(find_all=True, seconds=None)
    session, _ = begin(grid=lg.Grid.parse("tea/ant/oat"), lexicon=words, rules=rules, opponents=())

    async def script(pilot: Pilot[None], app: PlayApp) -> None:
        await press(pilot, "enter")
        board = app.screen.query_one(BoardView)
        before = board.drawn
        assert board.counts == session.match.game.tiles_left()
        assert re.search(r" 2 +\d ", before)
        await enter(pilot, "oat")
        left = session.match.game.tiles_left()
        assert left is not None
        assert board.counts == left
        assert board.drawn != before
        lines = board.drawn.splitlines()
        numbers = [re.findall(r"\d+", line) for line in lines if re.search(r"\d", line)]
        shown = [str(n) for r in range(3) for c in range(3) for k in left if (n := k[r][c])]
        assert [number for line in numbers for number in line] == shown

    drive(session, script)
