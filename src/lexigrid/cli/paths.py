"""`lexigrid paths`: find all words of a lexicon along paths of touching cells.

An answer without words has status 1; single words of a lexicon are never missing.
"""

from __future__ import annotations

from dataclasses import replace

import click

from ..errors import InputError
from ..grid import Grid
from ..lexicon import Lexicon
from ..search import FoundWords, PathOptions, search_paths
from ..search.options import DEFAULT_MIN_LENGTH
from .complete import complete_file, complete_lexicon
from .help import Command
from .inputs import STANDARD_INPUT, GridOptions, is_file, read_lexicon, read_words
from .options import (
    bounds_options,
    gather_options,
    grid_options,
    number_option,
    output_options,
    scoring_option,
    topology_options,
)
from .output import Output
from .status import choose_status, describe_cut, was_cut_short


@click.command("paths", cls=Command, short_help="Find all words along paths of touching cells.")
@grid_options
@click.option(
    "--words",
    "words_file",
    metavar="FILE",
    shell_complete=complete_file,
    help="Read words from a file ('-': stdin).",
)
@click.option(
    "--lexicon",
    metavar="NAME|FILE",
    shell_complete=complete_lexicon,
    help="'default' (if nothing is named), a language, or a file.",
)
@gather_options(
    "options",
    PathOptions,
    [
        topology_options(),
        number_option("--min-length", "Letters of a word: 3 with the words of a language, else 1."),
        click.option("--common", is_flag=True, help="Only words that most readers know."),
        scoring_option,
        click.option(
            "--paths",
            type=click.Choice(("none", "one", "all")),
            default="one",
            show_default=True,
            help="Paths listed for each word.",
        ),
        click.option(
            "--sort",
            type=click.Choice(("grid", "alpha", "length", "score")),
            default="grid",
            show_default=True,
            help="The order of the words.",
        ),
        click.option(
            "--count", "count_only", is_flag=True, help="Only the number of words and the score."
        ),
        bounds_options(),
    ],
)
@output_options
def command(
    source: GridOptions,
    words_file: str | None,
    lexicon: str | None,
    options: PathOptions,
    answer: Output,
) -> int:
    """Find all words of a lexicon that can be spelled along touching cells of GRID.

    A word uses no cell twice. Without --words and --lexicon, the words are those of --language,
    or English.

    \b
      lexigrid paths perslatgsineters --qu
      lexigrid paths tea/ant/oat --words mine.txt --paths all --format json
    """
    if [source.text, words_file, lexicon].count(STANDARD_INPUT) > 1:
        raise InputError(
            "standard input ('-') can be only one of GRID, --words and --lexicon; "
            "read the others from files"
        )
    grid = source.read()
    words = _read_words(grid, words_file, lexicon, source.language)
    if (
        lexicon is not None and not is_file(lexicon) and options.min_length is None
    ):  # also with words of a file
        options = replace(options, min_length=DEFAULT_MIN_LENGTH)
    found = search_paths(grid, words, options)
    _send(grid, found, options.topology_on(grid.topology).name, answer)
    if was_cut_short(found.cut_by):
        answer.say(describe_cut(found.cut_by))
    return choose_status(cut_short=was_cut_short(found.cut_by), missing=not found.count)


def _read_words(
    grid: Grid, words_file: str | None, lexicon: str | None, language: str | None
) -> Lexicon:
    """Return the lexicon, the words of the file, or both combined."""
    if words_file is None:
        return read_lexicon(lexicon, grid.alphabet, language)
    words = read_words(words_file, grid.alphabet)
    if lexicon is None:
        return words
    whole = read_lexicon(lexicon, grid.alphabet, language)
    return Lexicon([*words, *whole], alphabet=grid.alphabet or whole.alphabet)


def _send(grid: Grid, found: FoundWords, topology: str, answer: Output) -> None:
    if answer.format == "text":
        from ..render import render_paths

        is_hexagonal = topology == "hex"
        answer.send_page(render_paths(grid, found, answer.page(), hexagonal=is_hexagonal))
        return
    from ..search import documents

    if answer.format == "json":
        answer.send_document(documents.paths_to_json(found))
    else:
        answer.send_document(documents.paths_to_csv(found, raw=answer.csv_raw))
