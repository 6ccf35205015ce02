"""Split the text of a grid into rows and tokens, and join tokens to text again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import count, repeat
from operator import eq

from ..alphabet import graphemes
from ..errors import GridError
from .tile import ESCAPE, HOLE

_RULE = re.compile(r"^[\s|]*[-+=][-+=|\s]*$")
#: Possessive quantifiers (*+) keep the time linear for a line of bars and blanks.
_FRAMED = re.compile(r"^\s*+(?:(\w{1,6}+)\s*+)?\|(.*)\|\s*+(?:(\w{1,6}+)\s*+)?$")
_BLANK_IN_FIELD = re.compile(r"[^|\s][^\S|]+[^|\s]")
_SLASHES = re.compile(r"/|(?:[^\\/]++|\\.?)++", re.DOTALL)
_ESCAPED = re.compile(r"\\.", re.DOTALL)
_MARKS = ("[", ESCAPE)
_BRACKET = re.compile(r"\[(?:[^\\\]]|\\.)*+\]", re.DOTALL)
#: A bracket (only the last may be unclosed), an escaped character and what follows it, a line
#: break, or other characters.
_PIECE = re.compile(r"\[(?:[^\\\]]|\\.?)*+\]?+|\\(?:.[^\[\\\s]*)?|\n|[^\[\\\s]+", re.DOTALL)
#: The same in ASCII, where each other character is a grapheme.
_ASCII_UNIT = re.compile(r"\[(?:[^\\\]]|\\.?)*+\]?+|\\.?|\n|[^\[\\\s]", re.DOTALL)
#: Brackets, escaped characters and other characters up to a blank.
_TOKEN = re.compile(r"(?:[^\[\\\s]|\[(?:[^\\\]]|\\.?)*+\]?+|\\.?)++", re.DOTALL)
_TOKEN_OR_BREAK = re.compile(rf"\n|{_TOKEN.pattern}", re.DOTALL)
#: The separators of fields in a table.
_SEPARATORS = "|\t,;"
_INDEXES = re.compile(r"^[\s|]*\w{1,6}(?:[\s|]+\w{1,6})*[\s|]*$")


def rows_of(text: str) -> list[str]:
    """Split the text of a grid into its rows, without a frame.

    Raises:
        GridError: there are no rows.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    lines = [*filter(str.strip, text.split("\n"))]
    if not lines:
        raise GridError("the grid is empty, expected rows such as tea/ant/oat")
    if len(lines) == 1:
        return _split_rows(lines[0])
    return _unnumbered(_split_fields(_unframed(lines) or _stripped_all(lines, text)))


def _unnumbered(rows: list[str]) -> list[str]:
    """Leave out numbers above the columns and before the rows, if a grid has both."""
    above = rows[0].split()
    if above[:1] == [HOLE]:  # the empty corner of a table
        del above[0]
    if len(rows) < 2 or len(above) < 2 or not _is_count(above):
        return rows
    if not _is_count((row.split(None, 1) or [""])[0] for row in rows[1:]):
        return rows
    numbered = [row.split(None, 1) for row in rows[1:]]
    if min(map(len, numbered)) < 2:
        return rows
    with suppress(GridError):  # an error is reported with the number of its row, when it is read
        if all(len(tokens_of(row[1])) == len(above) for row in numbered):
            return [row[1] for row in numbered]
    return rows


def _is_count(numbers: Iterable[str]) -> bool:
    """Are these the numbers from 0 or 1 on?"""
    numbers = iter(numbers)
    first = next(numbers)
    return first in ("0", "1") and all(map(eq, numbers, map(str, count(int(first) + 1))))


