"""Grids as files: text, JSON, CSV, raw bytes.

Knows the grid (given as an argument); known by the grid only.
Rule: a file that cannot be read or is no grid is one clear error, with its name.
"""

from __future__ import annotations

import mmap
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .._util.io import read_bytes
from ..alphabet import Alphabet
from ..errors import AlphabetError, GridError, InputError
from .encode import shape_of

if TYPE_CHECKING:
    from .grid import Grid

FORMAT = "lexigrid/grid"
VERSION = 1
#: Text that starts like this is JSON, whatever the file is called; a grid may start with a brace.
_OBJECT = re.compile(r'\s*\{\s*["}]')


def read_grid(
    kind: type[Grid],
    path: str | os.PathLike[str],
    size: tuple[int, int] | None,
    options: dict[str, Any],
) -> Grid:
    """Read a grid file; "-" is standard input."""
    name = "standard input" if path == "-" else repr(str(path))
    text = _decoded(read_bytes(path), name)
    suffix = "" if path == "-" else Path(path).suffix.lower()
    try:
        if suffix == ".csv":
            return _parsed_csv(kind, text, size, options)
        if suffix == ".json" or _OBJECT.match(text):
            return _parsed_json(kind, text, size, options)
        return kind.parse(text, size=size, **options)
    except (GridError, AlphabetError, InputError) as error:
        raise type(error)(f"{name}: {error}", **error.facts) from error


def mapped(path: str | os.PathLike[str], raw: tuple[int, int]) -> memoryview:
    """Map a file of one byte a cell."""
    rows, columns = shape_of(raw, "raw")
    if path == "-":
        raise InputError("raw maps a file, and standard input ('-') is none; name the file")
    try:
        with open(path, "rb") as file:
            size = os.fstat(file.fileno()).st_size
            if size != rows * columns:
                raise GridError(
                    f"{str(path)!r} has {size} bytes, {rows}x{columns} cells want "
                    f"{rows * columns}{_hint(size, rows, columns)}",
                    size=size,
                )
            data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except OSError as error:
        raise _cannot_read(path, error) from error
    return memoryview(data).cast("B", (rows, columns))


def _hint(size: int, rows: int, columns: int) -> str:
    """Say how to go on with a file that is too long by a line break in each row."""
    for width in (1, 2):
        wider = columns + width
        if size in (rows * wider, rows * wider - width):
            hint = "; its rows seem to end with a line break: read it as text, without raw"
            if size == rows * wider:
                hint += f", or with raw {rows}x{wider}: a line break is a hole there"
            return hint
    return ""


def to_json(grid: Grid) -> dict[str, Any]:
    """Give the JSON form of a grid."""
    tokens = [None if tile is None else tile.format() for tile in grid.tiles]
    codes, columns = grid.codes, grid.columns
    made: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "rows": [
            [tokens[code] for code in codes[start : start + columns]]
            for start in range(0, len(codes), columns)
        ],
        "alphabet": grid.alphabet.name if grid.alphabet is not None else None,
        "topology": grid.topology.name,
    }
    if grid.alphabet is not None:
        made["case_sensitive"] = grid.alphabet.case_sensitive
        made["fold_accents"] = grid.alphabet.fold_accents
    if grid.topology.wrap:
        made["wrap"] = True
    if grid.topology.pairs:
        made["pairs"] = [[list(a), list(b)] for a, b in grid.topology.pairs]
    return made


def from_json(kind: type[Grid], data: Mapping[str, Any], options: dict[str, Any]) -> Grid:
    """Make a grid of its JSON form; options that are given go before those of the data."""
    if not isinstance(data, Mapping) or data.get("format") != FORMAT:
        found = data.get("format") if isinstance(data, Mapping) else data
        raise GridError(f"the format is {found!r}, expected {FORMAT!r}")
    if data.get("version") != VERSION:
        raise GridError(f"the version is {data.get('version')!r}, this release reads {VERSION}")
    rows = data.get("rows")
    if not isinstance(rows, list) or not all(isinstance(row, list | str) for row in rows):
        raise GridError(f"rows are {rows!r}, expected a list of lists of tiles")
    own = {key: value for key, value in options.items() if value not in (None, False, "king")}
    case_sensitive = _flag(data, "case_sensitive") or "case_sensitive" in own
    fold_accents = _flag(data, "fold_accents") or "fold_accents" in own
    if "alphabet" not in own:
        own["alphabet"] = _alphabet_of(data.get("alphabet"), case_sensitive, fold_accents)
    own.setdefault("topology", data.get("pairs") or data.get("topology", "king"))
    own.setdefault("wrap", _flag(data, "wrap"))
    return kind.from_rows(rows, **own)


def _alphabet_of(name: Any, case_sensitive: bool, fold_accents: bool) -> Alphabet | None:
    if name:
        return Alphabet.named(name, case_sensitive=case_sensitive, fold_accents=fold_accents)
    if name is None and not (case_sensitive or fold_accents):
        return None
    return Alphabet(case_sensitive=case_sensitive, fold_accents=fold_accents)


def _flag(data: Mapping[str, Any], name: str) -> bool:
    value = data.get(name, False)
    if not isinstance(value, bool):
        raise GridError(f"{name} is {value!r}, expected true or false")
    return value


def _parsed_json(
    kind: type[Grid], text: str, size: tuple[int, int] | None, options: dict[str, Any]
) -> Grid:
    import json

    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise GridError(f"not JSON: {error}") from error
    return from_json(kind, data, {**options, "size": size})


def _parsed_csv(
    kind: type[Grid], text: str, size: tuple[int, int] | None, options: dict[str, Any]
) -> Grid:
    import csv
    import io

    try:
        rows = [row for row in csv.reader(io.StringIO(text, newline="")) if row]
    except csv.Error as error:
        raise GridError(f"not CSV: {error}") from error
    tokens = [[field.strip() or "." for field in row] for row in rows]
    return kind.from_rows(tokens, size=size, **options)


def _decoded(data: bytes, name: str) -> str:
    try:
        return data.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise GridError(
            f"{name}: byte {error.start} is {data[error.start]:#04x}, which is not UTF-8; "
            "save the grid as UTF-8, or give --raw for bytes",
            offset=error.start,
        ) from error


def _cannot_read(path: str | os.PathLike[str], error: OSError) -> InputError:
    reason = error.strerror or str(error)
    return InputError(f"cannot read {str(path)!r}: {reason}", path=str(path))
