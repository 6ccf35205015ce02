"""`lexigrid solve`: solves a puzzle: the words that cover a board, or those of a word search.

The exit status is 1 if no words cover the board, or a word of the search is missing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from .._util.plain_text import count_noun
from ..errors import InputError
from ..render import Page
from ..search import Covers, solve_cover
from .help import Command, option
from .inputs import GridOptions, check_standard_input, read_puzzle, read_words, recover_text
from .options import (
    bounds_options,
    grid_options,
    lexicon_option,
    number_option,
    refuse_options,
    words_file_option,
)
from .output import Output, output_options
from .paths import read_wanted
from .status import choose_status, describe_cut, was_cut_short
from .word_files import read_word_lists

if TYPE_CHECKING:
    from ..puzzle import Puzzle

MAX_HINTS = 1000
_FOR_COVERS = ("--found", "--theme", "--hints", "--any-span", "--lexicon")


@click.command("solve", cls=Command)
@grid_options
@words_file_option
@lexicon_option
@option(
    "--found",
    multiple=True,
    metavar="WORD",
    help="A word that is known; repeatable.",
    group="Words",
)
@option(
    "--theme",
    "themed",
    multiple=True,
    metavar="FILE",
    help="Words that are likely; repeatable.",
    group="Words",
    completes="file",
)
@option(
    "--kind",
    type=click.Choice(("cover", "lines")),
    help="cover: paths of words fill GRID; lines: GRID is a word search. Default: what a puzzle "
    "file says, else cover.",
)
@number_option("--hints", "Only hints, the mildest first: how many.", MAX_HINTS, group="Search")
@option(
    "--any-span", is_flag=True, help="No word needs to touch two opposite sides.", group="Search"
)
@bounds_options(limit="20")
@output_options
def command(
    source: GridOptions,
    words_file: str | None,
    lexicon: str | None,
    found: tuple[str, ...],
    themed: tuple[str, ...],
    kind: str | None,
    hints: int | None,
    any_span: bool,
    limit: int | None,
    deadline: float | None,
    answer: Output,
) -> int:
    """Solve GRID: find the words that cover it, each cell on one path, and no two paths crossing.

    One of the words touches two opposite sides. Covers with few and common words come first.
    Without --words and --lexicon, common words are tried first, then all words, and common words
    with a spanning phrase of two. With --kind lines, the words of a word search are marked.

    \b
      lexigrid solve board.txt
      lexigrid solve board.txt --found puffin --found quail
      lexigrid solve board.txt --found puffin --hints 3
      lexigrid solve search.json --kind lines
    """
    check_standard_input(source.text, words_file, lexicon)
    puzzle = read_puzzle(source.text) if source.is_file and not source.is_photo else None
    if kind == "lines" or (kind is None and puzzle is not None and puzzle.kind == "lines"):
        refuse_options((*_FOR_COVERS,), "GRID is a word search")
        return _mark_lines(source, puzzle, words_file, limit, deadline, answer)
    grid = source.read()
    words = None
    if words_file is not None or lexicon is not None or source.language is not None:
        words = read_wanted(grid, words_file, lexicon, source.language)
    covers = solve_cover(
        grid,
        words,
        found=[recover_text(word, "a word") for word in found],
        theme=read_word_lists(themed),
        spanning=not any_span,
        limit=limit,
        deadline=deadline,
    )
    if answer.format == "text":
        shown = map(str, covers.hints[:hints]) if hints else _render(covers, answer.page())
        answer.send_page(shown)
    elif answer.format == "json":
        answer.send_json(covers.to_dict(hints=hints or 0))
    else:
        from ..search import documents

        answer.send_document(documents.covers_to_csv(covers, raw=answer.csv_raw))
    if was_cut_short(covers.cut_by):
        answer.say(describe_cut(covers.cut_by))
    return choose_status(cut_short=was_cut_short(covers.cut_by), missing=not covers)


def _mark_lines(
    source: GridOptions,
    puzzle: Puzzle | None,
    words_file: str | None,
    limit: int | None,
    deadline: float | None,
    answer: Output,
) -> int:
    """Mark the words of a word search; return the exit status."""
    from ..search.options import line_options
    from .lines import NO_WORDS, find_and_send

    if words_file is None and puzzle is None:
        raise InputError(NO_WORDS)
    grid = source.read() if puzzle is None else source.read_again(puzzle.grid)
    words = list(puzzle.words) if puzzle is not None and words_file is None else []
    if words_file is not None:
        words = [*read_words(words_file, grid.alphabet)]
    options = line_options(limit=limit, deadline=deadline)
    return find_and_send(grid, words, words, options, answer)


def _render(covers: Covers, page: Page) -> Iterator[str]:
    """Yield the picture of the first cover, then the words of all, spanning ones in capitals."""
    from ..render.terminal.picture import mark_cells, render_grid
    from ..render.terminal.width import printable

    if covers:
        marks = mark_cells([each.path or () for each in covers[0].found])
        yield from render_grid(covers.grid, marks, page) or ()
        yield ""
    for number, cover in enumerate(covers, 1):
        shown = (w.upper() if w in cover.spanning else w for w in cover.words)
        yield printable(f"{number:2d}  {' '.join(shown)}")
    more = "" if covers.complete else ", perhaps more"
    yield page.dim(f"{count_noun(len(covers), 'cover')}{more}")
