"""The talk at the prompt of `lexigrid trace`: words, and wishes that begin with a colon.

Knows the trace search and its pages; known by the trace command.
Rule: every line is answered at once; a wish never changes what is found, only what is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..errors import InputError, LexigridError
from ..geometry import Cell
from ..grid import Grid
from ..render import render_path, render_trace
from ..search import Trace
from .messages import print_error
from .output import Output
from .prompt import is_conversation, prompted_words

Path = tuple[Cell, ...]

WISHES = {
    ":next": "the next path of the word, in canonical order",
    ":numbers": "count the cells of a path in the picture",
    ":arrows": "point to the next cell in the picture",
    ":none": "letters alone in the picture",
    ":help": "this list",
}


class Conversation:
    """What the prompt remembers: the last answer, its paths, and how pictures tell the way."""

    def __init__(
        self,
        grid: Grid,
        ask: Callable[[str], Trace],
        walk: Callable[[str], Iterator[Path]],
        answer: Output,
        order: str,
        topology: str | None,
    ) -> None:
        self._grid = grid
        self._ask = ask
        self._walk = walk
        self._answer = answer
        self._order = order
        self._hexagonal = (topology or grid.topology.name) == "hex"
        self._last: Trace | None = None
        self._shown: Path | None = None
        self._paths: Iterator[Path] | None = None
        self._number = 0

    def hold(self) -> list[Trace]:
        """Answer lines until they end; return the answers to the words among them.

        Raises:
            LexigridError: a word that cannot be asked for, where nobody is there to try again.
        """
        answers = []
        for line in prompted_words(self._answer):
            try:
                if line.startswith(":") and not line.startswith("::"):
                    self._grant(line)
                else:
                    answers.append(self._trace(line.removeprefix(":")))
            except LexigridError as error:
                if not is_conversation():
                    raise
                print_error(str(error))
        return answers

    def _trace(self, word: str) -> Trace:
        self._last = self._ask(word)
        self._shown = self._last.paths[0] if self._last.paths else None
        self._paths, self._number = None, 0
        self._show_answer()
        return self._last

    def _grant(self, line: str) -> None:
        matching = [wish for wish in WISHES if wish.startswith(line) and line != ":"]
        if len(matching) != 1:
            expected = ", ".join(WISHES)
            raise InputError(f"{line!r} is no wish, expected one of {expected} or a word")
        wish = matching[0]
        if wish == ":help":
            self._send(f"{name:10}{meaning}" for name, meaning in WISHES.items())
        elif wish == ":next":
            self._show_next()
        else:
            self._order = wish[1:]
            self._show_again()

    def _show_next(self) -> None:
        if self._last is None:
            raise InputError("there is no word yet whose next path could be shown")
        if self._last.status == "absent":
            raise InputError(f"{self._last.word!r} has no path")
        try:
            path = self._next_path()
        except TimeoutError:
            print_error("no path more was found in the time given; :next goes on looking")
            return
        if path is None:
            self._send([f"{self._last.word}: no more paths, {self._number} in all"])
            self._paths, self._number = None, 0
            return
        self._shown = path
        self._show_path()

    def _next_path(self) -> Path | None:
        assert self._last is not None
        if self._paths is None:
            self._paths = self._walk(self._last.word)
            first = self._step()
            # The page of the word has shown the first path already, as a rule.
            if first is None or first != self._shown:
                return first
        return self._step()

    def _step(self) -> Path | None:
        assert self._paths is not None
        path = next(self._paths, None)
        self._number += path is not None
        return path

    def _show_again(self) -> None:
        if self._shown is not None and self._number > 0:
            self._show_path()
        elif self._last is not None:
            self._show_answer()

    def _show_answer(self) -> None:
        assert self._last is not None
        page = self._answer.page()
        shape = {"hexagonal": self._hexagonal}
        self._send(render_trace(self._grid, self._last, page, order=self._order, **shape))

    def _show_path(self) -> None:
        assert self._last is not None
        assert self._shown is not None
        page = self._answer.page()
        all_of_them = f" of {self._last.count}" if self._last.complete else ""
        title = f"{self._last.word}: path {self._number}{all_of_them}"
        self._send(
            render_path(
                self._grid,
                self._shown,
                title,
                page,
                hexagonal=self._hexagonal,
                order=self._order,
            )
        )

    def _send(self, lines: Iterator[str] | list[str]) -> None:
        self._answer.send_page((*lines, ""))
