"""The group of commands, and the one place where trouble becomes an exit status.

Knows errors, click and the messages; known by the door and by commands that have commands.
Rule: whatever happens, at most one line goes to standard error, and it says what to do.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Mapping
from typing import Any

import click

from ..errors import LexigridError
from .messages import complain, end_standard_output, flush_standard_output
from .status import BAD, FOUND, INTERRUPTED

_TRACEBACK = "LEXIGRID_TRACEBACK"
_HELP_NAMES = ["-h", "--help"]


class Group(click.Group):
    """A group whose complaints about a missing or unknown command list the commands."""

    def __init__(self, *args: Any, **options: Any) -> None:
        options.setdefault("context_settings", {"help_option_names": _HELP_NAMES})
        options["no_args_is_help"] = False
        super().__init__(*args, **options)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command named first; an unknown one is a usage error that lists them."""
        if self.get_command(ctx, args[0]) is None and not args[0].startswith("-"):
            choices = ", ".join(self.list_commands(ctx))
            raise click.UsageError(f"no command {args[0]!r}, expected one of {choices}", ctx)
        return super().resolve_command(ctx, args)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the options; naming no command is a usage error that lists them."""
        if not args and not ctx.resilient_parsing:
            choices = ", ".join(self.list_commands(ctx))
            raise click.UsageError(f"no command given, expected one of {choices}", ctx)
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command named; Ctrl-C ends it with the status for that."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            ctx.exit(INTERRUPTED)


class LazyGroup(Group):
    """The root group: imports a command's module when the command is called."""

    def __init__(
        self, name: str, *, package: str, table: Mapping[str, tuple[str, str]], **options: Any
    ) -> None:
        super().__init__(name, **options)
        self._package = package
        self._table = table
        self.params.append(_version_option())

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name the commands in the order of the table."""
        return list(self._table)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import one command; None if there is none of that name."""
        if cmd_name not in self._table:
            return None
        module = importlib.import_module(f"{self._package}.{self._table[cmd_name][0]}")
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in self._table.items()])

    def main(self, *args: Any, standalone_mode: bool = True, **options: Any) -> Any:
        """Run the program and leave with its exit status; not standalone, as click does it.

        Wild tiles are not file patterns, so arguments are not expanded on any system.
        """
        options.setdefault("windows_expand_args", False)
        run: Any = super().main
        if not standalone_mode:
            return run(*args, standalone_mode=False, **options)
        try:
            status = run(*args, standalone_mode=False, **options)
            flush_standard_output()
        except Exception as trouble:
            status = _tell(trouble)
        end_standard_output()
        sys.exit(status if isinstance(status, int) else FOUND)


def _tell(trouble: Exception) -> int:
    """Say in one line what went wrong; return the exit status."""
    if os.environ.get(_TRACEBACK):
        raise trouble
    if isinstance(trouble, click.exceptions.Abort):
        return INTERRUPTED
    if isinstance(trouble, click.ClickException):
        context = getattr(trouble, "ctx", None)
        place = "lexigrid" if context is None else context.command_path
        message = trouble.format_message().rstrip(".")
        complain(f"{message[:1].lower()}{message[1:]}; see '{place} --help'", place=place)
    elif isinstance(trouble, LexigridError):
        complain(str(trouble))
    elif isinstance(trouble, MemoryError):
        complain("out of memory; try a smaller grid, a --limit or --count")
    elif isinstance(trouble, OSError):
        complain(f"{trouble.filename or 'input or output'}: {trouble.strerror or trouble}")
    else:
        complain(
            f"a fault of lexigrid itself: {type(trouble).__name__}: {trouble}; "
            f"please report it with what {_TRACEBACK}=1 shows"
        )
    return BAD


def _version_option() -> click.Option:
    def show(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
        if wanted and not ctx.resilient_parsing:
            from .. import __version__

            click.echo(f"lexigrid {__version__}")
            ctx.exit()

    return click.Option(
        ["--version"],
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=show,
        help="Show the version and exit.",
    )
