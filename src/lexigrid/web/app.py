"""The application: resources under `/api/v1`, pages elsewhere, all behind the guard."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from fastapi import FastAPI

from .. import __version__
from ..errors import InputError
from ..play.history.records import GameRecord, record_match
from ..play.match import Match
from ..play.saved import SavedContest
from ..site.build import find_core
from . import boards, games, judge, photos, problems, puzzles, root, searches, static_files
from .guard import LOCAL_HOSTS, Guard
from .openapi import PREFIX, complete
from .rooms import Rooms
from .routes import StrictRoute
from .service import Service, Settings
from .store import Backend, SqliteBackend, Store, StoreError, read_finished

_SUMMARY = "Find, make and play words in letter grids."


def create_app(settings: Settings | None = None) -> Guard:
    """Return the application for an ASGI server.

    Raises:
        InputError: the database cannot be used.
    """
    settings = settings or Settings()
    service = Service(settings)
    hosts = (*LOCAL_HOSTS, *settings.hosts)
    rooms = None
    if settings.database:
        store = Store(_open_backend(settings.database))
        rooms = Rooms(store, service.lexicons, settings.limits.games)
    return Guard(
        _create_api(service, rooms),
        settings.limits,
        hosts=None if settings.is_public and not settings.hosts else hosts,
        budgets=service.budgets,
        origins=settings.origins,
        gauges=(lambda: rooms.gauges if rooms is not None else {}) if settings.metrics else None,
        logs=settings.logs,
        end=lambda: rooms.end_streams() if rooms is not None else None,
        seat_of=games.find_seats(rooms) if rooms is not None else lambda *_: None,
    )


def _create_api(service: Service, rooms: Rooms | None) -> FastAPI:
    """Return the resources without the guard."""

    @asynccontextmanager
    async def run(_: FastAPI) -> AsyncIterator[dict[str, Any]]:
        if rooms is not None:
            rooms.start()
        yield {}
        service.close()
        if rooms is not None:
            await rooms.close()

    api = FastAPI(
        title="lexigrid",
        summary=_SUMMARY,
        version=__version__,
        openapi_url=f"{PREFIX}/openapi.json",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        generate_unique_id_function=lambda route: route.name,
        lifespan=run,
    )
    api.router.route_class = StrictRoute
    problems.install(api)
    for resource in (searches, judge, photos, puzzles, boards, root):
        resource.add_routes(api, service)
    if rooms is not None:
        games.add_routes(api, service, rooms)
    describe = api.openapi
    api.openapi = lambda: api.openapi_schema or complete(describe())  # type: ignore[method-assign]
    api.router.default = static_files.create_pages(service.lexicons["default"], find_core())
    return api


def finished_games(settings: Settings) -> list[GameRecord]:
    """Return the finished shared games as history records.

    Raises:
        InputError: the database cannot be used.
        GameError: the server lacks the lexicon of a game.
    """
    lexicons = Service(settings).lexicons
    try:
        stored = read_finished(_open_backend(settings.database, is_reader=True))
    except StoreError as error:
        raise InputError(f"the games cannot be read: {error}") from error
    records = []
    for id, each in stored:
        setup = SavedContest.from_dict(each.setup).restore(lexicons)
        match = Match.replay(setup, each.entries, id=id)
        records.append(record_match(match, datetime.fromtimestamp(each.seen, UTC)))
    return records


def _open_backend(database: str, *, is_reader: bool = False) -> Backend:
    if database.startswith(("postgresql://", "postgres://")):
        from .postgresql import PostgresqlBackend

        return PostgresqlBackend(database)
    return SqliteBackend(Path(database) / "contests.sqlite3", is_reader=is_reader)
