"""Read the words and options of puzzles to make, and puzzle files, from the command line."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from .._util.kinds import Kind, Whole, Words
from .._util.limits import MAX_PUZZLE_WORDS
from .._util.options import Options, option, options_of
from .._util.rng import fresh_seed
from ..errors import InputError
from ..puzzle.facts import DEFINITIONS, with_times
from ..puzzle.generate.options import PuzzleOptions
from . import help
from .inputs import (
    LETTERS,
    LetterOptions,
    check_word,
    chosen_column,
    language_lexicon,
    recover_text,
)
from .options import (
    Decorator,
    add_options,
    column_option,
    derive_options,
    gather_options,
    letter_options,
    read_options,
)
from .word_files import read_list, read_word_lists

_RANDOM_WORDS = 20
_RANDOM_LENGTHS = (4, 10)


class _Lengths(Kind):
    """A range of word lengths."""

    metavar = "A-B"

    def check(self, value: Any, name: str) -> tuple[int, int]:
        return self.parse(value) if isinstance(value, str) else value

    def parse(self, text: str) -> tuple[int, int]:
        found = re.fullmatch(r"\s*([0-9]{1,2})\s*(?:-\s*([0-9]{1,2}))?\s*", text)
        if not found:
            raise InputError(f"{text!r} is not a range of lengths such as 4-10")
        return int(found[1]), int(found[2] or found[1])


class _Names(Words):
    """One name or several."""

    json = str | list[str]

    def check(self, value: Any, name: str) -> tuple[str, ...]:
        return super().check((value,) if isinstance(value, str) else value, name)


@dataclass(frozen=True, slots=True)
class WordSource(Options):
    """The sources of the words of a puzzle."""

    words: tuple[str, ...] = option(Words(), "Words.", default=(), surfaces=("toml",))
    file: tuple[str, ...] = option(
        _Names("FILE"), "Words of a file; repeatable.", default=(), flag="words", completes="file"
    )
    theme: tuple[str, ...] = option(
        _Names("NAME"),
        "Words of a theme (see lexigrid list themes); repeatable.",
        default=(),
        completes="theme",
    )
    random: int | None = option(Whole(1, MAX_PUZZLE_WORDS), "Draw N words of the language.")
    commonness: int | None = option(
        Whole(0, 255, "BAND"), "Draw words of this band or a more common one: 10 to 80 (35)."
    )
    length: tuple[int, int] | None = option(_Lengths(), "Draw words with A to B letters (4-10).")

    def gather(self, seed: int, language: str | None) -> dict[str, Any]:
        """Collect words from the command line, files, themes and the lexicon of the language.

        The result has the options of a puzzle: the words, and what files say about them.

        Raises:
            InputError: there are no words, or a file or theme does not exist.
        """
        from ..puzzle.generate.words import COMMON_BAND, random_words, theme_words

        words = [*self.words]
        facts: dict[str, dict[str, Any]] = {}
        for path in self.file:
            found = read_list(path, column=chosen_column())
            words += with_times(found.words, found.facts)
            for name, texts in found.facts.items():
                own = files_beside(path, texts) if name == "images" else texts
                facts.setdefault(name, {}).update(own)
        for name in self.theme:
            words += theme_words(name, language=language)
        is_chosen = self.commonness is not None or self.length is not None
        if words and is_chosen and self.random is None:
            raise InputError("--length and --commonness choose random words; give --random N too")
        if is_chosen or self.random is not None:
            shortest, longest = self.length or _RANDOM_LENGTHS
            band = COMMON_BAND if self.commonness is None else self.commonness
            count = self.random or _RANDOM_WORDS
            language_lexicon(language)  # prints a message if it must be compiled first
            words += random_words(
                count, seed, band=band, shortest=shortest, longest=longest, language=language
            )
        return {"words": tuple(words), **facts}

    def title(self, language: str | None) -> str:
        """Return the title of a puzzle whose words all come from themes, else ""."""
        from ..puzzle.generate.words import theme_title

        is_mixed = self.words or self.file or self.random
        return "" if is_mixed else ", ".join(theme_title(name, language) for name in self.theme)

    @property
    def is_given(self) -> bool:
        """Does any option name a source of words?"""
        return self != WordSource()


def _make_source(words: tuple[str, ...] = (), **options: Any) -> WordSource:
    listed = tuple(check_word(recover_text(word, "a word")) for word in words)
    return WordSource(words=listed, **options)


#: Adds the words of a puzzle and the options that name others, which a command gets as `source`.
word_source = gather_options(
    "source",
    _make_source,
    [
        click.argument("words", metavar="[WORD...]", nargs=-1),
        *derive_options(WordSource),
        column_option,
    ],
    "Words",
)
#: Adds the same options without WORDs.
named_source = gather_options(
    "source", _make_source, [*derive_options(WordSource), column_option], "Words"
)


def puzzle_options(*, but: Sequence[str] = ()) -> Decorator:
    """Return a decorator that adds the options of a puzzle."""
    names = [name for name in options_of(PuzzleOptions) if name not in but]
    invert = help.option(
        "--invert-mask", is_flag=True, help="Use the cells outside the mask.", group="Layout"
    )
    letters = functools.partial(letter_options, on_paper=True)
    return add_options([*derive_options(PuzzleOptions, *names), invert, letters])


def read_puzzle_options(source: WordSource, choices: dict[str, Any]) -> PuzzleOptions:
    """Return the puzzle options of a command, with the words of `source`.

    Raises:
        InputError: there are no words, or an option cannot be used or has no effect.
    """
    given = read_given_options(choices)
    language = choices["language"]
    seed = given.setdefault("seed", fresh_seed())
    found = source.gather(seed, language)
    if not found["words"]:
        raise InputError(
            "no words to hide: name them, or give --words FILE, --theme NAME or --random N"
        )
    if given.get("clues") == DEFINITIONS:
        from ..lexicon.packs.definitions import definition_clues

        clues = definition_clues(found["words"], language=language)
        found["clues"] = clues | found.get("clues", {})
        del given["clues"]
    title = given.pop("title", "") or source.title(language)
    return PuzzleOptions(**found, title=title, **given)


def files_beside(path: str, names: Mapping[str, str]) -> dict[str, Path | str]:
    """Return the pictures of words, whose names are relative to the file that names them."""
    folder = Path(path).parent
    return {
        word: name if name.startswith("data:") else folder / name for word, name in names.items()
    }


def read_given_options(choices: dict[str, Any]) -> dict[str, Any]:
    """Return the values of the puzzle options that are given, or that differ from the defaults.

    Raises:
        InputError: one cannot be read, or has no effect without another.
    """
    from ..lexicon.rude import RUDE_LISTS

    given = read_options(PuzzleOptions, choices)
    if given["pad"] and "message" not in given:
        raise InputError("--pad allows fillers after a message; give --message too")
    for name in given.get("avoid", ()):
        if name in RUDE_LISTS and not given["allow_rude"]:
            raise InputError(
                f"--avoid {name} names rude words, which are avoided anyway; give --allow-rude "
                f"too, or write ./{name} for a file of that name"
            )
    for name in {"avoid", "allow"} & given.keys():
        given[name] = read_word_lists(given[name])
    if choices["invert_mask"]:
        if "mask" not in given:
            raise InputError("--invert-mask turns a mask inside out; give --mask too")
        given["mask"] = given["mask"].inverted()
    alphabet = LetterOptions.among(choices).choose_alphabet(on_paper=True)
    return given | {"alphabet": alphabet, "language": choices["language"]}


def reading_options(**choices: Any) -> dict[str, Any]:
    """Return the alphabet and language for reading a puzzle file that names none.

    Those of the command line are an error for a file that names them; that of LEXIGRID_LANGUAGE,
    which is not meant for this file, is not.
    """
    get_source = click.get_current_context().get_parameter_source
    given = [name for name in LETTERS if get_source(name) is ParameterSource.COMMANDLINE]
    if not given:
        return {"language": choices["language"], "is_default": True}
    language = choices["language"] if given != ["alphabet"] else None
    alphabet = LetterOptions.among(choices).choose_alphabet(on_paper=True)
    return {"alphabet": alphabet, "language": language}


#: Adds PUZZLE and the options for reading it; a command gets the file and what readers take.
reading_puzzles: Callable[[Callable[..., Any]], Callable[..., Any]] = add_options(
    [
        click.argument("path", metavar="PUZZLE"),
        gather_options("how", reading_options, [functools.partial(letter_options, on_paper=True)]),
    ]
)
