"""The edge of the server: what clients send, hold open or leave unread is bounded before it costs.

A connection *waits for its client* unless a whole request has arrived and its answer is on the way.
It may wait for `body_seconds`. Of too many connections, those that have waited longest are closed,
and so are those that hold too much memory. A client that sends more before it reads its answers is
not read in turn.
"""

from __future__ import annotations

import ctypes
import json
import logging
import time
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from operator import attrgetter
from typing import Any

import httptools
from uvicorn.protocols.http.flow_control import HIGH_WATER_LIMIT, FlowControl
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from .guard import Late, client_of
from .lanes import Busy
from .limits import Limits
from .problems import NotHttp, Problem
from .turns import Turns

#: Bytes parsed at once: 28 requests of 2.3 kB each in memory are the most that can follow another.
_PIECE = 512
#: The most bytes of a header that are read and dropped before the answer, so that it arrives.
_DRAINED = 1 << 18
#: Bytes after which other connections have their turn; libuv would read 32 times as many.
_TURN = 1 << 12
#: So many connections that end within a second have used memory worth returning to the system.
_MANY_ENDED = 32
#: Seconds between two looks at the memory that connections hold.
_CHECK_SECONDS = 0.005
#: The bytes of an answer that a client has to read per second.
_LEAST_RATE = 1024
#: Makes the parser call the application about a request that it could not read.
_EMPTY_REQUEST = b"GET / HTTP/1.0\r\n\r\n"
_CROWDED = "too many connections are open"
_log = logging.getLogger("lexigrid.web.access")


class Edge:
    """The open connections, and how many were closed for each reason since the last second.

    The connections of a proxy belong to many clients, so they are bounded only in all.
    """

    def __init__(self, limits: Limits, *, has_proxy: bool) -> None:
        self.limits = limits
        self.closed: Counter[str] = Counter()
        self._has_proxy = has_proxy
        self._open: set[Connection] = set()
        self._counts: Counter[str] = Counter()
        self._ended = 0
        self.turns = Turns()
        self._checked = 0.0

    @property
    def is_full(self) -> bool:
        """Are more connections open than allowed?"""
        return len(self._open) > self.limits.connections

    def add(self, new: Connection) -> None:
        """Count a new connection and make room for it."""
        self._open.add(new)
        self._counts[new.host] += 1
        most = self.limits.client_connections
        if self.is_full:
            _close_longest(self._open, self.limits.connections, new)
        elif self._counts[new.host] > most and not self._has_proxy:
            _close_longest((each for each in self._open if each.host == new.host), most, new)

    def remove(self, connection: Connection) -> None:
        """Stop counting a connection."""
        if connection in self._open:
            self._open.remove(connection)
            self._counts[connection.host] -= 1
            if not self._counts[connection.host]:
                del self._counts[connection.host]
            self._ended += 1

    def free_memory(self) -> None:
        """Close the connections that have waited longest, until the others hold little memory."""
        if time.monotonic() < self._checked + _CHECK_SECONDS:
            return
        self._checked = time.monotonic()
        held = {each: each.held for each in self._open}
        excess = sum(held.values()) - self.limits.held_bytes
        if excess > 0:
            for each in sorted(filter(held.get, held), key=attrgetter("since")):
                each.close("unread", at_once=True)
                excess -= held[each]
                if excess <= 0:
                    return

    def close_late(self) -> None:
        """Close the connections that have waited too long; called every second.

        Also log how many were closed and why, and return memory to the system.
        """
        self.free_memory()
        now = time.monotonic()
        for each in [*self._open]:
            if each.is_waiting and each.is_late(now, self.limits.body_seconds):
                each.close("late")
        if self._ended >= _MANY_ENDED:
            with suppress(AttributeError, OSError):  # only in the C library of Linux
                ctypes.CDLL(None).malloc_trim(0)
        self._ended = 0
        if self.closed:
            entry = {"time": round(time.time(), 3), "closed": dict(self.closed)}
            _log.info(json.dumps(entry | {"connections": len(self._open)}))
            self.closed.clear()


def _close_longest(connections: Iterable[Connection], most: int, new: Connection) -> None:
    """Of too many connections, close the longest waiting, an eighth at once."""
    left = [each for each in connections if not each.is_ending]
    if len(left) > most:
        for each in sorted((each for each in left if each.is_waiting), key=attrgetter("since"))[
            : most // 8 + 1
        ]:
            if each is not new:  # which is answered that the server is full
                each.close("crowded")


