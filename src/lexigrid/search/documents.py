"""Answers as JSON and CSV documents for programs.

Rows and columns count from 0. Keys and CSV columns may be added, never renamed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from .._util.documents import dump_json, render_csv, render_document
from ..geometry import Cell, Direction
from ..grid import Grid
from ..lexicon import name_band

if TYPE_CHECKING:
    from .found_words import FoundWord, FoundWords
    from .lines import Lines, Occurrence
    from .trace import Trace

VERSION = 1


def lines_to_json(lines: Lines, *, missing: Sequence[str] | None = None) -> Iterator[str]:
    """Yield the parts of the `lexigrid/lines` document, one occurrence per line.

    `missing` replaces the missing words of the answer.
    """
    head = _head("lines", lines.grid) | {"count": lines.count}
    tail = {
        "missing": list(lines.missing if missing is None else missing),
        "complete": lines.complete,
    }
    return render_document(head, "occurrences", lines.iter_json(), tail, encoded=True)


def paths_to_json(found: FoundWords, *, commonness: bool = False) -> Iterator[str]:
    """Yield the parts of the `lexigrid/paths` document, one word per line.

    With `commonness`, each word has the name of its band, or null if there are no bands.
    """
    head = _head("paths", found.grid) | {
        "count": found.count,
        "score": found.score,
        "complete": found.complete,
    }
    if found.path_count is not None:
        head["path_count"] = found.path_count
    if commonness:
        members = (
            word_to_dict(word) | {"commonness": None if word.band is None else name_band(word.band)}
            for word in found
        )
        return render_document(head, "words", members, {})
    return render_document(head, "words", found.iter_json(), {}, encoded=True)


def traces_to_json(grid: Grid | None, answers: Iterable[Trace]) -> Iterator[str]:
    """Yield the parts of the `lexigrid/trace` document, one word per line."""
    members = map(_encode_trace, answers)
    return render_document(_head("trace", grid), "answers", members, {}, encoded=True)


def occurrence_to_dict(seen: Occurrence) -> dict[str, Any]:
    """Return an occurrence as its JSON object."""
    return {
        "word": seen.word,
        "start": list(seen.start),
        "end": list(seen.end),
        "direction": _direction_name(seen.direction) or None,
        **_other_spellings(seen.spellings),
    }


def word_to_dict(word: FoundWord) -> dict[str, Any]:
    """Return a found word as its JSON object."""
    return {
        "word": word.word,
        "score": word.score,
        "paths": _cells(word.paths),
        **_other_spellings(word.spellings),
    }


def trace_to_dict(answer: Trace) -> dict[str, Any]:
    """Return a traced word as its JSON object."""
    return _trace_head(answer) | {"paths": _cells(answer.paths)}


def _trace_head(answer: Trace) -> dict[str, Any]:
    return {
        "word": answer.word,
        "status": answer.status,
        "count": answer.count,
        "complete": answer.complete,
    }


class _CellTexts(dict[Cell, str]):
    """The JSON text of each cell, cached because paths visit few cells many times."""

    def __missing__(self, cell: Cell) -> str:
        text = self[cell] = f"[{cell.row}, {cell.column}]"
        return text


def _encode_trace(answer: Trace) -> str:
    """Return `trace_to_dict` as JSON text, in a third of the time."""
    text_of = _CellTexts().__getitem__
    paths = ", ".join(f"[{', '.join(map(text_of, path))}]" for path in answer.paths)
    return f'{dump_json(_trace_head(answer))[:-1]}, "paths": [{paths}]}}'


def lines_to_csv(lines: Lines, *, raw: bool = False) -> Iterator[str]:
    """Yield the occurrences as CSV with a header, one per row.

    >>> from lexigrid.search import find_lines
    >>> print(*lines_to_csv(find_lines(Grid.parse("tea/ant/oat"), ["ant"])), sep="", end="")
    word,start_row,start_column,end_row,end_column,direction
    ant,1,0,1,2,E
    """
    return render_csv(
        ("word", "start_row", "start_column", "end_row", "end_column", "direction"),
        ((seen.word, *seen.start, *seen.end, _direction_name(seen.direction)) for seen in lines),
        raw=raw,
    )


def paths_to_csv(found: FoundWords, *, raw: bool = False) -> Iterator[str]:
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
            for path in word.paths or ((),)
        ),
        raw=raw,
    )


def traces_to_csv(answers: Iterable[Trace], *, raw: bool = False) -> Iterator[str]:
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
        raw=raw,
    )


def _head(kind: str, grid: Grid | None) -> dict[str, Any]:
    head = {"format": f"lexigrid/{kind}", "version": VERSION}
    return head if grid is None else head | {"rows": grid.rows, "columns": grid.columns}


def _direction_name(direction: Direction | None) -> str:
    return "" if direction is None else str(direction)


def _other_spellings(spellings: Sequence[str]) -> dict[str, Any]:
    return {"spellings": list(spellings)} if len(spellings) > 1 else {}


def _cells(paths: Iterable[Sequence[Cell]]) -> list[list[list[int]]]:
    return [[list(cell) for cell in path] for path in paths]


def _format_path(path: Sequence[Cell]) -> str:
    return " ".join(f"{row},{column}" for row, column in path)
