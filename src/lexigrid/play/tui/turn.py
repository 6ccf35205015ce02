"""The screen of a turn: board, clock, the word being typed, verdicts and players.

While a word is typed or traced with the mouse, its path is marked on the board and described in a
line of text.
"""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.message import Message
from textual.widgets import Input, Static

from ...errors import GameError
from ...game.moves import Verdict
from ...geometry import Cell
from ...render.terminal.page import Page
from ...render.terminal.table import render_table
from ...render.terminal.width import display_width, isolate, printable
from ..log import Stage
from ..report import describe_no_hint, describe_progress, headings, sign_of
from ..session import Session
from .board import BoardBox, BoardView
from .waiting import GameScreen, KeyBar, PauseScreen

#: The clock is marked when this many milliseconds are left.
_WARNING = 15_000
#: On screens with fewer rows, frames are left out.
_LOW = 18
#: With fewer columns, the list of players has only points.
_NARROW = 24
_MAX_SHOWN = 200
#: Styles of log lines, by their signs.
_STYLES = {"+": "bold #8fd19e", "-": "#f2a79b", "=": "#c9b8f0", "?": "#f0d080"}
_MAX_TYPED = 40


class WordInput(Input):
    """The input line, in which Enter and Backspace keep their order among quickly typed keys."""

    class Entered(Message):
        """A word was entered."""

        def __init__(self, word: str) -> None:
            super().__init__()
            self.word = word

    def on_key(self, event: events.Key) -> None:
        """Handle Enter and Backspace at once, before they bubble up as in Textual."""
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