class _Flow(FlowControl):
    """Keeps reading paused while requests, unread answers or unparsed data wait."""

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection.transport)
        self.connection: Connection | None = connection

    def resume_reading(self) -> None:
        own = self.connection
        if own is None or own.pipeline or self.write_paused or not self.read_paused:
            return
        if own.unparsed:
            self.read_paused = False  # but the transport stays paused, or data would pile up
            own.edge.turns.add(own, own.parse)
        else:
            super().resume_reading()


class Connection(HttpToolsProtocol):
    """uvicorn's connection, with bounds."""

    def __init__(self, edge: Edge, **arguments: Any) -> None:
        super().__init__(**arguments)
        self.edge, self._limits = edge, edge.limits
        self.unparsed = memoryview(b"")
        self._problem: Problem | None = None
        self._is_in_head = self._is_draining = self._is_answered = False
        self._fields = self._size = self._unread = 0
        self._is_new = False
        self.turns = 0
        self.host = ""
        self.since = 0.0
        """When the connection began to wait for its client."""

    @property
    def is_waiting(self) -> bool:
        """Does the connection wait for its client?"""
        own = self.cycle
        return own is None or own.response_complete or own.more_body or self.flow.write_paused

    @property
    def is_ending(self) -> bool:
        """Does the connection take no more requests?"""
        return self._problem is not None or self.transport.is_closing()

    @property
    def held(self) -> int:
        """Bytes that wait for the client, or for answers to it."""
        body = 0 if self.cycle is None else len(self.cycle.body)
        return len(self.unparsed) + body + self.transport.get_write_buffer_size()

    def is_late(self, now: float, patience: float) -> bool:
        """Has the client been silent for too long?"""
        if now - self.since <= patience:
            return False
        if not self.flow.write_paused:
            return True
        before, self._unread = self._unread, self.transport.get_write_buffer_size()
        self.since = now
        return before - self._unread < _LEAST_RATE * patience

    def connection_made(self, transport: Any) -> None:
        """Wait for the first request."""
        super().connection_made(transport)
        self.flow = _Flow(self)
        self.since = time.monotonic()
        self.host = client_of({"client": self.client})
        self.edge.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        super().connection_lost(exc)
        self.edge.remove(self)
        self.unparsed = memoryview(b"")
        if isinstance(self.flow, _Flow):
            self.flow.connection = None  # a cycle of references would stay for minutes

    def data_received(self, data: bytes) -> None:
        """Parse data, or keep it until the answers before it have left."""
        self._unset_keepalive_if_required()
        if self._is_draining:
            self._drain(data)
        elif self._problem is None:
            self.unparsed = memoryview(bytes(self.unparsed) + data if self.unparsed else data)
            self.parse()
        if len(data) > _TURN:
            self._end_turn()

    def parse(self) -> None:
        """Parse the data that was kept, as far as its turn lasts."""
        self._is_new = False
        for _ in range(_TURN // _PIECE):
            if not self.unparsed or self.is_ending:
                break
            if self.flow.write_paused:
                self.flow.pause_reading()
            if self.flow.read_paused:
                self.edge.free_memory()
                return
            piece, self.unparsed = self.unparsed[:_PIECE], self.unparsed[_PIECE:]
            problem: Problem | None = None
            try:
                self.parser.feed_data(piece)
            except httptools.HttpParserUpgrade:
                pass  # the request is answered as if it had not asked for another protocol
            except httptools.HttpParserError as error:
                problem = NotHttp(f"the request is not HTTP/1.1: {error}")
            self._size += len(piece)
            if self.cycle is not None and self.cycle.response_complete and not self._is_in_head:
                if self._size > self._limits.body:  # the rest of a body whose answer has left
                    self.transport.close()
                continue
            if self._size > self._limits.header_bytes or self._fields > self._limits.headers:
                problem = Problem(
                    431,
                    f"the header has more than {self._limits.header_bytes} bytes or "
                    f"{self._limits.headers} fields",
                )
                self._is_draining = self._is_in_head
            if problem is not None:
                self._refuse(problem, bytes(piece))
        if self.unparsed or not self.transport.is_reading():
            self._end_turn()

    def _end_turn(self) -> None:
        """Let other connections have their turn."""
        if not self.flow.read_paused and not self.transport.is_closing():
            self.flow.pause_reading()
            self.edge.turns.add(self, self.flow.resume_reading)

    def on_message_begin(self) -> None:
        """Begin a request."""
        super().on_message_begin()
        self.since = time.monotonic()
        self._is_in_head = True
        self._fields = self._size = 0
        if self._problem is not None:
            self.scope["state"]["refused"] = self._problem

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take a field of the header, or one after the body."""
        super().on_header(name, value)
        self._fields += 1
        if self._fields > self._limits.headers:
            raise ValueError

    def on_headers_complete(self) -> None:
        """Call the application."""
        self._is_in_head, self._is_new = False, True
        self.since = time.monotonic() + self._limits.body_seconds  # the guard answers slow bodies
        if self.edge.is_full and self._problem is None:
            self.scope["state"]["refused"] = Busy(_CROWDED)
        if b"://" in self.url[:8]:  # the address names the host, whatever Host says (RFC 9112)
            host = httptools.parse_url(self.url).host
            self.headers[:] = [(key, host if key == b"host" else it) for key, it in self.headers]
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Take a part of a body; all other bytes of a request count as header.

        The application is called for large parts only, and at the end of the body.
        """
        cycle = self.cycle
        if not cycle.response_complete:
            self._size -= len(body)
            cycle.body += body
            if len(cycle.body) > HIGH_WATER_LIMIT:
                self.flow.pause_reading()
                cycle.message_event.set()

    def on_message_complete(self) -> None:
        """Give the body to the application: in turn, unless it came with the header."""
        cycle = self.cycle
        cycle.more_body = False
        if self._is_new:
            cycle.message_event.set()
        else:
            self.edge.turns.add(self, cycle.message_event.set)

    def pause_writing(self) -> None:
        """Note that the client does not read."""
        super().pause_writing()
        self.since, self._unread = time.monotonic(), self.transport.get_write_buffer_size()
        self.edge.free_memory()

    def resume_writing(self) -> None:
        """Go on after the client has read."""
        super().resume_writing()
        if self._is_answered:
            self._is_answered = False
            super().on_response_complete()
        self.flow.resume_reading()

    def on_response_complete(self) -> None:
        """Begin the next request when the answer has left."""
        self.since = time.monotonic()
        if self.flow.write_paused:
            self._is_answered = True
        else:
            super().on_response_complete()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        """Call the application in turn, unless the client has left by then."""
        start = super()._start_asgi_task
        self.edge.turns.add(self, lambda: self.transport.is_closing() or start(cycle, app))

    def _drain(self, data: bytes) -> None:
        """Drop data up to the end of the header, or so much that the client may miss the answer."""
        self._size += len(data)
        if b"\r\n\r\n" in data or self._size > _DRAINED:
            self._answer_problem()

    def _refuse(self, problem: Problem, data: bytes = b"") -> None:
        self._problem = problem
        data, self.unparsed = data + bytes(self.unparsed), memoryview(b"")
        if self._is_draining:
            self._drain(data)
        else:
            self._answer_problem()

    def _answer_problem(self) -> None:
        """Answer with the problem after the answers before it, and close the connection."""
        self._is_draining = False
        self.flow.pause_reading()
        cycle = self.cycle
        if cycle is not None and cycle.more_body and not cycle.response_complete:
            if cycle.response_started or self.pipeline:
                self.transport.close()
                return
            cycle.disconnected = True  # the rest of its body cannot be read
            cycle.message_event.set()
            self.cycle = None  # type: ignore[assignment]
        self.parser = httptools.HttpRequestParser(self)
        self.parser.feed_data(_EMPTY_REQUEST)

    def close(self, reason: str, *, at_once: bool = False) -> None:
        """Close the connection, with an answer if a request has begun."""
        if not self.transport.is_closing():
            self.edge.closed[reason] += 1
        if self._is_draining and not at_once:
            self._answer_problem()
        elif at_once or self.flow.write_paused or self.is_ending:
            self.transport.abort()
        elif self._is_in_head and self.is_waiting and not (reason == "crowded" and self.edge.turns):
            self._refuse(Late() if reason == "late" else Busy(_CROWDED))
        else:
            self.transport.close()
            if not self.transport.get_write_buffer_size():
                self.edge.remove(self)  # or the next connection would look for another to close
