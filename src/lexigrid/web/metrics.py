"""Counts of requests as Prometheus text, at `/metrics`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

#: The kind of text.
MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_HELP = {
    "lexigrid_requests_total": ("counter", "Requests by method, route and status."),
    "lexigrid_request_seconds_total": ("counter", "Seconds until the answers were complete."),
    "lexigrid_sent_bytes_total": ("counter", "Bytes of the bodies of answers."),
    "lexigrid_requests_open": ("gauge", "Requests being answered, with open streams."),
    "lexigrid_games_open": ("gauge", "Shared games in memory."),
    "lexigrid_streams_open": ("gauge", "Open event streams."),
}


class Metrics:
    """What a server has answered since it started.

    >>> metrics = Metrics()
    >>> metrics.count("GET", "/api/v1/", 200, 0.25, 12)
    >>> [line for line in metrics.to_text({}).splitlines() if not line.startswith("#")]
    ['lexigrid_requests_total{method="GET",route="/api/v1/",status="200"} 1', \
'lexigrid_request_seconds_total{method="GET",route="/api/v1/"} 0.25', \
'lexigrid_sent_bytes_total{method="GET",route="/api/v1/"} 12', 'lexigrid_requests_open 0']
    """

    def __init__(self) -> None:
        self._requests: Counter[tuple[str, str, int]] = Counter()
        self._seconds: Counter[tuple[str, str]] = Counter()
        self._bytes: Counter[tuple[str, str]] = Counter()
        self.open = 0
        """The number of requests being answered."""

    def count(self, method: str, route: str, status: int, seconds: float, size: int) -> None:
        """Count an answer; `route` is a path of the OpenAPI document, or "" for all others."""
        method = method if method in ("GET", "HEAD", "OPTIONS", "POST") else "other"
        self._requests[method, route, status] += 1
        self._seconds[method, route] += seconds  # type: ignore[assignment]
        self._bytes[method, route] += size

    def to_text(self, gauges: Mapping[str, int]) -> str:
        """Return the counts, and what can be measured now."""
        return "".join(f"{line}\n" for line in self._lines(gauges))

    def _lines(self, gauges: Mapping[str, int]) -> Iterator[str]:
        values: dict[str, list[str]] = {
            "lexigrid_requests_total": [
                f'{{method="{method}",route="{route}",status="{status}"}} {count}'
                for (method, route, status), count in sorted(self._requests.items())
            ],
            **{
                name: [
                    f'{{method="{method}",route="{route}"}} {round(count, 6)}'
                    for (method, route), count in sorted(counts.items())
                ]
                for name, counts in (
                    ("lexigrid_request_seconds_total", self._seconds),
                    ("lexigrid_sent_bytes_total", self._bytes),
                )
            },
            "lexigrid_requests_open": [f" {self.open}"],
        } | {f"lexigrid_{name}_open": [f" {count}"] for name, count in gauges.items()}
        for name, lines in values.items():
            kind, text = _HELP[name]
            yield f"# HELP {name} {text}"
            yield f"# TYPE {name} {kind}"
            yield from (f"{name}{line}" for line in lines)
