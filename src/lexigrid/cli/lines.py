"""`lexigrid lines`: which words stand in a straight line.

Knows the line search and its pages; imported when it is called.
Rule: words that were named can be missing; of a lexicon only finding nothing at all counts.
"""

from __future__ import annotations

from typing import Any

import click

from ..errors import InputError
from ..geometry import parse_directions
from ..grid import Grid
from ..lexicon import Lexicon
from ..search import Lines, find_lines
from .inputs import STANDARD_INPUT, GridOptions, read_lexicon, read_words, recover_text
from .options import SearchOptions, grid_options, output_options, search_options
from .output import Output
from .progress import Progress
from .status import choose_status, tell_cut, was_cut


@click.command("lines", short_help="Find words in straight lines.")
@grid_options
@click.argument("words", metavar="[WORD...]", nargs=-1)
@click.option("--words", "words_file", metavar="FILE", help="The words of a file ('-': stdin).")
@click.option("--lexicon", metavar="NAME|FILE", help="All words of a lexicon: 'default' or a file.")
@click.option("--directions", metavar="N,E,...", help="Only these of N NE E SE S SW W NW.")
@click.option("--wrap", is_flag=True, help="Lines go on across the edge.")
@click.option("--first", is_flag=True, help="Only the first occurrence of each word.")
@click.option("--count", is_flag=True, help="Only the number of occurrences.")
@click.option("--through", metavar="R,C", help="Only lines through this cell, counted from 0.")
@click.option("--wildcards", is_flag=True, help="A ? in a word stands for any one letter.")
@search_options()
@output_options
def command(
    source: GridOptions,
    words: tuple[str, ...],
    words_file: str | None,
    lexicon: str | None,
    directions: str | None,
    bounds: SearchOptions,
    answer: Output,
    **choices: Any,
) -> int:
    """Find every straight line of GRID that spells one of the WORDs.

    The words are named after GRID, are in a file (--words), or are all words of a lexicon.

    \b
      lexigrid lines tea/ant/oat oat eat
      lexigrid lines puzzle.txt --words hidden.txt --first
    """
    _check_sources(source.text, words, words_file, lexicon)
    settings: dict[str, Any] = {
        "wrap": choices["wrap"] or None,
        "wildcards": choices["wildcards"],
        "deadline": bounds.deadline,
        "threads": bounds.threads,
    }
    if directions is not None:
        settings["directions"] = parse_directions(directions)
    words = tuple(recover_text(word, "a word") for word in words)
    grid = source.read()
    named = _read_named(grid, words, words_file)
    if choices["through"] is not None:
        settings["through"] = _parse_cell(choices["through"])
    with Progress(quiet=answer.quiet) as progress:
        seen = find_lines(
            grid,
            named if lexicon is None else _add_lexicon(grid, named, lexicon),
            first=choices["first"],
            count_only=choices["count"],
            limit=bounds.limit,
            progress=progress,
            **settings,
        )
    judged = seen
    if seen.cut_by == "limit" and len(named):
        # What the limit left out may well be there: only a whole search proves a word missing.
        judged = find_lines(grid, named, first=True, count_only=True, **settings)
    missing = _find_missing(judged, named, has_lexicon=lexicon is not None)
    _send(grid, seen, missing, answer)
    cut_by = seen.cut_by if was_cut(seen.cut_by) else judged.cut_by
    if was_cut(cut_by):
        answer.say(tell_cut(cut_by))
    return choose_status(cut_short=was_cut(cut_by), missing=bool(missing) or not seen.count)


def _parse_cell(text: str) -> tuple[int, int]:
    parts = text.split(",")
    if len(parts) != 2 or not all(part.strip().isdecimal() for part in parts):
        raise InputError(f"--through is {text!r}, expected a row and a column, such as 3,5")
    return int(parts[0]), int(parts[1])


def _check_sources(
    grid: str, words: tuple[str, ...], words_file: str | None, lexicon: str | None
) -> None:
    if not words and words_file is None and lexicon is None:
        raise InputError(
            "no words to look for: name them after GRID, or give --words FILE or --lexicon default"
        )
    if [grid, words_file, lexicon].count(STANDARD_INPUT) > 1:
        raise InputError("standard input ('-') can be only one of GRID, --words and --lexicon")


def _read_named(grid: Grid, words: tuple[str, ...], words_file: str | None) -> Lexicon | list[str]:
    """Return the words that the user named: those of the command line first, then the file's."""
    if words_file is None:
        return list(words)
    listed = read_words(words_file, grid.alphabet)
    return [*words, *listed] if words else listed


def _add_lexicon(grid: Grid, named: Lexicon | list[str], lexicon: str) -> Lexicon:
    whole = read_lexicon(lexicon, grid.alphabet)
    if not len(named):
        return whole
    return Lexicon([*named, *whole], alphabet=grid.alphabet or whole.alphabet)


def _find_missing(seen: Lines, named: Lexicon | list[str], *, has_lexicon: bool) -> tuple[str, ...]:
    """Return the named words that were not found; words of a lexicon cannot be missing."""
    if not has_lexicon:
        return seen.missing
    if not len(named):
        return ()
    asked = frozenset(named)
    return tuple(word for word in seen.missing if word in asked)


def _send(grid: Grid, seen: Lines, missing: tuple[str, ...], answer: Output) -> None:
    if answer.format == "text":
        from ..render import render_lines

        answer.send_page(render_lines(grid, seen, answer.page(), missing=missing))
        return
    from ..render import documents as answers

    if answer.format == "json":
        answer.send_document(answers.lines_to_json(grid, seen, missing=missing))
    else:
        answer.send_document(answers.lines_to_csv(seen))
        if missing:
            answer.say(f"not found: {', '.join(missing)}")
