"""CSV text whose fields spreadsheets do not run as formulas; a stray quote is an error."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import repeat
from types import SimpleNamespace
from typing import Any, TypeVar

from ..errors import LexigridError

#: The start of text that spreadsheets run as a formula, or that has been escaped already.
_FORMULA = re.compile(r"'*[=+\-@\t\r]")

#: What a plain split at line breaks and delimiters would read otherwise than the CSV reader does.
_NOT_PLAIN = re.compile('["\r]')

_MARK = re.compile("[,;\t]")

_WORDS_HEADER = re.compile("^word[,;\t]start_row[,;\t]", re.MULTILINE)

_QUOTED = re.compile(r'"[^"]*"')

_Field = TypeVar("_Field", str, str | None)


def format_csv(rows: Iterable[Iterable[Any]], *, raw: bool = False, delimiter: str = ",") -> str:
    r"""Write rows as CSV; unless `raw`, put an apostrophe before text that would be a formula.

    Numbers stay as they are; True becomes true. `parse_csv` removes the apostrophe.

    >>> format_csv([["=cmd()", -1, "salt, pepper"]])
    '\'=cmd(),-1,"salt, pepper"\n'
    """
    lines: list[str] = []
    # The terminator \r\n makes the writer quote fields with \r or \n. Lines still end with \n.
    page = SimpleNamespace(write=lambda line: lines.append(f"{line[:-2]}\n"))
    writer = csv.writer(page, delimiter=delimiter, lineterminator="\r\n")
    field = _plain if raw else _escape
    writer.writerows(map(field, row) for row in rows)
    return "".join(lines)


def parse_csv(
    text: str, name: str, error: type[LexigridError], *, delimiter: str = ","
) -> Iterator[list[str]]:
    """Yield the rows of CSV, the inverse of `format_csv`; `name` is for the message.

    Raises:
        error: a quote is stray or not closed, or a field has more than 131,072 characters.
    """
    reader = _reader(text, delimiter)
    try:
        yield from map(unescape, reader) if "'" in text else reader
    except csv.Error as found:
        begin, reader = 1, _reader(text, delimiter)
        with suppress(csv.Error):
            for _ in reader:
                begin = reader.line_num + 1
        raise error(f"{name}not CSV: {found}, in the row of line {begin}", line=begin) from found


def split_plain(text: str, delimiter: str) -> tuple[list[str], int, int] | None:
    """Return the fields of CSV, its rows and its columns, without a Python step for each row.

    Return None if rows differ in length, a row is empty, or a field may be quoted or is too long.

    >>> split_plain("a,b\\nc,d\\n", ","), split_plain("a,b\\nc\\n", ",")
    ((['a', 'b', 'c', 'd'], 2, 2), None)
    """
    if "\n\n" in text or _NOT_PLAIN.search(text):
        return None
    lines = text.removesuffix("\n").split("\n")
    if not lines[0]:
        return None
    columns = lines[0].count(delimiter) + 1
    if {*map(str.count, lines, repeat(delimiter))} != {columns - 1}:
        return None
    if max(map(len, lines)) > csv.field_size_limit():
        return None
    fields = lines if columns == 1 else delimiter.join(lines).split(delimiter)
    return unescape(fields) if "'" in text else fields, len(lines), columns


def find_delimiter(text: str) -> str:
    r"""Return what separates the fields of CSV, by its first line: commas, semicolons or tabs.

    Spreadsheets write semicolons where the decimal separator is a comma.

    >>> find_delimiter('"a,b";"c"'), find_delimiter("a;b,c"), find_delimiter("\n\t\tb")
    (';', ',', '\t')
    """
    first = _QUOTED.sub("x", text.lstrip("\r\n").partition("\n")[0].rstrip("\r"))
    found = (mark for mark in ",;\t" if mark in first and len(first) > 1)
    return next(found, ",")


def find_grid_delimiter(text: str) -> str:
    r"""Return what separates the tiles of a grid in CSV.

    The first row of a grid with a single column has no separator. Then the header of the words of a
    puzzle tells, or the first row that has one: such a row is too long, which its reader notices.

    >>> find_grid_delimiter("a\nb\nword;start_row\n"), find_grid_delimiter("a\nb;c")
    (';', ';')
    """
    first = _MARK.search(text)
    if first is None or text.find("\n", 0, first.start()) < 0:
        return find_delimiter(text)
    header = _WORDS_HEADER.search(text)
    if header is not None:
        return find_delimiter(header[0])
    lines = text[text.rfind("\n", 0, first.start()) + 1 :].split("\n")
    return find_delimiter(next((row for row in lines if _MARK.search(_QUOTED.sub("x", row))), ""))


def _reader(text: str, delimiter: str) -> Any:
    return csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)


def unescape(fields: Sequence[_Field]) -> list[_Field]:
    """Remove the apostrophes that `format_csv` puts before formulas."""
    return [
        field[1:] if field and field[0] == "'" and _FORMULA.match(field) else field
        for field in fields
    ]


def _plain(value: Any) -> Any:
    return str(value).lower() if isinstance(value, bool) else value


def _escape(value: Any) -> Any:
    return f"'{value}" if isinstance(value, str) and _FORMULA.match(value) else _plain(value)
