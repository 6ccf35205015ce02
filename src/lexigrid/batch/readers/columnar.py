"""Reading and writing Parquet and Arrow files with pyarrow, in slices of bounded size.

Knows jobs, sources, slices and rows; imported only where there are such files.
Rule: a column of grids travels as it stands in memory; no Python object is made for a row.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any, BinaryIO

from ...errors import InputError
from ..job import Job
from ..plan import Slice
from ..rows import Column, FewTexts, ManyLists, NumberColumn, Rows, words_of
from .sources import Source
from .text import missing_column, record_of

try:
    import pyarrow as pa
    import pyarrow.parquet as pq
except ImportError as _error:  # pragma: no cover - the tests bring pyarrow
    raise InputError(
        "pyarrow is not installed, which Parquet and Arrow files need; "
        "pip install 'lexigrid[batch]', or use CSV, JSON lines or text"
    ) from _error

#: Bytes of a batch in memory, about; rows are fewer where grids are large.
BATCH_BYTES = 1 << 22
#: Bytes of rows that wait to be written together, about: a row group of the output.
WAITING_BYTES = 1 << 23
#: A row group is cut into so many parts at most: each part decodes what stands before it.
MOST_CUTS = 16
_READ_AHEAD = 1 << 20
#: Bytes of a slice that is read in one go, so that others can read on behind it.
TAKEN_BYTES = 1 << 24

_OCCURRENCE = pa.struct(
    [
        ("word", pa.string()),
        ("start", pa.list_(pa.uint32())),
        ("end", pa.list_(pa.uint32())),
        ("direction", pa.string()),
    ]
)
_CELL = pa.list_(pa.uint32(), 2)
_TYPES = {
    "text": pa.string(),
    "number": pa.int64(),
    "flag": pa.bool_(),
    "texts": pa.list_(pa.string()),
    "numbers": pa.list_(pa.int64()),
    "occurrences": pa.list_(_OCCURRENCE),
    "paths": pa.list_(pa.list_(_CELL)),
    "cells": pa.list_(pa.list_(_CELL)),
}


def cut(job: Job, source: Source) -> list[Slice]:
    """Cut a file into slices of at most `job.part_rows` rows, where its row groups allow it.

    Small row groups are taken together. A row group is cut into at most MOST_CUTS slices.

    Raises:
        InputError: the file is damaged, or lacks a column of the right type.
    """
    with _opened(source) as file:
        _check_columns(job, source, file.schema)
        rows = file.group_rows()
    slices: list[Slice] = []
    first, waiting = 0, 0
    for group, count in enumerate(rows):
        if waiting and waiting + count > job.part_rows:
            slices.append(Slice(0, waiting, first, group - first))
            waiting = 0
        if count > job.part_rows:
            cuts = -(-count // job.part_rows)
            if file.decodes:
                cuts = min(cuts, MOST_CUTS)
            step = -(-count // cuts)  # all alike, so that no thread waits for the last one
            slices += [Slice(at, min(at + step, count), group, 1) for at in range(0, count, step)]
            continue
        first = first if waiting else group
        waiting += count
    if waiting or not slices:
        slices.append(Slice(0, waiting, first, len(rows) - first))
    return slices


def read(job: Job, source: Source, piece: Slice) -> Iterator[Rows]:
    """Read a slice in batches of rows."""
    with _opened(source) as file:
        for batch in file.batches(job, _names(job), piece):
            yield _rows_of(job, batch)


def _names(job: Job) -> list[str]:
    wanted = (job.grid_column, job.words_column, job.size_column)
    return [name for name in wanted if name is not None]


class GroupReader:
    """Reads the slices of one row group one behind the other, whoever asks; decodes it once.

    A slice alone decodes all that stands before it: for 1,000,000 boards in one row group, cut
    into eight, that took 190 ms instead of 40. Batches end where they end for a slice alone.
    """

    def __init__(self, job: Job, source: Source, group: int) -> None:
        self._job = job
        self._source = source
        self._group = group
        self._at = 0
        self._rest: list[Any] = []
        self._batches = self._opened()
        about: tuple[int, int] = next(self._batches)
        self._size, self._rows = about

    def _opened(self) -> Generator[Any]:
        with _opened(self._source) as file:
            if isinstance(file, _Parquet):
                yield file.weight([self._group])
                yield from file.group_batches(self._job, _names(self._job), self._group)

    @property
    def is_read(self) -> bool:
        """Is nothing left?"""
        return self._at >= self._rows

    def take(self, piece: Slice) -> list[Rows] | None:
        """Give the rows of a slice; None if it was passed already, or is too large at once."""
        if piece.begin < self._at or self._size * (piece.end - piece.begin) > TAKEN_BYTES * (
            self._rows
        ):
            return None
        taken: list[Any] = []
        while self._at < piece.end:
            batch = self._rest.pop() if self._rest else next(self._batches, None)
            if batch is None:
                return None
            skipped = min(max(piece.begin - self._at, 0), len(batch))
            own = batch.slice(skipped, min(len(batch), piece.end - self._at) - skipped)
            if len(own):
                taken.append(own)
            rest = batch.slice(skipped + len(own))
            self._at += skipped + len(own)
            if len(rest):
                self._rest.append(rest)
        return [_rows_of(self._job, batch) for batch in taken]

    def close(self) -> None:
        """Close the file."""
        self._rest.clear()
        self._batches.close()


class _Parquet:
    """A Parquet file: groups are row groups."""

    decodes = True

    def __init__(self, path: str) -> None:
        # Buffered, and not read ahead: a row group of gigabytes passes through one megabyte.
        self._file = pq.ParquetFile(path, buffer_size=_READ_AHEAD, pre_buffer=False)
        self.schema = self._file.schema_arrow

    def group_rows(self) -> list[int]:
        about = self._file.metadata
        return [about.row_group(group).num_rows for group in range(about.num_row_groups)]

    def batches(self, job: Job, names: list[str], piece: Slice) -> Iterator[Any]:
        if piece.begin == piece.end:
            return
        groups = list(range(piece.group, piece.group + piece.groups))
        at = 0
        for batch in self._batches(job, names, groups):
            begin, end = max(piece.begin - at, 0), min(piece.end - at, len(batch))
            at += len(batch)
            if begin < end:
                yield batch.slice(begin, end - begin)
            if at >= piece.end:
                return

    def group_batches(self, job: Job, names: list[str], group: int) -> Iterator[Any]:
        """Read a row group in the batches of its slices."""
        return self._batches(job, names, [group])

    def _batches(self, job: Job, names: list[str], groups: list[int]) -> Iterator[Any]:
        rows = _rows_at_once(job, *self.weight(groups))
        return self._file.iter_batches(  # type: ignore[no-any-return]
            rows, row_groups=groups, columns=names, use_threads=False
        )

    def weight(self, groups: list[int]) -> tuple[int, int]:
        """Give bytes and rows of row groups."""
        about = [self._file.metadata.row_group(group) for group in groups]
        return sum(each.total_byte_size for each in about), sum(each.num_rows for each in about)

    def close(self) -> None:
        self._file.close()


class _Arrow:
    """An Arrow IPC file, mapped: groups are record batches."""

    decodes = False

    def __init__(self, path: str) -> None:
        self._map = pa.memory_map(path)
        self._file = pa.ipc.open_file(self._map)
        self.schema = self._file.schema

    def group_rows(self) -> list[int]:
        return [self._file.get_batch(i).num_rows for i in range(self._file.num_record_batches)]

    def batches(self, job: Job, names: list[str], piece: Slice) -> Iterator[Any]:
        at = 0
        for group in range(piece.group, piece.group + piece.groups):
            whole = self._file.get_batch(group).select(names)
            begin, end = max(piece.begin - at, 0), min(piece.end - at, len(whole))
            rows = _rows_at_once(job, whole.nbytes, len(whole))
            for start in range(begin, end, rows):
                yield whole.slice(start, min(rows, end - start))
            at += len(whole)

    def close(self) -> None:
        self._map.close()


def _rows_at_once(job: Job, size: int, rows: int) -> int:
    return max(1, min(job.batch_rows, BATCH_BYTES * max(rows, 1) // max(size, 1)))


@contextmanager
def _opened(source: Source) -> Iterator[_Parquet | _Arrow]:
    """Open a file; whatever pyarrow finds wrong with it is one clear error."""
    try:
        file = _Parquet(source.path) if source.kind == "parquet" else _Arrow(source.path)
        try:
            yield file
        finally:
            file.close()
    except (pa.ArrowException, OSError, EOFError) as error:
        reason = " ".join(str(error).split())
        raise InputError(
            f"{source.path!r} is damaged or no {source.kind} file: {reason[:200]}",
            path=source.path,
        ) from error


def _check_columns(job: Job, source: Source, schema: Any) -> None:
    for name in (job.grid_column, job.words_column, job.size_column):
        if name is not None and name not in schema.names:
            raise missing_column(source, name, schema.names)
    grids = schema.field(job.grid_column).type
    if not (_is_text(grids) or (_is_list(grids) and _is_text(grids.value_type))):
        raise InputError(
            f"{source.path!r}: the column {job.grid_column!r} is of {grids}, expected text "
            "(or lists of text, a row of the grid each)",
            path=source.path,
        )


def _is_text(kind: Any) -> bool:
    if pa.types.is_dictionary(kind):
        kind = kind.value_type
    view = getattr(pa.types, "is_string_view", None)
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind) or (view and view(kind)))


def _is_list(kind: Any) -> bool:
    return bool(pa.types.is_list(kind) or pa.types.is_large_list(kind))


def _rows_of(job: Job, batch: Any) -> Rows:
    # By name: a file gives its columns in its own order.
    grids = batch.column(job.grid_column)
    if len(batch.schema.names) == 1 and _is_text(grids.type):
        if not pa.types.is_string(grids.type):
            grids = grids.cast(pa.string())
        return Rows(grids)
    words, sizes = (
        None if name is None else batch.column(name).to_pylist()
        for name in (job.words_column, job.size_column)
    )
    rows = Rows([], None if words is None else [], None if sizes is None else [])
    for row, grid in enumerate(grids.to_pylist()):
        shown, own, size, error = record_of(job, grid, words and words[row], sizes and sizes[row])
        rows.grids.append(shown)
        if isinstance(rows.words, list):
            rows.words.append(own)
        if isinstance(rows.sizes, list):
            rows.sizes.append(size)
        if error is not None:
            rows.errors[row] = error
    return rows


class ColumnWriter:
    """Writes columns as a Parquet or an Arrow IPC file."""

    def __init__(self, job: Job, file: BinaryIO) -> None:
        self._schema = pa.schema([(name, _TYPES[kind]) for name, kind in job.columns.items()])
        self._waiting: list[Any] = []
        self._writer: Any = (
            pq.ParquetWriter(file, self._schema, **_parquet_options(self._schema))
            if job.kind == "parquet"
            else pa.ipc.new_file(file, self._schema)
        )

    def __enter__(self) -> ColumnWriter:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            if kind is None:
                self._flush()
            self._writer.close()
        except (OSError, pa.ArrowException):
            if kind is None:  # else the first trouble is the one to tell
                raise

    def write(self, columns: dict[str, Column]) -> None:
        """Write columns of rows."""
        arrays = [
            _array(columns[name], self._schema.field(name).type) for name in self._schema.names
        ]
        self._waiting.append(pa.record_batch(arrays, schema=self._schema))
        if sum(batch.nbytes for batch in self._waiting) >= WAITING_BYTES:
            self._flush()

    def _flush(self) -> None:
        """Write what waits as one row group; as record batches where groups are those."""
        if self._waiting:
            self._writer.write_table(pa.Table.from_batches(self._waiting))
            self._waiting.clear()


def _parquet_options(schema: Any) -> dict[str, Any]:
    """Say how each column is written: letters as they are, numbers small.

    Grids differ from each other, so that a dictionary of them, their least and greatest and
    snappy only cost: 26 ms for 1,000,000 rows of grid and score without, 87 with, for 6 % more
    bytes. Where words are kept they are most of it, and zstd makes a third of them.
    """
    plain = [field.name for field in schema if not pa.types.is_nested(field.type)]
    numbers = [name for name in plain if not pa.types.is_string(schema.field(name).type)]
    lists = [
        f"{field.name}.list.element"
        for field in schema
        if pa.types.is_list(field.type) and pa.types.is_string(field.type.value_type)
    ]
    is_flat = len(plain) == len(schema)
    compression = {name: "none" if name == "grid" else "snappy" for name in plain}
    return {
        "use_dictionary": [*numbers, *lists],
        "write_statistics": numbers,
        "compression": compression if is_flat else "zstd",
    }


def _array(column: Column, kind: Any) -> Any:
    if isinstance(column, NumberColumn):
        return pa.array(column.values, kind, mask=_mask(column.bad, len(column.values)))
    if isinstance(column, FewTexts):
        return pa.array(column.to_list(), kind) if column.texts else pa.nulls(column.rows, kind)
    if isinstance(column, ManyLists):
        return _list_array(column, kind)
    if isinstance(column, list):
        return pa.array(column, kind)
    return column if column.type == kind else column.cast(kind)


def _list_array(column: ManyLists, kind: Any) -> Any:
    import numpy as np

    if column.texts is not None:
        values = _texts_of(column.texts).take(pa.array(column.values))
    else:
        flat = pa.array(np.ascontiguousarray(column.values, np.uint32).reshape(-1))
        values = pa.FixedSizeListArray.from_arrays(flat, 2)
    if column.inner is not None:
        values = pa.ListArray.from_arrays(pa.array(column.inner.astype(np.int32)), values)
    mask = _mask(column.bad, len(column.first))  # the end is never missing
    first = pa.array(column.first.astype(np.int32), mask=mask)
    return pa.ListArray.from_arrays(first, values).cast(kind)


def _mask(bad: frozenset[int], rows: int) -> Any:
    import numpy as np

    if not bad:
        return None
    mask = np.zeros(rows, np.bool_)
    mask[list(bad)] = True
    return mask


def _texts_of(lexicon: Any) -> Any:
    """Give all words of a lexicon as an Arrow array, made once: a word is then one copy."""
    return lexicon.derived.get_or_make(
        "arrow texts", lambda: pa.array(words_of(lexicon), pa.string())
    )


def join_columns(paths: list[str], kind: str, file: BinaryIO) -> None:
    """Write several Parquet (or Arrow) files of one schema as one."""
    first = pq.read_schema(paths[0]) if kind == "parquet" else _schema_of(paths[0])
    writer: Any = (
        pq.ParquetWriter(file, first, **_parquet_options(first))
        if kind == "parquet"
        else pa.ipc.new_file(file, first)
    )
    with writer:
        for path in paths:
            if kind == "parquet":
                with pq.ParquetFile(path, pre_buffer=False) as part:
                    for batch in part.iter_batches(1 << 16):
                        writer.write_batch(batch)
            else:
                with pa.memory_map(path) as mapped, pa.ipc.open_file(mapped) as part:
                    for at in range(part.num_record_batches):
                        writer.write_batch(part.get_batch(at))


def _schema_of(path: str) -> Any:
    with pa.memory_map(path) as mapped, pa.ipc.open_file(mapped) as part:
        return part.schema
