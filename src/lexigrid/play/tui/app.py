"""The application: which screen is shown when.

Knows sessions and the screens; known by the door.
Rule: the session alone knows the state; screens show it and hand keys on.
"""

from __future__ import annotations

from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType

from ..match import Session, Stage
from .pauses import ReadyScreen
from .play import PlayScreen
from .result import ResultScreen

_LOOKS_A_SECOND = 10


class PlayApp(App[None]):
    """A match on the full screen."""

    TITLE = "lexigrid"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "leave", "Leave", priority=True),
        Binding("ctrl+c", "interrupt", "Leave", show=False, priority=True),
    ]

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.is_interrupted = False

    def on_mount(self) -> None:
        """Show the first screen and look at the clock from now on."""
        self.follow_match()
        self.set_interval(1 / _LOOKS_A_SECOND, self.look)

    def look(self) -> None:
        """Look at the clock; change the screen where a turn has ended by it."""
        before = (self.session.match.stage, self.session.match.turn)
        match = self.session.poll()
        stack = self.screen_stack
        if not stack:  # the application is going
            return
        if (match.stage, match.turn) != before:
            self.follow_match()
        elif isinstance(stack[-1], PlayScreen):
            stack[-1].show_clock()

    def follow_match(self) -> None:
        """Show the screen that the match is at."""
        stage = self.session.match.stage
        while len(self.screen_stack) > 1:
            self.pop_screen()
        if stage is Stage.READY:
            self.push_screen(ReadyScreen(self.session))
        elif stage is Stage.PLAYING:
            self.push_screen(PlayScreen(self.session))
        else:
            self.push_screen(ResultScreen(self.session))

    def action_leave(self) -> None:
        """Leave; what is not over is kept and can go on."""
        self.exit()

    def action_interrupt(self) -> None:
        """Leave as Ctrl-C leaves any command."""
        self.is_interrupted = True
        self.exit()
