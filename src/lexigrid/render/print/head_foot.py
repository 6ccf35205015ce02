"""What is above the grid (name, title, directions) and below the list (tasks, notes, small key)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ...alphabet import graphemes, is_punctuation
from ...geometry import ARROWS
from ...puzzle import Puzzle
from ...puzzle.placement import FILLING
from ..listing import is_numbered, list_words
from ..terminal.puzzle_text import label
from .entry_list import Entry, EntryList
from .grid_part import GridPart
from .page_setup import LEADING, PageSetup
from .sheet import Box, Canvas, Line, Shape, arrow, turn
from .word_list import WordList, in_case, notes_on_letters

#: The least space between title, grid and list, in points.
LEAST_GAP = 13.0
#: Longest message, in letters, that is shown as blanks to fill in.
_MAX_BLANKS = 64
#: The font size of blanks, which a pupil can write on.
_BLANK = 32.0
#: Keeps the blanks of a word together.
_NO_BREAK = "\N{NO-BREAK SPACE}"
#: Space between the letters that go below a title's baseline and the line, per font size.
_RULE_SPACE = 0.12
#: The greatest share of the page's height and width for the small key.
_MINI_KEY, _MINI_WIDTH = 0.16, 0.5


@dataclass(frozen=True, slots=True)
class PuzzlePage:
    """The contents of a page, before sizes are chosen."""

    puzzle: Puzzle
    grid: GridPart
    words: WordList | EntryList
    title: str
    tasks: tuple[str, ...]
    blanks: str
    """A line for each letter of the message, to write on."""
    notes: tuple[str, ...]
    footer: str
    least_letter: float = 0.0
    """The least font size of the grid, unless even a list on pages of its own leaves less room."""
    least_list: float = 0.0
    """The least font size of the list."""

    @classmethod
    def of(cls, puzzle: Puzzle, setup: PageSetup, title: str, footer: str) -> PuzzlePage:
        """Gather the contents of a puzzle's page."""
        words = _list_of(puzzle, setup)
        blanks, notes = draw_blanks(puzzle.message), tuple(notes_on_letters(puzzle))
        tasks = tuple(describe_tasks(puzzle, with_length=not blanks))
        return cls(puzzle, GridPart(puzzle, setup), words, title, tasks, blanks, notes, footer)


def _list_of(puzzle: Puzzle, setup: PageSetup) -> WordList | EntryList:
    """Return the list that the options ask for, in lines of its own where entries need them."""
    list_as, rtl = setup.options.list_as, puzzle.right_to_left or setup.rtl
    listed = [placed.word for placed in puzzle.listed]
    texts = list_words(puzzle, in_case(puzzle, listed, setup.options.list_case), list_as)
    facts = [placed.facts for placed in puzzle.listed]
    if not texts or not (is_numbered(list_as) or any(each.group for each in facts)):
        return WordList.of(texts, setup, rtl=rtl)
    entries, group = [], ""
    for text, own in zip(texts, facts, strict=True):
        image = own.image if list_as == "pictures" else ""
        entries.append(Entry(text, image, own.group if own.group != group else ""))
        group = own.group
    return EntryList.of(entries, setup, rtl=rtl)


def describe_paths(puzzle: Puzzle) -> str:
    """Return how the words of a path puzzle run, in its language."""
    names = ["directions_paths", *(["uses_all"] if puzzle.kind in FILLING else [])]
    return " ".join(map(puzzle.strings.format, names))


def _path_lines(puzzle: Puzzle, setup: PageSetup) -> Sequence[str]:
    """Return the lines below the title that say how the words of a path puzzle run."""
    return setup.wrap(describe_paths(puzzle), setup.sizes.body, setup.inner_width)


def _directions_height(puzzle: Puzzle, setup: PageSetup) -> float:
    """Return the height of what is shown of the directions."""
    if not setup.options.direction_line:
        return 0.0
    more = 0 if puzzle.kind == "lines" else len(_path_lines(puzzle, setup)) - 1
    return setup.sizes.body * (1.9 + LEADING * more)


def head_height(page: PuzzlePage, setup: PageSetup) -> float:
    """Return the height of everything above the grid, without the space before it."""
    height = 0.0
    if setup.options.name_line:
        height += setup.sizes.body * 2.4
    if page.title:
        size, lines = setup.fit_title(page.title)
        height += title_height(setup, size, len(lines))
    return height + _directions_height(page.puzzle, setup)


