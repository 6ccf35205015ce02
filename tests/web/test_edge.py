"""The edge of the server: what is too large, too slow, too much or no HTTP, in raw bytes."""

from __future__ import annotations

import json
import signal
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from server import Server

pytest.importorskip("fastapi", reason="the extra lexigrid[web] is not installed")

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="memory comes from /proc")

GET = b"GET /api/v1/ HTTP/1.1\r\nHost: localhost\r\n"
LARGE = json.dumps({"grid": "/".join(["a" * 36] * 36), "words": ["aa"]}).encode()
POST = (
    b"POST /api/v1/lines HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b"Content-Length: %d\r\n\r\n" % len(LARGE)
) + LARGE
PUBLIC = ("--public", "--limit", "requests_per_second=0", "--limit", "computing_share=0")


@pytest.fixture(scope="module", params=[(), PUBLIC], ids=["local", "public"])
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    limits = ("body_seconds=2", "client_connections=20", "connections=30", "held_bytes=4000000")
    options = [each for limit in limits for each in ("--limit", limit)]
    data = str(tmp_path_factory.mktemp("data"))
    with Server("--data", data, *request.param, *options) as found:
        yield found


def connect(server: Server, data: bytes = b"") -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", server.port), timeout=20)
    connection.sendall(data)
    return connection


def read_to_end(connection: socket.socket) -> bytes:
    with connection:
        return b"".join(iter(lambda: connection.recv(1 << 16), b""))


def problem_of(data: bytes) -> tuple[int, str]:
    """Return the status and the type of an answer, which must be a problem document."""
    head, _, body = data.partition(b"\r\n\r\n")
    assert b"content-type: application/problem+json" in head, data
    assert b"x-content-type-options: nosniff" in head
    document: Any = json.loads(body)
    assert int(head[9:12]) == document["status"]
    return document["status"], document["type"]


