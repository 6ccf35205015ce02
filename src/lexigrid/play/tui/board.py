"""The board on the screen: drawn as large as fits, and traced with the mouse.

The tiles of a path are in brackets (the first in parentheses) and numbered in order, so colour is
never needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.text import Text
from textual import events
from textual.containers import ScrollableContainer
from textual.geometry import Region, Size
from textual.message import Message
from textual.widgets import Static

from ...game.solution import Counts
from ...geometry import Cell
from ...grid import Grid
from ...render.terminal.width import display_width, isolate, pad, printable
from .letters import draw_letter

#: Black on ivory, sky blue and orange can be distinguished with any colour vision (after Okabe and
#: Ito).
_INK = "bold #101010 on"
#: Where tiles touch, they alternate between two shades, as on a chess board.
PLAIN = (f"{_INK} #e9dfc7", f"{_INK} #d8cbac")
ON_PATH = (f"{_INK} #56b4e9", f"{_INK} #43a0d6")
FIRST = (f"{_INK} #f0b040", f"{_INK} #e0a030")
#: Tiles that no required word needs any more.
DONE = (f"{_INK} #a39d8e", f"{_INK} #979183")


#: Takes no columns, but keeps the blanks before it: Textual strips trailing blanks from a line with
#: more characters than columns, such as one with marks of direction.
_END = "\N{LEFT-TO-RIGHT MARK}"


@dataclass(frozen=True, slots=True)
class TileSize:
    """The size of tiles: rows of a tile and between tiles, and columns.

    `margin` counts the columns of a tile in addition to its face; the smallest tiles have no room
    for brackets.
    """

    rows: int
    gap_rows: int
    margin: int
    gap_columns: int


#: From the largest to the smallest.
SIZES = (
    TileSize(9, 1, 19, 2),
    TileSize(5, 1, 12, 2),
    TileSize(3, 1, 6, 2),
    TileSize(3, 0, 6, 0),
    TileSize(1, 1, 4, 1),
    TileSize(1, 0, 4, 0),
    TileSize(1, 0, 2, 0),
)
_NARROW = SIZES[-1]


class BoardLayout:
    """The positions of a board's tiles on the screen, for one size of tiles."""

    def __init__(self, grid: Grid, tile: TileSize) -> None:
        self.grid, self.tile = grid, tile
        self.faces = {cell: _face(here.face) for cell in grid if (here := grid[cell]) is not None}
        self.face_width = max(map(display_width, self.faces.values()), default=1)
        #: Do all faces begin with a capital that can be drawn large?
        self.is_latin = all("A" <= face[:1] <= "Z" for face in self.faces.values())
        self.width = self.face_width + tile.margin
        self._pitch = self.width + tile.gap_columns
        is_hex = grid.topology.name == "hex"
        self._shift = (self._pitch + 1) // 2 if is_hex else 0
        columns = grid.columns * self._pitch - tile.gap_columns
        rows = grid.rows * (tile.rows + tile.gap_rows) - tile.gap_rows
        self.size = Size(columns + self._shift * (grid.rows > 1), rows)

    @classmethod
    def fitting(cls, grid: Grid, room: Size) -> BoardLayout:
        """Return the layout with the largest tiles that fit, or else with the smallest.

        >>> BoardLayout.fitting(Grid.parse("tea/ant/oat"), Size(80, 20)).size
        Size(width=43, height=17)
        """
        layouts = [cls(grid, tile) for tile in SIZES]
        if not layouts[0].is_latin:  # small letters far apart are hard to read
            del layouts[0]
        fitting = (
            each
            for each in layouts
            if each.size.width <= room.width and each.size.height <= room.height
        )
        return next(fitting, layouts[-1])

    def region(self, cell: Cell) -> Region:
        """Return the place of a tile."""
        x = cell.column * self._pitch + (self._shift if cell.row % 2 else 0)
        y = cell.row * (self.tile.rows + self.tile.gap_rows)
        return Region(x, y, self.width, self.tile.rows)

    def cell_at(self, x: int, y: int, *, is_dragging: bool = False) -> Cell | None:
        """Return the cell of the tile at a position.

        While the mouse is dragged, the corners of large tiles do not count, so that it can pass
        between two tiles.
        """
        row = y // (self.tile.rows + self.tile.gap_rows)
        column = (x - (self._shift if row % 2 else 0)) // self._pitch
        cell = Cell(row, column)
        if cell not in self.faces or not self.region(cell).contains(x, y):
            return None
        left, top, width, height = self.region(cell)
        is_corner = y in (top, top + height - 1) and not left + 1 < x < left + width - 2
        return None if is_dragging and height > 1 and is_corner else cell

    def draw(self, path: Sequence[Cell] = (), counts: tuple[Counts, Counts] | None = None) -> Text:
        """Draw the board with the tiles of a path marked.

        `counts` are shown in the lower corners of the others, but not on the smallest tiles.
        """
        drawn = Text(no_wrap=True)
        order = {cell: number for number, cell in enumerate(path, 1)}
        for row in range(self.grid.rows):
            lines = [Text(" " * (self._shift if row % 2 else 0)) for _ in range(self.tile.rows)]
            for column in range(self.grid.columns):
                cell = Cell(row, column)
                gap = " " * self.tile.gap_columns * (column > 0)
                here = order.get(cell, 0), counts and tuple(each[row][column] for each in counts)
                style = self._style(cell, *here)
                for line, part in zip(lines, self._tile(cell, *here), strict=True):
                    line.append(gap)
                    line.append(part, style)
            if row:
                drawn.append("\n" * (1 + self.tile.gap_rows))
            for line in lines:
                if len(line.plain) > line.cell_len:
                    line.append(_END)
            drawn.append_text(Text("\n").join(lines))
        return drawn

    def _style(self, cell: Cell, number: int, left: tuple[int, ...] | None) -> str:
        """Return the colours of a tile; `number` is its place in the path, 0 for none."""
        if cell not in self.faces:
            return ""
        is_dark = not self.tile.gap_rows and sum(cell) % 2
        plain = DONE if left and not any(left) else PLAIN
        return (ON_PATH if number > 1 else FIRST if number else plain)[is_dark]

    def _tile(self, cell: Cell, number: int, left: tuple[int, ...] | None) -> list[str]:
        """Return the rows of a tile; `number` is its place in the path, 0 for none."""
        blank = " " * self.width
        if cell not in self.faces:
            return [blank] * self.tile.rows
        face = isolate(self.faces[cell])
        first, last = "()" if number == 1 else "[]"
        if self.tile.rows > 1:
            shown = self._picture(self.faces[cell])
            above = (self.tile.rows - len(shown)) // 2
            rows = [blank] * above + shown + [blank] * (self.tile.rows - above - len(shown))
            if number:
                at = self.tile.rows // 2
                rows[at] = f"{first}{rows[at][1:-1]}{last}"
                rows[0] = pad(f" {number}", self.width)
            elif left and any(left):
                begin, use = (str(each or "") for each in left)
                rows[-1] = f" {begin.ljust(self.width - 2 - len(use))}{use} "
            return rows
        if self.tile is _NARROW:
            return [pad(f"{face}{number or ''}", self.width)]
        if number:
            return [f"{first}{pad(f'{face}{number}', self.width - 2)}{last}"]
        return [pad(f" {face}", self.width)]

    def _picture(self, face: str) -> list[str]:
        """Return the rows of a tile with its face in the middle, large if possible."""
        scale = self.tile.rows // 4
        large = draw_letter(face[:1], scale) if scale else []
        if large and self.is_latin:
            # The other letters of the tile follow on the last row of the large one.
            rest = [""] * (len(large) - 1) + [face[1:]]
            rows = [a + b for a, b in zip(large, rest, strict=True)]
        else:
            rows = [face]
        width = max(map(display_width, rows))
        before = " " * ((self.width - width) // 2)
        return [pad(before + isolate(row), self.width) for row in rows]


def _face(face: str) -> str:
    """Return a single-letter face as a capital, if that has the same width."""
    shown = printable(face)
    capitals = shown if len(shown) > 1 else shown.upper()
    return capitals if display_width(capitals) == display_width(shown) else shown


class BoardView(Static):
    """A board on the screen; `drawn` is its text.

    A path is traced by dragging the mouse, or by clicking its tiles one by one, the last one twice.
    """

    DEFAULT_CSS = """
    BoardView { width: auto; height: auto; }
    """
    ALLOW_SELECT = False

    class Traced(Message):
        """A path was traced with the mouse; `is_done` says that its word is to be played."""

        def __init__(self, path: tuple[Cell, ...], *, is_done: bool) -> None:
            super().__init__()
            self.path, self.is_done = path, is_done

    def __init__(self, grid: Grid) -> None:
        self.layout_of_tiles = BoardLayout(grid, SIZES[-1])
        drawing = self.layout_of_tiles.draw()
        super().__init__(drawing, id="board")
        self.drawn = drawing.plain
        self.path: tuple[Cell, ...] = ()
        self.counts: tuple[Counts, Counts] | None = None
        self.is_traceable = False
        self._clicked: tuple[Cell, ...] = ()
        self._is_dragged = self._is_down = self._is_again = False

    def fit(self, room: Size) -> None:
        """Choose the largest tiles that fit."""
        fitting = BoardLayout.fitting(self.layout_of_tiles.grid, room)
        if fitting.tile is not self.layout_of_tiles.tile:
            self.layout_of_tiles = fitting
            self._draw()

    def show_board(
        self, grid: Grid, path: Sequence[Cell] = (), counts: tuple[Counts, Counts] | None = None
    ) -> None:
        """Draw a board, a path and the words left of each tile, if they have changed."""
        before = self.layout_of_tiles.grid, self.path, self.counts
        if (grid, tuple(path), counts) != before:
            if grid != before[0]:
                self.layout_of_tiles = BoardLayout(grid, self.layout_of_tiles.tile)
                self._clicked = ()
                if isinstance(self.parent, BoardBox):
                    self.fit(self.parent.room)
            self.path, self.counts = tuple(path), counts
            self._draw()

    def _draw(self) -> None:
        text = self.layout_of_tiles.draw(self.path, self.counts)
        if self.app.console.color_system == "standard":  # there, bold black is shown as grey
            text.stylize("not bold")
        self.drawn = text.plain
        self.update(text)
        if self.path and isinstance(self.parent, BoardBox):
            self.parent.scroll_to_region(self.layout_of_tiles.region(self.path[-1]), animate=False)

    # --- mouse ----------------------------------------------------------------------------------

    def forget_clicks(self) -> None:
        """Forget the clicked path; the next click begins a new one."""
        self._clicked = ()

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Begin a path, or extend the one that was clicked."""
        cell = self._cell_of(event)
        if not self.is_traceable or cell is None:
            return
        self._is_down, self._is_dragged = True, False
        self._is_again = bool(self._clicked) and self._clicked[-1] == cell
        if not self._is_again and not self._extend(cell):
            self._clicked = (cell,)
        self.capture_mouse()
        self._send()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Extend the path to the tile under the mouse, or take back its last tile."""
        cell = self._cell_of(event) if self._is_down else None
        if cell is None or cell == self._clicked[-1]:
            return
        if len(self._clicked) > 1 and cell == self._clicked[-2]:
            self._clicked = self._clicked[:-1]
        elif not self._extend(cell):
            return
        self._is_dragged = True
        self._send()

    def on_mouse_up(self) -> None:
        """End a path that was dragged, or whose last tile was clicked again."""
        if not self._is_down:
            return
        self._is_down = False
        self.release_mouse()
        if self._is_dragged or self._is_again:
            self._send(is_done=True)
            self._clicked = ()

    def _extend(self, cell: Cell) -> bool:
        grid = self.layout_of_tiles.grid
        shape = (grid.rows, grid.columns)
        last = self._clicked[-1] if self._clicked else None
        if last is None or cell in self._clicked or not grid.topology.touches(shape, last, cell):
            return False
        self._clicked = (*self._clicked, cell)
        return True

    def _cell_of(self, event: events.MouseEvent) -> Cell | None:
        place = event.get_content_offset(self)
        if place is None:
            return None
        return self.layout_of_tiles.cell_at(place.x, place.y, is_dragging=self._is_down)

    def _send(self, *, is_done: bool = False) -> None:
        self.post_message(self.Traced(self._clicked, is_done=is_done))


class BoardBox(ScrollableContainer, can_focus=False):
    """The container of a board, which fills it or scrolls in it."""

    DEFAULT_CSS = """
    BoardBox { align: center middle; width: 1fr; height: 1fr; scrollbar-size: 1 1; }
    """

    @property
    def room(self) -> Size:
        """The size without scroll bars."""
        return self.outer_size

    def on_resize(self) -> None:
        """Refit the board."""
        for board in self.query(BoardView):
            board.fit(self.room)
