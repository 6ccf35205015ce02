"""The page of a puzzle: title, grid, list and tasks, balanced and as large as they fit.

The layout with the largest letters wins: portrait or landscape, with the list below or beside the
grid.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ...errors import PuzzleError
from ...puzzle import Puzzle
from .entry_list import EntryList
from .head_foot import (
    LEAST_GAP,
    PuzzlePage,
    draw_foot,
    draw_footer,
    draw_head,
    draw_title,
    foot_height,
    head_height,
    title_height,
)
from .options import PageOptions
from .page_setup import LEGIBLE, PageSetup
from .sheet import Box, Canvas, Sheet
from .word_list import ListShape, WordList

#: The greatest space between title, grid and list, in points.
_MOST_GAP = 34.0
#: The least distance between baselines of the list, relative to the font size.
LEAST_LEADING = 1.36
#: A list on the same page may shrink the letters to this share of their largest possible size.
_LEAST_SHARE = 0.72
#: Letters must grow by this factor to justify a landscape page, or a list beside the grid.
_PREFERENCE, _BESIDE = 1.12, 1.05
#: The greatest font size of a list on separate pages, the distance between its baselines, and the
#: most columns.
_APART, _APART_LEADING, _APART_COLUMNS = 14.0, 1.5, 4
_NO_LIST = ListShape(0, 0, 0.0)
#: How much larger cells may become once their letters have the largest size.
_AIRY = 1.15
#: Below this font size, larger letters are worth more, in the grid and in the list.
_READABLE = 11.0
#: Above this font size, larger letters in the grid are worth less.
_LARGE = 20.0
#: Letters below this font size get narrow margins.
_SMALL_LETTER = 9.5


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The sizes of a page: the side of a cell, and the list's font size and shape."""

    setup: PageSetup
    cell: float
    size: float
    shape: ListShape
    place: str
    """Where the list is: "below" or "beside" the grid, or "apart" on further pages."""
    score: float


@dataclass(frozen=True, slots=True)
class PuzzleLayout:
    """A puzzle with its sizes chosen, ready to be drawn."""

    page: PuzzlePage
    setup: PageSetup
    chosen: Arrangement

    @classmethod
    def of(
        cls, puzzle: Puzzle, setup: PageSetup, *, title: str = "", footer: str = ""
    ) -> PuzzleLayout:
        """Choose the sizes of a page; every footer takes the same space.

        Raises:
            PuzzleError: the grid is too large for large print; the message gives the largest.
        """
        page = PuzzlePage.of(puzzle, setup, title or puzzle.title, footer)
        return cls(page, setup, _arrange(page, setup))

    @property
    def count(self) -> int:
        """The number of pages: one, and more for a list that does not fit on it."""
        if self.chosen.place != "apart" or not self.page.words.words:
            return 1
        return 1 + len(_list_slices(self.page, self.setup)[2])

    def draw(self, footer: str = "") -> list[Sheet]:
        """Draw the pages, with `footer` as the footer if it is given."""
        page = replace(self.page, footer=footer or self.page.footer)
        sheets = [_draw(page, self.chosen)]
        if self.count > 1:
            sheets += _list_sheets(page, self.setup)
        return sheets


def _arrange(page: PuzzlePage, setup: PageSetup) -> Arrangement:
    if setup.sizes.letter_least:  # nothing may be smaller than in normal print
        usual = _arrange(page, setup.in_normal_print())
        letter = max(setup.sizes.letter_least, page.grid.letter(usual.cell))
        page = replace(page, least_letter=letter, least_list=usual.size)
    setups = _setups(setup)
    narrow = [each.narrowed() for each in setups]
    best = _best(page, setups)
    if page.grid.letter(best.cell) < _SMALL_LETTER or (best.place == "apart" and page.words.words):
        best = _best(page, narrow)
    if least := setup.sizes.letter_least:
        _check_words(page, narrow)
        if page.grid.letter(best.cell) < least - 0.005:
            best = _best(page, narrow)
        if page.grid.letter(best.cell) < least - 0.005:
            raise _too_large(page, narrow)
    return best