REFUSED = {
    "long header": (GET + b"X: " + b"y" * 70_000 + b"\r\n\r\n", (431, "/problems/header")),
    "many headers": (GET + b"X: y\r\n" * 101 + b"\r\n", (431, "/problems/header")),
    "endless headers": (GET + b"X: y\r\n" * 20_000, (431, "/problems/header")),
    "long address": (b"GET /" + b"y" * 70_000 + b" HTTP/1.1\r\n\r\n", (431, "/problems/header")),
    "no HTTP": (b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n", (400, "/problems/http")),
    "bad version": (b"GET / HTTP/9.9\r\n\r\n", (400, "/problems/http")),
    "bad field": (GET + b"no colon\r\n\r\n", (400, "/problems/http")),
    "two lengths": (
        GET + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\n", (400, "/problems/http")
    ),
    "two hosts": (GET + b"Host: localhost\r\nConnection: close\r\n\r\n", (400, "/problems/http")),
    "half a header": (GET + b"X: y", (408, "/problems/too-slow")),
    "half a line": (b"GET / HT", (408, "/problems/too-slow")),
    "half a body": (POST[:-1], (408, "/problems/too-slow")),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused_is_a_problem_document(server: Server, name: str) -> None:
    data, expected = REFUSED[name]
    connection = connect(server, data)
    assert expected == problem_of(read_to_end(connection))


def test_an_address_names_the_host(server: Server) -> None:
    head = b"GET http://localhost/api/v1/ HTTP/1.1\r\nHost: example.com\r\n"
    got = read_to_end(connect(server, head + b"Connection: close\r\n\r\n"))
    assert got.startswith(b"HTTP/1.1 200 ")


def test_a_refusal_follows_the_answers_before_it(server: Server) -> None:
    got = read_to_end(connect(server, GET + b"\r\n" + GET + b"\r\n" + b"no HTTP\r\n\r\n"))
    assert [b"200", b"200", b"400"] == [part[:3] for part in got.split(b"HTTP/1.1 ")[1:]]


def test_pipelined_requests_are_answered_in_order(server: Server) -> None:
    paths = [b"/api/v1/", b"/no", b"/api/v1/games/no", b"/"] * 50
    sent = b"".join(b"GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n" % path for path in paths)
    got = read_to_end(connect(server, sent + GET + b"Connection: close\r\n\r\n"))
    assert [b"200", b"404", b"404", b"200"] * 50 + [b"200"] == [
        part[:3] for part in got.split(b"HTTP/1.1 ")[1:]
    ]


def test_a_client_that_does_not_read_is_not_read(server: Server) -> None:
    before, sent, most = server.memory(), 0, 0
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.connect(("127.0.0.1", server.port))
        connection.settimeout(0.5)
        until = time.monotonic() + 1.5
        while time.monotonic() < until and sent < 1 << 26:
            try:
                sent += connection.send(POST * 50)
            except OSError:
                break
            most = max(most, server.memory())
    assert most - before < 20e6
    assert sent < 8e6


def test_the_answer_to_a_large_body_arrives(server: Server) -> None:
    head = POST.partition(b"Content-Length")[0] + b"Connection: close\r\n"
    chunk = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
    body = head + b"Transfer-Encoding: chunked\r\n\r\n" + chunk * 12 + b"0\r\n\r\n"
    assert problem_of(read_to_end(connect(server, body)))[0] == 413


def test_silent_connections_give_way(server: Server) -> None:
    silent = [connect(server) for _ in range(60)]
    begin = time.monotonic()
    got = read_to_end(connect(server, GET + b"Connection: close\r\n\r\n"))
    assert got.startswith(b"HTTP/1.1 200 ")
    assert time.monotonic() - begin < 1.5
    for connection in silent:  # all are closed: for the newer ones, or because they are late
        assert b"" == read_to_end(connection)
    assert time.monotonic() - begin < 8


def test_a_burst_delays_and_closes_nobody_else(server: Server) -> None:
    with ExitStack() as stack:
        server.process.send_signal(signal.SIGSTOP)  # all connections wait to be accepted
        stack.callback(server.process.send_signal, signal.SIGCONT)
        request = GET + b"Connection: close\r\n\r\n"
        other = socket.create_connection(("127.0.0.1", server.port), 20, ("127.0.0.2", 0))
        other.sendall(request)
        first = connect(server, request)
        burst = [stack.enter_context(connect(server, POST[:-1])) for _ in range(60)]
        server.process.send_signal(signal.SIGCONT)
        for each in (other, first):
            assert read_to_end(each).startswith(b"HTTP/1.1 200 ")
        with pytest.raises(ConnectionResetError):  # closed before it began
            burst[0].recv(1)


def test_open_streams_are_not_late(server: Server) -> None:
    body = json.dumps({"name": "Ann", "grid": "tea/ant/oat"}).encode()
    head = POST[: POST.index(b"Content-Length")].replace(b"lines", b"games")
    opened = read_to_end(
        connect(
            server, head + b"Connection: close\r\nContent-Length: %d\r\n\r\n" % len(body) + body
        )
    )
    path = json.loads(opened.partition(b"\r\n\r\n")[2])["game"]["id"].encode()
    stream = b"GET /api/v1/games/%s/events HTTP/1.1\r\nHost: localhost\r\n\r\n" % path
    streams = [connect(server, stream) for _ in range(5)]
    for each in streams:
        assert each.recv(100).startswith(b"HTTP/1.1 200 ")
    time.sleep(3)  # longer than a request may take: an open stream does not wait for its client
    for each in streams:
        each.setblocking(False)
        with each, pytest.raises(BlockingIOError):
            read_to_end(each)


def test_closed_connections_are_logged(tmp_path: Path) -> None:
    with Server("--data", str(tmp_path), "--log", "--limit", "body_seconds=0.5") as server:
        assert b"408" in read_to_end(connect(server, GET))
        time.sleep(1.2)
        assert '"closed": {"late": 1}' in server.log()
