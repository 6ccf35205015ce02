"""Read word list files; a plain list is returned as bytes, for the compiler to parse."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .._util.io import (
    COMPRESSED,
    StrPath,
    cannot_read,
    decode_utf8,
    decompress,
    import_extra,
    read_bytes,
)
from .._util.limits import MAX_BYTES
from ..errors import InputError, LexiconError
from .word_list import DictionaryOptions, WordList

_PIECE_ROWS = 1 << 16


def read_word_list(
    path: StrPath,
    *,
    column: str | int | None = None,
    dictionary: DictionaryOptions | None = None,
) -> bytes | WordList:
    """Read a word list file: its bytes (plain text, or a compiled lexicon), or its words.

    Raises:
        InputError: the file cannot be read, needs pyarrow, which is not installed, or is given
            dictionary options but is not a dictionary.
        LexiconError: it is not a word list.
    """
    try:
        place = Path(path)
    except TypeError as error:
        raise cannot_read(path, error) from error
    suffixes = [suffix.lower() for suffix in place.suffixes]
    data = read_bytes(place)
    kind = suffixes[-1] if suffixes else ""
    if kind in COMPRESSED:
        data = decompress(place, data, kind)
        kind = suffixes[-2] if len(suffixes) > 1 else ""
    if kind == ".dic" and column is None:
        from .hunspell import read_hunspell  # rarely needed

        return read_hunspell(place, data, dictionary or DictionaryOptions())
    if kind == ".aff":
        raise InputError(
            f"{str(path)!r} has the affixes of a hunspell dictionary; give "
            f"{str(place.with_suffix('.dic'))!r}, which has its words",
            path=path,
        )
    if dictionary not in (None, DictionaryOptions()):
        raise InputError(
            f"{str(path)!r} is not a hunspell dictionary (.dic); the options prefixes, names, "
            "forms and attested apply only to those",
            path=path,
        )
    if kind == ".parquet":
        return WordList(_parquet_words(place, data, column))
    if kind == ".csv" or column is not None:
        return _csv_words(place, data, column)
    return data


def _csv_words(path: Path, data: bytes, column: str | int | None) -> WordList:
    from .._util.csv_text import find_delimiter, parse_csv  # rarely needed

    text = decode_utf8(data, repr(str(path)), LexiconError, "save the CSV file as UTF-8")
    name = f"{str(path)!r} is not a CSV file of words: "
    rows = parse_csv(text, name, LexiconError, delimiter=find_delimiter(text))
    header = next((row for row in filter(None, rows) if any(map(str.strip, row))), None)
    if header is None:
        raise LexiconError(f"{str(path)!r} is an empty CSV file, expected a header and words")
    notes: list[str] = []
    if column is None:
        column = "word" if "word" in header else 0
        if column == 0 and header and header[0].strip():
            notes.append(
                f"the first row of {str(path)!r}, {header[0]!r}, is skipped as a header; if it is "
                "a word, put a row 'word' above it"
            )
    index = _column_number(path, header, column)
    words = [word for row in rows if len(row) > index and (word := row[index].strip())]
    # Words beyond ASCII take longer to compile than to compare.
    return WordList(words if text.isascii() else list(dict.fromkeys(words)), notes=notes)


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
    """Read the named column, else `word`, else the first column of text: each word once."""
    purpose, otherwise = repr(str(path)), "use a word list as text, .gz, .xz or CSV"
    arrow = import_extra("pyarrow", "arrow", purpose, otherwise)
    parquet = import_extra("pyarrow.parquet", "arrow", purpose, otherwise)
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
            # In pieces and without repeats: a small file can hold a billion rows.
            for batch in file.iter_batches(_PIECE_ROWS, columns=[schema.names[index]]):
                for word in batch.column(0).unique().to_pylist():
                    line = word.strip() if word else ""
                    if line and line not in words:
                        words[line] = None
                        size += len(line)
                        if size > MAX_BYTES:
                            raise InputError(
                                f"{str(path)!r} has words of more than {MAX_BYTES} characters "
                                "in total, which is the limit",
                                path=path,
                            )
    except (arrow.ArrowException, OSError, EOFError, UnicodeDecodeError) as error:
        reason = " ".join(str(error).split())[:200]
        raise InputError(
            f"{str(path)!r} is damaged or not a Parquet file: {reason}", path=path
        ) from error
    return list(words)


def _text_column(path: Path, arrow: Any, schema: Any, column: str | int | None) -> int:
    names: list[str] = schema.names
    texts = [number for number, kind in enumerate(schema.types) if _is_text(arrow, kind)]
    if column is None:
        column = "word" if "word" in names else texts[0] if texts else None
    if column is None:
        listed = ", ".join(
            f"{name} ({kind})" for name, kind in zip(names, schema.types, strict=True)
        )
        raise LexiconError(
            f"{str(path)!r} has no column of text, expected one of words; the columns are {listed}"
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
