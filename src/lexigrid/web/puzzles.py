"""Make puzzles, draw them as files, and check them."""

from __future__ import annotations

import json
import time
from typing import Annotated, Any, Literal

from fastapi import FastAPI, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from .._util.validation import check_deadline
from ..errors import InputError
from ..puzzle import Puzzle, check_puzzle
from ..puzzle.generate.make import make_puzzle
from ..puzzle.generate.options import PuzzleOptions
from ..puzzle.generate.versions import make_versions
from ..puzzle.generate.words import theme_words
from ..render.print.options import PageOptions
from ..render.puzzle_file import draw_within, page_options_for, puzzle_to_bytes
from .lanes import Answer
from .limits import Limits
from .openapi import PREFIX, answers
from .requests import WORDS, Body, Text, Texts, check_most, check_words, with_declared
from .service import Service

#: Content types by format.
_TYPES = {
    "pdf": "application/pdf",
    "svg": "image/svg+xml",
    "png": "image/png",
    "html": "text/html; charset=utf-8",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "scorm": "application/zip",
}
#: The longest title, in characters. Breaking longer ones into lines takes minutes.
_MAX_TITLE = 500
#: The most grids of a class set.
_MOST_COPIES = 36
Drawn = Literal["pdf", "svg", "png", "html", "docx", "scorm"]


class PuzzleBody(with_declared(Body, PuzzleOptions)):  # type: ignore[misc]
    """The words and options of a puzzle to make."""

    words: Texts | None = WORDS
    theme: Text | None = Field(None, description="A theme, whose words are added to the list.")
    code: Text | None = Field(None, description="A share code instead of words and options.")
    deadline: float | None = Field(
        None, description="Seconds until making fails; it never changes the puzzle."
    )


class _Query(BaseModel):
    model_config = ConfigDict(extra="forbid")


class RenderQuery(with_declared(_Query, PageOptions)):  # type: ignore[misc]
    """The page options, except font paths."""

    format: Drawn = Field("pdf", description="The kind of file.")


class CopiesQuery(with_declared(_Query, PageOptions)):  # type: ignore[misc]
    """The number of copies, and the page options except font paths."""

    count: int = Field(2, ge=1, le=_MOST_COPIES, description="The number of grids.")


