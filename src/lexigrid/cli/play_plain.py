"""The game in plain lines: for any terminal, for pipes, and for screen readers.

Knows sessions and pages; known by the play command.
Rule: one line in, one line out; nothing is ever drawn over.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable

from ..errors import GameError
from ..play.match import Match, Session, Stage
from ..play.match.report import describe_match, format_clock, write_results
from ..render.terminal.page import Page
from ..render.terminal.picture import mark_cells, render_grid
from ..render.terminal.width import printable
from .lines_in import LineReader
from .roll import spread

COMMANDS = {
    ":board": "show the board",
    ":turn": "turn the board a quarter",
    ":hint": "take a hint",
    ":words": "list what you have found",
    ":pause": "stop the clock, hide the board",
    ":end": "end your turn",
    ":help": "list these",
}


def play_plain(session: Session, page: Page) -> bool:
    """Play a match in lines; False if the input ended before the match did."""
    return _Plain(session, page, LineReader()).run()


class _Plain:
    def __init__(self, session: Session, page: Page, lines: LineReader) -> None:
        self._session, self._page, self._lines = session, page, lines

    def run(self) -> bool:
        """Play all turns and show the result."""
        match = self._session.match
        self._write([", ".join(describe_match(match))])
        if match.opponents:
            names = ", ".join(each.name for each in match.opponents)
            self._write([f"against {names}"])
        if match.share:
            self._write([f"share code: {match.share}"])
        while self._session.match.stage is not Stage.OVER:
            if not self._begin_turn() or not self._play_turn():
                return False
        self._write(["", *write_results(self._session.match, self._page)])
        return True

    def _begin_turn(self) -> bool:
        """Wait until the person is ready, if there are several or a match goes on."""
        match = self._session.match
        if len(match.people) > 1 or match.now:
            self._write([f"{match.person}: press Enter when you are ready"])
            if self._lines.read(None) is None:
                return False
        self._session.start_turn()
        self._write(["", *self._board(), "words, or :help", ""])
        return True

    def _play_turn(self) -> bool:
        """Take words until the turn is over; False if the input ended."""
        turn = self._session.match.turn
        while True:
            match = self._session.poll()
            if match.turn != turn or match.stage is not Stage.PLAYING:
                self._write([f"the time of {match.people[turn]} is up"])
                return True
            self._prompt(match)
            line = self._lines.read(None if match.left is None else match.left / 1000)
            if line is None and self._lines.ended:
                self._write([""])
                return False
            if line is None or not line.strip():
                continue
            word = line.strip()
            if word in (":end", ":quit"):
                self._session.end_turn()
                return True
            self._answer(word)

    def _answer(self, word: str) -> None:
        if word.startswith(":"):
            self._obey(word)
            return
        verdict = self._session.say(word)
        if verdict is None:
            self._write([f"{printable(word)}: too late"])
            return
        sign = "+" if verdict else "-"
        self._write([f"{sign} {printable(verdict.word)}: {printable(verdict.explain())}"])

    def _obey(self, command: str) -> None:
        session = self._session
        try:
            if command == ":board":
                self._write(self._board())
            elif command == ":turn":
                session.turn_board()
                self._write(self._board())
            elif command == ":hint":
                hint = session.hint()
                if hint is not None:
                    row, column = hint.start
                    self._write([f"hint: {hint.clue}, from row {row + 1}, column {column + 1}"])
            elif command == ":words":
                words = session.match.tally.words
                self._write([" ".join(printable(each.word) for each in words) or "none yet"])
            elif command == ":pause":
                self._pause()
            else:
                self._write([f"{name:<8}{text}" for name, text in COMMANDS.items()])
        except GameError as error:
            self._write([str(error)])

    def _pause(self) -> None:
        self._session.pause()
        self._write(["\n" * 40 + "the clock stands still; press Enter to go on"])
        self._lines.read(None)
        self._session.go_on()
        self._write(self._board())

    def _board(self) -> list[str]:
        grid = self._session.match.game.grid
        drawn = render_grid(grid, mark_cells([list(grid)]), Page(width=self._page.width))
        return drawn or spread(grid)

    def _prompt(self, match: Match) -> None:
        tally = match.tally
        others = "".join(
            f"  {each.name} {match.points_by_now(number)}"
            for number, each in enumerate(match.opponents)
        )
        self._send(f"{format_clock(match.left)}  {tally.points} points{others} > ")

    def _write(self, lines: Iterable[str]) -> None:
        self._send("".join(f"{line}\n" for line in lines))

    def _send(self, text: str) -> None:
        """Write at once, in what the terminal can show."""
        encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
        sys.stdout.write(text.encode(encoding, "backslashreplace").decode(encoding))
        sys.stdout.flush()
