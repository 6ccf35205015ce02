"""What developers use: verdicts on words, schemas, other origins, counts, compressed files."""

from __future__ import annotations

import asyncio
import gzip
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner

import lexigrid as lg
from lexigrid.cli import main
from lexigrid.web import Limits, Settings, create_app
from packs import definitions_installed
from web_games import Client, ask, run

ORIGIN = "https://words.example.org"


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = str(tmp_path_factory.mktemp("games"))
    limits = Limits(puzzle_deadline=60)  # a busy machine may need longer than the default
    return create_app(Settings(limits, database=folder, origins=(ORIGIN,), metrics=True))


def post(app: Any, path: str, body: Any, **more: Any) -> Any:
    return ask(app, "POST", f"/api/v1/{path}", json=body, **more)


def test_words_are_judged_as_in_a_game(app: Any) -> None:
    words = ["oat", "OAT", "at", "nato", "zebra", "enat", "tao"]
    found = post(app, "judge", {"grid": "tea/ant/oat", "words": words}).json()
    shown = [
        (each["word"], each["is_word"], each["on_board"], each["reason"], each["points"])
        for each in found["answers"]
    ]
    assert shown == [
        ("oat", True, True, "accepted", 1),
        ("OAT", True, True, "accepted", 1),
        ("at", True, True, "too short", 0),
        ("nato", False, False, "not on the board", 0),
        ("zebra", True, False, "not on the board", 0),
        ("enat", False, True, "not a word", 0),
        ("tao", True, True, "accepted", 1),
    ]
    game = lg.Game.start("tea/ant/oat")
    for word, each in zip(words, found["answers"], strict=True):
        verdict = game.judge(word)
        assert (str(verdict.reason), verdict.points) == (each["reason"], each["points"])
    assert [[2, 0], [1, 0], [0, 0]] == found["answers"][0]["path"]
    assert found["answers"][4]["path"] is None


def test_the_dictionary_says_how_common_a_word_is(app: Any) -> None:
    found = post(app, "judge", {"words": ["tea", "zzq"]}).json()["answers"]
    assert [("everyday", True), (None, False)] == [
        (each["commonness"], each["is_word"]) for each in found
    ]
    assert {None} == {each[name] for each in found for name in ("reason", "points", "on_board")}
    wrong = {
        "no lexicon": {"words": ["a"], "lexicon": "x"},
        "rules are for a board": {"words": ["a"], "rules": {"min_length": 2}},
        "at most 1000": {"words": ["a"] * 1001},
        "grid has 10000 cells": {"words": ["a"], "grid": "/".join(["a" * 100] * 100)},
    }
    for detail, body in wrong.items():
        refused = post(app, "judge", body)
        assert (422, True) == (refused.status_code, detail in refused.json()["detail"])


def test_the_dictionary_says_what_words_mean(app: Any, tmp_path: Path) -> None:
    body = {"words": ["oats", "zzq"], "definitions": True}
    with definitions_installed(tmp_path):
        found = post(app, "judge", body).json()
        (unasked,) = post(app, "judge", {"words": ["oat"]}).json()["answers"]
    meanings = [tuple(map(each.get, ("base", "part", "gloss"))) for each in found["answers"]]
    assert [("oat", "noun", "a cereal grass"), (None, None, None)] == meanings
    assert ("en", None) == (found["language"], unasked["gloss"])


def test_a_link_is_drawn_for_the_cameras_of_phones(app: Any) -> None:
    cv2, resvg = pytest.importorskip("cv2"), pytest.importorskip("resvg_py")
    numpy = pytest.importorskip("numpy")
    link = "https://words.example.org/play.html#g=0123456789abcdef"
    drawn = ask(app, "GET", "/api/v1/qr", params={"text": link})
    assert drawn.headers["content-type"] == "image/svg+xml"
    png = numpy.frombuffer(bytes(resvg.svg_to_bytes(svg_string=drawn.text, width=400)), "uint8")
    assert cv2.QRCodeDetector().detectAndDecode(cv2.imdecode(png, 1))[0] == link
    for text, why in {"": "", "a" * 1001: "it has 1001 characters, expected at most 1000"}.items():
        refused = ask(app, "GET", "/api/v1/qr", params={"text": text})
        assert (422, True) == (refused.status_code, why in refused.json()["detail"])


