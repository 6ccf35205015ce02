"""Answers and puzzles as JSON and CSV documents for programs.

Rows and columns are counted from 0. Keys and columns may be added, never renamed.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..geometry import Cell, Direction
from ..grid import Grid
from ..search import FoundWords, Lines, Trace

if TYPE_CHECKING:
    from ..puzzle import Puzzle

VERSION = 1
_ROWS_AT_ONCE = 1_000
_LINE_COLUMNS = ("word", "start_row", "start_column", "end_row", "end_column", "direction")


def lines_to_json(grid: Grid, lines: Lines, *, missing: Sequence[str] = ()) -> Iterator[str]:
    """Yield the parts of the `lexigrid/lines` document, one occurrence per line.

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
            "direction": _direction_name(seen.direction) or None,
            **_other_spellings(seen.spellings),
        }
        for seen in lines
    )
    return render_document(head, "occurrences", members, tail)


def paths_to_json(grid: Grid, found: FoundWords) -> Iterator[str]:
    """Yield the parts of the `lexigrid/paths` document, one word per line.

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
    """Yield the parts of the `lexigrid/trace` document, one word per line.

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
    """Yield the occurrences as CSV with a header, one per row.

    >>> from lexigrid.search import find_lines
    >>> print(*lines_to_csv(find_lines(Grid.parse("tea/ant/oat"), ["ant"])), sep="", end="")
    word,start_row,start_column,end_row,end_column,direction
    ant,1,0,1,2,E
    """
    return render_csv(
        _LINE_COLUMNS,
        ((seen.word, *seen.start, *seen.end, _direction_name(seen.direction)) for seen in lines),
    )


def paths_to_csv(found: FoundWords) -> Iterator[str]:
    """Yield the words as CSV with a header, one path per row; a path is written "2,0 1,0 0,1".

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
    """Yield the traced words as CSV with a header, one path per row; an absent word has one row.

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


def puzzle_to_csv(puzzle: Puzzle) -> Iterator[str]:
    """Yield a puzzle as CSV: the rows of the grid, then a header and a row per word.

    >>> from lexigrid.puzzle.generate import make_puzzle
    >>> puzzle = make_puzzle(["oat", "rye"], size=(2, 5), seed=4)
    >>> print(*puzzle_to_csv(puzzle), sep="", end="")
    E,Y,R,S,I
    O,A,T,E,E
    word,start_row,start_column,end_row,end_column,direction,secret
    oat,1,0,1,2,E,false
    rye,0,2,0,0,W,false
    """
    grid = puzzle.grid
    tokens = ["" if tile is None else tile.format() for tile in grid.tiles]
    rows = [
        [tokens[code] for code in grid.codes[start : start + grid.columns]]
        for start in range(0, grid.rows * grid.columns, grid.columns)
    ]
    words = (
        (
            placed.word,
            *placed.start,
            *placed.end,
            _direction_name(placed.direction),
            "true" if placed.secret else "false",
        )
        for placed in puzzle.key
    )
    return render_csv(rows[0], [*rows[1:], (*_LINE_COLUMNS, "secret"), *words])


def render_document(
    head: Mapping[str, Any], name: str, members: Iterable[Any], tail: Mapping[str, Any]
) -> Iterator[str]:
    """Yield the parts of a JSON document: `head`, a list with one member per line, `tail`.

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
    r"""Yield CSV text, a thousand rows at a time.

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


def _direction_name(direction: Direction | None) -> str:
    return "" if direction is None else str(direction)


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
