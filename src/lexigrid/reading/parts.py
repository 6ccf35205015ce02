"""A source as the parts of a puzzle: rows, title, words, key; every reader of a grid starts here.

JSON, pages, tables and workbooks become rows or lines of text; text is divided into blocks.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from math import isqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .._util.csv_text import find_grid_delimiter, parse_csv, split_plain
from .._util.io import StrPath, without_collections
from ..errors import GridError, LexigridError
from . import KIND_COLUMN, PUZZLE_COLUMNS
from .clean import clean
from .decode import Source as Source
from .decode import text_of_tables
from .rows import FIRST_NAME, Shape, read_rows
from .tokens import ESCAPE, is_bare, respaced, split_line, tokens_of, with_qu

if TYPE_CHECKING:
    from .blocks import Blocks
    from .word_tables import Facts

#: How JSON starts; other grids may start with a brace or a bracket.
_JSON = re.compile(
    r"""\s*(?:ipuz\s*\(\s*\{|\{\s*(?:["'{}]|$)|\[\s*(?:\[|["'].*["']\s*+(?:,\s*+)?(?:["']|\]))|\[\s*\{)""",
    re.DOTALL,
)
#: What is before a grid: its name, or the time and the sender of a message; the name of a list.
_NAME = "(?:grid|puzzle|board|letters)"
_LABEL = re.compile(
    rf"(?i)\n(?:[^\S\n]*(?:\[{_NAME}\]|{_NAME}:)[^\S\n]*(?=\n)"
    rf"|(?<!(?s:.)\n)\s*(?:{_NAME}|\[\d[^\]\n]*\][^:\n]{{1,30}}):[^\S\n]+(?=\S))"
)
_SECTION = re.compile(r"(?i)(?<=\n)\[(words|word list|wordlist|title)\](?=\n)")
#: A line with a brace, and more text after a blank line: the title of a puzzle in text, or JSON.
_TITLE = re.compile(r"\s*+\{[^\S\n]*+[^\n]++\n[^\S\n]*+\n\s*+\S")
_HTML = re.compile(
    r"\s*(?:<\?xml[^<>]*>\s*)?<(?:!doctype\s+)?(?:html|table|pre|div|body|[uod]l|p|h[1-6]|[a-z]{4,})\b",
    re.IGNORECASE,
)
#: Boards on one line each, their rows between slashes. (Single letters between slashes are tiles.)
_BOARDS = re.compile(r"(?:[^/\\\n]{2,}(?:/[^/\\\n]{2,})+\n){1,}[^/\\\n]{2,}(?:/[^/\\\n]{2,})+\n?")
#: Rows or tiles on one line that have no notation to undo.
_LINE = re.compile("[A-Za-z0-9?. /]*[A-Za-z0-9?.]/?\n?")
#: The puzzle in an HTML page by lexigrid.
_PAGE_PUZZLE = re.compile(r'<script id="puzzle" type="application/json">([^<]*)</script>')
_BREAK = re.compile(r"\w<br ?/?>\s*\w")
_HAS_TEXT = re.compile(r"<(?:table|pre|textarea|li|row|line|br|p|div|span)\b", re.IGNORECASE)
_TABLE_SUFFIXES = (".csv", ".tsv", ".tab")
#: The header of the words in CSV of a puzzle: all its columns, or only the first one.
_CSV_WORDS = re.compile(r"""\n"?word"?(?=([,;\t])"?start_row"?\1|[,;\t]*(?:\n|\Z))""")
#: Dots between letters.
_DOTS = re.compile(r"[^\W\d_]\.[^\W\d_]")
#: What a token starts with that a backslash would change.
_MARKS = frozenset(".?[\\")
_AMBIGUOUS = "the row {0!r} can be {1} rows or {1} tiles: join rows with '/' ({2}), or end one row "


@dataclass(slots=True)
class Parts:
    """What a source holds. `rows` are text, or lists of tiles with None for a hole."""

    rows: list[Any] = field(default_factory=list)
    title: str = ""
    words: list[str] = field(default_factory=list)
    facts: Facts = field(default_factory=dict)
    key: list[dict[str, str]] = field(default_factory=list)
    """The rows of words of a table that lexigrid wrote, with their places."""
    rules: str = ""
    """How the words of a path puzzle run, as lexigrid wrote it."""
    document: Mapping[str, Any] | None = None
    """A document by lexigrid, which its own classes read."""
    notes: list[str] = field(default_factory=list)
    is_bare: bool = False
    """Is it one run of tiles, without row breaks, blanks or separators?"""

    @property
    def all_notes(self) -> tuple[str, ...]:
        """The notes for a reader who wants the grid only."""
        left = [f"left out the title {self.title[:60]!r}"] if self.title else []
        if self.words:
            shown = ", ".join(self.words[:5]) + (", ..." if len(self.words) > 5 else "")
            left.append(f"it is a puzzle; its words are not part of the grid: {shown[:200]}")
        return (*self.notes, *left)


def kind_of(source: Source, path: StrPath = "") -> str:
    """Return what a source is: "json", "html", "table" or "text"."""
    suffix = Path(path).suffix.lower() if path and path != "-" else ""
    text = source.text
    if source.tables or suffix in _TABLE_SUFFIXES:
        return "table"
    if suffix == ".json":
        return "json"
    is_page = text.lstrip()[:1] == "<" and _HTML.match(text)
    has_breaks = "<br" in text and text[:1] != "#" and _BREAK.search(text)
    if suffix in (".html", ".htm") or is_page or has_breaks:
        return "html"
    start = text.lstrip()[:1]
    if start in ("{", "[", "i") and _JSON.match(text[:4000]):
        is_closed = text.rstrip()[-1:] == {"{": "}", "[": "]"}.get(start, "")
        if start == "i" or is_closed or (start == "{" and not _TITLE.match(text)):
            return "json"
    return "puzzle csv" if _is_puzzle_csv(text) else "text"


def _is_puzzle_csv(text: str) -> bool:
    """Is it CSV with a grid, and below it, without a blank line, the header of the words?"""
    may_be = "\nword" in text or '\n"word' in text
    found = _CSV_WORDS.search(f"\n{text}") if may_be else None
    if found is None or found.start() == 0:
        return False
    grid = text[: found.start()]
    is_table = any(mark in grid.strip().partition("\n")[0] for mark in ",;\t")
    return bool(found[1]) or (is_table and not re.search(r"\n\s*\n", grid))


@without_collections()
def read_parts(
    source: Source,
    path: StrPath = "",
    size: Shape | None = None,
    *,
    wants_words: bool = False,
    error: type[LexigridError] = GridError,
) -> Parts:
    """Read the parts of a source; with `wants_words`, some of them must be words.

    >>> found = read_parts(Source("Pets\\n\\n| C | A | T |\\n| X | D | X |\\n\\n- cat\\n- cad"))
    >>> found.title, found.rows[0].split(), found.words
    ('Pets', ['C', 'A', 'T'], ['cat', 'cad'])

    Raises:
        error: it is not JSON or CSV.
        GridError: there are no rows, or the text can be read in two ways.
    """
    if not (path or source.notes) and _LINE.fullmatch(source.text):
        return _read_line(source.text.strip("\n"), size)  # without the modules below, 10 ms
    from .documents import html_text, read_json
    from .markup import unwrapped

    source = unwrapped(source)
    kind = kind_of(source, path)
    if kind == "html":
        page = _PAGE_PUZZLE.search(source.text)
        if page is not None:
            source, kind = Source(page[1]), "json"
        elif not _HAS_TEXT.search(source.text):
            raise error("the page holds no puzzle, expected one by lexigrid, or a table or list")
    if kind == "json":
        found = read_json(source.text, error)
    elif kind == "html":
        found = _read_text(html_text(source.text), size, wants_words=wants_words)
    elif kind == "text":
        from .books import split_puzzles

        if _BOARDS.fullmatch(source.text):
            count = len(source.text.split("\n")) - source.text.endswith("\n")
            raise error(
                f"it is a list of {count} boards, one on each line, expected one: "
                "lexigrid batch reads them all"
            )
        if (count := len(split_puzzles(source.text))) > 1:
            raise error(f"it is a book of {count} puzzles, expected one: give each its own file")
        found = _read_text(source.text, size, wants_words=wants_words)
    elif source.tables:
        text, notes = text_of_tables(source, error, wants_grid=True, wants_words=wants_words)
        found = _read_text(text, size, wants_words=wants_words)
        found.notes += notes
    else:
        found = _read_csv(source.text, size, error, wants_words=wants_words)
    found.notes[:0] = source.notes
    return found


def _read_text(text: str, size: Shape | None, *, wants_words: bool) -> Parts:
    from .blocks import divide
    from .held import words_of
    from .markup import apart, plain_lines
    from .path_key import split_key

    text, key = split_key(text)
    has_marks = "\n" in text or "\\begin{" in text or '"' in text or "'" in text
    plain = clean(plain_lines(text) if has_marks else text)
    plain = _SECTION.sub(r"\n\1:", plain) if "\n[" in plain else plain
    if ":" in plain or "]" in plain:
        plain = _LABEL.sub("\n", f"\n{plain}")[1:]
    text = apart(plain) if has_marks else plain
    if "\n" not in text.strip() != "":
        found = _read_line(next(filter(str.strip, text.split("\n"))), size)
    else:
        wants_words = wants_words and not key.paths
        text, uneven = respaced(text)
        blocks = divide(with_qu(text), size, wants_words=wants_words)
        rows, notes = _read_rows(blocks, size)
        if plain.count(".") > text.count(".") and _DOTS.search(plain):
            blocks.notes.append("left out the dots between letters; write blanks around holes")
        rows, listed = words_of(blocks, rows, text, wants_words=wants_words)
        found = Parts(rows, blocks.title, listed.words, listed.facts)
        found.notes = [*uneven, *blocks.notes, *notes, *listed.notes]
    found.rules = key.rules
    if key.paths:
        found.key = key.rows(found.words)
        found.words = [row["word"] for row in found.key]
    if key.clues:
        found.facts = {"clues": key.clues}
    return found


def _read_line(line: str, size: Shape | None) -> Parts:
    rows, read_notes = read_rows([*map(with_qu, split_line(line))], size)
    notes, bare = [*read_notes], is_bare(line) and is_bare(rows[0])
    if size is None and not bare:
        _check_ambiguity(rows, line)
        tiles = rows[0].split()
        side = isqrt(len(tiles))
        if "/" not in line and 2 < side == len(tiles) / side and max(map(len, tiles)) < 3:
            notes.append(
                f"read {len(tiles)} tiles as one row; if it is {side}x{side}, give the size"
            )
    return Parts(rows, notes=notes, is_bare=bare)


def _read_rows(blocks: Blocks, size: Shape | None) -> tuple[list[str], tuple[str, ...]]:
    lines = [line for line in blocks.grid if line.strip()]
    if len(lines) == 1 and "/" in lines[0]:
        lines = split_line(lines[0])
    if blocks.dimensions:
        found = read_rows([blocks.dimensions, *lines], size)
        if any("dimensions" in note or "of columns" in note for note in found.notes):
            return found
        blocks.title = blocks.title or blocks.dimensions.strip()
    side, is_column = isqrt(len(lines)), {*map(len, lines)} == {1}
    if size and is_column and size[0] * size[1] == len(lines):
        lines = ["".join(lines[at : at + size[1]]) for at in range(0, len(lines), size[1])]
    elif size is None and is_column and side * side == len(lines) > 1:
        raise GridError(
            f"{len(lines)} lines of one letter can be a column, or {side}x{side} tiles: give the "
            f"size {len(lines)}x1 or {side}x{side}"
        )
    return read_rows(lines, size)


def _check_ambiguity(rows: Sequence[str], line: str) -> None:
    """Refuse one line of words of equal length, which can be rows, or tiles of one row."""
    parts = re.split(r"\s{2,}", line.strip()) if ESCAPE not in line else []
    if len(parts) > 1 and {len(part.split()) for part in parts} == {len(parts[0].split())} != {1}:
        raise GridError(
            f"the line can be {len(parts)} rows or one: put '/' between rows, or one blank between "
            "all letters"
        )
    words = rows[0].split() if len(rows) == 1 else []
    is_even = all(len(word) == len(words[0]) > 1 and word.isalpha() for word in words)
    if len(words) > 1 and "/" not in line and is_even:
        joined = "/".join(words)[:200]
        raise GridError(
            f"{_AMBIGUOUS.format(rows[0].strip()[:200], len(words), joined)}of tiles with '/'"
        )


# --- tables ---------------------------------------------------------------------------------------


def _read_csv(
    text: str, size: Shape | None, error: type[LexigridError], *, wants_words: bool
) -> Parts:
    """Read rows of letters, and the words below them, from CSV."""
    from .word_tables import Words, picked

    text = clean(text)
    named = re.match(r"\s*sep=(.)\n", text, re.IGNORECASE)
    text = text[named.end() :] if named else text
    delimiter = named[1] if named else find_grid_delimiter(text)
    if (table := split_plain(text, delimiter)) is not None:
        fields, _, columns = table
        rows = [fields[at : at + columns] for at in range(0, len(fields), columns)]
    else:
        rows = [*parse_csv(text, "", error, delimiter=delimiter)]
    is_column = max(map(len, rows), default=0) < 2
    if is_column and (wants_words or min(map(len, map("".join, rows)), default=0) > 2):
        return _read_text(text, size, wants_words=wants_words)  # rows of letters, and words
    first = next((at for at, row in enumerate(rows) if at and row[:1] == ["word"]), len(rows))
    rows, listed = rows[:first], [row for row in rows[first:] if row and row[0].strip()]
    if not listed and _is_divided(rows, size):
        from .sides import lines_of_table

        return _read_text("\n".join(lines_of_table(rows)), size, wants_words=wants_words)
    is_own = bool(listed) and {*PUZZLE_COLUMNS[1:5]} <= {*listed[0]}
    rows = _without_blanks(rows, len(listed[0]) if is_own else 0)
    found = Parts([[cell.strip() or None for cell in row] for row in rows])
    if is_own:
        found.key = [dict(zip(listed[0], row, strict=False)) for row in listed[1:]]
        found.rules = found.key[0].get(KIND_COLUMN, "") if found.key else ""
    if listed:
        own = picked(listed[1:], 0, listed[0], Words([]))
        found.words, found.facts = own.words, {} if is_own else own.facts
        found.notes += [] if is_own else own.notes
    return found


def _is_divided(rows: Sequence[Sequence[str]], size: Shape | None) -> bool:
    """Have the rows of a table more than tiles of one size?

    That is a heading, words above, numbers of rows or columns, blank columns, or blank rows inside.
    """
    from .headings import heading_of

    filled = [row for row in rows if any(map(str.strip, row))]
    if len(filled) > 1:
        is_list = min(map(len, filled[0])) > 2 > max(map(len, filled[1])) and len(filled[0]) > 1
        corner, end, below = filled[0][0].strip(), filled[0][-1].strip(), filled[1][0].strip()
        is_first = corner in ("0", "1", "") or bool(FIRST_NAME.match(corner))
        is_index = is_first if end[-1:].isdecimal() else below in ("0", "1", "2")
        is_index &= size is None and all(rows[:2])
        if is_list or is_index or not all(map(any, zip_longest(*filled, fillvalue=""))):
            return True
    sizes = {len([*filter(str.strip, row)]) for row in filled}
    is_tall = sum(len(row) == max(sizes, default=0) for row in filled) > 1
    has_heading = any(heading_of(row[0]) is not None for row in filled if len(row[0]) > 3)
    return has_heading or (len(filled) < len(rows) and len(sizes) > 1 and is_tall)


def _without_blanks(rows: Sequence[list[str]], columns: int) -> list[list[str]]:
    """Leave out what a spreadsheet adds: blank rows or, in a puzzle by lexigrid, blank columns.

    A row of holes is kept. A narrow grid is made as wide as the `columns` of the words.
    """
    rows = [row for row in rows if row]
    if columns:
        used = max((at for row in rows for at, cell in enumerate(row, 1) if cell), default=columns)
        return [row[:used] for row in rows] if {*map(len, rows)} == {columns} else rows
    width = next((len(row) for row in rows if any(row)), 0)
    while rows and not any(rows[-1]):
        del rows[-1]
    return [row for row in rows if any(row) or len(row) == width]


def format_rows(rows: Sequence[Sequence[str]], *, one_line: bool) -> str:
    """Join the tokens of rows, or rows of letters, to text that is read as the same rows again."""
    joined = ["".join(row) for row in rows]
    if joined != rows and any(
        tokens_of(text) != row for text, row in zip(joined, rows, strict=True)
    ):
        joined = [" ".join(row) for row in rows]
        if len(rows[0]) == 1:  # a blank makes the token a tile
            joined = [*map(_in_bars, rows)]
    if not _is_read_back(joined):
        # A backslash before a plain tile of the first row says that there is nothing but tiles.
        at = next((at for at, token in enumerate(rows[0]) if token[0] not in _MARKS), None)
        if at is not None:
            marked = [*rows[0][:at], ESCAPE + rows[0][at], *rows[0][at + 1 :]]
            joined[0] = " ".join(marked) if " " in joined[0].strip() else "".join(marked)
        else:  # bars around the tokens of each row say the same
            joined = [*map(_in_bars, rows)]
    if one_line or len(rows) == 1:
        return "/".join(joined) + ("/" if len(rows) == 1 else "")
    return "\n".join(joined)


def _in_bars(row: Sequence[str]) -> str:
    """Write the tokens of a row between bars; a rule of a frame, or a Q and U, is escaped."""
    text = " | ".join(row)
    return f"| {text if text.strip('-+=_:| ') and with_qu(text) == text else ESCAPE + text} |"


def _is_read_back(rows: list[str]) -> bool:
    """Are rows read as they are written, and in one way only?"""
    if rows[0][:2] == "| ":
        return True
    try:
        text = "\n".join(rows) if len(rows) > 1 else f"{rows[0]}/"
        return read_parts(Source(text)).rows == rows
    except LexigridError:
        return False
