"""The answers of a puzzle: the grid with capsules (`grid_part.py`) and a list of places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise
from typing import NamedTuple

from ...geometry import Direction
from ...puzzle import Placement, Puzzle
from ..listing import note_on
from ..terminal.puzzle_text import describe_solutions
from .grid_part import GridPart
from .head_foot import block_at_start, draw_footer, draw_title, title_height
from .page_setup import LEADING, LEGIBLE, PageSetup
from .sheet import Anchor, Canvas, Shape, Sheet, Text, arrow
from .word_list import number_words

#: The greatest and least font size of the list of places.
_MOST, _LEAST = 14.0, 7.5
#: Font size of the list on separate pages.
_APART = 10.0
#: The greatest share of the height for the list.
_MOST_LIST = 0.62
#: The greatest width of a word, at a font size of 1; a longer one is wrapped.
_LONGEST = 18.0
_GAP = 16.0
_ROW = 1.45
#: The distance between the lines of a long word in the list, relative to the font size.
_LINE = 1.15
#: The space after a clue, relative to the font size.
_AFTER_CLUE = 0.3
_PLACE_INK = (0.35, 0.35, 0.35)
_HEADING = 13.0
#: The greatest distance between baselines of the list of places, relative to the font size.
_MOST_ROW = 1.8
#: The greatest font size of the title.
TITLE = 24.0
#: The most columns of the list of places.
_MOST_COLUMNS = 8
#: The greatest side of a cell.
_MOST_CELL = 72.0


class _PlaceRow(NamedTuple):
    lines: Sequence[str]
    """Those of the word, then those of its clue."""
    own: int
    """How many lines are of the word."""
    place: str
    direction: Direction | None

    @property
    def more(self) -> float:
        """How much higher it is than one line, at a font size of 1."""
        return (len(self.lines) - 1) * _LINE + (_AFTER_CLUE if len(self.lines) > self.own else 0.0)


@dataclass(frozen=True, slots=True)
class _KeyPlan:
    """The sizes of a page with the answers of one puzzle."""

    setup: PageSetup
    cell: float
    size: float
    columns: int
    is_beside: bool
    score: float


def key_sheets(puzzle: Puzzle, setup: PageSetup, *, title: str, footer: str = "") -> list[Sheet]:
    """Lay out the answers of one puzzle on a page: the grid, and the place of each word.

    A list that does not fit on the page goes to further pages.
    """
    setup = setup.narrowed()
    turned = setup.turned()
    setups = {"portrait": [setup], "landscape": [turned]}.get(setup.options.orientation)
    setups = setups or [setup, turned]
    plans = [plan for each in setups for plan in _key_plans(puzzle, each, title)]
    letter = GridPart(puzzle, setup).letter
    least = max(LEGIBLE, setup.text_size(0.0))
    legible = [plan for plan in plans if letter(plan.cell) >= least]
    plans = legible or [
        *plans,
        *(plan for each in setups for plan in _key_plans(puzzle, each, title, apart=True)),
    ]
    # Portrait paper is preferred.
    first = setups[0]
    plan = max(plans, key=lambda each: each.score / (1.0 if each.setup is first else 1.12))
    sheets = [_draw_key(puzzle, plan, title, footer)]
    if not plan.columns:
        sheets += _place_sheets(_Places.of(puzzle, setup), setup, title)
    return sheets


def _place_sheets(places: _Places, setup: PageSetup, title: str) -> Iterator[Sheet]:
    """Yield pages with only the list of places, in parts of about the same length."""
    size, lines, head = _key_head(setup, title)
    top = setup.margin + head
    list_size = setup.text_size(_APART)
    columns = places.columns(list_size, setup.inner_width)
    for rows in places.parts(columns, list_size, setup.height - setup.margin - top):
        canvas = setup.canvas()
        draw_title(setup, canvas, (size, lines), setup.margin, setup.edges)
        area = (setup.left, top, setup.inner_width)
        members, arrows = replace(places, rows=rows).draw(columns, list_size, area)
        canvas.add_list(members)
        canvas.add("decoration", arrows)
        yield canvas.finish()


def _key_head(setup: PageSetup, title: str) -> tuple[float, list[str], float]:
    """Return the font size and lines of the title, and its height together with the heading's."""
    size = min(setup.fit_title(title)[0], TITLE)
    banner = 2 * size if setup.look.banner else 0.0
    lines = setup.wrap(title, size, setup.inner_width - banner, setup.look.title_bold)
    return size, lines, title_height(setup, size, len(lines)) + setup.text_size(_HEADING) * 1.6


