"""JSON documents with one member per line, and CSV, as parts of text."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

_ROWS_AT_ONCE = 1_000


def render_document(
    head: Mapping[str, Any],
    name: str,
    members: Iterable[Any],
    tail: Mapping[str, Any],
    *,
    encoded: bool = False,
) -> Iterator[str]:
    """Yield the parts of a JSON document: `head`, a list with one member per line, `tail`.

    `encoded`: the members are JSON text already.

    >>> print(*render_document({"version": 1}, "words", ["a", "b"], {}), sep="", end="")
    {"version": 1, "words": [
      "a",
      "b"
    ]}
    """
    opening = _dump(head)[:-1]
    yield f"{opening}{', ' if head else ''}{_dump(name)}: ["
    separator = "\n  "
    for member in members:
        yield separator + (member if encoded else _dump(member))
        separator = ",\n  "
    closing = "\n]" if separator.startswith(",") else "]"
    yield closing + (f", {_dump(tail)[1:]}" if tail else "}") + "\n"


def render_csv(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> Iterator[str]:
    r"""Yield CSV text, a thousand rows at a time.

    >>> list(render_csv(["word"], [["ice cream"], ["salt, pepper"]]))
    ['word\nice cream\n"salt, pepper"\n']
    """
    import csv  # only where CSV is written

    sheet = io.StringIO()
    writer = csv.writer(sheet, lineterminator="\n")
    writer.writerow(header)
    for number, row in enumerate(rows, 1):
        writer.writerow(row)
        if number % _ROWS_AT_ONCE == 0:
            yield sheet.getvalue()
            sheet.seek(0)
            sheet.truncate()
    yield sheet.getvalue()


def _dump(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
