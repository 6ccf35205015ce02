"""Draw the pictures for the README and the docs with lexigrid itself.

`python docs/draw_pictures.py` writes docs/pictures/*.svg; every run gives the same files.
"""

from __future__ import annotations

import asyncio
import io
import re
from pathlib import Path

from rich.console import Console
from rich.text import Text

import lexigrid as lg
from lexigrid.boards.spec import BoardSetup
from lexigrid.cli import main as lexigrid
from lexigrid.game.rules import Rules
from lexigrid.play.session import Session, new_match
from lexigrid.play.setup import MatchSetup
from lexigrid.play.tui.app import PlayApp
from lexigrid.render.terminal.page import Page
from lexigrid.render.terminal.text import render_lines

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "docs" / "pictures"
COLUMNS, LINES = 76, 22


def main() -> None:
    save("solved", draw_solved_grid())
    save("game", asyncio.run(draw_game()))
    make("heart", "--theme birds --pool 15 --mask heart --seed 1 --key")  # and heart-key.svg
    make("paths", "--theme space --kind cover --seed 1 --key-only")
    for style in ("classic", "bold", "minimal", "kids"):
        make(style, f"--theme music --pool 12 --seed 4 --style {style} --paper 6x9")


def make(name: str, arguments: str) -> None:
    """Save a sheet of `lexigrid make`."""
    output = str(FOLDER / f"{name}.svg")
    command = ["make", *arguments.split(), "--quiet", "--force", "--output", output]
    lexigrid(command, standalone_mode=False)


def save(name: str, svg: str) -> None:
    """Save a picture of a terminal that uses the reader's fonts and loads nothing from the network.

    Letters are a little larger than rich draws them, so that the lines of frames join.
    """
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
    svg = svg.replace("font-size: 20px", "font-size: 21px")
    (FOLDER / f"{name}.svg").write_text(svg.replace("Fira Code, monospace", "monospace"), "utf-8")


def draw_solved_grid() -> str:
    """Draw the output of `lexigrid lines` in a terminal."""
    grid = lg.Grid.read(ROOT / "examples" / "keywords.txt")
    words = lg.Lexicon.read(ROOT / "examples" / "keywords-words.txt")
    found = lg.find_lines(grid, words, first=True)
    page = Page(width=COLUMNS, colour=True, terminal=True)
    console = Console(record=True, width=38, file=io.StringIO())
    console.print(Text.from_ansi("\n".join(render_lines(grid, found, page))))
    return console.export_svg(title="lexigrid lines", unique_id="solved")


async def draw_game() -> str:
    """Draw the full-screen game after three words, while a fourth is typed."""
    setup = BoardSetup.of(seed=24143, lexicon=lg.Lexicon.default(), rules=Rules(hints=2))
    board = lg.roll("en-new-4x4", seed=24143)
    match = new_match(MatchSetup.of(board, setup, opponents=(lg.games.Opponent(5),)))
    app = PlayApp(Session(match, None, clock=lambda: 0.0))
    async with app.run_test(size=(COLUMNS, LINES)) as pilot:
        for key in ("enter", *"flight", "enter", *"ghost", "enter", *"show", "enter", *"fonts"):
            await pilot.press(key)
        await pilot.pause()
        return app.export_screenshot(title="lexigrid play")


if __name__ == "__main__":
    main()
