"""The checks on every request, and the headers of every answer.

Requests with a foreign host, from pages of other sites, with a large or slow body, or above a
client's budget are refused here. Every answer gets the headers that keep a browser safe.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import logging
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from ipaddress import IPv6Address
from urllib.parse import urlsplit

from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..site.files import POLICY
from .budgets import Budgets
from .error_pages import API
from .lanes import Busy
from .limits import Limits
from .metrics import MEDIA_TYPE as METRICS_TYPE
from .metrics import Metrics
from .problems import NotHttp, Problem

#: Sent with every answer.
HEADERS = {
    "content-security-policy": f"{POLICY}; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
_RAW_HEADERS = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
#: What pages of other origins may send.
_PREFLIGHT = {
    "Access-Control-Allow-Methods": "GET, POST",
    "Access-Control-Allow-Headers": "Authorization, Content-Type, Last-Event-ID",
    "Access-Control-Max-Age": "600",
}
_HSTS = (b"strict-transport-security", b"max-age=31536000")
#: Hosts of a server that only this machine can reach.
LOCAL_HOSTS = ("localhost", "127.0.0.1", "[::1]")
#: The most bytes and seconds for which a body that is too large is read before the answer.
_DRAINED, _DRAIN_SECONDS = 1 << 20, 3.0
_log = logging.getLogger("lexigrid.web.access")


class Late(Problem):
    """A request did not arrive in time."""

    def __init__(self) -> None:
        super().__init__(408, "the request did not arrive in time; send it again")


class Guard:
    """The application behind its checks.

    `hosts` are the names that the server answers for, None for any. `budgets`, if given, bounds
    what each client uses. `end` is called when the server is about to end, to close open streams.
    Pages of `origins` may use the API. `gauges`, if given, opens `/metrics` and measures for it.
    `seat_of` names the seat for a path and the ticket in a request: a class may share an address.
    """

    def __init__(
        self,
        app: ASGIApp,
        limits: Limits,
        *,
        hosts: Sequence[str] | None = LOCAL_HOSTS,
        budgets: Budgets | None = None,
        origins: Sequence[str] = (),
        gauges: Callable[[], Mapping[str, int]] | None = None,
        logs: bool = False,
        end: Callable[[], None] = lambda: None,
        seat_of: Callable[[str, bytes], str | None] = lambda *_: None,
    ) -> None:
        self._app, self._limits, self._budgets, self._logs = app, limits, budgets, logs
        self._hosts = None if hosts is None else tuple(host.lower() for host in hosts)
        self.end, self._seat_of = end, seat_of
        self._origins, self._gauges, self._metrics = frozenset(origins), gauges, Metrics()
        self._salt = secrets.token_bytes(16)
        self._held = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check a request, and pass it on or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begin = time.monotonic()
        status = size = held = 0
        extra = [*_RAW_HEADERS, _HSTS] if scope["scheme"] == "https" else _RAW_HEADERS
        extra = [*extra, *self._sharing(scope)] if self._origins else extra
        self._metrics.open += 1

        async def send_guarded(message: Message) -> None:
            nonlocal status, size
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], *extra]
            else:
                size += len(message.get("body", b""))
            await send(message)

        async def receive_held() -> Message:
            nonlocal held
            message = await receive()
            new = len(message.get("body", b""))
            held, self._held = held + new, self._held + new
            if self._held > self._limits.held_bytes // 2:  # they are copied
                raise Busy("too many large requests are arriving")
            return message

        try:
            if refused := scope.get("state", {}).get("refused"):  # by the edge
                raise refused
            headers = dict(scope["headers"])
            self._check(scope, headers)
            if (answer := self._own_answer(scope, headers)) is not None:
                await answer(scope, receive, send_guarded)
                return
            body = _Body(receive_held, headers, self._limits)
            if scope["method"] == "HEAD":  # the answer to GET; the server leaves out its body
                asked = {**scope, "method": "GET"}
                await self._app(asked, _receive_end, send_guarded)
                scope["route"] = asked.get("route")
            else:
                await self._app(scope, body.receive, send_guarded)
        except Problem as problem:
            if problem.status_code == 413:
                await drain(receive)
            await problem.answer(scope)(scope, receive, send_guarded)
        except Exception:
            if not status:  # else the application has logged the error and answered with 500
                raise
        finally:
            self._held -= held
            self._metrics.open -= 1
            route = getattr(scope.get("route"), "path", "")
            self._metrics.count(scope["method"], route, status, time.monotonic() - begin, size)
            if self._logs:
                self._write_log(scope, status, size, begin)

    def _sharing(self, scope: Scope) -> list[tuple[bytes, bytes]]:
        """Return the headers that let pages of another origin read an answer of the API."""
        if not scope["path"].startswith(API):
            return []
        origin = dict(scope["headers"]).get(b"origin", b"").decode("latin-1")
        found = [(b"vary", b"Origin")]
        if origin in self._origins:
            found += [(b"access-control-allow-origin", origin.encode("latin-1"))]
            found += [(b"access-control-expose-headers", b"Retry-After")]
        return found

    def _own_answer(self, scope: Scope, headers: Mapping[bytes, bytes]) -> Response | None:
        """Return the answer to what the application does not know: `/metrics`, and preflights."""
        if scope["path"] == "/metrics" and self._gauges and scope["method"] in ("GET", "HEAD"):
            text = self._metrics.to_text(self._gauges())
            return Response(text, 200, {"Cache-Control": "no-store"}, METRICS_TYPE)
        asked = scope["method"] == "OPTIONS" and b"access-control-request-method" in headers
        if not asked or not self._origins or not scope["path"].startswith(API):
            return None
        return Response(None, 204, _PREFLIGHT)

    def _check(self, scope: Scope, headers: dict[bytes, bytes]) -> None:
        if sum(name == b"host" for name, _ in scope["headers"]) > 1:
            raise NotHttp("the request has more than one Host")
        if self._hosts is not None:
            host = headers.get(b"host", b"").decode("latin-1")
            if _name_of(host) not in self._hosts:
                raise Problem(
                    421, f"the host is {host[:100]!r}, expected one of {', '.join(self._hosts)}"
                )
        is_safe = scope["method"] in ("GET", "HEAD", "OPTIONS")
        is_foreign = headers.get(b"sec-fetch-site") == b"cross-site"
        if is_foreign and headers.get(b"origin", b"").decode("latin-1") in self._origins:
            is_foreign = not scope["path"].startswith(API)
        if not is_safe and is_foreign:
            raise Problem(403, "the request comes from another site's page")
        if self._budgets is not None:
            path, now = scope["path"], time.monotonic()
            ticket = headers.get(b"authorization")
            seat = self._seat_of(path, ticket) if ticket else None
            if path.startswith(API):
                wait = self._budgets.admit(seat or client_of(scope), now)
            else:
                wait = self._budgets.admit_file(client_of(scope), now)
            if wait > 0:
                raise Problem(
                    429,
                    f"too many requests; try again in {wait:.0f} s",
                    {"Retry-After": str(int(wait))},
                )

    def _write_log(self, scope: Scope, status: int, size: int, begin: float) -> None:
        route = scope.get("route")
        client = hashlib.blake2b(client_of(scope).encode(), key=self._salt, digest_size=6)
        entry = {
            "time": round(time.time(), 3),
            "method": scope["method"],
            "route": getattr(route, "path", None),
            "status": status,
            "ms": round((time.monotonic() - begin) * 1000, 1),
            "bytes": size,
            "client": client.hexdigest(),
        }
        _log.info(json.dumps(entry))


async def _receive_end() -> Message:
    """Receive the end of the connection: nobody waits for the rest of an answer without a body."""
    return {"type": "http.disconnect"}


async def drain(receive: Receive) -> None:
    """Read a bounded rest of a body, because a client that is still sending misses the answer."""
    left = _DRAINED
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(_DRAIN_SECONDS):
            while left > 0:
                message = await receive()
                left -= len(message.get("body", b""))
                if not message.get("more_body", False):
                    return


def client_of(scope: Scope) -> str:
    """Return what identifies a client: an IPv4 address, or the first half of an IPv6 address."""
    address: str = (scope.get("client") or ("unknown",))[0]
    if ":" not in address:
        return address
    try:
        found = IPv6Address(address)
    except ValueError:
        return address
    return str(found.ipv4_mapped or found.exploded[:19])


@lru_cache(256)
def _name_of(host: str) -> str:
    """Return a Host header without the port."""
    try:
        found = urlsplit(f"//{host}")
        found.port  # noqa: B018 - raises ValueError for an invalid port
    except ValueError:
        return ""
    name = found.hostname or ""
    return f"[{name}]" if ":" in name else name


class _Body:
    """The body of a request as it arrives, limited in size and time."""

    def __init__(self, receive: Receive, headers: dict[bytes, bytes], limits: Limits) -> None:
        self._receive, self._most = receive, limits.body
        self._until = time.monotonic() + limits.body_seconds
        self._left = limits.body
        self._is_whole = False
        declared = headers.get(b"content-length", b"0")
        if not declared.isdigit() or int(declared) > limits.body:
            raise self._too_large()

    async def receive(self) -> Message:
        """Return the next message: a part of the body, or the end of the connection."""
        if self._is_whole:
            return await self._receive()
        message = await self._receive_in_time()
        if message["type"] == "http.request":
            self._left -= len(message.get("body", b""))
            if self._left < 0:
                await drain(self._receive)
                raise self._too_large()
            self._is_whole = not message.get("more_body", False)
        else:
            self._is_whole = True
        return message

    async def _receive_in_time(self) -> Message:
        """Receive with a time limit; `asyncio.timeout` would cost four times as much."""
        task, is_late = asyncio.current_task(), False
        assert task is not None

        def end() -> None:
            nonlocal is_late
            is_late = True
            task.cancel()

        left = max(0.0, self._until - time.monotonic())
        timer = asyncio.get_running_loop().call_later(left, end)
        try:
            return await self._receive()
        except asyncio.CancelledError:
            if is_late and not task.uncancel():
                raise Late from None
            raise
        finally:
            timer.cancel()

    def _too_large(self) -> Problem:
        return Problem(413, f"the request has more than {self._most} bytes", limit=self._most)
