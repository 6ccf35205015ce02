"""Describe answers for the OpenAPI document; the models of requests describe themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .problems import MEDIA_TYPE
from .schemas import REF, model_of, schemas

#: The path of the API.
PREFIX = "/api/v1"
_GRID = {"grid": "tea/ant/oat"}
_PUZZLE = {
    "format": "lexigrid/puzzle",
    "version": 1,
    "rows": ["CAT", "XDX", "XXO"],
    "words": [{"word": "cat", "start": [0, 0], "end": [0, 2], "direction": "E"}],
}
#: A body that works, by the name of the answer, or of the work if the answer is a file.
_EXAMPLES = {
    "paths": _GRID | {"limit": 3, "sort": "score"},
    "lines": _GRID | {"words": ["oat", "tea"]},
    "trace": _GRID | {"words": ["neat"]},
    "judge": _GRID | {"words": ["oat", "toe", "zzz"]},
    "covers": {"grid": "te/as", "words": ["teas"]},
    "puzzle": {"words": ["oat", "rye"], "size": [6, 6], "seed": 1},
    "copies": {"words": ["oat", "rye"], "size": [6, 6], "seed": 1},
    "check": _PUZZLE,
    "render": _PUZZLE,
    "verdict": {"word": "neat", "key": "move-1"},
    "roll": {"seed": 7},
    "seat": {"name": "Ann"},
}
_PROBLEMS = {
    400: "Not JSON",
    403: "Not allowed",
    413: "Too large",
    415: "The content type is not JSON",
    421: "Wrong host",
    422: "An unusable value",
    429: "Too many requests",
    503: "Busy",
}


def answers(
    name: str,
    description: str,
    *,
    tag: str,
    status: int = 200,
    media_type: str = "",
    example: str = "",
    takes_body: bool = True,
    problems: Mapping[int, str] | None = None,
    links: Mapping[str, Any] | None = None,
    needs_ticket: bool = False,
) -> dict[str, Any]:
    """Return the arguments of a route that answers with a file or a document of docs/formats.md.

    `problems` are additional errors by status, `links` are operations that may follow.
    """
    content: dict[str, Any] = {}
    if media_type:
        content[media_type] = {"schema": {"type": "string", "format": "binary"}}
    else:
        content["application/json"] = {"schema": {"$ref": REF + model_of(name)}}
    more: dict[str, Any] = {}
    if body := _EXAMPLES.get(example or name):
        more["requestBody"] = {"content": {"application/json": {"example": body}}}
    if needs_ticket:
        more["security"] = [{"ticket": []}]
    known = _PROBLEMS if takes_body else {421: _PROBLEMS[421], 429: _PROBLEMS[429]}
    found = known | dict(problems or {})
    return {
        "tags": [tag],
        "status_code": status,
        "response_model": None,
        "openapi_extra": more,
        "responses": {
            status: {"description": description, "content": content}
            | ({"links": links} if links else {}),
            **{
                code: {
                    "description": text,
                    "content": {MEDIA_TYPE: {"schema": {"$ref": f"{REF}Problem"}}},
                }
                for code, text in found.items()
            },
        },
    }


def complete(document: dict[str, Any]) -> dict[str, Any]:
    """Add the models of answers and the tickets of seats to a document of the framework."""
    components = document.setdefault("components", {})
    made = components.setdefault("schemas", {})
    for name in ("HTTPValidationError", "ValidationError"):  # errors are problems
        made.pop(name, None)
    made |= schemas()
    components["securitySchemes"] = {"ticket": {"type": "http", "scheme": "bearer"}}
    return document
