"""`lexigrid trace`: whether and in how many ways words can be traced.

Every word gets an answer: found, absent, or undetermined if the deadline passed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

import click

from ..errors import InputError
from ..grid import Grid
from ..render.terminal.page import Page
from ..render.terminal.text import render_trace
from ..search.trace import Trace, TraceOptions, iter_paths, trace_word
from .help import Command, option
from .inputs import (
    STANDARD_INPUT,
    GridOptions,
    recover_text,
    say_question_marks,
)
from .options import derive_options, gather_options, given_options, grid_options
from .output import Output, output_options
from .prompt import Conversation, is_interactive, prompted_words
from .status import FOUND, choose_status

Renderer = Callable[[Trace, Page], Iterable[str]]


@click.command("trace", cls=Command)
@grid_options
@click.argument("words", metavar="[WORD...]", nargs=-1)
@gather_options("options", TraceOptions, derive_options(TraceOptions, deadline=10), "Search")
@option(
    "--order",
    type=click.Choice(("none", "numbers", "arrows")),
    default="none",
    show_default=True,
    help="How the picture shows the order of a path.",
    group="Search",
)
@output_options
def command(
    source: GridOptions, words: tuple[str, ...], options: TraceOptions, order: str, answer: Output
) -> int:
    """Trace each WORD along touching cells of GRID (or along lines: --topology line).

    Without words, a prompt asks for them one at a time until an empty line, x or Ctrl-D. At the
    prompt, :help lists the commands, and :next shows the next path.

    \b
      lexigrid trace tea/ant/oat eat
      lexigrid trace board.txt oracle --paths all
    """
    if not words and source.text == STANDARD_INPUT:
        raise InputError("no words to trace: name them after GRID, which is on standard input here")
    if options.paths != "all" and "--limit" in given_options():
        raise InputError("--limit is for --paths all; add --paths all, or leave it out")
    if order != "none" and (answer.format != "text" or options.paths == "count"):
        raise InputError(
            "--order is for the picture of a path; JSON, CSV and --paths count have none, so leave "
            "it out"
        )
    words = tuple(recover_text(word, "a word") for word in words)
    grid = source.read(words)
    is_hexagonal = not options.is_line and options.topology_on(grid.topology).name == "hex"

    def ask(word: str) -> Trace:
        return trace_word(grid, word, options)

    render = partial(render_trace, grid, hexagonal=is_hexagonal, order=order)
    if not words and answer.format == "text" and answer.output is None:
        walk = partial(
            iter_paths,
            grid,
            topology=options.topology,
            wrap=options.wrap,
            reuse=options.reuse,
            deadline=options.deadline,
        )
        answers = Conversation(grid, ask, walk, answer, order, hexagonal=is_hexagonal).run()
    else:
        answers = [ask(word) for word in words or prompted_words(answer)]
        _send(grid, answers, answer, render)
        say_question_marks(grid, words, answer)
    if not words and is_interactive():
        return FOUND
    is_cut_short = any(
        each.status == "undetermined" or (options.paths != "one" and not each.complete)
        for each in answers
    )
    is_missing = any(each.status == "absent" for each in answers)
    return choose_status(cut_short=is_cut_short, missing=is_missing)


def _send(grid: Grid, answers: list[Trace], answer: Output, render: Renderer) -> None:
    if answer.format == "text":
        page = answer.page()
        answer.send_page(_join_pages(render(each, page) for each in answers))
        return
    from ..search import documents

    if answer.format == "json":
        answer.send_document(documents.traces_to_json(grid, answers))
    else:
        answer.send_document(documents.traces_to_csv(answers, raw=answer.csv_raw))


def _join_pages(pages: Iterable[Iterable[str]]) -> Iterator[str]:
    for number, page in enumerate(pages):
        if number:
            yield ""
        yield from page
