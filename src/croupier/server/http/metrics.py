"""What the server counts, on its event loop, and the text in which Prometheus reads it."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator

_BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Histogram:
    """How many took how long."""

    def __init__(self) -> None:
        self.counts = [0] * (len(_BOUNDS) + 1)
        self.total = 0.0

    def observe(self, seconds: float) -> None:
        """Count one."""
        self.counts[bisect_left(_BOUNDS, seconds)] += 1
        self.total += seconds


class Metrics:
    """The counters of one server."""

    def __init__(self) -> None:
        self.requests: Counter[int] = Counter()
        """By status."""
        self.refusals: Counter[str] = Counter()
        """Of commands, by code."""
        self.commands = Histogram()
        self.sockets = 0
        self.dropped = 0
        """Slow clients that were put to a full view."""

    def text(self, *, commits: int, events: int, waiting: int, tables: int) -> str:
        """All of it, and what the floor has counted."""
        return "\n".join([*self._lines(commits, events, waiting, tables), ""])

    def _lines(self, commits: int, events: int, waiting: int, tables: int) -> Iterator[str]:
        yield from _single("commits_total", "counter", "Transactions of the floor.", commits)
        yield from _single("events_total", "counter", "Events that were committed.", events)
        yield from _single("queue_depth", "gauge", "Jobs that wait for the floor's next batch.", waiting)
        yield from _single("tables", "gauge", "Tables that this process runs.", tables)
        yield from _single("sockets", "gauge", "Open sockets.", self.sockets)
        yield from _single("slow_clients_total", "counter", "Clients put to a full view.", self.dropped)
        yield from _head("http_requests_total", "counter", "Requests by status.")
        for status, count in sorted(self.requests.items()):
            yield f'croupier_http_requests_total{{status="{status}"}} {count}'
        yield from _head("refusals_total", "counter", "Refused commands by code.")
        for code, count in sorted(self.refusals.items()):
            yield f'croupier_refusals_total{{code="{code}"}} {count}'
        yield from _histogram(
            "command_seconds", "From the arrival of a command to its answer.", self.commands
        )


def _head(name: str, kind: str, words: str) -> Iterator[str]:
    yield f"# HELP croupier_{name} {words}"
    yield f"# TYPE croupier_{name} {kind}"


def _single(name: str, kind: str, words: str, value: int) -> Iterator[str]:
    yield from _head(name, kind, words)
    yield f"croupier_{name} {value}"


def _histogram(name: str, words: str, histogram: Histogram) -> Iterator[str]:
    yield from _head(name, "histogram", words)
    below = 0
    for bound, count in zip(_BOUNDS, histogram.counts, strict=False):
        below += count
        yield f'croupier_{name}_bucket{{le="{bound}"}} {below}'
    whole = sum(histogram.counts)
    yield f'croupier_{name}_bucket{{le="+Inf"}} {whole}'
    yield f"croupier_{name}_sum {histogram.total:.6f}"
    yield f"croupier_{name}_count {whole}"
