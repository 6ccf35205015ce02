"""The screen at the end: standings, and every word with its path.

The word under the cursor is traced on the board.
"""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import DataTable, Static

from ...errors import LexigridError
from ...game.moves import ReviewedWord
from ...lexicon.packs.definitions import find_definitions
from ...render.terminal.page import Page
from ...render.terminal.text import format_path
from ...render.terminal.width import display_width, isolate, printable
from ..outcome import describe_end, describe_outcome
from ..report import commonness_of, headings, player_marks, write_standings
from ..session import Session
from .board import SIZES, BoardBox, BoardLayout, BoardView
from .waiting import GameScreen, KeyBar

#: The mark of a rival's words.
_RIVAL = "R"
#: The least number of rows for a board and a list of words, with outcome and footer.
_ROWS_OF_LISTS = 14
#: The columns of a list of words, with points, next to a wide board.
_COLUMNS_OF_LIST = 16


class ResultScreen(GameScreen):
    """The end of a match."""

    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "view", "Other words", priority=True),
        Binding("n", "next", "Another game"),
        Binding("q,escape", "leave", "Leave"),
    ]
    CSS = """
    #outcome { height: auto; padding: 0 1; background: $panel; }
    ResultScreen.low #outcome { max-height: 2; }
    #ranking { height: auto; padding: 1 1 0 1; }
    #standings { width: 1fr; }
    ResultScreen.low #ranking { height: 1fr; padding: 0 1; overflow: auto; }
    #middle { height: 1fr; }
    #gloss { padding: 0 1; height: auto; max-height: 2; }
    #view { padding: 0 1; height: 1; }
    ResultScreen BoardBox { width: 2fr; }
    #words { width: 3fr; min-width: 16; max-width: 60; height: 1fr; }
    """

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.match = session.match
        review, rival = self.match.game.review(), self.match.rival
        found = tuple(each for each in review if each.players)
        #: The titles and words of the views, which Tab shows in turn.
        self.views = [
            (self.format("view_all"), review),
            (self.format("view_missed"), self.match.game.missed()),
            (self.format("view_found"), found),
        ]
        self.standings = self.format("view_standings")
        ended = describe_end(self.match, self.match.turn)
        lines = describe_outcome(self.match)
        self.outcome = [f"{ended}; " * bool(ended) + lines[0], *lines[1:]]
        if rival is not None:
            both = tuple(each for each in review if each.players or each.word in rival.words)
            name = self.match.name_of(rival.name)
            self.views.append((self.format("view_rival", name=name, mark=_RIVAL), both))
        self.view = 0
        self.shown: tuple[ReviewedWord, ...] = ()

    def compose(self) -> ComposeResult:
        """Lay out the screen."""
        with VerticalScroll(id="outcome", can_focus=False):
            yield Static(Text("\n".join(self.outcome), "bold"), id="verdict")
        with VerticalScroll(id="ranking", can_focus=False):
            yield Static(id="standings")
        yield Static(id="view")
        with Horizontal(id="middle"):
            with BoardBox():
                yield BoardView(self.match.game.grid)
            yield DataTable[str](id="words", cursor_type="row")
        yield Static(id="gloss")
        yield KeyBar()

    def on_mount(self) -> None:
        """Fill the table."""
        table = self.query_one(DataTable)
        for heading in headings(self.match, "word points by common path"):
            table.add_column(heading)
        self.show_view()

    def on_resize(self, event: events.Resize) -> None:
        """On a low screen, show outcome and standings in a separate view."""
        width = event.size.width - 2
        standings = list(write_standings(self.match, Page(width=width)))
        least = BoardLayout(self.match.game.grid, SIZES[-1]).size.width
        box = self.query_one(BoardBox)
        box.styles.min_width = min(least, event.size.width - _COLUMNS_OF_LIST)
        more = sum(display_width(line) // width for line in self.outcome) + len(self.outcome) - 1
        is_low = event.size.height < _ROWS_OF_LISTS + len(standings) + more
        shown = [Text(line, "bold") for line in self.outcome if is_low]
        shown += [Text(line, no_wrap=True) for line in standings]
        self.query_one("#standings", Static).update(Text("\n").join(shown))
        if is_low != self.has_class("low"):
            self.set_class(is_low, "low")
            if is_low:
                self.views.insert(0, (self.standings, ()))
            else:
                del self.views[0]
            self.view = 0
            self.show_view()

    def show_view(self) -> None:
        """List the words of the current view, or show the standings."""
        name, self.shown = self.views[self.view]
        is_standings = name == self.standings
        ranking, table = self.query_one("#ranking"), self.query_one(DataTable)
        ranking.display = is_standings or not self.has_class("low")
        for place in ("#outcome", "#view", "#middle", "#gloss"):
            self.query_one(place).display = not is_standings
        ranking.can_focus = is_standings
        (ranking if is_standings else table).focus()
        table.clear()
        for each in self.shown:
            table.add_row(*self._row(each))
        title = self.format("view", name=name, number=len(self.shown))
        self.query_one("#view", Static).update(Text(title, "bold"))
        self.show_path()

    def _row(self, each: ReviewedWord) -> tuple[str, ...]:
        """Return a word's row, with the points of a cancelled word in parentheses."""
        match, marks = self.match, player_marks(self.match)
        by = [marks[player] for player in each.players]
        is_cancelled = match.game.rules.cancel and len(by) > 1
        if match.rival is not None and each.word in match.rival.words:
            by.append(_RIVAL)
        return (
            isolate(printable(each.word)),
            f"({each.points})" if is_cancelled else str(each.points),
            " ".join(by),
            commonness_of(match, each),
            format_path(each.path, Page(), hexagonal=match.game.grid.topology.name == "hex"),
        )

    def show_path(self) -> None:
        """Trace the word under the cursor, and say what it means."""
        at = self.query_one(DataTable).cursor_row
        word = self.shown[at] if 0 <= at < len(self.shown) else None
        self.query_one(BoardView).show_board(self.match.game.grid, word.path if word else ())
        language = self.match.setup.lexicon.language
        found = find_definitions([word.word] if word else (), language).values()
        self.query_one("#gloss", Static).update("".join(map(str, found)))

    def on_data_table_row_highlighted(self) -> None:
        """Trace the word under the cursor."""
        self.show_path()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer another game only if one can follow."""
        return action != "next" or self.session.has_next

    def action_view(self) -> None:
        """Show the next view."""
        self.view = (self.view + 1) % len(self.views)
        self.show_view()

    def action_next(self) -> None:
        """Begin another game."""
        try:
            self.session.begin_next()
        except LexigridError as error:
            self.notify(str(error), severity="error", timeout=20)
            return
        self.app.show_stage()  # type: ignore[attr-defined]

    def action_leave(self) -> None:
        """Leave the game."""
        self.app.exit()
