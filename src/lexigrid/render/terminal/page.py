"""The properties of the terminal or file that text is written to.

Without colour no escape codes are written; colour is never the only sign.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from .width import isolate

_RESET = "\x1b[0m"
_DIM = "2"
_BOLD = "1"
#: Bold green, red and yellow, as the terminal shows them on its background.
_VERDICTS = {"+": "1;32", "-": "31", "=": "33"}
# Black on light backgrounds (after Okabe and Ito): distinct for the colour-blind, and readable on
# dark and light terminals.
_BACKGROUNDS = (214, 117, 79, 227, 182, 209)
# Combined with the backgrounds, these give 18 styles.
_ATTRIBUTES = ("1", "1;4", "1;3")
_SHARED = "1;4;7"
#: Between lam and alef, where a non-joiner can be written.
_LAM_ALEF = "(?<=ل)(?=[اأإآ])"
#: Number of different highlight styles.
STYLES = len(_BACKGROUNDS) * len(_ATTRIBUTES)


class Page(NamedTuple):
    """The width in columns, the colours and the characters that can be shown.

    >>> Page(encoding="ascii").dot, Page().highlight("cat", 0)
    ('.', 'cat')
    """

    width: int = 80
    colour: bool = False
    encoding: str = "utf-8"
    terminal: bool = False
    has_ligatures: bool = False
    """Does the terminal draw lam and alef in one column?"""

    @property
    def dot(self) -> str:
        """The character shown for letters outside all matches."""
        return "·" if self.shows("·") else "."

    def shows(self, text: str) -> bool:
        """Can every character of the text be written?"""
        try:
            text.encode(self.encoding)
        except (UnicodeEncodeError, LookupError):
            return False
        return True

    def isolate(self, text: str) -> str:
        """Put marks around text that runs from right to left, if they can be written."""
        isolated = isolate(text)
        if self.has_ligatures:
            isolated = re.sub(_LAM_ALEF, "\N{ZERO WIDTH NON-JOINER}", isolated)
        return isolated if isolated is text or self.shows(isolated) else text

    def highlight(self, text: str, style: int, *, shared: bool = False) -> str:
        """Highlight the text in a style; text that several words share is reversed."""
        if not self.colour:
            return text
        number, background = divmod(style, len(_BACKGROUNDS))
        attributes = _SHARED if shared else _ATTRIBUTES[number % len(_ATTRIBUTES)]
        return f"\x1b[{attributes};38;5;16;48;5;{_BACKGROUNDS[background]}m{text}{_RESET}"

    def judge(self, text: str, sign: str) -> str:
        """Colour what came of a word: "+" is good, "-" is not, "=" was known before."""
        return f"\x1b[{_VERDICTS[sign]}m{text}{_RESET}" if self.colour else text

    def dim(self, text: str) -> str:
        """Dim the text: rulers, letters outside all matches."""
        return f"\x1b[{_DIM}m{text}{_RESET}" if self.colour and text.strip() else text

    def bold(self, text: str) -> str:
        """Make the text bold: headings and totals."""
        return f"\x1b[{_BOLD}m{text}{_RESET}" if self.colour and text.strip() else text
