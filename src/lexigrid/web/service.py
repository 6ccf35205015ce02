"""What the resources share: settings, lexicons, lanes and budgets, and how jobs are answered."""

from __future__ import annotations

import re
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

from fastapi import Request, Response

from ..errors import InputError
from ..lexicon import Lexicon
from ..puzzle.generate.words import themes
from .budgets import Budgets
from .guard import client_of
from .lanes import Answer, Busy, Job, Lanes, run_quick
from .limits import Limits

JSON = "application/json"
_NOT_STORED = {"Cache-Control": "no-store"}


@dataclass(frozen=True, slots=True)
class Settings:
    """The operator's settings; `lexicons` are offered besides the built-in ones."""

    limits: Limits = field(default_factory=Limits)
    lexicons: Mapping[str, Lexicon] = field(default_factory=dict)
    is_public: bool = False
    """Is the server open to anyone? Then requests and computing time are limited per client."""
    hosts: tuple[str, ...] = ()
    """Names of the server other than localhost; if empty, a public server accepts all."""
    database: str = ""
    """Where games are kept: a folder, the URL of a PostgreSQL database, or "" for no games."""
    logs: bool = False
    """Is a line logged for each request?"""
    origins: tuple[str, ...] = ()
    """Origins such as https://words.example.org whose pages may use the API."""
    metrics: bool = False
    """Is there a page of counts for Prometheus at /metrics?"""

    def __post_init__(self) -> None:
        for origin in self.origins:
            if not re.fullmatch(r"https?://[^/?#\s*]+", origin):
                raise InputError(
                    f"the origin is {origin!r}, expected a scheme and a host such as "
                    "https://words.example.org"
                )


class Service:
    """The state of a running server that its resources share."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.limits = settings.limits
        self.lanes = Lanes(settings.limits)
        self.budgets = Budgets(settings.limits) if settings.is_public else None
        default = Lexicon.default()
        #: The default language of puzzles; None if the words are English.
        self.language = default.language if default.language != "en" else None
        named = {default.language or "english": default, "english": Lexicon.default("en")}
        #: The language of themes: English if the default language has none.
        self.theme_language = self.language if themes(self.language) else None
        self.lexicons: dict[str, Lexicon] = {"default": default} | named
        self.lexicons |= settings.lexicons

    def close(self) -> None:
        """Stop all searches."""
        self.lanes.close()

    def seconds(self, asked: float | None) -> float:
        """Return the time limit of a search; `asked` is that of the request.

        Raises:
            InputError: a request may not ask for so much.
        """
        most = self.limits.most_deadline
        if asked is not None and asked > most:
            raise InputError(
                f"deadline is {asked:g}, this server allows at most {most:g} seconds", most=most
            )
        return min(self.limits.deadline if asked is None else asked, most)

    async def search(
        self, request: Request, job: Job, seconds: float, *, is_small: bool
    ) -> Response:
        """Run a search and answer with its JSON document."""
        client = client_of(request.scope)
        job = self._charged(job, client)
        answer = None
        if is_small and (instant := min(seconds, self.limits.instant_seconds)):
            answer = run_quick(job, instant)
        if answer is None or not answer.is_final:
            answer = await self.lanes.search(job, seconds, client, left_of(request))
        return Response(answer.data, headers=_NOT_STORED, media_type=JSON)

    async def work(
        self, request: Request, job: Job, seconds: float, media_type: str = JSON
    ) -> Response:
        """Run a job in the slow lane and answer with its result."""
        client = client_of(request.scope)
        try:
            answer = await self.lanes.work(
                self._charged(job, client), time.monotonic() + seconds, client, left_of(request)
            )
        except TimeoutError:
            raise Busy from None
        return Response(answer.data, headers=_NOT_STORED, media_type=media_type)

    def _charged(self, job: Job, client: str) -> Job:
        """Return a job that takes its time from the client's budget."""
        budgets = self.budgets
        if budgets is None:
            return job

        def run(seconds: float) -> Answer:
            begin = time.thread_time()  # waiting for a core is free
            try:
                return job(seconds)
            finally:
                budgets.charge(client, time.thread_time() - begin, time.monotonic())

        return run


def left_of(request: Request) -> Callable[[], Awaitable[None]]:
    """Return a function to await until the client leaves; the body must have been read."""

    async def left() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass

    return left
