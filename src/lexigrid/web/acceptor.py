"""Accepts connections: all at once, so that a crowd does not delay who comes next."""

from __future__ import annotations

import asyncio
import re
import socket
from collections import Counter, OrderedDict
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from .edge import Edge
from .guard import client_of

#: Connections accepted, and begun, in a round of the event loop: beginning takes ten times as long.
_ACCEPTED, _BEGUN = 512, 4
#: Bytes of a connection that are looked at before it begins.
_SEEN = 4096
_LENGTH = re.compile(rb"\r\ncontent-length: *(\d{1,9})", re.IGNORECASE)
#: Seconds to wait if the system can open no more files.
_PAUSE = 0.1


class Acceptor:
    """Connections that are accepted, and wait to begin: as many as a client may have open.

    If there are more, the client with the most loses a quarter of its own: first those without a
    whole small request, of equals the oldest.
    """

    def __init__(self, edge: Edge, make: Callable[[], asyncio.Protocol]) -> None:
        self._edge, self._make = edge, make
        self._clients = OrderedDict[socket.socket, str]()
        self._tasks = set[asyncio.Task[None]]()

    async def run(self, listener: socket.socket) -> None:
        """Accept connections without end."""
        loop = asyncio.get_running_loop()
        listener.setblocking(False)
        is_newest = False
        while True:
            try:
                if not self._clients:
                    self._keep(*await loop.sock_accept(listener))
                for _ in range(_ACCEPTED):
                    self._keep(*listener.accept())
            except (BlockingIOError, ConnectionError):
                pass
            except OSError:
                await asyncio.sleep(_PAUSE)
            for _ in range(1 if self._edge.turns else _BEGUN):  # or turns would pile up
                if not self._clients:
                    break
                is_newest = not is_newest
                connection, _ = self._clients.popitem(last=is_newest)
                task = loop.create_task(self._begin(connection))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
            await asyncio.sleep(0)

    def _keep(self, connection: socket.socket, address: tuple[Any, ...]) -> None:
        connection.setblocking(False)
        self._clients[connection] = client_of({"client": address})
        most = self._edge.limits.client_connections
        if len(self._clients) > most:
            worst = Counter(self._clients.values()).most_common(1)[0][0]
            own = [each for each, client in self._clients.items() if client == worst]
            for each in sorted(own, key=_has_request)[: len(own) // 4 + 1]:
                del self._clients[each]
                each.close()
                self._edge.closed["crowded"] += 1

    async def _begin(self, connection: socket.socket) -> None:
        with suppress(OSError):  # the client has left
            await asyncio.get_running_loop().connect_accepted_socket(self._make, connection)


def _has_request(connection: socket.socket) -> bool:
    """Has a whole small request arrived?"""
    try:
        head, end, body = connection.recv(_SEEN, socket.MSG_PEEK).partition(b"\r\n\r\n")
    except OSError:
        return False
    length = _LENGTH.search(head)
    return bool(end) and len(body) >= (int(length[1]) if length else 0)
