"""Read JSON lines: an object on each line."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from json.scanner import make_scanner
from typing import Any

from ..._util.json_text import make_object, parse_float, refuse_constant
from ..job import Job
from .records import CHUNK_ROWS, HEAD_BYTES, Chunk, show_json


def read_json_lines(job: Job, text: str) -> Iterator[Chunk]:
    """Yield the objects of JSON lines as columns; blank lines are skipped."""
    known = frozenset(job.inputs)
    lines = text.split("\n")
    step = min(job.batch_rows, CHUNK_ROWS)
    for begin in range(0, len(lines), step):
        some = lines[begin : begin + step]
        places: Sequence[int] = range(begin, begin + len(some))
        if not all(map(str.strip, some)):
            places = [place for place in places if lines[place].strip()]
            some = [lines[place] for place in places]
        if not some:
            continue
        errors: dict[int, str] = {}
        rows = _parse_objects(some)
        if rows is None:
            parsed: dict[str, Any] = {
                line: _parse_object(line) if line[0] in _JSON_BEGINS else _NO_VALUE
                for line in {*some}
            }
            if {*map(type, parsed.values())} == {str}:
                errors = dict(enumerate(map(parsed.__getitem__, some)))
                yield places, [[None] * len(some)] * len(job.inputs), errors
                continue
            found = [*map(parsed.__getitem__, some)]
            errors = {at: each for at, each in enumerate(found) if isinstance(each, str)}
            rows = [each if isinstance(each, dict) else {} for each in found]
        if job.keep_all:
            for number, row in enumerate(rows):
                if extra := row.keys() - known:
                    errors[number] = (
                        f"the row has {min(extra)!r}, which no row in the first "
                        f"{HEAD_BYTES >> 10} KiB has; put such a row first, or name the columns "
                        "with --keep"
                    )
        yield places, [[row.get(name) for row in rows] for name in job.inputs], errors


def _parse_objects(lines: Sequence[str]) -> list[dict[str, Any]] | None:
    """Parse lines of JSON at once; None unless each certainly is an object whose names differ."""
    text = _BETWEEN.join(lines)
    if text.count(_MARK) >= len(lines) or lines[0].lstrip(_JSON_SPACE)[:1] != "{":
        return None
    try:
        values, end = _scan(f"[{text}]", 0)
        # If all marks are members of the array, what is between two of them is one value.
        rows: list[dict[str, Any]] = values[::2]
        marks = [_MARK] * (len(lines) - 1)
        if end < len(text) + 2 or values[1::2] != marks or {*map(type, rows)} != {dict}:
            return None
        if text.count(":") != sum(map(len, rows)):  # a name may have two values
            for line, row in zip(lines, rows, strict=True):
                if line.count(":") != len(row):
                    _scan_names(line.lstrip(_JSON_SPACE), 0)
    except (StopIteration, ValueError, RecursionError):
        return None
    return rows


def _parse_object(line: str) -> dict[str, Any] | str:
    """Return the object of a line of JSON, or the reason why there is none."""
    begin = len(line) - len(line.lstrip(_JSON_SPACE)) if line[0] in _JSON_SPACE else 0
    if line[begin] not in _JSON_STARTS:
        return f"not JSON: Expecting value at column {begin + 1}" if begin else _NO_VALUE
    if line[begin] == "{" and not line.rstrip(_JSON_SPACE).endswith("}"):
        return "not JSON: the line begins with '{' but does not end with '}'"
    try:
        value, end = _scan(line, begin)
        if isinstance(value, dict) and line.count(":") != len(value):
            _scan_names(line, begin)  # a name may have two values
        rest = line[end:].lstrip(_JSON_SPACE)
        if isinstance(value, dict) and not rest:
            return value
        if not rest:
            return f"the line is {show_json(value)}, expected a JSON object"
        reason = f"Extra data at column {len(line) - len(rest) + 1}"
    except StopIteration as error:
        reason = f"Expecting value at column {error.value + 1}"
    except json.JSONDecodeError as error:
        reason = f"{error.msg} at column {error.colno}"
    except (ValueError, RecursionError) as error:
        reason = str(error)
    return f"not JSON: {reason}"


def _make_scanner(**named: Any) -> Any:
    decoder = json.JSONDecoder(parse_constant=refuse_constant, parse_float=parse_float, **named)
    return make_scanner(decoder)  # type: ignore[arg-type]


_JSON_SPACE = " \t\r\n"
#: The first characters of JSON values, also of NaN and Infinity. Making an error takes longer.
_JSON_STARTS = frozenset('{["-0123456789tfnNI')
_JSON_BEGINS = _JSON_STARTS.union(_JSON_SPACE)
_NO_VALUE = "not JSON: Expecting value at column 1"
#: The text between two lines that are read together, as a value of a list.
_MARK = "end of line"
_BETWEEN = f',"{_MARK}",'
#: These raise StopIteration where the decoder makes an error with the line.
_scan = _make_scanner()
_scan_names = _make_scanner(object_pairs_hook=make_object)
