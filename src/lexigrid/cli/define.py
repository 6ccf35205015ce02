"""`lexigrid define`: what words mean."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict

import click

from ..lexicon.packs.definitions import Definition, define
from .help import Command
from .inputs import check_word, recover_text
from .options import language_option
from .output import Output, output_options
from .status import FOUND, MISSING


@click.command("define", cls=Command)
@click.argument("words", metavar="WORD...", nargs=-1, required=True)
@language_option
@output_options
def command(words: tuple[str, ...], language: str | None, answer: Output) -> int:
    """Say what the WORDs mean: the base, part of speech and definition of each.

    Definitions are in the package lexigrid-definitions-en, only for English so far. A word that it
    lacks is reported, and the exit status is 1.

    \b
      lexigrid define oath
      lexigrid define geese oats --format json
    """
    names = [check_word(recover_text(word, "a word")) for word in words]
    found = [each for name in names if (each := define(name, language=language)) is not None]
    if answer.format == "json":
        definitions = [asdict(each) for each in found]
        answer.send_json(
            {"format": "lexigrid/definitions", "version": 1, "definitions": definitions}
        )
    elif answer.format == "csv":
        rows = ([*asdict(each).values()] for each in found)
        answer.send_csv(("word", "base", "part", "gloss"), rows)
    else:
        answer.send_page(_format(found, answer))
    missing = [name for name in names if name not in {each.word for each in found}]
    for name in missing:
        answer.say(f"there is no definition of {name!r}")
    return MISSING if missing else FOUND


def _format(found: list[Definition], answer: Output) -> Iterator[str]:
    from ..render.terminal.width import printable

    page = answer.page()
    for each in found:
        base = "" if each.base == each.word else f"{each.base}, "
        yield f"{page.bold(printable(each.word))} ({base}{each.part}): {each.gloss}"
