"""An option is declared once: a field of an option class, from which every surface is derived."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, fields, make_dataclass
from inspect import signature
from pathlib import Path
from typing import Any, get_type_hints

import click
import httpx
import pytest
from click.testing import CliRunner

import lexigrid as lg
from lexigrid._util.kinds import Choice, Whole
from lexigrid._util.options import Options, describe_options, option, options_of
from lexigrid.cli import book_file
from lexigrid.cli.help import Command
from lexigrid.cli.options import add_options, derive_options, read_options
from lexigrid.puzzle.generate.options import PuzzleOptions
from lexigrid.render.print.options import PageArguments, PageOptions

web = pytest.importorskip("lexigrid.web", reason="the extra lexigrid[web] is not installed")
from lexigrid.web import requests as web_requests  # noqa: E402


def keywords(function: Callable[..., Any]) -> dict[str, Any]:
    found = signature(function).parameters.values()
    return {each.name: each.default for each in found if each.kind is each.KEYWORD_ONLY}


def test_the_signature_of_make_puzzle_has_every_option_with_its_default() -> None:
    arguments = keywords(lg.make_puzzle)
    for name in ("theme", "code", "deadline"):  # they are not options of the puzzle
        del arguments[name]
    declared = options_of(PuzzleOptions)
    assert arguments.keys() == declared.keys() - {"words", "rude_list", "aim"}
    for name, default in arguments.items():
        assert default in (declared[name].default, None), name


def test_the_arguments_of_pages_are_the_page_options() -> None:
    assert [*get_type_hints(PageArguments)] == [each.name for each in fields(PageOptions)]
    assert all(own.used_by for own in options_of(PageOptions).values())


def describe_server() -> Any:
    """Return the answer of a server to GET /api/v1/."""

    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(web.create_app(web.Settings()))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return await client.get("/api/v1/")

    return asyncio.run(ask()).json()


@dataclass(frozen=True, slots=True)
class Extended(PuzzleOptions):
    """The options of a puzzle, and one more."""

    holes: int = option(Whole(0, 9), "Cells that stay empty.", default=2, group="Layout", code=99)


def test_an_added_option_is_on_every_surface(monkeypatch: pytest.MonkeyPatch) -> None:
    """On the command line and in its help, in files, in requests, and in docstrings."""

    @click.command(cls=Command)
    @add_options(derive_options(Extended))
    def command(**choices: Any) -> None:
        click.echo(Extended.of(words=["oat"], **read_options(Extended, choices)).holes)

    def run(*arguments: str) -> str:
        return CliRunner().invoke(command, arguments).output

    assert ["2\n", "5\n"] == [run(), run("--holes", "5")]
    assert "'12' is not a whole number from 0 to 9" in run("--holes", "12")
    layout = run("--help").partition("Layout:")[2].partition("Repeat:")[0]
    assert "--holes N" in layout
    assert "Cells that stay empty.  [default: 2]" in layout

    monkeypatch.setattr(book_file, "PuzzleOptions", Extended)
    table = {"words": ["oat"], "holes": 3}
    given = book_file.Given({}, {}, {}, {})
    chapter = book_file._plan_chapter(1, table, {}, given, 1, Path())
    assert isinstance(chapter.plan.options, Extended)
    assert 3 == chapter.plan.options.holes
    with pytest.raises(lg.InputError, match="chapter 1: holes is 'x', expected a whole number"):
        book_file._plan_chapter(1, table | {"holes": "x"}, {}, given, 1, Path())

    body = web_requests.with_declared(web_requests.Body, Extended)
    field = body.model_fields["holes"]
    assert (int, 2, "Cells that stay empty.") == (
        field.annotation,
        field.default,
        field.description,
    )

    monkeypatch.setattr("lexigrid.web.root.PuzzleOptions", Extended)
    described = describe_server()["options"]
    assert {"least": 0, "most": 9} == described["holes"]
    assert {"choices": ["few", "some", "many", "none"]} == described["overlap"]
    assert {"least": 1, "most": web.Limits().puzzle_words} == described["pool"]

    def make() -> None:
        """Make it.

        Args:
            words: the words.
        """

    assert "    holes: Cells that stay empty.\n    words: the words." in (
        describe_options(Extended)(make).__doc__ or ""
    )


def test_a_misspelled_name_is_named() -> None:
    Own = make_dataclass(  # noqa: N806 - a class
        "Own",
        [("size", str, option(Choice(("small", "large")), "The size.", default="small"))],
        bases=(Options,),
        frozen=True,
    )
    with pytest.raises(lg.InputError, match="size is None, expected one of small, large"):
        Own(size=None)
    with pytest.raises(lg.InputError, match="size is 'lage', expected one of small, large; did"):
        Own.of(size="lage")  # type: ignore[attr-defined]
    with pytest.raises(lg.InputError, match=r"an option is 'sizee', .*did you mean 'size'"):
        Own.of(sizee="large")  # type: ignore[attr-defined]
