"""Measure processor time per request, relative to a POST to plain FastAPI in the same run.

`python tools/web_cost.py [REQUESTS]` prints a line with a ratio for each kind of request.
"""

from __future__ import annotations

import asyncio
import statistics
import sys

import lexigrid as lg
from web_machinery import Client, Server

_ROUNDS = 5
_CONNECTIONS = 8
_GRID = lg.roll("en-new-4x4", seed=7).format(one_line=True)
#: Name, whether the server is ours, path and body.
CASES = [
    ("hello of plain FastAPI", False, "/hello", {"name": "you"}),
    ("describe", True, "/api/v1/", None),
    ("count", True, "/api/v1/paths", {"grid": _GRID, "count_only": True}),
    ("words", True, "/api/v1/paths", {"grid": _GRID, "paths": "none"}),
    ("full answer", True, "/api/v1/paths", {"grid": _GRID}),
    ("lines", True, "/api/v1/lines", {"grid": "tea/ant/oat", "words": ["oat", "tea", "dog"]}),
    ("trace", True, "/api/v1/trace", {"grid": _GRID, "words": ["show"]}),
]


async def drive(server: Server, path: str, body: object, requests: int) -> float:
    """Send requests over a few connections; return the processor seconds per request."""
    clients = [Client(server.port) for _ in range(_CONNECTIONS)]

    async def ask(client: Client) -> None:
        for _ in range(requests // _CONNECTIONS):
            answer = await (client.get(path) if body is None else client.post(path, body))
            assert answer.status == 200, answer

    before = server.seconds()
    await asyncio.gather(*map(ask, clients))
    used = server.seconds() - before
    for client in clients:
        client.close()
    return used / (requests // _CONNECTIONS * _CONNECTIONS)


def main() -> None:
    """Measure all cases in turn, several rounds."""
    requests = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    times: dict[str, list[float]] = {name: [] for name, *_ in CASES}
    with Server(module="web_hello") as plain, Server("serve") as ours:
        for _ in range(_ROUNDS):
            for name, is_ours, path, body in CASES:
                server = ours if is_ours else plain
                times[name].append(asyncio.run(drive(server, path, body, requests)))
    base = times[CASES[0][0]]
    for name, found in times.items():
        ratio = statistics.median(mine / other for mine, other in zip(found, base, strict=True))
        print(f"{name:24} {statistics.median(found) * 1e6:6.0f} us  {ratio:5.2f}")


if __name__ == "__main__":
    main()
