"""`lexigrid trace`: can these words be traced, how, and in how many ways?

Knows the trace search, its pages and the prompt; imported when it is called.
Rule: every word gets an answer: found, absent, or undetermined when the time was up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

import click

from ..errors import InputError, LexigridError
from ..grid import Grid
from ..render import render_trace
from ..search import Trace, trace
from .inputs import STANDARD_INPUT, GridOptions, recover_text
from .messages import complain
from .options import TOPOLOGIES, SearchOptions, grid_options, output_options, search_options
from .output import Output
from .prompt import is_conversation, prompted_words
from .status import FOUND, choose_status

DEADLINE = "10"
LIMIT = "1000"

Tracer = Callable[[str], Trace]


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
@search_options(deadline=DEADLINE, limit=LIMIT)
@output_options
def command(
    source: GridOptions,
    words: tuple[str, ...],
    topology: str | None,
    wrap: bool,
    reuse: bool,
    paths: str,
    bounds: SearchOptions,
    answer: Output,
) -> int:
    """Trace each WORD along touching cells of GRID (or along lines: --topology line).

    Without words, they are asked for one by one, until an empty line, an x or Ctrl-D.

    \b
      lexigrid trace tea/ant/oat eat
      lexigrid trace board.txt oracle --paths all
    """
    if not words and source.text == STANDARD_INPUT:
        raise InputError("no words to trace: name them after GRID, which is on standard input here")
    words = tuple(recover_text(word, "a word") for word in words)
    grid = source.read()
    ask = partial(
        trace,
        grid,
        topology=topology,
        wrap=wrap or None,
        reuse=reuse,
        paths=paths,
        limit=bounds.limit,
        deadline=bounds.deadline,
    )
    hexagonal = (topology or grid.topology.name) == "hex"
    if words:
        answers = [ask(word) for word in words]
        _send(grid, answers, answer, hexagonal=hexagonal)
    else:
        answers = _converse(grid, ask, answer, hexagonal=hexagonal)
        if is_conversation():
            return FOUND
    return _judge(answers, paths)


def _converse(grid: Grid, ask: Tracer, answer: Output, *, hexagonal: bool) -> list[Trace]:
    """Answer the words of standard input: each at once as text, else all of them at the end."""
    answers: list[Trace] = []
    at_once = answer.format == "text" and answer.output is None
    for word in prompted_words(answer):
        try:
            given = ask(word)
        except LexigridError as error:
            if not is_conversation():
                raise
            complain(str(error))
            continue
        answers.append(given)
        if at_once:
            page = answer.page()
            answer.send_page((*render_trace(grid, given, page, hexagonal=hexagonal), ""))
    if not at_once:
        _send(grid, answers, answer, hexagonal=hexagonal)
    return answers


def _judge(answers: list[Trace], paths: str) -> int:
    undecided = any(
        given.status == "undetermined" or (paths != "one" and not given.complete)
        for given in answers
    )
    absent = any(given.status == "absent" for given in answers)
    return choose_status(cut_short=undecided, missing=absent)


def _send(grid: Grid, answers: list[Trace], answer: Output, *, hexagonal: bool) -> None:
    if answer.format == "text":
        page = answer.page()
        pages = (render_trace(grid, given, page, hexagonal=hexagonal) for given in answers)
        answer.send_page(_join_pages(pages))
        return
    from ..render import answers as documents

    if answer.format == "json":
        answer.send_document(documents.traces_to_json(grid, answers))
    else:
        answer.send_document(documents.traces_to_csv(answers))


def _join_pages(pages: Iterable[Iterable[str]]) -> Iterator[str]:
    for number, page in enumerate(pages):
        if number:
            yield ""
        yield from page
