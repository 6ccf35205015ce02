"""The terminal game on the full screen, by Textual (the extra `play`).

Knows matches, the text pages and Textual, which is imported when a game begins.
Rule: keys alone are enough, colour is never the only sign, and the board is hidden in a pause.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...errors import InputError

if TYPE_CHECKING:
    from ..match import Session

__all__ = ["play_full_screen"]


def play_full_screen(session: Session) -> None:
    """Play a match on the full screen until it is over or left.

    Raises:
        InputError: Textual is not installed.
        RuntimeError: the full screen failed.
        KeyboardInterrupt: it was ended by Ctrl-C; the match is kept.
    """
    try:
        from .app import PlayApp
    except ImportError as error:
        raise InputError(
            "the full screen needs Textual: pip install 'lexigrid[play]', or play with --plain"
        ) from error
    app = PlayApp(session)
    try:
        app.run()
    finally:
        session.pause()
    if app.return_code:  # Textual has shown what went wrong
        raise RuntimeError("the full screen failed; the game is kept, --resume --plain goes on")
    if app.is_interrupted:
        raise KeyboardInterrupt
