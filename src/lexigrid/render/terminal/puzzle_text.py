"""Puzzles as text pages and CSV: the grid, the words, and on request the key.

Knows puzzles and text pages; known by the command line.
Rule: what is written here, `Puzzle.read` reads back: a grid, a blank line, words, the key.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...grid import Grid
from ...puzzle import Placement, Puzzle
from ..documents import render_csv
from .page import Page
from .picture import mark_cells, render_grid
from .table import Field, render_columns, render_table
from .width import display_width, pad, printable

KEY_HEADING = "KEY"


def render_puzzle(puzzle: Puzzle, page: Page, *, with_key: bool = False) -> Iterator[str]:
    """Yield the text page of a puzzle.

    >>> from lexigrid.puzzle.generate import make_puzzle
    >>> puzzle = make_puzzle(["oat", "rye"], size=(2, 5), seed=4)
    >>> print(*render_puzzle(puzzle, Page()), sep="\\n")
    E Y R S I
    O A T E E
    <BLANKLINE>
    oat  rye
    """
    if puzzle.title:
        yield page.bold(printable(puzzle.title))
        yield ""
    yield from grid_lines(puzzle.grid)
    yield ""
    yield from render_columns([printable(word) for word in puzzle.words], page)
    if with_key:
        yield ""
        yield page.bold(KEY_HEADING)
        yield ""
        yield from _key_lines(puzzle, page)


def grid_lines(grid: Grid) -> Iterator[str]:
    """Yield the rows of a grid, a blank between its tiles."""
    if grid.columns == 1:
        yield from grid.format().split("\n")
        return
    tokens = [tile.format() if tile is not None else "." for tile in grid.tiles]
    width = max(display_width(tokens[code]) for code in set(grid.codes))
    for start in range(0, grid.rows * grid.columns, grid.columns):
        row = grid.codes[start : start + grid.columns]
        yield " ".join(pad(tokens[code], width) for code in row).rstrip()


def _key_lines(puzzle: Puzzle, page: Page) -> Iterator[str]:
    cells = [placed.cells for placed in puzzle.key]
    picture = render_grid(puzzle.grid, mark_cells(cells), page)
    if picture:
        yield from picture
        yield ""
    rows = (_key_row(number, placed) for number, placed in enumerate(puzzle.key))
    yield from render_table(["WORD", "FROM", "TO", "DIRECTION"], rows, page)
    if puzzle.message:
        yield ""
        yield f"message: {printable(puzzle.message)}"


def _key_row(number: int, placed: Placement) -> tuple[Field, ...]:
    (row, column), (end_row, end_column) = placed.start, placed.end
    word = printable(placed.word) + (" (secret)" if placed.secret else "")
    way = "" if placed.direction is None else str(placed.direction)
    return (
        (word, number),
        (f"{row + 1},{column + 1}", None),
        (f"{end_row + 1},{end_column + 1}", None),
        (way, None),
    )


def puzzle_to_csv(puzzle: Puzzle) -> Iterator[str]:
    """Yield a puzzle as CSV: a row of tiles a row, then a header and a word a row.

    >>> from lexigrid.puzzle.generate import make_puzzle
    >>> puzzle = make_puzzle(["oat", "rye"], size=(2, 5), seed=4)
    >>> print(*puzzle_to_csv(puzzle), sep="", end="")
    E,Y,R,S,I
    O,A,T,E,E
    word,start_row,start_column,end_row,end_column,direction,secret
    oat,1,0,1,2,E,false
    rye,0,2,0,0,W,false
    """
    grid = puzzle.grid
    tokens = ["" if tile is None else tile.format() for tile in grid.tiles]
    rows: list[list[object]] = [
        [tokens[code] for code in grid.codes[start : start + grid.columns]]
        for start in range(0, grid.rows * grid.columns, grid.columns)
    ]
    rows.append(
        ["word", "start_row", "start_column", "end_row", "end_column", "direction", "secret"]
    )
    rows += [
        [
            placed.word,
            *placed.start,
            *placed.end,
            "" if placed.direction is None else str(placed.direction),
            "true" if placed.secret else "false",
        ]
        for placed in puzzle.key
    ]
    yield from render_csv([str(cell) for cell in rows[0]], rows[1:])
