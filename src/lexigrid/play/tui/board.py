"""The drawing of the board.

The first tile of a path is in parentheses, the others in brackets, so colour is never needed.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual.widgets import Static

from ...geometry import Cell
from ...grid import Grid
from ...render.terminal.width import display_width, pad, printable

#: Boards of this many rows and more have no blank lines between rows.
_TALL = 8
#: Black on sky blue can be distinguished with any colour vision (after Okabe and Ito).
ON_PATH = "bold black on #56b4e9"
PLAIN = "bold"


def draw_board(grid: Grid, path: Sequence[Cell] = ()) -> Text:
    """Draw a board, with the tiles of a path in brackets.

    >>> draw_board(Grid.parse("te/a."), [Cell(0, 0), Cell(1, 0)]).plain.split("\\n")
    ['(T) E ', '', '[A]   ']
    """
    faces = {cell: _face(tile.face) for cell in grid if (tile := grid[cell]) is not None}
    width = max(map(display_width, faces.values()), default=1)
    shift = " " * ((width + 2) // 2)
    drawn = Text()
    for row in range(grid.rows):
        if row:
            drawn.append("\n\n" if grid.rows < _TALL else "\n")
        line = Text(shift if grid.topology.name == "hex" and row % 2 else "")
        for column in range(grid.columns):
            cell = Cell(row, column)
            face = pad(faces.get(cell, ""), width)
            if cell in path and cell in faces:
                first, last = "()" if cell == path[0] else "[]"
                line.append(f"{first}{face}{last}", ON_PATH)
            else:
                line.append(f" {face} ", PLAIN)
        drawn.append_text(line)
    return drawn


def _face(face: str) -> str:
    """Return the face of a tile in capitals if that keeps its width."""
    shown = printable(face)
    capitals = shown if len(shown) > 1 else shown.upper()
    return capitals if display_width(capitals) == display_width(shown) else shown


class BoardView(Static):
    """A board on the screen; `drawn` is its text."""

    DEFAULT_CSS = """
    BoardView { width: auto; height: auto; padding: 1 2; border: round $foreground; }
    """

    def __init__(self, grid: Grid) -> None:
        super().__init__(draw_board(grid), id="board")
        self.drawn = draw_board(grid).plain

    def show_board(self, grid: Grid, path: Sequence[Cell] = ()) -> None:
        """Draw a board and a path, if they have changed."""
        text = draw_board(grid, path)
        if text.plain != self.drawn:
            self.drawn = text.plain
            self.update(text)
