"""One row of input: its grid, words and size, or the error that makes it unusable."""

from __future__ import annotations

import re
import reprlib
from collections.abc import Sequence
from itertools import repeat
from typing import Any

from ...errors import InputError
from ..job import TASKS, Job, Shape
from ..rows import Rows
from .sources import Source

#: Grid, words, size, error, and the values that are passed through.
Record = tuple[str | None, list[str] | None, Shape | None, str | None, Sequence[Any]]

_WORD_SEPARATORS = re.compile(r"[,;|\n]")
#: What invalid bytes are decoded to, and what JSON may escape.
_SURROGATES = re.compile("[\ud800-\udfff]")
_SIZE = re.compile(r"\s*([0-9]{1,9})\s*[xX×]\s*([0-9]{1,9})\s*")


def parse_record(job: Job, grid: Any, words: Any, size: Any, passed: Sequence[Any]) -> Record:
    """Check the fields of a row; whatever is wrong with them becomes its error."""
    if isinstance(grid, list) and grid and all(isinstance(row, str) for row in grid):
        grid = "/".join(grid) if len(grid) > 1 else f"{grid[0]}/"
    text = grid if isinstance(grid, str) else None
    try:
        if text is None and grid is not None:
            raise InputError(f"the grid is {shorten(grid)}, expected text")
        if text is None or not text.strip():
            raise InputError("there is no grid")
        if (valid := replace_surrogates(text)) != text:
            text = valid
            raise InputError("the grid is not UTF-8; save the file as UTF-8")
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
    """Read the words of a row: a list, or text separated by commas, semicolons, bars or line ends.

    >>> parse_words("oat; ice cream"), parse_words(["oat", "eat"])
    (['oat', 'ice cream'], ['oat', 'eat'])

    Raises:
        InputError: it is neither, or there are no words.
    """
    listed = _WORD_SEPARATORS.split(value) if isinstance(value, str) else value
    if not isinstance(listed, list) or not all(isinstance(word, str) for word in listed):
        raise InputError(f"the words are {shorten(value)}, expected text or a list of texts")
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
        InputError: it is not ROWSxCOLUMNS.
    """
    found = _SIZE.fullmatch(value) if isinstance(value, str) else None
    if found is None or not int(found[1]) or not int(found[2]):
        raise InputError(f"the size is {shorten(value)}, expected ROWSxCOLUMNS such as 3x4")
    return int(found[1]), int(found[2])


def empty_rows(job: Job) -> Rows:
    """Return rows to add records to."""
    words: list[Any] | None = [] if job.words_column else None
    sizes: list[Any] | None = [] if job.size_column else None
    return Rows([], words, sizes, {name: [] for name in job.passed})


def add_record(rows: Rows, record: Record) -> None:
    """Append a record to rows made by `empty_rows`."""
    grid, words, size, error, passed = record
    if error is not None:
        rows.errors[len(rows.grids)] = error
    rows.grids.append(grid)
    if isinstance(rows.words, list):
        rows.words.append(words)
    if isinstance(rows.sizes, list):
        rows.sizes.append(size)
    for values, value in zip(rows.passed.values(), passed or repeat(None), strict=False):
        values.append(value)


def check_columns(job: Job, source: Source, names: Sequence[str]) -> None:
    """Check that a file has the columns that the job reads.

    Raises:
        InputError: it lacks one.
    """
    for name in job.inputs:
        if name in names:
            continue
        if name in job.passed:
            known = ", ".join(dict.fromkeys(("grid", *TASKS[job.task], *names[:20])))
            message = f"keep has {name!r}, which --task {job.task} does not write and "
            message += f"{source.path!r} does not have; expected some of {known}"
        else:
            columns = ", ".join(map(repr, names[:20])) or "none"
            message = f"{source.path!r} has no column {name!r}; its columns are {columns}; "
            message += "name yours with --grid-column, --words-column, --size-column"
        raise InputError(message, path=source.path, column=name)


def replace_surrogates(text: str) -> str:
    """Replace each surrogate, which stands for an invalid byte, by U+FFFD."""
    return text if text.isascii() else _SURROGATES.sub("\ufffd", text)


def shorten(value: Any) -> str:
    """Return the start of a value for a message."""
    return reprlib.repr(value)
