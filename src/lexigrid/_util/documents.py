"""JSON documents with one member per line, and CSV, as pieces of text."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Any

_ROWS_AT_ONCE = 1_000
#: `json.dumps` would make a new encoder each time.
dump_json = json.JSONEncoder(ensure_ascii=False).encode


def render_document(
    head: Mapping[str, Any],
    name: str,
    members: Iterable[Any],
    tail: Mapping[str, Any],
    *,
    encoded: bool = False,
) -> Iterator[str]:
    """Yield the parts of a JSON document: `head`, a list with one member per line, `tail`.

    With `encoded`, the members are JSON text already.

    >>> print(*render_document({"version": 1}, "words", ["a", "b"], {}), sep="", end="")
    {"version": 1, "words": [
      "a",
      "b"
    ]}
    """
    opening = dump_json(head)[:-1]
    yield f"{opening}{', ' if head else ''}{dump_json(name)}: ["
    separator = "\n  "
    for member in members:
        yield separator + (member if encoded else dump_json(member))
        separator = ",\n  "
    closing = "\n]" if separator.startswith(",") else "]"
    yield closing + (f", {dump_json(tail)[1:]}" if tail else "}") + "\n"


def render_csv(
    header: Sequence[str], rows: Iterable[Sequence[Any]], *, raw: bool = False
) -> Iterator[str]:
    r"""Yield CSV text, a thousand rows at a time; `raw` as for `format_csv`.

    >>> list(render_csv(["word"], [["ice cream"], ["salt, pepper"]]))
    ['word\nice cream\n"salt, pepper"\n']
    """
    from .csv_text import format_csv  # only where CSV is written

    every = chain([header], rows)
    while some := list(islice(every, _ROWS_AT_ONCE)):
        yield format_csv(some, raw=raw)
