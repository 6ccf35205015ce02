"""The terminal game, driven by tests: keys, clock, and what the screen shows."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from typing import Any

from textual import _wait
from textual.pilot import Pilot
from textual.widgets import Static

import lexigrid as lg
from lexigrid.boards.spec import BoardSetup
from lexigrid.game.rules import Rules
from lexigrid.play.history.database import History
from lexigrid.play.opponents import Opponent
from lexigrid.play.session import Session, new_match
from lexigrid.play.setup import MatchSetup
from lexigrid.play.tui.app import PlayApp
from lexigrid.play.tui.board import BoardView

LEXICON = lg.Lexicon.default()
# After every key, textual sleeps until the process idles: 20 ms or more, hundreds of times a test.
_wait.SLEEP_GRANULARITY = 1 / 200
_wait.SLEEP_IDLE = 1 / 4000

Script = Callable[[Pilot[None], PlayApp], Awaitable[None]]


class Clock:
    """A simulated clock."""

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
    following = options.pop("next_match", None)
    match = new_match(MatchSetup.of(board, setup, **options))
    return Session(match, history, clock=clock, next_match=following), clock


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
    """Wait until key messages are handled and the screens are laid out."""
    for _ in range(4):
        await pilot.pause()


async def press(pilot: Pilot[None], *keys: str) -> None:
    """Press keys one after another, each after the last one has taken effect."""
    for at, key in enumerate(keys, 1):
        await pilot.press(key)
        if len(key) > 1 or at == len(keys):
            await settle(pilot)


def marked(app: PlayApp) -> str:
    """Return the faces of the marked tiles, in the order of their numbers."""
    board = app.screen.query_one(BoardView)
    faces = board.layout_of_tiles.faces
    numbers = re.findall(r"[0-9]+", board.drawn)
    assert [str(number) for number in range(1, len(board.path) + 1)] == sorted(numbers, key=int)
    assert board.drawn.count("(") == board.drawn.count(")") == bool(board.path)
    assert board.drawn.count("[") == board.drawn.count("]") == max(0, len(board.path) - 1)
    return " ".join(faces[cell] for cell in board.path)


async def enter(pilot: Pilot[None], *words: str) -> None:
    await press(pilot, *(key for word in words for key in (*word, "enter")))
