"""The screen of a turn: board, clock, the word being typed, verdicts and players.

While a word is typed, its path is marked on the board and described in a line of text.
"""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Footer, Input, Static

from ...errors import GameError
from ...game import Verdict
from ...render.terminal.text import count_noun
from ...render.terminal.width import printable
from ..match import Stage
from ..report import format_clock
from ..session import Session
from .board import BoardView
from .waiting import PauseScreen

#: Milliseconds left from which the clock is marked.
_WARNING = 15_000
_MAX_SHOWN = 200
_MAX_TYPED = 40


class WordInput(Input):
    """The input line; Enter and Backspace act in the order of the keys, however fast they come."""

    class Entered(Message):
        """A word was typed and ended with Enter."""

        def __init__(self, word: str) -> None:
            super().__init__()
            self.word = word

    def on_key(self, event: events.Key) -> None:
        """Handle Enter and Backspace at once; Textual would pass them up first."""
        if event.key not in ("enter", "backspace"):
            return
        event.stop()
        event.prevent_default()
        if event.key == "backspace":
            self.action_delete_left()
            return
        word, self.value = self.value.strip(), ""
        if word:
            self.post_message(self.Entered(word))


class TurnScreen(Screen[None]):
    """A turn that is being played."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f2,ctrl+n", "hint", "Hint", priority=True),
        Binding("f3,ctrl+t", "rotate", "Rotate", priority=True),
        Binding("f4,ctrl+p", "pause", "Pause", priority=True),
        Binding("f8,ctrl+d", "end", "End", priority=True),
        Binding("escape", "clear", "Clear", priority=True),
    ]
    CSS = """
    #head { height: 1; }
    #middle { height: 1fr; }
    #side { width: 1fr; padding: 0 1; }
    #players { height: auto; }
    #log { height: 1fr; padding: 1 0 0 0; }
    #traced { height: 1; padding: 0 1; }
    #word { height: 3; border: round $foreground; }
    """

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.lines: list[str] = []
        self.hinted = ""
        # Attributes, as the clock is updated before the screen is mounted and after it is removed.
        self.head = Static(id="head")
        self.board = BoardView(session.match.game.grid)
        self.players = Static(id="players")
        self.log_view = Static(id="log")
        self.traced = Static(id="traced")
        self.word = WordInput(
            placeholder="type a word, then Enter", id="word", max_length=_MAX_TYPED
        )

    def compose(self) -> ComposeResult:
        """Lay out the screen."""
        yield self.head
        with Horizontal(id="middle"):
            yield self.board
            with Vertical(id="side"):
                yield self.players
                yield self.log_view
        yield self.traced
        yield self.word
        yield Footer()

    def on_mount(self) -> None:
        """Show the earlier verdicts of a resumed match."""
        match = self.session.match
        for move in match.game.moves:
            if move.player == match.turn and move.verdict is not None:
                self.lines.append(_line(move.verdict))
        self.word.focus()
        self.show_log()
        self.show_clock()
        self.show_path()

    # --- views ----------------------------------------------------------------------------------

    def show_clock(self) -> None:
        """Show the time left and the scores at this time."""
        match = self.session.match
        rules, scores, left = match.game.rules, match.current_scores, match.left
        clock = f"{format_clock(left)} left" if left is not None else "no limit"
        if left is not None and left <= _WARNING:
            clock = f"! {clock} !"
        name = f"{printable(match.person)}   " if len(match.people) > 1 else ""
        head = Text(f" {name}{clock}", "bold")
        head.append(f"   words of at least {count_noun(rules.min_length, 'letter')}")
        if rules.hints:
            head.append(f"   {count_noun(rules.hints - scores.hints, 'hint')} left")
        self.head.update(head)
        players = [(match.person, scores.points, scores.found)]
        for number, each in enumerate(match.opponents):
            found = len(match.found_by_now(number))
            players.append((each.name, match.points_by_now(number), found))
        lines = (
            f"{printable(name)}: {count_noun(points, 'point')}, {count_noun(words, 'word')}"
            for name, points, words in players
        )
        self.players.update(Text("\n".join(lines)))

    def show_log(self) -> None:
        """Show the last verdicts and hints, the newest first."""
        lines = self.lines[: -_MAX_SHOWN - 1 : -1]
        self.log_view.update(Text("\n".join(lines), no_wrap=True))

    def add_line(self, line: str) -> None:
        """Add a line to the log."""
        self.lines.append(line)
        self.show_log()

    def show_path(self) -> None:
        """Mark the path of the typed word, and say how far it goes."""
        solution = self.session.match.game.solution
        word = self.word.value.strip()
        letters = len(solution.letters_of(word)) if word else 0
        traced, path = solution.follow(word) if word else (0, ())
        if word:
            self.hinted = ""
        elif hinted := solution.find(self.hinted):
            path = (hinted.path or ())[:1]
        self.board.show_board(self.session.match.game.grid, path)
        if not letters:
            line = ""
        elif traced == letters:
            line = f"on the board: {count_noun(letters, 'letter')}"
        else:
            line = f"on the board: only {traced} of {count_noun(letters, 'letter')}"
        self.traced.update(Text(line))

    # --- keys -----------------------------------------------------------------------------------

    def on_input_changed(self) -> None:
        """Trace the word as it is typed."""
        self.show_path()

    def on_word_input_entered(self, entered: WordInput.Entered) -> None:
        """Play the word."""
        verdict = self.session.play(entered.word)
        if verdict is None:
            self.show_stage()
            return
        self.add_line(_line(verdict))
        self.show_clock()

    def action_clear(self) -> None:
        """Clear the word."""
        self.word.value = ""

    def action_hint(self) -> None:
        """Take a hint; its first tile is marked until something is typed."""
        try:
            hint = self.session.hint()
        except GameError as error:
            self.add_line(f"  {error}")
            return
        if hint is not None:
            self.add_line(f"? {printable(hint.clue)}")
            self.hinted = hint.word
            self.show_path()
            self.show_clock()

    def action_rotate(self) -> None:
        """Rotate the board."""
        try:
            self.session.rotate_board()
        except GameError as error:
            self.add_line(f"  {error}")
        self.show_path()

    def action_pause(self) -> None:
        """Stop the clock and hide the board."""
        self.session.pause()
        if self.session.match.stage is Stage.PLAYING:
            self.app.push_screen(PauseScreen(self.session))
        else:
            self.show_stage()

    def action_end(self) -> None:
        """End the turn."""
        self.session.end_turn()
        self.show_stage()

    def show_stage(self) -> None:
        """Let the application show the screen of the current stage."""
        self.app.show_stage()  # type: ignore[attr-defined]


def _line(verdict: Verdict) -> str:
    sign = "+" if verdict else "-"
    return printable(f"{sign} {verdict.word}: {verdict.explain()}")
