"""Attack the edge of a server with what costs memory before a request is whole or after it."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import socket
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from typing import NamedTuple

from common import Facts, summarize
from server import Client, Server, open_contest, run_delay

_GET = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
_PIECE = 1 << 20
#: Seconds for which an attack that got no answer goes on, and after which memory is back.
_SECONDS, _AFTER = 8.0, 3.0
_SLOW = 0.5
#: Seconds between two normal requests.
_PAUSE = 0.01
#: What a normal request may take, and the memory that an attack may cost and leave behind.
_MOST_MS, _MOST_MB, _MOST_LEFT_MB = 100, 100, 20


def _post(path: str, body: object, *headers: str) -> bytes:
    data = json.dumps(body).encode()
    lines = [f"POST /api/v1/{path} HTTP/1.1", "Host: localhost", "Content-Type: application/json"]
    return "\r\n".join([*lines, f"Content-Length: {len(data)}", *headers, "", ""]).encode() + data


_NORMAL = _post("paths", {"grid": "tea/ant/oat"}, "Connection: close")
#: A fast request whose answer has 400 kB.
_LARGE = _post("lines", {"grid": "/".join(["a" * 36] * 36), "words": ["aa"]})
_CHUNKED = _LARGE.partition(b"Content-Length")[0] + b"Transfer-Encoding: chunked\r\n\r\n"
_EVENTS = b"GET /GAME/events HTTP/1.1\r\nHost: localhost\r\n\r\n"


class Group(NamedTuple):
    """Connections: what each sends first and then again and again, and the most MB of it.

    Those that send little wait half a second before they send it again.
    """

    connections: int
    first: bytes
    again: bytes = b""
    most_mb: int = 0


_SINGLE = {
    "small headers": (1, _GET, b"X: y\r\n" * 170_000, 350),
    "small headers, many connections": (200, _GET, b"X: y\r\n" * 10_000, 100),
    "one header": (200, _GET + b"X: ", b"y" * _PIECE, 100),
    "one address": (200, b"GET /", b"y" * _PIECE, 100),
    "trailers": (200, _CHUNKED + b"0\r\n", b"X: y\r\n" * 10_000, 100),
    "chunk sizes": (200, _CHUNKED + b"1;", b"y" * _PIECE, 100),
    "body": (200, _CHUNKED, b"100000\r\n" + b" " * _PIECE + b"\r\n", 100),
    "pipelined": (1, b"", (_GET + b"\r\n") * 25_000, 100),
    "pipelined, many connections": (200, b"", (_GET + b"\r\n") * 25_000, 100),
    "pipelined searches": (200, b"", _LARGE * 500, 100),
    "unread answers": (200, _LARGE, b"", 0),
    "idle": (2000, b"", b"", 0),
    "half a header": (2000, _GET + b"X: y", b"", 0),
    "half a body": (2000, _LARGE[:-1], b"", 0),
    "slow header": (400, _GET, b"X: y\r\n", 1),
    "unread events": (200, _EVENTS, b"", 0),
}  # fmt: skip
_MIXED = ("slow header", "half a header", "pipelined", "body", "unread events")
#: The groups of connections of each attack.
ATTACKS = {name: [Group(*each)] for name, each in _SINGLE.items()}
ATTACKS["mixed"] = [ATTACKS[name][0]._replace(connections=40) for name in _MIXED]


def _attack(port: int, groups: Sequence[Group], game: str) -> Facts:
    """Send to many connections and read nothing until the end; return what came of it."""
    os.nice(10)  # the attack costs the normal requests no core of their client
    ends = Counter[str]()
    with ExitStack() as stack:
        unsent: dict[socket.socket, tuple[memoryview, int]] = {}
        group_of: dict[socket.socket, Group] = {}
        for group in groups:
            first = group.first.replace(b"/GAME", game.encode())
            for _ in range(group.connections):
                connection = stack.enter_context(socket.socket())
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                with suppress(OSError):
                    connection.connect(("127.0.0.1", port))
                    connection.setblocking(False)
                    unsent[connection] = memoryview(first), 0
                    group_of[connection] = group
        sockets = [*unsent]
        slow = dict.fromkeys(sockets, 0.0)
        until, sent = time.monotonic() + _SECONDS, 0
        while unsent and time.monotonic() < until:
            has_sent = False
            for connection, (data, done) in [*unsent.items()]:
                again = group_of[connection].again
                if time.monotonic() < slow[connection]:
                    continue
                try:
                    size = connection.send(data) if data else 0
                except BlockingIOError:
                    continue
                except OSError:
                    del unsent[connection]
                    continue
                has_sent |= size > 0
                sent, done, data = sent + size, done + size, data[size:]
                if not data and again and done < group_of[connection].most_mb * _PIECE:
                    data = memoryview(again)
                    slow[connection] = time.monotonic() + _SLOW * (len(again) < 100)
                unsent[connection] = data, done
            time.sleep(0.0 if has_sent else 0.02)
        for connection in sockets:
            try:
                answer = connection.recv(1 << 16)
                ends[answer[9:12].decode() or "closed"] += 1
            except BlockingIOError:
                ends["open"] += 1
            except OSError:
                ends["reset"] += 1
    return {"MB sent": round(sent / 1e6), "ends": dict(ends)}


class _Normal(NamedTuple):
    """A normal request: its seconds, those of the processor, and those without waiting for one."""

    seconds: float
    used: float
    ready: float


def _ask(server: Server) -> _Normal:
    """Send a normal request on a new connection; the event loop runs in the first thread."""
    waits = server.process.pid, os.getpid()
    used, delays, begin = server.seconds(), [*map(run_delay, waits)], time.perf_counter()
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        connection.sendall(_NORMAL)
        answer = connection.recv(1 << 16)
    assert answer.startswith(b"HTTP/1.1 200 "), answer[:200]
    spent = time.perf_counter() - begin
    waited = sum(map(run_delay, waits)) - sum(delays)
    return _Normal(spent, server.seconds() - used, max(0.0, spent - waited))


def edge(
    only: str = "", public: bool = False, options: str = "", runner: str = ""
) -> Iterator[Facts]:
    """Attack a server in many ways, and measure its memory and normal requests meanwhile.

    Each attack has a new server; the client of the attack is also that of the normal requests.
    --only selects attacks by a part of their names. --runner runs the server: on a busy machine
    "nice -n -20 taskset -c 1" gives it a core.
    """
    no_budget = [f"--limit={name}=0" for name in ("requests_per_second", "computing_share")]
    watched = ["--limit=streams=300", "--limit=spectators=300"]
    given = [*watched, *(["--public", *no_budget] if public else [])]
    for name, groups in ATTACKS.items():
        if only not in name:
            continue
        with (
            tempfile.TemporaryDirectory() as data,
            Server("--data", data, *given, *options.split(), runner=runner.split()) as server,
        ):
            yield {"attack": name} | _measure(server, groups)


async def _open_game(port: int) -> tuple[str, str]:
    """Start a contest; return its path and a ticket."""
    client = Client(port)
    path, tickets = await open_contest(client, "tea/ant/oat", seconds=600)
    await client.post(f"{path}/start", ticket=tickets[0])
    client.close()
    return path, tickets[0]


async def _move(port: int, path: str, ticket: str) -> None:
    """Play a word, which is an event."""
    client = Client(port)
    await client.post(f"{path}/moves", {"word": "tea" * 30, "key": str(time.time())}, ticket)
    client.close()


def _measure(server: Server, groups: Sequence[Group]) -> Facts:
    """Run an attack in another process, and measure the server.

    On a busy machine, a request takes longer than the server needs to answer all before it.
    """
    game, ticket = asyncio.run(_open_game(server.port))
    quiet = 0
    while quiet < 3:  # seconds: until it has warmed up
        used = server.seconds()
        time.sleep(1)
        _ask(server)
        asyncio.run(_move(server.port, game, ticket))
        quiet = quiet + 1 if server.seconds() - used < 0.05 else 0
    times, before = list[_Normal](), server.memory()
    most, faults = before, list[str]()
    with multiprocessing.get_context("fork").Pool(1) as pool:
        running = pool.apply_async(_attack, (server.port, groups, game))
        while not running.ready():
            try:
                times.append(_ask(server))
                if _EVENTS in (each.first for each in groups):
                    asyncio.run(_move(server.port, game, ticket))
            except (OSError, AssertionError) as error:
                faults.append(f"a normal request failed: {error!r}")
            most = max(most, server.memory())
            time.sleep(_PAUSE)
        facts = running.get()
    time.sleep(_AFTER)
    more, left = (round((each - before) / 1e6, 1) for each in (most, server.memory()))
    facts |= {"MB more": more, "MB left": left, "normal requests": len(times)}
    facts |= summarize([each.seconds for each in times])
    ready = summarize([each.ready for each in times])
    facts |= {"without waiting for a core": ready}
    facts["most processor ms"] = round(1000 * max((each.used for each in times), default=0))
    if ready["most ms"] > _MOST_MS or more > _MOST_MB or left > _MOST_LEFT_MB:
        faults.append("too slow or too much memory")
    return facts | {"faults": faults[:3]}
