"""The game in plain lines, for any terminal, for pipes, and for screen readers.

Output is only appended, never redrawn. When piped input ends, the remaining time passes at once,
and the game shows its result.
"""

from __future__ import annotations

import io
import os
import select
import sys
import time
from collections.abc import Iterable

from ..errors import GameError
from ..play.log import Stage
from ..play.match import Match
from ..play.outcome import describe_end
from ..play.report import (
    describe_match,
    describe_no_hint,
    describe_others,
    describe_progress,
    sign_of,
    write_results,
    write_tiles,
)
from ..play.session import Session
from ..render.terminal.page import Page
from ..render.terminal.picture import mark_cells, render_grid, spread_grid
from ..render.terminal.width import MARKS, printable, without_marks

COMMANDS = ("board", "rotate", "hint", "words", "pause", "end", "quit", "help")
_READ_SIZE = 4096


def play_plain(session: Session, page: Page) -> None:
    """Play matches in lines as long as the player wants another."""
    _PlainGame(session, page).run()


class LineReader:
    """Reads lines from standard input with a timeout; `ended` is True after the last line.

    If the system cannot wait with a timeout, it waits without one.
    """

    def __init__(self) -> None:
        self.ended = sys.stdin is None
        self._unread: str | None = None
        self._pending = b""
        self._file = _selectable_stdin()

    def read(self, seconds: float | None) -> str | None:
        """Return the next line without its newline; None at the end of input or after a timeout."""
        if self._unread is not None:
            line, self._unread = self._unread, None
            return line
        if self.ended:
            return None
        if self._file is None:
            line = sys.stdin.readline()
            self.ended = not line
            return line.rstrip("\r\n") if line else None
        until = None if seconds is None else time.monotonic() + seconds
        while b"\n" not in self._pending:
            left = None if until is None else max(0.0, until - time.monotonic())
            if not select.select([self._file], [], [], left)[0]:
                return None
            data = os.read(self._file, _READ_SIZE)
            if not data:
                self.ended = True
                break
            self._pending += data
        line_bytes, _, self._pending = self._pending.partition(b"\n")
        if self.ended and not line_bytes:
            return None
        return line_bytes.decode("utf-8", "replace").rstrip("\r")

    def wait(self) -> str | None:
        """Read the line that continues a game; in piped input, a word stays for the game."""
        line = self.read(None)
        if line and line.strip() and not _is_typed():
            self._unread = line
        return line


def _selectable_stdin() -> int | None:
    """Return the descriptor of standard input if `select` can wait for it."""
    if sys.stdin is None or os.name == "nt":
        return None
    try:
        return sys.stdin.fileno()
    except (OSError, ValueError, io.UnsupportedOperation):
        return None


class _PlainGame:
    def __init__(self, session: Session, page: Page) -> None:
        self._session, self._page, self._lines = session, page, LineReader()
        self._format = session.match.format

    def run(self) -> None:
        while self._play_match() and self._session.has_next and _is_typed():
            write_lines("", self._format("again"))
            if (self._lines.read(None) or "").strip().lower() != "n":
                return
            self._session.begin_next()

    def _play_match(self) -> bool:
        """Play all turns and show the result; return False if the player left."""
        match = self._session.match
        write_lines(", ".join(describe_match(match)), *describe_others(match))
        if match.setup.share:
            write_lines(self._format("share_code", code=match.setup.share))
        while self._session.match.stage is not Stage.OVER:
            if not self._begin_turn() or not self._play_turn():
                return False
        write_lines("", *write_results(self._session.match, self._page))
        return True

    def _begin_turn(self) -> bool:
        """Start a turn; wait for the person if there are several or the match is resumed."""
        match = self._session.match
        if len(match.setup.people) > 1 or match.now:
            write_lines(self._format("ready", name=match.name_of(match.person.name)))
            if self._lines.wait() is None and _is_typed():
                return False
        self._session.start_turn()
        write_lines("", *self._board(), self._format("enter_words"), "")
        return True

    def _play_turn(self) -> bool:
        """Read words until the turn is over; return False if the player leaves."""
        turn = self._session.match.turn
        while True:
            match = self._session.poll()
            if match.turn != turn or match.stage is not Stage.PLAYING:
                name = match.name_of(match.setup.people[turn])
                write_lines(f"{name}: {describe_end(match, turn)}")
                return True
            self._prompt(match)
            line = self._lines.read(None if match.left is None else match.left / 1000)
            if line is None and self._lines.ended:
                write_lines("")
                if _is_typed():
                    return False
                self._session.skip_time()
                continue
            word = (line or "").strip()
            if word == ":quit":
                return False
            if word == ":end":
                self._session.end_turn()
                return True
            if word.startswith(":"):
                self._run_command(word)
            elif word:
                self._play(word)

    def _play(self, word: str) -> None:
        verdict = self._session.play(word)
        if verdict is None:
            write_lines(self._format("too_late", word=printable(word)))
        else:
            sign = sign_of(verdict)
            match = self._session.match
            language = match.strings.language
            reason = verdict.explain(match.game.rules.penalty, language=language)
            said = f"{sign} {self._page.isolate(printable(verdict.word))}: {printable(reason)}"
            write_lines(self._page.judge(said, sign))

    def _run_command(self, command: str) -> None:
        session = self._session
        try:
            if command == ":board":
                write_lines(*self._board())
            elif command == ":rotate":
                session.rotate_board()
                write_lines(*self._board())
            elif command == ":hint":
                try:
                    hint = session.hint()
                except GameError:
                    write_lines(describe_no_hint(session.match))
                    return
                if hint:
                    row, column = hint.start
                    clue = self._page.isolate(hint.clue_in(session.match.strings.language))
                    text = self._format("hint_from", clue=clue, row=row + 1, column=column + 1)
                    write_lines(text)
            elif command == ":words":
                words = session.match.game.words_of(session.match.turn)
                write_lines(
                    " ".join(self._page.isolate(printable(each.word)) for each in words)
                    or self._format("none_yet")
                )
            elif command == ":pause":
                self._pause()
            else:
                write_lines(*(f":{name:<8}{self._format(f'command_{name}')}" for name in COMMANDS))
        except GameError as error:
            write_lines(str(error))

    def _pause(self) -> None:
        self._session.pause()
        write_lines("\n" * 40 + self._format("clock_stopped"))
        self._lines.wait()
        self._session.resume()
        write_lines(*self._board())

    def _board(self) -> Iterable[str]:
        grid = self._session.match.game.grid
        drawn = render_grid(grid, mark_cells([list(grid)]), Page(width=self._page.width))
        yield from drawn or spread_grid(grid, self._page)
        yield from write_tiles(self._session.match)

    def _prompt(self, match: Match) -> None:
        others = "".join(
            f"  {self._page.isolate(each.name)} "
            f"{sum(word.score for word in match.found_by_now(number))}"
            for number, each in enumerate(match.setup.opponents)
        )
        points = self._format("points", number=match.person.points)
        write_text(f"{', '.join(describe_progress(match))}  {points}{others} > ")


def write_lines(*lines: str) -> None:
    """Write lines to the terminal."""
    write_text("".join(f"{line}\n" for line in lines))


def write_text(text: str) -> None:
    """Write to the terminal at once, escaping characters that it cannot show."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    if not Page(encoding=encoding).shows(MARKS):
        text = without_marks(text)
    sys.stdout.write(text.encode(encoding, "backslashreplace").decode(encoding))
    sys.stdout.flush()


def _is_typed() -> bool:
    """Does a person type the input?"""
    return sys.stdin is not None and sys.stdin.isatty()
