"""Read slices of Parquet and Arrow files in batches of bounded size.

A column of grids stays an Arrow array; no Python objects are made for its rows.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from itertools import accumulate
from typing import Any

from ...errors import InputError
from ..arrow import pa, pq
from ..job import Job
from ..parts import Slice
from ..rows import Rows
from .records import check_columns, make_rows, not_utf8, replace_surrogates
from .sources import Source

#: About how many bytes a batch takes in memory; large grids make batches of fewer rows.
BATCH_BYTES = 1 << 22
#: The most slices of a row group: each decodes all rows before it.
MAX_SLICES = 16
#: Slices up to this many bytes are read whole, so that other threads can read the next one.
MAX_SHARED_BYTES = 1 << 24
_BUFFER_BYTES = 1 << 20
#: The first bytes of a stream of record batches.
_STREAM_MARK = b"\xff\xff\xff\xff"


def slice_file(job: Job, source: Source) -> list[Slice]:
    """Divide a file into slices of at most `job.part_rows` rows if its row groups allow it.

    Small row groups are combined. A row group has at most MAX_SLICES slices.

    Raises:
        InputError: the file is damaged, or a column is missing or has the wrong type.
    """
    with _open_file(source) as file:
        _check_columns(job, source, file.schema)
        rows = file.group_rows()
    slices: list[Slice] = []
    first, collected = 0, 0
    for group, count in enumerate(rows):
        if collected and collected + count > job.part_rows:
            slices.append(Slice(0, collected, first, group - first))
            collected = 0
        if count > job.part_rows:
            number = -(-count // job.part_rows)
            if file.decodes:
                number = min(number, MAX_SLICES)
            step = -(-count // number)  # equal slices keep all threads busy to the end
            slices += [Slice(at, min(at + step, count), group, 1) for at in range(0, count, step)]
            continue
        first = first if collected else group
        collected += count
    if collected or not slices:
        slices.append(Slice(0, collected, first, len(rows) - first))
    return slices


def read_slice(job: Job, source: Source, piece: Slice) -> Iterator[Rows]:
    """Read a slice in batches of rows."""
    at = piece.begin
    with _open_file(source) as file:
        for batch in file.batches(job, job.inputs, piece):
            yield _make_rows(job, batch, at, piece)
            at += len(batch)


def count_rows_before(source: Source, piece: Slice) -> int:
    """Return the number of rows of a file before a slice."""
    with _open_file(source) as file:
        return sum(file.group_rows()[: piece.group]) + piece.begin


def read_schema(source: Source) -> Any:
    """Return the Arrow schema of a file."""
    with _open_file(source) as file:
        return file.schema


class GroupReader:
    """Reads the slices of one row group in order, and decodes the group once.

    Reading a slice alone decodes all rows before it, which takes 190 ms instead of 40 for 1,000,000
    boards in one row group and eight slices. Both ways give the same batches.
    """

    def __init__(self, job: Job, source: Source, group: int) -> None:
        self._job = job
        self._source = source
        self._group = group
        self._at = 0
        self._pending: list[Any] = []
        self._batches = self._read_batches()
        bytes_and_rows: tuple[int, int] = next(self._batches)
        self._size, self._rows = bytes_and_rows

    def _read_batches(self) -> Generator[Any]:
        with _open_file(self._source) as file:
            if isinstance(file, ParquetSource):
                yield file.weight([self._group])
                yield from file.read_groups(self._job, self._job.inputs, [self._group])

    @property
    def is_finished(self) -> bool:
        """Have all rows been read?"""
        return self._at >= self._rows

    def read(self, piece: Slice) -> list[Rows] | None:
        """Return the rows of a slice; None if they were skipped already or are too many."""
        rows = piece.end - piece.begin
        if piece.begin < self._at or self._size * rows > MAX_SHARED_BYTES * self._rows:
            return None
        taken: list[Any] = []
        while self._at < piece.end:
            batch = self._pending.pop() if self._pending else next(self._batches, None)
            if batch is None:
                return None
            skipped = min(max(piece.begin - self._at, 0), len(batch))
            own = batch.slice(skipped, min(len(batch), piece.end - self._at) - skipped)
            if len(own):
                taken.append(own)
            rest = batch.slice(skipped + len(own))
            self._at += skipped + len(own)
            if len(rest):
                self._pending.append(rest)
        ends = list(accumulate(map(len, taken), initial=piece.begin))
        return [
            _make_rows(self._job, batch, at, piece) for batch, at in zip(taken, ends, strict=False)
        ]

    def close(self) -> None:
        """Close the file."""
        self._pending.clear()
        self._batches.close()


class ParquetSource:
    """A Parquet file, whose groups are row groups."""

    decodes = True

    def __init__(self, path: str) -> None:
        # Without pre-buffering, even a row group of gigabytes needs only a buffer of a megabyte.
        self._file = pq.ParquetFile(path, buffer_size=_BUFFER_BYTES, pre_buffer=False)
        self.schema = self._file.schema_arrow

    def group_rows(self) -> list[int]:
        metadata = self._file.metadata
        return [metadata.row_group(group).num_rows for group in range(metadata.num_row_groups)]

    def batches(self, job: Job, names: list[str], piece: Slice) -> Iterator[Any]:
        if piece.begin == piece.end:
            return
        at = 0
        groups = list(range(piece.group, piece.group + piece.groups))
        for batch in self.read_groups(job, names, groups):
            begin, end = max(piece.begin - at, 0), min(piece.end - at, len(batch))
            at += len(batch)
            if begin < end:
                yield batch.slice(begin, end - begin)
            if at >= piece.end:
                return

    def read_groups(self, job: Job, names: list[str], groups: list[int]) -> Iterator[Any]:
        """Read whole row groups in batches."""
        rows = _rows_per_batch(job, *self.weight(groups))
        return self._file.iter_batches(  # type: ignore[no-any-return]
            rows, row_groups=groups, columns=names, use_threads=False
        )

    def weight(self, groups: list[int]) -> tuple[int, int]:
        """Return the bytes and rows of row groups."""
        metadata = [self._file.metadata.row_group(group) for group in groups]
        return sum(each.total_byte_size for each in metadata), sum(
            each.num_rows for each in metadata
        )

    def close(self) -> None:
        self._file.close()


class ArrowSource:
    """A memory-mapped Arrow IPC file, whose groups are record batches."""

    decodes = False

    def __init__(self, path: str) -> None:
        self._map = pa.memory_map(path)
        self._file = pa.ipc.open_file(self._map)
        self.schema = pa.schema([_without_view(field) for field in self._file.schema])

    def group_rows(self) -> list[int]:
        return [self._file.get_batch(i).num_rows for i in range(self._file.num_record_batches)]

    def batches(self, job: Job, names: list[str], piece: Slice) -> Iterator[Any]:
        at = 0
        for group in range(piece.group, piece.group + piece.groups):
            batch = self._file.get_batch(group).select(names)
            batch = batch.cast(pa.schema([self.schema.field(name) for name in names]))
            begin, end = max(piece.begin - at, 0), min(piece.end - at, len(batch))
            rows = _rows_per_batch(job, batch.nbytes, len(batch))
            for start in range(begin, end, rows):
                yield batch.slice(start, min(rows, end - start))
            at += len(batch)

    def close(self) -> None:
        self._map.close()


def _without_view(field: Any) -> Any:
    """Let a dictionary hold its text directly; pyarrow cannot decode one of string views."""
    kind = field.type
    if not (pa.types.is_dictionary(kind) and _is_view(kind.value_type)):
        return field
    return field.with_type(pa.dictionary(kind.index_type, pa.string(), kind.ordered))


def _rows_per_batch(job: Job, size: int, rows: int) -> int:
    return max(1, min(job.batch_rows, BATCH_BYTES * max(rows, 1) // max(size, 1)))


@contextmanager
def _open_file(source: Source) -> Iterator[ParquetSource | ArrowSource]:
    """Open a file; every error of pyarrow becomes one InputError."""
    try:
        file = ParquetSource(source.path) if source.kind == "parquet" else ArrowSource(source.path)
        try:
            yield file
        finally:
            file.close()
    except (pa.ArrowException, OSError, EOFError, UnicodeDecodeError) as error:
        reason = " ".join(str(error).split())[:200]
        with open(source.path, "rb") as stream:
            if source.kind == "arrow" and stream.read(4) == _STREAM_MARK:
                reason = "it is an Arrow stream; write a file, as pyarrow.ipc.new_file does"
        raise InputError(
            f"{source.path!r} is damaged or not a file of kind {source.kind}: {reason}",
            path=source.path,
        ) from error


def _check_columns(job: Job, source: Source, schema: Any) -> None:
    check_columns(job, source, schema.names)
    for name in job.inputs:
        if name in job.passed.values():
            continue
        kind = schema.field(name).type
        is_texts = _is_list(kind) and _is_text(kind.value_type)
        is_empty = pa.types.is_null(kind) and name != job.grid_column
        if not (_is_text(kind) or is_texts or is_empty):
            raise InputError(
                f"{source.path!r}: the column {name!r} has the type {kind}, expected text or lists "
                "of text",
                path=source.path,
            )


def _is_text(kind: Any) -> bool:
    if pa.types.is_dictionary(kind):
        kind = kind.value_type
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind) or _is_view(kind))


def _is_view(kind: Any) -> bool:
    return bool(getattr(pa.types, "is_string_view", lambda _: False)(kind))


def _is_list(kind: Any) -> bool:
    return bool(pa.types.is_list(kind) or pa.types.is_large_list(kind))


def _make_rows(job: Job, batch: Any, begin: int, piece: Slice) -> Rows:
    """Make rows of a batch that begins at a row of its slice."""
    rows = _read_batch(job, batch)
    rows.places = range(begin - piece.begin, begin - piece.begin + len(batch))
    rows.share = (begin - piece.begin + len(batch)) / max(1, piece.end - piece.begin)
    return rows


def _read_batch(job: Job, batch: Any) -> Rows:
    # Select columns by name: each file has its own order.
    grids = batch.column(job.grid_column)
    passed: dict[str, Any] = {}
    invalid: dict[int, str] = {}
    for name, source_name in job.passed.items():
        passed[name], bad_rows = _pass(job, batch.column(source_name))
        invalid |= dict.fromkeys(bad_rows, not_utf8(source_name))
    alone = job.words_column is None and job.size_column is None
    if alone and not invalid and _is_text(grids.type) and _is_valid(grids):
        grids = grids if pa.types.is_string(grids.type) else grids.cast(pa.string())
        return Rows(grids, passed=passed)
    read = (job.grid_column, job.words_column, job.size_column)
    columns = {name: _to_list(batch.column(name)) for name in read if name is not None}
    rows = make_rows(job, columns, {})
    rows.passed = passed
    rows.errors = invalid | rows.errors
    return rows


def _pass(job: Job, column: Any) -> tuple[Any, list[int]]:
    """Return a column to pass through, and the rows whose text is not UTF-8.

    For Parquet and Arrow output, a column without such rows stays as it is.
    """
    if job.is_columnar and _is_valid(column):
        return column, []
    try:
        values = _to_list(column)
    except (ValueError, OverflowError):  # such as a time that Python cannot represent
        values = column.cast(pa.string()).to_pylist()
    valid = [replace_surrogates(value) if isinstance(value, str) else value for value in values]
    return valid, [row for row, value in enumerate(values) if valid[row] != value]


def _is_valid(column: Any) -> bool:
    """Is all text UTF-8?"""
    try:
        column.validate(full=True)
    except pa.ArrowInvalid:
        return False
    return True


def _to_list(column: Any) -> list[Any]:
    """Return a column as Python values; bytes that are not UTF-8 become surrogates."""
    if _is_valid(column):
        return column.to_pylist()  # type: ignore[no-any-return]
    as_bytes = column.cast(pa.list_(pa.binary()) if _is_list(column.type) else pa.binary())
    as_bytes.validate(full=True)
    return [_decode(value) for value in as_bytes.to_pylist()]


def _decode(value: Any) -> Any:
    if isinstance(value, list):
        return list(map(_decode, value))
    return value.decode("utf-8", "surrogateescape") if isinstance(value, bytes) else value
