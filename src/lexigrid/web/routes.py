"""Routes that refuse what the framework would ignore.

These are unknown and repeated names, parameters in the wrong place, and bodies that nothing reads.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from fastapi import Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute

from .._util import json_text
from .problems import Problem, names_of

#: The bodies of a request without options.
_NOTHING = (b"", b"{}")


class StrictRequest(Request):
    """A request whose body is strict JSON."""

    async def json(self) -> Any:
        """Return the value of the body."""
        return json_text.parse(await self.body())


class StrictRoute(APIRoute):
    """A route that refuses the parameters and bodies that it would ignore."""

    def get_route_handler(self) -> Callable[[Request], Awaitable[Response]]:  # type: ignore[override]
        """Return the function that answers a request."""
        answer = super().get_route_handler()
        known, in_body = (names_of(self.dependant, place) for place in ("query", "body"))
        takes_body = self.body_field is not None or self.methods != {"POST"}

        async def answer_strictly(asked: Request) -> Response:
            request = StrictRequest(asked.scope, asked.receive)
            if request.scope["query_string"]:
                check_query(request, known, in_body)
            if not takes_body and (await request.body()).strip() not in _NOTHING:
                raise Problem(422, "this takes no options; send no body")
            return await answer(request)

        return answer_strictly


def check_query(request: Request, known: list[str], in_body: list[str]) -> None:
    """Check the names of the query parameters; `in_body` are those of the body.

    Raises:
        RequestValidationError: a name is unknown, or given twice.
    """
    errors: list[dict[str, Any]] = []
    seen: set[str] = set()
    for name, value in request.query_params.multi_items():
        error = {"loc": ("query", name), "input": value, "msg": ""}
        if name in in_body:
            errors.append(error | {"type": "misplaced", "msg": "it belongs in the body"})
        elif name not in known:
            errors.append(error | {"type": "extra_forbidden"})
        elif name in seen:
            errors.append(error | {"type": "repeated", "msg": "it is given twice; give it once"})
        seen.add(name)
    if errors:
        raise RequestValidationError(errors)
