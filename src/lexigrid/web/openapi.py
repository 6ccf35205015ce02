"""What the OpenAPI document says about answers; the models of requests describe themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .problems import MEDIA_TYPE

#: Where the API is.
PREFIX = "/api/v1"
_PROBLEM = {
    "type": "object",
    "required": ["type", "title", "status", "detail"],
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
    },
}
_PROBLEMS = {
    400: "No JSON",
    403: "Not allowed",
    413: "Too large",
    415: "Not the content type of JSON",
    421: "Another host",
    422: "A value that cannot be used",
    429: "Too many requests",
    503: "Busy",
}


def problem(description: str) -> dict[str, Any]:
    """Describe an answer that is an error."""
    return {"description": description, "content": {MEDIA_TYPE: {"schema": _PROBLEM}}}


def answers(
    name: str,
    description: str,
    *,
    tag: str,
    status: int = 200,
    media_type: str = "",
    takes_body: bool = True,
    problems: Mapping[int, str] | None = None,
    links: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Return the arguments of a route whose answer is a document of docs/formats.md, or a file.

    `problems` are further errors by status, `links` are operations that follow.
    """
    content: dict[str, Any] = {}
    if media_type:
        content[media_type] = {"schema": {"type": "string", "format": "binary"}}
    else:
        content["application/json"] = {
            "schema": {
                "type": "object",
                "required": ["format", "version"],
                "properties": {
                    "format": {"const": f"lexigrid/{name}"},
                    "version": {"type": "integer"},
                },
            }
        }
    known = _PROBLEMS if takes_body else {421: _PROBLEMS[421], 429: _PROBLEMS[429]}
    found = known | dict(problems or {})
    return {
        "tags": [tag],
        "status_code": status,
        "response_model": None,
        "responses": {
            status: {"description": description, "content": content}
            | ({"links": links} if links else {}),
            **{code: problem(text) for code, text in found.items()},
        },
    }
