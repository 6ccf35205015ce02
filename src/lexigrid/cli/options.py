"""The options that several commands share, each declared once."""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Callable, Container, Sequence
from typing import Any

import click
from click.core import ParameterSource

from .._util.validation import did_you_mean
from ..errors import InputError
from ..search import SCORINGS
from .complete import (
    complete_alphabet,
    complete_file,
    complete_language,
    complete_lexicon,
    complete_scoring,
)
from .inputs import GridOptions, Shape

MAX_COUNT = 2**31 - 1
MAX_SECONDS = 1e9
MAX_THREADS = 1024
#: The key of the context under which alphabet switches are kept until the name is parsed.
_SWITCHES = "lexigrid.switches"
TOPOLOGIES = ("king", "rook", "bishop", "hex")

Command = Callable[..., Any]
Decorator = Callable[[Command], Command]


def value_parser(parse: Callable[[Any], Any]) -> Callable[..., Any]:
    """Return an option callback that parses the text with a function."""

    def read(ctx: click.Context, param: click.Parameter, value: Any) -> Any:
        try:
            return None if value is None else parse(value)
        except InputError as error:
            raise click.BadParameter(str(error), ctx, param) from error

    return read


def add_options(options: Sequence[Decorator]) -> Decorator:
    """Combine option decorators into one."""

    def decorate(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


def gather_options(name: str, make: Callable[..., Any], options: Sequence[Decorator]) -> Decorator:
    """Add options and pass their values to the command as one argument `name`, made by `make`.

    The option names are the keyword arguments of `make`.
    """

    def decorate(command: Command) -> Command:
        @functools.wraps(command)
        def gather(**values: Any) -> Any:
            picked = {option: values.pop(option) for option in names}
            return command(**values, **{name: make(**picked)})

        declared = len(getattr(command, "__click_params__", ()))
        gathered = add_options(options)(gather)
        params: list[click.Parameter] = gathered.__click_params__  # type: ignore[attr-defined]
        names = [param.name for param in params[declared:] if param.name and param.expose_value]
        return gathered

    return decorate


def given_options() -> list[str]:
    """Return the names of the options given on the command line."""
    context = click.get_current_context()
    return [
        param.opts[0]
        for param in context.command.params
        if isinstance(param, click.Option)
        and param.name
        and context.get_parameter_source(param.name) is ParameterSource.COMMANDLINE
    ]


def refuse_options(names: Container[str], reason: str) -> None:
    """Raise an InputError that begins with the reason if any of these options is given."""
    if given := [name for name in given_options() if name in names]:
        raise InputError(f"{reason}; leave out {', '.join(given)}")


def parse_shape(text: str) -> Shape:
    """Read ROWSxCOLUMNS.

    >>> parse_shape("3x4")
    (3, 4)

    Raises:
        InputError: the text has another form.
    """
    match = re.fullmatch(r"([0-9]{1,10})[xX×]([0-9]{1,10})", text.strip())
    shape = (int(match[1]), int(match[2])) if match else (0, 0)
    if 0 in shape:
        raise InputError(
            f"{text!r} is not a size, expected ROWSxCOLUMNS such as 3x4, both at least 1"
        )
    return shape


def parse_size(text: str) -> Shape:
    """Read ROWSxCOLUMNS, or one number for a square.

    >>> parse_size("5")
    (5, 5)

    Raises:
        InputError: the text has another form.
    """
    number = text.strip()
    return parse_shape(f"{number}x{number}" if number.isdecimal() else number)


def parse_number(text: str, most: int, least: int = 1) -> int:
    """Read a whole number from `least` to `most`.

    >>> parse_number("12", 100)
    12

    Raises:
        InputError: the text is not such a number.
    """
    number = int(text) if re.fullmatch("[0-9]{1,18}", text.strip()) else -1
    if not least <= number <= most:
        raise InputError(f"{text!r} is not a whole number from {least} to {most}")
    return number


def parse_seconds(text: str) -> float:
    """Read a number of seconds.

    >>> parse_seconds("1.5")
    1.5

    Raises:
        InputError: the text is not a number from 0 to MAX_SECONDS.
    """
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 <= seconds <= MAX_SECONDS:
        raise InputError(f"{text!r} is not a number of seconds such as 0.5 or 10")
    return seconds


def parse_scoring(text: str) -> str | dict[int, int]:
    """Read the name of a scoring scheme, or a table of letters and points.

    >>> parse_scoring("classic"), parse_scoring("3:1, 4:2")
    ('classic', {3: 1, 4: 2})

    Raises:
        InputError: the text is neither; the message lists the names.
    """
    if ":" not in text:
        if text in SCORINGS:
            return text
        raise InputError(
            f"no scoring {text!r}, expected {', '.join(SCORINGS)}, or a table such as 3:1,4:2"
            f"{did_you_mean(text, SCORINGS)}"
        )
    table: dict[int, int] = {}
    for entry in text.split(","):
        match = re.fullmatch(r"\s*([0-9]{1,9})\s*:\s*([0-9]{1,9})\s*", entry)
        if match is None:
            raise InputError(f"{entry.strip()!r} is not LETTERS:POINTS such as 3:1,4:2")
        letters = int(match[1])
        if letters in table:
            raise InputError(f"{letters} letters are listed twice, expected once")
        table[letters] = int(match[2])
    return table


def number_option(
    name: str,
    help_text: str,
    most: int = MAX_COUNT,
    *,
    least: int = 1,
    metavar: str = "N",
    **more: Any,
) -> Decorator:
    """Declare an option that takes a whole number between limits."""
    callback = value_parser(functools.partial(parse_number, most=most, least=least))
    return click.option(name, metavar=metavar, callback=callback, help=help_text, **more)


def shape_option(name: str, help_text: str) -> Decorator:
    """Declare an option that takes ROWSxCOLUMNS, the shape of given cells."""
    return click.option(name, metavar="RxC", callback=value_parser(parse_shape), help=help_text)


def size_option(help_text: str) -> Decorator:
    """Declare `--size` of a new grid: ROWSxCOLUMNS, or one number for a square."""
    return click.option(
        "--size", metavar="RxC|N", callback=value_parser(parse_size), help=help_text
    )


def grid_options(command: Command) -> Command:
    """Add GRID and the options for reading it; the command receives them as `source`."""
    return gather_options(
        "source",
        GridOptions,
        [
            click.argument("text", metavar="GRID", shell_complete=complete_file),
            shape_option("--size", "Fold a bare string into rows: 3x4."),
            shape_option("--raw", "The file holds bytes, one per cell: 500x800."),
            click.option("--qu", is_flag=True, help="Every tile Q spells QU."),
            letter_options,
        ],
    )(command)


words_file_option = click.option(
    "--words",
    "words_file",
    metavar="FILE",
    shell_complete=complete_file,
    help="Read words from a file ('-': stdin).",
)
lexicon_option = click.option(
    "--lexicon",
    metavar="NAME|FILE",
    shell_complete=complete_lexicon,
    help="'default' (used if none is given), a language, or a file.",
)
min_length_option = number_option(
    "--min-length", "Fewest letters of a word: 3 for the words of a language, else 1."
)
language_option = click.option(
    "--language",
    metavar="CODE",
    envvar="LEXIGRID_LANGUAGE",
    callback=value_parser(str.strip),
    shell_complete=complete_language,
    help="Words, letters, dice and pages of a language: de, fr ... (see lexicon list).",
)


def _choose_setting(
    ctx: click.Context, param: click.Parameter, name: str | None, *, on_paper: bool
) -> str | None:
    """Return the name of the alphabet variant that --digraphs and --accents choose."""
    switches = ctx.meta.get(_SWITCHES, {})
    if not switches or ctx.resilient_parsing:
        return name
    if name is None and (code := ctx.params.get("language")) is not None:
        from ..lexicon.packs import language_alphabet, paper_alphabet

        found = (paper_alphabet if on_paper else language_alphabet)(code)
        name = found.name if found is not None else None
    if not name:
        options = ", ".join(f"--{switch}" for switch in switches)
        raise InputError(
            f"{options} depends on the language; give --alphabet NAME or --language CODE, or "
            "--fold-accents for letters of any language"
        )
    from ..alphabet import name_setting

    return name_setting(name, **switches)


def _remember_switch(ctx: click.Context, param: click.Parameter, value: bool | None) -> None:
    if value is not None:
        ctx.meta.setdefault(_SWITCHES, {})[param.name] = value


def letter_options(command: Command, *, on_paper: bool = False) -> Command:
    """Add the options that define how text becomes letters; `on_paper` is for word searches."""
    switch = functools.partial(
        click.option, default=None, is_eager=True, expose_value=False, callback=_remember_switch
    )
    return add_options(
        [
            click.option(
                "--alphabet",
                metavar="NAME",
                shell_complete=complete_alphabet,
                callback=functools.partial(_choose_setting, on_paper=on_paper),
                help="Letters of a language: en, de ...",
            ),
            switch("--digraphs/--no-digraphs", help="Letters such as ch are one letter, or two."),
            switch("--accents/--no-accents", help="Letters such as č are letters, or c."),
            click.option("--case-sensitive", is_flag=True, help="Distinguish a from A."),
            click.option("--fold-accents", is_flag=True, help="Read é as e."),
            language_option,
        ]
    )(command)


def scoring_option(command: Command) -> Command:
    """Add the option for word points."""
    return click.option(
        "--scoring",
        metavar="S",
        default="classic",
        show_default=True,
        callback=value_parser(parse_scoring),
        shell_complete=complete_scoring,
        help=f"{', '.join(SCORINGS)}, or a table: 3:1,4:2.",
    )(command)


def topology_options(*others: str) -> Decorator:
    """Add the options that define which cells touch; `others` are additional topologies."""
    return add_options(
        [
            click.option(
                "--topology",
                type=click.Choice((*TOPOLOGIES, *others)),
                help="Which cells touch; default: as the grid says, or king.",
            ),
            click.option("--wrap", is_flag=True, default=None, help="Opposite edges touch."),
            click.option(
                "--reuse",
                is_flag=True,
                help="A path may revisit a cell, but not twice in a row.",
            ),
        ]
    )


def bounds_options(*, deadline: str | None = None, limit: str | None = None) -> Decorator:
    """Add the limits that all searches have."""
    return add_options(
        [
            number_option(
                "--limit", "List at most N.", default=limit, show_default=limit is not None
            ),
            click.option(
                "--deadline",
                metavar="SECONDS",
                callback=value_parser(parse_seconds),
                default=deadline,
                show_default=deadline is not None,
                help="Stop after SECONDS with what was found.",
            ),
        ]
    )


threads_option = number_option("--threads", "Use N processor cores.", MAX_THREADS)
overwrite_option = click.option(
    "--overwrite", "--force", is_flag=True, help="Replace existing output."
)
quiet_option = click.option("--quiet", is_flag=True, help="Print only errors on standard error.")
csv_raw_option = click.option(
    "--csv-raw", is_flag=True, help="Put no apostrophe before CSV fields that look like formulas."
)
