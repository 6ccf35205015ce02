"""Turns of connections on the event loop, so that a crowd does not delay who comes after it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from heapq import heappop, heappush
from typing import Protocol

#: Turns in a round of the event loop: requests begin, and much data is parsed.
_AT_ONCE = 2


class Taker(Protocol):
    """A connection; `turns` is when its next turn begins, counted in turns."""

    turns: int


class Turns:
    """The turns that wait, divided fairly (start-time fair queueing).

    Those of a connection that has had few come first. Of equals, the newest is next: nobody can
    tell a crowd of one client from many clients.
    """

    def __init__(self) -> None:
        self._waiting: list[tuple[int, int, Callable[[], object]]] = []
        self._now = self._count = 0

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def add(self, own: Taker, turn: Callable[[], object]) -> None:
        """Run a turn of a connection in a later round."""
        start = max(self._now, own.turns)
        own.turns = start + 1
        self._count -= 1
        heappush(self._waiting, (start, self._count, turn))
        if len(self._waiting) == 1:
            asyncio.get_running_loop().call_soon(self._run)

    def _run(self) -> None:
        turns = [heappop(self._waiting) for _ in range(min(_AT_ONCE, len(self._waiting)))]
        self._now = turns[-1][0]
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._run)
        for _, _, turn in turns:
            turn()
