"""Read grid files (text, JSON, CSV, raw bytes), and convert grids from and to their JSON form."""

from __future__ import annotations

import mmap
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, TypeVar

from .._util import schema
from .._util.codec import OMIT, Document, Form, Head
from .._util.io import StrPath, decode_utf8, name_of, read_bytes, read_or_map
from .._util.validation import check_shape
from ..alphabet import Alphabet
from ..errors import GridError, InputError
from ..geometry import Cell, Topology
from .encode import EncodedCells, encode_tokens, join_rows

FORMAT = "lexigrid/grid"
#: A puzzle is read wherever a grid is.
PUZZLE_FORMAT = "lexigrid/puzzle"
#: The column of puzzles on paths: the cells of each word, such as "0,0 0,1 1,1".
PATH_COLUMN = "path"
#: The columns of the words that CSV of a puzzle has below the grid.
PUZZLE_COLUMNS = [
    *("word", "start_row", "start_column", "end_row", "end_column", "direction", "secret")
]
#: The size from which a raw file is mapped. A smaller one is copied, so that nobody can change it.
MAP_FROM = 1 << 26
#: How JSON starts, whatever the file is called. Other grids may start with a brace too.
_OBJECT = re.compile(r'\s*\{\s*["}]')
#: A line with a brace, and more text after a blank line: the title of a puzzle in text, or JSON.
_TITLE = re.compile(r"\s*+\{[^\S\n]*+[^\n]++\n[^\S\n]*+\n\s*+\S")
_HTML = re.compile(r"\s*<(?:!doctype\s+)?html\b", re.IGNORECASE)
#: The header of the words in CSV of a puzzle: all its columns, or only the first one.
_CSV_WORDS = re.compile(r"""\n"?word"?(?:([,;\t])"?start_row"?\1[^\n]*|[,;\t]*)\r?(?:\n|\Z)""")

Kind = Literal["text", "json", "csv", "html"]
_KINDS: dict[str, Kind] = {".csv": "csv", ".json": "json", ".html": "html", ".htm": "html"}

#: The puzzle in an HTML page by lexigrid.
_PAGE_PUZZLE = re.compile(r'<script id="puzzle" type="application/json">([^<]*)</script>')


_Row = TypeVar("_Row", list[str], Sequence[str | None])


def _row(value: Any) -> str | list[str | None]:
    # There is no schema for each tile, because a grid may have millions.
    if isinstance(value, str) or (isinstance(value, list) and set(map(type, value)) <= _TOKENS):
        return value
    raise schema.Mismatch(value, "text, or a list of tiles with null for a hole")


_TOKENS = {str, type(None)}
#: The schema of the rows of a grid in JSON.
GRID_ROWS = schema.list_of(_row)
_FLAG = Form(schema.flag, bool)


@dataclass(frozen=True, slots=True)
class GridForm(Document):
    """The JSON form of a grid."""

    _head: ClassVar = Head("the grid", GridError, FORMAT, others={PUZZLE_FORMAT: 2})
    rows: Annotated[Any, Form(GRID_ROWS, list)]
    alphabet: str | None = None
    topology: str = "king"
    case_sensitive: Annotated[bool | None, _FLAG, OMIT] = None
    fold_accents: Annotated[bool | None, _FLAG, OMIT] = None
    wrap: Annotated[bool, OMIT] = False
    pairs: Annotated[tuple[tuple[Cell, Cell], ...], OMIT] = ()

    @classmethod
    def of(cls, rows: Any, alphabet: Alphabet | None, topology: Topology) -> GridForm:
        """Return the form of a grid with these rows of tiles."""
        name, case_sensitive, fold_accents = (
            (None, None, None)
            if alphabet is None
            else (alphabet.name, alphabet.case_sensitive, alphabet.fold_accents)
        )
        return cls(
            rows, name, topology.name, case_sensitive, fold_accents, topology.wrap, topology.pairs
        )  # fmt: skip


#: Option values that leave the choice to the JSON form.
_DEFAULTS = (None, False, "king")


def read_text(path: StrPath) -> tuple[str, str]:
    """Read a grid file ("-" is standard input): its text, and whether it is text, json or csv.

    From an HTML page that lexigrid wrote, the text is the JSON of its puzzle.

    Raises:
        InputError: the file cannot be read.
        GridError: it is not UTF-8 (with the byte).
    """
    remedy = "save the grid as UTF-8, or give --raw for bytes"
    text = decode_utf8(read_bytes(path), name_of(path), GridError, remedy)
    kind = kind_of(text, path)
    return (page_json(text, f"{name_of(path)}: "), "json") if kind == "html" else (text, kind)


def kind_of(text: str, path: StrPath) -> Kind:
    """Return the format of a file by its suffix, or else by its text.

    >>> kind_of("C,A,T\\nX,D,X\\nword\\ncat", "-"), kind_of('{"rows": []}', "-")
    ('csv', 'json')
    """
    kind = None if path == "-" else _KINDS.get(Path(path).suffix.lower())
    if kind is not None:
        return kind
    if _OBJECT.match(text) and (text.rstrip().endswith("}") or not _TITLE.match(text)):
        return "json"
    if _HTML.match(text):
        return "html"
    return "csv" if _is_puzzle_csv(text) else "text"


