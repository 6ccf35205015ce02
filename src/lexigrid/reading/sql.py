"""Dumps of databases (SQL): the rows of a table, below the names of its columns."""

from __future__ import annotations

import re
from functools import cache

from ..errors import LexigridError
from .word_tables import is_number, is_word_column

_NAME = r"((?:[`\"\[]?\w+[`\"\]]?\.)*+[`\"\[]?\w+[`\"\]]?)"
#: What is between parentheses, which may hold others.
_BODY = r"\(((?:[^()]|\([^()]*+\))*+)\)"
_TEXT = r"[nNeE]?'((?:[^'\\]|''|\\.)*+)'|\"((?:[^\"\\]|\\.)*+)\""
_START = re.compile(
    rf"(?mi)^[^\S\n]*+(?:(insert)\s+(?:ignore\s+|or\s+\w+\s+)?into|(copy))\s+{_NAME}\s*(?:\(([^()]*+)\))?\s*"
    r"(?(1)values\s*|from\s+stdin[^\n]*\n)"
)
_TABLE = re.compile(rf"(?mi)^[^\S\n]*+create\s+table\s+(?:if\s+not\s+exists\s+)?{_NAME}\s*{_BODY}")
_ROW = re.compile(
    rf"\s*+\(((?:{_TEXT.replace('((', '(?:(')}|[^'\"()]++|\([^()]*+\))*+)\)\s*+(,?)", re.DOTALL
)
_VALUE = re.compile(rf"\s*+(?:{_TEXT}|([^,]*+))\s*+(?:,|$)", re.DOTALL)
_ESCAPED = re.compile(r"''|\\(.)", re.DOTALL)
_CONSTRAINTS = frozenset(("primary", "unique", "key", "index", "constraint", "foreign", "check"))
_Table = list[list[str]]


def read_dump(
    text: str, where: str, error: type[LexigridError]
) -> tuple[_Table, tuple[str, ...]] | None:
    """Return the table of a dump and notes on others that are left out; None for other text.

    >>> read_dump("INSERT INTO pets (id, word) VALUES (1, 'cat'), (2, 'it''s');", "", LexigridError)
    ([['id', 'word'], ['1', 'cat'], ['2', "it's"]], ())

    Raises:
        error: words can be in several tables.
    """
    heads = {_bare(each[1]): _columns(each[2]) for each in _TABLE.finditer(text)}
    tables: dict[str, _Table] = {}
    starts = [*_START.finditer(text)]
    ends = [*(start.start() for start in starts), len(text)][1:]
    for start, end in zip(starts, ends, strict=False):
        table = _bare(start[3])
        if start[4]:
            heads[table] = _columns(start[4])
        read = _copied if start[2] else _inserted
        tables.setdefault(table, []).extend(read(text[start.end() : end]))
    tables = {table: rows for table, rows in tables.items() if rows}
    if not tables:
        return None
    named = [table for table in tables if any(map(is_word_column, heads.get(table, [])))]
    chosen = [*tables] if len(tables) == 1 else named
    if len(chosen) != 1:
        shown = ", ".join(chosen or tables)[:200]
        raise error(
            f"{where}the dump has the tables {shown}, and each can have the words; keep one of them"
        )
    others = ", ".join(table for table in tables if table != chosen[0])[:200]
    notes = (f"left out the tables {others} of the dump",) if others else ()
    return _with_head(tables[chosen[0]], heads.get(chosen[0], [])), notes


def _with_head(rows: _Table, head: list[str]) -> _Table:
    """Put the names of the columns above rows, and "word" where the other columns are numbers."""
    if len(head) < 2 or len(head) != max(map(len, rows)):
        return rows
    texts = [
        at for at in range(len(head)) if not all(is_number(row[at]) for row in rows if row[at:])
    ]
    if len(texts) == 1 and not any(map(is_word_column, head)):
        head = ["word" if at in texts else column for at, column in enumerate(head)]
    return [head, *rows]


@cache
def _bare(name: str) -> str:
    return re.sub(r'[`"\[\]]', "", name).rpartition(".")[2]


@cache
def _columns(body: str) -> list[str]:
    """Return the names of columns, in a list or in the definition of a table."""
    flat = re.sub(r"\([^()]*\)", "", body)
    names = (_bare(each.split()[0]) for each in flat.split(",") if each.strip())
    return [name for name in names if name.lower() not in _CONSTRAINTS]


def _inserted(text: str) -> _Table:
    rows: _Table = []
    at = 0
    while (row := _ROW.match(text, at)) is not None:
        rows.append([*map(_value, _VALUE.findall(row[1])[:-1])])  # the last one is empty
        at = row.end()
        if not row[2]:
            break
    return rows


def _value(found: tuple[str, str, str]) -> str:
    one, two, plain = found
    if plain:
        return "" if plain.rstrip().upper() == "NULL" else plain.rstrip()
    value = one or two
    return _ESCAPED.sub(_unescaped, value) if "'" in value or "\\" in value else value


def _unescaped(found: re.Match[str]) -> str:
    return found[1] or "'"


def _copied(text: str) -> _Table:
    lines = text.partition("\n\\.")[0].rstrip("\n").split("\n")
    return [["" if each == r"\N" else each for each in line.split("\t")] for line in lines if line]
