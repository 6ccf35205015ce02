"""The options of commands: those derived from option classes, and those that commands share."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from .._util.kinds import Choice, Flag, Shaped, Whole
from .._util.validation import MAX_THREADS
from ..errors import InputError
from .complete import completer
from .help import Option, Parsed, option
from .inputs import COLUMN, GridOptions

if TYPE_CHECKING:
    from .._util import options as declared

MAX_COUNT = 2**31 - 1
#: The key of the context under which alphabet switches are kept until the name is parsed.
_SWITCHES = "lexigrid.switches"

Command = Callable[..., Any]
Decorator = Callable[[Command], Command]


def add_options(options: Sequence[Decorator], group: str = "") -> Decorator:
    """Combine option decorators into one; options without a group get this one."""

    def decorate(command: Command) -> Command:
        before = len(getattr(command, "__click_params__", ()))
        for each in reversed(options):
            command = each(command)
        for param in getattr(command, "__click_params__", [])[before:]:
            if isinstance(param, Option) and not param.group:
                param.group = group
        return command

    return decorate


def gather_options(
    name: str, make: Callable[..., Any], options: Sequence[Decorator], group: str = ""
) -> Decorator:
    """Add options and pass their values to the command as one argument `name`, made by `make`.

    The option names are the keyword arguments of `make`.
    """

    def decorate(command: Command) -> Command:
        @functools.wraps(command)
        def gather(**values: Any) -> Any:
            picked = {each: values.pop(each) for each in names}
            return command(**values, **{name: make(**picked)})

        declared = len(getattr(command, "__click_params__", ()))
        gathered = add_options(options, group)(gather)
        params: list[click.Parameter] = gathered.__click_params__  # type: ignore[attr-defined]
        names = [param.name for param in params[declared:] if param.name and param.expose_value]
        return gathered

    return decorate


def derive_options(
    options: type, *names: str, has_defaults: bool = True, **defaults: Any
) -> list[Decorator]:
    """Return the options that an option class declares for the command line: all, or some.

    Without defaults, an option that is not given is None; `defaults` are those of the command.
    """
    from .._util.options import options_of  # slow to load

    offered = options_of(options, "cli")
    return [
        _derive(own, defaults.get(name, own.default if has_defaults else None))
        for name, own in sorted(offered.items(), key=lambda item: item[1].is_last)
        if not names or name in names
    ]


def _derive(own: declared.Option, default: Any) -> Decorator:
    kind = own.kind
    facts: dict[str, Any] = {
        "help": own.cli_help or own.help,
        "group": own.group,
        "completes": own.completes,
    }
    names = [own.flags, own.name]
    if isinstance(kind, Flag):
        if default is not False and own.negative is not None:
            names[0] += f"/--{own.negative or f'no-{own.flags[2:]}'}"
        return option(*names, default=default, show_default=default is True, is_flag=True, **facts)
    if own.metavar:
        facts["metavar"] = own.metavar
    if kind.repeats:
        return option(*names, multiple=True, **({"metavar": kind.metavar} | facts))
    if default:
        text = ",".join(map(str, default)) if isinstance(default, tuple) else str(default)
        facts |= {"default": text, "show_default": True}
    if isinstance(kind, Choice):
        choice = click.Choice(kind.names, case_sensitive=not kind.any_case)
        return option(*names, type=choice, **facts)
    return option(*names, kind=kind, **facts)


def read_options(options: type, choices: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of declared options among those of a command that are given.

    Raises:
        InputError: a repeatable option has an unusable value.
    """
    from .._util.options import options_of

    found: dict[str, Any] = {}
    for name, own in options_of(options, "cli").items():
        value = choices.get(name)
        if value is not None and value != ():
            found[name] = own.kind.parse_all(value, own.flags) if own.kind.repeats else value
    return found


def given_options(*groups: str) -> dict[str, str]:
    """Return the options given on the command line, of these groups or of all.

    Each is a flag such as --size, with the name of its value.
    """
    context = click.get_current_context()
    return {
        param.opts[0]: param.name
        for param in context.command.params
        if isinstance(param, Option)
        and param.name
        and context.get_parameter_source(param.name) is ParameterSource.COMMANDLINE
        and (not groups or param.group in groups)
    }


