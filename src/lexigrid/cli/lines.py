"""`lexigrid lines`: find words in straight lines.

Only named words can be missing. With a lexicon, status 1 means that nothing was found.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ..errors import InputError, LexigridError
from ..grid import Grid
from ..lexicon import Lexicon
from ..search.line_options import LineOptions
from ..search.lines import Lines, search_lines
from .help import Command
from .inputs import (
    PAGE,
    GridOptions,
    check_standard_input,
    is_file,
    read_lexicon,
    read_words,
    recover_text,
    say_question_marks,
)
from .messages import Progress
from .options import derive_options, gather_options, grid_options, lexicon_option, words_file_option
from .output import Output, output_options
from .status import report_end

if TYPE_CHECKING:
    from ..puzzle import Puzzle

Words = Lexicon | list[str]
NO_WORDS = "no words to find: name them after GRID, or give --words FILE or --lexicon default"


@click.command("lines", cls=Command)
@grid_options
@click.argument("words", metavar="[WORD...]", nargs=-1)
@words_file_option
@lexicon_option("Find all words of a lexicon: 'default', a language, or a file.")
@gather_options("options", LineOptions, derive_options(LineOptions), "Search")
@output_options
def command(
    source: GridOptions,
    words: tuple[str, ...],
    words_file: str | None,
    lexicon: str | None,
    options: LineOptions,
    answer: Output,
) -> int:
    """Find every straight line of GRID that spells one of the WORDs.

    The words follow GRID, or come from a file (--words), a lexicon, or GRID itself if it is a
    puzzle file.

    \b
      lexigrid lines tea/ant/oat oat eat
      lexigrid lines puzzle.txt --words hidden.txt --first
      lexigrid lines puzzle.json
    """
    answer.check_rows(has_rows=not options.count_only)
    puzzle = None
    has_no_words = not words and words_file is None and lexicon is None
    if has_no_words and source.is_file and not source.is_photo:
        puzzle = _read_puzzle(source.text)
        words = puzzle.words
    check_standard_input(source.text, words_file, lexicon)
    words = tuple(recover_text(word, "a word") for word in words)
    if has_no_words and puzzle is None and source.is_photo:
        raise InputError(NO_WORDS)
    named: Words
    if source.is_photo:
        grid, named = _read_photo(source, words, words_file)
    else:
        grid = source.read(words) if puzzle is None else source.read_again(puzzle.grid)
        if has_no_words and puzzle is None:
            raise InputError(NO_WORDS)
        named = _read_named(grid, words, words_file)
    wanted = named if lexicon is None else _add_lexicon(grid, named, lexicon, source.language)
    can_miss = named if lexicon is None else list(named)
    return find_and_send(grid, wanted, can_miss, options, answer, typed=words)


def find_and_send(
    grid: Grid,
    wanted: Words,
    named: Words,
    options: LineOptions,
    answer: Output,
    typed: tuple[str, ...] = (),
) -> int:
    """Find words in lines and send them, with the missing of `named`; return the exit status."""
    with Progress(quiet=answer.quiet) as progress:
        found = search_lines(grid, wanted, options, progress, named=named)
    _send(grid, found, answer)
    words = () if options.wildcards else (*typed, *found.missing)
    say_question_marks(grid, words, answer, "--wildcards makes it match any letter")
    return report_end(answer, found.cut_by, missing=bool(found.missing) or not found.count)


def _read_photo(
    source: GridOptions, words: tuple[str, ...], words_file: str | None
) -> tuple[Grid, list[str]]:
    """Return the grid of a photo and the words to find, which correct it."""
    if words_file == PAGE and not is_file(PAGE):
        grid, found = source.read_photo(PAGE)
        return grid, [*words, *found]
    listed = () if words_file is None else read_words(words_file, source.choose_alphabet())
    named = [*words, *listed]
    return source.read_photo(named)[0], named


def _read_puzzle(path: str) -> Puzzle:
    from ..puzzle import Puzzle

    try:
        return Puzzle.read(path)
    except LexigridError as error:
        raise InputError(f"{NO_WORDS}; GRID is no puzzle with words: {error}") from error


def _read_named(grid: Grid, words: tuple[str, ...], words_file: str | None) -> Words:
    """Return the words of the command line, then those of the file."""
    if words_file is None:
        return list(words)
    listed = read_words(words_file, grid.alphabet)
    return [*words, *listed] if words else listed


def _add_lexicon(grid: Grid, named: Words, lexicon: str, language: str | None) -> Lexicon:
    whole = read_lexicon(lexicon, grid.alphabet, language)
    if not len(named):
        return whole
    return Lexicon([*named, *whole], alphabet=grid.alphabet or whole.alphabet)


def _send(grid: Grid, found: Lines, answer: Output) -> None:
    if answer.format == "text":
        from ..render.terminal.text import render_lines

        answer.send_page(render_lines(grid, found, answer.page(), missing=found.missing))
        return
    if answer.format == "json":
        answer.send_document(found.iter_json())
    else:
        from ..search import documents

        answer.send_document(documents.lines_to_csv(found, raw=answer.csv_raw))
        if found.missing:
            answer.say(f"not found: {', '.join(found.missing)}")
