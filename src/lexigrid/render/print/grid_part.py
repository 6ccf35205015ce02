"""The grid of a puzzle: letters, frame, capsules around answers, and row and column labels."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, pairwise

from ...grid import Grid, map_tiles
from ...puzzle import Placement, Puzzle
from .page_setup import PageSetup
from .sheet import BLACK, GREY, WHITE, Box, Capsule, Ink, Line, Shape, Text

#: Font size of a letter, and the greatest width of one, relative to the side of its cell.
LETTER = 0.68
_WIDEST_LETTER = 0.84
#: The same for large print, where the letters matter more than the space between them.
_LARGE_LETTER, _LARGE_WIDEST = 0.76, 0.9
#: The least and greatest radius of a capsule, relative to the side of a cell.
_LEAST_RADIUS, _MOST_RADIUS = 0.37, 0.49
#: Space between a letter and the capsule around it, relative to the side of a cell.
_CAPSULE_SPACE = 0.07
#: The same above accents and below tails.
_ACCENT_SPACE = 0.03
#: Space between the cells and the frame, relative to the side of a cell.
_FRAME_SPACE = 0.06
#: Height of a capital letter, relative to its font size.
_CAPITAL = 0.72
#: Radius and outline of a ribbon along a path, relative to the side of a cell: two adjacent
#: diagonal ribbons are 0.7 cells apart.
_RIBBON, _RIBBON_LINE = 0.335, 0.03
#: Size of the letters in ribbons, relative to those on lines.
_IN_RIBBON = 0.72
#: The fill of a spanning word.
_SPANNING_FILL: Ink = (0.84, 0.84, 0.84)
#: Font size of the labels of rows and columns, relative to the side of a cell.
_LABEL = 0.34


@dataclass(frozen=True)
class GridPart:
    """The drawn part of a grid, without outer rows and columns that have no open cells."""

    puzzle: Puzzle
    setup: PageSetup

    @property
    def grid(self) -> Grid:
        """The grid."""
        return self.puzzle.grid

    @cached_property
    def bounds(self) -> tuple[int, int, int, int]:
        """The first row and column with an open cell, and the ends of both ranges."""
        rows, columns = zip(*self.grid, strict=True)
        return min(rows), min(columns), max(rows) + 1, max(columns) + 1

    @cached_property
    def rows(self) -> int:
        """The number of rows drawn."""
        return self.bounds[2] - self.bounds[0]

    @cached_property
    def columns(self) -> int:
        """The number of columns drawn."""
        return self.bounds[3] - self.bounds[1]

    @cached_property
    def _is_hex(self) -> bool:
        return self.grid.topology.name == "hex"

    @cached_property
    def breadth(self) -> float:
        """The width in cells: on hex boards, odd rows are half a cell to the right."""
        return self.columns + 0.5 * self._is_hex

    def _middle_of(self, row: int, column: int) -> tuple[float, float]:
        """Return the middle of a cell, in cells from the left and from the top."""
        shift = 0.5 * (self._is_hex and row % 2)
        return column - self.bounds[1] + 0.5 + shift, row - self.bounds[0] + 0.5

    @cached_property
    def faces(self) -> tuple[str, ...]:
        """The faces of the tiles."""
        return tuple(sorted({tile.face for tile in self.grid.tiles}))

    @cached_property
    def _ratio(self) -> float:
        """Font size of the letters, relative to the side of a cell."""
        is_large = self.setup.options.large_print
        ratio, widest = (_LARGE_LETTER, _LARGE_WIDEST) if is_large else (LETTER, _WIDEST_LETTER)
        if self.puzzle.kind != "lines":  # letters fit into ribbons
            ratio, widest = ratio * _IN_RIBBON, widest * _IN_RIBBON
        bold = self.setup.look.grid_bold
        most = max((self.setup.measure(face, 1.0, bold) for face in self.faces), default=0.0)
        return min(ratio, widest / most) if most else ratio

    @cached_property
    def _middle(self) -> float:
        return self.setup.metrics.middle(self.faces, self.setup.look.grid_bold)

    def letter(self, cell: float) -> float:
        """Return the font size of the letters in cells of a given side."""
        return min(cell * self._ratio, self.setup.sizes.letter_most)

    def cell(self, letter: float) -> float:
        """Return the side of the cells for letters of a given font size."""
        return letter / self._ratio

    def fit(self, width: float, height: float, most: float = math.inf) -> float:
        """Return the greatest side of the cells at which the grid and its frame fit in an area."""
        frame = self.setup.look.frame
        more = 2 * _FRAME_SPACE if frame else 0.0
        across = (width - 2 * frame) / (self.breadth + more)
        return min(across, (height - 2 * frame) / (self.rows + more), most)

    def most(self, length: float, cell: float) -> int:
        """Return how many cells fit in a length, together with the frame."""
        frame = self.setup.look.frame
        more = 2 * _FRAME_SPACE if frame else 0.0
        return int((length - 2 * frame) / cell - more + 1e-6)

    def draw(
        self, left: float, top: float, cell: float, *, with_key: bool = False, labels: bool = False
    ) -> list[Shape]:
        """Return the shapes of the grid; `with_key` marks answers, `labels` numbers the lines."""
        shapes: list[Shape] = []
        if self.setup.look.cell_line and not with_key and not self._is_hex:
            shapes += self._cell_lines(left, top, cell)
        if with_key:
            draw_words = self._capsules if self.puzzle.kind == "lines" else self._ribbons
            shapes += draw_words(left, top, cell)
        shapes += self._letters(left, top, cell, with_key)
        shapes += self._frame(left, top, cell)
        if labels:
            shapes += self._labels(left, top, cell)
        return shapes

    def _letters(self, left: float, top: float, cell: float, with_key: bool) -> Iterator[Text]:
        look, grid = self.setup.look, self.grid
        solution = self.puzzle.solution_cells if with_key else frozenset()
        size = round(self.letter(cell), 2)
        faces = map_tiles(grid, lambda tile: None if tile is None else tile.face)
        dark, grey = (BLACK, look.grid_bold or with_key), (GREY, False)
        for row, line in enumerate(faces):
            first_x, y = (each * cell for each in self._middle_of(row, 0))
            place_y = round(top + y + size * self._middle, 2)
            for column, face in enumerate(line):
                if face is not None:
                    is_grey = with_key and (row, column) not in solution
                    x = round(left + first_x + column * cell, 2)
                    yield Text(x, place_y, face, size, "middle", *(grey if is_grey else dark))

    def _capsules(self, left: float, top: float, cell: float) -> Iterator[Capsule]:
        look = self.setup.look
        first_row, first_column, *_ = self.bounds
        shapes = []
        for each in self.puzzle.key:
            if not each.length:
                continue
            radius = self._radius(each)
            (row, column), (end_row, end_column) = self._ends(each, radius)
            shapes.append(
                (
                    round(left + (column - first_column + 0.5) * cell, 2),
                    round(top + (row - first_row + 0.5) * cell, 2),
                    round(left + (end_column - first_column + 0.5) * cell, 2),
                    round(top + (end_row - first_row + 0.5) * cell, 2),
                    round(cell * radius, 2),
                )
            )
        # All fills are below all outlines, so that no capsule hides another.
        for shape in shapes:
            yield Capsule(*shape, width=0.0, fill=look.capsule_fill)
        if look.capsule_line:
            for shape in shapes:
                yield Capsule(
                    *shape, width=max(0.4, cell * look.capsule_line), ink=look.capsule_ink
                )

    def _ribbons(self, left: float, top: float, cell: float) -> Iterator[Capsule]:
        """Yield ribbons along the paths, the spanning word's grey: no two paths overlap."""
        line = max(0.5, cell * _RIBBON_LINE)
        for placed in self.puzzle.key:
            middles = (self._middle_of(*each) for each in placed.path)
            points = [(left + x * cell, top + y * cell) for x, y in middles]
            is_spanning = bool(placed.word) and placed.word == self.puzzle.spanning
            fill = _SPANNING_FILL if is_spanning else WHITE
            # The outline of all steps is below the fill of all, so that they join.
            for radius, ink in ((cell * _RIBBON, BLACK), (cell * _RIBBON - line, fill)):
                for (x1, y1), (x2, y2) in pairwise(points):
                    step = round(x1, 2), round(y1, 2), round(x2, 2), round(y2, 2)
                    yield Capsule(*step, round(radius, 2), width=0.0, fill=ink)
            # The first letter has a ring, so that the word can be read from there.
            x, y = (round(each, 2) for each in points[0])
            yield Capsule(x, y, x, y, round(cell * _RIBBON - 2 * line, 2), width=round(line, 2))

    @cached_property
    def _extents(self) -> dict[str, tuple[float, float]]:
        """The width of each letter, and how far it reaches up or down from the middle of its cell.

        Both are relative to the side.
        """
        look, metrics, ratio = self.setup.look, self.setup.metrics, self._ratio
        edges = {face: metrics.extent(face, True) for face in self.faces}
        return {
            face: (
                self.setup.measure(face, ratio, look.grid_bold),
                max(above - self._middle, self._middle - below) * ratio,
            )
            for face, (below, above) in edges.items()
        }

    def _radius(self, placed: Placement) -> float:
        """Return the radius of a capsule that fits the letters of a word."""
        extents = [self._extents[tile.face] for cell in placed.cells if (tile := self.grid[cell])]
        widest = max(width for width, _ in extents)
        height = _CAPITAL * self._ratio
        direction = placed.direction
        if direction is None or (direction.row_step and direction.column_step):
            needed = (widest + height) / 2 / 2**0.5
        else:
            needed = (widest if direction.row_step else height) / 2
        # Accents of all letters of a row, and of the first and last ones of other lines.
        marked = extents if direction and not direction.row_step else (extents[0], extents[-1])
        reach = max(reach for _, reach in marked) + _ACCENT_SPACE
        return min(max(needed + _CAPSULE_SPACE, reach, _LEAST_RADIUS), _MOST_RADIUS)

    def _ends(self, placed: Placement, radius: float) -> Iterator[tuple[float, float]]:
        """Yield the middles of a capsule's half circles, beyond those of wide letters."""
        height, direction = _CAPITAL * self._ratio, placed.direction
        for cell, side in ((placed.start, -1), (placed.end, 1)):
            away, tile = 0.0, self.grid[cell]
            if tile and direction and not (direction.row_step and direction.column_step):
                size = (self._extents[tile.face][0], height)
                along, across = size[:: -1 if direction.row_step else 1]
                room = max(0.0, (radius - _CAPSULE_SPACE / 2) ** 2 - across * across / 4) ** 0.5
                away = side * min(max(0.0, along / 2 - room), 0.5 - radius)
            down, right = (direction.row_step, direction.column_step) if direction else (0, 0)
            yield cell.row + away * down, cell.column + away * right

    def _frame_width(self, cell: float) -> float:
        return self.setup.look.frame * min(1.0, max(0.4, cell / 24))

    def reach(self, cell: float) -> float:
        """Return how far the frame reaches beyond the cells."""
        width = self._frame_width(cell)
        return width + cell * _FRAME_SPACE if width else 0.0

    def _frame(self, left: float, top: float, cell: float) -> Iterator[Shape]:
        look = self.setup.look
        is_full = len(self.puzzle.grid) == self.rows * self.columns
        if not look.frame or (self._is_hex and not is_full):
            return
        width = self._frame_width(cell)
        first_row, first_column, *_ = self.bounds
        if is_full:  # no holes
            away = self.reach(cell) - width / 2
            right, bottom = left + self.breadth * cell, top + self.rows * cell
            yield Box(
                round(left - away, 2),
                round(top - away, 2),
                round(right + away, 2),
                round(bottom + away, 2),
                look.corner * cell,
                width,
                look.frame_ink,
            )
            return
        for x1, y1, x2, y2 in _outline(self.grid):
            yield Line(
                round(left + (x1 - first_column) * cell, 2),
                round(top + (y1 - first_row) * cell, 2),
                round(left + (x2 - first_column) * cell, 2),
                round(top + (y2 - first_row) * cell, 2),
                width,
                look.frame_ink,
            )

    def _cell_lines(self, left: float, top: float, cell: float) -> Iterator[Shape]:
        look = self.setup.look
        first_row, first_column, *_ = self.bounds
        width = look.cell_line * min(1.0, cell / 18)
        open_cells = frozenset(self.grid)
        for row, column in self.grid:
            x, y = left + (column - first_column) * cell, top + (row - first_row) * cell
            x1, y1, x2, y2 = (round(each, 2) for each in (x, y, x + cell, y + cell))
            if (row - 1, column) in open_cells:
                yield Line(x1, y1, x2, y1, width, look.cell_ink)
            if (row, column - 1) in open_cells:
                yield Line(x1, y1, x1, y2, width, look.cell_ink)

    def label_space(self, cell: float) -> float:
        """Return the space that the labels take on the left and above."""
        return self._label_size(cell) * 1.9

    def _label_size(self, cell: float) -> float:
        return min(max(cell * _LABEL, self.setup.text_size(5.5)), self.setup.text_size(10.0))

    def _labels(self, left: float, top: float, cell: float) -> Iterator[Text]:
        """Yield the numbers of rows and columns, or every fifth if all do not fit."""
        size = self._label_size(cell)
        first_row, first_column, end_row, end_column = self.bounds
        away = cell * _FRAME_SPACE + self.setup.look.frame + size * 0.35
        for column in _labelled(first_column, end_column, cell, size * 1.25):
            x = left + (column - first_column + 0.5) * cell
            yield Text(round(x, 2), round(top - away, 2), str(column + 1), size, ink=GREY)
        for row in _labelled(first_row, end_row, cell, size):
            y = top + (row - first_row + 0.5) * cell + size * 0.36
            yield Text(round(left - away, 2), round(y, 2), str(row + 1), size, "end", ink=GREY)


def _labelled(first: int, end: int, cell: float, needed: float) -> list[int]:
    every = [*range(first, end)]
    return every if cell >= needed else [n for n in every if n == first or (n + 1) % 5 == 0]


def _outline(grid: Grid) -> Iterator[tuple[int, int, int, int]]:
    """Yield the outline of the open cells as lines (x1, y1, x2, y2), with straight runs joined."""
    open_cells = {*grid}

    def runs(cells: Sequence[tuple[int, int]], step: tuple[int, int]) -> Iterator[tuple[int, int]]:
        """Yield the start and end of each run of cells that differ from those one step before."""
        edges = [
            ((r, c) in open_cells) != ((r - step[0], c - step[1]) in open_cells) for r, c in cells
        ]
        for is_edge, run in groupby(range(len(edges)), edges.__getitem__):
            if is_edge:
                members = [*run]
                yield members[0], members[-1] + 1

    for row in range(grid.rows + 1):
        for a, b in runs([(row, column) for column in range(grid.columns)], (1, 0)):
            yield a, row, b, row
    for column in range(grid.columns + 1):
        for a, b in runs([(row, column) for row in range(grid.rows)], (0, 1)):
            yield column, a, column, b
