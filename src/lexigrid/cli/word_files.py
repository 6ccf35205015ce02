"""Word files in the user's spelling, and the options for words to avoid or to read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import click

from .._util.io import name_of, no_file
from ..errors import InputError
from ..lexicon.word_list import FORMS, Forms, WordList
from .help import option
from .inputs import STANDARD_INPUT, is_file, say_notes
from .options import Decorator, add_options, gather_options


def avoid_options(help_text: str) -> Decorator:
    """Declare the options for words that must not appear."""
    return add_options(
        [
            option("--avoid", metavar="FILE", multiple=True, help=help_text),
            option("--allow", metavar="FILE", multiple=True, help="Rude words that may appear."),
            option(
                "--allow-rude",
                is_flag=True,
                help="Do not avoid rude words; with --avoid mild, avoid a shorter list.",
            ),
        ],
        "Words",
    )


def choice_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that choose words of a dictionary; the command receives them as `choice`."""
    return gather_options(
        "choice",
        _gather_choice,
        [
            option(
                "--prefixes/--no-prefixes",
                default=False,
                show_default=True,
                help="Include words with prefixes: un-, re-.",
            ),
            option(
                "--names/--no-names",
                default=True,
                show_default=True,
                help="Include capitalized words: names, German nouns.",
            ),
            option(
                "--forms",
                type=click.Choice(FORMS),
                default="all",
                show_default=True,
                help="All forms, only the words as listed, or only those in --attested.",
            ),
            option(
                "--attested",
                metavar="FILE",
                completes="file",
                help="A frequency list: the words in use, one per line.",
            ),
            option(
                "--keep-foreign",
                is_flag=True,
                help="Include words with letters that the alphabet lacks.",
            ),
        ],
        "Words",
    )(command)


def _gather_choice(
    prefixes: bool, names: bool, forms: Forms, attested: str | None, keep_foreign: bool
) -> dict[str, Any]:
    """Return the options of `Lexicon.read` that choose words."""
    words = None if attested is None else read_lines(attested, counted=True)
    return {"prefixes": prefixes, "names": names, "forms": forms, "attested": words} | {
        "keep_foreign": keep_foreign
    }


def choose_avoided(
    avoid: Sequence[str], allow: Sequence[str], *, allow_rude: bool, language: str | None
) -> tuple[str, ...] | None:
    """Return the words to avoid; None if no option was given, which means rude words."""
    from ..lexicon.rude import rude_words

    if not avoid and not allow and not allow_rude:
        return None
    rude = set() if allow_rude else {*rude_words(language=language)}
    return tuple(sorted(rude.difference(read_word_lists(allow)).union(read_word_lists(avoid))))


def read_lines(path: str, *, column: str | int | None = None, counted: bool = False) -> list[str]:
    """Read a file of words or phrases without changing their spelling; print what was left out.

    Numbers after a `counted` word are ignored.

    Raises:
        InputError: the file cannot be read or has no words.
    """
    return read_list(path, column=column, counted=counted, keeps_facts=False).words


def read_list(
    path: str, *, column: str | int | None = None, counted: bool = False, keeps_facts: bool = True
) -> WordList:
    """Read a file of words as `read_lines` does, with what it says about them."""
    if path != STANDARD_INPUT and not is_file(path):
        raise no_file(path, "words from ")
    from ..lexicon.word_lists import read_listed_words

    found = read_listed_words(path, column=column, counted=counted, keeps_facts=keeps_facts)
    if not found.words:
        raise InputError(f"{name_of(path)} has no words, expected one per line", path=path)
    say_notes(found.notes)
    return found


def read_word_lists(names: Sequence[str]) -> list[str]:
    """Read files of words to avoid or allow; 'strict' and 'mild' name the lists of rude words."""
    from ..lexicon.rude import RUDE_LISTS, rude_words

    words: list[str] = []
    for name in names:
        words += rude_words(name) if name in RUDE_LISTS else read_lines(name)
    return words
