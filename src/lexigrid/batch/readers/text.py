"""Read plain text, CSV and JSON lines in slices.

A slice ends where a record ends, so slices can be read in any order and by any process.
"""

from __future__ import annotations

import csv
import io
import json
import reprlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import accumulate, repeat
from operator import itemgetter
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
)
from .sources import Source

#: Records, each with its line number from 0.
Records = Iterator[tuple[int, Record]]
#: Raises an error if the job was stopped.
Check = Callable[[], None]

BOM = b"\xef\xbb\xbf"
#: Bytes at the start of JSON lines that are searched for columns.
HEAD_BYTES = 1 << 16
_BUFFER_BYTES = 1 << 20
#: Far more bytes than a CSV record has.
MAX_RECORD_BYTES = 1 << 24
#: Records between two checks whether the job was stopped.
_CHECKED_ROWS = 1 << 10
#: About how many words a batch of rows may have: as Python objects they take memory and time.
MAX_WORDS = 1 << 16


def no_check() -> None:
    """Never stop."""


def slice_file(job: Job, source: Source) -> list[Slice]:
    """Divide a text file between records into slices of about `job.part_bytes` bytes.

    Raises:
        InputError: a column is missing, or the file cannot be read.
    """
    check_header(job, source, list_columns(source))
    begin = find_first_record(source)
    ends = _find_record_ends(source, begin, job.part_bytes)
    return [Slice(a, b) for a, b in zip([begin, *ends[:-1]], ends, strict=True)]


def check_header(job: Job, source: Source, names: Sequence[str]) -> None:
    """Check that the columns of a file include those that the job reads.

    Raises:
        InputError: one is missing.
    """
    if source.kind == "text" and (job.words_column or job.size_column):
        raise InputError(
            f"{source.name} is plain text, one grid per line: it has no columns of words or "
            "sizes; use CSV, JSON lines or Parquet"
        )
    if source.kind == "text":
        check_columns(job, source, [job.grid_column])
    elif names or source.kind in DELIMITERS:  # the first lines of JSON may all be invalid
        check_columns(job, source, names)


def find_first_record(source: Source) -> int:
    """Return the byte at which the records of a text file begin: after the CSV header, if any."""
    return len(_read_header(source)) if source.kind in DELIMITERS else 0


def read_slice(job: Job, source: Source, piece: Slice, check: Check = no_check) -> Iterator[Rows]:
    """Read a slice in batches of rows."""
    with open(source.path, "rb") as file:
        file.seek(piece.begin)
        data = file.read(piece.end - piece.begin)
    if piece.begin == 0:
        data = data.removeprefix(BOM)
    return read_records(job, source, list_columns(source), data, check)


def read_records(
    job: Job, source: Source, columns: Sequence[str], data: bytes, check: Check
) -> Iterator[Rows]:
    """Read whole records in batches of rows; CSV and JSON lines may have blank lines."""
    # Invalid bytes become surrogates, which mark their row.
    text = data.decode("utf-8", "surrogateescape")
    if source.kind == "text" and text.isascii() and "\r" not in text and "\n\n" not in text:
        # These lines need no check, which would take longer than the search.
        lines = text.removesuffix("\n").split("\n")
        if lines[0] and all(map(str.strip, lines)):
            for begin in range(0, len(lines), job.batch_rows):
                end = min(begin + job.batch_rows, len(lines))
                yield Rows(lines[begin:end], places=range(begin, end), share=end / len(lines))
            return
    if source.kind in DELIMITERS:
        records = _read_csv(job, source, columns, text)
    elif source.kind == "jsonl":
        records = _read_json_lines(job, text)
    else:
        records = _read_lines(text)
    line_count = text.count("\n") + 1
    rows = empty_rows(job)
    places: list[int] = []
    word_count = 0
    for place, record in records:
        add_record(rows, record)
        places.append(place)
        if record[1]:
            word_count += len(record[1])
        if len(places) % _CHECKED_ROWS == 0:
            check()
        if len(places) == job.batch_rows or word_count >= MAX_WORDS:
            rows.places, rows.share = places, min(1.0, (place + 1) / line_count)
            yield rows
            rows, places, word_count = empty_rows(job), [], 0
    if places:
        rows.places = places
        yield rows


def count_lines(source: Source, begin: int, end: int) -> int:
    """Count the lines that end between two bytes of a file."""
    count = 0
    with open(source.path, "rb") as file:
        file.seek(begin)
        while begin < end and (data := file.read(min(_BUFFER_BYTES, end - begin))):
            count += data.count(b"\n")
            begin += len(data)
    return count


def _read_lines(text: str) -> Records:
    for place, line in enumerate(text.removesuffix("\n").split("\n") if text else ()):
        line = line.removesuffix("\r")
        error = None
        if not line.strip():
            error = "the line is empty, expected a grid such as tea/ant/oat"
        elif (valid := replace_surrogates(line)) != line:
            line, error = valid, "the line is not UTF-8; save the file as UTF-8"
        yield place, (line, None, None, error, ())


