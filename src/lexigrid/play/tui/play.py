"""The screen of a turn: board, clock, the word that is typed, verdicts, players.

Knows sessions and the board's drawing; known by the application.
Rule: while a word is typed, its path is marked as far as it goes, and a line says the same.
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
from ..match import Session, Stage
from ..match.report import format_clock
from .board import BoardView
from .pauses import PauseScreen

_HURRY = 15_000
_MOST_SAID = 200
_MAX_TYPED = 40


class WordInput(Input):
    """The line that a word is typed into.

    Enter and Backspace are obeyed in the order of the keys, however fast they come.
    """

    class Said(Message):
        """A word was typed and ended with Enter."""

        def __init__(self, word: str) -> None:
            super().__init__()
            self.word = word

    def on_key(self, event: events.Key) -> None:
        """Obey Enter and Backspace at once; Textual would hand them up first."""
        if event.key not in ("enter", "backspace"):
            return
        event.stop()
        event.prevent_default()
        if event.key == "backspace":
            self.action_delete_left()
            return
        word, self.value = self.value.strip(), ""
        if word:
            self.post_message(self.Said(word))


class PlayScreen(Screen[None]):
    """A turn as it is played."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f2,ctrl+n", "hint", "Hint", priority=True),
        Binding("f3,ctrl+t", "turn", "Turn", priority=True),
        Binding("f4,ctrl+p", "pause", "Pause", priority=True),
        Binding("f8,ctrl+d", "end", "End", priority=True),
        Binding("escape", "clear", "Clear", priority=True),
    ]
    CSS = """
    #head { height: 1; }
    #middle { height: 1fr; }
    #side { width: 1fr; padding: 0 1; }
    #players { height: auto; }
    #said { height: 1fr; padding: 1 0 0 0; }
    #traced { height: 1; padding: 0 1; }
    #word { height: 3; border: round $foreground; }
    """

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.said: list[str] = []
        self.hinted = ""
        # Held here: the clock is looked at before the screen stands, and after it is taken down.
        self.head = Static(id="head")
        self.board = BoardView(session.match.game.grid)
        self.players = Static(id="players")
        self.verdicts = Static(id="said")
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
                yield self.verdicts
        yield self.traced
        yield self.word
        yield Footer()

    def on_mount(self) -> None:
        """Show what was said before, if the match goes on."""
        match = self.session.match
        for move in match.game.moves:
            if move.player == match.turn and move.verdict is not None:
                self.said.append(_line(move.verdict))
        self.word.focus()
        self.show_said()
        self.show_clock()
        self.show_path()

    # --- what is shown --------------------------------------------------------------------------

    def show_clock(self) -> None:
        """Show the time that is left, and what all have by now."""
        match = self.session.match
        left = match.left
        hurry = left is not None and left <= _HURRY
        clock = f"{format_clock(left)} left" if left is not None else "no limit"
        name = f"{printable(match.person)}   " if len(match.people) > 1 else ""
        head = Text(f" {name}{'! ' if hurry else ''}{clock}{' !' if hurry else ''}", "bold")
        rules = match.game.rules
        head.append(f"   words of {count_noun(rules.min_length, 'letter')} and more")
        if rules.hints:
            left_hints = rules.hints - match.tally.hints
            head.append(f"   {count_noun(left_hints, 'hint')} left")
        self.head.update(head)
        tally = match.tally
        lines = [
            f"{printable(match.person)}: {count_noun(tally.points, 'point')}, "
            f"{count_noun(tally.found, 'word')}"
        ]
        for number, each in enumerate(match.opponents):
            words = len(match.found_by_now(number))
            lines.append(
                f"{printable(each.name)}: {count_noun(match.points_by_now(number), 'point')}, "
                f"{count_noun(words, 'word')}"
            )
        self.players.update(Text("\n".join(lines)))

    def show_said(self) -> None:
        """Show the last words and verdicts, the newest first."""
        lines = self.said[: -_MOST_SAID - 1 : -1]
        self.verdicts.update(Text("\n".join(lines), no_wrap=True))

    def show_path(self) -> None:
        """Mark the path of what is typed, and say how far it goes."""
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
            told = ""
        elif traced == letters:
            told = f"on the board: {count_noun(letters, 'letter')}"
        else:
            told = f"not on the board beyond {traced} of {count_noun(letters, 'letter')}"
        self.traced.update(Text(told))

    # --- keys -----------------------------------------------------------------------------------

    def on_input_changed(self) -> None:
        """Follow the word as it is typed."""
        self.show_path()

    def on_word_input_said(self, said: WordInput.Said) -> None:
        """Say the word."""
        verdict = self.session.say(said.word)
        if verdict is None:
            self.app.follow_match()  # type: ignore[attr-defined]
            return
        self.tell(_line(verdict))
        self.show_clock()

    def action_clear(self) -> None:
        """Clear the word."""
        self.word.value = ""

    def action_hint(self) -> None:
        """Take a hint: it is told, and its first tile is marked until something is typed."""
        try:
            hint = self.session.hint()
        except GameError as error:
            self.tell(f"  {error}")
            return
        if hint is not None:
            self.tell(f"? {printable(hint.clue)}")
            self.hinted = hint.word
            self.show_path()
            self.show_clock()

    def action_turn(self) -> None:
        """Turn the board."""
        try:
            self.session.turn_board()
        except GameError as error:
            self.tell(f"  {error}")
        self.show_path()

    def action_pause(self) -> None:
        """Stop the clock and hide the board."""
        self.session.pause()
        if self.session.match.stage is Stage.PLAYING:
            self.app.push_screen(PauseScreen(self.session))
        else:
            self.app.follow_match()  # type: ignore[attr-defined]

    def action_end(self) -> None:
        """End the turn."""
        self.session.end_turn()
        self.app.follow_match()  # type: ignore[attr-defined]

    def tell(self, line: str) -> None:
        """Put a line on top of what was said."""
        self.said.append(line)
        self.show_said()


def _line(verdict: Verdict) -> str:
    sign = "+" if verdict else "-"
    return printable(f"{sign} {verdict.word}: {verdict.explain()}")
