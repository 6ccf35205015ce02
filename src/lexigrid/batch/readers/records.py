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
    text = grid if isinstance(grid, str) else None
    try:
        if text is None and grid is not None:
            raise InputError(f"the grid is {reprlib.repr(grid)}, expected text")
        if text is None or not text.strip():
            raise InputError("there is no grid")
        if (valid := replace_surrogates(text)) != text:
            text = valid
            raise InputError("the grid is not UTF-8; save the file as UTF-8")
        _check_passed(job, passed)
        return (
            text,
            parse_words(words) if job.words_column is not None else None,
            parse_size(size) if job.size_column is not None and size not in (None, "") else None,
            None,
            passed,
        )
    except InputError as error:
        return text, None, None, str(error), passed


def parse_words(value: Any) -> list[str]:
    """Read the words of a row: a list, or text separated by commas, semicolons, bars or newlines.

    >>> parse_words("oat; ice cream"), parse_words(["oat", "eat"])
    (['oat', 'ice cream'], ['oat', 'eat'])

    Raises:
        InputError: the value is neither, or has no words.
    """
    listed = _WORD_SEPARATORS.split(value) if isinstance(value, str) else value
    if not isinstance(listed, list) or not all(isinstance(word, str) for word in listed):
        raise InputError(f"the words are {reprlib.repr(value)}, expected text or a list of texts")
    if _SURROGATES.search("".join(listed)):
        raise InputError("the words are not UTF-8; save the file as UTF-8")
    words = [word.strip() for word in listed if word.strip()]
    if not words:
        raise InputError("there are no words, expected some, such as oat;eat")
    return words


def parse_size(value: Any) -> Shape:
    """Read the size of a row.

    >>> parse_size("3x4")
    (3, 4)

    Raises:
        InputError: the value is not ROWSxCOLUMNS.
    """
    found = _SIZE.fullmatch(value) if isinstance(value, str) else None
    if found is None or not int(found[1]) or not int(found[2]):
        raise InputError(f"the size is {reprlib.repr(value)}, expected ROWSxCOLUMNS such as 3x4")
    return int(found[1]), int(found[2])


def empty_rows(job: Job) -> Rows:
    """Return empty `Rows` with the columns that the job reads."""
    words: list[Any] | None = [] if job.words_column else None
    sizes: list[Any] | None = [] if job.size_column else None
    return Rows([], words, sizes, {name: [] for name in job.passed})


def add_record(rows: Rows, record: Record) -> None:
    """Append a record to rows made by `empty_rows`; U+FFFD replaces invalid bytes."""
    grid, words, size, error, passed = record
    if error is not None:
        rows.errors[len(rows.grids)] = replace_surrogates(error)
    rows.grids.append(replace_surrogates(grid) if grid is not None else None)
    if isinstance(rows.words, list):
        rows.words.append(words)
    if isinstance(rows.sizes, list):
        rows.sizes.append(size)
    for values, value in zip(rows.passed.values(), passed or repeat(None), strict=False):
        values.append(replace_surrogates(value) if isinstance(value, str) else value)


def _check_passed(job: Job, values: Sequence[Any]) -> None:
    """Check that the values to pass through are valid Unicode.

    Raises:
        InputError: one has invalid bytes or an escaped surrogate.
    """
    for at, value in enumerate(values):
        if isinstance(value, list | dict):
            value = json.dumps(value, ensure_ascii=False)
        if isinstance(value, str) and replace_surrogates(value) != value:
            raise InputError(not_utf8([*job.passed.values()][at]))


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
