"""The base of all screens, and the screens before a turn, in a pause, and if space is lacking."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.dom import DOMNode
from textual.geometry import Size
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Footer, Static
from textual.widgets._footer import FooterKey

from ...render.terminal.width import display_width
from ...strings import Strings
from ..match import Match
from ..report import describe_match, describe_others, describe_progress
from ..session import Session

#: The smallest terminal on which the game is played.
LEAST = Size(40, 12)
#: Actions whose keys are left out if they do not all fit, in this order.
_SPARED = ("clear", "rotate", "hint")


class GameScreen(Screen[None]):
    """A screen with the texts of a match, in its language."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.strings, self.format = session.match.strings, session.match.format
        translate_keys(self, self.strings)


def translate_keys(node: DOMNode, strings: Strings) -> None:
    """Describe the keys of a screen or an application in the language of the match."""
    for key, bindings in node._bindings.key_to_bindings.items():
        node._bindings.key_to_bindings[key] = [
            replace(each, description=strings.format(f"game.key_{each.action}"))
            if each.show
            else each
            for each in bindings
        ]


class KeyBar(Footer):
    """The keys at the foot of a screen; if they do not all fit, some are left out, none cut off."""

    def __init__(self) -> None:
        super().__init__(compact=True, show_command_palette=False)

    def compose(self) -> ComposeResult:
        """List the keys that fit."""
        keys: list[Widget] = [*super().compose()]
        for action in _SPARED:
            if sum(map(_key_width, keys)) > self.app.size.width + 1:
                keys = [k for k in keys if not (isinstance(k, FooterKey) and k.action == action)]
        yield from keys

    async def on_resize(self) -> None:
        """List the keys again."""
        await self.recompose()


class WaitingScreen(GameScreen):
    """Centred lines, which scroll, and Enter to continue."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "proceed", "Continue")]
    CSS = """
    #room { align: center middle; }
    #lines { width: 100%; text-align: center; padding: 0 1; }
    """

    def compose_lines(self, *lines: str) -> ComposeResult:
        """Lay out the lines of a screen."""
        with VerticalScroll(id="room"):
            yield Static(Text("\n".join(lines)), id="lines")
        yield KeyBar()


class ReadyScreen(WaitingScreen):
    """Before a turn: the rules, the opponents and the current person."""

    def compose(self) -> ComposeResult:
        """Lay out the lines."""
        match = self.session.match
        shown = [*describe_match(match), ""]
        for line in describe_others(match):
            shown += [line, ""]
        if len(match.setup.people) > 1:
            shown += [self.format("next_player", name=match.name_of(match.person.name)), ""]
        if match.now:
            shown += [self.format("resumed", left=_left(match)), ""]
        yield from self.compose_lines(*shown, self.format("begin"))

    def action_proceed(self) -> None:
        """Start the turn."""
        self.session.start_turn()
        self.app.show_stage()  # type: ignore[attr-defined]


class PauseScreen(WaitingScreen):
    """A pause within a turn."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f4,ctrl+p", "proceed", "Continue", show=False)
    ]

    def compose(self) -> ComposeResult:
        """Lay out the lines."""
        left = _left(self.session.match)
        lines = (self.format("pause"), "", left, "", self.format("go_on"))
        yield from self.compose_lines(*lines)

    def action_proceed(self) -> None:
        """Restart the clock."""
        self.session.resume()
        self.app.pop_screen()


class SmallScreen(GameScreen):
    """A notice that the terminal is too small; the clock is stopped."""

    def compose(self) -> ComposeResult:
        """Lay out the line."""
        yield Static(self.format("too_small", columns=LEAST.width, rows=LEAST.height))


def _key_width(key: Widget) -> int:
    """Return the columns of a key and its description, with the blank after them."""
    text = f"{key.key_display} {key.description} " if isinstance(key, FooterKey) else ""
    return display_width(text)


def _left(match: Match) -> str:
    left = ", ".join(describe_progress(match))
    return match.format("left", what=left) if match.left is not None else left
