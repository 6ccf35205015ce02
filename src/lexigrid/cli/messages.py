"""Print errors and progress on standard error, and close standard output safely.

An error is one line without control characters, and printing it never fails.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time

_CLEAR_LINE = "\r\x1b[2K"

_MAX_HEAD = 400
_MAX_TAIL = 200


def one_line(text: str) -> str:
    r"""Return a text as one line; escape control characters and cut the middle of a long text.

    >>> one_line("row 1:\n\x1b[2J")
    'row 1: \\x1b[2J'
    """
    joined = " ".join(text.split())
    safe = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in joined)
    if len(safe) <= _MAX_HEAD + _MAX_TAIL:
        return safe
    return f"{safe[:_MAX_HEAD]} ... {safe[-_MAX_TAIL:]}"


def print_error(text: str, *, program: str = "lexigrid") -> None:
    """Print an error or another message as one line on standard error."""
    if sys.stderr is None:
        return
    with contextlib.suppress(OSError, ValueError):
        print(f"{program}: {one_line(text)}", file=sys.stderr, flush=True)


def flush_standard_output() -> None:
    """Flush standard output, so that a full disk can still be reported."""
    if sys.stdout is not None:
        try:
            sys.stdout.flush()
        except BrokenPipeError:
            discard_standard_output()


def discard_standard_output() -> None:
    """Discard all further output, because its reader is gone."""
    with contextlib.suppress(OSError, ValueError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())
        os.close(null)


def close_standard_output() -> None:
    """Flush standard output, so that nothing can fail when the interpreter closes it."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except (OSError, ValueError):
        discard_standard_output()


class Progress:
    """A progress line on a terminal, called with the share that is done from 0 to 1.

    It is a bar, or the text that a share has.

    Nothing is shown for the first half second.
    """

    def __init__(self, *, quiet: bool) -> None:
        self._is_shown = False
        self._begin = time.monotonic()
        self._next = self._begin + 0.5
        self._is_enabled = not quiet and sys.stderr is not None and sys.stderr.isatty()

    def __enter__(self) -> Progress:
        return self

    def __call__(self, done: float) -> None:
        """Update the line at most ten times a second."""
        now = time.monotonic()
        if self._is_enabled and now >= self._next:
            self._next = now + 0.1
            from .._util.progress import Share

            bar = str(done) if isinstance(done, Share) else _format_bar(done, now - self._begin)
            self._write(_CLEAR_LINE + bar)
            self._is_shown = True

    def __exit__(self, *_: object) -> None:
        self.clear()

    def clear(self) -> None:
        """Clear the line, for a message or the end."""
        if self._is_shown:
            self._write(_CLEAR_LINE)
            self._is_shown = False

    def _write(self, text: str) -> None:
        with contextlib.suppress(OSError, ValueError):
            sys.stderr.write(text)
            sys.stderr.flush()


def _format_bar(done: float, seconds: float) -> str:
    """Return a bar with the time left.

    >>> _format_bar(0.25, 2.0)
    '[=======                       ]  25 %, 6 s left'
    """
    part = min(max(done, 0.0), 1.0)
    filled = "=" * int(part * 30)
    left = f", {seconds / part - seconds:.0f} s left" if part > 0 else ""
    return f"[{filled:30}] {part * 100:3.0f} %{left}"
