"""The screen at the end: standings, and every word with its path.

The word under the cursor is traced on the board.
"""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import DataTable, Footer, Static

from ...game import ReviewedWord
from ...render.terminal.page import Page
from ...render.terminal.text import format_path
from ...render.terminal.width import printable
from ..report import player_marks, write_standings
from ..session import Session
from .board import BoardView

_VIEWS = ("all words", "common words that nobody found", "words found")


class ResultScreen(Screen[None]):
    """The end of a match."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "view", "Other words", priority=True),
        Binding("q,escape", "leave", "Leave"),
    ]
    CSS = """
    #standings { height: auto; padding: 0 1; }
    #middle { height: 1fr; }
    #left { width: auto; }
    #view { padding: 0 1; height: 1; }
    #words { height: 1fr; }
    """

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.match = session.match
        self.review = self.match.game.review()
        self.view = 0
        self.shown: tuple[ReviewedWord, ...] = ()

    def compose(self) -> ComposeResult:
        """Lay out the screen."""
        yield Static(Text("\n".join(write_standings(self.match)), no_wrap=True), id="standings")
        with Horizontal(id="middle"):
            with Vertical(id="left"):
                yield BoardView(self.match.game.grid)
            with Vertical():
                yield Static(id="view")
                yield DataTable[str](id="words", cursor_type="row")
        yield Footer()

    def on_mount(self) -> None:
        """Fill the table."""
        table = self.query_one(DataTable)
        for heading in ("WORD", "POINTS", "BY", "HOW COMMON", "PATH"):
            table.add_column(heading)
        self.show_view()
        table.focus()

    def show_view(self) -> None:
        """List the words of the current view."""
        views = (
            self.review,
            self.match.game.missed(),
            tuple(each for each in self.review if each.players),
        )
        self.shown = views[self.view]
        marks = player_marks(self.match)
        is_hex = self.match.game.grid.topology.name == "hex"
        table = self.query_one(DataTable)
        table.clear()
        for each in self.shown:
            table.add_row(
                printable(each.word),
                str(each.points),
                " ".join(marks[player] for player in each.players),
                each.commonness,
                format_path(each.path, Page(), hexagonal=is_hex),
            )
        title = f"{_VIEWS[self.view]}: {len(self.shown)}  (Tab: other words)"
        self.query_one("#view", Static).update(Text(title, "bold"))
        self.show_path()

    def show_path(self) -> None:
        """Trace the word under the cursor."""
        at = self.query_one(DataTable).cursor_row
        path = self.shown[at].path if 0 <= at < len(self.shown) else ()
        self.query_one(BoardView).show_board(self.match.game.grid, path)

    def on_data_table_row_highlighted(self) -> None:
        """Trace the word under the cursor."""
        self.show_path()

    def action_view(self) -> None:
        """Show the next view."""
        self.view = (self.view + 1) % len(_VIEWS)
        self.show_view()

    def action_leave(self) -> None:
        """Leave the game."""
        self.app.exit()
