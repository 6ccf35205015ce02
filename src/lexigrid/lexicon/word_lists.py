"""Read word list files; a plain list is returned as bytes, for the compiler to parse."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import starmap, zip_longest
from operator import eq
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .._util.io import (
    COMPRESSED,
    StrPath,
    cannot_read,
    decompress,
    import_extra,
    name_of,
    read_bytes,
    without_collections,
)
from .._util.limits import MAX_BYTES, MAX_LINE
from .._util.plain_text import count_noun, shorten
from ..errors import InputError, LexiconError
from ..reading import clean
from ..reading.decode import decode
from .image import MAGIC
from .word_list import DictionaryOptions, WordList

if TYPE_CHECKING:
    from ..reading.word_tables import Words

_PIECE_ROWS = 1 << 16


@without_collections()
def read_word_list(
    path: StrPath,
    *,
    column: str | int | None = None,
    dictionary: DictionaryOptions | None = None,
    counted: bool = False,
    keeps_facts: bool = False,
) -> bytes | WordList:
    """Read a word list file: its bytes (plain text, or a compiled lexicon), or its words.

    Unless the caller keeps facts about words, a note says that clues are left out.

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
    data = read_bytes(path)
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
    _check_lines(data, path)
    from ..reading.words import is_plain  # 2 ms

    is_table = kind in (".csv", ".tsv", ".tab")
    if column is None and not is_table and (counted or data.startswith(MAGIC) or is_plain(data)):
        return data
    found = _read_list(data, path, column, is_table=is_table)
    if isinstance(found, bytes):
        return found
    notes = [f"{name_of(path)}: {note}" for note in found.notes]
    if found.clues and not keeps_facts:
        notes.append(
            f"{name_of(path)}: left out the clues of {count_noun(len(found.clues), 'word')}"
        )
    return WordList(found.words, notes=notes, facts=found.facts if keeps_facts else {})


def _check_lines(data: bytes, path: StrPath) -> None:
    """Refuse a list whose lines are too long to be taken apart in little memory.

    Raises:
        LexiconError: it is neither JSON nor a compiled lexicon, and has a very long line.
    """
    if data.startswith((MAGIC, b"[", b"{")):
        return
    begin = 0
    while len(data) - begin > MAX_LINE:
        end = data.rfind(b"\n", begin, begin + MAX_LINE)
        if end < 0:
            number = data.count(b"\n", 0, begin) + 1
            raise LexiconError(
                f"{name_of(path)}: line {number} has more than {MAX_LINE} bytes, which is the "
                "limit; write one word per line",
                line=number,
            )
        begin = end + 1


def read_listed_words(
    path: StrPath,
    *,
    column: str | int | None = None,
    counted: bool = False,
    keeps_facts: bool = True,
) -> WordList:
    """Read the words of a file in its order, with repeats; numbers after a `counted` one are left.

    Raises:
        InputError: the file cannot be read.
        LexiconError: it is not a word list.
    """
    found = read_word_list(path, column=column, counted=counted, keeps_facts=keeps_facts)
    if isinstance(found, WordList):
        return found
    if found.startswith(MAGIC):
        raise LexiconError(f"{name_of(path)} is a compiled lexicon, expected a list of words")
    lines = map(str.strip, clean(decode(found, path, LexiconError).text).split("\n"))
    words = [line for line in lines if line and not line.startswith("#")]
    return WordList([word.split()[0] for word in words] if counted else words)


def _read_list(
    data: bytes, path: StrPath, column: str | int | None, *, is_table: bool
) -> bytes | Words:
    """Read a list of any form; return its text if it has one word on each line."""
    from ..reading.decode import text_of_tables
    from ..reading.documents import html_text, read_words
    from ..reading.markup import unwrapped
    from ..reading.parts import kind_of
    from ..reading.words import read_list

    source = unwrapped(decode(data, path, LexiconError, "save the words as UTF-8"))
    form = "table" if is_table else kind_of(source)
    notes: tuple[str, ...] = ()
    try:
        if form == "json":
            listed = read_words(source.text, LexiconError)
        else:
            text = clean(source.text)
            if source.tables:
                text, notes = text_of_tables(
                    source, LexiconError, wants_grid=False, wants_words=True
                )
            if form == "html":
                text = html_text(re.sub(r"(?i)(?<!\s)(?:\s*+:)?\s*+</h([1-6])>", r":</h\1>", text))
            listed = read_list(
                text, column=column, is_table=is_table or bool(source.tables), is_file=True
            )
    except LexiconError as error:
        raise LexiconError(f"{name_of(path)}: {error}", **error.facts) from error
    if is_table and not listed.words:
        raise LexiconError(f"{name_of(path)} is an empty CSV file, expected words")
    if form == "text" and not (source.tables or listed.notes or source.notes):
        lines = (line for line in map(str.strip, text.split("\n")) if line and line[0] != "#")
        if all(starmap(eq, zip_longest(listed.words, lines))):
            return text.encode()
    listed.notes[:0] = (*source.notes, *notes)
    return listed


def _column_number(path: Path, names: Sequence[str], column: str | int) -> int:
    if isinstance(column, str):
        if column not in names:
            choices = ", ".join(names)
            raise LexiconError(
                f"{str(path)!r}: there is no column {shorten(column)}; the columns are {choices}"
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
