"""Lines for standard error, and the care that standard output needs at the end.

Knows nothing of lexigrid; known by everything on the command line.
Rule: a message is one line, holds no control character, and never fails.
"""

from __future__ import annotations

import contextlib
import os
import sys

_MOST_BEFORE = 400
_MOST_AFTER = 200


def one_line(text: str) -> str:
    r"""Return the text on one line, control characters escaped, the middle of a long one left out.

    >>> one_line("row 1:\n\x1b[2J")
    'row 1: \\x1b[2J'
    """
    joined = " ".join(text.split())
    safe = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in joined)
    if len(safe) <= _MOST_BEFORE + _MOST_AFTER:
        return safe
    return f"{safe[:_MOST_BEFORE]} ... {safe[-_MOST_AFTER:]}"


def complain(text: str, *, place: str = "lexigrid") -> None:
    """Write one line of trouble to standard error."""
    if sys.stderr is None:
        return
    with contextlib.suppress(OSError, ValueError):
        print(f"{place}: {one_line(text)}", file=sys.stderr, flush=True)


def flush_standard_output() -> None:
    """Write out what is left, so that a full disk is noticed while it can still be told."""
    if sys.stdout is not None:
        try:
            sys.stdout.flush()
        except BrokenPipeError:
            abandon_standard_output()


def abandon_standard_output() -> None:
    """Send what still comes to nowhere: its reader has gone, which is no fault of ours."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def end_standard_output() -> None:
    """Leave nothing behind that could fail when the interpreter closes the stream."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except (OSError, ValueError):
        abandon_standard_output()
