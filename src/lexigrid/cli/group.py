"""Groups of commands, and the one place where errors become messages and exit statuses.

An error is one line on standard error that says what to do.
"""

from __future__ import annotations

import gc
import importlib
import os
import re
import sys
from typing import Any

import click

from .. import __version__
from .._util.validation import did_you_mean
from ..errors import LexigridError
from .help import Command
from .messages import close_standard_output, flush_standard_output, print_error
from .status import BAD_INPUT, FOUND, INTERRUPTED
from .summary import COMMANDS, HELP_NAMES, format_summary

_TRACEBACK = "LEXIGRID_TRACEBACK"
#: What people try, and the command they mean.
_COMMANDS_MEANT = {
    **dict.fromkeys(("generate", "create", "new", "puzzle", "wordsearch", "wordfind"), "make"),
    **dict.fromkeys(("boggle", "board", "words", "spell"), "paths"),
    **dict.fromkeys(("search", "find"), "lines' or 'paths"),
    **dict.fromkeys(("verify", "validate", "test"), "check"),
    **dict.fromkeys(("print", "convert", "export", "pdf", "show"), "render"),
    **dict.fromkeys(("dice", "random", "shake"), "roll"),
    **dict.fromkeys(("books", "series"), "book"),
    **dict.fromkeys(("themes", "masks", "shapes"), "list"),
    **dict.fromkeys(("game", "start"), "play"),
    **dict.fromkeys(("server", "web", "api"), "serve"),
    **dict.fromkeys(("dictionary", "wordlist", "language"), "lexicon"),
}
#: Options of other programs and releases, and what does the same.
_OPTIONS_MEANT = {
    ("make", "--count"): "book --count N",
    ("make", "--book"): "book FILE",
    ("make", "--from"): "render FILE",
    ("make", "--check"): "check FILE",
    ("roll", "--list"): "list dice",
}


class Group(click.Group):
    """A group that lists its commands if a command is unknown."""

    command_class = Command

    def __init__(self, *args: Any, **options: Any) -> None:
        options.setdefault("context_settings", {"help_option_names": [*HELP_NAMES]})
        options["no_args_is_help"] = False
        super().__init__(*args, **options)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command to run."""
        if self.get_command(ctx, args[0]) is None and not args[0].startswith("-"):
            names = self.list_commands(ctx)
            meant = _COMMANDS_MEANT.get(args[0].lower().replace("-", "").replace("_", ""))
            hint = f"; did you mean '{meant}'?" if meant else did_you_mean(args[0], names)
            raise click.UsageError(
                f"no command {args[0]!r}, expected one of {', '.join(names)}{hint}", ctx
            )
        return super().resolve_command(ctx, args)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the options; without a command, show the help."""
        if not args and not ctx.resilient_parsing:
            click.echo(ctx.get_help())
            ctx.exit()
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; Ctrl-C ends it with status 130."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            ctx.exit(INTERRUPTED)


class LazyGroup(Group):
    """The root group, which imports the module of a command when the command is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """List the commands in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command; None if its name is unknown."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"{__package__}.{cmd_name}")
        gc.freeze()  # what was imported stays, and is not searched again and again
        gc.enable()
        command: click.Command = module.command
        command.short_help = COMMANDS[cmd_name]
        return command

    def get_help(self, ctx: click.Context) -> str:
        """Return the help of the program."""
        return format_summary()

    def main(self, *args: Any, standalone_mode: bool = True, **options: Any) -> Any:
        """Run the program and exit with its status; if not standalone, return the status.

        Arguments are never expanded as file patterns, because `?` is a wild tile.
        """
        options.setdefault("windows_expand_args", False)
        run: Any = super().main
        if not standalone_mode:
            return run(*args, standalone_mode=False, **options)
        try:
            status = run(*args, standalone_mode=False, **options)
            flush_standard_output()
        except Exception as error:
            status = _report(error)
        close_standard_output()
        sys.exit(status if isinstance(status, int) else FOUND)


main = LazyGroup("lexigrid")
click.version_option(__version__, message="lexigrid %(version)s")(main)


def _report(error: Exception) -> int:
    """Print an error as one line; return the exit status."""
    if os.environ.get(_TRACEBACK):
        raise error
    if isinstance(error, click.exceptions.Abort) or _follows_interrupt(error):
        return INTERRUPTED
    if isinstance(error, click.ClickException):
        context = getattr(error, "ctx", None)
        program = "lexigrid" if context is None else context.command_path
        hint = _suggest(error)
        is_option = isinstance(error, click.NoSuchOption) and hint
        message = (error.message if is_option else error.format_message()).rstrip(".") + hint
        message = f"{message[:1].lower()}{message[1:]}; see '{program} --help'"
        print_error(message, program=program)
    elif isinstance(error, LexigridError):
        print_error(str(error))
    elif isinstance(error, MemoryError):
        print_error("out of memory; try a smaller grid, a --limit or --count")
    elif isinstance(error, OSError):
        is_gone = isinstance(error, FileNotFoundError)
        what = error.filename or ("the current folder" if is_gone else "input or output")
        print_error(f"{what}: {error.strerror or error}")
    else:
        print_error(
            f"internal error: {type(error).__name__}: {error}; "
            f"please report it with the traceback that {_TRACEBACK}=1 shows"
        )
    return BAD_INPUT


def _follows_interrupt(error: BaseException | None) -> bool:
    """Did Ctrl-C cause this error? Some libraries wrap whatever interrupts their import."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None


def _suggest(error: click.ClickException) -> str:
    """Return a suggestion for a mistyped choice, option or argument, or ""."""
    type = getattr(getattr(error, "param", None), "type", None)
    command = getattr(getattr(error, "ctx", None), "info_name", "")
    if isinstance(error, click.NoSuchOption):
        name = error.option_name
        if name in ("--json", "--csv"):
            return f"; did you mean --format {name[2:]}?"
        meant = _OPTIONS_MEANT.get((command, name))
        return f"; did you mean lexigrid {meant}?" if meant else ""
    if extra := re.search("unexpected extra argument.*[(](.*)[)]", error.message):
        context = getattr(error, "ctx", None)
        given = context.params.get("text") if context else None
        rows = [given or "", *extra[1].split()]
        if re.fullmatch("[0-9]+[xX×][0-9]+", rows[1]):
            return f"; did you mean --size {rows[1]}?"
        if len(rows[0]) > 1 and {*map(len, rows)} == {len(rows[0])}:
            return f"; did you mean lexigrid {command} {'/'.join(rows)}?"
        return f"; did you mean lexigrid trace GRID {rows[1]}?" if command == "paths" else ""
    value = re.match("'(.*)' is not one of ", error.message)
    return did_you_mean(value[1], type.choices) if value and isinstance(type, click.Choice) else ""
