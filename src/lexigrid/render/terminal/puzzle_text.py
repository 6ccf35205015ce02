"""Puzzles as text that `Puzzle.read` reads back: a grid, a blank line, words, the key."""

from __future__ import annotations

from collections.abc import Iterator

from ...grid import Grid
from ...puzzle import Placement, Puzzle
from ...puzzle.io import KEY_HEADING
from .page import Page
from .picture import mark_cells, render_grid
from .table import Field, render_columns, render_table
from .width import display_width, pad, printable


def render_puzzle(puzzle: Puzzle, page: Page, *, with_key: bool = False) -> Iterator[str]:
    """Yield a puzzle as lines of text.

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
    yield from _grid_lines(puzzle.grid)
    yield ""
    yield from render_columns([printable(word) for word in puzzle.words], page)
    if with_key:
        yield ""
        yield page.bold(KEY_HEADING)
        yield ""
        yield from _key_lines(puzzle, page)


def _grid_lines(grid: Grid) -> Iterator[str]:
    """Yield the rows of a grid with blanks between its tiles."""
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
    direction = "" if placed.direction is None else str(placed.direction)
    return (
        (word, number),
        (f"{row + 1},{column + 1}", None),
        (f"{end_row + 1},{end_column + 1}", None),
        (direction, None),
    )
