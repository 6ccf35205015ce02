"""The server as a process: examples of the docs, streams, clients that leave, and shutdowns."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from checkout import ROOT
from kill_servers import kill_servers
from lexigrid.web.lanes import Answer, Lanes
from lexigrid.web.limits import Limits
from packs import install_pack
from server import Server

pytest.importorskip("fastapi", reason="the extra lexigrid[web] is not installed")

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processor times come from /proc")


def test_a_modest_server_does_not_raise_the_priority_of_its_searches() -> None:
    def niceness(least: int = 0) -> int:
        own = os.PRIO_PROCESS, threading.get_native_id()
        os.setpriority(*own, max(os.getpriority(*own), least))
        return os.getpriority(*own)

    async def main() -> tuple[int, int]:
        own, lanes = niceness(12), Lanes(Limits())
        job = lanes.work(lambda _: Answer(b"-" * niceness()), time.monotonic() + 60, "", left)
        try:
            return own, len((await job).data)
        finally:
            lanes.close()

    async def left() -> None:
        await asyncio.sleep(60)

    with ThreadPoolExecutor(1) as thread:
        own, found = thread.submit(asyncio.run, main()).result()
    assert own == found


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    # A busy machine may need longer than the default limit.
    options = ("--limit", "puzzle_deadline=60", "--limit", "deadline=30")
    with Server("--data", str(tmp_path_factory.mktemp("data")), *options) as found:
        yield found


def read_lines(server: Server, path: str, *headers: str, until: str) -> list[str]:
    """Return the lines of an answer until one begins with the text."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        head = "".join(f"{header}\r\n" for header in ("Host: localhost", *headers))
        connection.sendall(f"GET {path} HTTP/1.1\r\n{head}\r\n".encode())
        lines = []
        for line in connection.makefile(encoding="utf-8"):
            lines.append(line.rstrip())
            if line.startswith(until):
                break
        return lines


def request(server: Server, path: str, body: Any = None, ticket: str = "") -> Any:
    command = ["curl", "-s", "-X", "POST", f"http://127.0.0.1:{server.port}/api/v1/{path}"]
    command += ["-H", f"Authorization: Bearer {ticket}"] if ticket else []
    command += ["--json", json.dumps(body)] if body is not None else []
    return json.loads(subprocess.run(command, capture_output=True, check=True).stdout)


needs_curl = pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")


@needs_curl
def test_the_requests_of_the_docs_are_answered(server: Server, tmp_path: Path) -> None:
    text = (ROOT / "docs" / "web.md").read_text("utf-8")
    blocks = [block for block in re.findall(r"```sh\n(.*?)```", text, re.DOTALL) if "curl" in block]
    assert len(blocks) == 2
    for block in blocks:
        script = block.replace("localhost:8000", f"localhost:{server.port}")
        script = script.replace("curl -s ", "curl -sS --fail-with-body ")
        run = subprocess.run(
            ["bash", "-eu", "-o", "pipefail", "-c", script], cwd=tmp_path, capture_output=True
        )
        assert (0, b"") == (run.returncode, run.stderr), run.stdout
    assert (tmp_path / "puzzle.pdf").read_bytes().startswith(b"%PDF")


@needs_curl
def test_a_stream_goes_on_where_it_was(server: Server) -> None:
    opened = request(server, "games", {"name": "Ann", "grid": "tea/ant/oat"})
    id, ticket = opened["game"]["id"], opened["ticket"]
    own = f"Authorization: Bearer {ticket}"
    path = f"/api/v1/games/{id}/events"
    first = read_lines(server, path, own, until="data:")
    assert "content-type: text/event-stream; charset=utf-8" in first
    framed = [line for line in first if line.startswith(("retry:", "id:", "event:"))]
    assert ["retry: 1000", "id: 1", "event: snapshot"] == framed
    request(server, f"games/{id}/start", ticket=ticket)
    request(server, f"games/{id}/moves", {"word": "tea", "key": "k"}, ticket)
    again = read_lines(server, path, own, "Last-Event-ID: 1", until="event: verdict")
    events = [line for line in again if line.startswith(("id:", "event:"))]
    assert ["id: 2", "event: began", "id: 3", "event: verdict"] == events


def test_a_search_ends_when_its_client_leaves(server: Server) -> None:
    body = json.dumps({"grid": "/".join(["?" * 12] * 12), "count_only": True, "deadline": 2.0})
    head = "POST /api/v1/paths HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    before = seconds_at_rest(server)
    with socket.create_connection(("127.0.0.1", server.port)) as connection:
        connection.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n{body}".encode())
        time.sleep(0.4)
    assert seconds_at_rest(server) - before < 1


def seconds_at_rest(server: Server) -> float:
    """Wait until the server has nothing to do, and return the processor time it has used."""
    while True:
        before = server.seconds()
        time.sleep(0.3)
        if (after := server.seconds()) - before < 0.03:
            return after


