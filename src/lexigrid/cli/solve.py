"""`lexigrid solve`: solves a puzzle: the words that cover a board, or those of a word search.

The words of a search are on lines or bent. The exit status is 1 if no words cover the board, or a
word of the search is missing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, get_args

import click

from .._util.plain_text import count_noun
from ..errors import InputError
from ..lexicon import WordsLike
from ..puzzle.placement import Angles
from ..render.terminal.page import Page
from ..search.covers import Covers, solve_cover
from ..search.line_options import line_options
from ..search.options import SearchOptions
from .help import Command, option
from .inputs import (
    GridOptions,
    check_standard_input,
    read_puzzle,
    read_words,
    recover_text,
    say_question_marks,
)
from .options import (
    add_options,
    derive_options,
    grid_options,
    lexicon_option,
    number_option,
    refuse_options,
    words_file_option,
)
from .output import Output, output_options
from .paths import read_wanted
from .status import report_end
from .word_files import read_word_lists

if TYPE_CHECKING:
    from ..puzzle import Puzzle

MAX_HINTS = 1000
_FOR_COVERS = ("--found", "--theme", "--hints", "--any-span")
_FOR_BENT = ("--turns", "--angles")
#: Turns of a bent word: more than a board has cells.
_MAX_TURNS = 144


@click.command("solve", cls=Command)
@grid_options
@words_file_option
@lexicon_option()
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
    type=click.Choice(("cover", "lines", "bent")),
    help="cover: paths of words fill GRID; lines: GRID is a word search; bent: its words turn. "
    "Default: what a puzzle file says, else cover.",
)
@number_option(
    "--turns",
    "The most turns of a bent word. Default: those of the puzzle, else 1.",
    _MAX_TURNS,
    group="Search",
)
@option(
    "--angles",
    type=click.Choice(get_args(Angles)),
    help="The angles of bent words. Default: those of the puzzle, else right.",
    group="Search",
)
@number_option("--hints", "Only hints, the mildest first: how many.", MAX_HINTS, group="Search")
@option(
    "--any-span", is_flag=True, help="No word needs to touch two opposite sides.", group="Search"
)
@add_options(derive_options(SearchOptions, limit=20), "Search")
@output_options
def command(
    source: GridOptions,
    words_file: str | None,
    lexicon: str | None,
    found: tuple[str, ...],
    themed: tuple[str, ...],
    kind: str | None,
    turns: int | None,
    angles: Angles | None,
    hints: int | None,
    any_span: bool,
    limit: int | None,
    deadline: float | None,
    answer: Output,
) -> int:
    """Solve GRID: find the words that cover it, each cell on one path, and no two paths crossing.

    One of the words touches two opposite sides. Covers with few and common words come first.
    Without --words and --lexicon, common words are tried first, then all words, and common words
    with a spanning phrase of two. With --kind lines or bent, the words of a word search are marked.

    \b
      lexigrid solve board.txt
      lexigrid solve board.txt --found puffin --found quail
      lexigrid solve board.txt --found puffin --hints 3
      lexigrid solve search.json --kind lines
      lexigrid solve bent.txt --kind bent --turns 2 --words words.txt
    """
    check_standard_input(source.text, words_file, lexicon)
    puzzle = read_puzzle(source.text) if source.is_file and not source.is_photo else None
    kind = kind or (puzzle.kind if puzzle is not None else "cover")
    if kind in ("lines", "bent"):
        refuse_options(_FOR_COVERS, "GRID is a word search")
    if kind == "bent":
        usual = (puzzle.turns or 1, puzzle.angles) if puzzle is not None else (1, "right")
        rules = turns or usual[0], angles or usual[1]
        return _mark_bent(source, puzzle, words_file, lexicon, rules, limit, deadline, answer)
    refuse_options(_FOR_BENT, "no words of GRID are bent")
    if kind == "lines":
        refuse_options(("--lexicon",), "GRID is a word search")
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
    say_question_marks(grid, (), answer)
    if covers.complete and not covers and puzzle is None:
        answer.say("no words cover the board; for a word search, give --kind lines --words FILE")
    return report_end(answer, covers.cut_by, missing=not covers)


def _mark_lines(
    source: GridOptions,
    puzzle: Puzzle | None,
    words_file: str | None,
    limit: int | None,
    deadline: float | None,
    answer: Output,
) -> int:
    """Mark the words of a word search; return the exit status."""
    from .lines import NO_WORDS, find_and_send

    if words_file is None and puzzle is None:
        raise InputError(NO_WORDS)
    grid = source.read() if puzzle is None else source.read_again(puzzle.grid)
    words = list(puzzle.words) if puzzle is not None and words_file is None else []
    if words_file is not None:
        words = [*read_words(words_file, grid.alphabet)]
    options = line_options(limit=limit, deadline=deadline)
    return find_and_send(grid, words, words, options, answer)


def _mark_bent(
    source: GridOptions,
    puzzle: Puzzle | None,
    words_file: str | None,
    lexicon: str | None,
    rules: tuple[int, Angles],
    limit: int | None,
    deadline: float | None,
    answer: Output,
) -> int:
    """Mark the words of a bent word search; return the exit status."""
    from ..puzzle.verify_paths import solve_bent
    from .lines import NO_WORDS

    grid = source.read() if puzzle is None else source.read_again(puzzle.grid)
    words: WordsLike = puzzle.words if puzzle is not None else ()
    if words_file is not None or lexicon is not None:
        words = read_wanted(grid, words_file, lexicon, source.language)
    elif puzzle is None:
        raise InputError(NO_WORDS)
    named = [*words] if lexicon is None else []
    solved, cut_by = solve_bent(
        grid, words, named=named, turns=rules[0], angles=rules[1], limit=limit, deadline=deadline
    )
    missing = [word for word, _ in solved.missing]
    if answer.format == "text":
        answer.send_page(_render_bent(solved, missing, answer.page()))
    elif answer.format == "json":
        answer.send_json(solved.to_dict())
    else:
        from ..render.puzzle_file import puzzle_to_csv

        answer.send_document(puzzle_to_csv(solved, raw=answer.csv_raw))
    return report_end(answer, cut_by, missing=bool(missing) or not solved.key)


def _render_bent(solved: Puzzle, missing: Sequence[str], page: Page) -> Iterator[str]:
    """Yield the picture, the words with their paths, and the words that are missing."""
    from ..render.terminal.picture import mark_cells, render_grid
    from ..render.terminal.table import render_table
    from ..render.terminal.text import format_path
    from ..render.terminal.width import printable

    if solved.key:
        yield from render_grid(solved.grid, mark_cells([each.path for each in solved.key]), page)
        yield ""
        rows = [
            ((printable(each.word), number), (format_path(each.path, page), None))
            for number, each in enumerate(solved.key)
        ]
        yield from render_table(["WORD", "PATH"], rows, page)
        yield ""
    if missing:
        yield f"not found: {printable(', '.join(missing))}"
    yield page.bold("; ".join((count_noun(len(solved.key), "place"), *solved.notes)))


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
