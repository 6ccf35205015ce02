"""Commands and options whose `--help` lists the options in named groups."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click
from click.core import augment_usage_errors

from ..errors import InputError
from .complete import completer

if TYPE_CHECKING:
    from .._util.kinds import Kind

#: The group of options that name none, which is listed last.
_LAST = "Output"


class Parsed(click.ParamType):  # type: ignore[type-arg]
    """The type of values that a function reads from text."""

    name = "text"

    def __init__(self, parse: Callable[[str], Any]) -> None:
        self.parse = parse

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Read the text; a value that is not text is kept."""
        try:
            return self.parse(value) if isinstance(value, str) else value
        except InputError as error:
            self.fail(str(error), param, ctx)


class Option(click.Option):
    """An option that names the kind of its value, its group in `--help`, and what is completed."""

    def __init__(
        self,
        *args: Any,
        kind: Kind | None = None,
        group: str = "",
        completes: str = "",
        **facts: Any,
    ) -> None:
        if kind is not None:
            facts = {"metavar": kind.metavar, "type": Parsed(kind.parse)} | facts
        if completes:
            facts["shell_complete"] = completer(completes)
        super().__init__(*args, **facts)
        self.group = group


#: Declare an option as `click.option` does, with the arguments of `Option` too.
option = functools.partial(click.option, cls=Option)


class Command(click.Command):
    """A command that shows its options in groups, and accepts each option once."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the options; refuse one that is given again, unless it is repeatable."""
        if not ctx.resilient_parsing:
            with augment_usage_errors(ctx):
                *_, given = self.make_parser(ctx).parse_args([*args])
            single = (param for param in given if isinstance(param, click.Option))
            for param, times in Counter(each for each in single if not each.multiple).items():
                if times > 1 and not param.is_flag and not param.count:
                    name = param.opts[0]
                    raise click.UsageError(f"{name} is given {times} times, expected once", ctx)
        return super().parse_args(ctx, args)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options group by group."""
        for group, records in self.option_groups(ctx).items():
            with formatter.section(group):
                formatter.write_dl(records)

    def option_groups(self, ctx: click.Context) -> dict[str, list[tuple[str, str]]]:
        """Return the names and descriptions of the options by group."""
        groups: dict[str, list[tuple[str, str]]] = {}
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx)
            if record is not None and isinstance(param, click.Option):
                groups.setdefault(getattr(param, "group", "") or _LAST, []).append(record)
        last = groups.pop(_LAST, [])
        return groups | ({_LAST: last} if last else {})
