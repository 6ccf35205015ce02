"""Reading plain text, CSV and JSON lines in slices.

Knows jobs, sources, slices and rows; known by the plan and the work.
Rule: a slice ends where a record ends, so that slices can be read in any order by anyone.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from typing import Any

from ...errors import InputError
from ..job import Job, Shape
from ..plan import Slice
from ..rows import Rows
from .sources import Source

_BOM = b"\xef\xbb\xbf"
_PIECE = 1 << 20
#: Words of rows that are read in one go, about: they are objects, and take time to read.
MOST_WORDS = 1 << 16
_WORD_ENDS = re.compile(r"[,;|\n]")
_SIZE = re.compile(r"\s*([0-9]{1,9})\s*[xX×]\s*([0-9]{1,9})\s*")


def cut(job: Job, source: Source) -> list[Slice]:
    """Cut a text file into slices of about `job.part_bytes` bytes at ends of records.

    Raises:
        InputError: it lacks a column; it cannot be read.
    """
    if source.kind == "text" and (job.words_column or job.size_column):
        raise InputError(
            f"{source.path!r} is plain text, a grid a line: it has no columns of words or sizes; "
            "use CSV, JSON lines or Parquet"
        )
    begin = 0
    if source.kind == "csv":
        begin = len(_header_bytes(source))
        _places(job, source)
    elif source.kind == "jsonl":
        _check_first(job, source)
    ends = _record_ends(source, begin, job.part_bytes)
    return [Slice(a, b) for a, b in zip([begin, *ends[:-1]], ends, strict=True)]


def read(job: Job, source: Source, piece: Slice) -> Iterator[Rows]:
    """Read a slice in batches of rows; each is one record, blank lines of CSV and JSON are none."""
    with open(source.path, "rb") as file:
        file.seek(piece.begin)
        data = file.read(piece.end - piece.begin)
    if piece.begin == 0:
        data = data.removeprefix(_BOM)
    text = _decoded(data)
    if source.kind == "text" and text.isascii() and "\r" not in text and "\n\n" not in text:
        # Nothing to look for in single lines, which would take longer than the search.
        lines = text.removesuffix("\n").split("\n")
        if lines[0] and all(map(str.strip, lines)):
            for begin in range(0, len(lines), job.batch_rows):
                yield Rows(lines[begin : begin + job.batch_rows])
            return
    if source.kind == "csv":
        records = _csv_records(job, source, text)
    elif source.kind == "jsonl":
        records = _json_records(job, text)
    else:
        records = _text_records(text)
    yield from _batched(job, records)


#: Grid, words, size, error.
Record = tuple[str | None, list[str] | None, Shape | None, str | None]


def words_of(value: Any) -> list[str]:
    """Read the words of a row: a list of them, or text with commas, semicolons, bars between.

    >>> words_of("oat; ice cream"), words_of(["oat", "eat"])
    (['oat', 'ice cream'], ['oat', 'eat'])

    Raises:
        InputError: it is nothing of the kind, or there is none.
    """
    listed = _WORD_ENDS.split(value) if isinstance(value, str) else value
    if not isinstance(listed, list) or not all(isinstance(word, str) for word in listed):
        raise InputError(f"the words are {_short(value)}, expected text or a list of texts")
    words = [word.strip() for word in listed if word.strip()]
    if not words:
        raise InputError("there are no words, expected some, such as oat;eat")
    return words


def size_of(value: Any) -> Shape:
    """Read the size of a row.

    >>> size_of("3x4")
    (3, 4)

    Raises:
        InputError: it is none.
    """
    found = _SIZE.fullmatch(value) if isinstance(value, str) else None
    if found is None or not int(found[1]) or not int(found[2]):
        raise InputError(f"the size is {_short(value)}, expected ROWSxCOLUMNS such as 3x4")
    return int(found[1]), int(found[2])


def record_of(job: Job, grid: Any, words: Any, size: Any) -> Record:
    """Check what a row has; whatever is wrong with it becomes its error."""
    if isinstance(grid, list) and grid and all(isinstance(row, str) for row in grid):
        grid = "/".join(grid) if len(grid) > 1 else f"{grid[0]}/"
    shown = grid if isinstance(grid, str) else None
    try:
        if shown is None or not shown.strip():
            raise InputError(
                "there is no grid"
                if grid in (None, "") or shown is not None
                else f"the grid is {_short(grid)}, expected text"
            )
        if not _is_utf8(shown):
            shown = _mended(shown)
            raise InputError("the grid is not UTF-8; save the file as UTF-8")
        return (
            shown,
            words_of(words) if job.words_column is not None else None,
            size_of(size) if job.size_column is not None and size not in (None, "") else None,
            None,
        )
    except InputError as error:
        return shown, None, None, str(error)


def _batched(job: Job, records: Iterator[Record]) -> Iterator[Rows]:
    rows = _no_rows(job)
    listed = 0
    for grid, words, size, error in records:
        listed += len(words or ())
        if error is not None:
            rows.errors[len(rows.grids)] = error
        rows.grids.append(grid)
        if isinstance(rows.words, list):
            rows.words.append(words)
        if isinstance(rows.sizes, list):
            rows.sizes.append(size)
        if len(rows) == job.batch_rows or listed >= MOST_WORDS:
            yield rows
            rows = _no_rows(job)
            listed = 0
    if len(rows):
        yield rows


def _no_rows(job: Job) -> Rows:
    return Rows([], [] if job.words_column else None, [] if job.size_column else None)


def _text_records(text: str) -> Iterator[Record]:
    lines = text.split("\n")
    if not lines[-1]:
        lines.pop()
    for line in lines:
        line = line.removesuffix("\r")
        if not line.strip():
            yield line, None, None, "the line is empty, expected a grid such as tea/ant/oat"
        elif not _is_utf8(line):
            yield _mended(line), None, None, "the line is not UTF-8; save the file as UTF-8"
        else:
            yield line, None, None, None


def _csv_records(job: Job, source: Source, text: str) -> Iterator[Record]:
    places = _places(job, source)
    reader = csv.reader(io.StringIO(text, newline=""))
    while True:
        try:
            fields = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            yield None, None, None, f"not CSV: {error}"
            continue
        if fields:
            yield record_of(
                job,
                *(None if at is None or at >= len(fields) else fields[at] for at in places),
            )


def _json_records(job: Job, text: str) -> Iterator[Record]:
    for line in text.split("\n"):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            yield None, None, None, f"not JSON: {error}"
            continue
        if not isinstance(row, dict):
            yield None, None, None, f"the line is {_short(row)}, expected a JSON object"
            continue
        yield record_of(
            job,
            row.get(job.grid_column),
            row.get(job.words_column) if job.words_column else None,
            row.get(job.size_column) if job.size_column else None,
        )


def _decoded(data: bytes) -> str:
    """Read UTF-8; bytes that are none become surrogates, by which their row is found."""
    return data.decode("utf-8", "surrogateescape")


def _is_utf8(text: str) -> bool:
    if text.isascii():
        return True
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _mended(text: str) -> str:
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _header_bytes(source: Source) -> bytes:
    """Read the first record of a CSV file as it stands."""
    header = b""
    with open(source.path, "rb") as file:
        while line := file.readline(_PIECE):
            header += line
            if header.count(b'"') % 2 == 0 and header.endswith(b"\n"):
                break
            if len(header) > _PIECE:
                raise InputError(f"{source.path!r}: the header of the CSV file has no end")
    return header


def _places(job: Job, source: Source) -> list[int | None]:
    """Find the columns of grids, words and sizes in the header of a CSV file."""
    header = _header_bytes(source).removeprefix(_BOM).decode("utf-8", "replace")
    names = [name.strip() for name in next(csv.reader(io.StringIO(header, newline="")), [])]
    wanted = (job.grid_column, job.words_column, job.size_column)
    for name in wanted:
        if name is not None and name not in names:
            raise missing_column(source, name, names)
    return [None if name is None else names.index(name) for name in wanted]


def missing_column(source: Source, name: str, names: list[str]) -> InputError:
    """Make the error for a file without a column."""
    there = ", ".join(map(repr, names[:20])) or "none"
    return InputError(
        f"{source.path!r} has no column {name!r}; its columns are {there}; "
        "name yours with --grid-column, --words-column, --size-column",
        path=source.path,
        column=name,
    )


def _check_first(job: Job, source: Source) -> None:
    """Look at the first record of JSON lines, so that a wrong name is told before the work."""
    with open(source.path, "rb") as file:
        line = file.readline(1 << 24).removeprefix(_BOM)
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        return  # it becomes a row with an error
    if isinstance(row, dict):
        for name in (job.grid_column, job.words_column, job.size_column):
            if name is not None and name not in row:
                raise missing_column(source, name, list(map(str, row)))


def _record_ends(source: Source, begin: int, step: int) -> list[int]:
    """Find the first end of a record at or after each multiple of `step` bytes, and the last."""
    ends: list[int] = []
    with open(source.path, "rb") as file:
        if source.kind == "csv":
            ends = _quoted_ends(file, begin, step)
        else:
            at = begin + step
            while at < source.size:
                file.seek(at - 1)
                while (line := file.readline(_PIECE)) and not line.endswith(b"\n"):
                    pass
                at = file.tell()
                if at < source.size:
                    ends.append(at)
                at += step
    return [*ends, source.size]


def _quoted_ends(file: Any, begin: int, step: int) -> list[int]:
    """Find ends of records of CSV: line breaks with an even number of quotes before them."""
    file.seek(begin)
    size = file.seek(0, io.SEEK_END)
    file.seek(begin)
    ends: list[int] = []
    at, target, quotes = begin, begin + step, 0
    while piece := file.read(_PIECE):
        seen = 0
        while at + len(piece) >= target:
            found = piece.find(b"\n", max(seen, target - at - 1))
            if found < 0:
                break
            quotes += piece.count(b'"', seen, found)
            seen = found + 1
            if quotes % 2 == 0 and at + seen < size:
                ends.append(at + seen)
                target = at + seen + step
        quotes += piece.count(b'"', seen)
        at += len(piece)
    return ends


def _short(value: Any) -> str:
    shown = repr(value)
    return shown if len(shown) <= 60 else f"{shown[:57]}..."
