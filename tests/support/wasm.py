"""Compare the answers of the WebAssembly core, in Node, with those of the HTTP API."""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

import lexigrid as lg
from checkout import ROOT, TESTS
from lexigrid.lexicon.packed_words import pack_words
from lexigrid.web import Limits, Settings, create_app

CORE = ROOT / "build" / "wasm" / "core.wasm"
NODE = shutil.which("node") or ""
#: Why the core cannot run here; "" if it can.
WHY_NOT = (
    ""
    if NODE and CORE.exists()
    else "the core for browsers is not built: make wasm (apt-get install emscripten)"
    if NODE
    else "node is missing: apt-get install nodejs"
)
NEEDS_SERVER = "/problems/needs-server"
Question = tuple[str, Any]


class Local:
    """The core in Node with the words of a lexicon."""

    def __init__(
        self, folder: Path, words: lg.Lexicon, names: Sequence[str] = ("default", "english")
    ) -> None:
        self._folder = folder
        self._words = pack_words(words, names)

    def ask(self, questions: Iterable[Question]) -> list[dict[str, Any]]:
        """Return the core's answer: {"answer": ...} or {"problem": ...}."""
        run = self._run(self._words, list(questions))
        assert run.returncode == 0, run.stderr.decode()
        found: list[dict[str, Any]] = json.loads(run.stdout, parse_int=float)
        return found

    def fail_to_load(self, place: int) -> str:
        """Return the error for words with a changed byte."""
        damaged = bytearray(self._words)
        damaged[place] ^= 0x55
        run = self._run(bytes(damaged), [])
        assert run.returncode != 0
        return run.stderr.decode()

    def post_to_worker(self) -> list[dict[str, Any]]:
        """Return the worker's answers to a few questions."""
        path = self._folder / "words"
        path.write_bytes(self._words)
        script = TESTS / "web" / "wasm_worker.mjs"
        run = subprocess.run([NODE, script, CORE, path], capture_output=True, timeout=100)
        assert run.returncode == 0, run.stderr.decode()
        found: list[dict[str, Any]] = json.loads(run.stdout)
        return found

    def _run(self, words: bytes, questions: list[Question]) -> subprocess.CompletedProcess[bytes]:
        paths = [self._folder / name for name in ("words", "questions.json")]
        paths[0].write_bytes(words)
        paths[1].write_text(json.dumps(questions), "ascii")
        script = TESTS / "web" / "wasm_answers.mjs"
        return subprocess.run([NODE, script, CORE, *paths], capture_output=True, timeout=500)


class Served:
    """The HTTP API, with enough time for a busy machine."""

    def __init__(self, lexicons: Mapping[str, lg.Lexicon] | None = None) -> None:
        names = ("deadline", "most_deadline", "instant_seconds", "quick_seconds")
        limits = Limits().changed(f"{name}=30" for name in names)
        self._app = create_app(Settings(limits, lexicons or {}))

    def ask(self, questions: Iterable[Question]) -> list[dict[str, Any]]:
        """Return the answers and problems of the API."""

        async def send() -> list[dict[str, Any]]:
            transport = httpx.ASGITransport(self._app, raise_app_exceptions=False)
            async with httpx.AsyncClient(
                transport=transport, base_url="http://localhost"
            ) as client:
                answers = []
                for kind, body in questions:
                    data = json.dumps(body)
                    answer = await client.post(
                        f"/api/v1/{kind}",
                        content=data,
                        headers={"Content-Type": "application/json"},
                    )
                    assert answer.status_code != 500, (kind, body)
                    key = "answer" if answer.status_code == 200 else "problem"
                    answers.append({key: json.loads(answer.content, parse_int=float)})
                return answers

        return asyncio.run(send())


@dataclass
class Comparison:
    """The numbers of answers, problems, and questions that need a server."""

    answers: int = 0
    problems: int = 0
    refusals: int = 0


def compare(
    local: Local, served: Served, questions: Iterable[Question], *, is_exact: bool = True
) -> Comparison:
    """Assert that local answers and problems equal those of the server.

    Unless `is_exact`, the texts of problems may differ.
    """
    result = Comparison()
    asked = list(questions)
    for question, here, there in zip(asked, local.ask(asked), served.ask(asked), strict=True):
        if here.get("problem", {}).get("type") == NEEDS_SERVER:
            result.refusals += 1
        elif "answer" in here:
            assert here == there, question
            result.answers += 1
        else:
            result.problems += 1
            assert "problem" in there, (question, here)
            # The core describes types of several forms more briefly.
            if is_exact and "errors" not in here["problem"]:
                assert here == there, question
    return result
