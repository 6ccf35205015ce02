"""`lexigrid paths`: find all words of a lexicon along paths of touching cells.

The exit status is 1 if no word was found; no single word of a lexicon counts as missing.
"""

from __future__ import annotations

from dataclasses import replace

import click

from ..grid import Grid
from ..lexicon import Lexicon
from ..search.options import DEFAULT_MIN_LENGTH, PathOptions
from ..search.paths import FoundWords, search_paths
from .help import Command
from .inputs import (
    GridOptions,
    check_standard_input,
    is_file,
    read_lexicon,
    read_words,
    say_question_marks,
)
from .options import (
    derive_options,
    gather_options,
    grid_options,
    lexicon_option,
    words_file_option,
)
from .output import Output, output_options
from .status import report_end


@click.command("paths", cls=Command)
@grid_options
@words_file_option
@lexicon_option()
@gather_options("options", PathOptions, derive_options(PathOptions), "Search")
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
    answer.check_rows(has_rows=not options.count_only)
    check_standard_input(source.text, words_file, lexicon)
    grid = source.read()
    words = read_wanted(grid, words_file, lexicon, source.language)
    # This is also the minimum if words of a file are added to those of a language.
    if lexicon is not None and not is_file(lexicon) and options.min_length is None:
        options = replace(options, min_length=DEFAULT_MIN_LENGTH)
    found = search_paths(grid, words, options)
    _send(grid, found, options.topology_on(grid.topology).name, answer)
    say_question_marks(grid, (), answer)
    return report_end(answer, found.cut_by, missing=not found.count)


def read_wanted(
    grid: Grid, words_file: str | None, lexicon: str | None, language: str | None
) -> Lexicon:
    """Return the words of --lexicon, --words and --language, by default those of the language."""
    if words_file is None:
        return read_lexicon(lexicon, grid.alphabet, language)
    words = read_words(words_file, grid.alphabet)
    if lexicon is None:
        return words
    whole = read_lexicon(lexicon, grid.alphabet, language)
    return Lexicon([*words, *whole], alphabet=grid.alphabet or whole.alphabet)


def _send(grid: Grid, found: FoundWords, topology: str, answer: Output) -> None:
    if answer.format == "text":
        from ..render.terminal.text import render_paths

        is_hexagonal = topology == "hex"
        answer.send_page(render_paths(grid, found, answer.page(), hexagonal=is_hexagonal))
        return
    if answer.format == "json":
        answer.send_document(found.iter_json())
    else:
        from ..search import documents

        answer.send_document(documents.paths_to_csv(found, raw=answer.csv_raw))