def _setups(setup: PageSetup) -> list[PageSetup]:
    """Return the page in the orientations that the options allow."""
    upright = {"portrait": [setup], "landscape": [setup.turned()]}
    return upright.get(setup.options.orientation, [setup, setup.turned()])


def _check_words(page: PuzzlePage, setups: Sequence[PageSetup]) -> None:
    """Refuse words that are too long for large print."""
    words, most = page.words, max(setup.inner_width for setup in setups)
    least = setups[0].sizes.letter_least
    if isinstance(words, EntryList):  # its texts are broken into lines
        return
    for word, width in zip(words.words, words.widths, strict=True):
        if width * least > most:
            raise PuzzleError(
                f"large print has letters of {least:g} points or more, in which {word!r} is "
                f"wider than the paper {setups[0].options.paper}; leave it out or use larger paper"
            )


def _best(page: PuzzlePage, setups: Sequence[PageSetup]) -> Arrangement:
    found: list[Arrangement] = []
    for setup in setups:
        handicap = 1.0 if setup is setups[0] else 1 / _PREFERENCE
        found += _arrangements(page, setup, handicap)
    return max(found, key=lambda each: each.score)


def _too_large(page: PuzzlePage, setups: Sequence[PageSetup]) -> PuzzleError:
    """Return the error for large print, with the largest grid in each orientation."""
    least = setups[0].sizes.letter_least
    return PuzzleError(
        f"large print has letters of {least:g} points or more: the grid is "
        f"{page.grid.rows}x{page.grid.columns}, at most {_largest(page, setups, least)} "
        f"fits on {setups[0].options.paper}; make a smaller grid or use larger paper"
    )


def describe_tiny_letters(puzzle: Puzzle, options: PageOptions) -> str:
    """Return a note if the letters of a page are too small to read, else ""."""
    if options.large_print:
        return ""
    setup = PageSetup.of(options, puzzle.strings)  # without fonts, which would take longer
    page = PuzzlePage.of(puzzle, setup, puzzle.title, "")
    letter = page.grid.letter(_arrange(page, setup).cell)
    if letter >= LEGIBLE:
        return ""
    narrow = [each.narrowed() for each in _setups(setup)]
    return (
        f"letters of {letter:.1f} points are hard to read; at {LEGIBLE:g} points, at most "
        f"{_largest(page, narrow, LEGIBLE)} fits on {options.paper}"
    )


def _largest(page: PuzzlePage, setups: Sequence[PageSetup], letter: float) -> str:
    """Return the sizes of the largest grids with letters of a font size."""
    cell = page.grid.cell(letter)
    sizes = (
        f"{page.grid.most(_grid_height(page, setup), cell)}x"
        f"{page.grid.most(setup.inner_width, cell)}"
        for setup in setups
    )
    return " or ".join(sizes)


def _grid_height(page: PuzzlePage, setup: PageSetup) -> float:
    """Return the height available to a grid without a list."""
    return setup.inner_height - head_height(page, setup) - foot_height(page, setup) - LEAST_GAP


