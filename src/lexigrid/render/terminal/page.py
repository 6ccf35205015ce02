"""The sheet a text page is written on: its width, its characters, its inks.

Knows nothing of grids; known by everything that renders text.
Rule: without colour not one escape code is written; colour is never the only sign.
"""

from __future__ import annotations

from dataclasses import dataclass

_RESET = "\x1b[0m"
_DIM = "2"
_BOLD = "1"
# Black on a light ground, told apart by the colour-blind too (after Okabe and Ito), and readable
# on a dark and on a light terminal alike because the ground is always our own.
_GROUNDS = (214, 117, 79, 227, 182, 209)
# After the last colour the round begins again with another attribute, so 18 words differ.
_ROUNDS = ("1", "1;4", "1;3")
_SHARED = "1;4;7"
INKS = len(_GROUNDS) * len(_ROUNDS)


@dataclass(frozen=True, slots=True)
class Page:
    """What the reader's terminal or file can show.

    >>> Page(encoding="ascii").dot, Page().ink("cat", 0)
    ('.', 'cat')
    """

    width: int = 80
    colour: bool = False
    encoding: str = "utf-8"
    terminal: bool = False

    @property
    def dot(self) -> str:
        """The sign for a letter that is in no match."""
        return "·" if self.shows("·") else "."

    def shows(self, text: str) -> bool:
        """Tell whether every character of the text can be written here."""
        try:
            text.encode(self.encoding)
        except (UnicodeEncodeError, LookupError):
            return False
        return True

    def ink(self, text: str, number: int, *, shared: bool = False) -> str:
        """Mark the text with ink `number`; what several words share is underlined and reversed."""
        if not self.colour:
            return text
        ground = _GROUNDS[number % len(_GROUNDS)]
        attributes = _SHARED if shared else _ROUNDS[number // len(_GROUNDS) % len(_ROUNDS)]
        return f"\x1b[{attributes};38;5;16;48;5;{ground}m{text}{_RESET}"

    def dim(self, text: str) -> str:
        """Write the text faintly: rulers, letters in no match."""
        return f"\x1b[{_DIM}m{text}{_RESET}" if self.colour and text.strip() else text

    def bold(self, text: str) -> str:
        """Write the text strongly: headings and totals."""
        return f"\x1b[{_BOLD}m{text}{_RESET}" if self.colour and text.strip() else text
