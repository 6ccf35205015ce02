"""Shared games of 2 to 16 players through a network that fails at random."""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Iterator

from common import Facts
from server import Server
from soak import soak


def soak_games(
    games: int = 200, seconds: int = 10, at_once: int = 10, seed: int = 1, rate: float = 1.0
) -> Iterator[Facts]:
    """Play games of 2 to 16 players, ten at once; no acknowledged word is lost, nobody is stuck."""
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder, Server("--data", folder, "--public") as server:
        while games > 0:
            begin, some = time.monotonic(), min(games, 4 * at_once)
            sizes = [rng.randint(2, 16) for _ in range(some)]
            found = soak(
                server.port, games=sizes, seconds=seconds, seed=rng.randrange(1 << 30),
                at_once=at_once, rate=rate,
            )  # fmt: skip
            games -= some
            faults = found.pop("lost") + found.pop("stuck")
            took = round(time.monotonic() - begin, 1)
            yield found | {"injected": found.pop("faults"), "took": took, "faults": faults}
