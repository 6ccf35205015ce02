"""`lexigrid paths`: all words of a lexicon along paths of touching cells.

Knows the path search and its pages; imported when it is called.
Rule: an answer without words is status 1; words of a lexicon are never missing one by one.
"""

from __future__ import annotations

from typing import Any

import click

from ..errors import InputError
from ..grid import Grid
from ..lexicon import Lexicon
from ..search import SCORINGS, FoundWords, find_paths
from ..search.options import DEFAULT_MIN_LENGTH
from .inputs import BUILT_IN, STANDARD_INPUT, GridOptions, read_lexicon, read_words
from .options import (
    TOPOLOGIES,
    SearchOptions,
    grid_options,
    number_option,
    output_options,
    search_options,
)
from .output import Output
from .status import choose_status, tell_cut, was_cut


@click.command("paths", short_help="Find all words along paths of touching cells.")
@grid_options
@click.option("--words", "words_file", metavar="FILE", help="The words of a file ('-': stdin).")
@click.option(
    "--lexicon", metavar="NAME|FILE", help="'default' (taken if nothing is named) or a file."
)
@click.option(
    "--topology",
    type=click.Choice(TOPOLOGIES),
    help="Which cells touch: king unless the grid says otherwise.",
)
@click.option("--wrap", is_flag=True, help="The edges touch each other.")
@click.option("--reuse", is_flag=True, help="A cell may come again, though not twice in a row.")
@number_option("--min-length", "Letters a word needs: 3 with the built-in lexicon, else 1.")
@click.option(
    "--scoring",
    metavar="S",
    default="classic",
    show_default=True,
    help=f"{', '.join(SCORINGS)}, or a table: 3:1,4:2.",
)
@click.option(
    "--paths",
    type=click.Choice(("none", "one", "all")),
    default="one",
    show_default=True,
    help="Paths listed of each word.",
)
@click.option(
    "--sort",
    type=click.Choice(("grid", "alpha", "length", "score")),
    default="grid",
    show_default=True,
    help="The order of the words.",
)
@click.option("--count", is_flag=True, help="Only the number of words and the score.")
@search_options()
@output_options
def command(
    source: GridOptions,
    words_file: str | None,
    lexicon: str | None,
    scoring: str,
    bounds: SearchOptions,
    answer: Output,
    **choices: Any,
) -> int:
    """Find all words of a lexicon that can be spelled along touching cells of GRID.

    No cell is used twice in a word. Without --words and --lexicon, the built-in English lexicon.

    \b
      lexigrid paths perslatgsineters --qu
      lexigrid paths tea/ant/oat --words mine.txt --paths all --format json
    """
    if [source.text, words_file, lexicon].count(STANDARD_INPUT) > 1:
        raise InputError("standard input ('-') can be only one of GRID, --words and --lexicon")
    scheme = parse_scoring(scoring)
    grid = source.read()
    topology = choices["topology"]
    found = find_paths(
        grid,
        _read_words(grid, words_file, lexicon),
        topology=topology,
        wrap=choices["wrap"] or None,
        reuse=choices["reuse"],
        min_length=choices["min_length"] or _least_length(words_file, lexicon),
        scoring=scheme,
        paths=choices["paths"],
        sort=choices["sort"],
        count_only=choices["count"],
        limit=bounds.limit,
        deadline=bounds.deadline,
    )
    _send(grid, found, topology or grid.topology.name, answer)
    if was_cut(found.cut_by):
        answer.say(tell_cut(found.cut_by))
    return choose_status(cut_short=was_cut(found.cut_by), missing=not found.count)


def parse_scoring(text: str) -> str | dict[int, int]:
    """Read the name of a scheme, or a table of letters and points.

    >>> parse_scoring("classic"), parse_scoring("3:1, 4:2")
    ('classic', {3: 1, 4: 2})

    Raises:
        InputError: neither; the message lists the names.
    """
    if ":" not in text:
        if text in SCORINGS:
            return text
        names = ", ".join(SCORINGS)
        raise InputError(f"no scoring {text!r}, expected {names}, or a table such as 3:1,4:2")
    table: dict[int, int] = {}
    for entry in text.split(","):
        letters, _, points = (part.strip() for part in entry.partition(":"))
        if not (_is_number(letters) and _is_number(points)):
            raise InputError(
                f"--scoring has {entry.strip()!r}, expected LETTERS:POINTS such as 3:1,4:2"
            )
        if int(letters) in table:
            raise InputError(f"--scoring has {letters} letters twice, expected once")
        table[int(letters)] = int(points)
    return table


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 10


def _least_length(words_file: str | None, lexicon: str | None) -> int:
    own_words_only = lexicon not in BUILT_IN if lexicon is not None else words_file is not None
    return 1 if own_words_only else DEFAULT_MIN_LENGTH


def _read_words(grid: Grid, words_file: str | None, lexicon: str | None) -> Lexicon:
    """Return the lexicon named, or the words of the file, or both as one."""
    if words_file is None:
        return read_lexicon(lexicon or BUILT_IN[0], grid.alphabet)
    words = read_words(words_file, grid.alphabet)
    if lexicon is None:
        return words
    whole = read_lexicon(lexicon, grid.alphabet)
    return Lexicon([*words, *whole], alphabet=grid.alphabet or whole.alphabet)


def _send(grid: Grid, found: FoundWords, topology: str, answer: Output) -> None:
    if answer.format == "text":
        from ..render import render_paths

        page = answer.page()
        answer.send_page(render_paths(grid, found, page, hexagonal=topology == "hex"))
        return
    from ..render import documents as answers

    if answer.format == "json":
        answer.send_document(answers.paths_to_json(grid, found))
    else:
        answer.send_document(answers.paths_to_csv(found))