def _split_fields(rows: list[str]) -> list[str]:
    """Write the fields of a table with blanks between them; other rows stay as they are.

    A table has the same separator equally often in each row: bars, tabs, commas or semicolons.
    """
    text = "\n".join(rows)
    if len(rows) < 2 or ESCAPE in text or "[" in text:
        return rows
    for separator in _SEPARATORS:
        count = rows[0].count(separator)
        if not count or {*map(str.count, rows, repeat(separator))} != {count}:
            continue
        if re.search(rf"[^{separator}\s][^\S\n{separator}]+[^{separator}\s]", text):
            continue  # a blank inside a field
        if not re.search(rf"(?m)(?:^|[{separator}])[^\S\n]*(?:[{separator}]|$)", text):
            return text.replace(separator, " ").split("\n")  # no field is empty
        if all(row.replace(separator, "").strip() for row in rows):
            return [
                " ".join([field.strip() or HOLE for field in row.split(separator)]) for row in rows
            ]
    return rows


def is_bare(text: str, rows: Sequence[str]) -> bool:
    """Is the text one run of tiles, without row breaks, blanks between them or a frame?"""
    line = text.removeprefix("\ufeff")
    if len(rows) != 1 or rows[0] != _stripped(line):
        return False
    unescaped = _ESCAPED.sub("", line) if "/" in line or len(line.split(None, 1)) > 1 else ""
    return "/" not in unescaped and len(unescaped.split()) < 2


def is_ambiguous(text: str, rows: Sequence[str]) -> bool:
    """Is the text one line of words of equal length, which can be rows, or tiles of one row?"""
    words = rows[0].split() if len(rows) == 1 else []
    return (
        len(words) > 1
        and "/" not in text
        and all(len(word) == len(words[0]) > 1 and word.isalpha() for word in words)
    )


def _stripped_all(lines: list[str], text: str) -> list[str]:
    """Strip the lines of a text as `_stripped` does."""
    return [*map(_stripped if ESCAPE in text else str.strip, lines)]


def _stripped(line: str) -> str:
    """Strip blanks, but not one that a backslash makes a tile."""
    bare = line.strip()
    if bare[-1:] != ESCAPE:
        return bare
    line = line.lstrip()
    backslashes = len(bare) - len(bare.rstrip(ESCAPE))
    return line[: len(bare) + 1] if backslashes % 2 and len(bare) < len(line) else bare


def _split_rows(line: str) -> list[str]:
    """Split the one-line form at slashes, except those that a backslash makes a tile."""
    if "/" not in line:
        return _unframed([line]) or [_stripped(line)]
    rows = _split_at_slashes(line)
    if not rows[-1].strip():
        rows.pop()
    for number, row in enumerate(rows, 1):
        if not row.strip():
            raise GridError(
                f"row {number} is empty, expected tiles between the slashes; leave out a slash, or "
                "write . for each hole",
                row=number - 1,
            )
    return _split_fields(_unframed(rows) or _stripped_all(rows, line))


def _split_at_slashes(line: str) -> list[str]:
    if ESCAPE not in line:
        return line.split("/")
    pieces = _SLASHES.findall(line)
    ends = [at for at, piece in enumerate(pieces) if piece == "/"]
    starts = (0, *(end + 1 for end in ends))
    return ["".join(pieces[start:end]) for start, end in zip(starts, (*ends, None), strict=True)]


def _unframed(lines: Sequence[str]) -> list[str] | None:
    """Return the rows inside a frame of bars, rules and indexes; None if there is no frame."""
    text = "\n".join(lines)
    if "|" not in text:
        return None
    is_plain = not any(mark in text for mark in ("-", "+", "=", ESCAPE))  # no rules, escaped bars
    if is_plain:
        if not all(map(str.count, lines[1:-1], repeat("|"))):
            return None
        rows = text[1:-1].split("|\n|")
        is_framed = text[0] == text[-1] == "|" and "\n|\n" not in f"\n{text}\n"
        if is_framed and len(rows) == len(lines):  # a bar at both ends of each line
            return rows
    rows = []
    for at, line in enumerate(lines):
        found = _FRAMED.match(line)
        if found and (is_plain or not (_RULE.match(line) or found[2].endswith(ESCAPE))):
            left, row, right = found.groups()
            is_index = left == right and left.isdecimal() if left and right else True
            if not is_index and not _BLANK_IN_FIELD.search(line):  # a table without outer bars
                return [each.strip() for each in lines if not _RULE.match(each)]
            rows.append(row)
        elif _RULE.match(line) or (_INDEXES.match(line) and at in (0, len(lines) - 1)):
            continue
        else:
            return None
    return rows or None