def _foot_lines(page: PuzzlePage, setup: PageSetup) -> list[tuple[str, float]]:
    """Return the lines below the list, each with its font size."""
    sizes, blanks = setup.sizes, ([page.blanks], _BLANK)
    return [
        (line, size)
        for texts, size in ((page.tasks, sizes.body), blanks, (page.notes, sizes.small))
        for text in texts
        for line in setup.wrap(text, size, setup.inner_width)
    ]


def foot_height(page: PuzzlePage, setup: PageSetup) -> float:
    """Return the height of everything below the list."""
    lines = _foot_lines(page, setup)
    height = sum(size * LEADING for _, size in lines) + (LEAST_GAP * 0.8 if lines else 0.0)
    if page.footer:
        height += setup.sizes.small * 0.6
    if setup.options.mini_key:
        height += _mini_cell(page, setup) * page.grid.rows + LEAST_GAP
    return height


def _mini_cell(page: PuzzlePage, setup: PageSetup) -> float:
    """Return the side of the cells of the small key."""
    across = setup.inner_width * _MINI_WIDTH / page.grid.columns
    return min(setup.height * _MINI_KEY / page.grid.rows, across)


def draw_head(
    page: PuzzlePage, setup: PageSetup, canvas: Canvas, free: float, block: tuple[float, float]
) -> float:
    """Draw name line, title and directions above a block (left, right); return their lower edge."""
    sizes = setup.sizes
    y = setup.margin
    if setup.options.name_line:
        _draw_name_line(setup, canvas, y + sizes.body)
        y += sizes.body * 2.4
    y += free
    if page.title:
        y = draw_title(setup, canvas, setup.fit_title(page.title), y, block)
    if setup.options.direction_line:
        draw = _draw_directions if page.puzzle.kind == "lines" else _draw_path_lines
        draw(page.puzzle, setup, canvas, y + sizes.body * 1.45, block)
    return y + _directions_height(page.puzzle, setup)


def title_height(setup: PageSetup, size: float, lines: int) -> float:
    """Return the height of a title, with the banner behind it or the line below."""
    more = 0.75 if setup.look.banner else _RULE_SPACE if setup.look.rule else 0.0
    return size * (lines * 1.12 + more)


def draw_title(
    setup: PageSetup,
    canvas: Canvas,
    title: tuple[float, Sequence[str]],
    y: float,
    block: tuple[float, float],
) -> float:
    """Draw a title (font size, lines) above a block (left, right); return its lower edge."""
    look, (size, lines) = setup.look, title
    height = len(lines) * size * 1.12
    widest = max((setup.measure(line, size, look.title_bold) for line in lines), default=0.0)
    start = block_at_start(setup, block, widest)
    if look.banner:
        half = widest / 2 + size
        left, right = min(block[0], setup.middle - half), max(block[1], setup.middle + half)
        box = Box(left, y, right, y + height + size * 0.6)
        canvas.add("decoration", [replace(box, fill=look.banner)])
        y += size * 0.3
    shapes: list[Shape] = []
    for number, line in enumerate(lines):
        baseline = y + size * (0.86 + 1.12 * number)
        bold, ink = look.title_bold, look.title_ink
        if look.centred:
            shapes.append(setup.put(line, setup.middle, baseline, size, bold=bold, ink=ink))
        else:
            shapes.append(setup.put_at_start(line, *start, baseline, size, bold=bold))
    canvas.add("title", shapes)
    y += height + (size * 0.45 if look.banner else 0.0)
    if look.rule:
        y += size * _RULE_SPACE
        canvas.add("decoration", [Line(start[0], y, start[1], y, look.rule)])
    return y


def block_at_start(
    setup: PageSetup, block: tuple[float, float], width: float
) -> tuple[float, float]:
    """Return a block's edges, widened to fit `width`, first on the side where reading begins."""
    more = max(0.0, width - (block[1] - block[0]))
    if setup.rtl:
        right = min(block[1] + more, setup.width - setup.left)
        return min(block[0], right - width), right
    left = max(block[0] - more, setup.left)
    return left, max(block[1], left + width)


def _draw_name_line(setup: PageSetup, canvas: Canvas, y: float) -> None:
    """Draw "Name ____ Date ____" across the page."""
    size, strings = setup.sizes.body, setup.strings
    left, right = setup.left, setup.width - setup.left
    split = left + (right - left) * 0.66
    texts: list[Shape] = []
    lines: list[Shape] = []
    halves = [(left, split - 2 * size), (split, right)]
    for name, (start, end) in zip(("name", "date"), halves[:: -1 if setup.rtl else 1], strict=True):
        text = strings.format(name)
        width = setup.measure(text, size) + size * 0.6
        texts.append(setup.put_at_start(text, start, end, y, size))
        line = (start, end - width) if setup.rtl else (start + width, end)
        lines.append(Line(line[0], y + 1.5, line[1], y + 1.5, 0.6))
    canvas.add("text", texts)
    canvas.add("decoration", lines)


