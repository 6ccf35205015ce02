"""`lexigrid list`: the themes, masks and dice that options name."""

from __future__ import annotations

import json
from typing import Any

import click

from ..errors import InputError
from .help import Command
from .options import language_option
from .output import Output, output_options
from .status import FOUND, MISSING


@click.command("list", cls=Command)
@click.argument("kind", type=click.Choice(("themes", "masks", "dice")))
@language_option
@output_options
def command(kind: str, language: str | None, answer: Output) -> int:
    """List the themes of `make --theme`, draw its masks, or list the dice of `roll` and `play`.

    \b
      lexigrid list themes --language de
      lexigrid list masks
      lexigrid list dice --format json
    """
    if kind == "dice":
        _send_dice(answer)
        return FOUND
    if answer.format != "text":
        raise InputError(f"{kind} are listed as text, not {answer.format}; leave out --format")
    return _send_themes(answer, language) if kind == "themes" else _send_masks(answer)


def _send_masks(answer: Output) -> int:
    from ..puzzle.generate.masks import Mask
    from ..puzzle.generate.shapes import SHAPES

    answer.send_page(f"{name}\n{Mask(name).draw(15, 15)}\n" for name in SHAPES)
    return FOUND


def _send_themes(answer: Output, language: str | None) -> int:
    from ..puzzle.generate.words import theme_title, theme_words, themes

    names = themes(language)

    def describe(name: str) -> str:
        title, count = theme_title(name, language), len(theme_words(name, language=language))
        return f"{name} ({'' if title.lower() == name else f'{title}, '}{count} words)"

    answer.send_page(map(describe, names))
    return FOUND if names else MISSING


def _send_dice(answer: Output) -> None:
    from ..game.dice import Dice
    from ..render.terminal.table import render_table

    sets = [Dice.named(name) for name in Dice.names()]
    if answer.format == "json":
        document = {"format": "lexigrid/dice", "version": 1, "sets": [*map(_describe, sets)]}
        answer.send_document([json.dumps(document, ensure_ascii=False, indent=1) + "\n"])
    elif answer.format == "csv":
        rows = (
            _describe(dice)
            | {
                "size": f"{dice.size[0]}x{dice.size[1]}",
                "years": dice.years,
                "note": dice.note,
                "sources": "; ".join(dice.sources),
                "dice": " / ".join(" ".join(die) for die in dice),
            }
            for dice in sets
        )
        keys = ("name", "title", "size", "years", "trust", "note", "sources", "dice")
        answer.send_csv(keys, ([row[key] for key in keys] for row in rows))
    else:
        table = [[(text, None) for text in (dice.name, dice.trust, dice.title)] for dice in sets]
        lines = render_table(["DICE", "TRUST", "WHAT"], table, answer.page())
        answer.send_page([*lines, "", "faces, years and sources: --format json"])


def _describe(dice: Any) -> dict[str, Any]:
    from ..game.rules import Rules

    return {
        "name": dice.name,
        "title": dice.title,
        "language": dice.language,
        "size": list(dice.size),
        "years": dice.years or None,
        "trust": dice.trust,
        "note": dice.note or None,
        "sources": list(dice.sources),
        "rules": Rules.of_size(dice.size).to_dict(),
        "dice": [list(die) for die in dice],
    }