def faults(value: Any, schema: Any, models: Any, at: str = "") -> Iterator[str]:
    """Yield where a value does not have its schema; every field has to be described."""
    if "$ref" in schema:
        yield from faults(value, models[schema["$ref"].rpartition("/")[2]], models, at)
        return
    if "anyOf" in schema:
        if all(list(faults(value, each, models, at)) for each in schema["anyOf"]):
            yield f"{at} is {value!r}"
        return
    if "const" in schema and value != schema["const"]:
        yield f"{at} is {value!r}"
    kinds = schema.get("type", [])
    names: dict[type, tuple[str, ...]] = {
        str: ("string",), bool: ("boolean",), int: ("integer", "number"), float: ("number",),
        list: ("array",), dict: ("object",), type(None): ("null",),
    }  # fmt: skip
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if kinds and not {*names[type(value)]} & {*kinds}:
        yield f"{at} is {value!r}, expected {kinds}"
    elif isinstance(value, list):
        for number, each in enumerate(value):
            yield from faults(each, schema.get("items", {}), models, f"{at}/{number}")
    elif isinstance(value, dict) and "properties" in schema:
        yield from (f"{at}/{name} is missing" for name in {*schema["required"]} - {*value})
        for name, each in value.items():
            if name not in schema["properties"]:
                if not schema.get("additionalProperties"):
                    yield f"{at}/{name} is not described"
            else:
                yield from faults(each, schema["properties"][name], models, f"{at}/{name}")


def test_answers_have_their_schemas(app: Any, tmp_path: Path) -> None:
    document = ask(app, "GET", "/api/v1/openapi.json").json()
    models = document["components"]["schemas"]
    assert len(models) < 40
    puzzle = lg.make_puzzle(["oat", "rye"], secret=["elm"], seed=1)
    asked: list[tuple[str, Any]] = [
        ("", None),
        ("paths", {"grid": "tea/ant/oat", "limit": 2, "commonness": True}),
        ("paths", {"grid": "tea/ant/oat", "count_only": True}),
        ("lines", {"grid": "tea/ant/oat", "words": ["oat", "rye"]}),
        ("trace", {"grid": "tea/ant/oat", "words": ["oat", "rye"]}),
        ("solve", {"grid": "te/as", "words": ["teas"]}),
        ("solve", {"grid": "te/as", "words": ["teas"], "hints": 2}),
        ("judge", {"grid": "tea/ant/oat", "words": ["oat", "rye"], "definitions": True}),
        ("puzzles", {"words": ["oat", "rye"], "secret": ["elm"], "seed": 1}),
        ("puzzles", {"theme": "birds", "kind": "cover", "size": [8, 6], "seed": 1}),
        ("puzzles/check", puzzle.to_dict()),
        ("boards", {"seed": 1, "required": "5+"}),
        ("paths", {"grid": "te/ant"}),
        ("paths", {"grid": "te/", "sort": "x"}),
    ]
    for path, body in asked:
        method = "get" if body is None else "post"
        answer = ask(app, method.upper(), f"/api/v1/{path}", json=body)
        described = document["paths"][f"/api/v1/{path}"][method]["responses"]
        (content,) = described[str(answer.status_code)]["content"].values()
        assert [*faults(answer.json(), content["schema"], models, path)] == []

    async def story(client: Client) -> None:
        body = {"name": "Ann", "dice": "en-new-4x4", "rules": {"hints": 1}, "opponents": [10]}
        seat = (await client.post("", body)).json()
        id, ann = seat["game"]["id"], seat["ticket"]
        found = [("Seat", seat)]
        for path, model in (("start", "Contest"), ("hints", "Hint"), ("end", "Contest")):
            found.append((model, (await client.post(f"/{id}/{path}", ticket=ann)).json()))
            if path == "hints":
                word = {"word": "zzzz", "key": "1"}
                found.append(("Verdict", (await client.post(f"/{id}/moves", word, ann)).json()))
        as_json = {"headers": {"Accept": "application/json"}}
        for after in (0, 99):
            events = (await client.get(f"/{id}/events?after={after}", ann, **as_json)).json()
            found.append(("Events", events))
        found.append(("Review", (await client.get(f"/{id}/review")).json()))
        for model, answer in found:
            assert [*faults(answer, models[model], models, model)] == []

    run(str(tmp_path), story)


def test_the_document_says_what_needs_a_ticket_and_gives_examples_that_work(app: Any) -> None:
    document = ask(app, "GET", "/api/v1/openapi.json").json()
    ids = [each["operationId"] for path in document["paths"].values() for each in path.values()]
    assert len(ids) == len({*ids})
    assert document["components"]["securitySchemes"]["ticket"]["scheme"] == "bearer"
    seated = document["paths"]["/api/v1/games/{id}/moves"]["post"]
    assert [{"ticket": []}] == seated["security"]
    tried = 0
    for path, methods in document["paths"].items():
        for method, each in methods.items():
            body = each.get("requestBody", {}).get("content", {}).get("application/json", {})
            if "example" in body and "{id}" not in path:
                assert ask(app, method.upper(), path, json=body["example"]).is_success, path
                tried += 1
            is_photo = path.endswith("/photos")  # no short one is read
            assert not body or is_photo or "example" in body or "{id}" in path, path
    assert tried >= 10


