"""Split a row of a grid into the tokens of its tiles."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from .._util.plain_text import shorten
from ..alphabet import graphemes
from ..errors import GridError

HOLE = "."
ESCAPE = "\\"
ESCAPED = r"(?s)\\."
_MARKS = ("[", ESCAPE)
_BRACKET = r"(?s)\[(?:[^\\\]]|\\.)*+\]"
#: A bracket (only the last may be unclosed), an escaped character and what follows it, a line
#: break, or other characters.
_PIECE = r"(?s)\[(?:[^\\\]]|\\.?)*+\]?+|\\(?:.[^\[\\\s]*)?|\n|[^\[\\\s]+"
#: The same in ASCII, where each other character is a grapheme.
_ASCII_UNIT = r"(?s)\[(?:[^\\\]]|\\.?)*+\]?+|\\.?|\n|[^\[\\\s]"
#: Brackets, escaped characters and other characters up to a blank.
_TOKEN = r"(?s)(?:[^\[\\\s]|\[(?:[^\\\]]|\\.?)*+\]?+|\\.?)++"
_TOKEN_OR_BREAK = rf"{_TOKEN}|\n"
_LONGEST_TILE = 4
#: Rows of a word and single tiles; signs in tiles, and before letters; the place of a letter.
_WITH_WORD = r"\s*(?:\w{3,}(?:\s+\w)+|(?:\w\s+)+\w{3,})\s*"
_ODD_TILE = r"[^\W\d_]{2,}[:=>]|[-=<>:+*#~]{2,}"
_ODD_SIGN = r"['=:;<]|[-*]\s"
_PLACE = r"\d+\s+\d+\s+[^\W\d_]"
_QU = (
    r"[({\"'Qq](?<![^\s|,].)(?![Uu](?![^\s|,]))(?:(?<=[Qq])|(?<=[({\"'])[Qq])"
    r"[-/(.]?[Uu][)}.\"']?(?![^\s|,])"
)
_QU_SAID = r"(?i)\n\s*\(?Q\s*=\s*Qu\)?\.?[^\S\n]*(?=\n|\Z)"
_MARK_IT = "write '\\' before the first tile"
_UNEVEN = "blanks between letters are missing, so each letter is a tile"
_SEPARATOR = r"(?<!\\)[|\t,;]"
#: The first and the last rows show how all are written.
_ENDS = 100


def tokens_of(row: str) -> list[str]:
    """Split a row into the tokens of its tiles: at blanks if it has any, else into graphemes."""
    if "[" in row or ESCAPE in row:
        return _scanned(row)
    tokens = row.split()
    return graphemes(row) if tokens == [row] else tokens


def with_qu(text: str) -> str:
    """Write each tile that is Q and U, such as (Qu), Q/u, Q-u or Q(u), as Qu.

    >>> with_qu("t (Qu) a"), with_qu("Q/U R")
    ('t Qu a', 'QU R')
    """
    if ESCAPE in text or not ("q" in text or "Q" in text):
        return text
    if said := re.search(_QU_SAID, text):
        text = re.sub(r"(?<!\S)[Qq](?!\S)", "Qu", text[: said.start()]) + text[said.end() :]
    return re.sub(_QU, lambda tile: "".join(filter(str.isalpha, tile[0])), text)


def count_letters(text: str) -> int:
    """Return the number of letters, of which some have several characters."""
    return len(text) if text.isascii() else len(graphemes(text))


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
    tokens = re.findall(_TOKEN_OR_BREAK, "\n".join(rows))
    if tokens.count("\n") < len(rows) - 1:
        return None
    return None if "[" in tokens[-1] and _is_open(re.findall(_PIECE, tokens[-1])[-1]) else tokens


def _scanned(row: str) -> list[str]:
    """Split a row that has brackets or backslashes."""
    tokens = [] if row.split(None, 1) == [row] else re.findall(_TOKEN, row)
    if sum(map(len, tokens)) in (0, len(row)):  # no blank that ends a token
        tokens = _units(row)
    last = tokens[-1]
    if "[" in last and _is_open(last := re.findall(_PIECE, last)[-1]):
        at = len(row) - len(last)
        raise GridError(
            f"the bracket at character {at + 1} of row {shorten(row)} is not closed; write \\[ for "
            "a bracket",
            column=at,
        )
    return tokens


def _is_open(piece: str) -> bool:
    """Is the piece an unclosed bracket?"""
    return piece[0] == "[" and not re.fullmatch(_BRACKET, piece)


def _units(row: str) -> list[str]:
    """Split a row without blanks into brackets, escaped characters, and graphemes."""
    if row.isascii() and "\r" not in row:
        return re.findall(_ASCII_UNIT, row)
    units: list[str] = []
    for piece in re.findall(_PIECE, row):
        if piece[0] == ESCAPE and len(piece) > 2:
            # The rest of the escaped character's grapheme belongs to it.
            first, *others = graphemes(piece[1:])
            units += [ESCAPE + first, *others]
        elif piece[0] in _MARKS or len(piece) == 1:
            units.append(piece)
        else:
            units += graphemes(piece)
    return units


def split_line(line: str) -> list[str]:
    """Split the one-line form at slashes, except those that a backslash makes a tile.

    Raises:
        GridError: there is nothing between two slashes.
    """
    if "/" not in line:
        return [line]
    rows = split_at(line, "/")
    if not rows[-1].strip():
        rows.pop()
    for number, row in enumerate(rows, 1):
        if not row.strip():
            raise GridError(
                f"row {number} is empty, expected tiles between the slashes; leave out a slash, or "
                "write . for each hole",
                row=number - 1,
            )
    return rows


def split_at(line: str, sign: str) -> list[str]:
    """Split a line at a sign, except where a backslash makes it a tile."""
    if ESCAPE not in line:
        return line.split(sign)
    masked = re.sub(ESCAPED, "  ", line)
    ends = [-1, *(at for at, each in enumerate(masked) if each == sign), len(line)]
    return [line[start + 1 : end] for start, end in pairwise(ends)]


def is_bare(text: str) -> bool:
    """Is the text one run of tiles, without row breaks or blanks between them?"""
    line = stripped(text)
    unescaped = re.sub(ESCAPED, "", line) if ESCAPE in line else line
    return "/" not in unescaped and "|" not in unescaped and len(unescaped.split(None, 1)) < 2


def stripped(line: str) -> str:
    """Strip blanks, but not one that a backslash makes a tile."""
    bare = line.strip()
    if bare[-1:] != ESCAPE:
        return bare
    line = line.lstrip()
    backslashes = len(bare) - len(bare.rstrip(ESCAPE))
    return line[: len(bare) + 1] if backslashes % 2 and len(bare) < len(line) else bare


def check_tiles(rows: Sequence[str]) -> None:
    """Refuse rows without marks that have words or signs, which are hardly tiles.

    Raises:
        GridError: it shows the first of them.
    """
    first, *others = rows
    if others and all(map(re.compile(_WITH_WORD).fullmatch, rows)):
        raise GridError(
            f"the row {shorten(first)} has a word beside single tiles: put the words below the "
            f"grid, or {_MARK_IT} if they are tiles"
        )
    if len(others) > 1 and all(map(re.compile(_PLACE).fullmatch, rows)):
        raise GridError(
            f"the row {shorten(first)} can be the place of a letter: write the letters of each row "
            "of the grid on one line"
        )
    for at in sorted({0, max(0, first.find("="))}):
        if (
            others
            and re.compile(_ODD_SIGN).match(first, at)
            and {row[at : at + 1] for row in rows} == {first[at]}
        ):
            raise GridError(
                f"each row has {first[at]} at letter {at + 1}: leave it out, or {_MARK_IT}"
            )
    for row in (*rows[:_ENDS], *rows[-_ENDS:]):
        tiles = row.split()
        tile = next(filter(re.compile(_ODD_TILE).match, tiles), "") if len(tiles) > 1 else ""
        if tile:
            raise GridError(
                f"the tile {shorten(tile)} has signs: leave out all but the letters, write . for a "
                f"hole, or {_MARK_IT}"
            )
        tile = max(tiles, key=len, default="")
        letters = count_letters(tile)
        if "[" not in row and tile != row.strip() and letters > _LONGEST_TILE:
            raise GridError(
                f"the tile {shorten(tile)} has {letters} letters; write blanks between all letters "
                f"of a row or between none, or {_MARK_IT} if it is one"
            )


def respaced(text: str) -> tuple[str, list[str]]:
    """Put blanks between the letters of the first block where some were lost, as in text from PDF.

    Each line has as many letters, but not as many blanks; the tokens are too short for words.
    """
    lines = text.strip("\n").partition("\n\n")[0].split("\n")
    if len({*map(len, lines)}) == 1 or re.search(_SEPARATOR, lines[0]):
        return text, []
    tokens = [*map(str.split, lines)]
    counts, letters = {*map(len, tokens)}, [*map("".join, tokens)]
    length = count_letters(letters[0])
    is_close = len(counts) > 1 and max(counts) >= length - 1 and 2 * min(counts) >= length
    is_even = {*map(count_letters, letters)} == {length}
    if not (is_close and is_even and all(map(str.isalpha, letters))):
        return text, []
    rows = "\n".join(" ".join(graphemes(row)) for row in letters)
    return text.replace("\n".join(lines), rows, 1), [_UNEVEN]
