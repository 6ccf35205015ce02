"""Make rows of columns: the grids, words and sizes, or the errors that make rows unusable."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from ..._util.plain_text import shorten
from ...errors import InputError
from ..job import TASKS, Job, Shape
from ..rows import Rows
from .sources import Source

#: Some records: their line numbers from 0, a column per input of the job, and errors by row.
Chunk = tuple[Sequence[int], list[list[Any]], dict[int, str]]
#: Bytes at the start of JSON lines that are searched for columns.
HEAD_BYTES = 1 << 16
#: Records read at once, between two checks whether the job was stopped. Garbage collection visits
#: more fields at once: 1,024 records took half as long again.
CHUNK_ROWS = 1 << 8
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
#: The most characters of a value in a message.
_SHOWN = 60
_Text = TypeVar("_Text", str, str | None)
_SIZE = re.compile(r"\s*([0-9]{1,9})\s*[xX×]\s*([0-9]{1,9})\s*")


def make_rows(job: Job, columns: Mapping[str, list[Any]], errors: Mapping[int, str]) -> Rows:
    """Make rows of the columns of the input.

    A row keeps its error in `errors`, or gets the first fault found. U+FFFD replaces invalid bytes.
    Words are parsed when their row is searched.
    """
    texts, found = _join_grids(columns[job.grid_column])
    texts, invalid = replace_in_column(texts)
    found |= dict.fromkeys(invalid, "the grid is not UTF-8; save the file as UTF-8")
    has_blank = not all(texts) or not all(map(str.strip, texts))  # type: ignore[arg-type]
    if has_blank and len(errors) < len(texts):
        blank: Iterable[int] = range(len(texts))
        if any(texts):
            blank = [row for row, text in enumerate(texts) if not text or text.isspace()]
        found = dict.fromkeys(blank, "there is no grid") | found
    rows = Rows(texts, None if job.words_column is None else columns[job.words_column])
    for name, own in job.passed.items():
        if own in columns:
            rows.passed[name], invalid = _pass(job, columns[own])
            found = dict.fromkeys(invalid, not_utf8(own)) | found
    if job.size_column is not None:
        rows.sizes, wrong = _parse_sizes(columns[job.size_column])
        found = wrong | found
    rows.errors = {**found, **errors}
    return rows


def _join_grids(column: list[Any]) -> tuple[list[str | None], dict[int, str]]:
    """Return grids as texts: rows of a grid are joined, and what is no text has an error."""
    errors: dict[int, str] = {}
    if {*map(type, column)} <= {str, type(None)}:
        return column, errors
    texts = list(column)
    for row, grid in enumerate(column):
        if isinstance(grid, list) and grid and all(isinstance(line, str) for line in grid):
            texts[row] = "/".join(grid) if len(grid) > 1 else f"{grid[0]}/"
        elif grid is not None and not isinstance(grid, str):
            texts[row] = None
            errors[row] = (
                f"the grid is {show_json(grid)}, expected text such as tea/ant/oat, or a list of "
                "rows such as tea, ant and oat"
            )
    return texts, errors


def show_json(value: Any) -> str:
    """Return a value as JSON for a message, cut after some characters.

    >>> show_json([None, {"a": "é"}])
    '[null, {"a": "é"}]'
    """
    text = replace_surrogates(json.dumps(value, ensure_ascii=False))
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."


def _parse_sizes(column: Sequence[Any]) -> tuple[list[Shape | None], dict[int, str]]:
    """Parse the sizes of rows, each distinct text once; return the errors as well."""
    texts = {value for value in column if isinstance(value, str)}
    known = {text: parse_size(text) for text in texts}
    pairs = [known[value] if isinstance(value, str) else parse_size(value) for value in column]
    errors = {row: error for row, (_, error) in enumerate(pairs) if error is not None}
    return [shape for shape, _ in pairs], errors


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
    elif value is None:
        text, listed = "", []
    else:
        return [], f"the words are {show_json(value)}, expected text or a list of texts"
    if not text.isascii() and _SURROGATES.search(text):
        return [], "the words are not UTF-8; save the file as UTF-8"
    words = [*filter(None, map(str.strip, listed))]
    return words, None if words else "there are no words, expected some, such as oat;eat"


def parse_size(value: Any) -> tuple[Shape | None, str | None]:
    """Read the size of a row, or return an error.

    >>> parse_size("3x4"), parse_size("0x4")[0], parse_size("")
    (((3, 4), None), None, (None, None))
    """
    if value is None or value == "":
        return None, None
    found = _SIZE.fullmatch(value) if isinstance(value, str) else None
    if found is None or not int(found[1]) or not int(found[2]):
        return None, f"the size is {show_json(value)}, expected ROWSxCOLUMNS such as 3x4"
    return (int(found[1]), int(found[2])), None


def _pass(job: Job, column: list[Any]) -> tuple[list[Any], list[int]]:
    """Return a column to pass through, and the rows with invalid bytes or escaped surrogates.

    For Parquet and Arrow all values become text.
    """
    if {*map(type, column)} <= {str, type(None)}:
        return replace_in_column(column)
    values = [
        value if value is None or isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        for value in column
    ]
    valid, invalid = replace_in_column(values)
    if not job.is_columnar:
        valid = [
            text if isinstance(value, str) else value
            for text, value in zip(valid, column, strict=True)
        ]
    return valid, invalid


def not_utf8(column: str) -> str:
    """Return the error of a row with invalid bytes in a column to pass through."""
    return f"the column {shorten(column)} is not UTF-8; save the file as UTF-8"


def check_columns(job: Job, source: Source, names: Sequence[str]) -> None:
    """Check that a file has each column that the job reads exactly once.

    Raises:
        InputError: a column is missing or occurs twice.
    """
    for name in job.inputs:
        if names.count(name) > 1:
            raise InputError(
                f"{source.name} has two columns {shorten(name)}; rename one of them",
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
            message = f"{source.name} has no column {shorten(name)}; its columns are {columns}; "
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


def replace_in_column(column: list[_Text]) -> tuple[list[_Text], list[int]]:
    """Replace the surrogates in a column of texts and None; return also the rows that had some."""
    text = "".join(filter(None, column))
    if text.isascii() or not _SURROGATES.search(text):
        return column, []
    valid = [text and replace_surrogates(text) for text in column]
    return valid, [row for row, text in enumerate(column) if valid[row] != text]


def replace_surrogates(text: str) -> str:
    """Replace each surrogate, which represents an invalid byte, by U+FFFD."""
    return text if text.isascii() else _SURROGATES.sub("\ufffd", text)
