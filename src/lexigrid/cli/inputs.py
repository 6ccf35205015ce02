"""Read the grids, words and lexicons that the user names.

GRID is `-`, the name of a file, or else the grid itself; an error mentions both possibilities.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

import click

from .._util.io import no_file, similar_file
from .._util.plain_text import count_noun, is_file_name, shorten
from .._util.validation import check_exclusive, did_you_mean
from ..errors import GridError, InputError, LexigridError

if TYPE_CHECKING:
    from ..alphabet import Alphabet
    from ..grid import Grid
    from ..lexicon import Lexicon
    from ..puzzle import Puzzle
    from .output import Output

Shape = tuple[int, int]

STANDARD_INPUT = "-"
#: The words of a photo, in place of a file: those that are printed next to the grid.
PAGE = "page"
BUILT_IN = ("default", "english")
BUILT_IN_LANGUAGE = "en"

#: The key of --column in the context of a command.
COLUMN = "lexigrid.column"
#: The bytes of a file that show whether it is a picture.
_HEAD = 12
#: The most characters of a text that a message quotes.
_MAX_QUOTED = 60
_SWAPPED = "looks like a grid; GRID comes first, then the words"
#: Letters of a word that is more likely a board.
_BOARD_CELLS = (16, 25, 36)


@dataclass(frozen=True, eq=False, repr=False, slots=True, kw_only=True)
class LetterOptions:
    """The options that choose an alphabet, also for a grid or puzzle that names none."""

    alphabet: str | None = None
    case_sensitive: bool = False
    fold_accents: bool = False
    language: str | None = None

    @classmethod
    def among(cls, values: Mapping[str, Any]) -> LetterOptions:
        """Return the options among those of a command."""
        return cls(**{name: values[name] for name in LETTERS})

    def choose_alphabet(self, *, on_paper: bool = False) -> Alphabet | None:
        """Return the alphabet that the options describe; None if they are all defaults.

        With `on_paper`, the alphabet of a language keeps its accents; dice boards may fold them.

        Raises:
            AlphabetError: there is no alphabet of that name.
            LexiconError: the language is unknown.
        """
        found, folds = None, self.fold_accents
        if self.language is not None and self.alphabet is None:
            from ..lexicon.packs.installed import language_alphabet, paper_alphabet

            found = (paper_alphabet if on_paper else language_alphabet)(self.language)
        if self.alphabet is None and not self.case_sensitive and not folds:
            return found
        from ..alphabet import Alphabet

        if found is not None:
            folds = folds or found.fold_accents
            return replace(found, case_sensitive=self.case_sensitive, fold_accents=folds)
        return Alphabet.of(self.alphabet, case_sensitive=self.case_sensitive, fold_accents=folds)


LETTERS = tuple(each.name for each in fields(LetterOptions))


@dataclass(frozen=True, eq=False, repr=False, slots=True)
class GridOptions(LetterOptions):
    """The GRID argument and the options for reading it."""

    text: str
    size: Shape | None = None
    raw: Shape | None = None
    qu: bool = False

    def read(self, words: Sequence[str] = ()) -> Grid:
        """Read the grid, and print what was left out; check the words named after it.

        Raises:
            GridError: the text or the file is not a grid.
            PhotoError: the file is a photo without a letter grid.
            InputError: the text is neither a file nor a grid, options exclude each other, or a word
                is a list of words, or looks like a grid.
        """
        if self.is_photo:
            return self.read_photo()[0]
        try:
            grid = self._read()
        except GridError as error:
            boards = [w for w in words if "/" in w or is_file(w) or len(w) in _BOARD_CELLS]
            if self.is_file or not boards:
                raise
            message = f"{error}; {shorten(boards[0])} {_SWAPPED}"
            raise GridError(message, **error.facts) from error
        say_notes(grid.notes)
        _check_words(words, grid, self.text)
        return grid

    def read_again(self, grid: Grid) -> Grid:
        """Return the grid of a puzzle, read with these options."""
        from ..grid import Grid

        options = {"size": self.size, "qu": self.qu, "alphabet": self.choose_alphabet()}
        say_notes(grid.notes)
        return Grid.from_dict(grid.to_dict(), **options)

    def _read(self) -> Grid:
        from ..grid import Grid

        check_exclusive({"--size": self.size, "--raw": self.raw})
        alphabet = self.choose_alphabet()
        if self.raw:
            if self.text == STANDARD_INPUT:
                raise InputError("--raw needs a file and cannot read standard input ('-')")
            if not is_file(self.text):
                raise InputError(
                    f"--raw needs a file, and there is no file {_quote(self.text)}; for a grid "
                    "given as text, use --size"
                )
            return Grid.read(self.text, raw=self.raw, qu=self.qu, alphabet=alphabet)
        if self.is_file:
            return Grid.read(self.text, size=self.size, qu=self.qu, alphabet=alphabet)
        if os.path.isdir(self.text):
            raise InputError(
                f"{_quote(self.text)} is a folder, expected a file or a grid such as tea/ant/oat; "
                "for a folder of grids, use lexigrid batch",
                path=self.text,
            )
        text = recover_text(self.text, "GRID")
        if is_file_name(text) or text.startswith(("/", "~")):
            raise InputError(
                f"no file {_quote(self.text)}, and not a grid either: "
                f"a grid is rows joined by '/', such as tea/ant/oat{similar_file(self.text)}",
                path=self.text,
            )
        if self.size is None and re.fullmatch("[0-9]+[xX×][0-9]+", text):
            raise InputError(f"{_quote(text)} is a size, not a grid; did you mean --size {text}?")
        try:
            return Grid.parse(text, size=self.size, qu=self.qu, alphabet=alphabet)
        except GridError as error:
            raise GridError(
                f"{_quote(text)} is neither a file nor a grid: {error}", **error.facts
            ) from error

    def read_photo(self, words: Sequence[str] | str = ()) -> tuple[Grid, tuple[str, ...]]:
        """Read a photo, corrected by the words that it hides, or that its page lists.

        Doubtful cells are choice tiles. The words of the list that were found come with the grid.

        Raises:
            PhotoError: there is no letter grid.
            InputError: the photo cannot be read, or a package for that is missing.
        """
        from ..grid import Grid
        from ..photo import PhotoOptions
        from .read import read_picture, say_remarks

        if self.raw:
            raise InputError("--raw is for files of bytes, and GRID is a photo; leave it out")
        reading = read_picture(self.text, PhotoOptions(size=self.size), words)
        say_remarks(reading)
        if reading.doubtful:
            say(
                f"{count_noun(len(reading.doubtful), 'doubtful letter')} in the photo; "
                "lexigrid read shows which"
            )
        options = {"qu": self.qu, "alphabet": self.choose_alphabet()}
        grid = Grid.from_dict(reading.grid_with_choices().to_dict(), **options)
        return grid, reading.words

    @property
    def is_photo(self) -> bool:
        """Is GRID a picture file, by its first bytes?"""
        if not self.is_file or not (self.text == STANDARD_INPUT or os.path.isfile(self.text)):
            return False
        from ..reading.decode import picture_kind

        try:
            if self.text != STANDARD_INPUT:
                with open(self.text, "rb") as file:
                    return picture_kind(file.read(_HEAD)) is not None
            source: Any = getattr(sys.stdin, "buffer", None)
            return hasattr(source, "peek") and picture_kind(source.peek(_HEAD)) is not None
        except OSError:  # reading the file says why
            return False

    @property
    def is_file(self) -> bool:
        """Is GRID a file or standard input?"""
        return self.text == STANDARD_INPUT or is_file(self.text)


def read_lexicon(name: str | None, letters: Alphabet | None, language: str | None) -> Lexicon:
    """Read the lexicon of a language, a named lexicon, a compiled file or a word list.

    Raises:
        InputError: `name` is neither a lexicon nor a file.
        LexiconError: there are no words of the language, or the file is not a lexicon or word list.
    """
    if name is None or name == BUILT_IN[0]:
        return language_lexicon(language)
    if name in BUILT_IN:
        return language_lexicon(BUILT_IN_LANGUAGE)
    if name == STANDARD_INPUT or is_file(name):
        return read_words(name, letters)
    known = (*BUILT_IN, *lexicon_codes())
    if name in (*known, BUILT_IN_LANGUAGE):
        return language_lexicon(name)
    if os.path.isdir(name):
        raise InputError(
            f"{_quote(name)} is a folder, expected a lexicon or a word list; name a file in it",
            path=name,
        )
    raise InputError(
        f"no lexicon or file {_quote(name)}, expected {', '.join(known)}, a lexicon file or a word "
        f"list{did_you_mean(name, known) or similar_file(name)}",
        path=name,
    )


def lexicon_codes() -> list[str]:
    """Return the codes of the installed languages other than English."""
    from ..lexicon.packs.installed import languages

    return [language.code for language in languages() if language.code != BUILT_IN_LANGUAGE]


def language_lexicon(code: str | None) -> Lexicon:
    """Return the words of a language; print a message if they must be compiled first.

    Raises:
        LexiconError: there are no words of the language; the message says how to add them.
    """
    from ..lexicon import Lexicon

    if code is not None and code != BUILT_IN_LANGUAGE:
        from ..lexicon.packs.compiled import is_compiled
        from ..lexicon.packs.installed import find_language

        language = find_language(code)
        if not is_compiled(language):
            say(f"compiling {language.words:,} words of {language.title} for the first use")
    return Lexicon.default(code)


def say(message: str) -> None:
    """Print a message on standard error, unless --quiet was given."""
    context = click.get_current_context(silent=True)
    if not (context and context.params.get("quiet")):
        from .messages import print_error

        print_error(message)


def say_notes(notes: Iterable[str], kind: str = "note") -> None:
    """Print what was left out of the input, also with --quiet."""
    from .messages import print_error

    for note in notes:
        print_error(f"{kind}: {note}")


def say_question_marks(
    grid: Grid, words: Iterable[str], answer: Output, remedy: str = "it is left out"
) -> None:
    """Say what question marks in a grid and in words mean."""
    if any(tile.is_wild for tile in grid.tiles):
        answer.say(
            "note: a ? in the grid is a wild tile, any one letter; write \\? for the character"
        )
    if any("?" in word for word in words):
        answer.say(f"a ? in a word is punctuation; {remedy}")


def chosen_column() -> str | int | None:
    """Return the column of words that --column names, or its number from 0."""
    context = click.get_current_context(silent=True)
    value: str | None = context.meta.get(COLUMN) if context else None
    return int(value) - 1 if value is not None and value.isdecimal() else value


def read_words(path: str, letters: Alphabet | None, **choice: Any) -> Lexicon:
    """Read the words of a file, or of standard input, into a lexicon.

    `choice` has options of `Lexicon.read` that choose words. The words left out are reported.

    Raises:
        InputError: there is no such file.
        LexiconError: the file is not a word list.
    """
    from ..lexicon import Lexicon

    if path != STANDARD_INPUT and not is_file(path):
        raise no_file(path, "words from ")
    lexicon = Lexicon.read(path, alphabet=letters, column=chosen_column(), **choice)
    say_notes(lexicon.notes, "warning")
    return lexicon


def check_standard_input(grid: str, words_file: str | None, lexicon: str | None) -> None:
    """Check that at most one input is standard input."""
    if [grid, words_file, lexicon].count(STANDARD_INPUT) > 1:
        raise InputError(
            "standard input ('-') can be only one of GRID, --words and --lexicon; "
            "read the others from files"
        )


def check_word(word: str) -> str:
    """Refuse a file name, a word with its clue, or several words in one."""
    if is_file_name(word):
        import shlex

        meant = f"--words {shlex.quote(word)}"
        raise InputError(f"{shorten(word)} is the name of a file; did you mean {meant}?")
    if ": " in word:
        raise InputError(
            f"{shorten(word)} has a ':'; a clue follows its word in a file; give --words FILE"
        )
    if (separator := re.search("[,;]", word)) and any(parts := word.split(separator[0])):
        several = " ".join(part.strip().replace(" ", "") for part in parts if part.strip())
        remedy = "separate words with spaces" if " " in several else "leave it out"
        raise InputError(f"{shorten(word)} has a {separator[0]!r}; {remedy}: {several}")
    return word


def _check_words(words: Sequence[str], grid: Grid, text: str) -> None:
    """Refuse swapped arguments, and several words in one unless the grid has their separator.

    Raises:
        InputError: a word is a list of words, or looks like a grid.
    """
    faces = {tile.face for tile in grid.tiles}
    for word in words:
        if "/" in word and "/" not in text and not is_file(text) and "/" not in faces:
            raise InputError(f"{shorten(word)} {_SWAPPED}")
        if re.search("[,;]", word) and faces.isdisjoint(",;"):
            check_word(word)


def is_file(path: str) -> bool:
    """Is there a file, a pipe or a device of that name?"""
    return os.path.exists(path) and not os.path.isdir(path)


def recover_text(text: str, name: str) -> str:
    """Decode an argument as UTF-8, whatever the locale is.

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


def read_puzzle(path: str) -> Puzzle | None:
    """Return the puzzle in a file; None if the file has no puzzle."""
    from ..puzzle import Puzzle

    try:
        return Puzzle.read(path)
    except LexigridError:
        return None
