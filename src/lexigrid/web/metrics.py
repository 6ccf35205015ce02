"""Counts of requests as Prometheus text, at `/metrics`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

#: The kind of text.
MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_HELP = {
    "requests_total": "Requests by method, route and status.",
    "request_seconds_total": "Seconds until the answers were complete.",
    "sent_bytes_total": "Bytes of the bodies of answers.",
    "requests_open": "Requests being answered, with open streams.",
    "games_open": "Shared games in memory.",
    "streams_open": "Open event streams.",
}


class Metrics:
    """What a server has answered since it started.

    >>> metrics = Metrics()
    >>> metrics.count("GET", "/api/v1/", 200, 0.25, 12)
    >>> metrics.to_text({}).splitlines()[2]
    'lexigrid_requests_total{method="GET",route="/api/v1/",status="200"} 1'
    """

    def __init__(self) -> None:
        self._counts: dict[str, Counter[str]] = {name: Counter() for name in [*_HELP][:3]}
        self.open = 0
        """The number of requests being answered."""

    def count(self, method: str, route: str, status: int, seconds: float, size: int) -> None:
        """Count an answer; `route` is a path of the OpenAPI document, or "" for all others."""
        method = method if method in ("GET", "HEAD", "OPTIONS", "POST") else "other"
        labels = f'method="{method}",route="{route}"'
        self._counts["requests_total"][f'{labels},status="{status}"'] += 1
        self._counts["request_seconds_total"][labels] += seconds  # type: ignore[assignment]
        self._counts["sent_bytes_total"][labels] += size

    def to_text(self, gauges: Mapping[str, int]) -> str:
        """Return the counts, and what can be measured now."""
        now = {
            f"{name}_open": {"": count} for name, count in {"requests": self.open, **gauges}.items()
        }
        text = ""
        for name, values in {**self._counts, **now}.items():
            kind = "gauge" if name in now else "counter"
            text += f"# HELP lexigrid_{name} {_HELP[name]}\n# TYPE lexigrid_{name} {kind}\n"
            for labels, value in sorted(values.items()):
                text += f"lexigrid_{name}{labels and f'{{{labels}}}'} {round(value, 6)}\n"
        return text
