"""The pages: every file under `static`, from a table made when the server starts.

No path is built from a request. A changed file is read again. If this installation has the core for
browsers, the pages also get what they need to work without the server. It is made once, when a
browser first asks for it.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import re
from dataclasses import dataclass, field
from pathlib import Path

from fastapi import Response
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from ..lexicon import Lexicon
from ..site.build import build_site
from ..site.files import PAGES, list_static, read_static
from .problems import Problem

_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".wasm": "application/wasm",
    ".woff2": "font/woff2",
    ".txt": "text/plain; charset=utf-8",
}
_OTHER = "application/octet-stream"
#: Files are sent as gzip if that is less than this share of their size.
_WORTH_PACKING = 0.9
#: Names and prefixes of files that only a site with the core has.
_MADE = ("sw.js", "site.json", "avoided.json", "manifest.json", "icons/", "core-", "words-")


@dataclass(slots=True)
class _File:
    data: bytes
    kind: str
    tag: str
    packed: bytes
    """The data as gzip; empty if that is hardly smaller."""

    @classmethod
    def of(cls, name: str, data: bytes) -> _File:
        digest = hashlib.blake2b(data, digest_size=12).hexdigest()
        packed = gzip.compress(data, mtime=0)
        if len(packed) > _WORTH_PACKING * len(data):
            packed = b""
        return cls(data, _TYPES.get(Path(name).suffix, _OTHER), f'"{digest}"', packed)


@dataclass(slots=True)
class _Files:
    """The files of the pages, read on demand."""

    lexicon: Lexicon
    core: Path | None
    paths: dict[str, Path] = field(default_factory=list_static)
    read: dict[str, tuple[int, _File]] = field(default_factory=dict)
    """The files read so far, each with the time of its last change."""
    made: asyncio.Task[dict[str, _File]] | None = None

    async def find(self, name: str) -> _File | None:
        """Return the file for an address."""
        name = PAGES.get(name, name)
        if name.startswith(_MADE) and self.core is not None:
            return await self._find_made(name)
        if name not in self.paths:
            return self._read(PAGES["play"]) if name.startswith("play/") else None
        return self._read(name)

    def _read(self, name: str) -> _File:
        path = self.paths[name]
        changed = path.stat().st_mtime_ns
        before, file = self.read.get(name, (-1, None))
        if file is None or changed != before:
            file = _File.of(name, read_static(path, "server" if self.core is not None else ""))
            self.read[name] = changed, file
        return file

    async def _find_made(self, name: str) -> _File | None:
        if self.made is None or (self.made.done() and self.made.exception() is not None):
            self.made = asyncio.create_task(asyncio.to_thread(self._make))
        return (await asyncio.shield(self.made)).get(name)

    def _make(self) -> dict[str, _File]:
        assert self.core is not None
        files = build_site(self.lexicon, self.core, "server")
        return {
            name: _File.of(name, data) for name, data in files.items() if name.startswith(_MADE)
        }


def create_pages(lexicon: Lexicon, core: Path | None) -> ASGIApp:
    """Return the application that serves the pages and their files.

    With the core for browsers, the pages work with these words if the server does not answer.
    """
    files = _Files(lexicon, core)

    async def send_file(scope: Scope, receive: Receive, send: Send) -> None:
        address = scope["path"]
        file = await files.find(address[1:])
        if file is None:
            raise Problem(404, f"there is nothing at {address[:100]!r}")
        if scope["method"] != "GET":
            raise Problem(
                405, f"{address!r} does not allow {scope['method']}", {"Allow": "GET, HEAD"}
            )
        asked = Headers(scope=scope)
        headers = {"ETag": file.tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
        if asked.get("if-none-match") == file.tag:
            answer = Response(None, 304, headers)
        elif file.packed and re.search(
            r"\bgzip\b(?!;\s*q=0(\.0*)?\s*(,|$))", asked.get("accept-encoding", "")
        ):
            answer = Response(file.packed, 200, headers | {"Content-Encoding": "gzip"}, file.kind)
        else:
            answer = Response(file.data, 200, headers, file.kind)
        await answer(scope, receive, send)

    return send_file
