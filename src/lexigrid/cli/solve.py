"""`lexigrid solve`: the words whose paths cover a board, the likeliest first.

The exit status is 1 if no words cover it.
"""

from __future__ import annotations

from collections.abc import Iterator

import click

from .._util.plain_text import count_noun
from ..render import Page
from ..search import Covers, solve_cover
from .help import Command, option
from .inputs import GridOptions, check_standard_input, recover_text
from .options import bounds_options, grid_options, lexicon_option, words_file_option
from .output import Output, output_options
from .paths import read_wanted
from .status import choose_status, describe_cut, was_cut_short
from .word_files import read_word_lists


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
    any_span: bool,
    limit: int | None,
    deadline: float | None,
    answer: Output,
) -> int:
    """Find the words that cover GRID: each cell on exactly one path, and no two paths crossing.

    One of the words touches two opposite sides. Covers with few and common words come first.
    Without --words and --lexicon, common words are tried first, then all words, and at last a
    spanning phrase of two words.

    \b
      lexigrid solve board.txt
      lexigrid solve board.txt --found puffin --found quail
    """
    check_standard_input(source.text, words_file, lexicon)
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
        answer.send_page(_render(covers, answer.page()))
    elif answer.format == "json":
        answer.send_json(covers.to_dict())
    else:
        from ..search import documents

        answer.send_document(documents.covers_to_csv(covers, raw=answer.csv_raw))
    if was_cut_short(covers.cut_by):
        answer.say(describe_cut(covers.cut_by))
    return choose_status(cut_short=was_cut_short(covers.cut_by), missing=not covers)


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
