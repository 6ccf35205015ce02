"""Word lists as files -> their text or their words.

Knows errors; known by Lexicon.read only.
Rule: a plain list is handed over as its bytes, whole and unread, for the compiler.
"""

from __future__ import annotations

import os
from pathlib import Path

from ..errors import InputError, LexiconError
from ..files import MAX_BYTES, read_bytes


def read_word_list(
    path: str | os.PathLike[str], *, column: str | int | None = None
) -> bytes | list[str]:
    """Read a word list file: its bytes (plain text, or a compiled lexicon), or its words.

    Raises:
        InputError: the file cannot be read or unpacked.
        LexiconError: it is no word list.
    """
    place = Path(path)
    suffixes = [suffix.lower() for suffix in place.suffixes]
    data = read_bytes(place)
    kind = suffixes[-1] if suffixes else ""
    if kind in (".gz", ".xz"):
        data = _unpacked(place, data, kind)
        kind = suffixes[-2] if len(suffixes) > 1 else ""
    if kind == ".csv" or column is not None:
        return _csv_words(data, column)
    if kind == ".dic":
        from .hunspell import read_hunspell  # 600 lines that most lists do without

        return read_hunspell(place, data)
    return data


def _unpacked(path: Path, data: bytes, kind: str) -> bytes:
    import gzip
    import io
    import lzma
    import zlib

    opener = gzip.open if kind == ".gz" else lzma.open
    try:
        with opener(io.BytesIO(data)) as file:
            unpacked = file.read(MAX_BYTES + 1)
    except (OSError, EOFError, lzma.LZMAError, zlib.error) as error:
        raise InputError(f"cannot unpack {str(path)!r}: {error}", path=path) from error
    if len(unpacked) > MAX_BYTES:
        raise InputError(f"{str(path)!r} unpacks to more than {MAX_BYTES} bytes", path=path)
    return bytes(unpacked)


def _csv_words(data: bytes, column: str | int | None) -> list[str]:
    import csv
    import io

    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise LexiconError(f"byte {error.start} is not UTF-8", offset=error.start) from error
    rows = list(csv.reader(io.StringIO(text, newline="")))
    if not rows:
        raise LexiconError("the CSV file is empty, expected a header and words")
    header, body = rows[0], rows[1:]
    if column is None:
        column = "word" if "word" in header else 0
    if isinstance(column, str):
        if column not in header:
            choices = ", ".join(header)
            raise LexiconError(f"there is no column {column!r}; the columns are {choices}")
        index = header.index(column)
    else:
        index = column
        if not 0 <= index < len(header):
            raise LexiconError(
                f"there is no column {index}; columns count from 0 to {len(header) - 1}"
            )
    return [row[index].strip() for row in body if len(row) > index and row[index].strip()]
