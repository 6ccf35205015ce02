"""Measure the server under load: hostile clients, long runs, and many contests at once.

`python tools/web_load.py hostile [SECONDS]`: four normal clients among six with heavy requests,
some of which disconnect early. `soak [REQUESTS]`: mixed requests, with the resident memory after
each tenth. `streams [COUNT]`: the memory of open streams. `contests [COUNT [SECONDS]]`: contests of
four people, each with a word per second and a stream. Each prints a line of JSON.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from functools import cache
from typing import Any

import lexigrid as lg
from web_machinery import Client, Server, measure_lag, open_contest, percentile

_PATHS, _LINES, _TRACE = "/api/v1/paths", "/api/v1/lines", "/api/v1/trace"
_GAMES = "/api/v1/games"
_RENDER = "/api/v1/puzzles/render"
_NO_LIMITS = tuple(
    option
    for name in ("games", "streams", "connections", "spectators")
    for option in ("--limit", f"{name}=100000")
)
Asked = tuple[str, dict[str, Any]]


def draw_boards(count: int) -> list[str]:
    """Roll boards of dice."""
    return [lg.roll("en-new-4x4", seed=seed).format(one_line=True) for seed in range(count)]


def normal_request(rng: random.Random, boards: list[str]) -> Asked:
    """Draw a request like those of the pages."""
    grid = rng.choice(boards)
    requests: list[Asked] = [
        (_PATHS, {"grid": grid}),
        (_PATHS, {"grid": grid, "count_only": True}),
        (_TRACE, {"grid": grid, "words": ["show", "tea"]}),
        (_LINES, {"grid": "tea/ant/oat", "words": ["oat", "tea", "dog"]}),
    ]
    return rng.choice(requests)


@cache
def _puzzle() -> dict[str, Any]:
    return lg.make_puzzle(theme="birds", pool=30, size=24, seed=1).to_dict()


def hostile_request(rng: random.Random) -> Asked:
    """Draw a request that uses all the time it gets."""
    wild = "/".join(["?" * 12] * 12)
    requests: list[Asked] = [
        (_PATHS, {"grid": wild, "count_only": True, "deadline": 1.0}),
        (_PATHS, {"grid": wild, "paths": "all", "sort": "score", "deadline": 1.0}),
        (_PATHS, {"grid": "/".join(["?e?s" * 12] * 48), "deadline": 2.0, "reuse": True}),
        (_TRACE, {"grid": wild, "words": ["abcdefghijklm"] * 20, "paths": "count"}),
        ("/api/v1/puzzles", {"words": [f"{'abcdefgh'[n % 8] * 9}{n}" for n in range(100)]}),
        ("/api/v1/boards", {"words": "9000+", "seed": rng.randrange(9)}),
        (f"{_RENDER}?format=pdf", _puzzle()),
        (f"{_RENDER}?format=png&dpi=300", _puzzle()),
    ]
    return rng.choice(requests)


async def measure_hostile(server: Server, seconds: float) -> dict[str, Any]:
    """Time normal requests while hostile clients search; some of them disconnect early."""
    boards = draw_boards(200)
    until = time.monotonic() + seconds
    times: list[float] = []
    hostile: list[float] = []
    late: list[float] = []
    statuses: Counter[int] = Counter()

    async def be_normal(seed: int) -> None:
        rng, client = random.Random(seed), Client(server.port)
        while time.monotonic() < until:
            answer = await client.post(*normal_request(rng, boards))
            statuses[answer.status] += 1
            times.append(answer.seconds)
            await asyncio.sleep(0.02)

    async def be_hostile(seed: int) -> None:
        rng, client = random.Random(seed), Client(server.port)
        while time.monotonic() < until:
            path, body = hostile_request(rng)
            if rng.random() < 0.3:
                try:
                    await asyncio.wait_for(client.post(path, body), rng.uniform(0.05, 0.3))
                except TimeoutError:
                    client.close()
                continue
            answer = await client.post(path, body)
            statuses[answer.status] += 1
            hostile.append(answer.seconds)
            if path in (_PATHS, _TRACE):
                late.append(answer.seconds - body.get("deadline", 1.0))

    await asyncio.gather(*map(be_normal, range(4)), *map(be_hostile, range(10, 16)))
    return {
        "normal requests": len(times),
        "p50 ms": round(percentile(times, 0.5) * 1000, 1),
        "p99 ms": round(percentile(times, 0.99) * 1000, 1),
        "slowest ms": round(max(times) * 1000),
        "hostile requests": len(hostile),
        "latest after a deadline ms": round(max(late) * 1000),
        "statuses": dict(sorted(statuses.items())),
    } | await measure_leaving(server)


async def measure_leaving(server: Server) -> dict[str, Any]:
    """Measure the processor time of a search after its client has disconnected."""
    used: list[float] = []
    for _ in range(10):
        client = Client(server.port)
        body = {"grid": "/".join(["?" * 12] * 12), "count_only": True, "deadline": 2.0}
        asked = asyncio.ensure_future(client.post(_PATHS, body))
        await asyncio.sleep(0.3)
        client.close()
        asked.cancel()
        before = server.seconds()
        await asyncio.sleep(0.6)
        used.append(server.seconds() - before)
    return {"after leaving, processor ms": round(max(used) * 1000)}


async def measure_soak(server: Server, requests: int) -> dict[str, Any]:
    """Note the memory of the server after each tenth of many mixed requests."""
    boards = draw_boards(1000)
    clients = [Client(server.port) for _ in range(8)]
    memory: list[float] = []
    statuses: Counter[int] = Counter()

    async def ask(client: Client, seed: int, count: int) -> None:
        rng = random.Random(seed)
        for _ in range(count):
            choice = rng.random()
            path, body = normal_request(rng, boards)
            if choice < 0.05:
                path, body = _PATHS, {"grid": "te/ant"}
            elif choice < 0.06:
                words = rng.sample(boards, 3)
                path, body = _LINES, {"grid": rng.choice(boards), "words": words}
            elif choice < 0.062:
                path, body = "/api/v1/puzzles", {"words": ["oat", "rye"], "size": [5, 5]}
            statuses[(await client.post(path, body)).status] += 1

    for part in range(10):
        seeds = range(part * 8, part * 8 + 8)
        count = requests // 80
        await asyncio.gather(
            *(ask(client, seed, count) for client, seed in zip(clients, seeds, strict=True))
        )
        memory.append(round(server.memory() / 1e6, 1))
    return {
        "requests": requests // 80 * 80,
        "memory MB": memory,
        "growth after the first tenth MB": round(memory[-1] - memory[0], 1),
        "statuses": dict(sorted(statuses.items())),
    }


class Reader:
    """A person's stream: the numbers and arrival times of events."""

    def __init__(self) -> None:
        self.arrived: dict[int, float] = {}
        self.repeated = 0

    async def run(self, port: int, id: str, ticket: str) -> None:
        """Read until the contest is over."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)
        writer.write(
            f"GET {_GAMES}/{id}/events?after=0 HTTP/1.1\r\nHost: localhost\r\n"
            f"Authorization: Bearer {ticket}\r\n\r\n".encode()
        )
        while line := await reader.readline():
            if line.startswith(b"id: "):
                number = int(line[4:])
                self.repeated += number in self.arrived
                self.arrived[number] = time.perf_counter()
            elif line.startswith(b"event: over"):
                break
        writer.close()


async def measure_streams(server: Server, count: int) -> dict[str, Any]:
    """Measure the memory of open streams."""
    client = Client(server.port)
    id, tickets = await open_contest(client, "tea/ant/oat", {"seconds": 600})
    before = server.memory()
    readers = [asyncio.ensure_future(Reader().run(server.port, id, tickets[0]))
               for _ in range(count)]  # fmt: skip
    await asyncio.sleep(2 + count / 200)
    used = (server.memory() - before) / count
    for reader in readers:
        reader.cancel()
    return {"streams": count, "kB per stream": round(used / 1000, 1)}


async def measure_contests(server: Server, count: int, seconds: int) -> dict[str, Any]:
    """Play contests of four at once; every event must arrive at every reader, once."""
    boards = draw_boards(count)
    client = Client(server.port)
    verdicts: list[float] = []
    sent: dict[tuple[str, int], float] = {}
    delays: list[float] = []
    lost = repeated = 0

    async def play(id: str, ticket: str, seat: int, words: list[str]) -> None:
        rng, own = random.Random(f"{id}{seat}"), Client(server.port)
        until = time.monotonic() + seconds - 2
        number = 0
        await asyncio.sleep(rng.random())
        while time.monotonic() < until:
            number += 1
            begin = time.perf_counter()
            body = {"word": rng.choice(words), "key": f"{seat}-{number}"}
            answer = await own.post(f"{_GAMES}/{id}/moves", body, ticket)
            if answer.status != 200:
                raise AssertionError(answer)
            verdicts.append(answer.seconds)
            sent[id, json.loads(answer.data)["number"]] = begin
            await asyncio.sleep(max(0.0, 1 - answer.seconds))
        own.close()

    games = [await open_contest(client, board, {"seconds": seconds}) for board in boards]
    readers = [[Reader() for _ in tickets] for _, tickets in games]
    listening = [
        asyncio.ensure_future(reader.run(server.port, id, ticket))
        for (id, tickets), group in zip(games, readers, strict=True)
        for reader, ticket in zip(group, tickets, strict=True)
    ]
    await asyncio.sleep(1)
    for id, tickets in games:
        await client.post(f"{_GAMES}/{id}/start", ticket=tickets[0])
    lags: list[float] = []
    lag = asyncio.ensure_future(measure_lag(lags))
    begin, before, waited = time.monotonic(), server.seconds(), server.waited()
    await asyncio.gather(
        *(
            play(id, ticket, seat, list(lg.find_paths(board, paths="none").words))
            for (id, tickets), board in zip(games, boards, strict=True)
            for seat, ticket in enumerate(tickets)
        )
    )
    used, waited = server.seconds() - before, server.waited() - waited
    share = 1 / (time.monotonic() - begin)
    lag.cancel()
    await asyncio.wait(listening, timeout=20)
    for (id, _), group in zip(games, readers, strict=True):
        client.close()  # the connection was idle for too long
        last = json.loads((await client.get(f"{_GAMES}/{id}")).data)["number"]
        for reader in group:
            lost += len(set(range(1, last + 1)) - set(reader.arrived))
            repeated += reader.repeated
            delays += [
                at - sent[id, number]
                for number, at in reader.arrived.items()
                if (id, number) in sent
            ]
    return {
        "contests": count,
        "seconds": seconds,
        "words": len(verdicts),
        "processor ms per word": round(used / len(verdicts) * 1000, 2),
        "server runs, waits for a core": [round(used * share, 2), round(waited * share, 2)],
        "lag of the clients p50, p99 ms": [
            round(percentile(lags, part) * 1000, 1) for part in (0.5, 0.99)
        ],
        "verdict p50 ms": round(percentile(verdicts, 0.5) * 1000, 1),
        "verdict p99 ms": round(percentile(verdicts, 0.99) * 1000, 1),
        "event p99 ms": round(percentile(delays, 0.99) * 1000, 1),
        "events": len(delays),
        "lost": lost,
        "twice": repeated,
    }


_Measure = Callable[..., Coroutine[Any, Any, dict[str, Any]]]
_MEASURES: dict[str, tuple[_Measure, tuple[int, ...]]] = {
    "hostile": (measure_hostile, (20,)),
    "soak": (measure_soak, (100_000,)),
    "streams": (measure_streams, (200,)),
    "contests": (measure_contests, (100, 60)),
}


def main(name: str, *numbers: str) -> None:
    """Run a measurement against a new server."""
    measure, usual = _MEASURES[name]
    chosen = (*map(int, numbers), *usual[len(numbers) :])
    with (
        tempfile.TemporaryDirectory() as folder,
        Server("serve", "--data", folder, *_NO_LIMITS) as server,
    ):
        counts = asyncio.run(measure(server, *chosen))
        print(json.dumps({"measure": name} | dict(counts)))


if __name__ == "__main__":
    main(*sys.argv[1:])
