"""Attack the edge of a server with what costs memory before a request is whole or after it."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import signal
import socket
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from threading import Event
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
    """A normal request: its seconds, those of the processor, and those without waiting for one.

    If its client and the server waited at the same time, that is subtracted twice.
    """

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


def _keep_asking(server: Server, times: list[_Normal], ended: Event) -> None:
    while not ended.wait(_PAUSE):
        times.append(_ask(server))


def _ask_after(server: Server, group: Group) -> Facts:
    """Halt the server until connections wait to be accepted, and a normal request after them."""
    server.process.send_signal(signal.SIGSTOP)
    with ExitStack() as stack:
        for data in [group.first] * group.connections + [_NORMAL]:
            last = stack.enter_context(socket.create_connection(("127.0.0.1", server.port), 10))
            last.sendall(data)
        begin = time.perf_counter()
        server.process.send_signal(signal.SIGCONT)
        answer = last.recv(1 << 16)
        spent = time.perf_counter() - begin
    return {"ms after a burst": round(1000 * spent, 1), "answer": answer[9:12].decode()}


def edge(
    only: str = "", public: bool = False, options: str = "", runner: str = ""
) -> Iterator[Facts]:
    """Attack a server in many ways, and measure its memory and normal requests meanwhile.

    Each attack has a new server; the client of the attack is also that of the normal requests. A
    second server that nobody attacks gets as many at the same time: "unattacked". --only selects
    attacks by a part of their names. --runner runs the servers: on a busy machine
    "nice -n -20 taskset -c 1" gives them a core.
    """
    no_budget = [f"--limit={name}=0" for name in ("requests_per_second", "computing_share")]
    watched = ["--limit=streams=300", "--limit=spectators=300"]
    given = [*watched, *(["--public", *no_budget] if public else [])]
    for name, groups in ATTACKS.items():
        if only not in name:
            continue
        with ExitStack() as stack:
            server, calm = (
                stack.enter_context(
                    Server("--data", data, *given, *options.split(), runner=runner.split())
                )
                for data in (stack.enter_context(tempfile.TemporaryDirectory()) for _ in "ab")
            )
            facts = {"attack": name} | _measure(server, calm, groups)
            if groups[0].connections > 1000:
                facts |= _ask_after(server, groups[0])
            yield facts


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


def _measure(server: Server, calm: Server, groups: Sequence[Group]) -> Facts:
    """Run an attack in another process, and measure the server.

    On a busy machine, a request takes longer than the server needs to answer all before it.
    """
    game, ticket = asyncio.run(_open_game(server.port))
    quiet = 0
    while quiet < 3:  # seconds: until it has warmed up
        used = server.seconds()
        time.sleep(1)
        _ask(server), _ask(calm)
        asyncio.run(_move(server.port, game, ticket))
        quiet = quiet + 1 if server.seconds() - used < 0.05 else 0
    times, calm_times, before = list[_Normal](), list[_Normal](), server.memory()
    most, faults = before, list[str]()
    ended = Event()
    with multiprocessing.get_context("fork").Pool(1) as pool, ThreadPoolExecutor(1) as thread:
        running = pool.apply_async(_attack, (server.port, groups, game))
        asking = thread.submit(_keep_asking, calm, calm_times, ended)
        while not running.ready():
            try:
                times.append(_ask(server))
                if _EVENTS in (each.first for each in groups):
                    asyncio.run(_move(server.port, game, ticket))
            except (OSError, AssertionError) as error:
                faults.append(f"a normal request failed: {error!r}")
            most = max(most, server.memory())
            time.sleep(_PAUSE)
        ended.set()
        asking.result()
        facts = running.get()
    time.sleep(_AFTER)
    more, left = (round((each - before) / 1e6, 1) for each in (most, server.memory()))
    facts |= {"MB more": more, "MB left": left, "normal requests": len(times)}
    facts |= summarize([each.seconds for each in times])
    ready = summarize([each.ready for each in times])
    facts |= {"without waiting for a core": ready}
    facts |= {"unattacked": summarize([each.seconds for each in calm_times])}
    facts["most processor ms"] = round(1000 * max((each.used for each in times), default=0))
    longest = max(ready["most ms"], facts["most processor ms"])
    if longest > _MOST_MS or more > _MOST_MB or left > _MOST_LEFT_MB:
        faults.append("too slow or too much memory")
    return facts | {"faults": faults[:3]}
