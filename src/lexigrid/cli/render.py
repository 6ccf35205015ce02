"""`lexigrid render`: a puzzle file in other formats."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

from .help import Command, option
from .inputs import say_notes
from .output import Output
from .puzzle_inputs import reading_puzzles
from .puzzle_output import FileOptions, check_destinations, confirm, page_options, send_puzzle
from .status import FOUND


@click.command("render", cls=Command)
@reading_puzzles
@option("--title", metavar="TEXT", default="", help="Another title.", group="Pages")
@page_options
def command(
    path: str, how: dict[str, Any], title: str, answers: tuple[Output, ...], page: FileOptions
) -> int:
    """Write the puzzle of a file again: as pages, a picture, text or another file.

    PUZZLE is a file of any program: JSON, HTML, CSV, or text with the grid, a blank line and the
    words; '-' is standard input.

    \b
      lexigrid render puzzle.json --output puzzle.pdf --output puzzle.html
      lexigrid render puzzle.txt --style kids --output puzzle.png
    """
    from ..puzzle.io import read_puzzle, with_places

    check_destinations(answers, page)
    puzzle = read_puzzle(path, **how)
    say_notes(puzzle.grid.notes)
    puzzle = with_places(puzzle)
    puzzle = replace(puzzle, title=title) if title else puzzle
    for answer, pages in zip(answers, send_puzzle(puzzle, answers, page), strict=True):
        if answer.output:
            confirm(puzzle, answer, pages, puzzle.seed)
    return FOUND
