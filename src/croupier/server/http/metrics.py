"""The metrics of one server, for Prometheus."""

from collections.abc import Callable, Iterator

import prometheus_client
from prometheus_client import CollectorRegistry, Counter, Histogram
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric

from croupier.floor.host.floor import Floor

CONTENT_TYPE = prometheus_client.CONTENT_TYPE_LATEST
_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

prometheus_client.disable_created_metrics()  # type: ignore[no-untyped-call]


class Metrics:
    """Counters of one server, in a registry of its own: a process may run several in tests."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "croupier_http_requests", "Requests by status.", ["status"], registry=self._registry
        )
        self._refusals = Counter(
            "croupier_refusals", "Refused commands by code.", ["code"], registry=self._registry
        )
        self.commands: Histogram = Histogram(
            "croupier_command_seconds",
            "From the arrival of a command to its answer.",
            buckets=_BUCKETS,
            registry=self._registry,
        )
        self.slow_clients: Counter = Counter(
            "croupier_slow_clients", "Clients that fell behind and got a full view.", registry=self._registry
        )

    def request(self, status: int) -> None:
        """Count a request."""
        self._requests.labels(str(status)).inc()

    def refusal(self, code: str) -> None:
        """Count a refused command."""
        self._refusals.labels(code).inc()

    def watch(self, floor: Floor, sockets: Callable[[], int]) -> None:
        """Report the counts of the floor and of the open sockets."""
        self._registry.register(_House(floor, sockets))

    def text(self) -> bytes:
        """All metrics in the text format of Prometheus."""
        return prometheus_client.generate_latest(self._registry)


class _House:
    """Reads the floor and the sockets when Prometheus asks."""

    def __init__(self, floor: Floor, sockets: Callable[[], int]) -> None:
        self._floor = floor
        self._sockets = sockets

    def collect(self) -> Iterator[Metric]:
        floor = self._floor
        yield CounterMetricFamily("croupier_commits", "Transactions of the floor.", floor.commits)
        yield CounterMetricFamily("croupier_events", "Events committed.", floor.events)
        yield GaugeMetricFamily(
            "croupier_queue_depth", "Jobs waiting for the next batch.", floor.jobs.waiting
        )
        yield GaugeMetricFamily("croupier_tables", "Tables that this server runs.", len(floor.tables))
        yield GaugeMetricFamily("croupier_sockets", "Open sockets.", self._sockets())
