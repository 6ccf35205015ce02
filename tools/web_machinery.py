"""A server in a separate process and a cheap client, for the web measurements.

The processor time of the server's process is read from /proc: Linux only.
"""

from __future__ import annotations

import asyncio
import json
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

_START_SECONDS = 60.0


class Server:
    """A server process that answers at `port`; it ends with the context."""

    def __init__(self, *arguments: str, module: str = "lexigrid") -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        own = Path(__file__).with_name(f"{module}.py")
        program = [str(own)] if own.exists() else ["-m", module]
        self._command = [sys.executable, *program, *arguments, "--port", str(self.port)]
        self.start()

    def start(self) -> None:
        """Start the process and wait until it listens."""
        self.process = subprocess.Popen(self._command, stderr=subprocess.PIPE, text=True)
        until = time.monotonic() + _START_SECONDS
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return
            except OSError:
                if self.process.poll() is not None or time.monotonic() > until:
                    self.process.kill()
                    raise RuntimeError(self.process.communicate()[1]) from None
                time.sleep(0.05)

    def kill(self) -> None:
        """End the process at once, like a power cut."""
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate()

    def seconds(self) -> float:
        """Return the processor time that the process has used."""
        return self._scheduled(0)

    def waited(self) -> float:
        """Return the time that the threads of the process waited for a core."""
        return self._scheduled(1)

    def _scheduled(self, field: int) -> float:
        tasks = Path(f"/proc/{self.process.pid}/task").glob("*/schedstat")
        return sum(int(task.read_text().split()[field]) for task in tasks) / 1e9

    def memory(self) -> int:
        """Return the resident memory of the process in bytes."""
        text = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+) kB", text)
        assert found is not None
        return int(found[1]) * 1024

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        self.process.terminate()
        try:
            self.process.communicate(timeout=10)
        except subprocess.TimeoutExpired:
            self.kill()


class Answer(NamedTuple):
    """An answer and how long it took."""

    status: int
    data: bytes
    seconds: float


class Client:
    """A connection that stays open."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def post(self, path: str, body: Any = None, ticket: str = "") -> Answer:
        """Send JSON and return the answer."""
        return await self.send("POST", path, json.dumps(body or {}).encode(), ticket)

    async def get(self, path: str, ticket: str = "") -> Answer:
        """Return the answer to a GET."""
        return await self.send("GET", path, b"", ticket)

    async def send(self, method: str, path: str, body: bytes, ticket: str = "") -> Answer:
        """Send a request and return the answer; connect first if need be."""
        begin = time.perf_counter()
        if self._reader is None or self._writer is None or self._writer.is_closing():
            self._reader, self._writer = await asyncio.open_connection(
                "127.0.0.1", self._port, limit=1 << 24
            )
        own = f"Authorization: Bearer {ticket}\r\n" if ticket else ""
        kind = "Content-Type: application/json\r\n" if body else ""
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n{kind}{own}"
            f"Content-Length: {len(body)}\r\n\r\n"
        )
        self._writer.write(head.encode() + body)
        answer = await self._reader.readuntil(b"\r\n\r\n")
        found = re.search(rb"content-length: (\d+)", answer, re.IGNORECASE)
        data = await self._reader.readexactly(int(found[1])) if found else b""
        if b"connection: close" in answer.lower():
            self.close()
        return Answer(int(answer[9:12]), data, time.perf_counter() - begin)

    def close(self) -> None:
        """Close the connection, without waiting for an answer."""
        if self._writer is not None:
            self._writer.close()
        self._reader = self._writer = None


async def open_contest(client: Client, grid: str, rules: dict[str, Any]) -> tuple[str, list[str]]:
    """Open a contest of four people; return its id and the tickets."""
    games = "/api/v1/games"
    opened = json.loads(
        (await client.post(games, {"grid": grid, "name": "0", "rules": rules})).data
    )
    id, tickets = opened["game"]["id"], [opened["ticket"]]
    for name in "123":
        seat = await client.post(f"{games}/{id}/seats", {"name": name})
        tickets.append(json.loads(seat.data)["ticket"])
    return id, tickets


async def measure_lag(lags: list[float]) -> None:
    """Note how late the event loop of this process wakes up, which falsifies its measurements."""
    while True:
        begin = time.perf_counter()
        await asyncio.sleep(0.01)
        lags.append(time.perf_counter() - begin - 0.01)


def percentile(values: list[float], share: float) -> float:
    """Return the value that a share of the values does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
