"""Print errors on standard error, and close standard output safely.

An error is one line without control characters, and printing it never fails.
"""

from __future__ import annotations

import contextlib
import os
import sys

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