def _spoken(puzzle: Puzzle, setup: PageSetup) -> list[str]:
    texts = describe_solutions(puzzle)
    return [line for text in texts for line in setup.wrap(text, _said(setup), setup.inner_width)]


def _said(setup: PageSetup) -> float:
    """Return the font size of what the key says about secret words and the message."""
    return setup.text_size(11.0)


def _key_plans(
    puzzle: Puzzle, setup: PageSetup, title: str, *, apart: bool = False
) -> Iterator[_KeyPlan]:
    """Yield sizes for the grid with the list below or beside it, or with the list apart."""
    part, places = GridPart(puzzle, setup), _Places.of(puzzle, setup)
    width, height = setup.inner_width, setup.inner_height
    height -= (
        _key_head(setup, title)[2] + len(_spoken(puzzle, setup)) * _said(setup) * LEADING + _GAP
    )

    def plan(breadth: float, down: float, size: float, columns: int, is_beside: bool) -> _KeyPlan:
        # One more row and column for the labels.
        cell = min(breadth / (part.breadth + 1), down / (part.rows + 1), _MOST_CELL)
        labels = part.label_space(cell)
        cell = min(cell, (breadth - labels) / part.breadth, (down - labels) / part.rows)
        letter = part.letter(cell)
        worth = min(letter, 16.0) + 0.2 * max(0.0, letter - 16.0)
        worth += 0.8 * min(size, 10.0) + 0.2 * max(0.0, size - 10.0)
        if not is_beside:  # prefer a list as wide as the grid
            worth -= abs(places.breadth(columns, size) - part.breadth * cell) / width
        return _KeyPlan(setup, cell, size, columns, is_beside, worth / (1.05 if is_beside else 1.0))

    if apart:
        yield plan(width, height, setup.text_size(_APART), 0, False)
        return
    most, least = setup.text_size(_MOST), setup.text_size(_LEAST)
    for step in range(int((most - least) / 0.5) + 1):
        size = most - step * 0.5
        for columns in places.even_columns:
            list_width, list_height = places.breadth(columns, size), places.height(columns, size)
            if list_width <= width and list_height <= _MOST_LIST * height:
                yield plan(width, height - list_height - _GAP, size, columns, False)
            beside = width - list_width - _GAP
            is_low = list_height + part.label_space(_MOST_CELL) <= height
            if columns < 3 and is_low and beside > 0.3 * width:
                yield plan(beside, height, size, columns, True)


