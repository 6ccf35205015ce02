"""Puzzles laid out on printed pages: title, grid and words, or the key with outlined words.

Everything stays within the margins; letters shrink before anything is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from ...alphabet import graphemes, is_punctuation
from ...puzzle import Puzzle
from ..terminal.text import count_noun
from .sheet import BLACK, GREY, MARGIN, Item, Line, Measure, Outline, Sheet, Text, estimate_width

#: Font size of a letter, relative to the side of its cell.
_LETTER = 0.64
#: Distance from the middle of a letter to its baseline, relative to its font size.
_BASELINE = 0.36
#: Distance of baselines, relative to the font size.
_LEADING = 1.42
#: Space between title, grid and list, in points.
_GAP = 14.0
#: Radius of an outline, relative to the side of a cell: diagonal lines are closer to each other.
_STRAIGHT_RADIUS, _DIAGONAL_RADIUS = 0.36, 0.28
#: Longest message, in letters, that is shown as blanks to fill in.
_MAX_BLANKS = 64
#: How much larger the list may be if the grid leaves room for it.
_MAX_LIST_GROWTH = 1.35


@dataclass(frozen=True, slots=True)
class Style:
    """Preferred sizes of a page in points; sizes shrink where there is no room."""

    width: float
    height: float
    title: float = 20.0
    list: float = 11.5
    least_list: float = 8.5
    cell: float = 15.0
    most_cell: float = 36.0
    measure: Measure = estimate_width

    @property
    def inner_width(self) -> float:
        """The width between the margins."""
        return self.width - 2 * MARGIN


def style_for(size: tuple[float, float], *, large_print: bool, measure: Measure) -> Style:
    """Return the sizes for a paper; large print has at least 18 points where possible."""
    width, height = size
    if large_print:
        return Style(width, height, 26.0, 19.0, 15.0, 27.0, 48.0, measure)
    return Style(width, height, measure=measure)


def puzzle_sheets(puzzle: Puzzle, style: Style, *, title: str = "", page: str = "") -> list[Sheet]:
    """Lay out a puzzle on a page, with further pages for a list that has no room on it."""
    shown = title or puzzle.title
    items: list[Item] = []
    top = MARGIN + _put_title(items, shown, style)
    bottom = style.height - MARGIN - (style.list if page else 0.0)
    words = list(puzzle.words)
    tasks = _describe_tasks(puzzle)
    bottom -= len(tasks) * style.list * _LEADING
    size, table = _list_size(puzzle, words, style, bottom - top)
    list_height = len(table) * size * _LEADING + _GAP if table else 0.0
    used = _put_grid(
        items, puzzle, style, (MARGIN, top, style.inner_width, bottom - top - list_height)
    )
    if table:
        breadth = used / puzzle.grid.rows * puzzle.grid.columns
        _put_list(items, table, puzzle, style, size, top + used + _GAP, breadth)
    below = top + used + (len(table) * size * _LEADING + _GAP if table else 0.0)
    _put_lines(items, tasks, style, below)
    sheets = [_page(items, style, page)]
    if words and not table:
        sheets += _list_pages(words, puzzle, style, shown)
    return sheets


def key_sheet(puzzle: Puzzle, style: Style, *, title: str) -> Sheet:
    """Lay out the answers of one puzzle on a page."""
    items: list[Item] = []
    top = MARGIN + _put_title(items, title, style)
    solutions = _describe_solutions(puzzle)
    bottom = style.height - MARGIN - len(solutions) * style.list * _LEADING
    area = (MARGIN, top, style.inner_width, bottom - top)
    used = _put_grid(items, puzzle, style, area, with_key=True)
    _put_lines(items, solutions, style, top + used)
    return Sheet(style.width, style.height, tuple(items))


def _describe_tasks(puzzle: Puzzle) -> list[str]:
    """Describe what there is to find besides the words of the list."""
    tasks = []
    if secret := len(puzzle.secret_words):
        tasks.append(f"and {count_noun(secret, 'secret word')}")
    if puzzle.message:
        letters = _letters_by_word(puzzle.message)
        count = sum(letters)
        blanks = "   ".join(" ".join("_" * number) for number in letters)
        tasks.append(
            f"Hidden message:   {blanks}"
            if count <= _MAX_BLANKS
            else f"Hidden message: {count} letters"
        )
    return tasks


def _describe_solutions(puzzle: Puzzle) -> list[str]:
    solutions = []
    if puzzle.secret_words:
        solutions.append(f"Secret: {', '.join(puzzle.secret_words)}")
    if puzzle.message:
        solutions.append(f"Hidden message: {puzzle.message}")
    return solutions


def _letters_by_word(message: str) -> list[int]:
    """Count the letters in the grid for each word of a message."""
    counts = (sum(not is_punctuation(each) for each in graphemes(word)) for word in message.split())
    return [count for count in counts if count]


def _put_lines(items: list[Item], lines: Sequence[str], style: Style, top: float) -> None:
    for number, line in enumerate(lines):
        size = _fit_size(line, style.list, style.inner_width, style)
        y = top + style.list * (_LEADING * number + _LEADING)
        items.append(Text(style.width / 2, y, line, size))


def key_pages(
    puzzles: Sequence[Puzzle], titles: Sequence[str], style: Style, *, across: int, down: int
) -> list[list[Item]]:
    """Lay out the answers of many puzzles, `across` times `down` on a page."""
    pages: list[list[Item]] = []
    gap = 18.0
    top = MARGIN + style.title * 1.6
    width = (style.inner_width - gap * (across - 1)) / across
    height = (style.height - MARGIN - top - style.list * 1.5 - gap * (down - 1)) / down
    for start in range(0, len(puzzles), across * down):
        items: list[Item] = [Text(style.width / 2, MARGIN + style.title, "Answers", style.title)]
        for place, puzzle in enumerate(puzzles[start : start + across * down]):
            left = MARGIN + (place % across) * (width + gap)
            above = top + (place // across) * (height + gap)
            size = _fit_size(titles[start + place], 10.0, width, style)
            items.append(Text(left + width / 2, above + 10, titles[start + place], size))
            solutions = "; ".join(_describe_solutions(puzzle))
            area = (left, above + 16, width, height - 16 - (12 if solutions else 0))
            used = _put_grid(items, puzzle, style, area, with_key=True)
            if solutions:
                size = _fit_size(solutions, 8.5, width, style)
                items.append(Text(left + width / 2, above + 16 + used + 10, solutions, size))
        pages.append(items)
    return pages


def _page(items: list[Item], style: Style, page: str) -> Sheet:
    if page:
        items.append(Text(style.width / 2, style.height - MARGIN * 0.6, page, 9.0))
    return Sheet(style.width, style.height, tuple(items))


def _fit_size(text: str, size: float, width: float, style: Style) -> float:
    """Shrink a font size until the text is no wider than `width`."""
    current = style.measure(text, size)
    return size if current <= width else size * width / current


def _put_title(items: list[Item], title: str, style: Style) -> float:
    if not title:
        return 0.0
    size = _fit_size(title, style.title, style.inner_width, style)
    items.append(Text(style.width / 2, MARGIN + size * 0.8, title, size))
    return size * 0.8 + _GAP


def _list_size(
    puzzle: Puzzle, words: list[str], style: Style, height: float
) -> tuple[float, list[list[str]]]:
    """Choose the font size of the list, and its rows; no rows if the list needs separate pages.

    The list shrinks where the grid needs room, and its letters are no larger than those of the
    grid, which is read longer.
    """
    size = style.list * _MAX_LIST_GROWTH
    best: tuple[float, list[list[str]]] = (size, [])
    while size >= style.least_list:
        table = _columns(words, size, style)
        room = height - len(table) * size * _LEADING - _GAP
        cell = min(style.inner_width / puzzle.grid.columns, room / puzzle.grid.rows)
        widest = min(style.cell, style.inner_width / puzzle.grid.columns)
        letter = min(cell, style.most_cell) * _LETTER
        if cell >= 0.98 * widest and size <= max(letter, style.least_list):
            return size, table
        if cell >= 0.72 * widest:
            best = (size, table)
        size -= 0.5
    return best


def _columns(words: Sequence[str], size: float, style: Style) -> list[list[str]]:
    """Arrange words in columns of equal width, read downwards; return the rows."""
    widest = max(style.measure(word, size) for word in words) + size
    across = max(1, min(len(words), int((style.inner_width + size) // widest)))
    down = -(-len(words) // across)
    return [list(words[row::down]) for row in range(down)]


def _put_list(
    items: list[Item],
    table: list[list[str]],
    puzzle: Puzzle,
    style: Style,
    size: float,
    top: float,
    breadth: float,
) -> None:
    """Put the list in the middle below `top`, at least as wide as the grid above it."""
    across = max(map(len, table))
    widest = max(style.measure(word, size) for words in table for word in words) + 2 * size
    breadth = min(style.inner_width, max(breadth, across * widest))
    left = (style.width - breadth) / 2
    pitch = breadth / across
    for row, words in enumerate(table):
        y = top + size * (0.9 + row * _LEADING)
        for column, word in enumerate(words):
            word_size = _fit_size(word, size, pitch - size * 0.3, style)
            if puzzle.right_to_left:
                x = style.width - left - column * pitch
                items.append(Text(x, y, word, word_size, "end"))
            else:
                items.append(Text(left + column * pitch, y, word, word_size, "start"))


def _list_pages(words: list[str], puzzle: Puzzle, style: Style, title: str) -> Iterator[Sheet]:
    """Yield pages with only the list."""
    size = style.least_list
    table = _columns(words, size, style)
    across = max(map(len, table))
    most = int((style.height - 2 * MARGIN - 2 * style.title) // (size * _LEADING))
    for start in range(0, len(words), most * across):
        part = words[start : start + most * across]
        items: list[Item] = []
        top = MARGIN + _put_title(items, title or "Words", style)
        down = -(-len(part) // across)
        rows = [part[row::down] for row in range(down)]
        _put_list(items, rows, puzzle, style, size, top, style.inner_width)
        yield Sheet(style.width, style.height, tuple(items))


def _put_grid(
    items: list[Item],
    puzzle: Puzzle,
    style: Style,
    area: tuple[float, float, float, float],
    *,
    with_key: bool = False,
) -> float:
    """Draw the grid in the top middle of an area (left, top, width, height); return its height."""
    grid = puzzle.grid
    left, top, width, height = area
    cell = min(width / grid.columns, height / grid.rows, style.most_cell)
    left += (width - cell * grid.columns) / 2
    solution = puzzle.solution_cells if with_key else frozenset()
    for placed in puzzle.key if with_key else ():
        if placed.length:
            (row, column), (end_row, end_column) = placed.start, placed.end
            ends = (left + (column + 0.5) * cell, top + (row + 0.5) * cell)
            other = (left + (end_column + 0.5) * cell, top + (end_row + 0.5) * cell)
            is_diagonal = row != end_row and column != end_column
            radius = cell * (_DIAGONAL_RADIUS if is_diagonal else _STRAIGHT_RADIUS)
            items.append(Outline(*ends, *other, radius, max(0.4, cell * 0.05)))
    size = cell * _LETTER
    widest = max((style.measure(t.face, size) for t in grid.tiles if t is not None), default=0.0)
    if widest > cell * 0.92:
        size *= cell * 0.92 / widest
    for place, code in enumerate(grid.codes):
        tile = grid.tiles[code]
        if tile is None:
            continue
        row, column = divmod(place, grid.columns)
        shade = GREY if with_key and (row, column) not in solution else BLACK
        x, y = left + (column + 0.5) * cell, top + (row + 0.5) * cell + size * _BASELINE
        items.append(Text(round(x, 2), round(y, 2), tile.face, round(size, 2), "middle", shade))
    items.extend(_border(puzzle, left, top, cell))
    return cell * grid.rows


def _border(puzzle: Puzzle, left: float, top: float, cell: float) -> Iterator[Line]:
    """Yield the border of the cells that have a tile; each straight run is one line."""
    grid = puzzle.grid
    holes = {code for code, tile in enumerate(grid.tiles) if tile is None}
    codes = grid.codes

    def is_open(row: int, column: int) -> bool:
        inside = 0 <= row < grid.rows and 0 <= column < grid.columns
        return inside and codes[row * grid.columns + column] not in holes

    def runs(is_edge: Sequence[bool]) -> Iterator[tuple[int, int]]:
        for edge, run in groupby(range(len(is_edge)), is_edge.__getitem__):
            if edge:
                members = [*run]
                yield members[0], members[-1] + 1

    for row in range(grid.rows + 1):
        edges = [is_open(row - 1, c) != is_open(row, c) for c in range(grid.columns)]
        y = round(top + row * cell, 2)
        for a, b in runs(edges):
            yield Line(round(left + a * cell, 2), y, round(left + b * cell, 2), y)
    for column in range(grid.columns + 1):
        edges = [is_open(r, column - 1) != is_open(r, column) for r in range(grid.rows)]
        x = round(left + column * cell, 2)
        for a, b in runs(edges):
            yield Line(x, round(top + a * cell, 2), x, round(top + b * cell, 2))
