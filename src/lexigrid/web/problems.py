"""Errors as `application/problem+json` documents (RFC 9457), including those of the framework.

Messages of the package may be shown to anyone; any other error is an internal error, of which only
a number is shown that finds it in the log.
"""

from __future__ import annotations

import json
import logging
import re
import reprlib
import secrets
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.types import Scope

from .._util.json_text import NotJson
from .._util.validation import did_you_mean
from ..errors import AlphabetError, GameError, GridError, LexiconError, LexigridError, PuzzleError
from .error_pages import draw_page, wants_page

MEDIA_TYPE = "application/problem+json"
_MAX_DETAIL = 1_000
_MAX_ERRORS = 20
#: What was expected, by the type of the error of pydantic.
_EXPECTED = {
    "bool_parsing": "true or false",
    "bool_type": "true or false",
    "dict_type": "an object",
    "float_parsing": "a number",
    "float_type": "a number",
    "greater_than_equal": "at least {ge}",
    "int_from_float": "a whole number",
    "int_parsing": "a whole number",
    "int_parsing_size": "a smaller whole number",
    "int_type": "a whole number",
    "less_than": "less than {lt}",
    "less_than_equal": "at most {le}",
    "list_type": "a list",
    "tuple_type": "a list",
    "literal_error": "{expected}",
    "model_attributes_type": "an object",
    "string_too_long": "at most {max_length}",
    "string_too_short": "at least {min_length}",
    "string_type": "text",
    "string_unicode": "text without lone surrogates",
    "too_long": "at most {max_length}",
    "too_short": "at least {min_length}",
    "value_error": "{error}",
}
#: Why a body cannot be read, by the error of reading it.
_UNREADABLE = {
    NotJson: "the body of the request is not JSON: {error}",
    RecursionError: "the body of the request is nested too deeply",
    UnicodeDecodeError: "the body of the request is not in UTF-8",
    ValueError: "the body of the request has a number with too many digits",
}
_logger = logging.getLogger("lexigrid.web")


class ConflictError(GameError):
    """A change that the state of a game does not allow."""


#: Name and title by error class.
_KINDS: dict[type[LexigridError], tuple[str, str]] = {
    GridError: ("grid", "The grid cannot be read"),
    AlphabetError: ("alphabet", "The text cannot be read as letters"),
    LexiconError: ("words", "The words cannot be used"),
    ConflictError: ("game", "The game does not allow this"),
    PuzzleError: ("puzzle", "The puzzle cannot be read"),
}
#: What a route does with a puzzle.
_PUZZLE_TITLES = {
    "make": "The puzzle cannot be made",
    "render": "The puzzle cannot be drawn",
    "check": "The puzzle cannot be checked",
}
_INPUT = ("input", "The request has an unusable value")
#: Name and title by status, for errors that are not exceptions of the package.
_STATUSES: dict[int, tuple[str, str]] = {
    400: ("json", "The request cannot be read as JSON"),
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
    431: ("header", "The header of the request is too large"),
    500: ("internal", "Internal error"),
    503: ("busy", "The server is busy"),
}
_RESERVED = frozenset({"type", "title", "status", "detail", "instance"})


class Problem(HTTPException):
    """An error answer: its status, what is wrong, and what to do."""

    #: Name and title, if not those of the status.
    kind: tuple[str, str] | None = None

    def __init__(
        self, status: int, detail: str, headers: Mapping[str, str] | None = None, **members: Any
    ) -> None:
        super().__init__(status, detail, headers)
        self.members = members

    def to_response(self) -> Response:
        """Return the answer."""
        usual = _STATUSES.get(self.status_code, ("error", "The request cannot be answered"))
        name, title = self.kind or usual
        return respond(self.status_code, name, title, self.detail, self.headers, self.members)

    def answer(self, scope: Scope) -> Response:
        """Return the answer to a request: a page if a browser asks for one."""
        if wants_page(scope):
            return draw_page(scope, self.status_code, self.headers)
        return self.to_response()


class NotHttp(Problem):
    """Bytes that are not a request."""

    kind = ("http", "The request is not valid HTTP")

    def __init__(self, detail: str) -> None:
        super().__init__(400, detail)


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


async def _on_problem(request: Request, error: Exception) -> Response:
    assert isinstance(error, Problem)
    return error.answer(request.scope)


async def _on_package_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, LexigridError)
    name, title = next((found for kind, found in _KINDS.items() if isinstance(error, kind)), _INPUT)
    if isinstance(error, PuzzleError):
        title = _PUZZLE_TITLES.get(request.scope["route"].name, title)
    status = 409 if isinstance(error, ConflictError) else 422
    known = names_of(request.scope["route"].dependant, "body")
    option = str(error).split(maxsplit=1)[0]  # messages about an option begin with its name
    facts = error.facts | ({"field": option} if option in known else {})
    return respond(status, name, title, str(error), members=facts)


