"""Help and completion of the command line."""

from __future__ import annotations

from collections.abc import Iterator

import click
import pytest
from click.shell_completion import ShellComplete

from commands import answer
from lexigrid.cli import main
from lexigrid.cli.help import Option


def commands(group: click.Group = main) -> Iterator[tuple[str, click.Command]]:
    """Yield every command with its path."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from ((f"{name} {path}", inner) for path, inner in commands(command))
        else:
            yield name, command


COMMANDS = dict(commands())


def test_without_a_command_the_help_is_shown() -> None:
    assert answer() == answer("--help")
    assert answer("lexicon") == answer("lexicon", "--help")


@pytest.mark.parametrize("path", COMMANDS)
def test_every_option_is_in_a_group_and_has_a_description(path: str) -> None:
    command = COMMANDS[path]
    text = answer(*path.split(), "--help")
    for option in command.params:
        if isinstance(option, click.Option):
            assert option.help
            assert isinstance(option, Option) or option.name == "help"
            if isinstance(option.type, click.Choice):
                assert f"[{'|'.join(option.type.choices)}]" in text
    assert all(len(line) < 91 for line in text.splitlines())
    assert text.count(f"\n    lexigrid {path}") >= 2, "two examples"


@pytest.mark.parametrize(
    ("typed", "part", "expected"),
    [
        ("", "pat", ["paths"]),
        ("make --theme", "bir", ["birds"]),
        ("make --mask", "hea", ["heart"]),
        ("roll --dice", "en-new", ["en-new-4x4"]),
        ("play --lexicon", "", ["default", "english"]),
        ("paths tea/ant/oat --alphabet", "es-d", ["es-digraph"]),
        ("paths tea/ant/oat --scoring", "fib", ["fibonacci"]),
        ("paths tea/ant/oat --sort", "sc", ["score"]),
    ],
)
def test_names_are_completed(typed: str, part: str, expected: list[str]) -> None:
    shell = ShellComplete(main, {}, "lexigrid", "_LEXIGRID_COMPLETE")
    assert [item.value for item in shell.get_completions(typed.split(), part)] == expected


def test_files_are_completed_where_no_name_fits() -> None:
    shell = ShellComplete(main, {}, "lexigrid", "_LEXIGRID_COMPLETE")
    for typed in ("lines", "make --mask", "lexicon build", "paths tea --output"):
        assert [item.type for item in shell.get_completions(typed.split(), "x")] == ["file"]
