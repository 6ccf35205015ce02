"""Token buckets: how many requests, how much computing time and how many moves a client may use.

The callers pass the time in.
"""

from __future__ import annotations

import math
from collections.abc import Hashable

from .limits import Limits

#: The most buckets kept; those not used for longest are forgotten first.
_MOST_BUCKETS = 10_000


class TokenBuckets:
    """One bucket of tokens per key, full at first and refilled at a rate per second.

    >>> buckets = TokenBuckets(1, 2)
    >>> [buckets.take("me", at=0.0) for _ in range(3)], buckets.take("me", at=1.0)
    ([True, True, False], True)
    """

    def __init__(self, rate: float, most: float) -> None:
        self.rate = rate
        self._most = float(most)
        self._levels: dict[Hashable, tuple[float, float]] = {}

    def level(self, key: Hashable, at: float) -> float:
        """Return the tokens of a key at a time."""
        level, since = self._levels.pop(key, (self._most, at))
        level = min(self._most, level + max(0.0, at - since) * self.rate)
        self._levels[key] = level, at  # the most recently used key comes last
        while len(self._levels) > _MOST_BUCKETS:
            del self._levels[next(iter(self._levels))]
        return level

    def spend(self, key: Hashable, tokens: float, at: float) -> None:
        """Take tokens from a key, even more than it has."""
        self._levels[key] = self.level(key, at) - tokens, at

    def take(self, key: Hashable, at: float) -> bool:
        """Spend one token; return False if there is none."""
        if self.level(key, at) < 1:
            return False
        self.spend(key, 1, at)
        return True


class Budgets:
    """The requests and the computing time of all clients.

    >>> budgets = Budgets(Limits(requests_per_second=1, request_burst=2))
    >>> [budgets.admit("me", at=0.0) for _ in range(3)], budgets.admit("me", at=1.0)
    ([0.0, 0.0, 1.0], 0.0)
    """

    def __init__(self, limits: Limits) -> None:
        self._requests = TokenBuckets(limits.requests_per_second, limits.request_burst)
        self._files = TokenBuckets(limits.files_per_second, limits.file_burst)
        self._seconds = TokenBuckets(limits.computing_share, limits.computing_burst)

    def admit(self, client: str, at: float) -> float:
        """Take a request from a client's budget; return the seconds to wait, 0 for none."""
        requests, seconds = self._requests.level(client, at), self._seconds.level(client, at)
        if self._requests.rate and requests < 1:
            return float(math.ceil((1 - requests) / self._requests.rate))
        if self._seconds.rate and seconds <= 0:
            return float(max(1, math.ceil(-seconds / self._seconds.rate)))
        self._requests.spend(client, 1, at)
        return 0.0

    def admit_file(self, client: str, at: float) -> float:
        """Take a file of the pages from a client's budget; return the seconds to wait."""
        is_free = not self._files.rate or self._files.take(client, at)
        return 0.0 if is_free else float(math.ceil(1 / self._files.rate))

    def charge(self, client: str, seconds: float, at: float) -> None:
        """Take used computing time from a client's budget."""
        self._seconds.spend(client, seconds, at)