def _read_csv(job: Job, source: Source, names: Sequence[str], text: str) -> Records:
    wanted = (job.grid_column, job.words_column, job.size_column, *job.passed.values())
    width = len(names)
    # A column that the job does not read, or the row does not have, is None.
    pick = itemgetter(*(width if name is None else names.index(name) for name in wanted))
    lines = io.StringIO(text, newline="").readlines()
    # Editors do not count a lone carriage return as a line end.
    places = [0, *accumulate(line.endswith("\n") for line in lines)]
    has_escapes = "'" in text
    for at, fields in _split_csv(lines, source.delimiter):
        if isinstance(fields, csv.Error):
            yield places[at], (None, None, None, f"not CSV: {fields}", ())
        elif fields:
            if has_escapes:
                fields = unescape(fields)
            more = fields[width:]
            fields[width:] = repeat(None, max(1, width + 1 - len(fields)))  # type: ignore[arg-type]
            grid, words, size, *passed = pick(fields)
            if more and any(more):
                error = (
                    f"the row has {width + len(more)} fields, the header {width}; "
                    f"put quotes around a field with {source.delimiter!r}"
                )
                yield places[at], (grid, None, None, error, passed)
            else:
                yield places[at], parse_record(job, grid, words, size, passed)


def _split_csv(lines: list[str], delimiter: str) -> Iterator[tuple[int, list[str] | csv.Error]]:
    """Split CSV into records, each with the index of its first line.

    Lines swallowed by a stray quote are read again one by one.
    """
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    while (at := reader.line_num) < len(lines):
        try:
            yield at, next(reader)
        except csv.Error as error:
            yield at, error
            for number in range(at + 1, reader.line_num):
                try:
                    line = csv.reader([lines[number]], delimiter=delimiter, strict=True)
                    yield number, next(line)
                except csv.Error as other:
                    yield number, other


def _read_json_lines(job: Job, text: str) -> Records:
    known = frozenset(job.inputs)
    passed = job.passed.values()
    decode = json.JSONDecoder(object_pairs_hook=_make_object).decode
    for place, line in enumerate(text.split("\n")):
        if not line or line.isspace():
            continue
        try:
            row = decode(line)
        except (ValueError, RecursionError) as error:
            reason = str(error)
            if isinstance(error, json.JSONDecodeError):
                reason = f"{error.msg} at column {error.colno}"
            yield place, (None, None, None, f"not JSON: {reason}", ())
            continue
        if not isinstance(row, dict):
            reason = f"the line is {reprlib.repr(row)}, expected a JSON object"
            yield place, (None, None, None, reason, ())
            continue
        values = [_to_text(job, row.get(name)) for name in passed]
        grid = row.get(job.grid_column)
        if job.keep_all and (extra := row.keys() - known):
            reason = (
                f"the row has {min(extra)!r}, which no row in the first {HEAD_BYTES >> 10} KiB "
                "has; put such a row first, or name the columns with --keep"
            )
            yield place, (grid if isinstance(grid, str) else None, None, None, reason, values)
            continue
        words = row.get(job.words_column) if job.words_column else None
        size = row.get(job.size_column) if job.size_column else None
        yield place, parse_record(job, grid, words, size, values)


def _make_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a JSON object, or raise an error for a name with two values."""
    made = dict(pairs)
    if len(made) < len(pairs):
        names = [name for name, _ in pairs]
        name = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the object has two values for {name!r}")
    return made


def _to_text(job: Job, value: Any) -> Any:
    """Return a JSON value to pass through; for Parquet and Arrow it becomes text."""
    is_kept = value is None or isinstance(value, str) or not job.is_columnar
    return value if is_kept else json.dumps(value)


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
    """List the columns of a text file from the CSV header or the first lines of JSON."""
    if source.kind in DELIMITERS:
        return parse_header(source, _read_header(source))
    if source.kind == "jsonl":
        with open(source.path, "rb") as file:
            return parse_header(source, b"".join(file.readlines(HEAD_BYTES)))
    return []


def parse_header(source: Source, head: bytes) -> list[str]:
    """List the columns in the first bytes of text: a CSV header or some lines of JSON."""
    text = head.removeprefix(BOM).decode("utf-8", "surrogateescape")
    if source.kind in DELIMITERS:
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=source.delimiter)
        try:
            fields = next(reader, [])
        except csv.Error as error:
            raise InputError(f"{source.path!r} has no CSV header: {error}") from error
        return [name.strip() for name in fields]
    names: dict[str, None] = {}
    for line in text.split("\n"):
        with suppress(ValueError, RecursionError):  # the line becomes a row with an error
            row = json.loads(line)
            names |= dict.fromkeys(row if isinstance(row, dict) else ())
    return [name for name in names if replace_surrogates(name) == name]


def _find_record_ends(source: Source, begin: int, step: int) -> list[int]:
    """Find ends of records at least `step` bytes apart; the last is the end of the file."""
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

    A stray quote may hide them all; then any line end far enough away is used.
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
            is_end = quotes % 2 == 0 or at + seen > target + MAX_RECORD_BYTES
            if is_end and at + seen < size:
                ends.append(at + seen)
                target = at + seen + step
                quotes = 0
        quotes += data.count(b'"', seen)
        at += len(data)
    return ends
