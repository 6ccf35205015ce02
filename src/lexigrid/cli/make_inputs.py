"""What `lexigrid make` is given: words, sizes, masks, places -> the arguments of the makers.

Knows makers and lexicons, imported when they are needed; known by the make commands.
Rule: a wrong value is one error that names the option and what was expected.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

import click

from ..errors import InputError
from .inputs import STANDARD_INPUT, is_file, read_standard_input_lines, recover_text
from .make_output import FORMATS, PAPERS, Sheet
from .options import gather_options, parse_output, parse_shape, value_parser
from .output import Output

_RANDOM_WORDS = 20


@dataclass(frozen=True, slots=True)
class SourceOptions:
    """Where the words of a puzzle come from."""

    words: tuple[str, ...]
    files: tuple[str, ...]
    themes: tuple[str, ...]
    random: int | None
    band: int | None
    length: str | None
    seed: int

    @classmethod
    def of(
        cls, words: tuple[str, ...], files: tuple[str, ...], choices: dict[str, Any]
    ) -> SourceOptions:
        """Pick them from the options of the command."""
        seed = choices["seed"]
        if seed is None:
            seed = int.from_bytes(os.urandom(4), "big")
        return cls(
            words,
            files,
            choices["theme_names"],
            choices["random"],
            choices["commonness"],
            choices["length"],
            seed,
        )


def gather_words(source: SourceOptions) -> list[str]:
    """Collect the words: of the command line, files, themes and the built-in lexicon.

    Raises:
        InputError: no words at all; a file or theme that is not there.
    """
    from ..puzzle.generate.words import COMMON_BAND, random_words, theme_words

    words = [recover_text(word, "a word") for word in source.words]
    for path in source.files:
        words += read_lines(path)
    for name in source.themes:
        words += theme_words(name)
    is_drawn = source.random is not None or source.band is not None or source.length is not None
    if is_drawn:
        shortest, longest = _lengths(source.length)
        band = COMMON_BAND if source.band is None else source.band
        count = source.random or _RANDOM_WORDS
        words += random_words(count, source.seed, band=band, shortest=shortest, longest=longest)
    if not words:
        raise InputError(
            "no words to hide: name them, or give --words FILE, --theme NAME or --random N"
        )
    return words


def read_lines(path: str) -> list[str]:
    """Read a file of words as they are written, a word or phrase a line.

    Raises:
        InputError: it cannot be read, or has none.
    """
    if path == STANDARD_INPUT:
        lines = read_standard_input_lines()
        return [line.strip() for line in lines if line.strip() and not line.startswith("#")]
    if not is_file(path):
        raise InputError(f"cannot read words from {path!r}: no such file", path=path)
    from ..errors import LexiconError
    from ..lexicon.word_lists import read_word_list

    found = read_word_list(path)
    if isinstance(found, list):
        return found
    try:
        text = found.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise LexiconError(
            f"{path!r}: byte {error.start} is not UTF-8; save the words as UTF-8",
            offset=error.start,
        ) from error
    words = [line.strip() for line in text.splitlines()]
    words = [word for word in words if word and not word.startswith("#")]
    if not words:
        raise InputError(f"{path!r} has no words, expected one a line", path=path)
    return words


def read_size(text: str | None) -> tuple[int, int] | None:
    """Read a size: RxC, or one number for a square."""
    if text is None:
        return None
    if re.fullmatch("[0-9]{1,4}", text.strip()):
        return int(text), int(text)
    return parse_shape(text)


def read_mask(texts: Sequence[str], inverted: bool) -> Any:
    """Read masks, each a file of that name, else shapes, and join them."""
    if not texts:
        if inverted:
            raise InputError("--invert-mask turns a mask inside out; give --mask too")
        return None
    from ..puzzle.generate import Mask

    masks = [Mask.read(text) if is_file(text) else Mask.parse(text) for text in texts]
    mask = reduce(Mask.joined, masks)
    return mask.inverted() if inverted else mask


def word_directions(options: tuple[str, ...]) -> dict[str, str]:
    """Read WORD=DIRECTIONS."""
    made: dict[str, str] = {}
    for option in options:
        word, equals, ways = option.rpartition("=")
        if not equals or not word.strip():
            raise InputError(f"--direction-of is {option!r}, expected WORD=N,E,...")
        made[word.strip()] = ways
    return made


def _lengths(text: str | None) -> tuple[int, int]:
    if text is None:
        return 4, 10
    found = re.fullmatch(r"\s*([0-9]{1,2})\s*(?:-\s*([0-9]{1,2}))?\s*", text)
    if not found:
        raise InputError(f"--length is {text!r}, expected such as 4-10")
    return int(found[1]), int(found[2] or found[1])


def plan_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the form of the answer and what a printed page looks like, as `answer` and `sheet`."""
    output = gather_options(
        "answer",
        Output,
        [
            click.option(
                "--format",
                type=click.Choice(FORMATS),
                help="The form of the answer: that of the file's suffix, else text.",
            ),
            click.option(
                "--output",
                metavar="FILE",
                callback=value_parser(parse_output),
                help="Write the answer to FILE, whole or not at all.",
            ),
            click.option("--quiet", is_flag=True, help="No messages on standard error but errors."),
        ],
    )
    page = gather_options(
        "sheet",
        Sheet,
        [
            click.option("--force", is_flag=True, help="Overwrite an existing file."),
            click.option(
                "--key/--no-key",
                "with_key",
                default=None,
                help="With or without the answers; PDF and HTML have them unless --no-key.",
            ),
            click.option(
                "--paper",
                type=click.Choice(tuple(PAPERS)),
                default="a4",
                show_default=True,
                help="The size of the pages.",
            ),
            click.option("--large-print", is_flag=True, help="Large letters, one puzzle a page."),
            click.option(
                "--font",
                "fonts",
                metavar="FILE",
                multiple=True,
                help="A TrueType font to use before others.",
            ),
        ],
    )
    return output(page(command))
