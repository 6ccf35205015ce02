"""The HTTP API: answers, errors and limits, without a socket."""

from __future__ import annotations

import asyncio
import json
import re
import sys
import time
import tomllib
from dataclasses import fields
from inspect import signature
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner

import lexigrid as lg
from checkout import TESTS
from lexigrid import find_paths
from lexigrid.cli import main
from lexigrid.lexicon import name_band
from lexigrid.render.puzzle_file import puzzle_to_bytes
from lexigrid.web import Limits, Settings, create_app, server
from lexigrid.web.guard import HEADERS
from lexigrid.web.lanes import Answer, Lanes

CASES = {
    name: tomllib.loads((TESTS / "cases" / f"{name}.toml").read_text("utf-8"))["case"]
    for name in ("lines", "paths")
}
API = "http://localhost/api/v1"


@pytest.fixture(scope="module")
def app() -> Any:
    # A busy machine may need longer than the default limit.
    return create_app(Settings(limits=Limits(deadline=30, most_deadline=30, puzzle_deadline=60)))


def ask(app: Any, method: str, path: str, *, host: str = "localhost", **more: Any) -> Any:
    """Return the answer of an application to one request."""

    async def send() -> httpx.Response:
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url=f"http://{host}") as client:
            return await client.request(method, path, **more)

    return asyncio.run(send())


def post(app: Any, path: str, body: Any, **more: Any) -> Any:
    return ask(app, "POST", f"/api/v1/{path}", json=body, **more)


def run_command(*arguments: str) -> Any:
    result = CliRunner().invoke(main, [*arguments, "--format", "json"])
    return json.loads(result.stdout)


