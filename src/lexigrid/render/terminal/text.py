"""Answers as text for people: the grid with its matches, a table, a summary.

Rows and columns are counted from 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from ..._util.plain_text import count_noun
from ...geometry import ARROWS, Cell
from ...grid import Grid
from ...lexicon import name_band
from .page import STYLES, Page
from .picture import mark_cells, render_grid
from .table import Field, render_columns, render_list, render_table
from .width import printable

if TYPE_CHECKING:
    from ...search.lines import Lines, Occurrence
    from ...search.paths import FoundWord, FoundWords
    from ...search.trace import Trace

#: The most matches that are highlighted; with more, a picture would show nothing.
MAX_MARKED = 10_000


def render_lines(
    grid: Grid, lines: Lines, page: Page, *, missing: Sequence[str] = ()
) -> Iterator[str]:
    """Yield the answer to a line search: picture, table, words not found, summary.

    >>> from lexigrid.search.lines import find_lines
    >>> grid = Grid.parse("tea/ant/oat")
    >>> print(*render_lines(grid, find_lines(grid, ["ant"]), Page()), sep="\\n")
       1 2 3
    1  · · ·
    2  a n t
    3  · · ·
    <BLANKLINE>
    WORD  FROM  TO   DIRECTION
    ant   2,1   2,3  → E
    <BLANKLINE>
    1 occurrence
    """
    if len(lines):
        marked = [seen.cells for seen in lines[:MAX_MARKED]]
        yield from _with_blank_line(render_grid(grid, mark_cells(marked), page))
        rows = (_lines_row(number, seen, page) for number, seen in enumerate(lines))
        yield from _with_blank_line(render_table(["WORD", "FROM", "TO", "DIRECTION"], rows, page))
    so_far = " so far" if lines.cut_by not in (None, "limit") else ""
    yield from render_list(f"not found{so_far}", missing, page)
    yield page.bold(_sum_up(lines, "occurrence"))


def render_paths(
    grid: Grid, found: FoundWords, page: Page, *, hexagonal: bool = False
) -> Iterator[str]:
    """Yield the answer to a path search: picture, table of words, points and paths, summary.

    >>> from lexigrid.search.paths import find_paths
    >>> grid = Grid.parse("tea/ant/oat")
    >>> print(*render_paths(grid, find_paths(grid, ["eat"]), Page()), sep="\\n")
       1 2 3
    1  · e a
    2  · · t
    3  · · ·
    <BLANKLINE>
    WORD  POINTS  PATH
    eat        1  1,2 →↓
    <BLANKLINE>
    1 word, 1 point
    """
    first = found[:MAX_MARKED]
    if marked := [word.path for word in first if word.path]:
        marks = mark_cells(marked, one_style=len(marked) > STYLES)
        yield from _with_blank_line(render_grid(grid, marks, page, hexagonal=hexagonal))
        words = first if len(first) == len(found) else found
        rows = _paths_rows(words, page, is_styled=len(marked) <= STYLES, hexagonal=hexagonal)
        headings = ["WORD", "POINTS", "COMMONNESS", "PATH"]
        if first[0].band is None:
            headings.remove("COMMONNESS")
        yield from _with_blank_line(render_table(headings, rows, page, right=1))
    elif len(found):
        entries = [f"{_spell(word)} {word.score}" for word in found]
        yield from _with_blank_line(render_columns(entries, page))
    points = f", {count_noun(found.score, 'point')}" if found.count else ""
    if found.count and not len(found) and found.path_count is not None:
        points += f", {count_noun(found.path_count, 'path')}"
    yield page.bold(_sum_up(found, "word", points))


def render_trace(
    grid: Grid, answer: Trace, page: Page, *, hexagonal: bool = False, order: str = "none"
) -> Iterator[str]:
    """Yield the answer for one traced word: its status, the first path drawn, all paths listed.

    For `order`, see `draw_path`.

    >>> from lexigrid.search.trace import trace
    >>> grid = Grid.parse("tea/ant/oat")
    >>> print(*render_trace(grid, trace(grid, "eat"), Page()), sep="\\n")
    eat: found, 2 paths
    <BLANKLINE>
       1 2 3
    1  · e a
    2  · · t
    3  · · ·
    <BLANKLINE>
    1,2 →↓
    """
    yield page.bold(f"{printable(answer.word)}: ") + _format_status(answer)
    if not answer.paths:
        return
    yield ""
    picture = draw_path(grid, answer.paths[0], page, hexagonal=hexagonal, order=order)
    yield from _with_blank_line(picture)
    for path in answer.paths:
        yield format_path(path, page, hexagonal=hexagonal)
    if len(answer.paths) < answer.count and len(answer.paths) > 1:
        yield f"... the first {len(answer.paths)} paths"


def draw_path(
    grid: Grid, path: Sequence[Cell], page: Page, *, hexagonal: bool = False, order: str = "none"
) -> list[str]:
    """Draw one path on its grid, with other letters as dots.

    `order` is "none", "numbers", or "arrows" that point to the next cell. Numbers replace arrows
    that would mislead: on hex grids, and for steps across the edge or to distant cells.

    >>> path = [Cell(2, 0), Cell(1, 1), Cell(1, 0)]
    >>> print(*draw_path(Grid.parse("tea/ant/oat"), path, Page(), order="arrows"), sep="\\n")
       1  2  3
    1  ·  ·  ·
    2  a  n← ·
    3  o↗ ·  ·
    """
    arrows = _arrows_along(path, page, hexagonal) if order == "arrows" else None
    notes = None if order == "none" else _order_notes(path, arrows)
    marks = mark_cells([path])
    return render_grid(grid, marks, page, hexagonal=hexagonal, hide_others=True, notes=notes)


def render_path(
    grid: Grid,
    path: Sequence[Cell],
    title: str,
    page: Page,
    *,
    hexagonal: bool = False,
    order: str = "none",
) -> Iterator[str]:
    """Yield one path among several: its title, the path drawn, its cells."""
    yield page.bold(title)
    yield ""
    yield from _with_blank_line(draw_path(grid, path, page, hexagonal=hexagonal, order=order))
    yield format_path(path, page, hexagonal=hexagonal)


def _order_notes(path: Sequence[Cell], arrows: Sequence[str] | None) -> dict[Cell, str]:
    """Return for each cell of a path the arrow to the next cell, or the cell's numbers."""
    if arrows is not None:
        return dict(zip(path, [*arrows, ""], strict=True))
    notes: dict[Cell, str] = {}
    for number, cell in enumerate(path, 1):
        notes[cell] = f"{notes[cell]},{number}" if cell in notes else str(number)
    return notes


