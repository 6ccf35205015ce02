"""Helpers for game tests: databases, and a server with its clients in one event loop."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from lexigrid.web import Limits, Settings
from lexigrid.web.app import create_app

DATABASES = ("sqlite", "postgresql")
_VERSIONS = Path("/usr/lib/postgresql")


def find_postgresql() -> Path | None:
    """Return the folder of the PostgreSQL programs, if they are installed."""
    found = sorted(_VERSIONS.glob("*/bin/initdb"))
    return found[-1].parent if found else None


class Postgresql:
    """A PostgreSQL server in a folder, reached through a socket there."""

    def __init__(self, folder: Path) -> None:
        programs = find_postgresql()
        if programs is None:
            pytest.skip("PostgreSQL is not installed (Debian: postgresql)")
        pytest.importorskip("psycopg")
        self._programs, self.folder = programs, folder
        # It refuses to run as root.
        self._prefix = []
        if os.geteuid() == 0:
            if shutil.which("runuser") is None:
                pytest.skip("PostgreSQL does not run as root, and there is no runuser")
            self._prefix = ["runuser", "-u", "postgres", "--"]
            shutil.chown(folder, "postgres")
        place = str(folder / "db")
        self._run("initdb", "-N", "-D", place, "-A", "trust", "-U", "lexigrid", "-E", "UTF8")
        self.start()
        self.url = f"postgresql://lexigrid@/postgres?host={folder}"

    def start(self) -> None:
        """Start the server and wait for it."""
        options = f"-k {self.folder} -h '' -c shared_buffers=16MB"
        log = str(self.folder / "log")
        self._run("pg_ctl", "-D", str(self.folder / "db"), "-l", log, "-o", options, "-w", "start")

    def kill(self) -> None:
        """End the server at once, like a power cut."""
        self._run("pg_ctl", "-D", str(self.folder / "db"), "-m", "immediate", "stop")

    def _run(self, program: str, *arguments: str) -> None:
        command = [*self._prefix, str(self._programs / program), *arguments]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=self.folder)


@contextlib.contextmanager
def postgresql() -> Iterator[Postgresql]:
    """Run PostgreSQL during the tests; its socket needs a short path."""
    with tempfile.TemporaryDirectory(prefix="lg", ignore_cleanup_errors=True) as name:
        server = Postgresql(Path(name))
        try:
            yield server
        finally:
            with contextlib.suppress(subprocess.CalledProcessError):
                server.kill()


class Client:
    """Sends requests to an application without a socket."""

    def __init__(self, app: Any) -> None:
        self._http = httpx.AsyncClient(
            transport=httpx.ASGITransport(app, raise_app_exceptions=False),
            base_url="http://localhost/api/v1/",
            timeout=10,
        )

    async def post(self, path: str, body: Any = None, ticket: str = "") -> Any:
        """Return the answer to a POST."""
        headers = {"Authorization": f"Bearer {ticket}"} if ticket else {}
        return await self._http.post(f"games{path}", json=body, headers=headers)

    async def get(self, path: str, ticket: str = "", **more: Any) -> Any:
        """Return the answer to a GET."""
        headers = {"Authorization": f"Bearer {ticket}"} if ticket else {}
        return await self._http.get(
            f"games{path}", headers=headers | more.pop("headers", {}), **more
        )

    async def head(self, path: str, **more: Any) -> Any:
        """Return the answer to a HEAD."""
        return await self._http.head(f"games{path}", **more)


def ask(app: Any, method: str, path: str, **more: Any) -> Any:
    """Return the answer of an application to one request."""

    async def send() -> httpx.Response:
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return await client.request(method, path, **more)

    return asyncio.run(send())


@contextlib.asynccontextmanager
async def serving(database: str, **limits: Any) -> AsyncIterator[Client]:
    """Run an application including its startup and shutdown."""
    app = create_app(Settings(database=database, limits=Limits(puzzle_deadline=60, **limits)))
    begun, ended = asyncio.Event(), asyncio.Event()
    sent: list[str] = []

    async def receive() -> dict[str, Any]:
        if not sent:
            sent.append("startup")
            return {"type": "lifespan.startup"}
        await ended.wait()
        return {"type": "lifespan.shutdown"}

    async def send(message: Any) -> None:
        begun.set()

    scope = {"type": "lifespan", "asgi": {"version": "3.0"}, "state": {}}
    task = asyncio.ensure_future(app(scope, receive, send))
    await begun.wait()
    try:
        yield Client(app)
    finally:
        ended.set()
        await task


def run(database: str, story: Callable[[Client], Awaitable[None]], **limits: Any) -> None:
    """Run a scenario with a new application."""

    async def main() -> None:
        async with serving(database, **limits) as client:
            await story(client)

    asyncio.run(main())
