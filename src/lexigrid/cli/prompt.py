"""The prompt of `lexigrid trace`: words one by one from a terminal or a pipe.

Knows the output's manners; known by the trace command.
Rule: an empty line, an `x` or the end of the input ends it; no prompt is written into a pipe.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator

from ..errors import InputError
from .messages import print_error
from .output import Output

PROMPT = "word> "
_ENDS = frozenset(("", "x"))


def is_conversation() -> bool:
    """Tell whether a person types the words."""
    return sys.stdin is not None and sys.stdin.isatty()


def prompted_words(answer: Output) -> Iterator[str]:
    """Yield the words typed or piped in, until an empty line, an `x` or the end.

    Raises:
        InputError: a pipe that brings no word, or a word that is not UTF-8.
    """
    if sys.stdin is None:
        raise InputError("no words to trace: name them after GRID")
    lines = _ask_lines(answer) if is_conversation() else _piped_lines()
    number = 0
    for line in lines:
        word = line.strip()
        if word in _ENDS:
            break
        number += 1
        yield word
    if number == 0 and not is_conversation():
        raise InputError("no words to trace: name them after GRID or on standard input")


def _ask_lines(answer: Output) -> Iterator[str]:
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401  (its import alone lets input() edit and remember lines)
    answer.say("type a word to trace, :help for more; an empty line, x or Ctrl-D ends")
    shown_by_input = sys.stdout is not None and sys.stdout.isatty()
    while True:
        if not shown_by_input:
            print(PROMPT, end="", file=sys.stderr, flush=True)
        try:
            yield input(PROMPT if shown_by_input else "")
        except EOFError:
            print(file=sys.stderr)
            return
        except UnicodeDecodeError as error:
            print_error(f"that line is not UTF-8 at byte {error.start}; type it again")


def _piped_lines() -> Iterator[str]:
    for number, line in enumerate(iter(sys.stdin.buffer.readline, b""), 1):
        try:
            yield line.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError as error:
            raise InputError(
                f"word {number} on standard input is not UTF-8 at byte {error.start}",
                offset=error.start,
            ) from error