def tokens_of(row: str) -> list[str]:
    """Split a row into the tokens of its tiles: at blanks if it has any, else into graphemes."""
    if "[" in row or ESCAPE in row:
        return _scanned(row)
    tokens = row.split()
    return graphemes(row) if tokens == [row] else tokens


def tokens_of_all(rows: list[str]) -> list[str] | None:
    """Return the tokens of rows, with a line break between rows: fast for short rows.

    Return None if a row has blanks or an unclosed bracket, or ends with a backslash.
    """
    text = "\n".join(rows)
    if text.split() != rows:
        return None
    tokens = _units(text) if "[" in text or ESCAPE in text else graphemes(text)
    if tokens.count("\n") < len(rows) - 1 or _is_open(tokens[-1]):
        return None
    return tokens


def tokens_of_table(rows: list[str]) -> list[str] | None:
    """Split rows at blanks into tokens, with a line break between rows.

    A row without blanks is one token. Return None where `tokens_of_all` does.
    """
    tokens = _TOKEN_OR_BREAK.findall("\n".join(rows))
    if tokens.count("\n") < len(rows) - 1:
        return None
    return None if "[" in tokens[-1] and _is_open(_PIECE.findall(tokens[-1])[-1]) else tokens


def _scanned(row: str) -> list[str]:
    """Split a row that has brackets or backslashes."""
    tokens = [] if row.split(None, 1) == [row] else _TOKEN.findall(row)
    if sum(map(len, tokens)) in (0, len(row)):  # no blank that ends a token
        tokens = _units(row)
    last = tokens[-1]
    if "[" in last and _is_open(last := _PIECE.findall(last)[-1]):
        at = len(row) - len(last)
        raise GridError(
            f"the bracket at character {at + 1} of row {row!r} is not closed; write \\[ for a "
            "bracket",
            column=at,
        )
    return tokens


def _is_open(piece: str) -> bool:
    """Is the piece an unclosed bracket?"""
    if piece[0] != "[" or (piece[-1] == "]" and ESCAPE not in piece):
        return False
    return not _BRACKET.fullmatch(piece)


def _units(row: str) -> list[str]:
    """Split a row without blanks into brackets, escaped characters, and graphemes."""
    if row.isascii() and "\r" not in row:
        return _ASCII_UNIT.findall(row)
    units: list[str] = []
    for piece in _PIECE.findall(row):
        if piece[0] == ESCAPE and len(piece) > 2:
            # The rest of the escaped character's grapheme belongs to it.
            first, *others = graphemes(piece[1:])
            units += [ESCAPE + first, *others]
        elif piece[0] in _MARKS or len(piece) == 1:
            units.append(piece)
        else:
            units += graphemes(piece)
    return units


def format_rows(rows: Sequence[Sequence[str]], *, one_line: bool) -> str:
    """Join the tokens of rows to text that `rows_of` and `tokens_of` split again."""
    joined = ["".join(row) for row in rows]
    if any(tokens_of(text) != row for text, row in zip(joined, rows, strict=True)):
        joined = [" ".join(row) for row in rows]
        if len(rows[0]) == 1:  # a blank makes the token a tile; a rule of a frame is escaped
            tokens = (text if text.strip("-+=") else ESCAPE + text for text in joined)
            joined = [f"| {token} |" for token in tokens]
    if _unnumbered(joined) != joined:
        joined[0] = joined[0].replace(" ", f" {ESCAPE}", 1)
    if one_line or len(rows) == 1:
        return "/".join(joined) + ("/" if len(rows) == 1 else "")
    return "\n".join(joined)
