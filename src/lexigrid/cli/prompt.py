"""The prompt of `lexigrid trace`: words one at a time, from a terminal or a pipe.

An empty line, `x` or the end of the input ends it. Lines that begin with a colon are commands; they
change what is shown, never what is found. No prompt is written to a pipe.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ..errors import InputError, LexigridError
from ..geometry import Cell
from ..grid import Grid
from ..render.terminal.text import render_path, render_trace
from ..search.trace import Trace
from .messages import print_error
from .output import Output

Path = tuple[Cell, ...]

PROMPT = "word> "
_ENDS = frozenset(("", "x"))
COMMANDS = {
    ":next": "the next path of the word, in canonical order",
    ":numbers": "number the cells of a path in the picture",
    ":arrows": "show arrows to the next cell in the picture",
    ":none": "show only letters in the picture",
    ":help": "list the commands",
}


def is_interactive() -> bool:
    """Is standard input a terminal?"""
    return sys.stdin is not None and sys.stdin.isatty()


def prompted_words(answer: Output) -> Iterator[str]:
    """Yield the words typed or piped in, until an empty line, `x` or the end.

    Raises:
        InputError: a pipe contains no word, or a word that is not UTF-8.
    """
    if sys.stdin is None:
        raise InputError("no words to trace: name them after GRID")
    lines = _typed_lines(answer) if is_interactive() else _piped_lines()
    number = 0
    for line in lines:
        word = line.strip()
        if word in _ENDS:
            break
        number += 1
        yield word
    if number == 0 and not is_interactive():
        raise InputError("no words to trace: name them after GRID or on standard input")


def _typed_lines(answer: Output) -> Iterator[str]:
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401  (importing it gives input() line editing and a history)
    answer.say("type a word to trace, or :help; an empty line, x or Ctrl-D ends")
    is_shown_by_input = sys.stdout is not None and sys.stdout.isatty()
    while True:
        if not is_shown_by_input:
            print(PROMPT, end="", file=sys.stderr, flush=True)
        try:
            yield input(PROMPT if is_shown_by_input else "")
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


class Conversation:
    """A conversation at the prompt, which remembers the last answer and its paths.

    `ask` traces a word; `walk` yields all its paths.
    """

    def __init__(
        self,
        grid: Grid,
        ask: Callable[[str], Trace],
        walk: Callable[[str], Iterator[Path]],
        answer: Output,
        order: str,
        *,
        hexagonal: bool,
    ) -> None:
        self._grid, self._ask, self._walk, self._answer = grid, ask, walk, answer
        self._order, self._is_hexagonal = order, hexagonal
        self._last: Trace | None = None
        #: The path shown last, the paths after it, and its number (0 until :next).
        self._shown: Path | None = None
        self._paths: Iterator[Path] | None = None
        self._number = 0

    def run(self) -> list[Trace]:
        """Process lines until they end; return the answers to the words.

        Raises:
            LexigridError: a word is invalid, and the input is not interactive.
        """
        answers = []
        for line in prompted_words(self._answer):
            try:
                if line.startswith(":") and not line.startswith("::"):
                    self._run_command(line)
                else:
                    answers.append(self._trace(line.removeprefix(":")))
            except LexigridError as error:
                if not is_interactive():
                    raise
                print_error(str(error))
        return answers

    def _trace(self, word: str) -> Trace:
        self._last = self._ask(word)
        self._shown = self._last.paths[0] if self._last.paths else None
        self._paths, self._number = None, 0
        self._show()
        return self._last

    def _run_command(self, line: str) -> None:
        matching = [name for name in COMMANDS if name.startswith(line) and line != ":"]
        if len(matching) != 1:
            expected = ", ".join(COMMANDS)
            raise InputError(f"{line!r} is not a command, expected one of {expected} or a word")
        command = matching[0]
        if command == ":help":
            self._send(f"{name:10}{meaning}" for name, meaning in COMMANDS.items())
        elif command == ":next":
            self._show_next()
        else:
            self._order = command[1:]
            self._show()

    def _show_next(self) -> None:
        last = self._last
        if last is None:
            raise InputError("no word has been traced yet, so there is no next path")
        if last.status == "absent":
            raise InputError(f"{last.word!r} has no path")
        try:
            path = self._next_path(last.word)
        except TimeoutError:
            print_error("no further path was found in time; :next continues the search")
            return
        if path is None:
            self._send([f"{last.word}: no more paths, {self._number} in all"])
            self._paths, self._number = None, 0
        else:
            self._shown = path
            self._show()

    def _next_path(self, word: str) -> Path | None:
        is_first = self._paths is None
        if self._paths is None:
            self._paths = self._walk(word)
        for path in self._paths:
            self._number += 1
            # The answer has usually shown the first path already.
            if not is_first or path != self._shown:
                return path
            is_first = False
        return None

    def _show(self) -> None:
        """Show the path of the last :next, or else the last answer."""
        if self._last is None:
            return
        page = self._answer.page()
        view: dict[str, Any] = {"hexagonal": self._is_hexagonal, "order": self._order}
        if self._number and self._shown is not None:
            total = f" of {self._last.count}" if self._last.complete else ""
            title = f"{self._last.word}: path {self._number}{total}"
            self._send(render_path(self._grid, self._shown, title, page, **view))
        else:
            self._send(render_trace(self._grid, self._last, page, **view))

    def _send(self, lines: Iterable[str]) -> None:
        self._answer.send_page((*lines, ""))
