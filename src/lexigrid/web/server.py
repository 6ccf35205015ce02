"""The server: uvicorn with settings that are safe for public use."""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import errno
import gc
import logging
import socket
import sys
import threading
from functools import partial
from types import FrameType

import uvicorn

from ..boards.find import find_board
from ..boards.spec import BoardSpec
from ..errors import InputError
from ..lexicon import Lexicon
from ..puzzle.generate.make import make_puzzle
from ..render.puzzle_file import PageOptions, puzzle_to_bytes
from ..search.lines import find_lines
from ..search.paths import find_paths
from .acceptor import Acceptor
from .edge import Connection, Edge
from .guard import Guard
from .service import Settings

_KEEP_ALIVE, _SHUTDOWN, _BACKLOG = 5, 5, 2048
#: Bytes that the system keeps of what a client has sent and nobody has read.
_UNREAD = 1 << 15
#: Seconds after which a thread that searches lets the event loop run, which waits for it several
#: times per connection: 0.005 by default.
_SWITCH_SECONDS = 0.0001
#: Memory of more bytes returns to the system as soon as it is free. By default, this size grows to
#: that of the largest answer, and answers leave gaps in the memory of each thread.
_M_MMAP_THRESHOLD, _LARGE = -3, 1 << 17
#: A full garbage collection visits all games and stops everything meanwhile: 0.1 s for the 10,000
#: words of 100 contests. By default, Python collects each time the heap has grown by a quarter.
_COLLECT_SECONDS, _NEVER = 600, 1_000_000


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens at an address.

    Raises:
        InputError: the address cannot be used.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        host.encode("idna")  # or `create_server` would raise a TypeError
        listener = socket.create_server((host, port), family=family, backlog=_BACKLOG)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _UNREAD)  # connections inherit it
        return listener
    except (OSError, UnicodeError) as error:
        is_used = isinstance(error, OSError) and error.errno == errno.EADDRINUSE
        reason = "another program uses it" if is_used else getattr(error, "strerror", None)
        raise InputError(
            f"cannot listen on {host}, port {port}: {reason or error}; give another --port or "
            "--host"
        ) from error


def run(
    app: Guard, settings: Settings, listener: socket.socket, *, proxy: str | None = None
) -> None:
    """Serve until SIGINT or SIGTERM; `proxy` is trusted to name its clients."""
    if settings.logs:
        log = logging.getLogger("lexigrid.web")
        log.setLevel(logging.INFO)
        handler = logging.StreamHandler(sys.stderr)
        handler.setFormatter(logging.Formatter("%(message)s"))
        log.addHandler(handler)
    with contextlib.suppress(AttributeError, OSError):  # only in the C library of Linux
        ctypes.CDLL(None).mallopt(_M_MMAP_THRESHOLD, _LARGE)
    for lexicon in (Lexicon.default(), *settings.lexicons.values()):
        prepare(lexicon)
    # Everything that exists now lives forever, so the collector may skip it.
    gc.collect()
    gc.freeze()
    gc.set_threshold(*gc.get_threshold()[:2], _NEVER)
    sys.setswitchinterval(_SWITCH_SECONDS)
    edge = Edge(settings.limits, has_proxy=proxy is not None)
    config = uvicorn.Config(
        app,
        log_config=None if sys.stderr is None else uvicorn.config.LOGGING_CONFIG,
        log_level="warning",
        access_log=False,
        server_header=False,
        date_header=True,
        proxy_headers=proxy is not None,
        forwarded_allow_ips=proxy,
        timeout_keep_alive=_KEEP_ALIVE,
        timeout_graceful_shutdown=_SHUTDOWN,
        ws="none",
        callback_notify=_collect,
        timeout_notify=_COLLECT_SECONDS,
    )
    threading.Thread(target=warm_up, name="lexigrid-warm-up", daemon=True).start()
    _Server(config, app, edge).run(sockets=[listener])


def prepare(lexicon: Lexicon) -> None:
    """Compile words for each kind of search, which takes longer than the quick lane allows."""
    find_paths("tea/ant/oat", lexicon, count_only=True)
    find_paths("qu a/t e", lexicon, count_only=True)
    find_lines("tea/ant/oat", lexicon, count_only=True)
    if lexicon.core.bands:
        find_paths("tea/ant/oat", lexicon, common=True, count_only=True)


def warm_up() -> None:
    """Load what the first puzzle, page and board need: about a second of processor time.

    Threads of the slow lane have a low priority. If they imported these modules, everything would
    wait for the GIL that they hold.
    """
    puzzle = make_puzzle(["oat", "rye"], seed=1)
    for form in ("html", "svg"):
        puzzle_to_bytes(puzzle, form, PageOptions())
    find_board(BoardSpec(), seed=1, deadline=1, threads=1)


async def _collect() -> None:
    gc.collect()


def _finish(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)


class _Server(uvicorn.Server):
    """A server that shuts down at once, and ends its streams instead of waiting for them."""

    def __init__(self, config: uvicorn.Config, app: Guard, edge: Edge) -> None:
        super().__init__(config)
        self._app, self._edge = app, edge
        self._ending: asyncio.Future[None] | None = None
        self._accepting = list[asyncio.Task[None]]()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept connections: uvicorn would begin each in the order in which they came."""
        await super().startup([])
        given = {"config": self.config, "server_state": self.server_state}
        make = partial(Connection, self._edge, app_state=self.lifespan.state, **given)
        acceptor = Acceptor(self._edge, make)
        self._accepting = [asyncio.create_task(acceptor.run(each)) for each in sockets or ()]

    async def main_loop(self) -> None:
        """Serve until a signal comes, which uvicorn itself notices up to 0.1 s later."""
        loop = asyncio.get_running_loop()
        self._ending = loop.create_future()
        ticks = loop.create_task(super().main_loop())
        await asyncio.wait({ticks, self._ending}, return_when=asyncio.FIRST_COMPLETED)
        ticks.cancel()

    async def on_tick(self, counter: int) -> bool:
        """Every second, close connections whose clients are late."""
        if counter % 10 == 0:
            self._edge.close_late()
        return await super().on_tick(counter)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Note the signal, and wake the main loop."""
        super().handle_exit(sig, frame)
        if (ending := self._ending) is not None and not self.force_exit:
            ending.get_loop().call_soon_threadsafe(_finish, ending)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the streams, then shut down."""
        self._app.end()
        for task in self._accepting:
            task.cancel()
        await asyncio.wait(self._accepting)
        await super().shutdown(sockets)
