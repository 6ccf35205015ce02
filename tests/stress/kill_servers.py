"""Kill servers while people play."""

from __future__ import annotations

import asyncio
import contextlib
import random
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import lexigrid as lg
from common import Facts
from server import Client, Server, open_contest

_LIMITS = ("--limit", "moves_per_second=1000", "--limit", "move_burst=1000")
_GRID = "perslatgsineters"


@dataclass
class Contest:
    """A contest, its people, and the acknowledged words."""

    path: str
    tickets: list[str]
    words: tuple[str, ...]
    acknowledged: list[dict[str, Any]] = field(default_factory=list)
    is_stopped: bool = False


async def start_contest(port: int) -> Contest:
    """Open and start a contest that lasts a day."""
    client = Client(port)
    path, tickets = await open_contest(client, _GRID, seconds=86_400, cancel=False)
    await client.post(f"{path}/start", ticket=tickets[0])
    client.close()
    return Contest(path, tickets, tuple(lg.find_paths(_GRID, paths="none").words))


async def play(port: int, contest: Contest, seat: int) -> None:
    """Enter words until the contest is stopped; send each again until it is acknowledged."""
    client, rng = Client(port), random.Random(seat)
    number = 0
    while not contest.is_stopped:
        number += 1
        body = {"word": rng.choice(contest.words), "key": f"{seat}-{number}"}
        while not contest.is_stopped:
            try:
                answer = await client.post(f"{contest.path}/moves", body, contest.tickets[seat])
            except (OSError, asyncio.IncompleteReadError):
                client.close()
                await asyncio.sleep(0.02)
                continue
            if answer.status == 200:
                contest.acknowledged.append(answer.json() | {"seat": seat})
                break
            assert answer.status == 503, answer
            await asyncio.sleep(0.02)
        await asyncio.sleep(rng.uniform(0, 0.01))
    client.close()


async def check(port: int, contest: Contest) -> int:
    """Compare the acknowledged words with those of the server; return the number of entries."""
    client = Client(port)
    entries = 0
    for seat, ticket in enumerate(contest.tickets):
        state = (await client.get(contest.path, ticket)).json()
        entries = state["number"]
        kept = {word["word"]: word for word in state["words"]}
        assert len(kept) == len(state["words"]), "a word counts twice"
        for each in contest.acknowledged:
            if each["seat"] != seat:
                continue
            if each["reason"] == "accepted":
                assert kept[each["word"]]["at"] == each["at"], "a word was lost or changed"
            body = {"word": each["word"], "key": each["key"]}
            again = (await client.post(f"{contest.path}/moves", body, ticket)).json()
            assert again | {"seat": seat} == each, "the verdict differs from the acknowledged one"
    numbers = {each["number"] for each in contest.acknowledged}
    assert len(numbers) == len(contest.acknowledged), "two words have one number"
    client.close()
    return entries


async def run(server: Server, kills: int, rng: random.Random, hurt: Callable[[], bool]) -> Facts:
    """Play and kill; return the counts."""
    contest = await start_contest(server.port)
    people = [
        asyncio.ensure_future(play(server.port, contest, seat))
        for seat in range(len(contest.tickets))
    ]
    slowest = 0.0
    for _ in range(kills):
        await asyncio.sleep(rng.uniform(0.05, 0.6))
        if not hurt():
            server.kill()
            begin = time.monotonic()
            await asyncio.to_thread(server.start)
            slowest = max(slowest, time.monotonic() - begin)
        count, until = len(contest.acknowledged), time.monotonic() + 60
        while len(contest.acknowledged) == count:
            assert time.monotonic() < until, "nobody got an answer again"
            await asyncio.sleep(0.01)
    contest.is_stopped = True
    await asyncio.gather(*people)
    server.kill()
    server.start()
    entries = await check(server.port, contest)
    counts = {"kills": kills, "acknowledged": len(contest.acknowledged), "entries": entries}
    return counts | {"lost": 0, "slowest start": round(slowest, 2)}


def kill_servers(kills: int = 10, database: str = "sqlite", seed: int = 1) -> Iterator[Facts]:
    """Kill servers while people play; no acknowledged word may be lost.

    Four people enter words in a contest as fast as they get answers, and send a word again until it
    is acknowledged. At random moments the server (with --database postgresql, every fourth time the
    database) is killed and started again. At the end every acknowledged word must be there once,
    with the acknowledged verdict; the clock may have lost a second.
    """
    rng = random.Random(seed)
    with contextlib.ExitStack() as held:
        if database == "sqlite":
            options = ("--data", held.enter_context(tempfile.TemporaryDirectory()))
        else:
            from web_games import postgresql

            found = held.enter_context(postgresql())
            options = ("--database", found.url)

        def hurt() -> bool:
            """Kill the database instead of the server every fourth time."""
            if database == "sqlite" or rng.randrange(4):
                return False
            found.kill()
            found.start()
            return True

        server = held.enter_context(Server(*options, *_LIMITS))
        yield {"database": database} | asyncio.run(run(server, kills, rng, hurt))
