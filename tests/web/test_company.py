"""Who is in a shared game: presence, leaving, hosts, a class behind one address, the next game."""

from __future__ import annotations

import asyncio
import json
import secrets
from pathlib import Path
from typing import Any

import pytest

from lexigrid.web import Limits
from lexigrid.web.budgets import Budgets
from lexigrid.web.streams import StreamCounts
from web_games import Client, run

GAME = {"grid": "tea/ant/oat", "name": "Ann"}


async def open_with(client: Client, *others: str, **body: Any) -> tuple[str, list[str]]:
    seat = (await client.post("", {**GAME, **body})).json()
    id, tickets = seat["game"]["id"], [seat["ticket"]]
    for name in others:
        seat = (await client.post(f"/{id}/seats", {"name": name})).json()
        tickets += [seat["ticket"]]
    return id, tickets


def test_a_seat_is_taken_once_even_if_the_answer_is_lost(tmp_path: Path) -> None:
    async def story(client: Client) -> None:
        id, _ = await open_with(client)
        body = {"name": "Bob", "ticket": secrets.token_urlsafe(20)}
        sent = [await client.post(f"/{id}/seats", body) for _ in range(2)]
        sent += await asyncio.gather(*(client.post(f"/{id}/seats", body) for _ in range(3)))
        assert {(201, 1, body["ticket"])} == {
            (each.status_code, each.json()["seat"], each.json()["ticket"]) for each in sent
        }
        other = await client.post(f"/{id}/seats", {"name": "Bob"})
        assert (409, True) == (other.status_code, "is taken" in other.json()["detail"])
        short = await client.post(f"/{id}/seats", {"name": "Cid", "ticket": "guessed"})
        assert 422 == short.status_code

    run(str(tmp_path), story)


def test_whoever_leaves_frees_the_name_and_the_next_one_is_host(tmp_path: Path) -> None:
    async def story(client: Client) -> None:
        id, (ann, bob) = await open_with(client, "Bob", seats=2)
        assert 403 == (await client.post(f"/{id}/start", ticket=bob)).status_code
        left = (await client.post(f"/{id}/leave", ticket=ann)).json()
        assert ([True, False], [1]) == ([each["left"] for each in left["seats"]], left["hosts"])
        assert 409 == (await client.post(f"/{id}/leave", ticket=ann)).status_code
        assert 201 == (await client.post(f"/{id}/seats", {"name": "ann"})).status_code
        assert 200 == (await client.post(f"/{id}/start", ticket=bob)).status_code
        events = await client.get(f"/{id}/events?after=0", headers={"Accept": "application/json"})
        kinds = [event["kind"] for event in events.json()["events"]]
        assert ["joined", "joined", "left", "joined", "began"] == kinds

    run(str(tmp_path), story)


def test_a_host_who_is_away_does_not_hold_up_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(client: Client) -> None:
        id, (ann, bob) = await open_with(client, "Bob")
        both = (await client.get(f"/{id}", ann)).json()
        assert ([0, 1], [0]) == (both["present"], both["hosts"])
        monkeypatch.setattr("lexigrid.web.room._PRESENT_SECONDS", 0.2)
        await asyncio.sleep(0.4)
        alone = (await client.get(f"/{id}", bob)).json()
        assert ([1], [0, 1]) == (alone["present"], alone["hosts"])
        assert 200 == (await client.post(f"/{id}/start", ticket=bob)).status_code

    run(str(tmp_path), story)


def test_a_rematch_keeps_tickets_and_opens_one_game(tmp_path: Path) -> None:
    async def story(client: Client) -> None:
        body = {"grid": None, "dice": "en-new-4x4", "opponents": [3], "rules": {"seconds": 60}}
        id, (ann, bob, cid) = await open_with(client, "Bob", "Cid", **body)
        early = await client.post(f"/{id}/rematch", ticket=ann)
        assert (409, "open") == (early.status_code, early.json()["stage"])
        await client.post(f"/{id}/start", ticket=ann)
        await client.post(f"/{id}/leave", ticket=cid)
        before = (await client.post(f"/{id}/end", ticket=ann)).json()
        asked = [client.post(f"/{id}/rematch", ticket=each) for each in (bob, ann, bob)]
        after = [answer.json() for answer in await asyncio.gather(*asked)]
        assert {after[0]["id"]} == {each["id"] for each in after}
        assert ([2, 1, 2], "open") == ([each["you"] for each in after], after[0]["stage"])
        names = [each["name"] for each in after[0]["seats"]]
        assert ["Cleo (3)", "Ann", "Bob"] == [names[0].replace("Emil", "Cleo"), *names[1:]]
        assert after[0]["id"] == (await client.get(f"/{id}", ann)).json()["rematch"]
        begun = (await client.post(f"/{after[0]['id']}/start", ticket=ann)).json()
        assert begun["rows"] != before["rows"]

    run(str(tmp_path), story)


def test_a_board_without_dice_has_no_rematch(tmp_path: Path) -> None:
    async def story(client: Client) -> None:
        id, (ann,) = await open_with(client)
        await client.post(f"/{id}/start", ticket=ann)
        await client.post(f"/{id}/end", ticket=ann)
        refused = await client.post(f"/{id}/rematch", ticket=ann)
        assert (409, True) == (refused.status_code, "no dice" in refused.json()["detail"])

    run(str(tmp_path), story)


def test_streams_and_requests_are_counted_per_seat() -> None:
    streams = StreamCounts(2)
    assert [True] * 32 == [streams.open(("game", seat)) for seat in range(16) for _ in range(2)]
    assert [False, True] == [streams.open(("game", 0)), streams.open("127.0.0.1")]
    budgets = Budgets(Limits(requests_per_second=1, request_burst=1, file_burst=2))
    assert [0.0] * 16 == [budgets.admit(f"game/{seat}", 0.0) for seat in range(16)]
    assert [0.0, 0.0, 1.0] == [budgets.admit_file("127.0.0.1", 0.0) for _ in range(3)]


def test_the_stream_tells_who_is_present(tmp_path: Path) -> None:
    from lexigrid.web.room import Room

    async def main() -> None:
        room = Room(None, _contest())  # type: ignore[arg-type]
        watcher = room.listen(None, None)
        first = await watcher.get() or b""
        assert b"event: snapshot" in first
        assert b'"present": []' in first
        player = room.listen(0, None)
        room.tell_company()
        told = await watcher.get() or b""
        facts = json.loads(told.split(b"data: ")[1])
        assert ("presence", [0], [0]) == (facts["kind"], facts["present"], facts["hosts"])
        room.forget(player)
        room.tell_company()  # a reload is no absence
        assert room.company["present"] == [0]

    asyncio.run(main())


def _contest() -> Any:
    from lexigrid import Grid, Lexicon, Rules
    from lexigrid.play.match import Match
    from lexigrid.play.setup import MatchSetup

    board: Any = {"grid": Grid.parse("tea/ant/oat"), "lexicon": Lexicon(["tea", "oat"])}
    match = Match.open(MatchSetup(**board, rules=Rules(), seed="1", is_shared=True), id="a")
    return match.after(match.join("Ann", ticket="x"))
