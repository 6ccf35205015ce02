"""Load a server: hostile clients, long runs, open streams, and many contests at once."""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from functools import cache
from typing import Any

import lexigrid as lg
from common import Facts, summarize
from server import Client, Server, open_contest

_PATHS, _LINES, _TRACE = "/api/v1/paths", "/api/v1/lines", "/api/v1/trace"
_RENDER = "/api/v1/puzzles/render"
_NO_LIMITS = [
    option
    for name in ("games", "streams", "connections", "client_connections", "spectators")
    for option in ("--limit", f"{name}=100000")
]
_WILD = "/".join(["?" * 12] * 12)
Asked = tuple[str, dict[str, Any]]


def load(story: Callable[[Server], Awaitable[Facts]]) -> Iterator[Facts]:
    """Run a new server and a measurement of it."""
    with tempfile.TemporaryDirectory() as folder, Server("--data", folder, *_NO_LIMITS) as server:

        async def run() -> Facts:
            return await story(server)

        yield asyncio.run(run())


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
    requests: list[Asked] = [
        (_PATHS, {"grid": _WILD, "count_only": True, "deadline": 1.0}),
        (_PATHS, {"grid": _WILD, "paths": "all", "sort": "score", "deadline": 1.0}),
        (_PATHS, {"grid": "/".join(["?e?s" * 12] * 48), "deadline": 2.0, "reuse": True}),
        (_TRACE, {"grid": _WILD, "words": ["abcdefghijklm"] * 20, "paths": "count"}),
        ("/api/v1/puzzles", {"words": [f"{'abcdefgh'[n % 8] * 9}{n}" for n in range(100)]}),
        ("/api/v1/boards", {"words": "9000+", "seed": rng.randrange(9)}),
        (f"{_RENDER}?format=pdf", _puzzle()),
        (f"{_RENDER}?format=png&dpi=300", _puzzle()),
    ]
    return rng.choice(requests)


def hostile(seconds: int = 20) -> Iterator[Facts]:
    """Time the requests of four normal clients among six with heavy ones, some of which leave."""
    times: list[float] = []
    late: list[float] = []
    statuses: Counter[int] = Counter()

    async def story(server: Server) -> Facts:
        _puzzle()  # clients would wait for each other while it is made
        await Client(server.port).post(_PATHS, {"grid": "tea/ant"})  # it listens before it is ready
        boards, until = draw_boards(200), time.monotonic() + seconds

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
                leaves = rng.random() < 0.3
                try:
                    patience = rng.uniform(0.05, 0.3) if leaves else None
                    answer = await asyncio.wait_for(client.post(path, body), patience)
                except TimeoutError:
                    client.close()
                    continue
                statuses[answer.status] += 1
                if path in (_PATHS, _TRACE):
                    late.append(answer.seconds - body.get("deadline", 1.0))

        await asyncio.gather(*map(be_normal, range(4)), *map(be_hostile, range(10, 16)))
        facts = {"normal requests": len(times)} | summarize(times)
        facts["latest after a deadline ms"] = round(max(late) * 1000)
        faults = [server.log()[-4000:]] if statuses[500] else []
        return facts | {"statuses": dict(sorted(statuses.items())), "faults": faults}

    return load(story)


