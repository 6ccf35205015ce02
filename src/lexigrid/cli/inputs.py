"""Read the grids, words and lexicons that the user names.

GRID is `-`, else a file of that name, else the grid itself; an error mentions both readings.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .._util.io import read_bytes
from .._util.validation import did_you_mean
from ..errors import GridError, InputError, LexiconError

if TYPE_CHECKING:
    from ..alphabet import Alphabet
    from ..grid import Grid
    from ..lexicon import Lexicon

Shape = tuple[int, int]

STANDARD_INPUT = "-"
BUILT_IN = ("default", "english")

#: A text with such an ending was meant as a file.
_FILE_ENDING = re.compile(
    r"\.(txt|text|csv|tsv|json|jsonl|grid|raw|bin|dat|gz|xz|zst|parquet|lexicon|dic|md|html?|pdf)$",
    re.IGNORECASE,
)
#: Characters of a text that a message quotes at most.
_MAX_QUOTED = 60


@dataclass(frozen=True, slots=True)
class GridOptions:
    """The GRID argument and the options for reading it."""

    text: str
    size: Shape | None = None
    raw: Shape | None = None
    qu: bool = False
    alphabet: str | None = None
    case_sensitive: bool = False
    fold_accents: bool = False

    def read(self) -> Grid:
        """Read the grid.

        Raises:
            GridError: the text or the file is not a grid.
            InputError: neither a file nor a grid; options that exclude each other.
        """
        from ..grid import Grid

        if self.size and self.raw:
            raise InputError("--size and --raw exclude each other; give one of them")
        alphabet = choose_alphabet(self.alphabet, self.case_sensitive, self.fold_accents)
        if self.raw:
            if self.text == STANDARD_INPUT:
                raise InputError("--raw needs a file and cannot read standard input ('-')")
            if not is_file(self.text):
                raise InputError(f"--raw needs a file, and there is no file {_quote(self.text)}")
            return Grid.read(self.text, raw=self.raw, qu=self.qu, alphabet=alphabet)
        if self.text == STANDARD_INPUT or is_file(self.text):
            return Grid.read(self.text, size=self.size, qu=self.qu, alphabet=alphabet)
        if os.path.isdir(self.text):
            raise InputError(
                f"{_quote(self.text)} is a folder, expected a file or a grid such as tea/ant/oat; "
                "for a folder of grids there is lexigrid batch",
                path=self.text,
            )
        text = recover_text(self.text, "GRID")
        if is_file_name(text) or text.startswith(("/", "~")):
            raise InputError(
                f"no file {_quote(self.text)}, and no grid either: "
                "a grid is rows joined by '/', such as tea/ant/oat",
                path=self.text,
            )
        try:
            return Grid.parse(text, size=self.size, qu=self.qu, alphabet=alphabet)
        except GridError as error:
            raise GridError(
                f"{_quote(text)} is no file, and as a grid: {error}", **error.facts
            ) from error


def is_file_name(text: str) -> bool:
    """Does a text end like the name of a file?

    >>> is_file_name("planets.txt"), is_file_name("St. Mary")
    (True, False)
    """
    return bool(_FILE_ENDING.search(text))


def choose_alphabet(name: str | None, case_sensitive: bool, fold_accents: bool) -> Alphabet | None:
    """Return the alphabet that the options describe; None if none was given.

    Raises:
        AlphabetError: there is no alphabet of that name.
    """
    if name is None and not case_sensitive and not fold_accents:
        return None
    from ..alphabet import Alphabet

    if name is None:
        return Alphabet(case_sensitive=case_sensitive, fold_accents=fold_accents)
    return Alphabet.named(name, case_sensitive=case_sensitive, fold_accents=fold_accents)


def read_lexicon(name: str, letters: Alphabet | None) -> Lexicon:
    """Read a lexicon by name: the built-in one, a compiled file, or a word list.

    Raises:
        InputError: neither the name of a lexicon nor a file.
        LexiconError: the file is neither a lexicon nor a word list.
    """
    from ..lexicon import Lexicon

    if name in BUILT_IN:
        return Lexicon.default()
    if name != STANDARD_INPUT and not is_file(name):
        names = " or ".join(BUILT_IN)
        raise InputError(
            f"no lexicon and no file {_quote(name)}, expected {names}, a lexicon or a word list"
            f"{did_you_mean(name, BUILT_IN)}",
            path=name,
        )
    return read_words(name, letters)


def read_words(path: str, letters: Alphabet | None) -> Lexicon:
    """Read the words of a file, or of standard input, into a lexicon.

    Raises:
        InputError: no such file.
        LexiconError: the file is not a word list.
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
    """Read all lines of standard input as UTF-8.

    Raises:
        LexiconError: invalid UTF-8; the message gives the byte.
    """
    data = read_bytes(STANDARD_INPUT)
    try:
        return data.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        raise LexiconError(
            f"standard input is not UTF-8 at byte {error.start}; save the words as UTF-8",
            offset=error.start,
        ) from error


def is_file(path: str) -> bool:
    """Is there a file, a pipe or a device of that name?"""
    return os.path.exists(path) and not os.path.isdir(path)


def recover_text(text: str, name: str) -> str:
    """Decode an argument as UTF-8, whatever the locale decoded it as.

    Raises:
        InputError: it is not UTF-8; the message gives the first invalid byte.
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
                f"{name} is not UTF-8 at byte {at}; type it as UTF-8", offset=at
            ) from error
    return text


def _quote(text: str) -> str:
    return repr(text if len(text) <= _MAX_QUOTED else f"{text[:_MAX_QUOTED]}...")
