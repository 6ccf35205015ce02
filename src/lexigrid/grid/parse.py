"""The text of a grid -> rows of tile tokens.

Knows tiles; known by the grid only.
Rule: nothing here works on single cells where whole rows will do.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..alphabet import graphemes
from ..errors import GridError
from .tile import ESCAPE

_RULE = re.compile(r"^[\s|]*[-+=][-+=|\s]*$")
_FRAMED = re.compile(r"^\s*(?:\w{1,6}\s*)?\|(.*)\|\s*(?:\w{1,6})?\s*$")
_INDEXES = re.compile(r"^[\s|]*\w{1,6}(?:[\s|]+\w{1,6})*[\s|]*$")


def rows_of(text: str) -> list[str]:
    """Split the text of a grid into its rows, without a frame.

    Raises:
        GridError: there is no row.
    """
    lines = [line.rstrip("\r") for line in text.removeprefix("\ufeff").split("\n")]
    lines = [line for line in lines if line.strip()]
    if not lines:
        raise GridError("the grid is empty, expected rows such as tea/ant/oat")
    if len(lines) == 1:
        return _split_rows(lines[0])
    framed = _unframed(lines)
    if framed is not None:
        return framed
    return [_stripped(line) for line in lines]


def _stripped(line: str) -> str:
    """Strip blanks, but not one that a backslash makes a tile."""
    line = line.lstrip()
    bare = line.rstrip()
    backslashes = len(bare) - len(bare.rstrip(ESCAPE))
    return line[: len(bare) + 1] if backslashes % 2 and len(bare) < len(line) else bare


def _split_rows(line: str) -> list[str]:
    """Split the one-line form at the slashes that no backslash makes a tile."""
    if "/" not in line:
        framed = _unframed([line])
        return framed if framed is not None else [_stripped(line)]
    rows, literal = [""], False
    for character in line:
        if literal or character != "/":
            rows[-1] += character
        else:
            rows.append("")
        literal = character == ESCAPE and not literal
    if not rows[-1].strip():
        rows.pop()
    framed = _unframed(rows)
    if framed is not None:
        return framed
    for number, row in enumerate(rows, 1):
        if not row.strip():
            raise GridError(
                f"row {number} is empty, expected tiles between the slashes", row=number - 1
            )
    return [_stripped(row) for row in rows]


def _unframed(lines: Sequence[str]) -> list[str] | None:
    """Take a frame away: bars on every row, rules and indexes around; None if there is none."""
    rows: list[str] = []
    for at, line in enumerate(lines):
        found = _FRAMED.match(line)
        if found and not _RULE.match(line) and not found[1].endswith(ESCAPE):
            rows.append(found[1])
        elif _RULE.match(line) or (_INDEXES.match(line) and at in (0, len(lines) - 1)):
            continue
        else:
            return None
    return rows or None


def tokens_of(row: str) -> list[str]:
    """Split a row into the tokens of its tiles: at blanks if it has any, else into graphemes."""
    if "[" in row or ESCAPE in row:
        return _scanned(row)
    if any(map(str.isspace, row)):
        return row.split()
    return graphemes(row)


def _scanned(row: str) -> list[str]:
    """Split a row with brackets or backslashes."""
    units = _units(row)
    if not any(unit.isspace() for unit in units):
        return units
    tokens: list[str] = []
    is_open = False
    for unit in units:
        if unit.isspace():
            is_open = False
        elif is_open:
            tokens[-1] += unit
        else:
            tokens.append(unit)
            is_open = True
    return tokens


def _units(row: str) -> list[str]:
    """Split a row into brackets, escaped characters, and graphemes (blanks too)."""
    units: list[str] = []
    plain = ""
    at = 0
    while at < len(row):
        character = row[at]
        if character == ESCAPE:
            units += graphemes(plain)
            plain = ""
            # What belongs to the escaped character's grapheme comes along.
            cluster = graphemes(row[at + 1 :])[:1]
            units.append(ESCAPE + "".join(cluster))
            at += len(units[-1])
        elif character == "[":
            units += graphemes(plain)
            plain = ""
            end = _closing(row, at)
            units.append(row[at : end + 1])
            at = end + 1
        else:
            plain += character
            at += 1
    return [part for unit in units + graphemes(plain) for part in _blanks_apart(unit)]


def _blanks_apart(unit: str) -> list[str]:
    """A blank with a combining mark behind it is a blank and a mark here."""
    if len(unit) > 1 and unit[0].isspace():
        return [unit[0], unit[1:]]
    return [unit]


def _closing(row: str, at: int) -> int:
    literal = False
    for index in range(at + 1, len(row)):
        if row[index] == "]" and not literal:
            return index
        literal = row[index] == ESCAPE and not literal
    raise GridError(
        f"the bracket at character {at + 1} of row {row!r} is not closed; write \\[ for a bracket",
        column=at,
    )
