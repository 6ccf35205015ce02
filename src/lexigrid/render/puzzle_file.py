"""A puzzle as the bytes of a file: text, JSON, CSV, SVG, PNG, PDF, HTML, DOCX or SCORM."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args

from .._util.documents import render_csv
from .._util.options import options_of
from .._util.plain_text import count_noun, join_words
from .._util.time_limit import time_limit
from ..errors import InputError, PuzzleError
from ..grid import map_tiles
from ..puzzle import Placement, Puzzle
from ..puzzle.io import with_places
from ..puzzle.path_rules import format_rules
from ..reading import KIND_COLUMN, PATH_COLUMN, PUZZLE_COLUMNS
from .listing import ListAs
from .print.options import PageOptions as PageOptions
from .terminal.page import Page

Drawn = TypeVar("Drawn")
PuzzleFormat = Literal["text", "json", "csv", "svg", "png", "pdf", "html", "docx", "scorm"]
FORMATS: tuple[PuzzleFormat, ...] = get_args(PuzzleFormat)
#: The format of each file name suffix.
SUFFIXES: dict[str, PuzzleFormat] = {f".{name}": name for name in FORMATS if name != "scorm"}
SUFFIXES |= {".txt": "text", ".htm": "html", ".zip": "scorm"}
#: Formats with one file per page.
PICTURES: tuple[PuzzleFormat, ...] = ("svg", "png")
#: What takes long to import.
_DRAWING = ("fpdf", "uharfbuzz", "resvg_py", "lexigrid.render.print.documents")
#: Formats that cannot shift the rows of a board.
_SQUARE: tuple[PuzzleFormat, ...] = ("docx",)


def format_of(path: str) -> str:
    """Return the format that a file name's suffix stands for.

    >>> format_of("birds.pdf")
    'pdf'

    Raises:
        InputError: the suffix is unknown; the message lists the known ones.
    """
    suffix = Path(path).suffix.lower()
    if suffix not in SUFFIXES:
        found = f"no format for {suffix!r} files" if suffix else f"{path!r} has no suffix"
        raise InputError(f"{found}; end the name in one of {', '.join(SUFFIXES)}", path=path)
    return SUFFIXES[suffix]


def page_options_for(form: str, values: Mapping[str, Any]) -> PageOptions:
    """Return the page options of one file, from keyword arguments.

    Raises:
        InputError: a value cannot be used, or the format does not use it.
    """
    page = PageOptions.of(**values)
    given = {
        name: f"{name}=False" if value is False else name
        for name, value in values.items()
        if value is not None
    }
    check_page_options(given, {form}, page)
    return page


def check_page_options(given: Mapping[str, str], forms: Set[str], page: PageOptions) -> None:
    """Refuse page options that no format uses; `given` has how each was written.

    Raises:
        InputError: there is one.
    """
    known = options_of(PageOptions)
    if page.with_key is False and forms <= {"json", "csv"}:
        raise InputError(
            f"{given['with_key']} leaves out the answers of a page, but JSON and CSV always have "
            "them; choose another format, or leave it out"
        )
    for name, written in given.items():
        users = known[name].used_by
        if name != "with_key" and forms.isdisjoint(users):
            raise InputError(
                f"{written} is for {list_formats(users, 'and')}, not for "
                f"{list_formats(sorted(forms), 'or')}; choose another format, or leave it out"
            )


def list_formats(names: Sequence[str], conjunction: str) -> str:
    """Return the names of formats as in a sentence.

    >>> list_formats(["text", "svg", "pdf"], "and")
    'text, SVG and PDF'
    """
    return join_words([name if name == "text" else name.upper() for name in names], conjunction)


def puzzle_to_text(puzzle: Puzzle, *, with_key: bool = False, list_as: ListAs = "words") -> str:
    """Return the grid, a blank line and the words, and with `with_key` the key."""
    from .terminal.puzzle_text import render_puzzle

    return "\n".join(render_puzzle(puzzle, Page(), with_key=with_key, list_as=list_as))


def _with_places(puzzle: Puzzle, form: str, page: PageOptions) -> Puzzle:
    """Return the puzzle with the places that the file shows; JSON may be without."""
    if form == "json" or (form == "text" and not page.with_key):
        return puzzle
    return with_places(puzzle)


def puzzle_to_files(
    puzzle: Puzzle, form: str, page: PageOptions, *, csv_raw: bool = False
) -> tuple[dict[str, bytes], str]:
    """Return the contents of the files by the ending of their names, and a remark on the pages.

    Only pictures have several files: one per page, the first with the ending "", and with a key
    the answers ("-key").
    """
    if form in PICTURES:
        from .print.documents import puzzle_to_pictures

        puzzle = _with_places(puzzle, form, page)
        return dict(puzzle_to_pictures(puzzle, form, page)), ""
    data, pages = puzzle_to_bytes(puzzle, form, page, csv_raw=csv_raw)
    return {"": data}, pages


def puzzle_to_bytes(
    puzzle: Puzzle,
    form: str,
    page: PageOptions,
    *,
    csv_raw: bool = False,
    deadline: float | None = None,
) -> tuple[bytes, str]:
    """Return the contents of one file, and a remark on its pages, or "".

    A picture shows the first page, or with a key the answers. The deadline is in seconds.

    Raises:
        PuzzleError: the pages were not drawn within the deadline, or a word whose place is to be
            shown is not in the grid exactly once.
        InputError: the format has no hex boards.
    """
    if form in _SQUARE and puzzle.grid.topology.name == "hex":
        raise InputError(
            f"{form} files have square boards only, and the puzzle is on hexagons; choose pdf, svg "
            "or png, or play it in the terminal"
        )
    puzzle = _with_places(puzzle, form, page)
    if form == "text":
        text = puzzle_to_text(puzzle, with_key=bool(page.with_key), list_as=page.list_as)
        return f"{text}\n".encode(), ""
    if form == "json":
        return f"{puzzle.to_json()}\n".encode(), ""
    if form == "csv":
        return "".join(puzzle_to_csv(puzzle, raw=csv_raw)).encode(), ""
    if form in ("html", "scorm"):
        from .html import puzzle_to_html, puzzle_to_scorm

        text = puzzle_to_html(puzzle, with_key=page.with_key is not False, list_as=page.list_as)
        return text.encode() if form == "html" else puzzle_to_scorm(puzzle, text), ""
    return draw_within(deadline, _draw, puzzle, form, page, is_heavy=form != "svg")


def draw_within(
    deadline: float | None, draw: Callable[..., Drawn], *given: object, is_heavy: bool = True
) -> Drawn:
    """Return what a function draws; under a deadline, in seconds, heavy work in another process.

    There, it can be stopped at any moment. Here, it would hold the GIL for tenths of a second, and
    load modules of 50 MB.

    Raises:
        PuzzleError: it was not drawn within the deadline.
    """
    try:
        with time_limit(deadline):
            if deadline is None or not is_heavy or not sys.executable:
                return draw(*given)
            from .._util.child import call_in_child  # slow

            return call_in_child(draw, *given, modules=_DRAWING)
    except TimeoutError:
        raise PuzzleError(
            f"the pages were not drawn within {deadline:g} s; give more time, or draw SVG",
            deadline=deadline,
        ) from None
    except ChildProcessError:
        raise PuzzleError("the pages could not be drawn: the process that draws ended") from None


def _draw(puzzle: Puzzle, form: str, page: PageOptions) -> tuple[bytes, str]:
    if form == "docx":
        from .docx import puzzle_to_docx

        return puzzle_to_docx(puzzle, page), ""
    if form == "pdf":
        from .print.documents import puzzle_to_pdf

        data, count, answers = puzzle_to_pdf(puzzle, page)
        note = f", answers on page {answers}" if answers else ""
        return data, f"{count_noun(count, 'page')}{note}"
    files, _ = puzzle_to_files(puzzle, form, page)
    return files["-key" if page.with_key else ""], ""


def puzzle_to_csv(puzzle: Puzzle, *, raw: bool = False) -> Iterator[str]:
    """Yield a puzzle as CSV: the rows of the grid, then a header and a row per word.

    >>> from lexigrid.puzzle.generate.make import make_puzzle
    >>> puzzle = make_puzzle(["oat", "rye"], size=(2, 5), seed=4)
    >>> print(*puzzle_to_csv(puzzle), sep="", end="")
    E,Y,R,S,I
    O,A,T,E,E
    word,start_row,start_column,end_row,end_column,direction,secret
    oat,1,0,1,2,E,false
    rye,0,2,0,0,W,false
    """
    grid, has_paths = puzzle.grid, puzzle.kind != "lines"
    header = (*PUZZLE_COLUMNS, *([PATH_COLUMN, KIND_COLUMN] if has_paths else []))
    rules = format_rules(puzzle, with_spanning=True)
    rows = map_tiles(grid, lambda tile: "" if tile is None else tile.format())
    words = (
        (
            placed.word,
            *placed.start,
            *placed.end,
            "" if placed.direction is None else str(placed.direction),
            placed.secret,
            *([_write_path(placed), rules] if has_paths else []),
        )
        for placed in puzzle.key
    )
    return render_csv(rows[0], [*rows[1:], header, *words], raw=raw)


def _write_path(placed: Placement) -> str:
    return " ".join(f"{row},{column}" for row, column in placed.path)