def _arrangements(page: PuzzlePage, setup: PageSetup, handicap: float) -> Iterator[Arrangement]:
    part, words = page.grid, page.words
    most = part.cell(setup.sizes.letter_most) * _AIRY
    width, height = setup.inner_width, _grid_height(page, setup)
    alone = part.fit(width, height, most)
    enough = max(_LEAST_SHARE * alone, part.cell(max(setup.sizes.letter_least, page.least_letter)))

    has_texts = isinstance(words, EntryList)  # which are read, not only looked at

    def rated(cell: float, size: float, shape: ListShape, place: str, factor: float) -> Arrangement:
        letter = part.letter(cell)
        worth = letter + min(letter, _READABLE) - 0.6 * max(0.0, letter - _LARGE)
        worth += 0.8 * min(size, _READABLE)
        worth += (0.8 if has_texts else 0.25) * max(0.0, min(size, 16) - _READABLE) + 0.05 * size
        return Arrangement(setup, cell, size, shape, place, worth * factor * handicap)

    found = False
    size, least = setup.sizes.list_most, max(setup.sizes.list_least, page.least_list)
    while size >= least and words.words:
        shape = words.shape(size, width - _panel(setup) * 2)
        fits = shape.width <= width + 0.01 or size - 0.5 < least
        below = shape.rows * LEAST_LEADING * size + LEAST_GAP + 2 * _panel(setup)
        cell = part.fit(width, height - below, most)
        if fits and cell >= enough and size <= max(part.letter(cell), _READABLE, least):
            found = True
            yield rated(cell, size, shape, "below", 1.0)
        shape = words.shape(size, width * 0.45, 3)
        if shape.rows * LEAST_LEADING * size + 2 * _panel(setup) <= height:
            beside = shape.width + 2 * LEAST_GAP + 2 * _panel(setup)
            cell = part.fit(width - beside, height, most)
            if cell >= enough and size <= max(part.letter(cell), _READABLE, least):
                found = True
                yield rated(cell, size, shape, "beside", 1 / _BESIDE)
        size -= 0.5 if size <= 14 else 1.0
    if not found:
        yield rated(alone, 0.0, _NO_LIST, "apart", 1.0)


def _panel(setup: PageSetup) -> float:
    """Return the space between the list and the edge of its panel."""
    return 9.0 if setup.look.panel else 0.0


def _draw(page: PuzzlePage, chosen: Arrangement) -> Sheet:
    """Draw the page; spare space goes first between the parts, then around them."""
    setup, cell, size = chosen.setup, chosen.cell, chosen.size
    canvas, part, words = setup.canvas(), page.grid, page.words
    is_below, is_beside = chosen.place == "below", chosen.place == "beside"
    rows = chosen.shape.rows
    panel = _panel(setup)
    grid_width, grid_height = part.breadth * cell, part.rows * cell
    list_height = rows * LEAST_LEADING * size + 2 * panel if is_below else 0.0
    used = head_height(page, setup) + grid_height + list_height + foot_height(page, setup)
    used += LEAST_GAP * (2 if is_below else 1)
    free = max(0.0, setup.inner_height - used)
    growth = min(free * 0.16, _MOST_GAP - LEAST_GAP)
    gap = LEAST_GAP + growth
    free -= growth * (2 if is_below else 1)
    leading = LEAST_LEADING
    if rows and is_below:
        more = min(free * 0.5 / (rows * size), words.most_leading - LEAST_LEADING)
        leading, free = leading + more, free - more * rows * size
    if is_beside:
        leading = min(words.most_leading, max(leading, (grid_height - 2 * panel) / (rows * size)))
    list_width = chosen.shape.width + 2 * panel if is_beside else 0.0
    total = grid_width + (2 * LEAST_GAP + list_width if is_beside else 0.0)
    spare = setup.inner_width - total
    between = 2 * LEAST_GAP + (min(spare * 0.3, 40.0) if is_beside else 0.0)
    left = setup.middle - (grid_width + (between + list_width if is_beside else 0.0)) / 2
    block = (left, left + (grid_width + between + list_width if is_beside else grid_width))
    if is_beside and words.rtl:
        left += between + list_width  # the list is on the side where reading begins
    edges = block[0] - part.reach(cell), block[1] + part.reach(cell)
    top = draw_head(page, setup, canvas, free * 0.4, edges) + gap
    grid = page.puzzle.grid
    description = page.puzzle.strings.format("grid", rows=grid.rows, columns=grid.columns)
    canvas.add("grid", part.draw(left, top, cell), description)
    bottom = top + grid_height
    if is_below:
        area = _list_area(setup, chosen, (left, grid_width))
        height = (rows - 1) * leading * size + size * 1.12
        _draw_list(
            canvas, setup, words, chosen, (area[0], bottom + gap + panel, area[1]), leading, height
        )
        bottom += gap + 2 * panel + (rows * leading * size)
    elif is_beside:
        x = block[0] if words.rtl else left + grid_width + between
        height = (rows - 1) * leading * size + size * 1.12
        y = top + (grid_height - height) / 2
        area = (x + panel, list_width - 2 * panel)
        _draw_list(canvas, setup, words, chosen, (area[0], y, area[1]), leading, height)
    draw_foot(page, setup, canvas, bottom + LEAST_GAP * 0.8)
    return canvas.finish()


