"""Clients that others generate from the OpenAPI document: they compile, and play a game."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from common import Facts
from server import Server

_PYTHON = """
import sys
from client import AuthenticatedClient, Client
from client.api.games import end, look, open_game, play, review, start
from client.models import Contest, GameBody, MoveBody, Review, Seat, Verdict

seat = open_game.sync(client=Client(sys.argv[1]), body=GameBody("Ann", grid="vewf/nodr/ihoi/saoe"))
assert isinstance(seat, Seat), seat
own = AuthenticatedClient(sys.argv[1], seat.ticket)
id = seat.game.id
assert isinstance(start.sync(id, client=own), Contest)
said = play.sync(id, client=own, body=MoveBody("show", "1"))
assert isinstance(said, Verdict), said
assert (said.reason, said.points) == ("accepted", 1), said
assert isinstance(end.sync(id, client=own), Contest)
found = review.sync(id, client=own)
assert isinstance(found, Review), found
assert found.seats[0].points == 1 and [0] in [word.seats for word in found.words]
"""
_TYPESCRIPT = """
import createClient from 'openapi-fetch';
import type { paths } from './api';

const api = createClient<paths>({ baseUrl: process.argv[2] });
const expect = (holds: boolean, what: unknown) => {
  if (!holds) throw new Error(JSON.stringify(what));
};

async function playGame(): Promise<void> {
  const body = { name: 'Ann', grid: 'vewf/nodr/ihoi/saoe' };
  const opened = await api.POST('/api/v1/games', { body });
  if (!opened.data) throw new Error(opened.error.detail);
  const { ticket, game } = opened.data;
  const own = { params: { path: { id: game.id } }, headers: { Authorization: `Bearer ${ticket}` } };
  await api.POST('/api/v1/games/{id}/start', own);
  const move = { ...own, body: { word: 'show', key: '1' } };
  const said = await api.POST('/api/v1/games/{id}/moves', move);
  expect(said.data?.reason === 'accepted' && said.data.points === 1, said);
  await api.POST('/api/v1/games/{id}/end', own);
  const found = await api.GET('/api/v1/games/{id}/review', own);
  expect(found.data?.seats[0].points === 1, found);
}

playGame().catch((error) => {
  console.error(error);
  process.exit(1);
});
"""
_MOST_MODELS = 40


def clients(python: str = sys.executable, modules: str = "node_modules") -> Iterator[Facts]:
    """Generate a Python and a TypeScript client, compile them, and play a game with each.

    `python` has openapi-python-client, the folder `modules` has openapi-typescript, openapi-fetch,
    typescript and @types/node.
    """
    tools = Path(modules).resolve()
    with tempfile.TemporaryDirectory() as name, Server("--data", name) as server:
        folder, site = Path(name), f"http://127.0.0.1:{server.port}"
        document = folder / "openapi.json"
        with urllib.request.urlopen(f"{site}/api/v1/openapi.json") as answer:
            document.write_bytes(answer.read())
        models = len(json.loads(document.read_text("utf-8"))["components"]["schemas"])
        few = [] if models < _MOST_MODELS else [f"{models} models"]
        (folder / "play.py").write_text(_PYTHON)
        (folder / "play.ts").write_text(_TYPESCRIPT)
        (folder / "node_modules").symlink_to(tools)
        made = [python, "-m", "openapi_python_client", "generate", "--path", "openapi.json"]
        made += ["--output-path", "client", "--meta", "none"]
        binaries = tools / ".bin"
        typed = [str(binaries / "openapi-typescript"), "--default-non-nullable=false"]
        strict = ["--strict", "--module", "nodenext", "--moduleResolution", "nodenext"]
        strict += ["--target", "es2022", "--skipLibCheck", "--types", "node", "play.ts"]
        steps = {
            "Python": (
                made,
                [python, "-m", "compileall", "-q", "client"],
                [python, "play.py", site],
            ),
            "TypeScript": (
                [*typed, "openapi.json", "-o", "api.ts"],
                [str(binaries / "tsc"), *strict],
                ["node", "play.js", site],
            ),
        }
        for language, commands in steps.items():
            begin, faults = time.monotonic(), [*few]
            for command in commands:
                done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
                if done.returncode:
                    faults.append(f"{command[:2]}: {(done.stderr or done.stdout)[-800:]}")
                    break
            took = round(time.monotonic() - begin, 1)
            yield {"client": language, "models": models, "took": took, "faults": faults}