def test_pages_of_an_allowed_origin_may_ask(app: Any) -> None:
    foreign = {"Origin": ORIGIN, "Sec-Fetch-Site": "cross-site"}
    other = foreign | {"Origin": "https://evil.example"}
    asked = {"Access-Control-Request-Method": "POST"}
    allowed = ask(app, "OPTIONS", "/api/v1/paths", headers=foreign | asked)
    assert (204, ORIGIN) == (allowed.status_code, allowed.headers["access-control-allow-origin"])
    assert "Authorization" in allowed.headers["access-control-allow-headers"]
    answer = post(app, "paths", {"grid": "tea/ant/oat"}, headers=foreign)
    assert (200, ORIGIN) == (answer.status_code, answer.headers["access-control-allow-origin"])
    wrong = post(app, "paths", {"grid": "te/a"}, headers=foreign)
    assert (422, ORIGIN) == (wrong.status_code, wrong.headers["access-control-allow-origin"])
    refused = post(app, "paths", {"grid": "tea/ant/oat"}, headers=other)
    assert 403 == refused.status_code
    assert "access-control-allow-origin" not in refused.headers
    closed = create_app(Settings())
    assert 403 == post(closed, "paths", {"grid": "tea/ant/oat"}, headers=foreign).status_code
    assert 405 == ask(closed, "OPTIONS", "/api/v1/paths", headers=foreign | asked).status_code
    for origin in ("*", "words.example.org", "https://words.example.org/"):
        with pytest.raises(lg.InputError, match="expected a scheme and a host"):
            Settings(origins=(origin,))


def test_requests_are_counted_for_prometheus(app: Any) -> None:
    post(app, "paths", {"grid": "tea/ant/oat"})
    ask(app, "GET", "/no%0Athing")
    text = ask(app, "GET", "/metrics").text
    line = 'lexigrid_requests_total{method="POST",route="/api/v1/paths",status="200"}'
    assert line in text
    assert "lexigrid_requests_open 1\n" in text
    assert all(each.startswith(("#", "lexigrid_")) for each in text.splitlines())
    assert 404 == ask(create_app(Settings()), "GET", "/metrics").status_code


def test_files_are_sent_compressed_to_those_who_can_read_it(app: Any) -> None:
    async def raw(encoding: str) -> tuple[Any, bytes]:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            headers = {"Accept-Encoding": encoding}
            async with client.stream("GET", "/js/grid.js", headers=headers) as answer:
                return answer, b"".join([part async for part in answer.aiter_raw()])

    packed, data = asyncio.run(raw("br, gzip"))
    plain, text = asyncio.run(raw("gzip;q=0"))
    assert ("gzip", None) == (
        packed.headers.get("content-encoding"), plain.headers.get("content-encoding")
    )  # fmt: skip
    assert gzip.decompress(data) == text
    assert len(data) < len(text) / 2
    assert packed.headers["vary"] == "Accept-Encoding"


def test_a_used_port_is_named_in_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as used:
        port = used.getsockname()[1]
        done = CliRunner().invoke(main, ["serve", "--port", str(port)])
    assert 2 == done.exit_code
    assert done.output == (
        f"lexigrid: cannot listen on 127.0.0.1, port {port}: another program uses it; give another "
        "--port or --host\n"
    )


def test_what_a_class_set_cannot_have(app: Any) -> None:
    code = lg.make_puzzle(["oat"], seed=1).code
    wrong: list[tuple[str, Any, str]] = [
        ("count=2", {"code": code}, "copies need words or a theme, and code names one puzzle"),
        ("count=37", {"words": ["oat"]}, "query/count: it is '37', expected at most 36"),
        ("count=2", {}, "there are no words to hide"),
    ]
    for query, body, detail in wrong:
        refused = post(app, f"puzzles/copies?{query}", body)
        assert refused.status_code == 422
        assert detail in refused.json()["detail"]


def test_a_page_option_that_the_format_does_not_use_is_refused(app: Any) -> None:
    puzzle = lg.make_puzzle(["oat"], seed=1).to_dict()
    for path, body, detail in (
        ("puzzles/render?format=html&paper=letter", puzzle, "paper is for SVG, PNG, PDF and DOCX"),
        ("puzzles/render?format=svg&solutions=4", puzzle, "solutions is for PDF, not for SVG"),
        ("puzzles/copies?dpi=300", {"words": ["oat"]}, "dpi is for PNG, not for PDF"),
    ):
        refused = post(app, path, body)
        assert (refused.status_code, detail in refused.json()["detail"]) == (422, True)