def _draw_key(puzzle: Puzzle, plan: _KeyPlan, title: str, footer: str) -> Sheet:
    setup, cell = plan.setup, plan.cell
    canvas, strings = setup.canvas(), puzzle.strings
    part, places = GridPart(puzzle, setup), _Places.of(puzzle, setup)
    size, lines, head = _key_head(setup, title)
    list_height = places.height(plan.columns, plan.size)
    spoken, labels = _spoken(puzzle, setup), part.label_space(cell)
    higher = max(0.0, list_height - part.rows * cell) if plan.is_beside else 0.0
    used = head + part.rows * cell + higher + labels + len(spoken) * _said(setup) * LEADING + _GAP
    used += 0.0 if plan.is_beside else list_height + _GAP
    free = max(0.0, setup.inner_height - used)
    row = _ROW
    if plan.columns and not plan.is_beside:
        row += min(free * 0.3 / (list_height / _ROW), _MOST_ROW - _ROW)
        free -= list_height / _ROW * (row - _ROW)
    grid_left = setup.middle - part.breadth * cell / 2 + labels / 4
    list_width = places.breadth(plan.columns, plan.size)
    list_left, breadth = setup.left, setup.inner_width
    if plan.is_beside:
        breadth = list_width
        first = setup.middle - (part.breadth * cell + labels + _GAP + list_width) / 2
        grid_left = first + labels + (list_width + _GAP if places.rtl else 0.0)
        list_left = first if places.rtl else grid_left + part.breadth * cell + _GAP
    elif plan.columns:
        breadth = min(setup.inner_width, max(list_width, part.breadth * cell))
        list_left = grid_left + (part.breadth * cell - breadth) / 2
        list_left = min(max(list_left, setup.left), setup.width - setup.left - breadth)
    grid_edge, grid_right = part.reach(cell), grid_left + part.breadth * cell
    block = min(grid_left - grid_edge, list_left), max(grid_right + grid_edge, list_left + breadth)
    top = setup.margin + free * 0.35
    y = draw_title(setup, canvas, (size, lines), top, block if plan.columns else setup.edges)
    _draw_heading(
        setup, canvas, strings.format("answers"), y + setup.text_size(_HEADING) * 1.15, block
    )
    grid_top = top + head + labels + higher / 2
    grid_bottom = grid_top + part.rows * cell
    shapes = part.draw(grid_left, grid_top, cell, with_key=True, labels=True)
    canvas.add("grid", shapes, strings.format("key_grid"))
    spoken_top = grid_bottom + higher / 2 + _GAP - 6
    canvas.add("text", setup.put_lines(spoken, setup.middle, spoken_top, _said(setup)))
    list_top = spoken_top + 6 + len(spoken) * _said(setup) * LEADING + min(free * 0.15, _GAP)
    if plan.is_beside:
        list_top = grid_top + (part.rows * cell - list_height) / 2
    area = (list_left, list_top, breadth)
    members, arrows = places.draw(plan.columns, plan.size, area, row)
    canvas.add_list(members)
    canvas.add("decoration", arrows)
    draw_footer(footer, setup, canvas)
    return canvas.finish()


def _draw_heading(
    setup: PageSetup, canvas: Canvas, text: str, y: float, block: tuple[float, float]
) -> None:
    """Draw a heading below a title."""
    shape = setup.put(text, setup.middle, y, setup.text_size(_HEADING))
    if not setup.look.centred:
        edges = block_at_start(setup, block, setup.measure(text, setup.text_size(_HEADING)))
        shape = setup.put_at_start(text, *edges, y, setup.text_size(_HEADING))
    canvas.add("heading", [shape])


