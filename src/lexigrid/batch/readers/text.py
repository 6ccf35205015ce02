"""Read plain text, CSV and JSON lines in slices.

A slice ends where a record ends, so slices can be read in any order and by any process.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from ..._util.csv_text import unescape
from ...errors import InputError
from ..job import DELIMITERS, Job
from ..parts import Slice
from ..rows import Rows
from .records import (
    Record,
    add_record,
    check_columns,
    empty_rows,
    parse_record,
    replace_surrogates,
    shorten,
)
from .sources import Source

_BOM = b"\xef\xbb\xbf"
_BUFFER_BYTES = 1 << 20
#: Far more bytes than a record of CSV has.
_MAX_RECORD_BYTES = 1 << 24
#: Words in one batch of rows, about: as Python objects they take memory and time.
MAX_WORDS = 1 << 16


def slice_file(job: Job, source: Source) -> list[Slice]:
    """Divide a text file at ends of records into slices of about `job.part_bytes` bytes.

    Raises:
        InputError: it lacks a column, or cannot be read.
    """
    if source.kind == "text" and (job.words_column or job.size_column):
        raise InputError(
            f"{source.path!r} is plain text, one grid per line: it has no columns of words or "
            "sizes; use CSV, JSON lines or Parquet"
        )
    names = [job.grid_column] if source.kind == "text" else list_columns(source)
    if names or source.kind in DELIMITERS:  # no line of JSON may be whole
        check_columns(job, source, names)
    begin = find_first_record(source)
    ends = _find_record_ends(source, begin, job.part_bytes)
    return [Slice(a, b) for a, b in zip([begin, *ends[:-1]], ends, strict=True)]


def find_first_record(source: Source) -> int:
    """Return the byte at which the records of a text file begin: after the header of CSV."""
    return len(_read_header(source)) if source.kind in DELIMITERS else 0


def read_slice(job: Job, source: Source, piece: Slice) -> Iterator[Rows]:
    """Read a slice in batches of rows; blank lines of CSV and JSON lines are no records."""
    with open(source.path, "rb") as file:
        file.seek(piece.begin)
        data = file.read(piece.end - piece.begin)
    if piece.begin == 0:
        data = data.removeprefix(_BOM)
    # Invalid bytes become surrogates, by which their row is found.
    text = data.decode("utf-8", "surrogateescape")
    if source.kind == "text" and text.isascii() and "\r" not in text and "\n\n" not in text:
        # Lines that need no check: checking each would take longer than the search.
        lines = text.removesuffix("\n").split("\n")
        if lines[0] and all(map(str.strip, lines)):
            for begin in range(0, len(lines), job.batch_rows):
                yield Rows(lines[begin : begin + job.batch_rows])
            return
    if source.kind in DELIMITERS:
        records = _read_csv(job, source, text)
    elif source.kind == "jsonl":
        records = _read_json_lines(job, text)
    else:
        records = _read_lines(text)
    rows = empty_rows(job)
    word_count = 0
    for record in records:
        add_record(rows, record)
        word_count += len(record[1] or ())
        if len(rows) == job.batch_rows or word_count >= MAX_WORDS:
            yield rows
            rows, word_count = empty_rows(job), 0
    if len(rows):
        yield rows


def _read_lines(text: str) -> Iterator[Record]:
    for line in text.removesuffix("\n").split("\n") if text else ():
        line = line.removesuffix("\r")
        if not line.strip():
            yield line, None, None, "the line is empty, expected a grid such as tea/ant/oat", ()
        elif (valid := replace_surrogates(line)) != line:
            yield valid, None, None, "the line is not UTF-8; save the file as UTF-8", ()
        else:
            yield line, None, None, None, ()


def _read_csv(job: Job, source: Source, text: str) -> Iterator[Record]:
    columns = _find_columns(job, source)
    delimiter = DELIMITERS[source.kind]
    for fields in _split_csv(io.StringIO(text, newline="").readlines(), delimiter):
        if isinstance(fields, csv.Error):
            yield None, None, None, f"not CSV: {fields}", ()
        elif fields:
            fields = unescape(fields)
            grid, words, size, *passed = (
                None if at is None or at >= len(fields) else fields[at] for at in columns
            )
            yield parse_record(job, grid, words, size, [_clean(job, value) for value in passed])


def _split_csv(lines: list[str], delimiter: str) -> Iterator[list[str] | csv.Error]:
    """Split CSV into records; the lines that a stray quote has swallowed are read one by one."""
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    while (at := reader.line_num) < len(lines):
        try:
            yield next(reader)
        except csv.Error as error:
            yield error
            for line in lines[at + 1 : reader.line_num]:
                try:
                    yield next(csv.reader([line], delimiter=delimiter, strict=True))
                except csv.Error as other:
                    yield other


def _read_json_lines(job: Job, text: str) -> Iterator[Record]:
    for line in text.split("\n"):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            yield None, None, None, f"not JSON: {error}", ()
            continue
        if not isinstance(row, dict):
            yield None, None, None, f"the line is {shorten(row)}, expected a JSON object", ()
            continue
        yield parse_record(
            job,
            row.get(job.grid_column),
            row.get(job.words_column) if job.words_column else None,
            row.get(job.size_column) if job.size_column else None,
            [_clean(job, row.get(name)) for name in job.passed],
        )


def _clean(job: Job, value: Any) -> Any:
    """Return a value to pass through: Parquet and Arrow get text, JSON lines any JSON."""
    if isinstance(value, str):
        return replace_surrogates(value)
    return json.dumps(value) if job.is_columnar and value is not None else value


def _read_header(source: Source) -> bytes:
    """Read the first record of a CSV file as bytes."""
    header = b""
    with open(source.path, "rb") as file:
        while line := file.readline(_BUFFER_BYTES):
            header += line
            if header.count(b'"') % 2 == 0 and header.endswith(b"\n"):
                break
            if len(header) > _BUFFER_BYTES:
                raise InputError(f"{source.path!r}: the header of the CSV file has no end")
    return header


def list_columns(source: Source) -> list[str]:
    """List the columns of a text file: by the header of CSV, or the first lines of JSON."""
    names: dict[str, None] = {}
    if source.kind in DELIMITERS:
        header = _read_header(source).removeprefix(_BOM).decode("utf-8", "replace")
        page = io.StringIO(header, newline="")
        fields = next(csv.reader(page, delimiter=DELIMITERS[source.kind]), [])
        return [name.strip() for name in fields]
    if source.kind == "jsonl":
        with open(source.path, "rb") as file:
            for line in file.readlines(1 << 16):
                with suppress(ValueError, RecursionError):  # it becomes a row with an error
                    row = json.loads(line.removeprefix(_BOM))
                    names |= dict.fromkeys(row if isinstance(row, dict) else ())
    return [name for name in names if replace_surrogates(name) == name]


def _find_columns(job: Job, source: Source) -> list[int | None]:
    """Return the indexes of the columns of grids, words, sizes and passed values in a CSV file."""
    names = list_columns(source)
    wanted = (job.grid_column, job.words_column, job.size_column, *job.passed)
    return [None if name is None else names.index(name) for name in wanted]


def _find_record_ends(source: Source, begin: int, step: int) -> list[int]:
    """Find the first end of a record at or after each multiple of `step` bytes, and the last."""
    ends: list[int] = []
    with open(source.path, "rb") as file:
        if source.kind in DELIMITERS:
            ends = _find_csv_record_ends(file, begin, step)
        else:
            at = begin + step
            while at < source.size:
                file.seek(at - 1)
                while (line := file.readline(_BUFFER_BYTES)) and not line.endswith(b"\n"):
                    pass
                at = file.tell()
                if at < source.size:
                    ends.append(at)
                at += step
    return [*ends, source.size]


def _find_csv_record_ends(file: Any, begin: int, step: int) -> list[int]:
    """Find ends of CSV records: line ends with an even number of quotes before them.

    After a stray quote there may be none; any line end far enough away then serves.
    """
    size = file.seek(0, io.SEEK_END)
    file.seek(begin)
    ends: list[int] = []
    at, target, quotes = begin, begin + step, 0
    while data := file.read(_BUFFER_BYTES):
        seen = 0
        while at + len(data) >= target:
            found = data.find(b"\n", max(seen, target - at - 1))
            if found < 0:
                break
            quotes += data.count(b'"', seen, found)
            seen = found + 1
            is_end = quotes % 2 == 0 or at + seen > target + _MAX_RECORD_BYTES
            if is_end and at + seen < size:
                ends.append(at + seen)
                target = at + seen + step
                quotes = 0
        quotes += data.count(b'"', seen)
        at += len(data)
    return ends
