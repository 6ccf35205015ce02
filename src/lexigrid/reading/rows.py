"""The rows of a grid in text, without frames, rules, indexes and a line of dimensions.

Each is recognised by a check that can fail: bars are on every row, an index counts, dimensions are
those of the grid. What can be read in two ways is refused, unless a size decides.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import chain, repeat
from typing import NamedTuple

from ..errors import GridError
from .tokens import ESCAPE, ESCAPED, HOLE, check_tiles, split_at, stripped, tokens_of

Shape = tuple[int, int]

EMPTY = "the grid is empty, expected rows such as tea/ant/oat"

_RULE = re.compile(r"^[\s|:]*[-+=_][-+=_|:\s]*$")
#: A row with its number; tiles in brackets; a row or tiles in quotes.
_LABEL = re.compile(
    r"\s*(?:(?:[^\W\d_]+\s*)?[#(\[]?(\d+|(?<=\s)[A-Z]|[A-Za-z](?=\)))\s*(?:[:.)\]]|[-–]\s)|[^\W\d_]+\s*(\d+)\s*\|"
    r"|\(?([A-Za-z])(?:[:.)]\s|(?:\s[-–]\s|\s{2,}|\t)(?=\S(?:\s\S)+\s*$)))\s*(?=\S)"  # a gap
)
_QUOTED = re.compile(r"""\s*(?:(["'])[^"']+\1\s*+(?:[,;]\s*+)?)+""")
#: Code, and the end of a line in mail; a sign before each row of a list.
_CODE = re.compile(r"""[(\[{=]\s*["']|=20(?=\n|$)|(?<=[ \t]\w)[.:](?=\n|$)""")
_BULLETED = re.compile(r"\s*(?:[-*+](?=\s+(?:\w{2,}\s*|[^\s*+-]+(?:\s[^\s*+-]+)+)$)|[•◦▪])\s+")
#: Turn rows with numbers above or left, below, or right, so that these are above or left.
_TURNS: tuple[Callable[[list[str]], list[str]], ...] = (
    *(list, lambda rows: rows[::-1], lambda rows: [" ".join(row.split()[::-1]) for row in rows]),
)
_CELL = re.compile(r"(?:[(<]\s*|\[\s+)([^\s()<>\[\]]{1,3})(?:\s*[)>]|\s+\])")
_ROW = re.compile(r"\s*[\[({]\s*[^\s()\[\]{}]+(?:\s+[^\s()\[\]{}]+)+\s*[\])}]\s*")
_CELLS = re.compile(rf"\s*(?:{_CELL.pattern}\s*)++")
_BLANK_IN_FIELD = re.compile(r"[^\s|][^\S\n]+[^\s|]")
#: The separators of fields in a table without bars.
_SEPARATORS = "\t;,"
DIMENSIONS = re.compile(r"\s*+(\d{1,4})(?:(?:\s*+[x×*,;]\s*+|\s++)(\d{1,4}))?\s*+", re.IGNORECASE)
_SMALL = "₀₁₂₃₄₅₆₇₈₉⁰¹²³⁴⁵⁶⁷⁸⁹"
_POINTS = re.compile(rf"([^\W\d_{_SMALL}]{{1,2}})[(/]?(\d{{1,2}}|[{_SMALL}]{{1,2}})\)?(?!\S)")
#: What other programs and people write for a cell without a letter.
_BLOCK = re.compile("[#■□▪▫◼◻█▓▒░⬛⬜]")
_BLOCK_ALONE = re.compile(rf"(?<!\S)(?:[-+*_]|{_BLOCK.pattern})(?!\S)")
_DIGIT = re.compile(r"\d")
#: The name of a first row or column, such as c1.
FIRST_NAME = re.compile(r"[^\W\d_]+0?[01]\Z")
_ROMANS = "i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx"
#: Letters that count, by the first of them.
_LETTERS = {
    letters[0]: letters
    for letters in (
        "abcdefghijklmnopqrstuvwxyz",
        "αβγδεζηθικλμνξοπρστυφχψω",
        "абвгдежзийклмнопрстуфхцчшщъыьэюя",
        "אבגדהוזחטיכלמנסעפצקרשת",
    )
}
#: What a row starts with that is numbered from the first on, or has no number in its corner.
_FIRST = frozenset(("0", "1", "00", "01", HOLE, *_LETTERS, *map(str.upper, _LETTERS)))


class Rows(NamedTuple):
    """Rows of text, which `tokens_of` splits, and notes on what was left out."""

    rows: list[str]
    notes: tuple[str, ...] = ()


def is_rule(line: str) -> bool:
    """Is it a line of dashes, with or without the corners of a frame?"""
    return bool(_RULE.match(line))


def read_rows(lines: Sequence[str], size: Shape | None = None) -> Rows:
    """Return the rows of lines that are a grid, perhaps with a frame, an index or dimensions.

    >>> found = read_rows(["2 3", "| t | e | a |", "|---|---|---|", "| a | n | t |"])
    >>> [row.split() for row in found.rows]
    [['t', 'e', 'a'], ['a', 'n', 't']]

    Raises:
        GridError: bars are not on every row, or the lines can be read in two ways.
    """
    if not lines:
        raise GridError(EMPTY)
    text = "\n".join(lines)
    is_marked = ESCAPE in text
    may_be = any(sign in text for sign in ("'", '"', "=20", ".\n", ":\n")) or text[-1] in ".:"
    are_ended = len(lines) > 1 and all(row[-1:] == ":" for row in lines)
    if may_be and not is_marked and (are_ended or _CODE.search(text)):
        raise GridError(
            "the rows have signs around letters, as in code; leave out all but the letters"
        )
    found = _without_dimensions(lines, size) or _read_framed(lines, size)
    if not found.rows:
        raise GridError(EMPTY)
    if not is_marked:
        check_tiles(found.rows)
        found = _with_holes(found)
    return found


def _read_framed(lines: Sequence[str], size: Shape | None) -> Rows:
    """Read rows that have no line with their dimensions above."""
    text = "\n".join(lines)
    notes: tuple[str, ...] = ()
    rows = [*lines]
    if ESCAPE not in text and len(rows) > 1:
        rows, notes = _unwrapped(rows)
        text = "\n".join(rows)
    if "|" in text and "|" in re.sub(ESCAPED, "", text):
        rows, more = _unbarred(rows)
        notes = (*notes, *more)
    else:
        are_cells = "\t" in text and ESCAPE not in text
        if are_cells and len({*map(str.count, rows, repeat("\t"))}) == 1:
            rows = [row.strip(" ") for row in rows]  # cells at the ends may be empty
        else:
            rows = [*map(stripped if ESCAPE in text else str.strip, rows)]
        rows = _split_fields(rows, text)
        rows = _with_qu_tiles(rows) if "Qu" in text or "QU" in text else rows
    if "[Qu]" in text or "[QU]" in text:
        notes = (*notes, "[Qu] is a tile of either letter; write Qu for a tile of both")
    if ESCAPE in text or "[" in text:  # marks of tiles; a grid that is written has one if needed
        return Rows(rows, notes)
    for turn in _TURNS:
        found, more = _unnumbered(rows, turn, size)
        if more:
            return Rows(turn(found), (*notes, *more))
    rows, more = _without_points(rows)
    return Rows(rows, (*notes, *more))


def _with_qu_tiles(rows: list[str]) -> list[str]:
    """Put blanks between letters if only rows with Qu are longer than others, by each Qu."""
    lengths = {len(row) for row in rows}
    if len(lengths) < 2 or not all(map(str.isalpha, rows)):
        return rows
    table = [re.findall(r"Q[uU]|.", row) for row in rows]
    return [*map(" ".join, table)] if len({*map(len, table)}) == 1 else rows


def _without_points(rows: list[str]) -> Rows:
    """Leave out the points of letters, as on the tiles of some games: A1 Q10 A1."""
    tiles = " ".join(rows).split() if _POINTS.match(rows[0].lstrip()) else []
    pairs = [(found[1], found[2]) for found in map(_POINTS.fullmatch, tiles) if found]
    points = dict(pairs)
    # A letter always has the same points; others may be the names of cells.
    is_sure = len(pairs) > len(points) or not any(each[1:2] in "0123456789" for each in tiles)
    are_small = all(number[0] in _SMALL for _, number in pairs)  # these are nothing else
    is_sure = are_small or (is_sure and len(points) == len({*pairs}))
    if is_sure and len(pairs) == len(tiles) > len(rows):
        rows = [re.sub(rf"[\d{_SMALL}(/)]", "", row) for row in rows]
        return Rows(rows, ("left out the points of the letters",))
    return Rows(rows)


def _unwrapped(rows: list[str]) -> Rows:
    """Leave out quotes around rows, labels that count before them, and brackets around tiles."""
    labels = [found for found in map(_LABEL.match, rows) if found] if _LABEL.match(rows[0]) else []
    names = (found[found.lastindex or 1] for found in labels)
    notes: tuple[str, ...] = ()
    if len(labels) == len(rows) and is_count(names, letters=True):
        rows = [row[found.end() :] for row, found in zip(rows, labels, strict=True)]
        notes = ("left out the numbers of rows",)
    elif all(map(_BULLETED.match, rows)):
        rows, notes = [_BULLETED.sub("", row) for row in rows], ("left out the bullets",)
    if all(map(_QUOTED.fullmatch, rows)):
        rows = [re.sub(r"""["'][,;\s]*""", " ", row).strip() for row in rows]
    if all(map(_CELLS.fullmatch, rows)):
        rows = ["".join(f"{tile} " for tile in _CELL.findall(row)) for row in rows]
    if all(map(_ROW.fullmatch, rows)):  # [C A T]
        rows = [row.strip()[1:-1] for row in rows]
    return Rows(rows, notes)


def _without_dimensions(lines: Sequence[str], size: Shape | None) -> Rows | None:
    """Read a grid below a line with its dimensions; None if there is no such line."""
    found = DIMENSIONS.fullmatch(lines[0])
    if found is None or len(lines) < 2:
        return None
    height, width = map(int, found.groups(default=found[1]))
    first, row = lines[0].strip(), lines[1].strip()
    if len(lines) == 2 and len(row) == height * width:
        lines = [first, *(row[at : at + width] for at in range(0, len(row), width))]
    if len(lines) < 3:
        return None
    try:
        rows, notes = _read_framed(lines[1:], size)
        table = [*map(tokens_of, rows)]
    except GridError:
        return None
    shape = len(table), len(table[0])
    if {*map(len, table)} != {shape[1]} or sorted(shape) != sorted((height, width)):
        return None
    is_row = len(tokens_of(first)) == shape[1]
    if is_row and _has_numbers(table) and _choose((len(lines), shape[1]), shape, size):
        return None
    return Rows(rows, (f"left out the line {first!r}, the dimensions of the grid", *notes))


def _with_holes(found: Rows) -> Rows:
    """Read one sign among letters as a hole, if there are no holes."""
    text = "\n".join(found.rows)
    pattern = _BLOCK_ALONE if " " in text.strip() else _BLOCK
    signs = {*pattern.findall(text)}
    if len(signs) != 1 or "[" in text or HOLE in text or not any(map(str.isalpha, text)):
        return found
    note = f"read {signs.pop()} as a hole"
    return Rows(pattern.sub(HOLE, text).split("\n"), (*found.notes, note))


def _has_numbers(table: Sequence[Sequence[str]], with_names: bool = False) -> bool:
    """Are some tiles numbers, or names with numbers, such as c1?"""
    rows = (row for row in table if _DIGIT.search("".join(row)))
    return any(with_names or token.isdecimal() for row in rows for token in row)


def _choose(plain: Shape, other: Shape, size: Shape | None) -> bool:
    """Is the plain reading meant, rather than one without numbers? The size decides.

    Raises:
        GridError: there is no size.
    """
    if size is None:
        one, two = ("x".join(map(str, shape)) for shape in (plain, other))
        raise GridError(
            f"the grid can be {one} tiles, or {two} with numbers beside it: give the size {one} or "
            f"{two}"
        )
    return size == plain


def _unbarred(lines: Sequence[str]) -> Rows:
    """Return the rows between bars, which are on every row or are no frame."""
    if all("||" in line and "|" not in line.replace("||", "") for line in lines):  # Jira
        lines = [line.replace("||", "|") for line in lines]
    table: list[list[str]] = []
    is_head, numbers = False, []
    has_rules = re.search("[-+=_]", "".join(lines)) is not None
    for at, line in enumerate(lines):
        if has_rules and is_rule(line):
            is_head = is_head or len(table) == 1
        elif len(fields := split_at(line, "|")) > 1:
            table.append(fields)
        elif at in (0, len(lines) - 1) and is_count(line.split()):
            numbers = ["columns"]
        else:
            raise GridError(
                f"row {at + 1} has no bar, the others have; write \\| for a tile that is a bar",
                row=at,
            )
    if not any(map(str.strip, chain.from_iterable(table))):
        raise GridError(EMPTY)
    width, *others = map(len, table)
    if {*others} - {width}:
        at, bars = next((at, each - 1) for at, each in enumerate(others, 1) if each != width)
        raise GridError(f"row {at + 1} has {bars} bars, expected {width - 1} like row 1", row=at)
    columns = [*zip(*table, strict=True)]
    for edge in (0, -1):
        filled = {*map(bool, map(str.strip, columns[edge]))}
        if filled == {False}:
            del columns[edge]
        elif len(filled) > 1 and width == 2:
            raise GridError("bars are on one side of some rows only; write them on every row")
    if is_head and not any(column[0].strip() for column in columns):
        columns = [column[1:] for column in columns]  # the empty header of a Markdown table
    sides = {at for at in (0, len(columns) - 1) if is_count(columns[at], letters=True)}
    middle = [column for at, column in enumerate(columns) if at not in sides]
    is_solid = len(middle) == 1 and all(len(field.strip()) > 1 for field in middle[0])
    if sides and middle and (numbers or is_solid):
        columns, numbers = middle, [*numbers, "rows"]
    notes = (f"left out the numbers of {' and '.join(numbers)}",) if numbers else ()
    rows = [*zip(*columns, strict=True)]
    if len(columns) == 1 or any(map(_BLANK_IN_FIELD.search, {*chain.from_iterable(columns)})):
        return Rows([*map(" ".join, rows)], notes)
    return Rows(_with_blanks(rows, "|"), notes)


def _with_blanks(table: Sequence[Sequence[str]], separator: str) -> list[str]:
    """Write the fields of a table with blanks between them, and holes for empty ones."""
    every = {*chain.from_iterable(table)}
    if any(separator in field or ESCAPE in field or not field.strip() for field in every):
        return ["".join(f"{field.strip() or HOLE} " for field in row) for row in table]
    return [*map(" ".join, table)]


def _split_fields(rows: list[str], text: str) -> list[str]:
    """Write the fields of a table with blanks between them; other rows stay as they are.

    A table has the same separator equally often in each row: tabs, commas or semicolons.
    """
    if ESCAPE in text or ("[" in text and "\t" not in text):
        return rows
    if len(rows) < 2:
        lists = ([*map(str.strip, rows[0].strip(f" {sign}").split(sign))] for sign in ",;")
        even = (
            each for each in lists if len(each) > 1 and all(len(one.split()) == 1 for one in each)
        )
        return [" ".join(next(even, rows))]
    ends = [row.rstrip(",; ") for row in rows] if "," in text or ";" in text else rows
    if ends is not rows and len({*map(_width_of, rows)}) > 1 == len({*map(_width_of, ends)}):
        rows = ends  # all lines but the last end with a separator
    for separator in _SEPARATORS:
        if separator not in rows[0]:
            continue
        if {*map(str.count, rows, repeat(separator))} != {rows[0].count(separator)}:
            continue
        table = [row.split(separator) for row in rows]
        if any(len(field.split()) > 1 for field in {*chain.from_iterable(table)}):
            continue  # a blank inside a field
        while len(table[0]) > 1 and not any(row[-1].strip() for row in table):
            table = [row[:-1] for row in table]  # each line ends with a separator
        while len(table[0]) > 2 and not any(row[0].strip() for row in table):
            table = [row[1:] for row in table]
        if all(any(map(str.strip, row)) for row in table):
            return _with_blanks(table, separator)
    return rows


def _width_of(row: str) -> int:
    """Return the number of separators in a row, or of its letters if it has none."""
    return row.count(",") + row.count(";") or len(row)


def _unnumbered(rows: list[str], turn: Callable[..., list[str]], size: Shape | None) -> Rows:
    """Leave out numbers (or letters) above, below, left or right of a grid, if they count."""
    ends = turn([*rows[:2], *rows[-2:]])[:2]
    first = (name for row in ends for name in row.split(None, 1)[:1])
    if len(rows) > 1 and any(FIRST_NAME.match(name) or name in _FIRST for name in first):
        rows = turn(rows)
        table = [*map(str.split, rows)]
        width = len(table[0])
        is_even = {*map(len, table)} == {width}
        for names in (("columns", "rows"), ("rows",), ("columns",)):
            found = _without(table, names, letters=len(names) == 2 or not is_even)
            if found is None:
                continue
            if is_even and _has_numbers(found, rows[0][0].isalpha()):
                if len(names) < 2 or _choose((len(rows), width), (len(found), len(found[0])), size):
                    break
            elif is_even and size == (len(rows), width):
                break
            note = f"left out the numbers of {' and '.join(names)}"
            return Rows([*map(" ".join, found)], (note,))
    return Rows(rows)


def _without(
    table: list[list[str]], names: Sequence[str], *, letters: bool
) -> list[list[str]] | None:
    """Return a table without the index of its columns, rows or both; None if it has none."""
    head: list[str] = []
    if not all(table):
        return None
    if "columns" in names:
        head, *table = table
        if head[0] == HOLE:  # the empty corner of a table
            del head[:1]
        if len(table) > 1 and [token for token in table[-1] if token != HOLE] == head:
            table = table[:-1]
    if "rows" in names:
        first = [row[0] for row in table]
        if not any(is_count(names, letters=letters) for names in (first, first[::-1])):
            return None
        is_twice = all(len(row) > 2 and row[0] == row[-1] for row in table)
        table = [row[1:-1] if is_twice else row[1:] for row in table]
    width = len(table[0]) if table else 0
    if {*map(len, table)} != {width} or not width:
        return None
    is_solid = len({len(row[0]) for row in table}) == 1 < len(table) and len(table[0][0]) > 2
    if width == 1 and "columns" not in names and not is_solid:  # 1 CAT
        return None
    is_sure = len(head) == width and (width > 1 or len(names) > 1)
    if "columns" in names and not (is_sure and is_count(head, letters=letters)):
        return None
    return table


def is_count(names: Iterable[str], *, letters: bool = False, from_any: bool = False) -> bool:
    """Are these numbers that count, from 0, 1 or any on, or letters from A or I (Roman) on?"""
    listed = [*map(str.strip, names)]
    name = listed[0].rstrip("0123456789") if len(listed) > 1 else ""
    if name.isalpha() and name != listed[0]:  # c1, c2
        listed = [each.removeprefix(name) for each in listed]
    if letters and (alphabet := _LETTERS.get("".join(listed[:1]).lower())):
        return "".join(listed).lower() == alphabet[: len(listed)]
    if letters and listed[:1] in (["i"], ["I"]):
        return [*map(str.lower, listed)] == _ROMANS.split()[: len(listed)]
    try:
        first = int(listed[0]) if listed else -1
        numbers = [*map(int, listed)] if from_any or first in (0, 1) else []
    except ValueError:
        return False
    counts = [*range(first, first + len(numbers))]
    are_last_digits = len(numbers) > 9 and numbers == [number % 10 for number in counts]
    return numbers == counts != [] or are_last_digits