def add_routes(api: FastAPI, service: Service) -> None:
    """Add the resources of puzzles."""
    limits = service.limits

    @api.post(
        f"{PREFIX}/puzzles",
        **answers("puzzle", "A puzzle in which every word occurs exactly once", tag="puzzles"),
    )
    async def make(body: PuzzleBody, request: Request) -> Response:
        """Make a word-search puzzle; if words do not fit, the error lists them as `unplaced`.

        Without `language` or `alphabet`, it is in the language of the server. Themes are too, if
        that language has any; otherwise they are English.
        """
        asked = _check(body)

        def run(seconds: float) -> Answer:
            if body.code is not None:
                puzzle = make_puzzle(code=body.code, deadline=seconds)
            else:
                puzzle = make_puzzle(body.words, **_options_of(body), deadline=seconds)
            return Answer(puzzle.to_json().encode())

        return await service.work(request, run, min(asked, limits.puzzle_deadline))

    @api.post(
        f"{PREFIX}/puzzles/copies",
        **answers("", "The file", media_type="application/pdf", example="copies", tag="puzzles"),
    )
    async def make_copies(
        body: PuzzleBody, request: Request, query: Annotated[CopiesQuery, Query()]
    ) -> Response:
        """Make a class set, the same words on several grids, as a PDF with all answers."""
        asked = _check(body)
        page = page_options_for("pdf", query.model_dump(exclude={"count"}, exclude_unset=True))
        if body.code is not None:
            raise InputError("copies need words or a theme, and code names one puzzle")

        def run(seconds: float) -> Answer:
            given = _options_of(body)
            words, theme = (*(body.words or ()),), given.pop("theme")
            if theme is not None:
                words += theme_words(theme, language=given["language"])
            options = PuzzleOptions.of(words=words, **given)
            begin = time.monotonic()
            made = [*make_versions(options, query.count, deadline=seconds)]
            from ..render.print.documents import versions_to_pdf

            left = max(0.1, seconds - (time.monotonic() - begin))
            return Answer(draw_within(left, versions_to_pdf, made, page))

        return await service.work(request, run, min(asked, limits.puzzle_deadline), _TYPES["pdf"])

    def _check(body: PuzzleBody) -> float:
        """Check the options of a puzzle to make; return its deadline."""
        if body.code is not None:
            given = body.model_fields_set - {"code", "deadline"}
            others = [name for name in sorted(given) if getattr(body, name) is not None]
            if others:
                names = ", ".join(map(repr, others))
                raise InputError(f"code names a finished puzzle; leave out {names}")
        check_words(body.words or (), limits, limits.puzzle_words)
        for name in ("secret", "avoid", "allow"):
            check_words(getattr(body, name), limits)
        if body.words is None and body.theme is None and body.code is None:
            raise InputError("there are no words to hide; give words, a theme or a code")
        check_most(len(body.title or ""), _MAX_TITLE, "title", "characters")
        for side in body.size if isinstance(body.size, tuple) else (body.size or 0,):
            check_most(side, limits.puzzle_side, "size", "rows or columns")
        return limits.puzzle_deadline if body.deadline is None else check_deadline(body.deadline)

    def _options_of(body: PuzzleBody) -> dict[str, Any]:
        """Return the options of a puzzle, in the language of the server if none is named."""
        options: dict[str, Any] = body.options(theme=body.theme)
        if body.language is None and body.theme is not None:
            options["language"] = service.theme_language
        elif body.language is None and body.alphabet is None:
            options["language"] = service.language
        return options

    @api.post(
        f"{PREFIX}/puzzles/render",
        **answers("", "The file", media_type="application/pdf", example="render", tag="puzzles"),
    )
    async def render(
        body: dict[str, Any], request: Request, query: Annotated[RenderQuery, Query()]
    ) -> Response:
        """Draw a `lexigrid/puzzle` document as a file to print or a page to play on."""
        check_most(query.dpi, limits.dpi, "dpi", "dots per inch")
        form = query.format
        page = page_options_for(form, query.model_dump(exclude={"format"}, exclude_unset=True))

        def run(seconds: float) -> Answer:
            puzzle = _read_puzzle(body, limits)
            return Answer(puzzle_to_bytes(puzzle, form, page, deadline=seconds)[0])

        answer = await service.work(request, run, limits.puzzle_deadline, _TYPES[form])
        ending = "zip" if form == "scorm" else form
        answer.headers["Content-Disposition"] = f'attachment; filename="puzzle.{ending}"'
        return answer

    @api.post(
        f"{PREFIX}/puzzles/check",
        **answers("check", "The faults of the puzzle, if it has any", tag="puzzles"),
    )
    async def check(
        body: dict[str, Any],
        request: Request,
        allow_subwords: Annotated[bool, Query(description="Accept words inside others.")] = False,
    ) -> Response:
        """Check a `lexigrid/puzzle` document: is each word only where the key says?"""

        def run(_: float) -> Answer:
            puzzle = _read_puzzle(body, limits)
            report = check_puzzle(puzzle, allow_subwords=allow_subwords)
            return Answer(json.dumps(report.to_dict(), ensure_ascii=False).encode())

        return await service.work(request, run, limits.puzzle_deadline)


def _read_puzzle(data: dict[str, Any], limits: Limits) -> Puzzle:
    puzzle = Puzzle.from_dict(data)
    rows, columns = puzzle.grid.rows, puzzle.grid.columns
    check_most(max(rows, columns), limits.puzzle_side, "size", "rows or columns")
    check_most(len(puzzle.title), _MAX_TITLE, "title", "characters")
    check_words((placed.word for placed in puzzle.key), limits, limits.puzzle_words)
    return puzzle