def test_a_body_that_is_too_large_is_answered(server: Server) -> None:
    """The client is still sending when the answer comes."""
    head = "POST /api/v1/paths HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        connection.sendall(f"{head}Transfer-Encoding: chunked\r\n\r\n".encode())
        for _ in range(10):
            connection.sendall(b"10000\r\n" + b" " * 0x10000 + b"\r\n")
        connection.sendall(b"0\r\n\r\n")
        assert connection.recv(100).startswith(b"HTTP/1.1 413 ")


def test_a_server_with_open_streams_ends_soon(tmp_path: Path) -> None:
    with Server("--data", str(tmp_path)) as server:
        opened = request(server, "games", {"name": "Ann", "grid": "tea/ant/oat"})
        with socket.create_connection(("127.0.0.1", server.port)) as connection:
            path = f"/api/v1/games/{opened['game']['id']}/events"
            connection.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            connection.recv(1000)
            server.process.send_signal(signal.SIGTERM)
            begin = time.monotonic()
            server.process.wait(timeout=9)
            assert time.monotonic() - begin < 4  # uvicorn would wait five seconds for the stream


@pytest.mark.parametrize(("database", "kills"), [("sqlite", 2), ("postgresql", 1)])
def test_no_acknowledged_word_is_lost(database: str, kills: int) -> None:
    [counts] = kill_servers(kills, database)
    assert counts["acknowledged"] > 0


@needs_curl
def test_a_server_has_the_words_of_its_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install_pack(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("LEXIGRID_CACHE", str(tmp_path / "cache"))
    with Server("--data", str(tmp_path / "data"), "--language", "de") as german:
        for lexicon in ({}, {"lexicon": "default"}, {"lexicon": "de"}):
            found = request(german, "paths", {"grid": "haus/baum/wald/nest"} | lexicon)
            assert {"Haus", "Baum", "Wald", "Nest"} <= {each["word"] for each in found["words"]}
        english = request(german, "paths", {"grid": "tea/ant/oat", "lexicon": "english"})
        assert "oat" in {each["word"] for each in english["words"]}
        puzzle = request(german, "puzzles", {"words": ["Öl", "Käse"], "seed": 1})
        assert ("de", "de") == (puzzle["language"], puzzle["alphabet"])
        assert "nl" == request(german, "puzzles", {"words": ["kaas"], "alphabet": "nl"})["alphabet"]
        themed = request(german, "puzzles", {"theme": "vögel", "pool": 5})
        assert ("de", "Vögel") == (themed["language"], themed["title"])
        root = ["curl", "-s", f"http://127.0.0.1:{german.port}/api/v1/"]
        known = json.loads(subprocess.run(root, capture_output=True, check=True).stdout)["dice"]
        dice = {each["name"]: each for each in known}
        assert ["derived"] == [name for name, each in dice.items() if each["offered"]]
        rolled = request(german, "boards", {"dice": "derived", "seed": 1})
        assert dice["derived"]["size"] == [len(rolled["boards"][0]["rows"])] * 2
        game = {"grid": "haus/baum/wald/nest", "name": "Ann"}
        seat = request(german, "games", game)
        path = f"games/{seat['game']['id']}"
        request(german, f"{path}/start", {}, seat["ticket"])
        said = request(german, f"{path}/moves", {"word": "haus", "key": "1"}, seat["ticket"])
        assert "accepted" == said["reason"]
    missing = subprocess.run(
        [sys.executable, "-m", "lexigrid", "serve", "--language", "xx"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (2, True) == (missing.returncode, "xx" in missing.stderr)


def test_other_machines_need_public() -> None:
    command = [sys.executable, "-m", "lexigrid", "serve", "--host", "0.0.0.0"]
    run = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert (2, "") == (run.returncode, run.stdout)
    assert "add --public if you want that" in run.stderr


def test_the_package_imports_no_web_framework() -> None:
    code = "import lexigrid, sys; print([m for m in ('fastapi', 'pydantic') if m in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_boards_are_made_without_numpy() -> None:
    """It takes a tenth of a second and 10 MB, and would keep all requests waiting."""
    code = """
import sys
from starlette.testclient import TestClient
from lexigrid.web import Settings, create_app
client = TestClient(create_app(Settings()), base_url="http://localhost")
big = {"dice": "en-super-big-2012-6x6", "words": "100+"}
for body in ({"count": 10}, {"words": "100-120", "longest": "7+"}, big):
    print(client.post("/api/v1/boards", json=body).status_code)
print("numpy" in sys.modules)
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["200", "200", "200", "False"]


def test_a_missing_extra_is_named(tmp_path: Path) -> None:
    (tmp_path / "fastapi.py").write_text("raise ImportError(name='fastapi')\n")
    run = subprocess.run(
        [sys.executable, "-m", "lexigrid", "serve"],
        capture_output=True, text=True, timeout=60, env=os.environ | {"PYTHONPATH": str(tmp_path)},
    )  # fmt: skip
    assert 2 == run.returncode
    assert "lexigrid serve needs fastapi, which is not installed; pip install 'lexigrid[web]'" in (
        run.stderr
    )
