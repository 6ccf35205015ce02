"""Files of words as the user writes them, and the options for words to avoid."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import click

from .._util.io import decode_utf8
from ..errors import InputError, LexiconError
from .inputs import STANDARD_INPUT, is_file, read_standard_input_lines
from .options import add_options


def avoid_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options for words that must not appear."""
    return add_options(
        [
            click.option(
                "--avoid",
                metavar="FILE",
                multiple=True,
                help="Words that must not appear; the rude ones of a built-in list anyway.",
            ),
            click.option(
                "--allow", metavar="FILE", multiple=True, help="Rude words that may appear."
            ),
            click.option(
                "--allow-rude",
                is_flag=True,
                help="Avoid no rude words; with --avoid mild: those of a shorter list.",
            ),
        ]
    )(command)


def choose_avoided(
    avoid: Sequence[str], allow: Sequence[str], *, allow_rude: bool
) -> tuple[str, ...] | None:
    """Return the words that the options avoid; None: the rude ones, as no option was given."""
    from ..lexicon import rude_words

    if not avoid and not allow and not allow_rude:
        return None
    rude = set() if allow_rude else {*rude_words()}
    return tuple(sorted(rude.difference(read_word_lists(allow)).union(read_word_lists(avoid))))


def read_lines(path: str) -> list[str]:
    """Read a file of words or phrases, one per line, as they are written.

    Raises:
        InputError: the file cannot be read, or has no words.
    """
    if path == STANDARD_INPUT:
        return _strip_comments(read_standard_input_lines())
    if not is_file(path):
        raise InputError(f"cannot read words from {path!r}: no such file", path=path)
    from ..lexicon.word_lists import read_word_list

    found = read_word_list(path)
    if isinstance(found, list):
        return found
    text = decode_utf8(found, repr(path), LexiconError, "save the words as UTF-8")
    words = _strip_comments(text.splitlines())
    for word in words:
        if word.count(",") > 1 or "\t" in word:
            raise InputError(
                f"{path!r} has several words on a line, {word[:40]!r}; write one word per line",
                path=path,
            )
    if not words:
        raise InputError(f"{path!r} has no words, expected one per line", path=path)
    return words


def _strip_comments(lines: Sequence[str]) -> list[str]:
    stripped = (line.strip() for line in lines)
    return [line for line in stripped if line and not line.startswith("#")]


def read_word_lists(names: Sequence[str]) -> list[str]:
    """Read files of words to avoid or to allow; 'strict' and 'mild' are the lists of rude words."""
    from ..lexicon import RUDE_LISTS, rude_words

    words: list[str] = []
    for name in names:
        words += rude_words(name) if name in RUDE_LISTS else read_lines(name)
    return words
