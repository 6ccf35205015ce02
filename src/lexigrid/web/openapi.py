"""Describe answers for the OpenAPI document; the models of requests describe themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .problems import MEDIA_TYPE

#: The path of the API.
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
    takes_body: bool = True,
    problems: Mapping[int, str] | None = None,
    links: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Return the arguments of a route that answers with a file or a document of docs/formats.md.

    `problems` are additional errors by status, `links` are operations that may follow.
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
            **{
                code: {"description": text, "content": {MEDIA_TYPE: {"schema": _PROBLEM}}}
                for code, text in found.items()
            },
        },
    }
