"""The server: uvicorn with the settings that strangers make necessary."""

from __future__ import annotations

import gc
import logging
import socket
import sys

import uvicorn

from ..search import find_paths
from .guard import Guard
from .service import Settings

_KEEP_ALIVE, _SHUTDOWN = 5, 5
_MAX_HEADERS = 16_384
#: A full garbage collection stops everything for as long as it looks at all games: 0.1 s for the
#: 10,000 words of 100 contests. By itself Python collects each time a quarter has been added.
_COLLECT_SECONDS, _NEVER = 600, 1_000_000


def run(app: Guard, settings: Settings, *, host: str, port: int, proxy: str | None = None) -> None:
    """Serve until SIGINT or SIGTERM; `proxy` is believed about who its clients are."""
    if settings.logs:
        log = logging.getLogger("lexigrid.web")
        log.setLevel(logging.INFO)
        handler = logging.StreamHandler(sys.stderr)
        handler.setFormatter(logging.Formatter("%(message)s"))
        log.addHandler(handler)
    # The first search compiles the words; what exists then is never garbage, and not looked at.
    find_paths("tea/ant/oat", count_only=True)
    gc.collect()
    gc.freeze()
    gc.set_threshold(*gc.get_threshold()[:2], _NEVER)
    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        log_level="warning",
        access_log=False,
        server_header=False,
        date_header=True,
        proxy_headers=proxy is not None,
        forwarded_allow_ips=proxy,
        limit_concurrency=settings.limits.connections,
        timeout_keep_alive=_KEEP_ALIVE,
        timeout_graceful_shutdown=_SHUTDOWN,
        h11_max_incomplete_event_size=_MAX_HEADERS,
        ws="none",
        callback_notify=_collect,
        timeout_notify=_COLLECT_SECONDS,
    )
    _Server(config, app).run()


async def _collect() -> None:
    gc.collect()


class _Server(uvicorn.Server):
    """A server that ends its streams first: it would wait for them to end by themselves."""

    def __init__(self, config: uvicorn.Config, app: Guard) -> None:
        super().__init__(config)
        self._app = app

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End what lasts, then what is left."""
        self._app.end()
        await super().shutdown(sockets)
