"""Write columns as Parquet or Arrow files, and join such files."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO

from ...errors import InputError
from ...lexicon import Lexicon, per_lexicon
from ..arrow import pa, pq
from ..job import Job
from ..readers.columnar import read_schema
from ..readers.sources import Source
from ..readers.text import Check, no_check
from ..rows import Column, ListColumn, SparseTexts, lexicon_words, mask_rows

#: About how many bytes are collected before a row group is written.
ROW_GROUP_BYTES = 1 << 23

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


class ColumnWriter:
    """Writes columns as a Parquet or an Arrow IPC file."""

    def __init__(self, job: Job, source: Source, file: BinaryIO) -> None:
        types = {name: _TYPES.get(kind, _TYPES["text"]) for name, kind in job.columns.items()}
        self._schema = pa.schema(list((types | passed_types(job, source)).items()))
        self._pending: list[Any] = []
        with _types_that_fit():
            self._writer = _open_file(self._schema, job.kind, file)

    def __enter__(self) -> ColumnWriter:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        try:
            if kind is None:
                self._flush()
            self._writer.close()
        except (OSError, pa.ArrowException):
            if kind is None:  # otherwise the first error is the one to report
                raise

    def write(self, columns: dict[str, Column], check: Check = no_check) -> None:
        """Write columns of rows."""
        check()
        arrays = [_to_arrow(columns[field.name], field.type) for field in self._schema]
        self._pending.append(pa.record_batch(arrays, schema=self._schema))
        if sum(batch.nbytes for batch in self._pending) >= ROW_GROUP_BYTES:
            self._flush()

    def _flush(self) -> None:
        """Write the pending batches; in Parquet they become one row group."""
        if self._pending:
            with _types_that_fit():
                self._writer.write_table(pa.Table.from_batches(self._pending))
            self._pending.clear()


@contextmanager
def _types_that_fit() -> Iterator[None]:
    """Refuse input columns of types that Parquet lacks, such as unions and calendar intervals."""
    try:
        yield
    except pa.ArrowNotImplementedError as error:
        raise InputError(
            f"a column passed through from the input does not fit into Parquet: {error}; "
            "leave it out of keep (--keep), or write a .arrow file"
        ) from error


def passed_types(job: Job, source: Source) -> dict[str, Any]:
    """Return the types of columns passed through from a Parquet or Arrow file."""
    if not job.passed or not source.is_columnar:
        return {}
    schema = read_schema(source)
    return {name: schema.field(own).type for name, own in job.passed.items()}


def join_columns(paths: list[str], kind: str, file: BinaryIO) -> None:
    """Join Parquet (or Arrow) files with the same schema."""
    with _open_file(_read_schema(paths[0], kind), kind, file) as writer:
        for path in paths:
            if kind == "parquet":
                with pq.ParquetFile(path, pre_buffer=False) as part:
                    for batch in part.iter_batches(1 << 16):
                        writer.write_batch(batch)
            else:
                with pa.memory_map(path) as mapped, pa.ipc.open_file(mapped) as part:
                    for at in range(part.num_record_batches):
                        writer.write_batch(part.get_batch(at))


def _open_file(schema: Any, kind: str, file: BinaryIO) -> Any:
    if kind == "parquet":
        return pq.ParquetWriter(file, schema, **_parquet_options(schema))
    return pa.ipc.new_file(file, schema)


def _read_schema(path: str, kind: str) -> Any:
    if kind == "parquet":
        return pq.read_schema(path)
    with pa.memory_map(path) as mapped, pa.ipc.open_file(mapped) as part:
        return part.schema


def _parquet_options(schema: Any) -> dict[str, Any]:
    """Return how each column is encoded and compressed.

    Grids rarely repeat, so dictionaries, statistics and snappy only cost time: 1,000,000 rows of
    grid and score take 26 ms without them and 87 ms with them, and they save 6 % of the bytes.
    Lists of words make up most of a file that has them, and zstd shrinks them to a third.
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


def _to_arrow(column: Column, kind: Any) -> Any:
    if isinstance(column, SparseTexts):
        return pa.array(column.to_list(), kind) if column.texts else pa.nulls(column.rows, kind)
    if isinstance(column, ListColumn):
        return _lists_to_arrow(column, kind)
    if isinstance(column, pa.Array):
        return column if column.type == kind else column.cast(kind)
    return pa.array(column, kind)


def _lists_to_arrow(column: ListColumn, kind: Any) -> Any:
    import numpy as np

    if column.lexicon is not None:
        values = _words_to_arrow(column.lexicon).take(pa.array(column.values))
    else:
        flat = pa.array(np.ascontiguousarray(column.values, np.uint32).reshape(-1))
        values = pa.FixedSizeListArray.from_arrays(flat, 2)
    if column.inner is not None:
        values = pa.ListArray.from_arrays(pa.array(column.inner.astype(np.int32)), values)
    # The last entry is the end of the last row and never masked.
    first = pa.array(mask_rows(column.first.astype(np.int32), column.missing))
    return pa.ListArray.from_arrays(first, values).cast(kind)


@per_lexicon
def _words_to_arrow(lexicon: Lexicon) -> Any:
    """Return all words of a lexicon as an Arrow array, made once."""
    return pa.array(lexicon_words(lexicon), pa.string())
