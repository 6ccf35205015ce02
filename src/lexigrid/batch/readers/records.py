"""Parse one input row: its grid, words and size, or the error that makes it unusable."""

from __future__ import annotations

import json
import re
import reprlib
from collections.abc import Sequence
from itertools import repeat
from typing import Any

from ...errors import InputError
from ..job import TASKS, Job, Shape
from ..rows import Rows
from .sources import Source

#: Grid, words, size, error, and the values to pass through.
Record = tuple[str | None, list[str] | None, Shape | None, str | None, Sequence[Any]]

_WORD_SEPARATORS = re.compile(r"[,;|\n]")
#: Invalid bytes are decoded to these, and JSON can escape them.
_SURROGATES = re.compile("[\ud800-\udfff]")
#: Likely column separators, and the option that selects each.
_SEPARATORS = {
    "\t": "--from tsv",
    ",": "--from csv",
    ";": "--delimiter ';'",
    "|": "--delimiter '|'",
}
_SIZE = re.compile(r"\s*([0-9]{1,9})\s*[xX×]\s*([0-9]{1,9})\s*")


def parse_record(job: Job, grid: Any, words: Any, size: Any, passed: Sequence[Any]) -> Record:
    """Parse the fields of a row; the first fault found becomes its error."""
    if isinstance(grid, list) and grid and all(isinstance(row, str) for row in grid):
        grid = "/".join(grid) if len(grid) > 1 else f"{grid[0]}/"
    listed = shape = error = None
    if not isinstance(grid, str):
        error = "there is no grid"
        if grid is not None:
            error = f"the grid is {reprlib.repr(grid)}, expected text"
        return None, None, None, error, passed
    if not grid or grid.isspace():
        error = "there is no grid"
    elif not grid.isascii() and (valid := replace_surrogates(grid)) != grid:
        grid, error = valid, "the grid is not UTF-8; save the file as UTF-8"
    if error is None and passed:
        error = _check_passed(job, passed)
    if error is None and job.words_column is not None:
        listed, error = parse_words(words)
    if error is None and job.size_column is not None and size not in (None, ""):
        shape, error = parse_size(size)
    return grid, None if error else listed, shape, error, passed


def parse_words(value: Any) -> tuple[list[str], str | None]:
    """Read the words of a row: a list, or text separated by commas, semicolons, bars or newlines.

    An error is returned, because raising one takes as long as the rest.

    >>> parse_words("oat; ice cream"), parse_words(["oat", " "])
    ((['oat', 'ice cream'], None), (['oat'], None))
    >>> parse_words(";")
    ([], 'there are no words, expected some, such as oat;eat')
    """
    if isinstance(value, str):
        text, listed = value, _WORD_SEPARATORS.split(value)
    elif isinstance(value, list) and all(isinstance(word, str) for word in value):
        text, listed = "".join(value), value
    else:
        shown = "None" if value is None else reprlib.repr(value)
        return [], f"the words are {shown}, expected text or a list of texts"
    if not text.isascii() and _SURROGATES.search(text):
        return [], "the words are not UTF-8; save the file as UTF-8"
    words = [*filter(None, map(str.strip, listed))]
    return words, None if words else "there are no words, expected some, such as oat;eat"


def parse_size(value: Any) -> tuple[Shape | None, str | None]:
    """Read the size of a row, or return an error.

    >>> parse_size("3x4"), parse_size("0x4")[0]
    (((3, 4), None), None)
    """
    found = _SIZE.fullmatch(value) if isinstance(value, str) else None
    if found is None or not int(found[1]) or not int(found[2]):
        return None, f"the size is {reprlib.repr(value)}, expected ROWSxCOLUMNS such as 3x4"
    return (int(found[1]), int(found[2])), None


def empty_rows(job: Job) -> Rows:
    """Return empty `Rows` with the columns that the job reads."""
    words: list[Any] | None = [] if job.words_column else None
    sizes: list[Any] | None = [] if job.size_column else None
    return Rows([], words, sizes, {name: [] for name in job.passed})


def add_record(rows: Rows, record: Record) -> None:
    """Append a record to rows made by `empty_rows`; U+FFFD replaces invalid bytes."""
    grid, words, size, error, passed = record
    if error is not None:
        rows.errors[len(rows.grids)] = error if error.isascii() else replace_surrogates(error)
    rows.grids.append(grid if grid is None or grid.isascii() else replace_surrogates(grid))
    if isinstance(rows.words, list):
        rows.words.append(words)
    if isinstance(rows.sizes, list):
        rows.sizes.append(size)
    if rows.passed:
        for values, value in zip(rows.passed.values(), passed or repeat(None), strict=False):
            values.append(replace_surrogates(value) if isinstance(value, str) else value)


def _check_passed(job: Job, values: Sequence[Any]) -> str | None:
    """Return an error if a value to pass through has invalid bytes or an escaped surrogate."""
    for at, value in enumerate(values):
        if isinstance(value, list | dict):
            value = json.dumps(value, ensure_ascii=False)
        if isinstance(value, str) and replace_surrogates(value) != value:
            return not_utf8([*job.passed.values()][at])
    return None


def not_utf8(column: str) -> str:
    """Return the error of a row with invalid bytes in a column to pass through."""
    return f"the column {column!r} is not UTF-8; save the file as UTF-8"


def check_columns(job: Job, source: Source, names: Sequence[str]) -> None:
    """Check that a file has each column that the job reads exactly once.

    Raises:
        InputError: a column is missing or occurs twice.
    """
    for name in job.inputs:
        if names.count(name) > 1:
            raise InputError(
                f"{source.name} has two columns {name!r}; rename one of them",
                path=source.path,
                column=name,
            )
        if replace_surrogates(name) != name:
            raise InputError(
                f"the header of {source.name} is not UTF-8; save the file as UTF-8",
                path=source.path,
            )
        if name in names:
            continue
        kept = [out for out, own in job.passed.items() if own == name]
        if kept:
            known = ", ".join(dict.fromkeys(("grid", *TASKS[job.task], *names[:20])))
            message = f"keep has {kept[0]!r}, which --task {job.task} does not write and "
            message += f"{source.name} does not have; expected some of {known}"
        else:
            columns = ", ".join(map(repr, names[:20])) or "none"
            message = f"{source.name} has no column {name!r}; its columns are {columns}; "
            message += _find_separator(name, names) or (
                "name yours with --grid-column, --words-column, --size-column"
            )
        raise InputError(message, path=source.path, column=name)


def _find_separator(name: str, columns: Sequence[str]) -> str:
    """Return the remedy for a header with another separator than expected, or ""."""
    for separator, remedy in _SEPARATORS.items():
        if len(columns) == 1 and name in map(str.strip, columns[0].split(separator)):
            return f"they are separated by {separator!r}: give {remedy}"
    return ""


def replace_surrogates(text: str) -> str:
    """Replace each surrogate, which represents an invalid byte, by U+FFFD."""
    return text if text.isascii() else _SURROGATES.sub("\ufffd", text)
