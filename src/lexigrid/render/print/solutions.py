"""The answers of several puzzles: 1, 4 or 6 grids with capsules on a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...errors import PuzzleError
from ...puzzle import Puzzle
from ..listing import is_numbered
from ..terminal.puzzle_text import describe_solutions
from .answers import TITLE
from .grid_part import GridPart
from .head_foot import draw_title, title_height
from .options import LARGE_TEXT
from .page_setup import LEADING, PageSetup
from .sheet import GREY, Canvas, Line, Link, Shape, Sheet
from .word_list import number_words

#: The most lines of a solution's name.
_MOST_NAME_LINES = 3
#: Between the numbered words of a solution.
_NUMBERS_GAP = "   "
#: Between a slip and the line to cut along, and the distance between two dashes.
_SLIP_MARGIN, _DASH = 16.0, 8
#: Rows and columns of solutions, by their number per page.
_PLACES = {1: (1, 1), 4: (2, 2), 6: (3, 2)}


@dataclass(frozen=True, slots=True)
class Solution:
    """A puzzle of a book, its name in the book, and its page."""

    puzzle: Puzzle
    name: str
    page: int = 0


def solution_sheets(
    solutions: Sequence[Solution], setup: PageSetup, *, per_page: int
) -> list[Sheet]:
    """Lay out the answers of puzzles, 1, 4 or 6 per page, each with a link to its puzzle."""
    down, across = _PLACES[per_page]
    setup = setup.narrowed()
    sheets = []
    has_slips = setup.options.answer_slips
    gap = 2 * _SLIP_MARGIN if has_slips else 16.0
    title = setup.strings.format("answers")
    top = setup.margin + (0.0 if has_slips else title_height(setup, TITLE, 1) + 8.0)
    width = (setup.inner_width - gap * (across - 1)) / across
    height = (setup.height - setup.margin - top - gap * (down - 1) - 6.0) / down
    for start in range(0, len(solutions), per_page):
        canvas = setup.canvas()
        if has_slips:  # each has a title of its own
            canvas.add("decoration", [*_cuts(setup, down, across)])
        else:
            draw_title(setup, canvas, (TITLE, [title]), setup.margin, setup.edges)
        on_page = solutions[start : start + per_page]
        for row in range(-(-len(on_page) // across)):
            beside = on_page[row * across : (row + 1) * across]
            answers = f" · {title}" if has_slips else ""
            names = [_wrap_name(setup, solution.name + answers, width) for solution in beside]
            head = max(len(lines) * size * 1.25 for size, lines in names)
            for column, (solution, name) in enumerate(zip(beside, names, strict=True)):
                place = across - 1 - column if setup.rtl else column
                left = setup.left + place * (width + gap)
                area = (left, top + row * (height + gap), width, height)
                _draw_solution(canvas, setup, solution, name, head, area)
        sheets.append(canvas.finish())
    return sheets


def _cuts(setup: PageSetup, down: int, across: int) -> Iterator[Line]:
    """Yield the dashes of lines to cut along, from edge to edge."""
    bottom = setup.height - setup.margin
    for number in range(1, across):
        x = setup.left + (setup.inner_width + 2 * _SLIP_MARGIN) * number / across - _SLIP_MARGIN
        for start in range(0, int(setup.height), _DASH):
            yield Line(x, start, x, start + _DASH / 2, 0.5, GREY)
    for number in range(1, down):
        height = bottom - 6.0 - setup.margin + 2 * _SLIP_MARGIN
        y = setup.margin + height * number / down - _SLIP_MARGIN
        for start in range(0, int(setup.width), _DASH):
            yield Line(start, y, start + _DASH / 2, y, 0.5, GREY)


def _wrap_name(setup: PageSetup, name: str, width: float) -> tuple[float, list[str]]:
    """Return the font size and lines of a solution's name; a long one ends with an ellipsis."""
    size = setup.text_size(_name_size(width))
    lines = setup.wrap(name, size, width, bold=True)
    if len(lines) > _MOST_NAME_LINES:
        last = lines[_MOST_NAME_LINES - 1]
        while setup.measure(f"{last}…", size, True) > width:
            last = last[:-1]
        lines[_MOST_NAME_LINES - 1 :] = [f"{last}…"]
    return size, lines


def _name_size(width: float) -> float:
    return 11.0 if width > 190 else 9.5


def _draw_solution(
    canvas: Canvas,
    setup: PageSetup,
    solution: Solution,
    name: tuple[float, list[str]],
    name_height: float,
    area: tuple[float, float, float, float],
) -> None:
    left, top, width, height = area
    puzzle, (name_size, names) = solution.puzzle, name
    size = setup.text_size(_name_size(width))
    small = setup.text_size(size * 0.85)
    middle = left + width / 2
    page = puzzle.strings.format("page", page=solution.page) if solution.page else ""
    lines = [*describe_solutions(puzzle)]
    if is_numbered(setup.options.list_as):
        lines.insert(0, f"{_NUMBERS_GAP.join(number_words(puzzle, setup.options))}")
    spoken = [line for text in lines for line in setup.wrap(text, small, width)]
    head = name_height + (size * 1.2 if page else 0.0) + 4.0
    foot = len(spoken) * small * LEADING
    part = GridPart(puzzle, setup)
    cell = part.fit(width, height - head - foot, 34.0)
    if part.letter(cell) < setup.text_size(0.0):
        raise PuzzleError(
            f"several answers on a page leave letters of {part.letter(cell):.1f} points, and large "
            f"print has none below {LARGE_TEXT:g}; give solutions=1, or larger paper"
        )
    y = top + name_height
    shapes: list[Shape] = [
        setup.put(line, middle, y - name_size * (1.25 * number + 0.35), name_size, bold=True)
        for number, line in reversed([*enumerate(reversed(names))])
    ]
    canvas.add("heading", shapes)
    if page:
        canvas.add("text", [setup.put(page, middle, y + size * 0.8, small, ink=GREY)])
        canvas.add("decoration", [Link(left, top, left + width, y + size, solution.page)])
    y = top + head
    shapes = part.draw(middle - part.breadth * cell / 2, y, cell, with_key=True)
    canvas.add("grid", shapes, puzzle.strings.format("key_grid"))
    y += part.rows * cell + 3.0
    canvas.add("text", setup.put_lines(spoken, middle, y, small))
