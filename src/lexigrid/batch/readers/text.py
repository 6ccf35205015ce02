"""Read plain text, CSV and JSON lines in slices.

A slice ends where a record ends, so slices can be read in any order and by any process.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import accumulate, islice, repeat
from operator import itemgetter
from typing import Any

from ..._util.csv_text import unescape
from ...errors import InputError
from ..job import DELIMITERS, Job
from ..parts import Slice
from ..rows import Rows
from .json_lines import read_json_lines
from .records import (
    CHUNK_ROWS,
    HEAD_BYTES,
    Chunk,
    check_columns,
    make_rows,
    replace_in_column,
    replace_surrogates,
)
from .sources import Source

#: Records of CSV: the indexes of their first lines, and their fields.
Records = tuple[Sequence[int], Sequence[list[str]]]
#: Raises an error if the job was stopped.
Check = Callable[[], None]

BOM = b"\xef\xbb\xbf"
_BUFFER_BYTES = 1 << 20
#: Far more bytes than a CSV record has.
MAX_RECORD_BYTES = 1 << 24
#: About how many words the lists of a batch of rows may have: they take memory.
MAX_WORDS = 1 << 16


_LINE_END = re.compile("\r\n?|\n")


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
    if source.kind == "text":
        batches = _read_lines(job, text, check)
    elif source.kind == "jsonl":
        batches = _join_chunks(job, read_json_lines(job, text), check)
    else:
        batches = _join_chunks(job, _read_csv(job, source, columns, text), check)
    line_count = text.count("\n") + (not text.endswith("\n"))
    for rows in batches:
        rows.share = min(1.0, (rows.places[-1] + 1) / line_count)
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


def _read_lines(job: Job, text: str, check: Check) -> Iterator[Rows]:
    lines = text.removesuffix("\n").split("\n") if text else []
    has_returns = "\r" in text
    for begin in range(0, len(lines), job.batch_rows):
        check()
        some = lines[begin : begin + job.batch_rows]
        if has_returns:
            some = [line.removesuffix("\r") for line in some]
        rows = Rows(some, places=range(begin, begin + len(some)))
        if not text.isascii():
            rows.grids, invalid = replace_in_column(some)
            error = "the line is not UTF-8; save the file as UTF-8"
            rows.errors |= dict.fromkeys(invalid, error)
        if not all(map(str.strip, some)):
            empty = [row for row, line in enumerate(some) if not line or line.isspace()]
            error = "the line is empty, expected a grid such as tea/ant/oat"
            rows.errors |= dict.fromkeys(empty, error)
        yield rows


def _join_chunks(job: Job, chunks: Iterator[Chunk], check: Check) -> Iterator[Rows]:
    """Make batches of `job.batch_rows` rows, fewer if they have many words."""
    places: list[int] = []
    columns: dict[str, list[Any]] = {name: [] for name in job.inputs}
    errors: dict[int, str] = {}
    word_count = 0
    for some, values, wrong in chunks:
        check()
        errors |= zip(map(len(places).__add__, wrong), wrong.values(), strict=True)
        places += some
        for name, column in zip(job.inputs, values, strict=True):
            columns[name] += column
            if name == job.words_column and list in {*map(type, column)}:
                word_count += sum(len(words) for words in column if isinstance(words, list))
        if len(places) >= job.batch_rows or word_count >= MAX_WORDS:
            rows = make_rows(job, columns, errors)
            rows.places = places
            yield rows
            places, columns, errors, word_count = [], {name: [] for name in job.inputs}, {}, 0
    if places:
        rows = make_rows(job, columns, errors)
        rows.places = places
        yield rows


def _read_csv(job: Job, source: Source, names: Sequence[str], text: str) -> Iterator[Chunk]:
    width = len(names)
    picked = [names.index(name) for name in job.inputs]
    lines = io.StringIO(text, newline="").readlines()
    # Editors do not count a lone carriage return as a line end.
    line_numbers: Sequence[int] | None = None
    if text.count("\r") > text.count("\r\n"):
        line_numbers = [*accumulate(map(str.endswith, lines, repeat("\n")), initial=0)]
    wrong: dict[int, str] = {}
    has_apostrophes = "'" in text
    step = min(job.batch_rows, CHUNK_ROWS)
    for starts, rows in _split_csv(lines, source.delimiter, step, wrong):
        errors: dict[int, str] = {}
        if wrong:
            errors = {row: wrong[at] for row, at in enumerate(starts) if at in wrong}
        widths = {*map(len, rows)}
        if max(widths) > width:
            errors |= {
                row: f"the row has {len(fields)} fields, the header {width}; "
                f"put quotes around a field with {source.delimiter!r}"
                for row, fields in enumerate(rows)
                if len(fields) > width and any(fields[width:])
            }
        columns = [_pick(rows, at, widths) for at in picked]
        if has_apostrophes:
            columns = [unescape(column) for column in columns]
        if line_numbers is not None:
            starts = [*map(line_numbers.__getitem__, starts)]
        yield starts, columns, errors


def _pick(rows: Sequence[list[str]], at: int, widths: Iterable[int]) -> list[str | None]:
    """Return the field at an index of each row, None where a row is too short."""
    if min(widths) > at:
        return [*map(itemgetter(at), rows)]
    if max(widths) <= at:
        return [None] * len(rows)
    return [row[at] if at < len(row) else None for row in rows]


def _split_csv(
    lines: list[str], delimiter: str, step: int, errors: dict[int, str]
) -> Iterator[Records]:
    """Split CSV into records, `step` at a time, and the indexes of their first lines.

    Blank lines are skipped. What is not CSV has no fields and gets an error. Lines swallowed by a
    stray quote are read again one by one.
    """
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    at = 0
    try:
        while rows := [*islice(reader, step)]:
            starts: Sequence[int] = range(at, at + len(rows))
            if reader.line_num - at > len(rows):
                heights = (1 + len(_LINE_END.findall("|".join(fields))) for fields in rows)
                starts = [*accumulate(heights, initial=at)][:-1]
            at = reader.line_num
            if not all(rows):
                starts = [start for start, fields in zip(starts, rows, strict=True) if fields]
                rows = [*filter(None, rows)]
            if rows:
                yield starts, rows
    except csv.Error:
        records = _records(lines, at, delimiter, errors)
        while some := [*islice(records, step)]:
            starts, rows = map(list, zip(*some, strict=True))
            yield starts, rows


def _records(
    lines: list[str], begin: int, delimiter: str, errors: dict[int, str]
) -> Iterator[tuple[int, list[str]]]:
    """Yield the records from a line on, and the indexes of their first lines."""
    reader = csv.reader(islice(lines, begin, None), delimiter=delimiter, strict=True)
    at = begin
    while at < len(lines):
        try:
            for fields in reader:
                if fields:
                    yield at, fields
                at = begin + reader.line_num
        except csv.Error as error:
            errors[at] = f"not CSV: {error}"
            yield at, []
            for number in range(at + 1, begin + reader.line_num):
                try:
                    if fields := next(
                        csv.reader([lines[number]], delimiter=delimiter, strict=True)
                    ):
                        yield number, fields
                except csv.Error as other:
                    errors[number] = f"not CSV: {other}"
                    yield number, []
            at = begin + reader.line_num


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
    for line in {}.fromkeys(text.split("\n")):
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
