"""Events of a contest as `text/event-stream`."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Callable, Hashable

from fastapi import Response
from starlette.types import Receive, Scope, Send

#: A comment that keeps a quiet connection open.
QUIET = b": quiet\n\n"
#: The most events that may wait for a listener before it is closed.
_WAITING = 64
_HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]
_RETRY = b"retry: 1000\n\n"


class Listener:
    """One listener to the events of a contest, which gets what its seat may see."""

    def __init__(self, seat: int | None) -> None:
        self.seat = seat
        self._waiting: list[bytes] = []
        self._has_news = asyncio.Event()
        self._is_closed = False

    def put(self, event: bytes) -> None:
        """Pass on an event; if the client is too slow, close the stream, so that it reconnects."""
        if len(self._waiting) < _WAITING and not self._is_closed:
            self._waiting.append(event)
            self._has_news.set()
        else:
            self.close()

    def close(self) -> None:
        """End the stream after the waiting events; those of a slow client are dropped."""
        self._is_closed = True
        if len(self._waiting) >= _WAITING:
            self._waiting.clear()
        self._has_news.set()

    async def get(self) -> bytes | None:
        """Return the waiting events, or wait for the next; None at the end."""
        if not self._is_closed:
            await self._has_news.wait()
            self._has_news.clear()
        events, self._waiting = self._waiting, []
        return b"".join(events) or None


class EventStream(Response):
    """An answer that lasts while the client listens; `close` is called at the end."""

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
    """The number of open streams of each owner: a seat, or the address of spectators."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._counts: Counter[Hashable] = Counter()

    def open(self, owner: Hashable) -> bool:
        """Count a new stream; return False if the owner has too many."""
        if self._counts[owner] >= self._most:
            return False
        self._counts[owner] += 1
        return True

    def close(self, owner: Hashable) -> None:
        """Stop counting a stream."""
        self._counts[owner] -= 1
        if self._counts[owner] <= 0:
            del self._counts[owner]