@pytest.mark.parametrize(
    ("path", "body", "command"),
    [
        (
            "paths",
            {"grid": "vewf/nodr/ihoi/saoe", "sort": "score", "limit": 3},
            ["paths", "vewf/nodr/ihoi/saoe", "--sort", "score", "--limit", "3"],
        ),
        (
            "paths",
            {"grid": "perslatgsineters", "qu": True, "count_only": True},
            ["paths", "perslatgsineters", "--qu", "--count"],
        ),
        (
            "lines",
            {"grid": "tea/ant/oat", "words": ["oat", "dog"], "limit": 1},
            ["lines", "tea/ant/oat", "oat", "dog", "--limit", "1"],
        ),
        (
            "trace",
            {"grid": "wpaou/piedq/llnro/ecauw/ydxsz", "words": ["oracle"], "paths": "all"},
            ["trace", "wpaou/piedq/llnro/ecauw/ydxsz", "oracle", "--paths", "all"],
        ),
        (
            "solve",
            {"grid": "tea/ant/oat", "words": ["teat", "tang", "anoat"], "found": ["teat"]},
            ["solve", "tea/ant/oat", "--words", "WORDS", "--found", "teat"],
        ),
        ("puzzles", {"words": ["oat", "rye"], "size": [6, 6], "seed": 1},
         ["make", "oat", "rye", "--size", "6x6", "--seed", "1"]),
        ("boards", {"seed": 7, "count": 2}, ["roll", "--seed", "7", "--count", "2"]),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_http_answers_what_the_command_line_does(
    app: Any, path: str, body: dict[str, Any], command: list[str], tmp_path: Path
) -> None:
    (tmp_path / "words").write_text("\n".join(body.get("words", [])))
    command = [str(tmp_path / "words") if part == "WORDS" else part for part in command]
    answer = post(app, path, body)
    assert (200, "application/json") == (answer.status_code, answer.headers["content-type"])
    assert answer.json() == run_command(*command)


def test_a_limit_of_zero_lists_no_words(app: Any) -> None:
    answer = post(app, "paths", {"grid": "tea/ant/oat", "limit": 0}).json()
    assert ([], False) == (answer["words"], answer["complete"])


@pytest.mark.parametrize("path", ["", "api/v1/", "api/v1/openapi.json", "nothing", "api/v1/paths"])
def test_every_answer_has_the_headers_that_keep_a_browser_safe(app: Any, path: str) -> None:
    answer = ask(app, "GET", f"/{path}")
    assert HEADERS.items() <= dict(answer.headers).items()


@pytest.mark.parametrize(
    ("status", "kind", "detail", "request_"),
    [
        (400, "json", "not JSON at character 0", {"content": b"x"}),
        (422, "grid", "row 2 has 3 tiles, expected 2", {"json": {"grid": "te/ant"}}),
        (422, "input", "#/sort: it is 'scroe', expected 'grid', 'alpha', 'length' or 'score'; did "
         "you mean 'score'?", {"json": {"grid": "tea/", "sort": "scroe"}}),
        (422, "input", "#/colour: no such option", {"json": {"grid": "tea/", "colour": 1}}),
        (422, "input", "#/grid: it is missing", {"json": {}}),
        (422, "input", "#/limit", {"json": {"grid": "tea/", "limit": "3"}}),
        (422, "input", "#/grid: it is 5, expected text or an object or a list",
         {"json": {"grid": 5}}),
        (422, "grid", "row 2 has 1, expected text or None",
         {"json": {"grid": [["t"], [1]]}}),
        (422, "input", "#/size: it is '1x3', expected a list of two numbers",
         {"json": {"grid": "tea/", "size": "1x3"}}),
        (422, "input", "#/size: it is [5], expected a list of two numbers",
         {"json": {"grid": "tea/", "size": [5]}}),
        (422, "input", "#/words/1: it is 1, expected text",
         {"json": {"grid": "tea/", "words": ["a", 1]}}),
        (422, "input", "#/topology/0/1/0: it is 'x', expected a whole number",
         {"json": {"grid": "tea/", "topology": [[[0, 0], ["x", 1]]]}}),
        (422, "input", "#: it is [], expected an object", {"json": []}),
        (422, "input", "#: it is null, expected an object", {"content": b"null"}),
        (422, "input", "#/wrap: it is 'x', expected true or false",
         {"json": {"grid": "tea/", "wrap": "x"}}),
        (422, "input", "no lexicon 'x'", {"json": {"grid": "tea/", "lexicon": "x"}}),
        (422, "input", "at most 2500", {"json": {"grid": "/".join(["a" * 60] * 60)}}),
        (422, "alphabet", "no alphabet 'xx'", {"json": {"grid": "tea/", "alphabet": "xx"}}),
        (422, "input", r"it is '\ud800', expected text without lone surrogates",
         {"content": b'{"grid": "\\ud800"}'}),
        (400, "json", "the request has no body, expected JSON", {"content": b""}),
        (400, "json", "nested too deeply", {"content": b"[" * 100_000}),
        (400, "json", "not in UTF-8", {"content": b"\xff"}),
        (400, "json", "too many digits", {"content": b"1" * 5000}),
        (413, "too-large", "more than 262144 bytes", {"content": b" " * 300_000}),
        (415, "media-type", "expected application/json",
         {"content": b"{}", "headers": {"Content-Type": "text/plain"}}),
    ],
)  # fmt: skip
def test_an_error_is_a_problem_document(
    app: Any, status: int, kind: str, detail: str, request_: dict[str, Any]
) -> None:
    headers = {"Content-Type": "application/json"} | request_.pop("headers", {})
    answer = ask(app, "POST", f"{API}/paths", headers=headers, **request_)
    assert status == answer.status_code
    assert answer.headers["content-type"] == "application/problem+json"
    document = answer.json()
    assert f"/problems/{kind}" == document["type"]
    assert status == document["status"]
    assert detail in document["detail"]


def test_no_message_of_the_framework_is_shown(app: Any) -> None:
    """Wrong values of every field; each detail says what came and what was expected."""
    document = ask(app, "GET", "/api/v1/openapi.json").json()
    lists: tuple[Any, ...] = ([], [5], [5, "x"], [[1], {}], ["x", 1, 2])
    values = (None, True, -1, 1.5, "\ud800", *lists, {"x": [1]})
    details = set()
    for path, methods in document["paths"].items():
        body = methods.get("post", {}).get("requestBody")
        schema = body and body["content"]["application/json"]["schema"]
        if not schema or "$ref" not in schema:
            continue
        known = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]["properties"]
        for value in values:
            wrong = dict.fromkeys(known, value) | {"no such name": value}
            headers = {"Content-Type": "application/json"}
            answer = ask(app, "POST", path, content=json.dumps(wrong), headers=headers)
            details |= {each["detail"] for each in answer.json()["errors"]}
    assert details
    for detail in details:
        assert re.fullmatch("it (is|has) .+, expected .+|it is missing|no such option", detail)


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("puzzles/check", "The puzzle cannot be checked"),
        ("puzzles/render", "The puzzle cannot be drawn"),
        ("puzzles", "The puzzle cannot be made"),
        ("lines", "The puzzle cannot be read"),
    ],
)
def test_a_title_says_what_cannot_be_done_with_the_puzzle(app: Any, path: str, title: str) -> None:
    puzzle = lg.make_puzzle(["oat"], seed=1).to_dict() | {"version": "x"}
    bodies = {"puzzles": {"words": ["oat", "tao"], "size": [1, 1]}, "lines": {"grid": puzzle}}
    assert title == post(app, path, bodies.get(path, puzzle)).json()["title"]


