"""A driver for mlterm, in which marks of direction take columns of a line that is full.

While the game is on the screen, mlterm does not order text by its direction, and no marks are
written: every tile keeps its column, and words run from left to right, as in a terminal without
bidirectional text.
"""

from __future__ import annotations

from typing import Any

from textual.driver import Driver

from ...render.terminal.width import without_marks

#: The setting of mlterm that orders text.
_SETTING = "\x1b]5379;use_ctl={}\a"


def for_mlterm(driver: Any) -> type[Driver]:
    """Return a class of drivers for mlterm, derived from that of the system."""

    class MltermDriver(driver):  # type: ignore[misc]
        def write(self, data: str) -> None:
            """Write to the terminal, without marks of direction."""
            super().write(without_marks(data))

        def start_application_mode(self) -> None:
            """Take over the terminal."""
            super().start_application_mode()
            self.write(_SETTING.format("false"))

        def stop_application_mode(self) -> None:
            """Give the terminal back."""
            self.write(_SETTING.format("true"))
            super().stop_application_mode()

    return MltermDriver