async def _on_invalid_request(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    errors = error.errors()
    if errors[0]["type"] == "json_invalid":
        reason = errors[0].get("ctx", {}).get("error", "")
        return Problem(
            400, f"the request is not JSON at character {errors[0]['loc'][-1]}: {reason}"
        ).to_response()
    if errors[0]["type"] == "missing" and errors[0]["loc"] == ("body",):
        return Problem(400, "the request has no body, expected JSON").to_response()
    kind = request.headers.get("content-type", "")
    if isinstance(error.body, bytes):  # the framework has not parsed it
        return Problem(
            415, f"the content type is {kind[:60]!r}, expected application/json"
        ).to_response()
    known = names_of(request.scope["route"].dependant, errors[0]["loc"][0])
    details = _explain(errors, error.body, known)
    bounds = {_pointer(each, error.body): _bounds(each) for each in errors}
    found = [
        {"pointer": pointer, "detail": detail} | bounds[pointer]
        for pointer, detail in details.items()
    ]
    first = f"{found[0]['pointer']}: {found[0]['detail']}"
    more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
    return respond(422, *_INPUT, f"{first}{more}", members={"errors": found[:_MAX_ERRORS]})


def names_of(dependant: Any, place: str) -> list[str]:
    """Return the names of the options that a route takes in its "query" or "body"."""
    is_query, names = place == "query", list[str]()
    for each in dependant.query_params if is_query else dependant.body_params:
        kind = each.field_info.annotation
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            names.extend(kind.model_fields)
        elif is_query:
            names.append(each.alias)
    return names


def _pointer(error: Mapping[str, Any], body: Any) -> str:
    """Return where an error is; of a place in the body, only the keys that the body has."""
    where, *keys = error["loc"]
    if where == "body":
        last = [keys.pop()] if keys and error["type"] == "missing" else []
        keys = [*_keys_of(body, keys), *last]  # the others name types that the value may have
    path = "".join("/" + str(key)[:60].replace("~", "~0").replace("/", "~1") for key in keys)
    return f"#{path}" if where == "body" else f"{where}{path}"


def _bounds(error: Mapping[str, Any]) -> dict[str, Any]:
    """Return the bounds that a value exceeds."""
    names = {"ge": "least", "min_length": "least", "le": "most", "max_length": "most"}
    return {names[name]: value for name, value in error.get("ctx", {}).items() if name in names}


def _keys_of(value: Any, keys: list[int | str]) -> Iterator[int | str]:
    for key in keys:
        is_item = isinstance(value, list) and isinstance(key, int)
        if is_item or (isinstance(value, dict) and key in value):
            value = value[key]
            yield key


def _explain(errors: Iterable[Mapping[str, Any]], body: Any, known: list[str]) -> dict[str, str]:
    """Return what came at each place and what was expected; `known` are the names of options.

    A value that may have several types has an error for each: for example, at the value for text,
    and inside the value for a list. Only the inner ones are explained.
    """
    came: dict[str, Mapping[str, Any]] = {}
    expected: dict[str, dict[str, None]] = {}
    for each in errors:
        pointer = _pointer(each, body)
        came[pointer] = each
        if each["type"] in _EXPECTED:
            text = _EXPECTED[each["type"]].format_map(each.get("ctx", {}))
            expected.setdefault(pointer, {})[text] = None
    outer = {pointer[: mark.start()] for pointer in came for mark in re.finditer("/", pointer)}
    details: dict[str, str] = {}
    for pointer, each in came.items():
        if pointer not in outer:
            types = " or ".join(expected.get(pointer, ()))
            value, choices = each["input"], re.findall("'(.+?)'", types)
            if each["type"] == "extra_forbidden":
                value, choices = each["loc"][-1], known
            hint = did_you_mean(value, choices) if len(details) < _MAX_ERRORS else ""
            details[pointer] = f"{_describe(each)}{types and f', expected {types}'}{hint}"
    return details


def _describe(error: Mapping[str, Any]) -> str:
    kind, value = error["type"], error["input"]
    if kind == "missing":
        return "it is missing"
    if kind == "extra_forbidden":
        return "no such option"
    if kind.endswith(("too_long", "too_short")):
        return f"it has {len(value)} {'characters' if isinstance(value, str) else 'items'}"
    if kind not in _EXPECTED:
        return str(error["msg"])
    is_constant = value is None or isinstance(value, bool)
    return f"it is {json.dumps(value) if is_constant else reprlib.repr(value)}"


async def _on_http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    path = request.url.path[:100]
    cause = error.__cause__
    reasons = (
        why.format(error=cause) for kind, why in _UNREADABLE.items() if isinstance(cause, kind)
    )
    detail = {
        400: next(reasons, "the body of the request cannot be read, expected JSON in UTF-8"),
        404: f"there is nothing at {path!r}; GET /api/v1/openapi.json lists the addresses",
        405: f"{path!r} does not allow {request.method}; see GET /api/v1/openapi.json",
    }.get(error.status_code, str(error.detail))
    headers = dict(error.headers or {})
    if headers.get("Allow") == "GET":
        headers["Allow"] = "GET, HEAD"  # the guard answers HEAD as GET
    return Problem(error.status_code, detail, headers).to_response()


async def _on_interruption(_: Request, __: Exception) -> Response:
    # The client has left, or the server is about to end.
    return Problem(503, "the search was stopped; ask again").to_response()


async def _on_other_error(request: Request, error: Exception) -> Response:
    number = secrets.token_hex(4)
    _logger.error("internal error %s", number, exc_info=error)
    detail = f"something went wrong; it is error {number} in the log of the server"
    return Problem(500, detail, number=number).answer(request.scope)