def _is_puzzle_csv(text: str) -> bool:
    """Is it CSV with a grid, and below it, without a blank line, the header of the words?"""
    if "\nword" not in text and '\n"word"' not in text:
        return False
    found = _CSV_WORDS.search(text)
    if found is None:
        return False
    grid = text[: found.start()]
    is_table = any(mark in grid.strip().partition("\n")[0] for mark in ",;\t")
    return bool(found[1]) or (is_table and not re.search(r"\n\s*\n", grid))


def page_json(page: str, name: str = "") -> str:
    """Return the JSON text of the puzzle in an HTML page that lexigrid wrote.

    Raises:
        GridError: the page has no puzzle.
    """
    found = _PAGE_PUZZLE.search(page)
    if found is None:
        raise GridError(f"{name}the page holds no puzzle, expected a page that lexigrid wrote")
    return found[1]


def read_cells(path: StrPath, raw: tuple[int, int]) -> memoryview:
    """Read a file of one byte per cell, or map it if it is large.

    Raises:
        InputError: the file cannot be read.
        GridError: its size does not fit.
    """
    rows, columns = check_shape(raw, "raw")
    if path == "-":
        raise InputError("raw maps a file, not standard input ('-'); name the file")
    data = read_or_map(path, map_from=MAP_FROM)
    size = len(data)
    if size != rows * columns:
        raise GridError(
            f"{str(path)!r} has {size} bytes, {rows}x{columns} cells need "
            f"{rows * columns}{_hint(size, rows, columns)}",
            size=size,
        )
    return memoryview(data).cast("B", (rows, columns))


def check_mapped(codes: memoryview) -> None:
    """Check that a mapped file still has all its bytes; reading a missing one ends the process.

    Raises:
        GridError: it was shortened.
    """
    mapped = codes.obj
    if isinstance(mapped, mmap.mmap) and mapped.size() < len(mapped):
        raise GridError(
            f"the file of the grid had {len(mapped)} bytes and now has {mapped.size()}: it was "
            "shortened while in use; read it again",
            size=mapped.size(),
        )


def _hint(size: int, rows: int, columns: int) -> str:
    """Return advice for a file that is too long by a line break in each row."""
    for width in (1, 2):
        wider = columns + width
        if size in (rows * wider, rows * wider - width):
            hint = "; its rows seem to end with a line break: read it as text, without raw"
            if size == rows * wider:
                hint += f", or with raw {rows}x{wider}: a line break is a hole there"
            return hint
    return ""


def parse_json(text: str) -> Any:
    """Parse JSON text.

    Raises:
        GridError: it is not JSON.
    """
    return schema.parse_json(text, "", GridError)


def encode_csv(text: str, size: tuple[int, int] | None, qu: bool) -> EncodedCells:
    """Encode the fields of a CSV table; a blank field is a hole, and empty rows are left out.

    So are the words of a puzzle, which lexigrid writes below the grid.

    Raises:
        GridError: it is not CSV; rows of unequal length, a size that does not fit, a tile that
            cannot be read.
    """
    from .._util.csv_text import find_grid_delimiter, parse_csv, split_plain  # rarely needed

    delimiter = find_grid_delimiter(text)
    is_puzzle = delimiter.join(PUZZLE_COLUMNS) in text
    table = None if is_puzzle else split_plain(text, delimiter)
    if table is None:
        width = len(PUZZLE_COLUMNS)
        rows = filter(None, parse_csv(text, "", GridError, delimiter=delimiter))
        grid = takewhile(lambda row: row[0] != "word" or row[:width] != PUZZLE_COLUMNS, rows)
        cells: Iterable[list[str]] = without_padding([*grid], width) if is_puzzle else grid
        table = join_rows(cells)
    return encode_tokens(*table, size, qu, are_fields=True)


def without_padding(rows: list[_Row], columns: int) -> list[_Row]:
    """Cut the empty columns at the end that make rows as wide as the `columns` of the words.

    A spreadsheet fills the rows of a narrow grid with empty fields.

    >>> without_padding([["a", "", "", ""], ["b", "c", "", ""]], 4)
    [['a', ''], ['b', 'c']]
    """
    if {*map(len, rows)} != {columns}:
        return rows
    used = max((at for row in rows for at, cell in enumerate(row, 1) if cell), default=columns)
    return [row[:used] for row in rows]


def rows_and_options(
    data: Mapping[str, Any], options: Mapping[str, Any]
) -> tuple[list[Any], dict[str, Any]]:
    """Return the rows of the JSON form of a grid, and its options unless others are given.

    Raises:
        GridError: an unknown format or version, or no rows.
    """
    found = GridForm.from_dict(data)
    given = {key: value for key, value in options.items() if value not in _DEFAULTS}
    case_sensitive = found.case_sensitive or "case_sensitive" in given
    fold_accents = found.fold_accents or "fold_accents" in given
    if "alphabet" not in given:
        # An empty name is the open alphabet, given explicitly.
        given["alphabet"] = (
            Alphabet("", case_sensitive, fold_accents)
            if found.alphabet == ""
            else Alphabet.of(
                found.alphabet, case_sensitive=case_sensitive, fold_accents=fold_accents
            )
        )
    given.setdefault("topology", found.pairs or found.topology)
    given.setdefault("wrap", found.wrap)
    return found.rows, given