class TurnScreen(GameScreen):
    """A turn being played."""

    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f2,ctrl+n", "hint", "Hint", priority=True),
        Binding("f3,ctrl+t", "rotate", "Rotate", priority=True),
        Binding("f4,ctrl+p", "pause", "Pause", priority=True),
        Binding("f8,ctrl+d", "end", "End", key_display="f8", priority=True),
        Binding("escape", "clear", "Clear", priority=True),
        Binding("up", "scroll_board(0, -3)", "Up", show=False, priority=True),
        Binding("down", "scroll_board(0, 3)", "Down", show=False, priority=True),
        Binding("shift+left", "scroll_board(-6, 0)", "Left", show=False, priority=True),
        Binding("shift+right", "scroll_board(6, 0)", "Right", show=False, priority=True),
    ]
    CSS = """
    #head { height: 1; text-style: bold; background: $panel; padding: 0 1; }
    #middle { height: 1fr; }
    #side { width: 38%; min-width: 16; max-width: 60; padding: 0 1; scrollbar-size: 1 1; }
    #players { height: auto; padding: 0 0 1 0; }
    #log { height: auto; }
    #traced { height: auto; max-height: 2; min-height: 1; padding: 0 1; }
    #word { height: 3; border: round $foreground; }
    TurnScreen.low #word { height: 1; border: none; padding: 0 1; }
    TurnScreen.low #players { padding: 0; }
    """

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.lines: list[str] = []
        self.hinted = ""
        self._shown: tuple[str, list[str]] = ("", [])
        #: The path that the mouse traced for the word in the input.
        self.pointed: tuple[Cell, ...] = ()
        rules = session.match.game.rules
        # Attributes, because the clock is updated even before mounting and after removal.
        self.head = Static(id="head")
        self.board = BoardView(session.match.game.grid)
        self.board.is_traceable = True
        self.players = Static(id="players")
        self.log_view = Static(id="log")
        self.traced = Static(id="traced")
        self.word = WordInput(
            placeholder=self.format("type_word", number=rules.min_length),
            id="word",
            max_length=_MAX_TYPED,
        )

    def compose(self) -> ComposeResult:
        """Lay out the screen."""
        yield self.head
        with Horizontal(id="middle"):
            with BoardBox():
                yield self.board
            with VerticalScroll(id="side", can_focus=False):
                yield self.players
                yield self.log_view
        yield self.traced
        yield self.word
        yield KeyBar()

    def on_mount(self) -> None:
        """Show the earlier verdicts of a resumed turn."""
        match = self.session.match
        for move in match.game.moves:
            if move.player == match.turn and move.verdict is not None:
                self.lines.append(self._line(move.verdict))
        self.word.focus()
        self.show_log()
        self.show_clock()
        self.show_path()

    def on_resize(self, event: events.Resize) -> None:
        """Leave out the frames on a low screen."""
        self.set_class(event.size.height < _LOW, "low")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer hints and rotation only if the rules allow them."""
        rules = self.session.match.game.rules
        return {"hint": rules.hints > 0, "rotate": rules.turning}.get(action, True)

    # --- views ----------------------------------------------------------------------------------

    def show_clock(self) -> None:
        """Show the clock, what else is left, and the current scores."""
        match = self.session.match
        rules, own, left = match.setup.rules, match.person, match.left
        parts = describe_progress(match)
        if left is not None:
            clock = self.format("left", what=parts[0])
            parts[0] = f"! {clock} !" if left <= _WARNING else clock
        if len(match.setup.people) > 1:
            parts.insert(0, match.name_of(own.name))
        parts.append(self.format("points", number=own.points))
        if rules.hints:
            hints = self.format("hints", number=rules.hints - own.hints)
            parts.append(self.format("left", what=hints))
        progress = self._fitting(parts, named=len(match.setup.people) > 1)
        rows = [(match.name_of(own.name), own.points, own.found)]
        for number, each in enumerate(match.setup.opponents):
            found = match.found_by_now(number)
            rows.append((each.name, sum(word.score for word in found), len(found)))
        shown = [[(isolate(printable(str(field))), None) for field in row] for row in rows]
        names = headings(match, "player points words")
        table = list(render_table(names, shown, Page(), right=1))
        is_narrow = 0 < self.players.size.width < _NARROW
        if is_narrow or 0 < self.players.size.width < max(map(display_width, table)):
            table = [f"{isolate(printable(name))} {points}" for name, points, _ in rows]
        if own.wrong and rules.penalty:
            wrong = self.format("wrong", number=own.wrong)
            table.append(f"{wrong}: -{rules.penalty * own.wrong}")
        if (rival := match.rival) is not None:
            name = match.name_of(rival.name)
            table.append(self.format("to_beat_short", points=rival.points, name=name))
        if rules.cancel and len(match.game.players) > 1 and not is_narrow:
            table.append(self.format("cancel_at_end"))
        if (progress, table) != self._shown:  # an update is drawn even if nothing has changed
            self._shown = progress, table
            self.head.update(Text(progress, no_wrap=True, overflow="ellipsis"))
            self.players.update(Text("\n".join(table)))

    def _fitting(self, parts: list[str], *, named: bool) -> str:
        """Join the parts of the head; if they do not fit, leave out the name, then the last."""
        width, joined = self.head.size.width, "  ".join(map(isolate, parts))
        if 0 < width < display_width(joined) and len(parts) > 1:
            return self._fitting(parts[1:] if named else parts[:-1], named=False)
        return joined

    def show_log(self) -> None:
        """Show the last verdicts and hints, newest first."""
        lines = self.lines[: -_MAX_SHOWN - 1 : -1]
        styles = (_STYLES.get(line[:1], "") for line in lines)
        self.log_view.update(Text("\n").join(map(Text, lines, styles)))

    def add_line(self, line: str) -> None:
        """Add a line to the log; it is also shown under the board until a word is begun."""
        self.lines.append(line)
        self.show_log()
        self.show_path()

    def show_path(self) -> None:
        """Mark the path of the typed word, and show how much of it is on the board."""
        solution = self.session.match.game.solution
        word = self.word.value.strip()
        letters = len(solution.letters_of(word)) if word else 0
        traced, path = solution.follow(word) if word else (0, ())
        if self.pointed:
            path = self.pointed
        if word:
            self.hinted = ""
        elif hinted := solution.find(self.hinted):
            path = (hinted.path or ())[:1]
        match = self.session.match
        self.board.show_board(match.game.grid, path, match.game.tiles_left(match.turn))
        if not letters:
            line = self.lines[-1].strip() if self.lines else ""
        else:
            count = self.strings.format("letters", number=letters)
            is_whole = traced == letters
            text = "on_board" if is_whole else "partly_on_board"
            line = self.format(text, letters=count, number=traced)
        self.traced.update(Text(line))

    # --- keys and mouse -------------------------------------------------------------------------

    def on_input_changed(self, changed: Input.Changed) -> None:
        """Trace the word as it is typed."""
        solution = self.session.match.game.solution
        if self.pointed and changed.value != solution.spell(self.pointed):
            self.forget_path()
        self.show_path()

    def on_word_input_entered(self, entered: WordInput.Entered) -> None:
        """Play the word that was typed."""
        self.play(entered.word)

    def on_board_view_traced(self, traced: BoardView.Traced) -> None:
        """Show the word that the mouse traces; play it when the path ends."""
        self.pointed = traced.path
        word = self.session.match.game.solution.spell(traced.path)
        self.word.value = word
        self.word.focus()
        if traced.is_done:
            self.play(word)
            self.word.value = ""

    def play(self, word: str) -> None:
        """Play a word."""
        self.forget_path()
        turn = self.session.match.turn
        verdict = self.session.play(word)
        if verdict is not None:
            self.add_line(self._line(verdict))
        match = self.session.match
        if match.stage is Stage.PLAYING and match.turn == turn:
            self.show_clock()
        else:
            self.show_stage()

    def forget_path(self) -> None:
        """Forget the path that the mouse traced."""
        self.pointed = ()
        self.board.forget_clicks()

    def action_clear(self) -> None:
        """Clear the word."""
        self.word.value = ""
        self.forget_path()

    def action_scroll_board(self, x: int, y: int) -> None:
        """Scroll the board and the list of players and verdicts if they overflow."""
        for place in (self.query_one(BoardBox), self.query_one("#side")):
            place.scroll_relative(x, y, animate=False)

    def action_hint(self) -> None:
        """Take a hint, and mark its first tile until something is typed."""
        try:
            hint = self.session.hint()
        except GameError:
            self.add_line(f"  {describe_no_hint(self.session.match)}")
            return
        if hint is not None:
            self.hinted = hint.word
            self.add_line(f"? {isolate(printable(hint.clue_in(self.strings.language)))}")
            self.show_clock()

    def action_rotate(self) -> None:
        """Rotate the board."""
        self.forget_path()
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

    def _line(self, verdict: Verdict) -> str:
        sign = sign_of(verdict)
        penalty = self.session.match.game.rules.penalty
        reason = verdict.explain(penalty, language=self.strings.language)
        return printable(f"{sign} {isolate(verdict.word)}: {reason}")