def soak(requests: int = 100_000) -> Iterator[Facts]:
    """Send many mixed requests, and note the resident memory after each tenth."""
    boards, memory, statuses = draw_boards(1000), list[float](), Counter[int]()

    async def story(server: Server) -> Facts:
        clients = [Client(server.port) for _ in range(8)]

        async def ask(client: Client, seed: int) -> None:
            rng = random.Random(seed)
            for _ in range(requests // 80):
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
            await asyncio.gather(*(ask(client, 8 * part + n) for n, client in enumerate(clients)))
            memory.append(round(server.memory() / 1e6, 1))
        growth = round(memory[-1] - memory[0], 1)
        facts = {"memory MB": memory, "growth after the first tenth MB": growth}
        return facts | {"statuses": dict(sorted(statuses.items()))}

    return load(story)


class Reader:
    """A person's stream, which is read until the contest is over: the arrival times of events."""

    def __init__(self, port: int, path: str, ticket: str) -> None:
        self.arrived: dict[int, float] = {}
        self.repeated = 0
        self.task = asyncio.ensure_future(self._read(port, path, ticket))

    async def _read(self, port: int, path: str, ticket: str) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)
        writer.write(
            f"GET {path}/events?after=0 HTTP/1.1\r\nHost: localhost\r\n"
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


def streams(count: int = 200) -> Iterator[Facts]:
    """Measure the memory of open streams; a new server loads more for some seconds."""

    async def story(server: Server) -> Facts:
        path, tickets = await open_contest(Client(server.port), "tea/ant/oat", seconds=600)
        await asyncio.sleep(6)
        before = server.memory()
        readers = [Reader(server.port, path, tickets[0]) for _ in range(count)]
        await asyncio.sleep(2 + count / 200)
        used = (server.memory() - before) / count
        for reader in readers:
            assert not reader.task.done()
            reader.task.cancel()
        return {"streams": count, "kB per stream": round(used / 1000, 1)}

    return load(story)


def contests(count: int = 100, seconds: int = 60) -> Iterator[Facts]:
    """Play contests of four at once; every event must arrive at every reader, once.

    Each person has a word per second and a stream.
    """
    verdicts: list[float] = []
    sent: dict[tuple[str, int], float] = {}

    async def play(port: int, path: str, ticket: str, words: Sequence[str]) -> None:
        rng, client = random.Random(ticket), Client(port)
        until = time.monotonic() + seconds - 2
        await asyncio.sleep(rng.random())
        while time.monotonic() < until:
            begin = time.perf_counter()
            body = {"word": rng.choice(words), "key": str(begin)}
            answer = await client.post(f"{path}/moves", body, ticket)
            assert answer.status == 200, answer
            verdicts.append(answer.seconds)
            sent[path, answer.json()["number"]] = begin
            await asyncio.sleep(max(0.0, 1 - answer.seconds))
        client.close()

    async def story(server: Server) -> Facts:
        client, boards = Client(server.port), draw_boards(count)
        games = [await open_contest(client, board, seconds=seconds) for board in boards]
        seats = [(path, ticket) for path, tickets in games for ticket in tickets]
        readers = [Reader(server.port, *seat) for seat in seats]
        await asyncio.sleep(1)
        for path, tickets in games:
            await client.post(f"{path}/start", ticket=tickets[0])
        words = [lg.find_paths(board, paths="none").words for board in boards for _ in "abcd"]
        begin, used, waited = time.monotonic(), server.seconds(), server.waited()
        playing = zip(seats, words, strict=True)
        await asyncio.gather(*(play(server.port, *seat, own) for seat, own in playing))
        spent = time.monotonic() - begin
        used, waited = server.seconds() - used, server.waited() - waited
        await asyncio.wait([reader.task for reader in readers], timeout=20)
        delays, lost, twice = list[float](), 0, 0
        for (path, _), reader in zip(seats, readers, strict=True):
            client.close()  # the connection was idle for too long
            last = (await client.get(path)).json()["number"]
            lost += len(set(range(1, last + 1)) - set(reader.arrived))
            twice += reader.repeated
            own = [(at, sent.get((path, number))) for number, at in reader.arrived.items()]
            delays += [at - begin for at, begin in own if begin is not None]
        return {
            "contests": count,
            "words": len(verdicts),
            "processor ms per word": round(used / len(verdicts) * 1000, 2),
            "server runs, waits for a core": [round(used / spent, 2), round(waited / spent, 2)],
            "verdicts": summarize(verdicts),
            "events": {"count": len(delays)} | summarize(delays),
            "faults": [f"{lost} events lost, {twice} twice"] if lost or twice else [],
        }

    return load(story)
