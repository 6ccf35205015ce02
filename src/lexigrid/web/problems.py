"""Errors as `application/problem+json` documents (RFC 9457), including those of the framework.

Messages of the package may be shown to anyone; any other error is an internal error, of which only
a number is shown that finds it in the log.
"""

from __future__ import annotations

import json
import logging
import secrets
from collections.abc import Iterator, Mapping
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from ..errors import (
    AlphabetError,
    GameError,
    GridError,
    LexiconError,
    LexigridError,
    PuzzleError,
)

MEDIA_TYPE = "application/problem+json"
_MAX_DETAIL = 1_000
_MAX_ERRORS = 20
#: What JSON calls a type that pydantic names in Python's terms.
_JSON_TYPES = {
    "dict_type": "an object",
    "model_attributes_type": "an object",
    "string_type": "text",
    "tuple_type": "a list",
}
_logger = logging.getLogger("lexigrid.web")

#: Name and title by error class.
_KINDS: dict[type[LexigridError], tuple[str, str]] = {
    GridError: ("grid", "The grid cannot be read"),
    AlphabetError: ("alphabet", "The text cannot be read as letters"),
    LexiconError: ("words", "The words cannot be used"),
    PuzzleError: ("puzzle", "The puzzle cannot be made"),
    GameError: ("game", "The game does not allow this"),
}
_INPUT = ("input", "The request has an unusable value")
#: Name and title by status, for errors that are not exceptions of the package.
_STATUSES: dict[int, tuple[str, str]] = {
    400: ("json", "The request is not JSON"),
    401: ("ticket", "A ticket is needed"),
    403: ("forbidden", "This is not allowed"),
    404: ("not-found", "There is nothing at this address"),
    405: ("method", "The method is not allowed here"),
    408: ("too-slow", "The request did not arrive in time"),
    409: ("state", "The state of the game does not allow this"),
    413: ("too-large", "The request is too large"),
    415: ("media-type", "The content type is not JSON"),
    421: ("host", "This server does not serve that host"),
    422: _INPUT,
    429: ("too-many", "Too many requests"),
    500: ("internal", "Internal error"),
    503: ("busy", "The server is busy"),
}
_RESERVED = frozenset({"type", "title", "status", "detail", "instance"})


class Problem(HTTPException):
    """An error answer: its status, what is wrong, and what to do."""

    def __init__(
        self, status: int, detail: str, headers: Mapping[str, str] | None = None, **members: Any
    ) -> None:
        super().__init__(status, detail, headers)
        self.members = members

    def to_response(self) -> Response:
        """Return the answer."""
        name, title = _STATUSES.get(self.status_code, ("error", "The request cannot be answered"))
        return respond(self.status_code, name, title, self.detail, self.headers, self.members)


def respond(
    status: int,
    name: str,
    title: str,
    detail: str,
    headers: Mapping[str, str] | None = None,
    members: Mapping[str, Any] | None = None,
) -> Response:
    """Return a problem document; `members` are the facts of the error."""
    document: dict[str, Any] = {
        "type": f"/problems/{name}",
        "title": title,
        "status": status,
        "detail": detail if len(detail) <= _MAX_DETAIL else f"{detail[:_MAX_DETAIL]}...",
    }
    for key, value in (members or {}).items():
        document[f"{key}_" if key in _RESERVED else key] = value
    text = json.dumps(document, ensure_ascii=True, default=str)
    return Response(text, status, headers, MEDIA_TYPE)


def install(app: FastAPI) -> None:
    """Make the application answer every error with a problem document."""
    app.add_exception_handler(Problem, _on_problem)
    app.add_exception_handler(LexigridError, _on_package_error)
    app.add_exception_handler(RequestValidationError, _on_invalid_request)
    app.add_exception_handler(HTTPException, _on_http_error)
    app.add_exception_handler(InterruptedError, _on_interruption)
    app.add_exception_handler(Exception, _on_other_error)


async def _on_problem(_: Request, error: Exception) -> Response:
    assert isinstance(error, Problem)
    return error.to_response()


async def _on_package_error(_: Request, error: Exception) -> Response:
    assert isinstance(error, LexigridError)
    name, title = next((found for kind, found in _KINDS.items() if isinstance(error, kind)), _INPUT)
    status = 409 if isinstance(error, GameError) else 422
    return respond(status, name, title, str(error), members=error.facts)


async def _on_invalid_request(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    errors = error.errors()
    if errors[0]["type"] == "json_invalid":
        reason = errors[0].get("ctx", {}).get("error", "")
        return Problem(
            400, f"the request is not JSON at character {errors[0]['loc'][-1]}: {reason}"
        ).to_response()
    kind = request.headers.get("content-type", "")
    if request.method == "POST" and "json" not in kind and errors[0]["loc"] == ("body",):
        return Problem(
            415, f"the content type is {kind[:60]!r}, expected application/json"
        ).to_response()
    details: dict[str, list[str]] = {}  # several where a value may have one of several types
    for each in errors:
        details.setdefault(_pointer(each, error.body), []).append(_explain(each))
    found = [
        {"pointer": pointer, "detail": ", or: ".join(listed)} for pointer, listed in details.items()
    ]
    first = f"{found[0]['pointer']}: {found[0]['detail']}"
    more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
    return respond(422, *_INPUT, f"{first}{more}", members={"errors": found[:_MAX_ERRORS]})


def _pointer(error: Mapping[str, Any], body: Any) -> str:
    """Return where an error is; of a place in the body, only the keys that the body has."""
    where, *keys = error["loc"]
    if where == "body":
        last = [keys.pop()] if keys and error["type"] == "missing" else []
        keys = [*_keys_of(body, keys), *last]  # the others name types that the value may have
    path = "".join("/" + str(key)[:60].replace("~", "~0").replace("/", "~1") for key in keys)
    return f"#{path}" if where == "body" else f"{where}{path}"


def _keys_of(value: Any, keys: list[int | str]) -> Iterator[int | str]:
    for key in keys:
        is_item = isinstance(value, list) and isinstance(key, int)
        if is_item or (isinstance(value, dict) and key in value):
            value = value[key]
            yield key


def _explain(error: Mapping[str, Any]) -> str:
    if error["type"] == "extra_forbidden":
        return "no such option"
    if error["type"] == "missing":
        return "it is missing"
    name = _JSON_TYPES.get(error["type"])
    return f"Input should be {name}" if name else str(error["msg"]).removeprefix("Value error, ")


async def _on_http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    path = request.url.path[:100]
    detail = {
        400: "the body of the request cannot be read, expected JSON in UTF-8",
        404: f"there is nothing at {path!r}; GET /api/v1/openapi.json lists the addresses",
        405: f"{path!r} does not allow {request.method}; see GET /api/v1/openapi.json",
    }.get(error.status_code, str(error.detail))
    return Problem(error.status_code, detail, error.headers).to_response()


async def _on_interruption(_: Request, __: Exception) -> Response:
    # The client has left, or the server is about to end.
    return Problem(503, "the search was stopped; ask again").to_response()


async def _on_other_error(_: Request, error: Exception) -> Response:
    number = secrets.token_hex(4)
    _logger.error("internal error %s", number, exc_info=error)
    detail = f"something went wrong; it is error {number} in the log of the server"
    return Problem(500, detail, number=number).to_response()
