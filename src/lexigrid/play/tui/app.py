"""The application, which polls the session and shows the screen of its stage."""

from __future__ import annotations

import os
from typing import ClassVar

from textual import events
from textual.app import App
from textual.binding import Binding, BindingType
from textual.driver import Driver

from ..log import Stage
from ..session import Session
from .driver import for_mlterm
from .result import ResultScreen
from .turn import TurnScreen
from .waiting import LEAST, PauseScreen, ReadyScreen, SmallScreen, translate_keys

_POLLS_PER_SECOND = 10


class PlayApp(App[None]):
    """A match in full screen."""

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
        translate_keys(self, session.match.strings)

    def get_driver_class(self) -> type[Driver]:
        """Return the driver of the terminal, which names itself."""
        driver = super().get_driver_class()
        return for_mlterm(driver) if "MLTERM" in os.environ else driver

    def on_mount(self) -> None:
        """Show the first screen and start polling the session."""
        self.show_stage()
        self.set_interval(1 / _POLLS_PER_SECOND, self.poll)

    def poll(self) -> None:
        """Poll the session; update the clock, or change the screen if the turn has ended."""
        before = (self.session.match.stage, self.session.match.turn)
        match = self.session.poll()
        stack = self.screen_stack
        if not stack:  # the application is closing
            return
        if (match.stage, match.turn) != before:
            self.show_stage()
        elif isinstance(stack[-1], TurnScreen):
            stack[-1].show_clock()

    def on_resize(self, event: events.Resize) -> None:
        """Stop the clock while the terminal is too small for the game."""
        is_small = event.size.width < LEAST.width or event.size.height < LEAST.height
        if is_small and not isinstance(self.screen, SmallScreen):
            self.session.pause()
            self.push_screen(SmallScreen(self.session))
        elif not is_small and isinstance(self.screen, SmallScreen):
            self.pop_screen()
            if self.session.match.stage is Stage.PLAYING and isinstance(self.screen, TurnScreen):
                self.push_screen(PauseScreen(self.session))

    def show_stage(self) -> None:
        """Show the screen of the current stage."""
        stage = self.session.match.stage
        while len(self.screen_stack) > 1:
            self.pop_screen()
        if stage is Stage.READY:
            self.push_screen(ReadyScreen(self.session))
        elif stage is Stage.PLAYING:
            self.push_screen(TurnScreen(self.session))
        else:
            self.push_screen(ResultScreen(self.session))

    def action_leave(self) -> None:
        """Leave; an unfinished match is saved and can be resumed."""
        self.exit()

    def action_interrupt(self) -> None:
        """Leave as after Ctrl-C."""
        self.is_interrupted = True
        self.exit()
