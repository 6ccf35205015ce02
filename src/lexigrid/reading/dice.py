"""Dice in text: one die on each line, with or without separators between its faces."""

from __future__ import annotations

import json
import re

from ..errors import InputError, LexiconError
from .clean import clean
from .decode import Source
from .documents import html_text
from .marks import entries_of
from .markup import plain_lines, unwrapped
from .rows import is_count, is_rule
from .word_tables import Words

_LABEL = re.compile(
    r"(?:(?:die|dice|cube|würfel|dé|dado)\s*)?#?(\d{1,9})\s*(?:[.:)\]]|[-–]\s)\s*|(?:die|cube)\s*(\d{1,9})\s+",
    re.IGNORECASE,
)
_SEPARATOR = re.compile(r"[\s,;|/\"'\[\](){}-]+")
#: One letter, or Qu, which is one face.
_FACE = re.compile(r"Qu|[^\W\d_]|\S")


def read_dice(text: str, name: str = "the dice") -> list[list[str]]:
    """Return the faces of each die of a text.

    >>> read_dice("1. A,A,E\\n2. E;Qu;N"), read_dice("AAE\\nEQuN")
    ([['A', 'A', 'E'], ['E', 'Qu', 'N']], [['A', 'A', 'E'], ['E', 'Qu', 'N']])

    Raises:
        InputError: faces without separators, but not equally many on each die.
    """
    text = unwrapped(Source(clean(text))).text.strip()
    text = html_text(text) if text[:1] == "<" else text
    if text[:1] in ("[", "{"):
        try:
            found = json.loads(text)
        except (ValueError, RecursionError):
            found = None
        if isinstance(found, dict):
            values = [*found.values()]
            found = next((each for each in values if isinstance(each, list)), values)
        if isinstance(found, list) and all(isinstance(die, dict) for die in found):
            faces = (value for die in found for value in die.values() if isinstance(value, list))
            found = [*faces]
        if isinstance(found, list) and all(isinstance(die, list) for die in found):
            return [[str(face).strip() for face in die] for die in found]
        if isinstance(found, list) and all(isinstance(die, str) for die in found):
            text = "\n".join(found)
    try:
        lines = [line for line in plain_lines(text).split("\n") if not is_rule(line)]
        _, lines, _ = entries_of("\n".join(lines), Words([]))
    except LexiconError as error:
        raise InputError(f"{name}: {error}") from error
    labels = [each for each in map(_LABEL.match, lines) if each]
    if len(labels) == len(lines) and is_count(each[1] or each[2] for each in labels):
        lines = [line[each.end() :] for line, each in zip(lines, labels, strict=True)]
    dice = [*filter(None, ([*filter(None, _SEPARATOR.split(line))] for line in lines))]
    is_table = is_count(die[0] for die in dice[1:]) and all(len(die) > 1 for die in dice[1:])
    if is_table and dice[1][0] == "1":
        dice = [die[1:] for die in dice[1:]]  # a table with a header and numbers
    if len({len(face) for die in dice for face in die}) == 1 and len(dice[0][0]) > 2:
        dice = [[face] for die in dice for face in die]
    odd = next((face for die in dice if len(die) > 1 for face in die if len(face) > 4), None)
    if odd is not None:
        raise InputError(
            f"{name}: {odd[:60]!r} is no face; write the faces of one die on each line"
        )
    if not any(len(die) == 1 and len(die[0]) > 2 for die in dice):
        return dice
    split = [_FACE.findall(die[0]) if len(die) == 1 else die for die in dice]
    number = next((at for at, die in enumerate(split) if len(die) != len(split[0])), None)
    if number is not None:
        raise InputError(
            f"{name}: die {number + 1} has {len(split[number])} letters, die 1 has "
            f"{len(split[0])}; write blanks between the faces"
        )
    return split