def format_path(path: Sequence[Cell], page: Page, *, hexagonal: bool = False) -> str:
    """Write a path as its first cell and arrows, or as all its cells where arrows would mislead.

    >>> format_path([Cell(2, 0), Cell(1, 0), Cell(0, 1)], Page())
    '3,1 ↑↗'
    >>> format_path([Cell(2, 0), Cell(0, 0)], Page())
    '3,1 1,1'
    """
    arrows = _arrows_along(path, page, hexagonal)
    if arrows is None:
        return " ".join(map(_format_cell, path))
    return f"{_format_cell(path[0])} {''.join(arrows)}".rstrip() if path else ""


def _arrows_along(path: Sequence[Cell], page: Page, hexagonal: bool) -> list[str] | None:
    """Return an arrow per step, or None if a step has no arrow or the page cannot show them."""
    steps = [(b.row - a.row, b.column - a.column) for a, b in pairwise(path)]
    arrows = [ARROWS[step] for step in steps if step in ARROWS]
    is_clear = not hexagonal and len(arrows) == len(steps) and page.shows("".join(arrows))
    return arrows if is_clear else None


def _format_cell(cell: Cell) -> str:
    return f"{cell.row + 1},{cell.column + 1}"


def _lines_row(number: int, seen: Occurrence, page: Page) -> tuple[Field, ...]:
    direction = ""
    if seen.direction is not None:
        arrow = ARROWS[seen.direction.row_step, seen.direction.column_step]
        direction = f"{arrow} {seen.direction}" if page.shows(arrow) else str(seen.direction)
    ends = (_format_cell(seen.start), _format_cell(seen.end))
    return ((_spell(seen), number), (ends[0], None), (ends[1], None), (direction, None))


def _paths_rows(
    found: Sequence[FoundWord], page: Page, *, is_styled: bool, hexagonal: bool
) -> Iterator[tuple[Field, ...]]:
    for number, word in enumerate(found):
        style = number if is_styled else None
        fields: list[Field] = [(_spell(word), style), (str(word.score), None)]
        if word.band is not None:
            fields.append((name_band(word.band), None))
        for path in word.paths or (word.path,):
            yield (*fields, (format_path(path or (), page, hexagonal=hexagonal), None))
            fields = [("", None)] * len(fields)


def _spell(found: Occurrence | FoundWord) -> str:
    others = [printable(text) for text in found.spellings if text != found.word]
    return printable(found.word) + (f" ({', '.join(others)})" if others else "")


def _sum_up(found: Lines | FoundWords, noun: str, points: str = "") -> str:
    """Return the summary of a search; what is only counted has no first ones."""
    count = f"{count_noun(found.count, noun)}{points}"
    if found.cut_by == "limit":
        total = found.total
        if not len(found):
            return f"{count} ({'stopped at the limit' if total is None else f'{total} in all'})"
        if total is None:
            return f"the first {count if found.count > 1 else noun + points}"
        first = f"the first {found.count}" if found.count > 1 else "the first"
        return f"{first} of {count_noun(total, noun)}{points}"
    if found.cut_by is not None:
        return f"cut short: at least {count}"
    return count if found.count else f"no {noun}s found"


def _format_status(answer: Trace) -> str:
    if answer.status != "found":
        return "undetermined, the deadline passed" if answer.status == "undetermined" else "absent"
    least = "" if answer.complete else "at least "
    return f"found, {least}{count_noun(answer.count, 'path')}"


def _with_blank_line(lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines and, if there are any, a blank line."""
    line = None
    for line in lines:
        yield line
    if line is not None:
        yield ""
