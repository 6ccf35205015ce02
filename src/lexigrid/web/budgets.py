"""How many requests and how much computing time each client may use, as token buckets.

The callers pass the time in.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from .limits import Limits

#: The most clients remembered; those not seen for longest are forgotten first.
_MOST_CLIENTS = 10_000


@dataclass(slots=True)
class _Bucket:
    requests: float
    seconds: float
    at: float


class Budgets:
    """The token buckets of all clients.

    >>> budgets = Budgets(Limits(requests_per_second=1, request_burst=2))
    >>> [budgets.admit("me", at=0.0) for _ in range(3)], budgets.admit("me", at=1.0)
    ([0.0, 0.0, 1.0], 0.0)
    """

    def __init__(self, limits: Limits) -> None:
        self._rate, self._burst = limits.requests_per_second, float(limits.request_burst)
        self._share, self._most = limits.computing_share, limits.computing_burst
        self._buckets: dict[str, _Bucket] = {}

    def admit(self, client: str, at: float) -> float:
        """Take a request from a client's budget; return the seconds to wait, 0 for none."""
        bucket = self._bucket(client, at)
        if self._rate and bucket.requests < 1:
            return float(math.ceil((1 - bucket.requests) / self._rate))
        if self._share and bucket.seconds <= 0:
            return float(max(1, math.ceil(-bucket.seconds / self._share)))
        bucket.requests -= 1
        return 0.0

    def charge(self, client: str, seconds: float, at: float) -> None:
        """Take used computing time from a client's budget."""
        self._bucket(client, at).seconds -= seconds

    def _bucket(self, client: str, at: float) -> _Bucket:
        bucket = self._buckets.pop(client, None)
        if bucket is None:
            bucket = _Bucket(self._burst, self._most, at)
        else:
            passed = max(0.0, at - bucket.at)
            bucket.requests = min(self._burst, bucket.requests + passed * self._rate)
            bucket.seconds = min(self._most, bucket.seconds + passed * self._share)
            bucket.at = at
        self._buckets[client] = bucket  # the most recently seen client comes last
        while len(self._buckets) > _MOST_CLIENTS:
            del self._buckets[next(iter(self._buckets))]
        return bucket
