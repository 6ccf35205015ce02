"""Screens without a board, shown before a turn and in a pause while the clock is stopped."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center, Middle
from textual.screen import Screen
from textual.widgets import Footer, Static

from ...render.terminal.width import printable
from ..match import Match
from ..report import describe_match, format_clock
from ..session import Session


class WaitingScreen(Screen[None]):
    """Lines in the middle of the screen, and Enter to continue."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "proceed", "Continue"),
    ]
    CSS = """
    #lines { width: auto; max-width: 76; text-align: center; }
    """

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session

    def compose_lines(self, *lines: str) -> ComposeResult:
        """Lay out the lines of a screen."""
        with Middle(), Center():
            yield Static(Text("\n".join(lines)), id="lines")
        yield Footer()


class ReadyScreen(WaitingScreen):
    """Before a turn: the rules, the opponents and the current person."""

    def compose(self) -> ComposeResult:
        """Lay out the lines."""
        match = self.session.match
        shown = [*describe_match(match), ""]
        if match.opponents:
            shown += ["against " + ", ".join(each.name for each in match.opponents), ""]
        if len(match.people) > 1:
            shown += [f"next player: {printable(match.person)}; all others look away", ""]
        if match.now:
            shown += [f"resumed game: {_left(match)}", ""]
        yield from self.compose_lines(*shown, "press Enter to begin")

    def action_proceed(self) -> None:
        """Start the turn."""
        self.session.start_turn()
        self.app.show_stage()  # type: ignore[attr-defined]


class PauseScreen(WaitingScreen):
    """A pause within a turn."""

    def compose(self) -> ComposeResult:
        """Lay out the lines."""
        left = _left(self.session.match)
        yield from self.compose_lines("PAUSE", "", left, "", "press Enter to continue")

    def action_proceed(self) -> None:
        """Restart the clock."""
        self.session.resume()
        self.app.pop_screen()


def _left(match: Match) -> str:
    return f"{format_clock(match.left)} left" if match.left is not None else "no time limit"
