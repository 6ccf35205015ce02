"""What the user names on the command line -> grids, words and lexicons.

Knows grids and lexicons, imported when they are needed; known by the commands.
Rule: GRID is `-`, else a file of that name, else the grid itself; an error tells both readings.
"""

from __future__ import annotations

import math
import os
import re
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..errors import GridError, InputError, LexiconError

if TYPE_CHECKING:
    from ..alphabet import Alphabet
    from ..grid import Grid
    from ..lexicon import Lexicon

Shape = tuple[int, int]

STANDARD_INPUT = "-"
BUILT_IN = ("default", "english")

# A text that ends like this was meant as a file.
_FILE_ENDING = re.compile(
    r"\.(txt|text|csv|tsv|json|jsonl|grid|raw|bin|dat|gz|xz|zst|parquet|lexicon|dic|md|html?|pdf)$",
    re.IGNORECASE,
)
_SHOWN = 60


@dataclass(frozen=True, slots=True)
class GridOptions:
    """GRID as the user gave it, and how it is to be read."""

    text: str
    size: Shape | None = None
    raw: Shape | None = None
    qu: bool = False
    alphabet: str | None = None
    case_sensitive: bool = False
    fold_accents: bool = False

    def letters(self) -> Alphabet | None:
        """Return the alphabet asked for; None if nothing was asked for."""
        return choose_alphabet(self.alphabet, self.case_sensitive, self.fold_accents)

    def read(self) -> Grid:
        """Read the grid.

        Raises:
            GridError: the text or the file is not a grid.
            InputError: neither a file nor a grid; options that exclude each other.
        """
        from ..grid import Grid

        if self.size and self.raw:
            raise InputError("--size and --raw exclude each other, give one of them")
        letters = self.letters()
        if self.raw and self.text == STANDARD_INPUT:
            raise InputError("--raw maps a file, and standard input ('-') is none; name the file")
        if self.text == STANDARD_INPUT or is_file(self.text):
            if self.raw:
                return Grid.read(self.text, raw=self.raw, qu=self.qu, alphabet=letters)
            return Grid.read(self.text, size=self.size, qu=self.qu, alphabet=letters)
        if self.raw:
            raise InputError(f"--raw needs a file, and there is no file {_quote(self.text)}")
        text = recover_text(self.text, "GRID")
        if _FILE_ENDING.search(text) or text.startswith(("/", "~")):
            raise InputError(
                f"no file {_quote(self.text)}, and no grid either: "
                "a grid is rows joined by '/', such as tea/ant/oat",
                path=self.text,
            )
        return self._parse(text, letters)

    def _parse(self, text: str, letters: Alphabet | None) -> Grid:
        from ..grid import Grid

        size = self.size
        try:
            grid = Grid.parse(text, size=size, qu=self.qu, alphabet=letters)
        except GridError as error:
            raise GridError(
                f"{_quote(text)} is no file, and as a grid: {error}", **error.facts
            ) from error
        if size is not None or not _is_bare(text):
            return grid
        cells = grid.rows * grid.columns
        side = math.isqrt(cells)
        if side * side != cells:
            raise InputError(
                f"no file {_quote(text)}, and as a grid its {cells} tiles make no square: "
                "give --size RxC, rows joined by '/', or one row with a '/' at its end",
                path=text,
            )
        return Grid.parse(text, size=(side, side), qu=self.qu, alphabet=letters)


def choose_alphabet(name: str | None, case_sensitive: bool, fold_accents: bool) -> Alphabet | None:
    """Return the alphabet that the options describe; None if none was given.

    Raises:
        AlphabetError: no alphabet of that name; the message lists the names.
    """
    if name is None and not case_sensitive and not fold_accents:
        return None
    from ..alphabet import Alphabet

    if name is None:
        return Alphabet(case_sensitive=case_sensitive, fold_accents=fold_accents)
    return Alphabet.named(name, case_sensitive=case_sensitive, fold_accents=fold_accents)


def read_lexicon(name: str, letters: Alphabet | None) -> Lexicon:
    """Return the lexicon of that name: the built-in one, a compiled file, or a word list.

    Raises:
        InputError: neither a lexicon's name nor a file.
        LexiconError: the file is no lexicon and no word list.
    """
    from ..lexicon import Lexicon

    if name in BUILT_IN:
        return Lexicon.default()
    if name != STANDARD_INPUT and not is_file(name):
        names = " or ".join(BUILT_IN)
        raise InputError(
            f"no lexicon and no file {_quote(name)}, expected {names}, a lexicon or a word list",
            path=name,
        )
    return read_words(name, letters)


def read_words(path: str, letters: Alphabet | None) -> Lexicon:
    """Return the words of a file, or of standard input, as a lexicon.

    Raises:
        InputError: no such file.
        LexiconError: the file is no word list.
    """
    from ..lexicon import Lexicon

    if path == STANDARD_INPUT:
        words = [line.strip() for line in read_standard_input_lines()]
        return Lexicon([word for word in words if word and word[0] != "#"], alphabet=letters)
    if not is_file(path):
        reason = "it is a folder" if os.path.isdir(path) else "no such file"
        raise InputError(f"cannot read words from {_quote(path)}: {reason}", path=path)
    return Lexicon.read(path, alphabet=letters)


def read_standard_input_lines() -> list[str]:
    """Read standard input to its end as lines of UTF-8 text.

    Raises:
        LexiconError: invalid UTF-8, with the place of the byte.
    """
    if sys.stdin is None:
        raise InputError("standard input is closed, expected words, one a line")
    data = sys.stdin.buffer.read()
    try:
        return data.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        raise LexiconError(
            f"standard input is not UTF-8 at byte {error.start}; save the words as UTF-8",
            offset=error.start,
        ) from error


def is_file(path: str) -> bool:
    """Tell whether there is something to read under that name: a file, a pipe, no folder."""
    return os.path.exists(path) and not os.path.isdir(path)


def recover_text(text: str, what: str) -> str:
    """Return an argument as the UTF-8 text that it was typed as, whatever the locale made of it.

    Raises:
        InputError: it was not UTF-8, with the place of the first such byte.
    """
    if text.isascii():
        return text
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        try:
            return os.fsencode(text).decode("utf-8")
        except UnicodeDecodeError as error:
            at = error.start
            raise InputError(
                f"{what} is not UTF-8 at byte {at}; type it as UTF-8", offset=at
            ) from error
    return text


def _is_bare(text: str) -> bool:
    r"""Tell whether the text is one row that no `/` ends; an escaped `\/` is a tile."""
    return "\n" not in text.strip() and "/" not in re.sub(r"\\.", "", text)


def _quote(text: str) -> str:
    return repr(text if len(text) <= _SHOWN else f"{text[:_SHOWN]}...")
