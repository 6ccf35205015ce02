"""`lexigrid list`: the themes, masks and dice that options name."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import click

from .help import Command
from .options import language_option
from .output import Output, output_options
from .status import FOUND, MISSING


@click.command("list", cls=Command)
@click.argument("kind", type=click.Choice(("themes", "masks", "dice")))
@click.argument("name", required=False)
@language_option
@output_options
def command(kind: str, name: str | None, language: str | None, answer: Output) -> int:
    """List the themes of `make --theme`, draw its masks, or list the dice of `roll` and `play`.

    With NAME, only the one of that name: of a theme, its words.

    \b
      lexigrid list themes --language de
      lexigrid list themes birds
      lexigrid list masks
      lexigrid list dice --format json
    """
    send = {"dice": _send_dice, "themes": _send_themes, "masks": _send_masks}[kind]
    return FOUND if send(answer, language, name) else MISSING


def _send_masks(answer: Output, _: str | None, name: str | None) -> int:
    from ..puzzle.generate.masks import Mask
    from ..puzzle.generate.shapes import SHAPES

    drawn: list[dict[str, Any]] = [
        {"name": each, "rows": Mask(each).draw(15, 15).split("\n")}
        for each in ([name] if name else SHAPES)
    ]
    if answer.format == "text":
        answer.send_page("\n".join([each["name"], *each["rows"], ""]) for each in drawn)
    else:
        is_table = answer.format == "csv"
        rows = [each | ({"rows": "/".join(each["rows"])} if is_table else {}) for each in drawn]
        _send_rows("masks", rows, answer)
    return len(drawn)


def _send_themes(answer: Output, language: str | None, name: str | None) -> int:
    from ..puzzle.generate.words import theme_title, theme_words, themes

    if name:
        words = theme_words(name, language=language)
        if answer.format == "text":
            answer.send_page(words)
        else:
            _send_rows("theme", [{"word": word} for word in words], answer, "words")
        return len(words)

    def describe(name: str) -> dict[str, Any]:
        words = len(theme_words(name, language=language))
        return {"name": name, "title": theme_title(name, language), "words": words}

    def write(name: str, title: str, words: int) -> str:
        return f"{name} ({'' if title.lower() == name else f'{title}, '}{words} words)"

    rows = [describe(name) for name in themes(language)]
    if answer.format == "text":
        answer.send_page(write(**row) for row in rows)
    else:
        _send_rows("themes", rows, answer)
    return len(rows)


def _send_dice(answer: Output, _: str | None, name: str | None) -> int:
    from ..game.dice import Dice
    from ..render.terminal.table import render_table

    sets = [Dice.named(each) for each in ([name] if name else Dice.names())]
    if answer.format == "text":
        table = [[(text, None) for text in (dice.name, dice.trust, dice.title)] for dice in sets]
        lines = render_table(["DICE", "TRUST", "WHAT"], table, answer.page())
        answer.send_page([*lines, "", "faces, years and sources: --format json"])
    elif answer.format == "json":
        _send_rows("dice", [*map(_describe, sets)], answer, "sets")
    else:
        keys = ("name", "title", "size", "years", "trust", "note", "sources", "dice")
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
        _send_rows("dice", [{key: row[key] for key in keys} for row in rows], answer)
    return len(sets)


def _send_rows(name: str, rows: Sequence[dict[str, Any]], answer: Output, member: str = "") -> None:
    """Write rows as JSON or CSV."""
    if answer.format == "csv":
        answer.send_csv([*rows[0]] if rows else ["name"], ([*row.values()] for row in rows))
        return
    document = {"format": f"lexigrid/{name}", "version": 1, member or name: rows}
    answer.send_document([json.dumps(document, ensure_ascii=False, indent=1) + "\n"])


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
