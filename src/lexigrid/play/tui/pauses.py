"""Screens without a board: before a turn, and in a pause.

Knows sessions; known by the application and the game's screen.
Rule: the clock stands still, and nothing of the board can be seen.
"""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center, Middle
from textual.screen import Screen
from textual.widgets import Footer, Static

from ...render.terminal.width import printable
from ..match import Match, Session
from ..match.report import describe_match, format_clock


class WaitingScreen(Screen[None]):
    """Some lines in the middle, and Enter to go on."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "go_on", "Go on"),
    ]
    CSS = """
    #lines { width: auto; max-width: 76; text-align: center; }
    """

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session

    def laid_out(self, lines: list[str]) -> ComposeResult:
        """Lay out the lines that a screen shows."""
        with Middle(), Center():
            yield Static(Text("\n".join(lines)), id="lines")
        yield Footer()


class ReadyScreen(WaitingScreen):
    """Before a turn: whose it is, by which rules, against whom."""

    def compose(self) -> ComposeResult:
        """Lay out the lines."""
        match = self.session.match
        shown = [*describe_match(match), ""]
        if match.opponents:
            shown += ["against " + ", ".join(each.name for each in match.opponents), ""]
        if len(match.people) > 1:
            shown += [f"the next is {printable(match.person)}; nobody else looks", ""]
        if match.now:
            shown += [f"to go on: {_left(match)}", ""]
        yield from self.laid_out([*shown, "press Enter to begin"])

    def action_go_on(self) -> None:
        """Start the clock."""
        self.session.start_turn()
        self.app.follow_match()  # type: ignore[attr-defined]


class PauseScreen(WaitingScreen):
    """In a pause."""

    def compose(self) -> ComposeResult:
        """Lay out the lines."""
        left = _left(self.session.match)
        yield from self.laid_out(["PAUSE", "", left, "", "press Enter to go on"])

    def action_go_on(self) -> None:
        """Let the clock run again."""
        self.session.go_on()
        self.app.pop_screen()


def _left(match: Match) -> str:
    return f"{format_clock(match.left)} left" if match.left is not None else "no limit of time"