def _list_area(
    setup: PageSetup, chosen: Arrangement, grid: tuple[float, float]
) -> tuple[float, float]:
    """Return the left edge and the width of a list below the grid."""
    needed = chosen.shape.width
    inner = setup.inner_width - 2 * _panel(setup)
    width = min(inner, max(needed, grid[1] - 2 * _panel(setup)))
    if setup.look.centred:
        return setup.middle - width / 2, width
    left = min(grid[0], setup.width - setup.left - width)
    return (max(left, setup.left), width)


def _draw_list(
    canvas: Canvas,
    setup: PageSetup,
    words: WordList | EntryList,
    chosen: Arrangement,
    area: tuple[float, float, float],
    leading: float,
    height: float,
) -> None:
    left, top, width = area
    panel = _panel(setup)
    if setup.look.panel:
        right, bottom = left + width + panel, top + height + panel * 0.9
        box = Box(left - panel, top - panel, right, bottom, 8.0, fill=setup.look.panel)
        canvas.add("decoration", [box])
    centred = setup.look.centred or setup.look.panel is not None
    members, marks = words.draw(setup, chosen.shape, chosen.size, leading, area, centred=centred)
    canvas.add("decoration", marks)
    canvas.add_list(members)


def _list_slices(page: PuzzlePage, setup: PageSetup) -> tuple[float, float, list[int]]:
    """Return font size and top of a list on separate pages, and each page's first word.

    Words are as large as they can be on the fewest pages.
    """
    title_size, lines = setup.fit_title(page.title or setup.strings.format("words"))
    top = setup.margin + title_height(setup, title_size, len(lines)) + title_size * 0.8

    def fill(size: float) -> list[int]:
        room = (setup.inner_width, setup.height - setup.margin - top)
        return page.words.pages(size, _APART_LEADING, *room)

    least = max(setup.sizes.list_least, _READABLE)
    most = max(_APART, setup.sizes.letter_least * 1.2)
    sizes = [least + step * 0.5 for step in range(int(max(0.0, most - least) / 0.5), -1, -1)]
    size = min(sizes, key=lambda each: len(fill(each)))
    return size, top, fill(size)


def _list_sheets(page: PuzzlePage, setup: PageSetup) -> Iterator[Sheet]:
    """Yield pages with only the list."""
    size, top, starts = _list_slices(page, setup)
    words, title = page.words, page.title or setup.strings.format("words")
    whole = words.shape(size, setup.inner_width, _APART_COLUMNS)
    for start, end in zip(starts, [*starts[1:], len(words.words)], strict=True):
        some = words.part(start, end)
        shape = some.shape(size, setup.inner_width, max(1, whole.columns))
        canvas = setup.canvas()
        draw_title(setup, canvas, setup.fit_title(title), setup.margin, setup.edges)
        area = (setup.left, top, setup.inner_width)
        members, marks = some.draw(
            setup, shape, size, _APART_LEADING, area, centred=setup.look.centred
        )
        canvas.add("decoration", marks)
        canvas.add_list(members)
        draw_footer(page.footer, setup, canvas)
        yield canvas.finish()
