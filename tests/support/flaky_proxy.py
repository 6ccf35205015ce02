"""A proxy that fails at random: it refuses, delays, cuts and drops what passes through it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import socket
import threading
from collections import Counter
from collections.abc import Iterator
from typing import Any

#: How often each fault happens to a request, at rate 1.
FAULTS = {"refuse": 0.06, "busy": 0.05, "many": 0.05, "drop": 0.06, "cut": 0.05, "hang": 0.005}
_DELAY_SECONDS, _STREAM_SECONDS = 0.3, 4.0


class FlakyProxy:
    """A proxy to a port of this machine; it ends with `stop`."""

    def __init__(self, port: int, seed: int, rate: float = 1.0) -> None:
        self.counts: Counter[str] = Counter()
        self._target, self._rng, self._rate = port, random.Random(seed), rate
        self._end = asyncio.Event()
        self._tasks: set[Any] = set()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def stop(self) -> None:
        """End the proxy and its connections."""
        self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join()

    def _run(self) -> None:
        with contextlib.suppress(asyncio.CancelledError):
            self._loop.run_until_complete(self._serve())
        self._loop.close()

    async def _serve(self) -> None:
        server = await asyncio.start_server(self._accept, sock=self._listener)
        await self._end.wait()
        server.close()
        while tasks := asyncio.all_tasks() - {asyncio.current_task()}:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await asyncio.sleep(0.05)  # the transports end, and late connections begin

    def _draw(self) -> str:
        point = self._rng.random() / self._rate if self._rate else 1.0
        for fault, share in FAULTS.items():
            if point < share:
                self.counts[fault] += 1
                return fault
            point -= share
        return "none"

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._tasks.add(asyncio.current_task())  # the loop has only weak references
        try:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
                while (head := await _read_head(reader)) and await self._answer(
                    head, reader, writer
                ):
                    pass
            with contextlib.suppress(OSError):
                await writer.drain()
        finally:
            self._tasks.discard(asyncio.current_task())
            writer.transport.abort() if self._end.is_set() else writer.close()

    async def _answer(
        self, head: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> bool:
        """Pass a request on or fail; return whether the connection stays open."""
        request = head + await reader.readexactly(_length(head))
        fault = self._draw()
        await asyncio.sleep(self._rng.random() * _DELAY_SECONDS * self._rate)
        if fault == "refuse":
            return False
        if fault == "hang":
            await asyncio.sleep(60)
            return False
        if fault in ("busy", "many"):
            status = 503 if fault == "busy" else 429
            body = json.dumps({"type": f"/problems/{fault}", "status": status, "detail": "later"})
            writer.write(
                f"HTTP/1.1 {status} Later\r\nContent-Type: application/problem+json\r\n"
                f"Retry-After: 1\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode()
            )
            await writer.drain()
            return True
        near, far = await asyncio.open_connection("127.0.0.1", self._target)
        far.write(request.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n", 1))
        try:
            if fault == "drop":
                await near.read(1)
                return False
            if fault == "cut":
                writer.write((await near.read(1 << 16))[: self._rng.randrange(20, 400)])
                await writer.drain()
                return False
            is_stream = b"text/event-stream" in head and self._rate > 0
            seconds = self._rng.random() * _STREAM_SECONDS if is_stream else 60.0
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    while data := await near.read(1 << 16):
                        writer.write(data)
                        await writer.drain()
            return False
        finally:
            far.transport.abort()


async def _read_head(reader: asyncio.StreamReader) -> bytes:
    try:
        return await reader.readuntil(b"\r\n\r\n")
    except asyncio.IncompleteReadError:
        return b""


def _length(head: bytes) -> int:
    for line in head.lower().split(b"\r\n"):
        if line.startswith(b"content-length:"):
            return int(line.partition(b":")[2])
    return 0


@contextlib.contextmanager
def flaky(port: int, seed: int, rate: float = 1.0) -> Iterator[FlakyProxy]:
    """Run a proxy during a test."""
    proxy = FlakyProxy(port, seed, rate)
    try:
        yield proxy
    finally:
        proxy.stop()
