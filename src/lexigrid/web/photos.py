"""Read letter grids from photos, which are kept in memory only while they are read."""

from __future__ import annotations

import base64
import binascii

from fastapi import FastAPI, Request, Response
from pydantic import Field

from ..errors import InputError
from ..photo import PhotoOptions, read_photo
from .lanes import Answer
from .openapi import PREFIX, answers
from .requests import WORDS, Body, Text, Texts, check_words, with_declared
from .service import Service


class PhotoBody(with_declared(Body, PhotoOptions)):  # type: ignore[misc]
    """A photo of a letter grid, and what is known about it."""

    image: Text = Field(description="A JPEG, PNG or WebP file in Base64.")
    words: Texts | None = WORDS


def add_routes(api: FastAPI, service: Service) -> None:
    """Add the resource of photos."""
    limits = service.limits

    @api.post(
        f"{PREFIX}/photos",
        **answers("photo", "The letters, their places and what is doubtful", tag="searches"),
    )
    async def photos(body: PhotoBody, request: Request) -> Response:
        """Read the letter grid of a photo. The photo is not stored.

        Words that the grid hides correct its letters.
        """

        def read(seconds: float) -> Answer:
            check_words(body.words or (), limits)
            reading = read_photo(
                _decode(body.image), words=body.words, deadline=seconds, **body.options()
            )
            return Answer(reading.to_json().encode())

        return await service.work(request, read, limits.puzzle_deadline)


def _decode(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise InputError("image is no Base64 text; send the bytes of a picture in Base64") from None
