"""Answers as JSON and CSV documents for programs.

Knows the results of the searches; known by the command line.
Rule: rows and columns are counted from 0; keys and columns may be added, never renamed.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ..geometry import Cell
from ..grid import Grid
from ..search import FoundWords, Lines, Trace

VERSION = 1
_ROWS_AT_ONCE = 1_000


def lines_to_json(grid: Grid, lines: Lines, *, missing: Sequence[str] = ()) -> Iterator[str]:
    """Yield the parts of the `lexigrid/lines` document, one occurrence a line.

    >>> from lexigrid.search import find_lines
    >>> grid = Grid.parse("tea/ant/oat")
    >>> parts = lines_to_json(grid, find_lines(grid, ["ant"]))
    >>> json.loads("".join(parts))["occurrences"]
    [{'word': 'ant', 'start': [1, 0], 'end': [1, 2], 'direction': 'E'}]
    """
    head = _head("lines", grid) | {"count": lines.count}
    tail = {"missing": list(missing), "complete": lines.complete}
    members = (
        {
            "word": seen.word,
            "start": list(seen.start),
            "end": list(seen.end),
            "direction": None if seen.direction is None else str(seen.direction),
            **_other_spellings(seen.spellings),
        }
        for seen in lines
    )
    return render_document(head, "occurrences", members, tail)


def paths_to_json(grid: Grid, found: FoundWords) -> Iterator[str]:
    """Yield the parts of the `lexigrid/paths` document, one word a line.

    >>> from lexigrid.search import find_paths
    >>> grid = Grid.parse("tea/ant/oat")
    >>> json.loads("".join(paths_to_json(grid, find_paths(grid, ["ant"]))))["words"]
    [{'word': 'ant', 'score': 1, 'paths': [[[0, 2], [1, 1], [0, 0]]]}]
    """
    head = _head("paths", grid) | {
        "count": found.count,
        "score": found.score,
        "complete": found.complete,
    }
    if found.path_count is not None:
        head["path_count"] = found.path_count
    members = (
        {
            "word": word.word,
            "score": word.score,
            "paths": _cells(_listed(word.path, word.paths)),
            **_other_spellings(word.spellings),
        }
        for word in found
    )
    return render_document(head, "words", members, {})


def traces_to_json(grid: Grid, answers: Iterable[Trace]) -> Iterator[str]:
    """Yield the parts of the `lexigrid/trace` document, one word a line.

    >>> from lexigrid.search import trace
    >>> grid = Grid.parse("tea/ant/oat")
    >>> json.loads("".join(traces_to_json(grid, [trace(grid, "dog")])))["answers"]
    [{'word': 'dog', 'status': 'absent', 'count': 0, 'complete': True, 'paths': []}]
    """
    members = (
        {
            "word": answer.word,
            "status": answer.status,
            "count": answer.count,
            "complete": answer.complete,
            "paths": _cells(answer.paths),
        }
        for answer in answers
    )
    return render_document(_head("trace", grid), "answers", members, {})


def lines_to_csv(lines: Lines) -> Iterator[str]:
    """Yield the occurrences as CSV with a header, one a row.

    >>> from lexigrid.search import find_lines
    >>> print(*lines_to_csv(find_lines(Grid.parse("tea/ant/oat"), ["ant"])), sep="", end="")
    word,start_row,start_column,end_row,end_column,direction
    ant,1,0,1,2,E
    """
    header = ("word", "start_row", "start_column", "end_row", "end_column", "direction")
    return render_csv(
        header,
        (
            (
                seen.word,
                *seen.start,
                *seen.end,
                "" if seen.direction is None else str(seen.direction),
            )
            for seen in lines
        ),
    )


def paths_to_csv(found: FoundWords) -> Iterator[str]:
    """Yield the words as CSV with a header, one path a row; a path is written "2,0 1,0 0,1".

    >>> from lexigrid.search import find_paths
    >>> print(*paths_to_csv(find_paths(Grid.parse("tea/ant/oat"), ["ant"])), sep="", end="")
    word,score,path
    ant,1,"0,2 1,1 0,0"
    """
    return render_csv(
        ("word", "score", "path"),
        (
            (word.word, word.score, _format_path(path))
            for word in found
            for path in _listed(word.path, word.paths) or ((),)
        ),
    )


def traces_to_csv(answers: Iterable[Trace]) -> Iterator[str]:
    """Yield the traced words as CSV with a header, one path a row; an absent word has one too.

    >>> from lexigrid.search import trace
    >>> print(*traces_to_csv([trace(Grid.parse("tea/ant/oat"), "dog")]), sep="", end="")
    word,status,count,complete,path
    dog,absent,0,true,
    """
    return render_csv(
        ("word", "status", "count", "complete", "path"),
        (
            (
                answer.word,
                answer.status,
                answer.count,
                "true" if answer.complete else "false",
                _format_path(path),
            )
            for answer in answers
            for path in answer.paths or ((),)
        ),
    )


def render_document(
    head: Mapping[str, Any], name: str, members: Iterable[Any], tail: Mapping[str, Any]
) -> Iterator[str]:
    """Yield the parts of one JSON document: some keys, a list with one member a line, more keys.

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
        yield separator + _dump(member)
        separator = ",\n  "
    closing = "\n]" if separator.startswith(",") else "]"
    yield closing + (f", {_dump(tail)[1:]}" if tail else "}") + "\n"


def render_csv(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> Iterator[str]:
    r"""Yield CSV text, some rows at a time.

    >>> list(render_csv(["word"], [["ice cream"], ["salt, pepper"]]))
    ['word\nice cream\n"salt, pepper"\n']
    """
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


def _head(kind: str, grid: Grid) -> dict[str, Any]:
    return {
        "format": f"lexigrid/{kind}",
        "version": VERSION,
        "rows": grid.rows,
        "columns": grid.columns,
    }


def _dump(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _other_spellings(spellings: Sequence[str]) -> dict[str, Any]:
    return {"spellings": list(spellings)} if len(spellings) > 1 else {}


def _listed(
    path: Sequence[Cell] | None, paths: Sequence[Sequence[Cell]] | None
) -> Sequence[Sequence[Cell]]:
    return paths or ((path,) if path else ())


def _cells(paths: Iterable[Sequence[Cell]]) -> list[list[list[int]]]:
    return [[list(cell) for cell in path] for path in paths]


def _format_path(path: Sequence[Cell]) -> str:
    return " ".join(f"{row},{column}" for row, column in path)