@dataclass(frozen=True, slots=True)
class _Places:
    """The list of places: the words of the key, each with its first cell and an arrow."""

    setup: PageSetup
    rows: tuple[_PlaceRow, ...]
    widths: tuple[float, float]
    rtl: bool

    @classmethod
    def of(cls, puzzle: Puzzle, setup: PageSetup) -> _Places:
        list_as = setup.options.list_as
        words = number_words(puzzle, setup.options)
        lines = [
            [word] if setup.measure(word, 1.0) <= _LONGEST else setup.wrap(word, 1.0, _LONGEST)
            for word in words
        ]
        rows = tuple(
            _PlaceRow(
                [*each, *setup.wrap(note_on(placed, list_as), 1.0, _LONGEST)],
                len(each),
                _position(placed),
                placed.direction,
            )
            for each, placed in zip(lines, puzzle.key, strict=True)
        )
        texts = chain.from_iterable(row.lines for row in rows)
        widest = max((setup.measure(line, 1.0) for line in texts), default=0.0)
        places = max((setup.measure(row.place, 1.0) for row in rows), default=0.0)
        return cls(setup, rows, (widest, places), puzzle.right_to_left or setup.rtl)

    @property
    def width(self) -> float:
        """The width of a column at a font size of 1: word, gap, place, gap, arrow."""
        return sum(self.widths) + 0.9 + 1.5

    def columns(self, size: float, width: float) -> int:
        """Return the fewest columns with as few rows as the most columns that fit in a width."""
        columns = max(1, int((width + 1.6 * size) / ((self.width + 1.6) * size)))
        down = -(-len(self.rows) // columns)
        return -(-len(self.rows) // max(1, down)) or 1

    @property
    def even_columns(self) -> list[int]:
        """The numbers of columns that leave no column empty."""
        count = len(self.rows)
        most = min(count, _MOST_COLUMNS)
        return [
            number for number in range(1, most + 1) if -(-count // -(-count // number)) == number
        ]

    def breadth(self, columns: int, size: float) -> float:
        """Return the least width of `columns` columns at a font size."""
        return (columns * (self.width + 1.6) - 1.6) * size if columns else 0.0

    def height(self, columns: int, size: float) -> float:
        """Return the height of the list."""
        if not columns:
            return 0.0
        down = -(-len(self.rows) // columns)
        parts = (self.rows[start : start + down] for start in range(0, len(self.rows), down or 1))
        rows = (sum(_ROW + row.more for row in part) for part in parts)
        return max(rows, default=0.0) * size

    def parts(self, columns: int, size: float, height: float) -> list[tuple[_PlaceRow, ...]]:
        """Divide the list into the fewest parts of about the same length that have this height."""
        count = len(self.rows)
        parts: list[tuple[_PlaceRow, ...]] = []
        for pages in range(1, count + 1):
            ends = [count * number // pages for number in range(pages + 1)]
            parts = [self.rows[start:end] for start, end in pairwise(ends)]
            if all(replace(self, rows=part).height(columns, size) <= height for part in parts):
                break
        return parts

    def draw(
        self, columns: int, size: float, area: tuple[float, float, float], row: float = _ROW
    ) -> tuple[list[list[Shape]], list[Shape]]:
        """Return the texts of each row and the arrows in an area (left, top, width)."""
        left, top, breadth = area
        down = -(-len(self.rows) // columns) if columns else 1
        rows = self.rows if columns else ()
        column = self.width * size
        gap = min((breadth - columns * column) / (columns - 1), 3.5 * size) if columns > 1 else 0.0
        start = left + (breadth - columns * column - gap * (columns - 1)) / 2
        members: list[list[Shape]] = []
        arrows: list[Shape] = []
        word_width, place_width = (width * size for width in self.widths)
        anchors: tuple[Anchor, Anchor] = ("end", "start") if self.rtl else ("start", "end")
        side = -1 if self.rtl else 1
        above = 0.0
        for index, each in enumerate(rows):
            number, place_down = divmod(index, down)
            above = 0.0 if place_down == 0 else above
            x = start + number * (column + gap)
            y = top + size * (0.95 + above)
            above += row + each.more
            if self.rtl:
                x = left + breadth - (x - left)
            texts: list[Shape] = [
                Text(
                    *(round(x, 2), round(y + at * _LINE * size, 2), line, size, anchors[0]),
                    ink=(0.0, 0.0, 0.0) if at < each.own else _PLACE_INK,
                    rtl=self.rtl,
                )
                for at, line in enumerate(each.lines)
            ]
            end = x + side * (word_width + 0.9 * size + place_width)
            texts.append(
                Text(round(end, 2), round(y, 2), each.place, size, anchors[1], ink=_PLACE_INK)
            )
            members.append(texts)
            if each.direction is not None:
                arrows += arrow(end + side * size, y - 0.36 * size, size * 0.85, each.direction)
        return members, arrows


def _position(placed: Placement) -> str:
    return f"{placed.start.row + 1}, {placed.start.column + 1}" if placed.length else ""