def test_a_share_code_and_the_options_of_a_puzzle_exclude_each_other(app: Any) -> None:
    puzzle = lg.make_puzzle(["oat", "rye"], size=(6, 6), seed=1)
    assert puzzle.to_dict() == post(app, "puzzles", {"code": puzzle.code, "deadline": 9}).json()
    for others in ({"size": 5}, {"words": ["oat"]}, {"pad": False}, {"seed": 1, "theme": "birds"}):
        refused = post(app, "puzzles", {"code": puzzle.code} | others)
        names = ", ".join(map(repr, others))
        assert 422 == refused.status_code
        assert f"code names a finished puzzle; leave out {names}" == refused.json()["detail"]


@pytest.mark.parametrize("name", ["language", "alphabet", "theme"])
def test_an_empty_name_is_refused(app: Any, name: str) -> None:
    assert 422 == post(app, "puzzles", {"words": ["oat"], name: ""}).status_code
    for path, body in {"paths": {"grid": "tea/"}, "boards": {}}.items():
        assert "no lexicon ''" in post(app, path, body | {"lexicon": ""}).json()["detail"]


@pytest.mark.parametrize(
    ("language", "theme", "word"), [("de", "Vögel", "Adler"), ("tlh", "birds", "albatross")]
)
def test_themes_are_in_the_language_of_the_server(
    monkeypatch: pytest.MonkeyPatch, language: str, theme: str, word: str
) -> None:
    words = lg.Lexicon(["oat"])
    words.language = language
    monkeypatch.setattr("lexigrid.web.service.Lexicon.default", lambda *_: words)
    app = create_app(Settings(limits=Limits(puzzle_deadline=60)))
    monkeypatch.undo()
    assert "birds" in ask(app, "GET", "/api/v1/").json()["themes"]
    for alphabet in ({}, {"alphabet": "nl"}):
        puzzle = post(app, "puzzles", {"theme": theme} | alphabet).json()
        assert word in {each["word"] for each in puzzle["words"]}
        assert ("de" if language == "de" else None) == puzzle["language"]
    english = post(app, "puzzles", {"theme": "birds", "language": "en"}).json()
    assert "Birds" == english["title"]


def test_foreign_hosts_and_pages_are_refused(app: Any) -> None:
    assert 421 == ask(app, "GET", "/api/v1/", host="evil.example").status_code
    assert 200 == ask(app, "GET", "/api/v1/", host="[::1]:8000").status_code
    headers = {"Sec-Fetch-Site": "cross-site"}
    assert 403 == post(app, "paths", {"grid": "tea/"}, headers=headers).status_code
    answer = ask(app, "GET", "/api/v1/paths")
    assert (405, "POST") == (answer.status_code, answer.headers["allow"])


def test_a_stranger_who_asks_too_often_waits() -> None:
    limits = Limits(requests_per_second=1, request_burst=2)
    app = create_app(Settings(limits=limits, is_public=True))
    found = [ask(app, "GET", "/api/v1/").status_code for _ in range(3)]
    assert [200, 200, 429] == found


def test_a_request_that_does_not_arrive_is_ended() -> None:
    app = create_app(Settings(limits=Limits(body_seconds=0.05)))
    sent: list[Any] = []

    async def receive() -> Any:
        await asyncio.sleep(10)

    async def send(message: Any) -> None:
        sent.append(message)

    headers = [(b"host", b"localhost"), (b"content-type", b"application/json")]
    scope = {"type": "http", "method": "POST", "scheme": "http", "path": "/api/v1/paths",
             "raw_path": b"/api/v1/paths", "query_string": b"", "headers": headers,
             "client": ("127.0.0.1", 1)}  # fmt: skip
    asyncio.run(app(scope, receive, send))
    assert 408 == sent[0]["status"]


def test_the_openapi_document_describes_every_resource(app: Any) -> None:
    document = ask(app, "GET", "/api/v1/openapi.json").json()
    paths = document["paths"]["/api/v1/paths"]["post"]
    body = document["components"]["schemas"]["PathsBody"]["properties"]
    options = signature(find_paths).parameters
    assert {*options} - {"grid", "lexicon"} <= {*body}
    for name, option in body.items():
        if name in options and name not in ("grid", "lexicon", "words"):
            assert options[name].default == option.get("default"), name
            assert option["description"], name
    problems = {*paths["responses"]} - {"200"}
    assert {"400", "413", "415", "422", "429", "503"} <= problems
    for code in problems:
        assert "application/problem+json" in paths["responses"][code]["content"]


