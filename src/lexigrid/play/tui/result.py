"""The screen at the end: standings, every word with its path, what was missed.

Knows sessions and the board's drawing; known by the application.
Rule: the word under the cursor is traced on the board.
"""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import DataTable, Footer, Static

from ...game import Reviewed
from ...render.terminal.page import Page
from ...render.terminal.text import format_path
from ...render.terminal.width import printable
from ..match import Session
from ..match.report import player_marks, standings, tell_commonness
from .board import BoardView

_VIEWS = ("all words", "common words that all missed", "words found")


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
        self.shown: tuple[Reviewed, ...] = ()

    def compose(self) -> ComposeResult:
        """Lay out the screen."""
        yield Static(Text("\n".join(standings(self.match)), no_wrap=True), id="standings")
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
        """List the words of the view."""
        everything = self.review
        views = (
            everything,
            tuple(each for each in everything if each.is_common and not each.players),
            tuple(each for each in everything if each.players),
        )
        self.shown = views[self.view]
        marks = player_marks(self.match)
        table = self.query_one(DataTable)
        table.clear()
        for each in self.shown:
            table.add_row(
                printable(each.word),
                str(each.points),
                " ".join(marks[player] for player in each.players),
                tell_commonness(each.band),
                format_path(each.path, Page(), hexagonal=self._is_hex),
            )
        title = f"{_VIEWS[self.view]}: {len(self.shown)}  (Tab: others)"
        self.query_one("#view", Static).update(Text(title, "bold"))
        self.show_path()

    @property
    def _is_hex(self) -> bool:
        return self.match.game.grid.topology.name == "hex"

    def show_path(self) -> None:
        """Trace the word under the cursor."""
        at = self.query_one(DataTable).cursor_row
        path = self.shown[at].path if 0 <= at < len(self.shown) else ()
        self.query_one(BoardView).show_board(self.match.game.grid, path)

    def on_data_table_row_highlighted(self) -> None:
        """Trace the word under the cursor."""
        self.show_path()

    def action_view(self) -> None:
        """List other words."""
        self.view = (self.view + 1) % len(_VIEWS)
        self.show_view()

    def action_leave(self) -> None:
        """Leave the game."""
        self.app.exit()
