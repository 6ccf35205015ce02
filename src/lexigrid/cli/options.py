"""The options that several commands share, each declared once.

Knows click, and the values the options arrive in; known by the commands.
Rule: the same option means the same everywhere, and a wrong value names the right ones.
"""

from __future__ import annotations

import dataclasses
import functools
import math
import re
from collections.abc import Callable, Sequence
from typing import Any

import click

from ..errors import InputError
from .inputs import GridOptions, Shape
from .output import Output, find_output

MAX_COUNT = 2**31 - 1
MAX_SECONDS = 1e9
MAX_THREADS = 1024
STANDARD_OUTPUT = "-"
TOPOLOGIES = ("king", "rook", "bishop", "hex")

Command = Callable[..., Any]
Decorator = Callable[[Command], Command]


@dataclasses.dataclass(frozen=True, slots=True)
class SearchOptions:
    """The bounds of a search: how many answers, how many seconds, how many threads."""

    limit: int | None
    deadline: float | None
    threads: int | None


def parse_shape(text: str) -> Shape:
    """Read ROWSxCOLUMNS.

    >>> parse_shape("3x4")
    (3, 4)

    Raises:
        InputError: it is nothing of the kind.
    """
    match = re.fullmatch(r"([0-9]{1,10})[xX×]([0-9]{1,10})", text.strip())
    shape = (int(match[1]), int(match[2])) if match else (0, 0)
    if 0 in shape:
        raise InputError(f"{text!r} is no size, expected ROWSxCOLUMNS such as 3x4")
    return shape


def parse_number(text: str, most: int) -> int:
    """Read a whole number from 1 to a limit.

    >>> parse_number("12", 100)
    12

    Raises:
        InputError: it is nothing of the kind.
    """
    number = int(text) if re.fullmatch("[0-9]{1,18}", text.strip()) else 0
    if not 1 <= number <= most:
        raise InputError(f"{text!r} is no whole number from 1 to {most}")
    return number


def parse_seconds(text: str) -> float:
    """Read a number of seconds.

    >>> parse_seconds("1.5")
    1.5

    Raises:
        InputError: it is nothing of the kind.
    """
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 <= seconds <= MAX_SECONDS:
        raise InputError(f"{text!r} is no number of seconds, expected such as 0.5 or 10")
    return seconds


def number_option(name: str, help_text: str, most: int = MAX_COUNT, **more: Any) -> Decorator:
    """Declare an option that takes a whole number from 1."""
    read = _reader(functools.partial(parse_number, most=most))
    return click.option(name, metavar="N", callback=read, help=help_text, **more)


def grid_options(command: Command) -> Command:
    """Add GRID and how it is read; the command receives them as `source`."""
    return _gathered(
        "source",
        GridOptions,
        [
            click.argument("text", metavar="GRID"),
            _shape_option("--size", "Fold a bare string: 3x4."),
            _shape_option("--raw", "The file is bytes, one a cell: 500x800."),
            click.option("--qu", is_flag=True, help="Every tile Q spells QU."),
            *letter_options(),
        ],
    )(command)


def letter_options() -> list[Decorator]:
    """Declare how text becomes letters."""
    return [
        click.option("--alphabet", metavar="NAME", help="A language's letters: en, de, es ..."),
        click.option("--case-sensitive", is_flag=True, help="Tell a from A."),
        click.option("--fold-accents", is_flag=True, help="Read é as e."),
    ]


def search_options(*, deadline: str | None = None, limit: str | None = None) -> Decorator:
    """Add the bounds of a search; the command receives them as `bounds`."""
    return _gathered(
        "bounds",
        SearchOptions,
        [
            number_option(
                "--limit",
                "List at most so many.",
                default=limit,
                show_default=limit is not None,
            ),
            click.option(
                "--deadline",
                metavar="SECONDS",
                callback=_reader(parse_seconds),
                default=deadline,
                show_default=deadline is not None,
                help="Stop then, with what is found.",
            ),
            number_option("--threads", "Use so many processor cores.", MAX_THREADS),
        ],
    )


def output_options(command: Command) -> Command:
    """Add the form and the place of the answer; the command receives them as `answer`."""
    return _gathered(
        "answer",
        Output,
        [
            click.option(
                "--format",
                type=click.Choice(("text", "json", "csv")),
                default="text",
                show_default=True,
                help="The form of the answer.",
            ),
            click.option(
                "--output",
                metavar="FILE",
                callback=_reader(_check_output),
                help="Write the answer to FILE, whole or not at all.",
            ),
            click.option("--quiet", is_flag=True, help="No messages on standard error but errors."),
        ],
    )(command)


def _shape_option(name: str, help_text: str) -> Decorator:
    return click.option(name, metavar="RxC", callback=_reader(parse_shape), help=help_text)


def _check_output(path: str) -> str | None:
    """Refuse a place that cannot be written before any work is done for it."""
    if path == STANDARD_OUTPUT:
        return None
    find_output(path)
    return path


def _reader(parse: Callable[[str], Any]) -> Callable[..., Any]:
    """Make an option's callback of a function that reads its text."""

    def read(ctx: click.Context, param: click.Parameter, value: str | None) -> Any:
        try:
            return None if value is None else parse(value)
        except InputError as error:
            raise click.BadParameter(str(error), ctx, param) from error

    return read


def _gathered(name: str, kind: type, options: Sequence[Decorator]) -> Decorator:
    """Add options whose values reach the command as one argument `name`, a `kind`."""
    names = [field.name for field in dataclasses.fields(kind)]

    def decorate(command: Command) -> Command:
        @functools.wraps(command)
        def gather(**values: Any) -> Any:
            picked = {field: values.pop(field) for field in names}
            return command(**values, **{name: kind(**picked)})

        gathered: Command = gather
        for option in reversed(options):
            gathered = option(gathered)
        return gathered

    return decorate