@pytest.mark.parametrize("case", [*CASES["lines"], *CASES["paths"]], ids=lambda case: case["name"])
def test_the_named_cases_have_the_same_answers(app: Any, case: dict[str, Any]) -> None:
    grid = lg.Grid.parse(
        case["grid"],
        case_sensitive=case.get("case_sensitive", False),
        topology=case.get("topology", "king"),
        wrap=case.get("wrap", False),
    )
    is_lines = case in CASES["lines"]
    names = ("directions", "wildcards") if is_lines else ("reuse", "min_length", "scoring")
    options = {name: case[name] for name in names if name in case}
    search = lg.find_lines if is_lines else lg.find_paths
    body = {"grid": grid.to_dict(), "words": case["words"]} | options
    answer = post(app, "lines" if is_lines else "paths", body)
    expected = search(grid, case["words"], **options)
    assert json.loads(expected.to_json()) == answer.json()


def test_rolled_boards_have_the_same_answers(app: Any) -> None:
    for seed in range(100):
        board = lg.roll("en-new-4x4", seed=seed)
        answer = post(app, "paths", {"grid": board.format(one_line=True), "sort": "alpha"})
        assert lg.find_paths(board, sort="alpha").to_json() == answer.text


def test_pages_have_the_options_of_the_command(app: Any) -> None:
    puzzle = lg.make_puzzle(["oat", "rye"], size=(6, 6), seed=1)
    options = {"style": "kids", "list_marks": "boxes", "orientation": "landscape", "bleed": "3mm"}
    query = "&".join(f"{name}={value}" for name, value in options.items())
    answer = post(app, f"puzzles/render?format=svg&mini_key=true&{query}", puzzle.to_dict())
    page = lg.PageOptions.of(mini_key=True, **options)
    assert puzzle_to_bytes(puzzle, "svg", page)[0] == answer.content
    known = {each.name for each in fields(lg.PageOptions)} - {"fonts"}
    document = ask(app, "GET", "/api/v1/openapi.json").json()
    described = document["paths"]["/api/v1/puzzles/render"]["post"]
    assert known | {"format"} == {each["name"] for each in described["parameters"]}
    assert all(each["description"] for each in described["parameters"])
    for wrong in ("fonts=a.ttf", "solutions=3", "style=odd", "format=png&dpi=1200", "bleed=3lm"):
        assert 422 == post(app, f"puzzles/render?{wrong}", puzzle.to_dict()).status_code


def test_words_say_how_common_they_are_if_asked(app: Any) -> None:
    words = post(app, "paths", {"grid": "tea/ant/oat", "commonness": True}).json()["words"]
    bands = {word.word: word.band for word in find_paths("tea/ant/oat")}
    assert {each["word"]: each["commonness"] for each in words} == {
        word: name_band(band) for word, band in bands.items() if band is not None
    }
    own = post(app, "paths", {"grid": "tea/ant/oat", "words": ["tea"], "commonness": True}).json()
    assert own["words"][0]["commonness"] is None


def test_an_answer_that_was_cut_short_says_so(app: Any) -> None:
    wild = {"grid": "/".join(["?" * 12] * 12), "count_only": True, "deadline": 0.1}
    assert post(app, "paths", wild).json()["complete"] is False


def test_a_light_question_that_got_no_core_is_tried_again() -> None:
    """On a busy machine, its 30 ms may pass before it runs; it must not count as a long search."""
    calls: list[float] = []

    def job(seconds: float) -> Answer:
        calls.append(seconds)
        if len(calls) == 1:
            time.sleep(seconds)  # as if other processes had the core
        return Answer(b"", is_final=len(calls) == 2)

    async def left() -> None:
        await asyncio.sleep(60)

    async def main() -> Answer:
        lanes = Lanes(Limits())
        try:
            return await lanes.search(job, 1.0, "me", left)
        finally:
            lanes.close()

    assert asyncio.run(main()).is_final
    assert [Limits().quick_seconds] * 2 == calls


def test_words_are_compiled_and_modules_loaded_before_requests(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[tuple[str, lg.Lexicon]] = []
    for name in ("find_paths", "find_lines"):
        find = getattr(lg, name)

        def note(grid: str, words: lg.Lexicon, _find: Any = find, **options: Any) -> None:
            asked.append((_find.__name__, words))
            _find(grid, words, **options)

        monkeypatch.setattr(f"lexigrid.web.server.{name}", note)
    words = lg.Lexicon(["oat", "tea"])
    server.prepare(words)
    assert {("find_paths", words), ("find_lines", words)} == {*asked}
    server.warm_up()
    assert "lexigrid.render.print.puzzle_page" in sys.modules
