"""Puzzles laid out on printed pages: title, grid and words, or the key with outlined words.

Everything stays within the margins; letters shrink before anything is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from ...alphabet import graphemes, is_punctuation
from ...grid import Grid
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
    layout = PageLayout(style)
    title = title or puzzle.title
    tasks = _describe_tasks(puzzle)
    top = MARGIN + layout.put_title(title)
    bottom = style.height - MARGIN - (style.list if page else 0.0)
    bottom -= len(tasks) * style.list * _LEADING
    size, table = _list_size(puzzle, style, bottom - top)
    list_height = len(table) * size * _LEADING + _GAP if table else 0.0
    area = (MARGIN, top, style.inner_width, bottom - top - list_height)
    used = layout.put_grid(puzzle, area)
    if table:
        breadth = used / puzzle.grid.rows * puzzle.grid.columns
        layout.put_list(table, size, top + used + _GAP, breadth, puzzle.right_to_left)
    layout.put_lines(tasks, top + used + list_height)
    if page:
        layout.put_centred(page, 9.0, style.height - MARGIN * 0.6)
    sheets = [layout.finish()]
    return sheets if table else [*sheets, *_list_pages(puzzle, style, title or "Words")]


def key_sheet(puzzle: Puzzle, style: Style, *, title: str) -> Sheet:
    """Lay out the answers of one puzzle on a page."""
    layout = PageLayout(style)
    top = MARGIN + layout.put_title(title)
    solutions = _describe_solutions(puzzle)
    bottom = style.height - MARGIN - len(solutions) * style.list * _LEADING
    area = (MARGIN, top, style.inner_width, bottom - top)
    layout.put_lines(solutions, top + layout.put_grid(puzzle, area, with_key=True))
    return layout.finish()


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
        layout = PageLayout(style)
        layout.put_centred("Answers", style.title, MARGIN + style.title)
        for place, puzzle in enumerate(puzzles[start : start + across * down]):
            left = MARGIN + (place % across) * (width + gap)
            above = top + (place // across) * (height + gap)
            layout.put_fitted(titles[start + place], 10.0, left + width / 2, above + 10, width)
            solutions = "; ".join(_describe_solutions(puzzle))
            area = (left, above + 16, width, height - 16 - (12 if solutions else 0))
            used = layout.put_grid(puzzle, area, with_key=True)
            if solutions:
                y = above + 16 + used + 10
                layout.put_fitted(solutions, 8.5, left + width / 2, y, width)
        pages.append(layout.items)
    return pages


def _describe_tasks(puzzle: Puzzle) -> list[str]:
    """Describe what there is to find besides the words of the list."""
    tasks = []
    if secret := len(puzzle.secret_words):
        tasks.append(f"and {count_noun(secret, 'secret word')}")
    if puzzle.message:
        words = puzzle.message.split()
        counts = [sum(not is_punctuation(each) for each in graphemes(word)) for word in words]
        blanks = "   ".join(" ".join("_" * count) for count in counts if count)
        letters = sum(counts)
        is_short = letters <= _MAX_BLANKS
        tasks.append(f"Hidden message: {f'  {blanks}' if is_short else f'{letters} letters'}")
    return tasks


def _describe_solutions(puzzle: Puzzle) -> list[str]:
    solutions = []
    if puzzle.secret_words:
        solutions.append(f"Secret: {', '.join(puzzle.secret_words)}")
    if puzzle.message:
        solutions.append(f"Hidden message: {puzzle.message}")
    return solutions


def _list_size(puzzle: Puzzle, style: Style, height: float) -> tuple[float, list[list[str]]]:
    """Choose the font size of the list, and its rows; no rows if the list needs separate pages.

    The list shrinks where the grid needs room, and its letters are no larger than those of the
    grid, which is read longer.
    """
    size = style.list * _MAX_LIST_GROWTH
    best: tuple[float, list[list[str]]] = (size, [])
    while size >= style.least_list:
        table = _in_columns(puzzle.words, _count_columns(puzzle.words, size, style))
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


def _list_pages(puzzle: Puzzle, style: Style, title: str) -> Iterator[Sheet]:
    """Yield pages with only the list."""
    words, size = puzzle.words, style.least_list
    across = _count_columns(words, size, style)
    down = int((style.height - 2 * MARGIN - 2 * style.title) // (size * _LEADING))
    for start in range(0, len(words), down * across):
        layout = PageLayout(style)
        top = MARGIN + layout.put_title(title)
        table = _in_columns(words[start : start + down * across], across)
        layout.put_list(table, size, top, style.inner_width, puzzle.right_to_left)
        yield layout.finish()


def _count_columns(words: Sequence[str], size: float, style: Style) -> int:
    widest = max((style.measure(word, size) for word in words), default=0.0) + size
    return max(1, min(len(words), int((style.inner_width + size) // widest)))


def _in_columns(words: Sequence[str], across: int) -> list[list[str]]:
    """Arrange words in columns that are read downwards; return the rows."""
    down = -(-len(words) // across)
    return [list(words[row::down]) for row in range(down)]


class PageLayout:
    """The items of a page while it is laid out."""

    def __init__(self, style: Style) -> None:
        self.style = style
        self.items: list[Item] = []

    def finish(self) -> Sheet:
        """Return the page."""
        return Sheet(self.style.width, self.style.height, tuple(self.items))

    def put_centred(self, text: str, size: float, y: float) -> None:
        """Put a text in the middle of the page."""
        self.items.append(Text(self.style.width / 2, y, text, size))

    def put_fitted(self, text: str, size: float, x: float, y: float, width: float) -> None:
        """Put a text with its middle at a point, smaller if it is wider than `width`."""
        self.items.append(Text(x, y, text, self._fit_size(text, size, width)))

    def put_title(self, title: str) -> float:
        """Put a title at the top; return the height that it takes."""
        if not title:
            return 0.0
        size = self._fit_size(title, self.style.title, self.style.inner_width)
        self.put_centred(title, size, MARGIN + size * 0.8)
        return size * 0.8 + _GAP

    def put_lines(self, lines: Sequence[str], top: float) -> None:
        """Put centred lines below `top`."""
        style = self.style
        for number, line in enumerate(lines):
            y = top + style.list * (_LEADING * number + _LEADING)
            self.put_fitted(line, style.list, style.width / 2, y, style.inner_width)

    def put_list(
        self, table: list[list[str]], size: float, top: float, breadth: float, right_to_left: bool
    ) -> None:
        """Put a list in the middle below `top`, at least `breadth` wide."""
        style = self.style
        across = max(map(len, table))
        widest = max(style.measure(word, size) for words in table for word in words) + 2 * size
        breadth = min(style.inner_width, max(breadth, across * widest))
        left = (style.width - breadth) / 2
        pitch = breadth / across
        for row, words in enumerate(table):
            y = top + size * (0.9 + row * _LEADING)
            for column, word in enumerate(words):
                word_size = self._fit_size(word, size, pitch - size * 0.3)
                if right_to_left:
                    x = style.width - left - column * pitch
                    self.items.append(Text(x, y, word, word_size, "end"))
                else:
                    self.items.append(Text(left + column * pitch, y, word, word_size, "start"))

    def put_grid(
        self, puzzle: Puzzle, area: tuple[float, float, float, float], *, with_key: bool = False
    ) -> float:
        """Put the grid in the top middle of an area (left, top, width, height).

        Returns its height.
        """
        grid = puzzle.grid
        left, top, width, height = area
        cell = min(width / grid.columns, height / grid.rows, self.style.most_cell)
        left += (width - cell * grid.columns) / 2
        if with_key:
            self.items += _outlines(puzzle, left, top, cell)
        solution = puzzle.solution_cells if with_key else {*grid}
        size = cell * _LETTER
        faces = [tile.face for tile in grid.tiles if tile is not None]
        widest = max((self.style.measure(face, size) for face in faces), default=0.0)
        if widest > cell * 0.92:
            size *= cell * 0.92 / widest
        for place, code in enumerate(grid.codes):
            tile = grid.tiles[code]
            if tile is None:
                continue
            row, column = divmod(place, grid.columns)
            x, y = left + (column + 0.5) * cell, top + (row + 0.5) * cell + size * _BASELINE
            shade = BLACK if (row, column) in solution else GREY
            text = Text(round(x, 2), round(y, 2), tile.face, round(size, 2), "middle", shade)
            self.items.append(text)
        self.items += _border(grid, left, top, cell)
        return cell * grid.rows

    def _fit_size(self, text: str, size: float, width: float) -> float:
        """Shrink a font size until the text is no wider than `width`."""
        current = self.style.measure(text, size)
        return size if current <= width else size * width / current


def _outlines(puzzle: Puzzle, left: float, top: float, cell: float) -> Iterator[Outline]:
    for placed in puzzle.key:
        if placed.length:
            (row, column), (end_row, end_column) = placed.start, placed.end
            is_diagonal = row != end_row and column != end_column
            yield Outline(
                left + (column + 0.5) * cell,
                top + (row + 0.5) * cell,
                left + (end_column + 0.5) * cell,
                top + (end_row + 0.5) * cell,
                cell * (_DIAGONAL_RADIUS if is_diagonal else _STRAIGHT_RADIUS),
                max(0.4, cell * 0.05),
            )


def _border(grid: Grid, left: float, top: float, cell: float) -> Iterator[Line]:
    """Yield the border of the cells that have a tile; each straight run is one line."""
    open_cells = {*grid}

    def runs(cells: Sequence[tuple[int, int]], step: tuple[int, int]) -> Iterator[tuple[int, int]]:
        """Yield the start and end of the runs of cells that differ from the cell before them."""
        edges = [
            ((r, c) in open_cells) != ((r - step[0], c - step[1]) in open_cells) for r, c in cells
        ]
        for is_edge, run in groupby(range(len(edges)), edges.__getitem__):
            if is_edge:
                members = [*run]
                yield members[0], members[-1] + 1

    for row in range(grid.rows + 1):
        y = round(top + row * cell, 2)
        for a, b in runs([(row, column) for column in range(grid.columns)], (1, 0)):
            yield Line(round(left + a * cell, 2), y, round(left + b * cell, 2), y)
    for column in range(grid.columns + 1):
        x = round(left + column * cell, 2)
        for a, b in runs([(row, column) for row in range(grid.rows)], (0, 1)):
            yield Line(x, round(top + a * cell, 2), x, round(top + b * cell, 2))
