"""Shared games over HTTP, on each database: nothing acknowledged is lost."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from lexigrid import Lexicon
from lexigrid.cli import main
from lexigrid.web.streams import Listener
from web_games import DATABASES, Client, Postgresql, postgresql, run, serving

BOARD = {"grid": "tea/ant/oat", "name": "Ann"}


@pytest.fixture(scope="module")
def server() -> Iterator[Postgresql]:
    with postgresql() as found:
        yield found


@pytest.fixture(params=DATABASES)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path)
    found: Postgresql = request.getfixturevalue("server")
    return found.url


async def open_game(client: Client, *others: str, **body: Any) -> tuple[str, list[str]]:
    """Open a game that others join; return its id and the tickets."""
    answer = await client.post("", BOARD | body)
    assert answer.status_code == 201, answer.text
    seat = answer.json()
    id, tickets = seat["game"]["id"], [seat["ticket"]]
    for name in others:
        answer = await client.post(f"/{id}/seats", {"name": name})
        assert answer.status_code == 201, answer.text
        tickets.append(answer.json()["ticket"])
    return id, tickets


async def say(client: Client, id: str, ticket: str, word: str, key: str) -> Any:
    return await client.post(f"/{id}/moves", {"word": word, "key": key}, ticket)


def test_a_game_of_two(database: str) -> None:
    async def story(client: Client) -> None:
        id, (ann, bob) = await open_game(client, "Bob")
        early = await say(client, id, ann, "tea", "a")
        assert (409, "open") == (early.status_code, early.json()["stage"])
        assert 403 == (await client.post(f"/{id}/start", ticket=bob)).status_code
        begun = (await client.post(f"/{id}/start", ticket=ann)).json()
        assert ("playing", [["t", "e", "a"], ["a", "n", "t"], ["o", "a", "t"]]) == (
            begun["stage"], begun["rows"]
        )  # fmt: skip
        verdict = (await say(client, id, ann, "tea", "a-1")).json()
        assert ("accepted", 1) == (verdict["reason"], verdict["points"])
        assert (await say(client, id, bob, "tea", "b-1")).json()["reason"] == "accepted"
        assert (await say(client, id, bob, "cat", "b-2")).json()["reason"] == "not on the board"
        state = (await client.get(f"/{id}", ann)).json()
        assert [["Ann", 1, 0], ["Bob", 1, 1]] == [
            [seat["name"], seat["points"], seat["wrong"]] for seat in state["seats"]
        ]
        assert ["tea"] == [word["word"] for word in state["words"]]
        assert 409 == (await client.get(f"/{id}/review", ann)).status_code
        ended = (await client.post(f"/{id}/end", ticket=ann)).json()
        assert [0, 0] == [seat["points"] for seat in ended["seats"]]  # the same word cancels
        review = (await client.get(f"/{id}/review")).json()
        assert [0, 1] == next(each["seats"] for each in review["words"] if each["word"] == "tea")
        assert 409 == (await say(client, id, ann, "oat", "a-2")).status_code

    run(database, story)


def test_a_move_with_the_same_key_is_one_move(database: str) -> None:
    async def story(client: Client) -> None:
        id, (ann,) = await open_game(client)
        await client.post(f"/{id}/start", ticket=ann)
        sent = (say(client, id, ann, "tea", "same") for _ in range(8))
        answers = await asyncio.gather(*sent)
        assert 1 == len({answer.text for answer in answers})
        assert 422 == (await say(client, id, ann, "oat", "same")).status_code
        assert 1 == len((await client.get(f"/{id}", ann)).json()["words"])

    run(database, story)


def test_tickets_and_unknown_games(database: str) -> None:
    async def story(client: Client) -> None:
        id, (ann,) = await open_game(client, seats=1)
        assert 401 == (await client.post(f"/{id}/start")).status_code
        assert 403 == (await client.post(f"/{id}/start", ticket="x")).status_code
        assert 404 == (await client.get("/" + "0" * 32)).status_code
        full = await client.post(f"/{id}/seats", {"name": "Bob"})
        assert (409, "all 1 seats are taken") == (full.status_code, full.json()["detail"])
        spectator = (await client.get(f"/{id}")).json()
        assert (None, None) == (spectator["you"], spectator["rows"])
        assert ann not in json.dumps(spectator)

    run(database, story)


def test_a_board_of_your_own_and_one_to_make_exclude_each_other(database: str) -> None:
    async def story(client: Client) -> None:
        for name, value in {"dice": "en-new-4x4", "size": [3, 3], "contains": ["tea"]}.items():
            refused = await client.post("", BOARD | {name: value})
            assert 422 == refused.status_code
            assert f"leave out {name!r}" in refused.json()["detail"]
        refused = await client.post("", {"name": "Ann", "words": "9000+"})
        assert (422, True) == (refused.status_code, "no such board" in refused.json()["detail"])

    run(database, story)


@pytest.mark.parametrize(
    ("wrong", "detail"),
    [
        (
            {"name": "a\u202eb"},
            r"it is 'a\u202eb', expected a name of 1 to 24 printable characters",
        ),
        ({"name": " \t "}, "expected a name of 1 to 24 printable characters, not only spaces"),
        ({"name": "x" * 25}, "expected a name of 1 to 24 printable characters"),
        ({"opponents": [5, 5], "seats": 2}, "2 opponents and 2 seats"),
        ({"opponents": [1] * 16}, "it has 16 items, expected at most 15"),
        ({"name": "Emil (5)", "opponents": [5]}, "the name 'Emil (5)' is taken"),
        ({"rules": {"target": 50}}, "target is for games in turns"),
        ({"rules": {"seconds": "x"}}, "seconds is 'x'"),
        ({"grid": None, "qu": True}, "leave out 'qu', or give a grid"),
        ({"lexicon": ""}, "no lexicon ''"),
    ],
    ids=str,
)
def test_a_value_that_cannot_be_used_is_no_conflict(
    tmp_path: Path, wrong: dict[str, Any], detail: str
) -> None:
    async def story(client: Client) -> None:
        refused = await client.post("", BOARD | wrong)
        assert 422 == refused.status_code
        assert detail in refused.json()["detail"]
        id, _ = await open_game(client)
        if "name" in wrong and "opponents" not in wrong:
            joined = await client.post(f"/{id}/seats", {"name": wrong["name"]})
            assert (422, detail in joined.json()["detail"]) == (joined.status_code, True)
        assert 409 == (await client.post(f"/{id}/seats", {"name": " ann "})).status_code

    run(str(tmp_path), story)


def test_a_game_without_its_lexicon_is_unavailable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[str] = []

    async def first(client: Client) -> None:
        kept.append((await open_game(client))[0])

    async def second(client: Client) -> None:
        answer = await client.get(f"/{kept[0]}")
        assert (503, True) == (answer.status_code, "is not available" in answer.json()["detail"])

    run(str(tmp_path), first)
    monkeypatch.setattr("lexigrid.web.service.Lexicon.default", lambda *_: Lexicon(["oat"]))
    run(str(tmp_path), second)


def test_everything_acknowledged_is_there_after_a_restart(database: str) -> None:
    kept: dict[str, Any] = {}

    async def first(client: Client) -> None:
        kept["id"], (kept["ann"], kept["bob"]) = await open_game(client, "Bob", opponents=[3])
        await client.post(f"/{kept['id']}/start", ticket=kept["ann"])
        answer = await say(client, kept["id"], kept["ann"], "tea", "k")
        assert answer.json()["reason"] == "accepted"
        kept["verdict"] = answer.json()
        kept["state"] = (await client.get(f"/{kept['id']}", kept["ann"])).json()

    async def second(client: Client) -> None:
        id, ann = kept["id"], kept["ann"]
        state = (await client.get(f"/{id}", ann)).json()
        assert 0 <= kept["state"].pop("left") - state.pop("left") < 2000
        assert kept["state"] == state
        assert kept["verdict"] == (await say(client, id, ann, "tea", "k")).json()
        assert (await say(client, id, ann, "tea", "l")).json()["reason"] == "already found"

    run(database, first)
    run(database, second)


def test_events_are_numbered_and_each_sees_its_own(database: str) -> None:
    async def story(client: Client) -> None:
        id, (ann, bob) = await open_game(client, "Bob")
        await client.post(f"/{id}/start", ticket=ann)
        await say(client, id, ann, "tea", "k")
        polled = {"headers": {"Accept": "text/plain, application/json;q=0.9"}}
        seen = {
            ticket: (await client.get(f"/{id}/events?after=0", ticket, **polled)).json()["events"]
            for ticket in (ann, bob)
        }
        for events in seen.values():
            assert [1, 2, 3, 4] == [event["number"] for event in events]
        assert ("verdict", "tea") == (seen[ann][-1]["kind"], seen[ann][-1]["word"])
        assert "score" == seen[bob][-1]["kind"]
        assert "tea" not in json.dumps(seen[bob][-1])
        after = (await client.get(f"/{id}/events?after=3", bob, **polled)).json()["events"]
        assert seen[bob][3:] == after
        again = {"headers": polled["headers"] | {"Last-Event-ID": "3"}}  # as browsers reconnect
        for address in ("events?after=0", "events?after=4", "events"):
            assert after == (await client.get(f"/{id}/{address}", bob, **again)).json()["events"]
        unknown = (await client.get(f"/{id}/events?after=99", bob, **polled)).json()
        assert ([], 4) == (unknown["events"], unknown["snapshot"]["number"])

    run(database, story)


def test_a_game_ends_by_the_clock(database: str) -> None:
    async def story(client: Client) -> None:
        rules = {"seconds": 1, "cancel": False}
        id, (ann,) = await open_game(client, rules=rules, opponents=[10])
        await client.post(f"/{id}/start", ticket=ann)
        await say(client, id, ann, "tea", "k")
        for _ in range(300):  # the words of an opponent are stored one by one, which takes a while
            await asyncio.sleep(0.1)
            state = (await client.get(f"/{id}", ann)).json()
            if state["stage"] == "over":
                break
        assert ("over", 0) == (state["stage"], state["left"])
        opponent = state["seats"][0]
        assert opponent["level"] == 10
        assert opponent["points"] > 0

    run(database, story)


def test_finished_games_are_exported(database: str) -> None:
    """This works while the server runs: only the server writes, others may read."""
    option = "--database" if database.startswith("postgresql") else "--data"

    def export(*options: str) -> str:
        found = CliRunner().invoke(main, ["serve", option, database, "--export", *options])
        assert found.exit_code in (0, 1), found.output
        return found.stdout

    async def story(client: Client) -> None:
        before = {each["id"] for each in json.loads(export())["games"]}
        id, (ann, _) = await open_game(client, "Bob", opponents=[3], rules={"cancel": False})
        await client.post(f"/{id}/start", ticket=ann)
        await say(client, id, ann, "tea", "k")
        assert before == {each["id"] for each in json.loads(export())["games"]}  # it is running
        await client.post(f"/{id}/end", ticket=ann)
        document = json.loads(export("--format", "json"))
        assert ("lexigrid/history", 1) == (document["format"], document["version"])
        (game,) = (each for each in document["games"] if each["id"] not in before)
        assert (id, "tea/ant/oat") == (game["id"], game["board"])
        assert ["computer", "human", "human"] == [each["kind"] for each in game["players"]]
        words = game["players"][1]["words"]
        assert [("tea", "accepted", 1)] == [(w["word"], w["verdict"], w["points"]) for w in words]
        assert datetime.fromisoformat(game["started"]) <= datetime.fromisoformat(game["finished"])
        assert "Ann" in export("--format", "csv")

    run(database, story)


def test_words_come_at_a_bounded_rate(database: str) -> None:
    async def story(client: Client) -> None:
        id, (ann,) = await open_game(client)
        await client.post(f"/{id}/start", ticket=ann)
        found = [(await say(client, id, ann, "tea", str(n))).status_code for n in range(4)]
        assert [200, 200, 200, 429] == found

    run(database, story, moves_per_second=0.1, move_burst=3)


def test_two_processes_share_a_game(server: Postgresql) -> None:
    """Two applications on one database, like those of two processes."""

    async def main() -> None:
        async with serving(server.url) as one, serving(server.url) as two:
            id, (ann, bob) = await open_game(one, "Bob")
            await two.post(f"/{id}/start", ticket=ann)
            words = ["tea", "eat", "oat", "tan", "ant", "ate", "eta", "net"]
            said = [
                say(client, id, ticket, word, word)
                for word in words
                for client, ticket in ((one, ann), (two, bob))
            ]
            answers = await asyncio.gather(*said)
            assert {200} == {answer.status_code for answer in answers}
            numbers = [answer.json()["number"] for answer in answers]
            assert list(range(4, 20)) == sorted(numbers)
            for client in (one, two):
                for _ in range(40):  # until the notification has arrived
                    state = (await client.get(f"/{id}", ann)).json()
                    if state["number"] == 19:
                        break
                    await asyncio.sleep(0.05)
                assert 19 == state["number"]
                assert 1 == len({seat["found"] for seat in state["seats"]})

    asyncio.run(main())


def test_one_server_at_a_time_uses_a_folder(tmp_path: Path) -> None:
    import lexigrid as lg

    async def story(_: Client) -> None:
        with pytest.raises(lg.InputError, match="another server already uses these games"):
            async with serving(str(tmp_path)):
                pass

    run(str(tmp_path), story)


def test_a_listener_gets_what_waits_at_once_and_a_slow_one_is_closed() -> None:
    async def main() -> None:
        listener = Listener(None)
        listener.put(b"a")
        listener.put(b"b")
        assert b"ab" == await listener.get()
        listener.put(b"c")
        listener.close()
        assert [b"c", None] == [await listener.get(), await listener.get()]
        slow = Listener(None)
        for _ in range(100):
            slow.put(b"x")
        assert await slow.get() is None

    asyncio.run(main())
