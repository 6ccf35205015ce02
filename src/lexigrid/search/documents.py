"""Answers as CSV, and traces as JSON, for programs.

Rows and columns count from 0. Keys and CSV columns may be added, never renamed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from .._util.documents import dump_json, render_csv, render_document
from ..geometry import Cell
from ..grid import Grid

if TYPE_CHECKING:
    from .covers import Covers
    from .lines import Lines
    from .paths import FoundWords
    from .trace import Trace

VERSION = 1
#: The attributes of a trace in JSON, before `paths`.
JSON_NAMES = ("word", "status", "count", "complete")


def traces_to_json(grid: Grid | None, answers: Iterable[Trace]) -> Iterator[str]:
    """Yield the parts of the `lexigrid/trace` document, one word per line."""
    head: dict[str, Any] = {"format": "lexigrid/trace", "version": VERSION}
    if grid is not None:
        head |= {"rows": grid.rows, "columns": grid.columns}
    return render_document(head, "answers", map(_encode_trace, answers), {}, encoded=True)


class _CellTexts(dict[Cell, str]):
    """The JSON text of each cell, cached because paths visit few cells many times."""

    def __missing__(self, cell: Cell) -> str:
        text = self[cell] = f"[{cell.row}, {cell.column}]"
        return text


def _encode_trace(answer: Trace) -> str:
    text_of = _CellTexts().__getitem__
    paths = ", ".join(f"[{', '.join(map(text_of, path))}]" for path in answer.paths)
    head = dump_json({name: getattr(answer, name) for name in JSON_NAMES})
    return f'{head[:-1]}, "paths": [{paths}]}}'


def lines_to_csv(lines: Lines, *, raw: bool = False) -> Iterator[str]:
    """Yield the occurrences as CSV with a header, one per row.

    >>> from lexigrid.search.lines import find_lines
    >>> print(*lines_to_csv(find_lines(Grid.parse("tea/ant/oat"), ["ant"])), sep="", end="")
    word,start_row,start_column,end_row,end_column,direction
    ant,1,0,1,2,E
    """
    return render_csv(
        ("word", "start_row", "start_column", "end_row", "end_column", "direction"),
        ((seen.word, *seen.start, *seen.end, str(seen.direction or "")) for seen in lines),
        raw=raw,
    )


def paths_to_csv(found: FoundWords, *, raw: bool = False) -> Iterator[str]:
    """Yield the words as CSV with a header, one path per row; a path is written "2,0 1,0 0,1".

    >>> from lexigrid.search.paths import find_paths
    >>> print(*paths_to_csv(find_paths(Grid.parse("tea/ant/oat"), ["ant"])), sep="", end="")
    word,score,path
    ant,1,"0,2 1,1 0,0"
    """
    return render_csv(
        ("word", "score", "path"),
        (
            (word.word, word.score, _format_path(path))
            for word in found
            for path in word.paths or ((),)
        ),
        raw=raw,
    )


def covers_to_csv(covers: Covers, *, raw: bool = False) -> Iterator[str]:
    """Yield the words of all covers as CSV with a header, one per row; covers count from 1.

    >>> from lexigrid.search.covers import solve_cover
    >>> print(*covers_to_csv(solve_cover("te/as", ["teas"])), sep="", end="")
    cover,word,spanning,path
    1,teas,true,"0,0 0,1 1,0 1,1"
    """
    return render_csv(
        ("cover", "word", "spanning", "path"),
        (
            (number, each.word, each.word in cover.spanning, _format_path(each.path or ()))
            for number, cover in enumerate(covers, 1)
            for each in cover.found
        ),
        raw=raw,
    )


def traces_to_csv(answers: Iterable[Trace], *, raw: bool = False) -> Iterator[str]:
    """Yield the traced words as CSV with a header, one path per row; an absent word has one row.

    >>> from lexigrid.search.trace import trace
    >>> print(*traces_to_csv([trace(Grid.parse("tea/ant/oat"), "dog")]), sep="", end="")
    word,status,count,complete,path
    dog,absent,0,true,
    """
    return render_csv(
        ("word", "status", "count", "complete", "path"),
        (
            (answer.word, answer.status, answer.count, answer.complete, _format_path(path))
            for answer in answers
            for path in answer.paths or ((),)
        ),
        raw=raw,
    )


def _format_path(path: Sequence[Cell]) -> str:
    return " ".join(f"{row},{column}" for row, column in path)
