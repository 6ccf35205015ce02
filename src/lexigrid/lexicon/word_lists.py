"""Word lists as files -> their text or their words.

Knows errors; known by Lexicon.read and the command line only.
Rule: a plain list is handed over as its bytes, whole and unread, for the compiler.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .._util.io import MAX_BYTES, read_bytes
from ..errors import InputError, LexiconError

#: Endings of files that are unpacked; what is before them tells what is inside.
PACKED = (".gz", ".xz", ".zst")
_PIECE_BYTES = 1 << 20
_PIECE_ROWS = 1 << 16


def read_word_list(
    path: str | os.PathLike[str], *, column: str | int | None = None
) -> bytes | list[str]:
    """Read a word list file: its bytes (plain text, or a compiled lexicon), or its words.

    Raises:
        InputError: the file cannot be read or unpacked, or pyarrow is needed and not installed.
        LexiconError: it is no word list.
    """
    place = Path(path)
    suffixes = [suffix.lower() for suffix in place.suffixes]
    data = read_bytes(place)
    kind = suffixes[-1] if suffixes else ""
    if kind in PACKED:
        data = _unpacked(place, data, kind)
        kind = suffixes[-2] if len(suffixes) > 1 else ""
    if kind == ".parquet":
        return _parquet_words(place, data, column)
    if kind == ".csv" or column is not None:
        return _csv_words(place, data, column)
    if kind == ".dic":
        from .hunspell import read_hunspell  # 600 lines that most lists do without

        return read_hunspell(place, data)
    return data


def _unpacked(path: Path, data: bytes, kind: str) -> bytes:
    import gzip
    import io
    import lzma
    import zlib

    if kind == ".zst":
        arrow = _arrow(path)
    pieces: list[bytes] = []
    size = 0
    try:
        if kind == ".zst":
            file: Any = arrow.CompressedInputStream(arrow.BufferReader(data), "zstd")
        else:
            file = (gzip.open if kind == ".gz" else lzma.open)(io.BytesIO(data))
        with file:
            while piece := file.read(_PIECE_BYTES):
                pieces.append(piece)
                size += len(piece)
                if size > MAX_BYTES:
                    raise InputError(
                        f"{str(path)!r} unpacks to more than {MAX_BYTES} bytes, "
                        "the most that is read of a word list",
                        path=path,
                    )
    except (OSError, EOFError, lzma.LZMAError, zlib.error) as error:
        raise InputError(f"cannot unpack {str(path)!r}: {error}", path=path) from error
    return b"".join(pieces)


def _arrow(path: Path) -> Any:
    """Import pyarrow, which some files need."""
    try:
        import pyarrow as arrow
    except ImportError as error:
        raise InputError(
            f"{str(path)!r} is read with pyarrow, which is not installed; "
            "pip install 'lexigrid[arrow]', or use a word list as text, .gz, .xz or CSV",
            path=path,
        ) from error
    return arrow


def _csv_words(path: Path, data: bytes, column: str | int | None) -> list[str]:
    import csv
    import io

    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise LexiconError(
            f"{str(path)!r}: byte {error.start} is not UTF-8; save the CSV file as UTF-8",
            offset=error.start,
        ) from error
    try:
        rows = list(csv.reader(io.StringIO(text, newline="")))
    except csv.Error as error:  # a field of more than 131,072 characters
        raise LexiconError(f"{str(path)!r} is no CSV file of words: {error}") from error
    if not rows:
        raise LexiconError(f"{str(path)!r} is an empty CSV file, expected a header and words")
    header, body = rows[0], rows[1:]
    if column is None:
        column = "word" if "word" in header else 0
    index = _column_number(path, header, column)
    return [row[index].strip() for row in body if len(row) > index and row[index].strip()]


def _column_number(path: Path, names: Sequence[str], column: str | int) -> int:
    if isinstance(column, str):
        if column not in names:
            choices = ", ".join(names)
            raise LexiconError(
                f"{str(path)!r}: there is no column {column!r}; the columns are {choices}"
            )
        return names.index(column)
    if not 0 <= column < len(names):
        raise LexiconError(
            f"{str(path)!r}: there is no column {column}; columns count from 0 to {len(names) - 1}"
        )
    return column


def _parquet_words(path: Path, data: bytes, column: str | int | None) -> list[str]:
    """Read the named column, or `word`, or the first of text: words once each, as they came."""
    arrow = _arrow(path)
    import pyarrow.parquet as parquet

    words: dict[str, None] = {}
    size = 0
    try:
        with parquet.ParquetFile(arrow.BufferReader(data)) as file:
            schema = file.schema_arrow
            index = _text_column(path, arrow, schema, column)
            if schema.names.count(schema.names[index]) > 1:
                raise LexiconError(
                    f"{str(path)!r} has several columns {schema.names[index]!r}, expected one"
                )
            # Piece by piece and without repeats: a small file can stand for a billion rows.
            for batch in file.iter_batches(_PIECE_ROWS, columns=[schema.names[index]]):
                for word in batch.column(0).to_pylist():
                    line = word.strip() if word else ""
                    if line and line not in words:
                        words[line] = None
                        size += len(line)
                        if size > MAX_BYTES:
                            raise InputError(
                                f"{str(path)!r} has words of more than {MAX_BYTES} characters "
                                "in all, the most that is read of a word list",
                                path=path,
                            )
    except (arrow.ArrowException, OSError, EOFError, UnicodeDecodeError) as error:
        reason = " ".join(str(error).split())[:200]
        raise InputError(
            f"{str(path)!r} is damaged or no Parquet file: {reason}", path=path
        ) from error
    return list(words)


def _text_column(path: Path, arrow: Any, schema: Any, column: str | int | None) -> int:
    names: list[str] = schema.names
    texts = [number for number, kind in enumerate(schema.types) if _is_text(arrow, kind)]
    if column is None:
        column = "word" if "word" in names else texts[0] if texts else None
    if column is None:
        told = ", ".join(f"{name} ({kind})" for name, kind in zip(names, schema.types, strict=True))
        raise LexiconError(
            f"{str(path)!r} has no column of text, expected one of words; the columns are {told}"
        )
    index = _column_number(path, names, column)
    if index not in texts:
        raise LexiconError(
            f"{str(path)!r}: the column {names[index]!r} is of {schema.types[index]}, expected text"
        )
    return index


def _is_text(arrow: Any, kind: Any) -> bool:
    if arrow.types.is_dictionary(kind):
        kind = kind.value_type
    view = getattr(arrow.types, "is_string_view", None)  # since pyarrow 16
    return bool(
        arrow.types.is_string(kind)
        or arrow.types.is_large_string(kind)
        or (view is not None and view(kind))
    )
