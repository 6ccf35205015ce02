"""A grid inside a table: what is left, right, above and below it becomes lines.

The fields are those of CSV and workbooks, or what tabs, gaps and bars separate in text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain, groupby
from typing import NamedTuple

from .headings import heading_of
from .rows import is_count, is_rule
from .straight import ENOUGH, is_solved, letters_of, straight_lines, words_inside
from .tokens import HOLE, count_letters

Table = Sequence[Sequence[str]]
#: Longer texts, and tables with more cells, are not searched for words beside a grid.
_LONGEST = 100_000
_MOST_CELLS = 50_000
#: The most packed rows, and the most rows below a grid that are searched for another.
_MOST_ROWS = 200
_GAP = re.compile(r" *[\t|] *| {2,}")
_GAPS = {",,": re.compile(","), ";;": re.compile(";")}
_WIDE_GAP = re.compile(r"\t{2,}| {3,}")
#: Text in one cell of a row.
_ALONE = re.compile(r"(?m)^\t*([^\t\n]{3,})\t+$")
#: A rule of a frame, with words beside it; the number of a word.
_RULE = re.compile(r"\+[-=][-+=]+")
_LABEL = re.compile(r"^(\d{1,2})[.):](?= \S \S)")
_NUMBER = re.compile(r"^\W*\d+[.)]\s*")
_QU = ("Qu", "QU", "qu")
_BULLETS = " \t•▪*-"


class _Place(NamedTuple):
    """The rows and the columns of a grid in a table."""

    top: int
    bottom: int
    left: int
    right: int

    def rows(self, table: Table) -> list[list[str]]:
        """Return the cells of the grid, with holes for blank ones."""
        rows = table[self.top : self.bottom]
        return [[cell or HOLE for cell in row[self.left : self.right]] for row in rows]

    def has_blanks(self, table: Table) -> bool:
        """Have the rows blank cells, but for the first, above the numbers of rows?"""
        rows = (row[self.left : self.right] for row in table[self.top : self.bottom])
        return any("" in row[at == 0 :] for at, row in enumerate(rows))

    def sides(self, table: Table) -> list[list[str]]:
        """Return the columns on the left and on the right."""
        columns = [*zip(*table[self.top : self.bottom], strict=True)]
        return [[*column] for column in (*columns[: self.left], *columns[self.right :])]


def lines_of_table(table: Table) -> list[str]:
    """Return the lines of a table: the rows of its grid, then what is beside it; others as are.

    >>> lines_of_table([["Pets"], ["C", "A", "T", "", "cat"], ["D", "O", "G", "", "dog"]])
    ['Pets', '', 'C\\tA\\tT', 'D\\tO\\tG', '', 'Words:', 'cat', 'dog']
    """
    rows = [[*map(str.strip, row)] for row in table]
    lines = ["\t".join(row).strip("\t") for row in rows]
    even = [] if _is_large(rows) else _even(rows)
    place = _tiles(even) or _solid(even)
    if place is None:
        return "\n".join(lines).split("\n")
    others = even[place.bottom :]
    below = lines_of_table(others) if 0 < len(others) < _MOST_ROWS else lines[place.bottom :]
    return _laid_out(even, place, lines[: place.top], below)


def _parts(line: str) -> list[str]:
    """Return a title and the heading or the line for a name behind it; other lines as they are."""
    parts = _WIDE_GAP.split(line.strip())
    is_form = any(part[-1] in ":_" or heading_of(part) for part in parts[1:])
    return parts if is_form else [line]


def below(text: str) -> str:
    """Put words that are beside rows, to the right or left, below them; other text as it is."""
    if len(text) > _LONGEST:
        return text
    text = _ALONE.sub(r"\1", text)
    lines = text.strip("\n").split("\n")
    halves = [re.split(r"\s{3,}", line.strip()) for line in lines]
    solved = [len(parts) == 2 and is_solved(*parts) for parts in halves]
    top, bottom = _longest_run(solved)
    if bottom - top >= ENOUGH:
        one, two = zip(*halves[top:bottom], strict=True)
        return "\n".join([*lines[:top], *one, *lines[bottom:], "", "Solution:", *two])
    gap = _GAP
    if "\t" not in text:
        gap = next((pattern for sign, pattern in _GAPS.items() if sign in text), _GAP)
    kept = [at for at, line in enumerate(lines) if not is_rule(line)]
    lines = [line if is_rule(line) else _RULE.sub("   ", line) for line in lines]
    fields = [[*map(str.strip, gap.split(lines[at].rstrip(" ")))] for at in kept]
    if _is_large(fields) or not fields:
        return text
    tables = [
        _even(rows, is_left=is_left)
        for least in (0, 1)
        for rows in [[_with_tiles(row, least) for row in fields]]
        for is_left in (True, False)
    ]
    may_be_blank = (gap != _GAP or "\t" in text or "|" in text) and tables[0] == _even(fields)
    found = [
        (place, table)
        for at, table in enumerate(tables)
        if table not in tables[:at]
        if (place := _tiles(table) or _solid(table)) is not None
        if may_be_blank or not place.has_blanks(table)
    ]
    place, table = max(found, key=lambda each: _score(*each), default=(None, fields))
    if place is None or not _are_words(place, table):
        return text
    above, below = lines[: kept[place.top]], lines[kept[place.bottom - 1] + 1 :]
    while above and is_rule(above[-1]):
        above.pop()
    while below and is_rule(below[0]):
        del below[0]
    return "\n".join(_laid_out(table, place, above, below))


def _with_tiles(fields: Sequence[str], least: int) -> list[str]:
    """Split tiles with single blanks between them; blank fields separate them from words.

    A word has at least this number of letters.
    """
    found: list[str] = []
    was_run = False
    for field in fields:
        parts = [[*run] for _, run in groupby(_LABEL.sub(r"\1", field).split(), _is_tile)]
        longest = max((len(part) for part in parts if _is_tile(part[0])), default=0)
        is_split = longest > 2 or len(parts) == 1 < longest
        for part in parts if is_split else [[field]]:
            is_run = is_split and _is_tile(part[0])
            ends = [*found[-1:], part[0]] if is_run or was_run else []
            found += [""] if any(len(end) >= least and not _is_tile(end) for end in ends) else []
            found += part if is_run else [" ".join(part)]
            was_run = is_run
    return found


def _is_large(rows: Table) -> bool:
    return len(rows) * max(map(len, rows), default=0) > _MOST_CELLS


def _even(rows: Table, *, is_left: bool = True) -> Table:
    """Return rows of one length, with blank fields on the right or the left."""
    width = max(map(len, rows), default=0)
    pads = ([""] * (width - len(row)) for row in rows)
    return [[*row, *pad] if is_left else [*pad, *row] for row, pad in zip(rows, pads, strict=True)]


def _longest_run(signs: Sequence[object]) -> tuple[int, int]:
    """Return the begin and the end of the most signs one after the other that are true."""
    best = at = 0, 0
    for sign in signs:
        at = (at[0], at[1] + 1) if sign else (at[1] + 1,) * 2
        best = max(best, at, key=lambda run: run[1] - run[0])
    return best


def _is_tile(cell: str) -> bool:
    return count_letters(cell) == 1 or cell in _QU or (len(cell) == 2 and cell.isdecimal())


def _tiles(table: Table) -> _Place | None:
    """Find rows and columns of tiles; some of these may be blank."""
    counts = [sum(map(_is_tile, row)) for row in table]
    least = max(2, max(counts, default=0) / 2)
    top, bottom = _longest_run([count >= least for count in counts])
    if top == bottom:
        return None
    columns = [[*filter(None, column)] for column in zip(*table[top:bottom], strict=True)]
    are_tiles = [2 * sum(map(_is_tile, column)) > len(column) for column in columns]
    left, right = _longest_run(are_tiles)
    if all(map(_is_tile, chain.from_iterable(columns))):  # blank columns are holes
        left, right = are_tiles.index(True), len(are_tiles) - are_tiles[::-1].index(True)
    if right - left == 1 and is_count(row[left] for row in table[top:bottom]):
        return None  # the numbers of rows
    while top and _is_sparse(table[top - 1], left, right):
        top -= 1
    while bottom < len(table) and _is_sparse(table[bottom], left, right):
        bottom += 1
    return _Place(top, bottom, left, right) if bottom > top + 1 else None


def _is_sparse(row: Sequence[str], left: int, right: int) -> bool:
    """Has a row some tiles in the columns of a grid, and nothing else?"""
    cells = [*filter(None, row[left:right])]
    return bool(cells) and all(map(_is_tile, cells))


def _score(place: _Place, table: Table) -> int:
    cells = [cell for row in place.rows(table) for cell in row if cell != HOLE]
    return max(2 * sum(map(_is_tile, cells)) - len(cells), _count_inside(place, table))


def _solid(table: Table) -> _Place | None:
    """Find rows without separators, in the straight lines of which are words beside them."""
    found: list[tuple[int, _Place]] = []
    for at, column in enumerate(zip(*table, strict=True)):
        top = 0
        for length, run in groupby(column, count_letters):
            rows = [*run]
            if length > 2 and ENOUGH <= len(rows) < _MOST_ROWS and "".join(rows).isalpha():
                place = _Place(top, top + len(rows), at, at + 1)
                if count := _count_inside(place, table):
                    found.append((count, place))
            top += len(rows)
    return max(found)[1] if found else None


def _count_inside(place: _Place, table: Table) -> int:
    """Return how many words of the columns beside a grid are in it; 0 if most of each are not."""
    inside = straight_lines([*map(" ".join, place.rows(table))])
    count = 0
    for column in place.sides(table):
        words = [_NUMBER.sub("", cell) for cell in column if letters_of(cell)]
        own = sum(words_inside(inside, words))
        count += own if 2 * own > len(words) else 0
    return count


def _are_words(place: _Place, table: Table) -> bool:
    """Are there words beside a grid, rather than names of rows?"""
    every = chain.from_iterable(place.sides(table))
    cells = [cell for cell in every if cell and not _is_tile(cell)]
    are_names = all(any(map(str.isdigit, cell)) for cell in cells)
    return bool(cells) and (not are_names or _count_inside(place, table) > 0)


def _laid_out(table: Table, place: _Place, above: list[str], below: list[str]) -> list[str]:
    """Return the lines above, those of the grid, those beside it, with a heading, and below."""
    rows, grid = table[place.top : place.bottom], place.rows(table)
    sides = ([row[: place.left] for row in rows], [row[place.right :] for row in rows])
    listed = ["\t".join(filter(None, row)).strip(_BULLETS) for side in sides for row in side]
    listed = [*filter(None, listed)]
    inside = straight_lines([*map(" ".join, grid)])
    while listed and above and (bare := above[-1].strip()):
        if heading_of(bare) is None and not all(words_inside(inside, bare.split("\t"))):
            break
        listed[:0] = [above.pop().strip()]
    if listed and heading_of(listed[0]) is None:
        listed[:0] = ["Words:"]
    above = [part for line in above for part in _parts(line)]
    top = [*above, ""] if "".join(above[-1:]).strip() else above
    end = [""] if listed else []
    return [*top, *map("\t".join, grid), *end, *listed, *(below if listed else ["", *below])]
