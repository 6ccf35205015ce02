"""Photos over HTTP."""

from __future__ import annotations

import asyncio
import base64
from typing import Any

import httpx
import pytest

from lexigrid.photo import read_photo
from lexigrid.web import Limits, Settings, create_app
from photo_cases import made


@pytest.fixture(scope="module")
def app() -> Any:
    return create_app(Settings(limits=Limits(body=1 << 24, puzzle_deadline=60)))


def send(app: Any, **body: Any) -> httpx.Response:
    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return await client.post("/api/v1/photos", json=body)

    return asyncio.run(ask())


def test_a_photo_is_read(app: Any) -> None:
    photo = made("clean")
    text = base64.b64encode(photo.data).decode()
    answer = send(app, image=text, words=photo.words)
    assert (200, "no-store") == (answer.status_code, answer.headers["cache-control"])
    expected = read_photo(photo.data, words=photo.words).to_dict()
    assert expected == answer.json()


@pytest.mark.parametrize(
    ("body", "detail"),
    [
        ({"image": "%%%"}, "image is no Base64 text"),
        ({"image": "dGVhL2FudA=="}, "the file is no picture, expected a JPEG"),
        ({"image": "", "dice": "boggle"}, "no dice 'boggle'"),
        ({"image": "", "turn": 45}, "turn is 45"),
        ({}, "image"),
        ({"image": "", "photo": ""}, "photo"),
    ],
)
def test_what_cannot_be_read_is_refused(app: Any, body: Any, detail: str) -> None:
    answer = send(app, **body)
    assert 422 == answer.status_code
    assert detail in answer.text
