"""The full-screen terminal game; it imports Textual (the extra `play`) on demand.

The keyboard is enough to play, colour is never the only sign, and a pause hides the board.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._util.io import import_extra

if TYPE_CHECKING:
    from ..session import Session

__all__ = ["play_full_screen"]


def play_full_screen(session: Session) -> None:
    """Play a match in full screen until it is over or the player leaves.

    Raises:
        InputError: Textual is not installed.
        RuntimeError: Textual failed.
        KeyboardInterrupt: the player pressed Ctrl-C; the match is saved.
    """
    import_extra("textual", "play", "the full screen", "play with --plain")
    from .app import PlayApp

    app = PlayApp(session)
    try:
        app.run()
    finally:
        session.pause()
    if app.return_code:  # Textual has shown the error
        raise RuntimeError(
            "the full screen failed; the game is saved, resume it with --resume --plain"
        )
    if app.is_interrupted:
        raise KeyboardInterrupt