def _draw_directions(
    puzzle: Puzzle, setup: PageSetup, canvas: Canvas, y: float, block: tuple[float, float]
) -> None:
    """Draw the directions in which words run, as arrows after a label."""
    size = setup.sizes.body
    text = setup.strings.format("directions")
    width = setup.measure(text, size)
    step = size * 1.35
    total = width + size * 0.7 + step * len(puzzle.directions)
    left, right = setup.middle - total / 2, setup.middle + total / 2
    if not setup.look.centred:
        left, right = block_at_start(setup, block, total)
        left, right = (right - total, right) if setup.rtl else (left, left + total)
    shapes: list[Shape] = [setup.put_at_start(text, left, right, y, size)]
    canvas.add("text", shapes)
    arrows: list[Shape] = []
    for number, direction in enumerate(puzzle.directions):
        away = width + size * 0.7 + step * (number + 0.5)
        x = right - away if setup.rtl else left + away
        arrows += arrow(x, y - size * 0.36, size * 0.86, direction)
    spoken = " ".join(ARROWS[each.row_step, each.column_step] for each in puzzle.directions)
    canvas.add("picture", arrows, spoken)


def _draw_path_lines(
    puzzle: Puzzle, setup: PageSetup, canvas: Canvas, y: float, block: tuple[float, float]
) -> None:
    """Say how the words of a path puzzle run; the first line is at `y`."""
    size, lines = setup.sizes.body, _path_lines(puzzle, setup)
    if setup.look.centred:
        canvas.add("text", setup.put_lines(lines, setup.middle, y - 0.95 * size, size))
        return
    edges = block_at_start(setup, block, max(setup.measure(line, size) for line in lines))
    canvas.add(
        "text",
        (
            setup.put_at_start(line, *edges, y + size * LEADING * number, size)
            for number, line in enumerate(lines)
        ),
    )


def draw_foot(page: PuzzlePage, setup: PageSetup, canvas: Canvas, top: float) -> None:
    shapes: list[Shape] = []
    y = top
    for line, size in _foot_lines(page, setup):
        shapes.append(setup.put(line, setup.middle, y + size * 0.95, size))
        y += size * LEADING
    canvas.add("text", shapes)
    if setup.options.mini_key:
        _draw_mini_key(page, setup, canvas)
    draw_footer(page.footer, setup, canvas)


def draw_footer(footer: str, setup: PageSetup, canvas: Canvas) -> None:
    """Draw a footer, unless it is empty, in the margin."""
    if footer:
        baseline = setup.height - setup.footer
        canvas.add("text", [setup.put(footer, setup.middle, baseline, setup.sizes.small)])


def _draw_mini_key(page: PuzzlePage, setup: PageSetup, canvas: Canvas) -> None:
    """Draw the key upside down at the foot of the page."""
    part = page.grid
    cell = _mini_cell(page, setup)
    left = setup.middle - part.breadth * cell / 2
    top = (
        setup.height
        - setup.margin
        - part.rows * cell
        - (setup.sizes.small * 0.6 if page.footer else 0)
    )
    shapes = part.draw(left, top, cell, with_key=True)
    middle = top + part.rows * cell / 2
    canvas.add("grid", turn(shapes, setup.middle, middle), page.puzzle.strings.format("key_grid"))


def describe_tasks(puzzle: Puzzle, *, with_length: bool) -> Iterator[str]:
    """Yield what there is to find in addition to the listed words."""
    strings = puzzle.strings
    if secret := len(puzzle.secret_words):
        yield strings.format("secret_count", number=secret)
    if puzzle.message:
        length = strings.format("letters", number=sum(_lengths(puzzle.message)))
        yield label(strings, "hidden_message", length if with_length else "").strip()


def _lengths(message: str) -> list[int]:
    """Return the number of letters of each word."""
    return [sum(not is_punctuation(each) for each in graphemes(word)) for word in message.split()]


def draw_blanks(message: str) -> str:
    """Return blanks for a message, or "" for a long one."""
    lengths = _lengths(message)
    words = [_NO_BREAK.join("_" * length) for length in lengths if length]
    return f"{2 * _NO_BREAK} ".join(words) if sum(lengths) <= _MAX_BLANKS else ""
