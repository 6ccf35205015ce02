"""Shared games on a full disk or when the clock changes: nothing acknowledged is lost."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from web_games import Client, run

BOARD = {"grid": "tea/ant/oat", "name": "Ann", "rules": {"seconds": 600}}
WORDS = ("tea", "oat", "ant", "eat", "tan", "no such word")
YEAR = 365 * 24 * 3600.0
Switch = Callable[[bool], None]


@pytest.fixture(params=["pages", "file system"])
def disk(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[Path, Switch]]:
    """Return a folder, and a function that fills its disk or frees space again."""
    if request.param == "pages":
        from lexigrid.web import app, store

        opened: list[Any] = []

        class Backend(store.SqliteBackend):
            def __init__(self, path: Path, *, is_reader: bool = False) -> None:
                super().__init__(path, is_reader=is_reader)
                opened.append(self._connection)

        def fill(is_full: bool) -> None:
            pages = opened[-1].execute("PRAGMA page_count").fetchone()[0]
            opened[-1].execute(f"PRAGMA max_page_count = {pages if is_full else 1 << 20}")

        monkeypatch.setattr(app, "SqliteBackend", Backend)
        yield tmp_path, fill
        return
    mount = shutil.which("mount")
    command = [str(mount), "-t", "tmpfs", "-o", "size=200k", "tmpfs", str(tmp_path)]
    if mount is None or os.geteuid() or subprocess.run(command, check=False).returncode:
        pytest.skip("a small file system can only be mounted as root")

    def resize(is_full: bool) -> None:
        size = "200k" if is_full else "20m"
        remount = [mount, "-o", f"remount,size={size}", str(tmp_path)]
        subprocess.run(remount, check=True)

    yield tmp_path, resize
    subprocess.run(["umount", "--lazy", str(tmp_path)], check=True)


async def open_game(client: Client) -> tuple[str, str]:
    """Start a game for one; return its path and the ticket."""
    seat = (await client.post("", BOARD)).json()
    path, ticket = f"/{seat['game']['id']}", seat["ticket"]
    await client.post(f"{path}/start", ticket=ticket)
    return path, ticket


async def say(client: Client, path: str, ticket: str, number: int) -> Any:
    body = {"word": WORDS[number % len(WORDS)], "key": str(number)}
    return await client.post(f"{path}/moves", body, ticket)


def test_a_full_disk_loses_nothing_that_was_acknowledged(disk: tuple[Path, Switch]) -> None:
    folder, fill = disk
    kept: list[Any] = []
    acknowledged: dict[int, Any] = {}

    async def first(client: Client) -> None:
        path, ticket = await open_game(client)
        kept.extend((path, ticket))
        fill(True)
        for number in range(2000):
            answer = await say(client, path, ticket, number)
            if answer.status_code != 200:
                break
            acknowledged[number] = answer.json()
        problem = answer.json()
        assert (503, "1") == (answer.status_code, answer.headers["retry-after"])
        assert "the game cannot be saved now: the disk of the server is full" in problem["detail"]
        before = (await client.get(path, ticket)).json()
        assert len(acknowledged) + 2 == before["number"]
        assert 503 == (await client.post("", BOARD)).status_code
        fill(False)
        answer = await say(client, path, ticket, number)
        assert 200 == answer.status_code
        acknowledged[number] = answer.json()

    async def second(client: Client) -> None:
        path, ticket = kept
        state = (await client.get(path, ticket)).json()
        assert len(acknowledged) + 2 == state["number"]
        for number, verdict in acknowledged.items():
            assert verdict == (await say(client, path, ticket, number)).json()

    run(str(folder), first, moves_per_second=10_000, move_burst=10_000)
    run(str(folder), second, moves_per_second=10_000, move_burst=10_000)
    assert len(acknowledged) > 5


@pytest.mark.parametrize("jump", [10 * YEAR, -10 * YEAR], ids=["forward", "back"])
def test_a_clock_that_is_set_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jump: float
) -> None:
    from lexigrid.web import rooms

    kept: list[Any] = []
    true_time, jumped = time.time, [0.0]
    monkeypatch.setattr(time, "time", lambda: true_time() + jumped[0])

    async def first(client: Client) -> None:
        monkeypatch.setattr(rooms, "_REMOVAL_BEATS", 1)
        path, ticket = await open_game(client)
        open_path = f"/{(await client.post('', BOARD)).json()['game']['id']}"
        first_word = (await say(client, path, ticket, 0)).json()
        before = (await client.get(path, ticket)).json()["left"]
        jumped[0] = jump
        await asyncio.sleep(1.3)  # meanwhile, old games are removed
        second_word = (await say(client, path, ticket, 1)).json()
        state = (await client.get(path, ticket)).json()
        assert 0 < before - state["left"] < 60_000
        assert 200 == (await client.get(open_path)).status_code
        kept.extend((path, ticket, open_path, state["left"], first_word, second_word))
        monkeypatch.setattr(rooms, "_REMOVAL_BEATS", 3600)

    async def second(client: Client) -> None:
        path, ticket, open_path, left, *words = kept
        state = (await client.get(path, ticket)).json()
        assert 0 <= left - state["left"] < 60_000
        assert words == [(await say(client, path, ticket, n)).json() for n in range(2)]
        assert 200 == (await client.get(open_path)).status_code

    run(str(tmp_path), first)
    jumped[0] = -jump
    run(str(tmp_path), second)
