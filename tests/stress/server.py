"""A server in a process of its own, cheap clients, and contests of four.

The processor time and the memory of the process are read from /proc: Linux only.
"""

from __future__ import annotations

import asyncio
import json
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple, Self

from common import free_port

_START_SECONDS = 60.0
GAMES = "/api/v1/games"


def run_delay(thread: int) -> float:
    """Return the seconds for which a thread, or the first of a process, waited for a core."""
    return int(Path(f"/proc/{thread}/schedstat").read_text().split()[1]) / 1e9


class Server:
    """A process of `lexigrid serve`, which answers at `port` and ends with the context.

    Its log goes to a file: a pipe that nobody reads would fill and stop it. `runner` is a command
    that runs the server, such as `nice`.
    """

    def __init__(self, *options: str, runner: Sequence[str] = ()) -> None:
        self.port = free_port()
        self._log = tempfile.TemporaryFile("a+")  # noqa: SIM115 - open as long as the server runs
        serve = [*runner, sys.executable, "-m", "lexigrid", "serve"]
        self._command = [*serve, *options, "--port", str(self.port)]
        self.start()

    def start(self) -> None:
        """Start the process and wait until it listens."""
        self.process = subprocess.Popen(self._command, stderr=self._log)
        until = time.monotonic() + _START_SECONDS
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return
            except OSError:
                if self.process.poll() is not None or time.monotonic() > until:
                    self.kill()
                    raise RuntimeError(self.log()) from None
                time.sleep(0.05)

    def kill(self) -> None:
        """End the process at once, like a power cut."""
        self.process.kill()
        self.process.wait()

    def log(self) -> str:
        """Return what the server has written."""
        self._log.seek(0)
        return self._log.read()

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
        return int(text.split("VmRSS:")[1].split()[0]) * 1024

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        try:
            self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.kill()
        self._log.close()


class Answer(NamedTuple):
    """An answer and how long it took."""

    status: int
    data: bytes
    seconds: float

    def json(self) -> Any:
        """Return the document."""
        return json.loads(self.data)


class Client:
    """A connection that stays open."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def post(self, path: str, body: Any = None, ticket: str = "") -> Answer:
        """Send JSON and return the answer."""
        return await self._send("POST", path, json.dumps(body or {}).encode(), ticket)

    async def get(self, path: str, ticket: str = "") -> Answer:
        """Return the answer to a GET."""
        return await self._send("GET", path, b"", ticket)

    async def _send(self, method: str, path: str, body: bytes, ticket: str) -> Answer:
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


async def open_contest(client: Client, grid: str, **rules: Any) -> tuple[str, list[str]]:
    """Open a contest of four people; return its path and the tickets."""
    body = {"grid": grid, "name": "0", "rules": rules}
    answer = await client.post(GAMES, body)
    assert answer.status == 201, answer
    opened = answer.json()
    path, tickets = f"{GAMES}/{opened['game']['id']}", [opened["ticket"]]
    for name in "123":
        seat = await client.post(f"{path}/seats", {"name": name})
        tickets.append(seat.json()["ticket"])
    return path, tickets