def refuse_options(names: Iterable[str], reason: str) -> None:
    """Raise an InputError that begins with the reason if any of these options is given."""
    given = given_options()
    if listed := [name for name in names if name in given]:
        raise InputError(f"{reason}; leave out {', '.join(listed)}")


def number_option(name: str, help_text: str, most: int = MAX_COUNT, **more: Any) -> Decorator:
    """Declare an option that takes a whole number from 1."""
    return option(name, kind=Whole(1, most), help=help_text, **more)


def grid_options(command: Command) -> Command:
    """Add GRID and the options for reading it; the command receives them as `source`."""
    return gather_options(
        "source",
        GridOptions,
        [
            click.argument("text", metavar="GRID", shell_complete=completer("file")),
            option("--size", kind=Shaped(), help="Fold a bare string into rows: 3x4."),
            option("--raw", kind=Shaped(), help="The file holds bytes, one per cell: 500x800."),
            option("--qu", is_flag=True, help="Every tile Q spells QU."),
            letter_options,
        ],
        "Grid",
    )(command)


def _keep_column(context: click.Context, _: click.Parameter, value: str | None) -> None:
    context.meta[COLUMN] = value


column_option = option(
    "--column",
    metavar="NAME|N",
    expose_value=False,
    callback=_keep_column,
    help="The column of the words in a table: its name, or its number from 1.",
    group="Words",
)


def words_option(help_text: str, metavar: str = "FILE") -> Decorator:
    """Declare the option that names a file of words."""
    own: dict[str, Any] = {"metavar": metavar, "completes": "file", "group": "Words"}
    return option("--words", "words_file", help=help_text, **own)


def lexicon_option(
    help_text: str = "'default' (used if none is given), a language, or a file.",
) -> Decorator:
    """Declare the option that names a lexicon."""
    own: dict[str, Any] = {"metavar": "NAME|FILE", "completes": "lexicon", "group": "Words"}
    return option("--lexicon", help=help_text, **own)


words_file_option = add_options(
    [words_option("Read words from a file ('-': stdin)."), column_option]
)
language_option = option(
    "--language",
    metavar="CODE",
    envvar="LEXIGRID_LANGUAGE",
    type=Parsed(str.strip),
    completes="language",
    help="Words, letters, dice and pages of a language: de, fr ... (see lexicon list).",
    group="Letters",
)


def _choose_setting(
    ctx: click.Context, param: click.Parameter, name: str | None, *, on_paper: bool
) -> str | None:
    """Return the name of the alphabet variant that --digraphs and --accents choose."""
    switches = ctx.meta.get(_SWITCHES, {})
    if not switches or ctx.resilient_parsing:
        return name
    if name is None and (code := ctx.params.get("language")) is not None:
        from ..lexicon.packs.installed import language_alphabet, paper_alphabet

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
        option, default=None, is_eager=True, expose_value=False, callback=_remember_switch
    )
    return add_options(
        [
            option(
                "--alphabet",
                metavar="NAME",
                completes="alphabet",
                callback=functools.partial(_choose_setting, on_paper=on_paper),
                help="Letters of a language: en, de ...",
            ),
            switch("--digraphs/--no-digraphs", help="Letters such as ch are one letter, or two."),
            switch("--accents/--no-accents", help="Letters such as č are letters, or c."),
            option("--case-sensitive", is_flag=True, help="Distinguish a from A."),
            option("--fold-accents", is_flag=True, help="Read é as e."),
            language_option,
        ],
        "Letters",
    )(command)


threads_option = number_option("--threads", "Use N processor cores.", MAX_THREADS, group="Search")
overwrite_option = option("--overwrite", "--force", is_flag=True, help="Replace existing output.")
quiet_option = option("--quiet", is_flag=True, help="Print only errors on standard error.")
csv_raw_option = option(
    "--csv-raw", is_flag=True, help="Put no apostrophe before CSV fields that look like formulas."
)
