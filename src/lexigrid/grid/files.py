"""Grids as files: text, JSON, CSV, raw bytes.

Knows the grid (given as an argument); known by the grid only.
Rule: a file that cannot be read or is no grid is one clear error, with its name.
"""

from __future__ import annotations

import mmap
import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..alphabet import Alphabet
from ..errors import GridError, InputError
from ..files import read_bytes

if TYPE_CHECKING:
    from .grid import Grid

FORMAT = "lexigrid/grid"
VERSION = 1


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
        if suffix == ".json" or text.lstrip().startswith("{"):
            return _parsed_json(kind, text, options)
        if suffix == ".csv":
            return _parsed_csv(kind, text, size, options)
        return kind.parse(text, size=size, **options)
    except GridError as error:
        raise GridError(f"{name}: {error}", **error.facts) from error


def mapped(path: str | os.PathLike[str], raw: tuple[int, int]) -> memoryview:
    """Map a file of one byte a cell."""
    rows, columns = raw
    if rows < 1 or columns < 1:
        raise GridError(f"raw is {rows}x{columns}, expected at least 1x1")
    try:
        with open(path, "rb") as file:
            size = os.fstat(file.fileno()).st_size
            if size != rows * columns:
                hint = ""
                if size in (rows * (columns + 1), rows * (columns + 1) - 1):
                    hint = "; its rows seem to end with a line break: read it as text, without raw"
                raise GridError(
                    f"{str(path)!r} has {size} bytes, {rows}x{columns} cells want "
                    f"{rows * columns}{hint}",
                    size=size,
                )
            data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except OSError as error:
        raise _cannot_read(path, error) from error
    return memoryview(data).cast("B", (rows, columns))


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
    name = data.get("alphabet")
    if name is not None and "alphabet" not in own:
        case_sensitive = bool(data.get("case_sensitive", False))
        fold_accents = bool(data.get("fold_accents", False))
        own["alphabet"] = Alphabet(case_sensitive=case_sensitive, fold_accents=fold_accents)
        if name:
            own["alphabet"] = Alphabet.named(
                name, case_sensitive=case_sensitive, fold_accents=fold_accents
            )
    if "topology" not in own:
        pairs = data.get("pairs")
        own["topology"] = pairs or data.get("topology", "king")
    own.setdefault("wrap", bool(data.get("wrap", False)))
    return kind.from_rows(rows, **own)


def _parsed_json(kind: type[Grid], text: str, options: dict[str, Any]) -> Grid:
    import json

    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise GridError(f"not JSON: {error}") from error
    return from_json(kind, data, options)


def _parsed_csv(
    kind: type[Grid], text: str, size: tuple[int, int] | None, options: dict[str, Any]
) -> Grid:
    import csv
    import io

    rows = [row for row in csv.reader(io.StringIO(text, newline="")) if row]
    tokens = [[field.strip() or "." for field in row] for row in rows]
    return kind.from_rows(tokens, size=size, **options)


def _decoded(data: bytes, name: str) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise GridError(
            f"{name}: byte {error.start} is {data[error.start]:#04x}, which is not UTF-8; "
            "save the grid as UTF-8, or give --raw for bytes",
            offset=error.start,
        ) from error


def _cannot_read(path: str | os.PathLike[str], error: OSError) -> InputError:
    reason = error.strerror or str(error)
    return InputError(f"cannot read {str(path)!r}: {reason}", path=str(path))
