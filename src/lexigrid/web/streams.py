"""Events of a contest as `text/event-stream`."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Callable

from fastapi import Response
from starlette.types import Receive, Scope, Send

#: A line that keeps a quiet connection open.
QUIET = b": quiet\n\n"
#: Events that wait for one reader before it is closed.
_WAITING = 64
_HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]
_RETRY = b"retry: 1000\n\n"


class Listener:
    """One reader of the events of a contest, who sees what its seat may see."""

    def __init__(self, seat: int | None) -> None:
        self.seat = seat
        self._waiting: list[bytes] = []
        self._has_news = asyncio.Event()
        self._is_closed = False

    def put(self, event: bytes) -> None:
        """Pass on an event; a reader that is too slow is closed, and comes back."""
        if len(self._waiting) < _WAITING and not self._is_closed:
            self._waiting.append(event)
            self._has_news.set()
        else:
            self.close()

    def close(self) -> None:
        """End the stream after what waits; what a slow reader has not read is dropped."""
        self._is_closed = True
        if len(self._waiting) >= _WAITING:
            self._waiting.clear()
        self._has_news.set()

    async def get(self) -> bytes | None:
        """Return the events that wait, or the next one; None at the end."""
        if not self._is_closed:
            await self._has_news.wait()
            self._has_news.clear()
        events, self._waiting = self._waiting, []
        return b"".join(events) or None


class EventStream(Response):
    """An answer that lasts as long as the client listens; `close` is called at the end."""

    def __init__(self, listener: Listener, close: Callable[[], None]) -> None:
        super().__init__(media_type="text/event-stream")
        self._listener, self._close = listener, close

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send events until the client leaves or the listener is closed."""
        gone = asyncio.ensure_future(self._wait_for_end(receive))
        try:
            await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
            await send({"type": "http.response.body", "body": _RETRY, "more_body": True})
            while (data := await self._listener.get()) is not None:
                await send({"type": "http.response.body", "body": data, "more_body": True})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            gone.cancel()
            self._close()

    async def _wait_for_end(self, receive: Receive) -> None:
        with contextlib.suppress(Exception):
            while (await receive())["type"] != "http.disconnect":
                pass
        self._listener.close()


class StreamCounts:
    """How many streams each client has open."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._counts: Counter[str] = Counter()

    def open(self, client: str) -> bool:
        """Count another stream; False if the client has too many."""
        if self._counts[client] >= self._most:
            return False
        self._counts[client] += 1
        return True

    def close(self, client: str) -> None:
        """Count a stream less."""
        self._counts[client] -= 1
        if self._counts[client] <= 0:
            del self._counts[client]
