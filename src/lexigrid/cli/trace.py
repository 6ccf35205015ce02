"""`lexigrid trace`: can these words be traced, how, and in how many ways?

Knows the trace search, its pages and the prompt; imported when it is called.
Rule: every word gets an answer: found, absent, or undetermined when the time was up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

import click

from ..errors import InputError
from ..grid import Grid
from ..render import Page, render_trace
from ..search import Trace, TracePaths, iter_paths, trace
from .inputs import STANDARD_INPUT, GridOptions, recover_text
from .options import TOPOLOGIES, SearchOptions, grid_options, output_options, search_options
from .output import Output
from .prompt import Conversation, is_interactive, prompted_words
from .status import FOUND, choose_status

DEADLINE = "10"
LIMIT = "1000"

Renderer = Callable[[Trace, Page], Iterable[str]]

ORDERS = ("none", "numbers", "arrows")


@click.command("trace", short_help="Trace single words: found or not, how, in how many ways.")
@grid_options
@click.argument("words", metavar="[WORD...]", nargs=-1)
@click.option(
    "--topology",
    type=click.Choice((*TOPOLOGIES, "line")),
    help="Which cells touch: king unless the grid says otherwise.",
)
@click.option("--wrap", is_flag=True, help="The edges touch each other.")
@click.option("--reuse", is_flag=True, help="A cell may come again, though not twice in a row.")
@click.option(
    "--paths",
    type=click.Choice(("one", "all", "count")),
    default="one",
    show_default=True,
    help="Paths listed of each word.",
)
@click.option(
    "--order",
    type=click.Choice(ORDERS),
    default="none",
    show_default=True,
    help="How the picture tells the way of a path.",
)
@search_options(deadline=DEADLINE, limit=LIMIT)
@output_options
def command(
    source: GridOptions,
    words: tuple[str, ...],
    topology: str | None,
    wrap: bool,
    reuse: bool,
    paths: TracePaths,
    order: str,
    bounds: SearchOptions,
    answer: Output,
) -> int:
    """Trace each WORD along touching cells of GRID (or along lines: --topology line).

    Without words, they are asked for one by one, until an empty line, an x or Ctrl-D; :help there
    lists what else can be typed, :next shows the next path.

    \b
      lexigrid trace tea/ant/oat eat
      lexigrid trace board.txt oracle --paths all
    """
    if not words and source.text == STANDARD_INPUT:
        raise InputError("no words to trace: name them after GRID, which is on standard input here")
    words = tuple(recover_text(word, "a word") for word in words)
    grid = source.read()
    way: dict[str, Any] = {"topology": topology, "wrap": wrap or None, "reuse": reuse}

    def ask(word: str) -> Trace:
        return trace(grid, word, paths=paths, limit=bounds.limit, deadline=bounds.deadline, **way)

    render = partial(
        render_trace, grid, hexagonal=(topology or grid.topology.name) == "hex", order=order
    )
    if words:
        answers = [ask(word) for word in words]
        _send(grid, answers, answer, render)
    elif answer.format == "text" and answer.output is None:
        walk = partial(iter_paths, grid, deadline=bounds.deadline, **way)
        answers = Conversation(grid, ask, walk, answer, order, topology).run()
        if is_interactive():
            return FOUND
    else:
        answers = [ask(word) for word in prompted_words(answer)]
        _send(grid, answers, answer, render)
        if is_interactive():
            return FOUND
    return _judge(answers, paths)


def _judge(answers: list[Trace], paths: str) -> int:
    undecided = any(
        given.status == "undetermined" or (paths != "one" and not given.complete)
        for given in answers
    )
    absent = any(given.status == "absent" for given in answers)
    return choose_status(cut_short=undecided, missing=absent)


def _send(grid: Grid, answers: list[Trace], answer: Output, render: Renderer) -> None:
    if answer.format == "text":
        page = answer.page()
        answer.send_page(_join_pages(render(given, page) for given in answers))
        return
    from ..render import documents

    if answer.format == "json":
        answer.send_document(documents.traces_to_json(grid, answers))
    else:
        answer.send_document(documents.traces_to_csv(answers))


def _join_pages(pages: Iterable[Iterable[str]]) -> Iterator[str]:
    for number, page in enumerate(pages):
        if number:
            yield ""
        yield from page
