"""Kill servers while people play; no acknowledged word may be lost.

Four people enter words in a contest as fast as they get answers, and send a word again until it is
acknowledged. At random moments the server process (with PostgreSQL, now and then the database) is
killed and started again. At the end every acknowledged word must be there once, with the
acknowledged verdict; the clock may have lost a second.
`python tools/web_kill.py [KILLS [sqlite|postgresql [SEED]]]` prints a line of JSON.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import lexigrid as lg
from web_machinery import Client, Server, open_contest

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "support"))

_LIMITS = ("--limit", "moves_per_second=1000", "--limit", "move_burst=1000")
_GRID = "perslatgsineters"


class Contest:
    """A contest, its people, and the acknowledged words."""

    def __init__(self, id: str, tickets: list[str], words: list[str]) -> None:
        self.id, self.tickets, self.words = id, tickets, words
        self.acknowledged: list[dict[str, Any]] = []
        self.is_stopped = False


async def start_contest(client: Client) -> Contest:
    """Open and start a contest that lasts a day."""
    id, tickets = await open_contest(client, _GRID, {"seconds": 86_400, "cancel": False})
    await client.post(f"/api/v1/games/{id}/start", ticket=tickets[0])
    return Contest(id, tickets, list(lg.find_paths(_GRID, paths="none").words))


async def play(port: int, contest: Contest, seat: int, rng: random.Random) -> None:
    """Enter words until the contest is stopped; send each again until it is acknowledged."""
    client = Client(port)
    number = 0
    while not contest.is_stopped:
        number += 1
        body = {"word": rng.choice(contest.words), "key": f"{seat}-{number}"}
        while not contest.is_stopped:
            try:
                path = f"/api/v1/games/{contest.id}/moves"
                answer = await client.post(path, body, contest.tickets[seat])
            except (OSError, asyncio.IncompleteReadError):
                client.close()
                await asyncio.sleep(0.02)
                continue
            if answer.status == 200:
                contest.acknowledged.append(json.loads(answer.data) | {"seat": seat})
                break
            if answer.status != 503:
                raise AssertionError(answer)
            await asyncio.sleep(0.02)
        await asyncio.sleep(rng.uniform(0, 0.01))
    client.close()


async def check(port: int, contest: Contest) -> int:
    """Compare the acknowledged words with those of the server; return the number of entries."""
    client = Client(port)
    events = 0
    for seat, ticket in enumerate(contest.tickets):
        path = f"/api/v1/games/{contest.id}"
        state = json.loads((await client.get(path, ticket)).data)
        events = state["number"]
        kept = {word["word"]: word for word in state["words"]}
        assert len(kept) == len(state["words"]), "a word counts twice"
        for each in contest.acknowledged:
            if each["seat"] != seat:
                continue
            if each["reason"] == "accepted":
                assert kept[each["word"]]["at"] == each["at"], "a word was lost or changed"
            body = {"word": each["word"], "key": each["key"]}
            again = await client.post(f"{path}/moves", body, ticket)
            known = {key: value for key, value in each.items() if key != "seat"}
            assert json.loads(again.data) == known, "the verdict differs from the acknowledged one"
    numbers = [each["number"] for each in contest.acknowledged]
    assert len(numbers) == len(set(numbers)), "two words have one number"
    client.close()
    return events


async def run(server: Server, kills: int, rng: random.Random, hurt: Callable[[], bool]) -> Any:
    """Play and kill; return the counts."""
    client = Client(server.port)
    contest = await start_contest(client)
    client.close()
    people = [
        asyncio.ensure_future(play(server.port, contest, seat, random.Random(seat)))
        for seat in range(len(contest.tickets))
    ]
    back: list[float] = []
    for _ in range(kills):
        await asyncio.sleep(rng.uniform(0.05, 0.6))
        if not hurt():
            server.kill()
            begin = time.monotonic()
            await asyncio.to_thread(server.start)
            back.append(time.monotonic() - begin)
        count = len(contest.acknowledged)
        until = time.monotonic() + 60
        while len(contest.acknowledged) == count and time.monotonic() < until:
            await asyncio.sleep(0.01)
        assert len(contest.acknowledged) > count, "nobody got an answer again"
    contest.is_stopped = True
    await asyncio.gather(*people)
    server.kill()
    server.start()
    entries = await check(server.port, contest)
    return {
        "kills": kills,
        "acknowledged": len(contest.acknowledged),
        "entries": entries,
        "lost": 0,
        "slowest start": round(max(back, default=0), 2),
    }


def main(kills: int = 10, database: str = "sqlite", seed: int = 1) -> dict[str, Any]:
    """Kill a server several times while people play; return the counts."""
    rng = random.Random(seed)
    with contextlib.ExitStack() as held:
        if database == "sqlite":
            folder = held.enter_context(tempfile.TemporaryDirectory())
            options, hurt = ["--data", folder], lambda: False
        else:
            from web_games import postgresql

            found = held.enter_context(postgresql())
            options = ["--database", found.url]

            def hurt() -> bool:
                """Kill the database instead of the server every fourth time."""
                if rng.randrange(4):
                    return False
                found.kill()
                found.start()
                return True

        server = held.enter_context(Server("serve", *options, *_LIMITS))
        counts = asyncio.run(run(server, kills, rng, hurt))
    return {"database": database} | dict(counts)


if __name__ == "__main__":
    given = sys.argv[1:]
    print(
        json.dumps(
            main(
                int(given[0]) if given else 10,
                given[1] if len(given) > 1 else "sqlite",
                int(given[2]) if len(given) > 2 else 1,
            )
        )
    )
