"""The searches: `paths`, `lines`, `trace` and `solve`."""

from __future__ import annotations

import json
import time
from typing import Any

from fastapi import FastAPI, Request, Response

from ..errors import GridError, InputError, LexigridError
from ..grid import Grid
from ..reading import PUZZLE_FORMAT
from ..search import documents
from ..search.covers import solve_cover
from ..search.line_options import line_options
from ..search.lines import search_lines
from ..search.options import DEFAULT_MIN_LENGTH, path_options
from ..search.paths import search_paths
from ..search.trace import Trace, trace_options, trace_word
from .lanes import Answer
from .openapi import PREFIX, answers
from .requests import (
    LinesBody,
    PathsBody,
    SolveBody,
    TraceBody,
    check_most,
    check_words,
    choose_words,
)
from .service import Service


def add_routes(api: FastAPI, service: Service) -> None:
    """Add the resources of the searches."""
    limits = service.limits

    @api.post(
        f"{PREFIX}/paths",
        **answers("paths", "Every word that the grid spells, best first", tag="searches"),
    )
    async def paths(body: PathsBody, request: Request) -> Response:
        """Find all words of a lexicon along paths of touching cells."""
        seconds = service.seconds(body.deadline)
        limit = None if body.count_only else limits.answer_words
        limit = limit if body.limit is None else check_limit(body.limit, limits.answer_words)

        def search(seconds: float) -> Answer:
            words = choose_words(body.words, body.lexicon, service.lexicons, limits)
            options = body.options(limit=limit, deadline=seconds)
            if body.lexicon is not None and body.min_length is None:
                options["min_length"] = DEFAULT_MIN_LENGTH
            grid = body.read_grid(limits, limits.cells)
            found = search_paths(
                grid, words, path_options(**options), max_cells=limits.answer_cells
            )
            text = with_notes("".join(found.iter_json(commonness=body.commonness)), grid)
            return Answer(text.encode(), found.cut_by != "deadline")

        return await service.search(request, search, seconds, is_small=body.is_small)

    @api.post(
        f"{PREFIX}/lines",
        **answers("lines", "Every occurrence, in canonical order", tag="searches"),
    )
    async def lines(body: LinesBody, request: Request) -> Response:
        """Find words in straight lines."""
        seconds = service.seconds(body.deadline)
        limit = check_limit(body.limit, limits.answer_words)

        def search(seconds: float) -> Answer:
            is_open = body.words is None and body.lexicon is None
            listed = words_of_puzzle(body.grid) if is_open else body.words
            words = choose_words(listed, body.lexicon, service.lexicons, limits)
            if words is None:
                raise InputError("no words to find; give words, a lexicon, or a puzzle as the grid")
            options = line_options(**body.options(limit=limit, deadline=seconds), threads=1)
            grid = body.read_grid(limits, limits.line_cells)
            named = words if isinstance(words, tuple) else ()  # a lexicon's words are not missing
            found = search_lines(grid, words, options, named=named)
            return Answer(with_notes(found.to_json(), grid).encode(), found.cut_by != "deadline")

        return await service.search(request, search, seconds, is_small=body.is_small)

    @api.post(
        f"{PREFIX}/trace",
        **answers("trace", "An answer for each word, in the order given", tag="searches"),
    )
    async def trace(body: TraceBody, request: Request) -> Response:
        """Trace words: whether and in how many ways each can be spelled."""
        seconds = service.seconds(body.deadline)
        check_limit(body.limit, limits.answer_words)

        def search(seconds: float) -> Answer:
            until = time.monotonic() + seconds
            check_words(body.words, limits, limits.traced_words)
            if not body.words:
                raise InputError("no words to trace; name at least one")
            grid = body.read_grid(limits, limits.cells)
            left = limits.answer_cells
            found: list[Trace] = []
            for word in body.words:
                most = max(1, left // max(1, len(word)))
                limit = most if body.limit is None else min(body.limit, most)
                rest = max(0.0, until - time.monotonic())
                options = trace_options(**body.options(limit=limit, deadline=rest))
                found.append(trace_word(grid, word, options))
                left -= len(found[-1].paths) * len(word)
            text = with_notes("".join(documents.traces_to_json(grid, found)), grid)
            is_open = any(
                each.status == "undetermined" or (body.paths != "one" and not each.complete)
                for each in found
            )
            return Answer(text.encode(), not is_open)

        return await service.search(request, search, seconds, is_small=body.is_small)

    @api.post(
        f"{PREFIX}/solve", **answers("covers", "The covers, the likeliest first", tag="searches")
    )
    async def solve(body: SolveBody, request: Request) -> Response:
        """Find the words whose paths cover a board without crossing.

        Without words and lexicon, the common words of the default lexicon are tried first.
        """
        seconds = service.seconds(body.deadline)
        limit = check_limit(body.limit, limits.covers)

        def search(seconds: float) -> Answer:
            words = choose_words(body.words, body.lexicon, service.lexicons, limits)
            for listed in (body.found, body.theme):
                check_words(listed, limits)
            grid = body.read_grid(limits, limits.cells)
            options = body.options(limit=limit, deadline=seconds)
            covers = solve_cover(grid, words, **options)
            return Answer(
                with_notes(covers.to_json(hints=body.hints), grid).encode(),
                covers.cut_by != "deadline",
            )

        return await service.search(request, search, seconds, is_small=False)


def check_limit(limit: int | None, most: int) -> int:
    """Return the most answers to list; `limit` is that of the request."""
    if limit is None:
        return most
    check_most(limit, most, "limit", "answers")
    return limit


def with_notes(document: str, grid: Grid) -> str:
    """Add what was left out of the grid to a document."""
    if not grid.notes:
        return document
    return document.replace("{", f'{{"notes": {json.dumps(grid.notes, ensure_ascii=False)}, ', 1)


def words_of_puzzle(grid: Any) -> list[str] | None:
    """Return the words of a puzzle, a document or text; None for any other grid."""
    from ..puzzle import Puzzle
    from ..reading.documents import read_data
    from ..reading.parts import Source, read_parts

    if isinstance(grid, dict) and grid.get("format") == PUZZLE_FORMAT:
        return list(Puzzle.from_dict(grid).words)
    try:
        if isinstance(grid, str):
            return read_parts(Source(grid), wants_words=True).words or None
        return read_data(grid, GridError).words or None
    except LexigridError:
        return None
