"""The HTTP API ignores nothing that a client sends, and answers HEAD as GET."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from lexigrid import make_puzzle
from lexigrid.web import Settings, create_app
from web_games import Client, ask, run

GRID = {"grid": "tea/ant/oat"}
SEAT = {"name": "Ann", **GRID}


@pytest.fixture(scope="module")
def app() -> Iterator[Any]:
    with tempfile.TemporaryDirectory() as folder:
        yield create_app(Settings(database=folder))


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ('{"grid": "tea/", "grid": "oat/"}', "the object has two values for 'grid'"),
        ('{"grid": {"format": "a", "format": "b"}}', "the object has two values for 'format'"),
        ('{"grid": "tea/", "deadline": NaN}', "NaN is not a value of JSON"),
        ('{"grid": "tea/", "deadline": 1e999}', "the number '1e999' is too large"),
    ],
)
def test_json_that_means_two_things_is_refused(app: Any, body: str, expected: str) -> None:
    headers = {"Content-Type": "application/json"}
    answer = ask(app, "POST", "/api/v1/paths", content=body, headers=headers)
    assert 400 == answer.status_code
    assert f"the body of the request is not JSON: {expected}" == answer.json()["detail"]


def test_many_names_are_refused_at_once(app: Any) -> None:
    """Counting the names for each name would take minutes."""
    body = "{" + ",".join(f'"{number}": 0' for number in [*range(20_000), 19_999]) + "}"
    headers = {"Content-Type": "application/json"}
    answer = ask(app, "POST", "/api/v1/paths", content=body, headers=headers)
    assert "two values for '19999'" in answer.json()["detail"]


def test_hints_are_for_the_errors_shown(app: Any) -> None:
    body: dict[str, Any] = GRID | {f"limit{number}": 0 for number in range(10_000)}
    answer = ask(app, "POST", "/api/v1/paths", json=body).json()
    assert "#/limit0: no such option; did you mean 'limit'? (and 9999 more)" == answer["detail"]
    assert 20 == len(answer["errors"])


@pytest.mark.parametrize(
    ("path", "body", "expected"),
    [
        ("paths?limit=3", GRID, "query/limit: it belongs in the body"),
        ("paths?limt=3", GRID, "query/limt: no such option"),
        ("paths", GRID | {"limt": 3}, "#/limt: no such option; did you mean 'limit'?"),
        ("puzzles/check?allow_subword=1", {}, "query/allow_subword: no such option; did you mean "
         "'allow_subwords'?"),
        ("puzzles/render?stile=kids", {}, "query/stile: no such option; did you mean 'style'?"),
        ("puzzles/render?format=pdf&format=svg", {}, "query/format: it is given twice; give it "
         "once"),
        ("games/x/seats?name=Ann", {"name": "Ann"}, "query/name: it belongs in the body"),
        ("games/x/start", {"seconds": 60}, "this takes no options; send no body"),
        ("paths", GRID | {"scoring": [[3, 1], [3, 2]]}, "#/scoring: it is [[3, 1], [3, 2]], "
         "expected 'classic', 'big', 'super-big', 'fibonacci' or 'letters' or the points of each "
         "number of letters once"),
    ],
)  # fmt: skip
def test_nothing_is_ignored(app: Any, path: str, body: Any, expected: str) -> None:
    answer = ask(app, "POST", f"/api/v1/{path}", json=body)
    assert (422, expected) == (answer.status_code, answer.json()["detail"])


@pytest.mark.parametrize("kind", ["text/json", "", "application/x-www-form-urlencoded"])
def test_another_content_type_is_named(app: Any, kind: str) -> None:
    answer = ask(app, "POST", "/api/v1/paths", json=GRID, headers={"Content-Type": kind})
    expected = f"the content type is {kind!r}, expected application/json"
    assert (415, expected) == (answer.status_code, answer.json()["detail"])


@pytest.mark.parametrize(
    ("path", "body", "expected"),
    [
        ("puzzles", {}, "there are no words to hide; give words, a theme or a code"),
        ("puzzles", {"words": ["oat"], "deadline": -1}, "deadline is -1.0, expected seconds from"),
        ("paths", GRID | {"deadline": -1}, "deadline is -1.0, expected seconds from 0"),
    ],
)
def test_a_value_out_of_range_is_named(app: Any, path: str, body: Any, expected: str) -> None:
    answer = ask(app, "POST", f"/api/v1/{path}", json=body)
    assert 422 == answer.status_code
    assert answer.json()["detail"].startswith(expected)


def test_facts_count_from_0_and_messages_from_1(app: Any) -> None:
    for words in (["oat", ""], ["oat", "\n"]):
        answer = ask(app, "POST", "/api/v1/paths", json=GRID | {"words": words}).json()
        assert (1, True) == (answer["index"], answer["detail"].startswith("word 2 is empty"))


@pytest.mark.parametrize("path", ["", "?limit=3", "games/x?after=1", "games/x/events?afer=1"])
def test_a_query_without_meaning_is_refused(app: Any, path: str) -> None:
    answer = ask(app, "GET", f"/api/v1/{path}")
    assert (422 if "?" in path else 200) == answer.status_code


@pytest.mark.parametrize(
    "path", ["", "play.html", "nothing", "api/v1/", "api/v1/openapi.json", "api/v1/games/x"]
)
def test_head_is_get_without_a_body(app: Any, path: str) -> None:
    get, head = (ask(app, method, f"/{path}") for method in ("GET", "HEAD"))
    assert (get.status_code, get.headers) == (head.status_code, head.headers)
    assert (b"", True) == (head.content, bool(get.content))


def test_head_is_allowed_where_get_is(app: Any) -> None:
    for path in ("api/v1/", "play.html"):
        answer = ask(app, "DELETE", f"/{path}")
        assert (405, "GET, HEAD") == (answer.status_code, answer.headers["allow"])


def test_head_of_events_ends(tmp_path: Path) -> None:
    async def story(client: Client) -> None:
        id = (await client.post("", SEAT)).json()["game"]["id"]
        for accept in ("text/event-stream", "application/json"):
            answer = await client.head(f"/{id}/events", headers={"Accept": accept})
            assert 200 == answer.status_code
            assert answer.headers["content-type"].startswith(accept)

    run(str(tmp_path), story)


@pytest.mark.parametrize("path", ["puzzles/render?format=svg", "puzzles/check"])
def test_a_puzzle_that_takes_minutes_to_draw_is_refused(app: Any, path: str) -> None:
    puzzle = make_puzzle(["oat", "rye"], seed=1, size=6).to_dict()
    answer = ask(app, "POST", f"/api/v1/{path}", json=puzzle | {"title": "x" * 10_000})
    expected = "title has 10000 characters, this server allows at most 500"
    assert (422, expected) == (answer.status_code, answer.json()["detail"])
    words = [{**puzzle["words"][0], "word": "o-" + "-" * 1000 + "at"}]
    answer = ask(app, "POST", f"/api/v1/{path}", json=puzzle | {"words": words})
    assert (422, 100) == (answer.status_code, answer.json()["limit"])


@pytest.mark.parametrize(
    ("language", "title"), [("de-DE,en;q=0.7", "keine Seite"), ("fr", "no page here")]
)
def test_a_browser_that_asks_for_a_page_gets_a_page(app: Any, language: str, title: str) -> None:
    headers = {"Accept": "text/html,*/*;q=0.8", "Accept-Language": language}
    found = ask(app, "GET", "/nothing<b>", headers=headers)
    assert (404, "text/html; charset=utf-8") == (found.status_code, found.headers["content-type"])
    assert title in found.text
    assert "frame-ancestors 'none'" in found.headers["content-security-policy"]
    foreign = ask(app, "GET", "/", headers=headers | {"Host": "evil.example"})
    assert (421, True) == (foreign.status_code, "<h1>" in foreign.text)
    for path, accept in (("/nothing", "*/*"), ("/api/v1/nothing", "text/html")):
        other = ask(app, "GET", path, headers={"Accept": accept})
        assert "application/problem+json" == other.headers["content-type"]
